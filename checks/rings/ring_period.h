/* Rings under one symbolic number n: simulated for small n, and shown to repeat for all others.
 *
 * The argument. Trip counts and conditions are terms in n for which a period p is known: from some n on, a trip count at n + p is
 * that at n plus a constant, and a condition at n + p is that at n. Let a run at n come back to an earlier state but for the
 * iterations left of one loop per core (ring_cycles.h), using u of each in between. If at n + p every loop that runs longer
 * runs longer by the same multiple m of its u, then the run at n + p does what the run at n does, with m more repetitions put in
 * at that place, and the same cycle is found in it: so both end alike, and by induction all n + k * p do. It is enough to see this
 * for p consecutive values of n; smaller values are simulated one by one. Negative n likewise, counted downwards.
 */
#ifndef TILEPROOF_RING_PERIOD_H
#define TILEPROOF_RING_PERIOD_H

#include "analyzer/ring_sim.h"

typedef struct RingPeriod {
	bool proved;          /* every n ends as the simulated ones do */
	int64_t from, period; /* for n >= from, n and n + period end alike; the larger of both directions */
	uint32_t runs;        /* simulated */
	uint64_t steps;       /* of all runs */
	bool bad;             /* some n blocks, overwrites or leaves messages: */
	int64_t bad_n;        /* the smallest such n by absolute value */
	RingRun worst;        /* of bad_n; else peaks over all runs */
	bool races;           /* some n overwrites when a core is slow, though not when both run as fast as they can: */
	int64_t race_n;
	RingOverwrite race;
	const char *why;      /* not proved */
} RingPeriod;

/* Symbols and unknown conditions in trip counts and branches, without those of loops; at most room, the number found is returned. */
uint32_t ring_atoms(const RingSystem *s, const Terms *terms, Term *out, uint32_t room);

/* s depends on n alone. Balance counts as an end: a run that leaves messages is bad. */
void ring_period(const RingSystem *s, const Terms *terms, Term n, RingPeriod *out);

/* Complete, nothing overwritten, no message left. */
bool ring_run_is_good(const RingSystem *s, const RingRun *r);

#endif
