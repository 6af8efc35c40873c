#include "analyzer/ring_depth.h"

/* Long enough for every ring to go round many times; the simulation skips what repeats. */
enum { GROUPS = 1 << 20, DEEPEST = 4096 };

static void sends(RingBuilder *b, uint8_t ring, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		ring_event(b, RC_PUSH, ring);
}

static void takes(RingBuilder *b, uint8_t ring, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		ring_event(b, RC_POP, ring);
		ring_event(b, RC_FREE, ring);
	}
}

static void skewed(RingBuilder *b, int64_t depth, uint8_t out, uint8_t in)
{
	sends(b, out, depth);
	ring_loop(b, GROUPS - 1);
	sends(b, out, depth);
	takes(b, in, depth);
	ring_next(b);
	takes(b, in, depth);
}

static void in_order(RingBuilder *b, int64_t depth, uint8_t out, uint8_t in, bool free_last)
{
	ring_loop(b, depth * GROUPS);
	ring_event(b, RC_POP, in);
	if (!free_last)
		ring_event(b, RC_FREE, in);
	ring_event(b, RC_PUSH, out);
	if (free_last)
		ring_event(b, RC_FREE, in);
	ring_next(b);
}

bool rings_skew_is_safe(const SkewRings *r, int64_t depth)
{
	RingBuilder core[2] = { 0 };
	RingSystem s = { .credits = r->credits, .n_rings = 2, .n_cores = 2, .ring = { { r->out, 0, 1 }, { r->in, 1, 0 } } };
	RingRun run;

	if (depth < 1 || depth > DEEPEST || r->out < 1 || r->in < 1)
		return false;
	skewed(&core[0], depth, 0, 1);
	if (r->peer_skewed)
		skewed(&core[1], depth, 1, 0);
	else
		in_order(&core[1], depth, 1, 0, r->free_last);
	s.core[0] = ring_finish(&core[0]);
	s.core[1] = ring_finish(&core[1]);
	ring_judge(&s, NULL, &run);
	ring_discard(&core[0]);
	ring_discard(&core[1]);
	return run.end == RING_COMPLETE && !run.overwrites;
}

int64_t rings_safe_skew_depth(const SkewRings *r, int64_t wanted)
{
	for (int64_t d = wanted < DEEPEST ? wanted : DEEPEST; d >= 1; d--)
		if (rings_skew_is_safe(r, d))
			return d;
	return 0;
}
