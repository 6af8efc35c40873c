#include "analyzer/ring_sim.h"
#include "tests/support/ring_pairs.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* One row per ring depth 1..8, one letter per skew depth 1..8: '.' runs, 'D' deadlocks, 'O' runs but overwrites (machine.md E.1). */
typedef struct Table {
	const char *name;
	bool both;
	Credits credits;
	const char *row[8];
} Table;

static const Table tables[] = {
	{ "one producer-first core, ideal", false, CREDITS_IDEAL,
	  { ".DDDDDDD", "..DDDDDD", "...DDDDD", "....DDDD", ".....DDD", "......DD", ".......D", "........" } },
	{ "one producer-first core, a2a3", false, CREDITS_A2A3,
	  { ".DDDDDDD", "..DDDDDD", "...DDDDD", "....DDDD", "..OOOODD", "......DD", "...OOOOO", "......D." } },
	{ "one producer-first core, a5", false, CREDITS_A5,
	  { ".DDDDDDD", "..DDDDDD", "...DDDDD", "....DDDD", "..OOOODD", "......DD", "...OOOOO", "......D." } },
	{ "two producer-first cores, ideal", true, CREDITS_IDEAL,
	  { "DDDDDDDD", ".DDDDDDD", ".DDDDDDD", "..DDDDDD", "..DDDDDD", "...DDDDD", "...DDDDD", "....DDDD" } },
	{ "two producer-first cores, a5", true, CREDITS_A5,
	  { "DDDDDDDD", "DDDDDDDD", ".DDDDDDD", "..DDDDDD", ".ODDDDDD", "...DDDDD", ".OODDDDD", "..D.DDDD" } },
};

static char judged(const PairShape *shape, uint64_t *steps) {
	RingPair pair;
	RingRun run;

	ring_pair(&pair, shape);
	ring_judge(&pair.system, NULL, &run);
	ring_pair_free(&pair);
	*steps = run.steps;
	return run.end == RING_STUCK ? 'D' : run.end != RING_COMPLETE ? '?' : run.overwrites ? 'O' : '.';
}

Test(ring_sim, table_of_skew_depths_and_ring_depths) {
	for (unsigned t = 0; t < sizeof tables / sizeof *tables; t++)
		for (int64_t depth = 1; depth <= 8; depth++)
			for (int64_t skew = 1; skew <= 8; skew++)
				for (unsigned last = 0; last < 2; last++) {
					PairShape shape = { depth, depth, skew, skew * 6, 1, last, tables[t].both, tables[t].credits };
					uint64_t steps;
					char got = judged(&shape, &steps), want = tables[t].row[depth - 1][skew - 1];
					cr_expect_eq(got, want, "%s, ring %d, skew %d, release %s: got %c, expected %c", tables[t].name, (int)depth, (int)skew,
					             last ? "last" : "first", got, want);
				}
}

Test(ring_sim, cost_does_not_grow_with_the_trip_count) {
	for (int64_t skew = 0; skew <= 8; skew++) {
		PairShape shape = { 8, 8, skew, (int64_t)(skew ? skew : 1) << 31, 1, false, false, CREDITS_IDEAL };
		uint64_t steps;
		cr_expect_eq(judged(&shape, &steps), '.', "skew %d", (int)skew);
		cr_expect_lt(steps, 2000, "skew %d took %lu steps", (int)skew, (unsigned long)steps);
	}
}

static void expect_same(const RingPair *pair, const char *what, unsigned long number) {
	for (uint32_t k = 0; k < 3; k++) {
		uint32_t eager = k == 2 ? RING_FAIR : k;
		RingRunOptions fast = { .eager = eager }, plain = { .eager = eager, .plain = true };
		RingRun a, b;
		ring_run(&pair->system, &fast, &a);
		ring_run(&pair->system, &plain, &b);
		cr_expect_eq(a.end, b.end, "%s %lu: ends differ", what, number);
		cr_expect_eq(a.overwrites, b.overwrites, "%s %lu: overwrites differ", what, number);
		cr_expect_eq(a.overwrite.message, b.overwrite.message, "%s %lu: first overwrites differ", what, number);
		for (uint32_t r = 0; r < pair->system.n_rings; r++) {
			cr_expect_eq(a.peak[r], b.peak[r], "%s %lu: peaks differ", what, number);
			cr_expect_eq(memcmp(&a.last.ring[r], &b.last.ring[r], sizeof a.last.ring[r]), 0, "%s %lu: final counts differ", what, number);
		}
		for (uint32_t c = 0; c < 2; c++)
			cr_expect_eq(a.last.core[c].pc, b.last.core[c].pc, "%s %lu: cores end at different places", what, number);
	}
}

Test(ring_sim, skipping_agrees_with_plain_simulation) {
	unsigned long count = getenv("TILEPROOF_SLOW") ? 5000 : 400;
	uint64_t seed = 20260821;

	for (unsigned long i = 0; i < count; i++) {
		RingPair pair;
		int64_t skew = (int64_t)(ring_random(&seed) % 9);
		PairShape shape = { 1 + (int64_t)(ring_random(&seed) % 8), 1 + (int64_t)(ring_random(&seed) % 8), skew,
			(int64_t)(ring_random(&seed) % 21), 1 + (unsigned)(ring_random(&seed) % 3), ring_random(&seed) % 2, ring_random(&seed) % 4 == 0,
			(Credits)(ring_random(&seed) % 3) };
		shape.trip -= skew ? shape.trip % skew : 0;
		ring_pair(&pair, &shape);
		expect_same(&pair, "skewed pair", i);
		ring_pair_free(&pair);
		ring_pair_random(&pair, &seed, 20);
		expect_same(&pair, "random pair", i);
		ring_pair_free(&pair);
	}
}
