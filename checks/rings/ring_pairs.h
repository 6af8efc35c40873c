/* The pairs of cores of a program, one after the other, each with its counterpart before the pass. */
#ifndef TILEPROOF_RING_PAIRS_H
#define TILEPROOF_RING_PAIRS_H

#include "checks/rings/ring_unit.h"

/* The function of that name in another program; 0: none. */
FuncId ring_counterpart(const Program *in, const Program *of, FuncId f);

typedef void RingEach(void *context, RingUnit *u);

/* Calls each for every pair of after that has ring events; the unit is closed when it returns. before may be after. */
void ring_pairs(Program *before, Program *after, const CheckOptions *o, const RingChange *change, RingEach *each, void *context);

#endif
