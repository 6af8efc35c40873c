/* Two-core programs for ring tests: a core skewed by D, its peer, and random ones. */
#ifndef TILEPROOF_TESTS_RING_PAIRS_H
#define TILEPROOF_TESTS_RING_PAIRS_H

#include "analyzer/ring_sim.h"

typedef struct PairShape {
	int64_t depth_c2v, depth_v2c; /* slots */
	int64_t skew;                 /* 0: in order */
	int64_t trip;                 /* of the unskewed loop; a multiple of skew */
	unsigned rate;                /* messages sent per iteration; the peer takes them one by one */
	bool free_last;               /* the peer releases after its reply */
	bool both;                    /* the peer pushes first, too, and is skewed alike */
	Credits credits;
} PairShape;

typedef struct RingPair {
	RingBuilder core[2];
	RingSystem system;
} RingPair;

void ring_pair(RingPair *out, const PairShape *shape);
/* Random straight code and nested loops on both cores, up to max_trip iterations a loop. Most of them block somewhere. */
void ring_pair_random(RingPair *out, uint64_t *seed, int64_t max_trip);
void ring_pair_free(RingPair *p);
uint64_t ring_random(uint64_t *seed);

#endif
