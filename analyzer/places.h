/* Places: which variables of a function name one buffer or one tensor.
 *
 * Two variables share a place when one is an alias, a view, an in-place result, an iteration argument, a yielded value or a
 * loop result of the other, when both are bound to one declared allocation, or when a caller passes one tensor for both. Different places never overlap; variables of
 * one place may.
 */
#ifndef TILEPROOF_PLACES_H
#define TILEPROOF_PLACES_H

#include "analyzer/calls.h"

typedef struct Places Places;

Places *places_new(const Program *p, FuncId f, const Calls *calls);
void places_free(Places *x); /* NULL is allowed */

VarId place_of(const Places *x, VarId v);      /* one variable that stands for the place */
bool place_is_viewed(const Places *x, VarId v); /* some variable of the place is a view: offsets in it do not compare */

/* What one call does to memory. */
typedef struct PlaceAccess {
	VarId place, var; /* var: the operand, or the variable that receives the result */
	const Call *call;
	bool write, tensor;
} PlaceAccess;
typedef VEC(PlaceAccess) PlaceAccesses;

/* Adds what the calls of one expression do; target: the variable that receives the result, 0: none. ordered: set when a call
 * keeps its order against everything (barriers, flags, prints, calls and statements of unknown effect). */
void accesses_of(const Places *x, ExprId e, VarId target, PlaceAccesses *out, const Call **ordered);

#endif
