/* What becomes of two given functions when one loop of one of them is skewed: the closed form of ring_depth.h looks at the loop
 * alone, but messages exchanged before it shift the phase in which credits come. */
#ifndef TILEPROOF_RING_LOOP_H
#define TILEPROOF_RING_LOOP_H

#include "analyzer/pipes.h"
#include "analyzer/ring_depth.h"

typedef struct RingLoop {
	Program *p;
	FuncId self, other;
	const PipeUser *user; /* pipes as self sets them up */
	Span loop;            /* of the loop in self */
	int64_t push_id, pop_id, out, in; /* its two rings, and how many slots they are to have */
} RingLoop;

/* false: not decided - loops or conditions that are not constant, a body with control flow, a construct that is not modelled. */
bool rings_loop_fit(const RingLoop *l, int64_t depth, Credits credits, SkewFit *out);

#endif
