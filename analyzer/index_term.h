/* Index expressions as terms: scalars of a function read in program order, with what is not index arithmetic as unknowns.
 *
 * An unknown defined or read inside loops is an application to the symbols of these loops, since it may differ per iteration.
 */
#ifndef TILEPROOF_INDEX_TERM_H
#define TILEPROOF_INDEX_TERM_H

#include "model/ir.h"
#include "model/term.h"

enum { INDEX_MAX_LOOPS = 24 };

typedef struct IndexEnv {
	const Program *p;
	Terms *terms;
	Term *value;         /* by VarId, vars entries; 0: nothing said yet */
	uint32_t vars;
	bool floor_division; /* // and % take the floor; else they truncate, as the emitted code does */
	int lane;            /* value of get_subblock_idx; -1: unknown */
	const char *scope;   /* makes the names of unknowns distinct */
	Term loop[INDEX_MAX_LOOPS]; /* symbols of the enclosing loops */
	uint32_t loops;
} IndexEnv;

Term index_term(IndexEnv *env, ExprId e); /* never 0 */
Term index_unknown(IndexEnv *env, const char *what, uint32_t number);
/* Iterations of range(start, stop, step), at least 0; an unknown when the step is not constant. */
Term index_trip(IndexEnv *env, Term start, Term stop, Term step, uint32_t number);

#endif
