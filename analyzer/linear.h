/* Linear forms of scalar expressions in one loop body: a * i + sum of c * v + [low, high].
 *
 * i is the loop variable, the v are loop-invariant variables, and the interval holds constants and the ranges of inner loop
 * variables and remainders. Scalars assigned in the body are looked through. In the scope of a whole function there is no i
 * and every loop counts as an inner one.
 */
#ifndef TILEPROOF_LINEAR_H
#define TILEPROOF_LINEAR_H

#include "model/ir.h"

enum { LINEAR_TERMS = 6 };

typedef struct Linear {
	int64_t low, high; /* inclusive */
	int64_t slope;     /* of the loop variable */
	VarId var[LINEAR_TERMS]; /* invariants with a coefficient other than 0 */
	int64_t coefficient[LINEAR_TERMS];
	uint32_t n;
} Linear;

typedef struct LinearScope {
	const Program *p;
	VarId loop_var;     /* 0: the scope is a function */
	StmtId *definition; /* by VarId: statement in the body that defines it, a for statement for its loop variable; 0: outside */
	uint32_t n;
} LinearScope;

void linear_open(LinearScope *x, const Program *p, StmtId loop);
void linear_open_function(LinearScope *x, const Program *p, FuncId f);
void linear_close(LinearScope *x);

/* false: not linear, too large, or outside int64. */
bool linear_of(const LinearScope *x, ExprId e, Linear *out);
/* a - b; false as above. */
bool linear_minus(const Linear *a, const Linear *b, Linear *out);

#endif
