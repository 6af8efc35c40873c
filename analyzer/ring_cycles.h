/* Repetitions of a simulation: states that equal an earlier one but for the iterations left of at most one loop per core.
 *
 * Why skipping is exact: between the two visits every decision of the run (which core moves, does a loop go on, does an event
 * block) depends on ring differences, credits, credit phases and loop ends only. All are equal at both visits, except that one
 * loop per core has fewer iterations left. As long as that loop goes on, the run repeats step by step. So with d iterations
 * used per repetition and R left, floor(R / d) repetitions are known without running them.
 */
#ifndef TILEPROOF_RING_CYCLES_H
#define TILEPROOF_RING_CYCLES_H

#include "analyzer/ring_sim.h"

typedef struct RingCycles RingCycles;

/* What decides the future of a state but for the iterations done and left of its loops: n numbers, at most RING_SIGNATURE_ROOM. */
enum { RING_SIGNATURE_ROOM = 1 + RING_MAX_CORES * (2 + RING_MAX_NEST) + RING_MAX_RINGS * 6 };
uint32_t ring_signature(const RingSystem *s, const RingState *st, int64_t *out);

typedef struct RingCycle { /* what one repetition uses */
	uint32_t loop[RING_MAX_CORES];  /* index of the RC_LOOP of each core */
	int64_t used[RING_MAX_CORES];   /* its iterations per repetition; 0: the core's loops stand as before */
} RingCycle;

/* skip: repetitions are skipped; else they are only noted. */
RingCycles *ring_cycles_new(bool skip);
void ring_cycles_free(RingCycles *c); /* NULL is allowed */

/* The state right after a loop went on to its next iteration. Skips what repeats by changing the state, and returns 1 then. */
unsigned ring_cycles_visit(RingCycles *c, const RingSystem *s, RingState *st);

/* The distinct repetitions noted so far. */
const RingCycle *ring_cycles_noted(const RingCycles *c, uint32_t *n);

#endif
