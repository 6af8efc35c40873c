/* How deep a loop may be skewed on given rings: closed questions answered by simulation (skew.md B.4, machine.md E.1, P9, P10). */
#ifndef TILEPROOF_RING_DEPTH_H
#define TILEPROOF_RING_DEPTH_H

#include "analyzer/ring_sim.h"

typedef struct SkewRings {
	Credits credits;
	int64_t out, in;    /* depth in messages of the ring the skewed core pushes to and of the one it pops from */
	bool peer_skewed;   /* the peer pushes first, too, and is skewed by the same depth */
	bool free_last;     /* the peer releases after its reply */
	bool peer_first;    /* the peer pushes first, too, but in order */
	int64_t peer_depth; /* the peer is skewed by exactly this depth; 0: see the others */
} SkewRings;

typedef enum SkewFit { SKEW_FITS, SKEW_BLOCKS, SKEW_OVERWRITES } SkewFit;

/* What becomes of a loop that pushes, then pops once per iteration when it is skewed by this depth? Any trip count of at
 * least two groups. A depth or ring that is out of range blocks. */
SkewFit rings_skew_fit(const SkewRings *r, int64_t depth);
bool rings_skew_is_safe(const SkewRings *r, int64_t depth);

/* Largest depth from 1 to wanted that is safe, 0 when none is. Not every smaller one need be safe: credits of a ring of 8 block at 7. */
int64_t rings_safe_skew_depth(const SkewRings *r, int64_t wanted);

#endif
