/* How deep a loop may be skewed on given rings: closed questions answered by simulation (skew.md B.4, machine.md E.1, P9, P10). */
#ifndef TILEPROOF_RING_DEPTH_H
#define TILEPROOF_RING_DEPTH_H

#include "analyzer/ring_sim.h"

typedef struct SkewRings {
	Credits credits;
	int64_t out, in;    /* depth in messages of the ring the skewed core pushes to and of the one it pops from */
	bool peer_skewed;   /* the peer pushes first, too, and is skewed by the same depth */
	bool free_last;     /* the peer releases after its reply */
} SkewRings;

/* May a loop that pushes, then pops once per iteration be skewed by this depth? Any trip count of at least two groups. */
bool rings_skew_is_safe(const SkewRings *r, int64_t depth);

/* Largest depth from 1 to wanted that is safe, 0 when none is. Not every smaller one need be safe: credits of a ring of 8 block at 7. */
int64_t rings_safe_skew_depth(const SkewRings *r, int64_t wanted);

#endif
