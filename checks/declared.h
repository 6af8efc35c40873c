/* What a program declares and no engine computes: heads of functions, kinds and attributes of loops, types of results (P1, P2).
 *
 * No pass may change any of it but the kind of a pipeline loop. The engines compare values, so a proof of theirs counts only
 * where nothing is declared otherwise.
 */
#ifndef TILEPROOF_DECLARED_H
#define TILEPROOF_DECLARED_H

#include "checks/unit.h"

/* Fills u->declared and u->doubted; their texts live in the unit's arena. */
void declared_find(Unit *u);

/* An engine, the last one: what is proved of values that are declared otherwise is not known. */
void doubt_declared(Unit *u);

#endif
