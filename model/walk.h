/* Visits every variable that an expression or a type mentions, in printed order.
 *
 * Works with a stack of its own, so a chain of a million operators does not exhaust the call stack; only types nested
 * in types recurse, and the reader limits their depth.
 */
#ifndef TILEPROOF_WALK_H
#define TILEPROOF_WALK_H

#include "model/ir.h"

typedef struct Walk {
	const Program *program;
	void (*use)(void *context, VarId v, Span at); /* at: position of the mention; NULL: not asked */
	void (*base)(void *context, VarId v);         /* the allocation of a MemRef; NULL: not visited */
	void (*type)(void *context, TypeId t);        /* a type used as an argument; NULL: its variables are visited */
	void (*call)(void *context, const Call *c);   /* before what the call mentions; NULL: not asked */
	void *context;
	VEC(ExprId) stack; /* private; walk_end releases it */
} Walk;

void walk_expr(Walk *w, ExprId e); /* 0 is allowed */
void walk_type(Walk *w, TypeId t); /* 0 is allowed; dims, view, MemRef (base, offset, size, index), elements */
void walk_end(Walk *w);

#endif
