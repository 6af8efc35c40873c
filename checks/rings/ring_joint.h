/* Rings under symbolic bounds and conditions, by joint execution: loops with one trip count are entered by all cores together.
 *
 * If all cores stand at loops of equal trip count, and from every state at their heads each core can run one iteration and stand
 * at its head again, then the set of head states is closed and by induction on the iteration every trip count completes.
 * Conditions of equal value (same term once both induction values are written as start + k * step) are decided alike.
 * What is found is independent of the schedule, since the system is a Kahn network (proofs.md 4.5, 4.6).
 */
#ifndef TILEPROOF_RING_JOINT_H
#define TILEPROOF_RING_JOINT_H

#include "analyzer/ring_sim.h"

typedef struct RingJoint {
	bool complete;      /* every path of every trip count ends, on all cores */
	bool balanced;      /* and ends with as many pops as pushes */
	bool released;      /* and with every message released */
	bool alternating;   /* each release was made with one message out: what a5 credits need (machine.md E.1) */
	uint32_t states;    /* head states seen */
	const char *why;    /* not complete: what the method cannot do here; arena */
	Span at;            /* where */
} RingJoint;

void ring_joint(const RingSystem *s, Terms *terms, Arena *arena, RingJoint *out);

#endif
