/* Types as texts without names: dims that are no constants are '?', allocations do not count. */
#ifndef TILEPROOF_DECLARED_TYPES_H
#define TILEPROOF_DECLARED_TYPES_H

#include "model/ir.h"
#include "model/text.h"

void declared_type(const Program *p, TypeId t, Text *out);
/* Equal, or the same where an unknown dim of `before` became a constant. */
bool declared_fits(const char *before, const char *after);
/* Operands and keyword arguments of a call: what the type of its result may depend on, but for numbers. */
void declared_call(const Program *p, const Call *c, Text *out);
/* What each argument is, and how many there are: a list of so many, a tile, a tensor, a scalar. */
void declared_kinds(const Program *p, const Call *c, Text *out);
/* DT_NONE: not known. */
Dtype declared_dtype(const Program *p, ExprId e);

#endif
