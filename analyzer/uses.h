/* Which variables a statement reads and which it defines. */
#ifndef TILEPROOF_USES_H
#define TILEPROOF_USES_H

#include "model/ir.h"

typedef VEC(VarId) VarVec;

/* Variables read anywhere in a statement, nested ones included, in order of appearance, with repetitions.
 * types: also those inside types of used or defined variables (valid_shape, slot index, dims); the reference looks only at
 * the shape of a used tensor (skew.md B.3 e), which is what types = false does. */
void uses_of(const Program *p, StmtId s, bool types, VarVec *out);
void uses_of_expr(const Program *p, ExprId e, bool types, VarVec *out);
/* Every variable that a type mentions; types of those variables are not followed. */
void uses_of_type(const Program *p, TypeId t, VarVec *out);

typedef enum DefRule {
	DEFS_VISIBLE,   /* what statements after it may read: definitions of scopes and branches, results of loops and ifs */
	DEFS_ALL,       /* these and what lives inside only: loop variables, iteration arguments, definitions in loop bodies */
	DEFS_REFERENCE  /* what the reference's slicing sees (skew.md B.3 d); returns only of s itself being a for or an if */
} DefRule;

/* Variables defined by s, in program order. */
void defs_of(const Program *p, StmtId s, DefRule rule, VarVec *out);

#endif
