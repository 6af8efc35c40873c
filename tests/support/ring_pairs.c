#include "tests/support/ring_pairs.h"

enum { C2V, V2C };

static void sends(RingBuilder *b, uint8_t ring, int64_t n) {
	while (n-- > 0)
		ring_event(b, RC_PUSH, ring);
}

static void takes(RingBuilder *b, uint8_t ring, int64_t n) {
	while (n-- > 0) {
		ring_event(b, RC_POP, ring);
		ring_event(b, RC_FREE, ring);
	}
}

/* push^D, (push^D (pop free)^D)^(trip/D - 1), (pop free)^D; unskewed: (push pop free)^trip */
static void producer(RingBuilder *b, const PairShape *p, uint8_t out, uint8_t in) {
	int64_t r = p->rate, d = p->skew ? p->skew : 1, rounds = p->trip / d;

	if (p->skew && rounds > 0) {
		sends(b, out, d * r);
		rounds--;
	}
	ring_loop(b, rounds);
	sends(b, out, d * r);
	takes(b, in, d * r);
	ring_next(b);
	if (p->skew && p->trip / d > 0)
		takes(b, in, d * r);
}

static void answering(RingBuilder *b, const PairShape *p) {
	ring_loop(b, p->trip * (int64_t)p->rate);
	ring_event(b, RC_POP, C2V);
	if (!p->free_last)
		ring_event(b, RC_FREE, C2V);
	ring_event(b, RC_PUSH, V2C);
	if (p->free_last)
		ring_event(b, RC_FREE, C2V);
	ring_next(b);
}

static void join(RingPair *out, Credits credits, int64_t c2v, int64_t v2c) {
	out->system = (RingSystem){ .credits = credits, .n_rings = 2, .n_cores = 2,
		.ring = { { c2v, 0, 1 }, { v2c, 1, 0 } },
		.core = { ring_finish(&out->core[0]), ring_finish(&out->core[1]) } };
}

void ring_pair(RingPair *out, const PairShape *shape) {
	memset(out, 0, sizeof *out);
	producer(&out->core[0], shape, C2V, V2C);
	if (shape->both)
		producer(&out->core[1], shape, V2C, C2V);
	else
		answering(&out->core[1], shape);
	join(out, shape->credits, shape->depth_c2v, shape->depth_v2c);
}

uint64_t ring_random(uint64_t *seed) {
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return *seed >> 33;
}

/* The same number of messages on both sides in every block, in a random order on each side, so that a good part completes. */
static void block(RingPair *out, uint64_t *seed, int64_t max_trip, unsigned nest) {
	unsigned messages[2] = { (unsigned)(ring_random(seed) % 4), (unsigned)(ring_random(seed) % 4) };

	if (nest > 0 && ring_random(seed) % 2) {
		int64_t trip = (int64_t)(ring_random(seed) % (uint64_t)(max_trip + 1));
		for (unsigned side = 0; side < 2; side++)
			ring_loop(&out->core[side], trip);
		for (unsigned i = (unsigned)(ring_random(seed) % 3); i-- > 0;)
			block(out, seed, max_trip, nest - 1);
		for (unsigned side = 0; side < 2; side++)
			ring_next(&out->core[side]);
	}
	for (uint8_t side = 0; side < 2; side++) {
		unsigned out_left = messages[side], in_left = messages[!side], held = 0;
		bool looped = ring_random(seed) % 4 == 0 && out_left > 1;
		if (looped) { /* unequal rates: one iteration a message here, straight code there */
			ring_loop(&out->core[side], out_left);
			ring_event(&out->core[side], RC_PUSH, side);
			ring_next(&out->core[side]);
			out_left = 0;
		}
		while (out_left + in_left + held > 0) {
			unsigned pick = (unsigned)(ring_random(seed) % 3);
			if (pick == 0 && out_left > 0 && out_left-- > 0)
				ring_event(&out->core[side], RC_PUSH, side);
			if (pick == 1 && in_left > 0 && in_left-- > 0 && ++held > 0)
				ring_event(&out->core[side], RC_POP, !side);
			if (pick == 2 && held > 0 && held-- > 0)
				ring_event(&out->core[side], RC_FREE, !side);
		}
	}
}

void ring_pair_random(RingPair *out, uint64_t *seed, int64_t max_trip) {
	memset(out, 0, sizeof *out);
	for (unsigned i = 1 + (unsigned)(ring_random(seed) % 3); i-- > 0;)
		block(out, seed, max_trip, 2);
	join(out, (Credits)(ring_random(seed) % 3), 1 + (int64_t)(ring_random(seed) % 8), 1 + (int64_t)(ring_random(seed) % 8));
}

void ring_pair_free(RingPair *p) {
	ring_discard(&p->core[0]);
	ring_discard(&p->core[1]);
}
