/* Two cores on two rings, one skewed: time until the answer, against trip count. With arguments SLOTS SKEW GROUPS: one line for
 * tests/bench/rings_spin.sh, which asks the model checker SPIN the same. */
#include "analyzer/ring_sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { C2V, V2C };

static double now(void) {
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void events(RingBuilder *b, RingOp op, uint8_t ring, int64_t n) {
	while (n-- > 0) {
		ring_event(b, op, ring);
		if (op == RC_POP)
			ring_event(b, RC_FREE, ring);
	}
}

static RingEnd play(int64_t slots, int64_t skew, int64_t groups, Credits credits, uint64_t *steps) {
	RingBuilder core[2] = { 0 };
	RingSystem s = { .credits = credits, .n_rings = 2, .n_cores = 2, .ring = { { slots, 0, 1 }, { slots, 1, 0 } } };
	RingRun run;

	events(&core[0], RC_PUSH, C2V, skew);
	ring_loop(&core[0], groups - 1);
	events(&core[0], RC_PUSH, C2V, skew);
	events(&core[0], RC_POP, V2C, skew);
	ring_next(&core[0]);
	events(&core[0], RC_POP, V2C, skew);
	ring_loop(&core[1], groups * skew);
	events(&core[1], RC_POP, C2V, 1);
	events(&core[1], RC_PUSH, V2C, 1);
	ring_next(&core[1]);
	s.core[0] = ring_finish(&core[0]);
	s.core[1] = ring_finish(&core[1]);
	ring_judge(&s, NULL, &run);
	*steps = run.steps;
	ring_discard(&core[0]);
	ring_discard(&core[1]);
	return run.end;
}

static void line(int64_t slots, int64_t skew, int64_t groups, Credits credits) {
	uint64_t steps;
	double start = now(), seconds;
	unsigned rounds = 0;
	RingEnd end;

	do {
		end = play(slots, skew, groups, credits, &steps);
		rounds++;
	} while (now() - start < 0.05);
	seconds = (now() - start) / rounds;
	printf("%-6s %2lld slots, skew %lld, trip %11lld: %-8s %8.1f us, %llu steps\n", credits_name(credits), (long long)slots, (long long)skew,
	       (long long)(groups * skew), end == RING_COMPLETE ? "live" : end == RING_STUCK ? "deadlock" : "?", seconds * 1e6, (unsigned long long)steps);
}

int main(int argc, char **argv) {
	static const int64_t groups[] = { 32, 1024, 131072, 1 << 20, INT64_C(1) << 30 };

	if (argc == 4) {
		line(atoll(argv[1]), atoll(argv[2]), atoll(argv[3]), CREDITS_IDEAL);
		return 0;
	}
	for (unsigned c = 0; c < 3; c++)
		for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++) {
			line(2, 2, groups[i], (Credits)c);
			line(2, 3, groups[i], (Credits)c);
			line(8, 7, groups[i], (Credits)c);
		}
	return 0;
}
