#include "analyzer/ring_depth.h"

/* Long enough for every ring to go round many times; the simulation skips what repeats. */
enum { GROUPS = 1 << 20, DEEPEST = 4096 };

static void sends(RingBuilder *b, uint8_t ring, int64_t n) {
	for (int64_t i = 0; i < n; i++)
		ring_event(b, RC_PUSH, ring);
}

static void takes(RingBuilder *b, uint8_t ring, int64_t n) {
	for (int64_t i = 0; i < n; i++) {
		ring_event(b, RC_POP, ring);
		ring_event(b, RC_FREE, ring);
	}
}

static void skewed(RingBuilder *b, int64_t depth, int64_t messages, uint8_t out, uint8_t in) {
	sends(b, out, depth);
	ring_loop(b, messages / depth - 1);
	sends(b, out, depth);
	takes(b, in, depth);
	ring_next(b);
	takes(b, in, depth);
}

static void in_order(RingBuilder *b, int64_t messages, uint8_t out, uint8_t in, const SkewRings *r) {
	ring_loop(b, messages);
	if (r->peer_first)
		ring_event(b, RC_PUSH, out);
	ring_event(b, RC_POP, in);
	if (!r->free_last)
		ring_event(b, RC_FREE, in);
	if (!r->peer_first)
		ring_event(b, RC_PUSH, out);
	if (r->free_last)
		ring_event(b, RC_FREE, in);
	ring_next(b);
}

SkewFit rings_skew_fit(const SkewRings *r, int64_t depth) {
	RingBuilder core[2] = { 0 };
	RingSystem s = { .credits = r->credits, .n_rings = 2, .n_cores = 2, .ring = { { r->out, 0, 1 }, { r->in, 1, 0 } } };
	RingRun run;
	int64_t peer_depth = r->peer_depth ? r->peer_depth : r->peer_skewed ? depth : 0;

	if (depth < 1 || depth > DEEPEST || peer_depth < 0 || peer_depth > DEEPEST || r->out < 1 || r->in < 1)
		return SKEW_BLOCKS;
	/* Both cores exchange one number of messages, whole groups of both. */
	int64_t messages = GROUPS * depth * (peer_depth ? peer_depth : 1);
	skewed(&core[0], depth, messages, 0, 1);
	if (peer_depth)
		skewed(&core[1], peer_depth, messages, 1, 0);
	else
		in_order(&core[1], messages, 1, 0, r);
	s.core[0] = ring_finish(&core[0]);
	s.core[1] = ring_finish(&core[1]);
	ring_judge(&s, NULL, &run);
	ring_discard(&core[0]);
	ring_discard(&core[1]);
	return run.end != RING_COMPLETE ? SKEW_BLOCKS : run.overwrites ? SKEW_OVERWRITES : SKEW_FITS;
}

bool rings_skew_is_safe(const SkewRings *r, int64_t depth) {
	return rings_skew_fit(r, depth) == SKEW_FITS;
}

int64_t rings_safe_skew_depth(const SkewRings *r, int64_t wanted) {
	for (int64_t d = wanted < DEEPEST ? wanted : DEEPEST; d >= 1; d--)
		if (rings_skew_is_safe(r, d))
			return d;
	return 0;
}
