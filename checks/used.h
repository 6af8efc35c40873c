/* Which variables of a function anything depends on that can be seen from outside: messages, stores, effects, control, results. */
#ifndef TILEPROOF_USED_H
#define TILEPROOF_USED_H

#include "model/ir.h"

/* By VarId; lives in arena. A variable that is not used may be computed from anything: nobody sees it. */
bool *used_variables(const Program *p, FuncId f, Arena *arena);

#endif
