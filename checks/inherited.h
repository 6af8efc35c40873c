/* Which findings a pass did not bring: the program before it has them, too. */
#ifndef TILEPROOF_INHERITED_H
#define TILEPROOF_INHERITED_H

#include "checks/result.h"

/* Marks, among the results from number `from` on, those about the program after the pass that also hold of the one before it. */
void inherited_mark(Program *before, const CheckOptions *o, Report *r, uint32_t from);

#endif
