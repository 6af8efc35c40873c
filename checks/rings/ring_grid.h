/* Rings under symbolic bounds, tried with numbers for all inputs: small ones in all combinations, and numbers that the code speaks of. */
#ifndef TILEPROOF_RING_GRID_H
#define TILEPROOF_RING_GRID_H

#include "checks/rings/ring_solve.h"

typedef enum GridEnd { GRID_GOOD, GRID_FAILS, GRID_OPEN } GridEnd;

/* FAILS: binding and run are those of the failing run; GOOD: tried says with which numbers. Texts live in the arena of the unit. */
GridEnd ring_grid(RingUnit *u, const Term *atoms, uint32_t n, RingBinding *binding, RingRun *run, const char **tried);

#endif
