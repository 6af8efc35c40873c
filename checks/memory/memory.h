/* Obligation `memory` (P19): on a dump that binds tiles to bytes, every read of a tile sees the bytes that its definition wrote.
 *
 * The names of the dump are the values, its MemRefs are the machine. Only the program after the pass is judged; that it means
 * the same as the one before is the business of order, values and effects.
 */
#ifndef TILEPROOF_MEMORY_H
#define TILEPROOF_MEMORY_H

#include "checks/functions.h"

/* One result for every function. */
void memory_check(const Program *after, Functions *of_after, const CheckOptions *o, Report *report);

#endif
