/* Proofs under symbolic bounds against plain simulation of each value. */
#include "analyzer/ring_sim.h"
#include "checks/rings/ring_joint.h"
#include "checks/rings/ring_period.h"
#include "tests/support/ring_pairs.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static Term fn2(Terms *t, TermFn fn, Term a, Term b) {
	Term args[2] = { a, b };

	return term_fn(t, fn, args, 2);
}

/* Replaces a loop's number of iterations by a term. */
static void make_symbolic(RingPair *pair, uint32_t core, uint32_t loop_number, Term trip) {
	for (uint32_t i = 0; i < pair->core[core].code.n; i++)
		if (pair->core[core].code.at[i].op == RC_LOOP && loop_number-- == 0) {
			pair->core[core].code.at[i].trip = RING_UNKNOWN_TRIP;
			pair->core[core].code.at[i].term = trip;
		}
}

static bool good_at(const RingSystem *s, const Terms *terms, Term n, int64_t value) {
	RingBinding bind = { n, value };
	RingRunOptions o = { .plain = true, .terms = terms, .binding = &bind, .n_bindings = 1 };
	RingRun run;

	ring_judge(s, &o, &run);
	return ring_run_is_good(s, &run);
}

static void expect_agreement(const RingSystem *s, const Terms *terms, Term n, int64_t most, const char *what, unsigned long number, unsigned *decided) {
	RingPeriod r;

	ring_period(s, terms, n, &r);
	*decided += r.proved || r.bad;
	if (r.proved)
		for (int64_t v = -3; v <= most; v++)
			cr_expect(good_at(s, terms, n, v), "%s %lu: proved, but plain simulation is not good at n = %d", what, number, (int)v);
	if (r.bad) {
		cr_expect(!good_at(s, terms, n, r.bad_n), "%s %lu: plain simulation is good at the witness n = %d", what, number, (int)r.bad_n);
		for (int64_t v = 0; v < r.bad_n; v++)
			cr_expect(good_at(s, terms, n, v), "%s %lu: n = %d is a smaller witness than %d", what, number, (int)v, (int)r.bad_n);
	}
}

/* Producer: groups of D, max(0, n) + 1 of them; peer: D * rate messages a group, one by one. */
Test(ring_proofs, periodic_argument_agrees_with_simulation) {
	unsigned long count = getenv("TILEPROOF_SLOW") ? 5000 : 150;
	unsigned decided = 0;
	uint64_t seed = 4711;

	for (unsigned long i = 0; i < count; i++) {
		Terms *t = terms_new();
		Term n = term_symbol(t, "n"), rounds = fn2(t, FN_MAX, n, term_int(t, 0));
		RingPair pair;
		int64_t d = (int64_t)(ring_random(&seed) % 9), unit;
		PairShape shape = { 1 + (int64_t)(ring_random(&seed) % 8), 1 + (int64_t)(ring_random(&seed) % 8), d, 2 * (d ? d : 1),
			1 + (unsigned)(ring_random(&seed) % 3), ring_random(&seed) % 2, ring_random(&seed) % 4 == 0, (Credits)(ring_random(&seed) % 3) };
		unit = (d ? d : 1) * (int64_t)shape.rate;
		ring_pair(&pair, &shape);
		make_symbolic(&pair, 0, 0, rounds);
		make_symbolic(&pair, 1, 0, shape.both ? rounds : term_scale(t, d ? term_add(t, rounds, term_int(t, 1)) : rounds, unit));
		expect_agreement(&pair.system, t, n, 20, "skewed pair", i, &decided);
		ring_pair_free(&pair);
		terms_free(t);
	}
	cr_expect_gt(decided * 100, count * 95, "only %u of %lu pairs were decided", decided, count);
}

/* One side in groups of F with a remainder, the other one by one: replication of one side only. */
Test(ring_proofs, replicated_with_remainder) {
	for (int64_t f = 2; f <= 5; f++)
		for (int64_t g = 1; g <= 4; g++)
			for (int64_t depth = 1; depth <= 3; depth++) {
				Terms *t = terms_new();
				Term n = fn2(t, FN_MAX, term_symbol(t, "n"), term_int(t, 0));
				RingBuilder b[2] = { 0 };
				RingSystem s = { .credits = CREDITS_A5, .n_rings = 1, .n_cores = 2, .ring = { { depth, 0, 1 } } };
				const int64_t by[2] = { f, g };
				RingPeriod r;
				for (unsigned side = 0; side < 2; side++) {
					Term width = term_int(t, by[side]);
					ring_loop_term(&b[side], fn2(t, FN_TRUNCDIV, n, width));
					for (int64_t i = 0; i < by[side]; i++) {
						ring_event(&b[side], side ? RC_POP : RC_PUSH, 0);
						if (side)
							ring_event(&b[side], RC_FREE, 0);
					}
					ring_next(&b[side]);
					ring_loop_term(&b[side], fn2(t, FN_TRUNCMOD, n, width));
					ring_event(&b[side], side ? RC_POP : RC_PUSH, 0);
					if (side)
						ring_event(&b[side], RC_FREE, 0);
					ring_next(&b[side]);
					s.core[side] = ring_finish(&b[side]);
				}
				ring_period(&s, t, term_symbol(t, "n"), &r);
				cr_expect(r.proved, "groups of %d and %d on %d slots: %s", (int)f, (int)g, (int)depth, r.why ? r.why : "bad");
				ring_discard(&b[0]);
				ring_discard(&b[1]);
				terms_free(t);
			}
}

/* The same program with one count wrong must be refuted, and from the smallest n that shows it. */
Test(ring_proofs, a_lost_message_is_found) {
	Terms *t = terms_new();
	Term n = term_symbol(t, "n");
	PairShape shape = { 2, 2, 0, 1, 1, false, false, CREDITS_IDEAL };
	RingPair pair;
	RingPeriod r;

	ring_pair(&pair, &shape);
	make_symbolic(&pair, 0, 0, fn2(t, FN_MAX, n, term_int(t, 0)));
	make_symbolic(&pair, 1, 0, fn2(t, FN_MAX, fn2(t, FN_MIN, n, term_int(t, 5)), term_int(t, 0)));
	ring_period(&pair.system, t, n, &r);
	cr_expect(r.bad && !r.proved);
	cr_expect_eq(r.bad_n, 6, "got %d", (int)r.bad_n);
	ring_pair_free(&pair);
	terms_free(t);
}

/* for n: if c(i): push, pop, free | for n: if c(i): pop, free, push. Both loops and conditions are shared, nothing else is known. */
Test(ring_proofs, joint_execution_of_shared_conditions) {
	for (unsigned wrong = 0; wrong < 3; wrong++) { /* 1: the peer's condition is another; 2: its loop has another trip count */
		Terms *t = terms_new();
		Arena *a = arena_new();
		RingBuilder b[2] = { 0 };
		RingSystem s = { .credits = CREDITS_IDEAL, .n_rings = 2, .n_cores = 2, .ring = { { 1, 0, 1 }, { 1, 1, 0 } } };
		RingJoint r;
		for (unsigned side = 0; side < 2; side++) {
			Term i = term_symbol(t, side ? "i" : "j"), condition = fn2(t, FN_LE, term_symbol(t, side && wrong == 1 ? "q" : "p"), i);
			ring_loop_term(&b[side], term_symbol(t, side && wrong == 2 ? "m" : "n"));
			b[side].code.at[0].symbol = i;
			b[side].code.at[0].start = term_int(t, 0);
			b[side].code.at[0].step = term_int(t, 1);
			vec_push(&b[side].code, ((RingInsn){ .op = RC_BRANCH, .trip = -1, .term = condition, .target = 5 }));
			ring_event(&b[side], side ? RC_POP : RC_PUSH, 0);
			ring_event(&b[side], side ? RC_FREE : RC_POP, side ? 0 : 1);
			ring_event(&b[side], side ? RC_PUSH : RC_FREE, 1);
			ring_next(&b[side]);
			s.core[side] = ring_finish(&b[side]);
		}
		ring_joint(&s, t, a, &r);
		cr_expect_eq(r.complete && r.balanced && r.released && r.alternating, wrong == 0, "variant %u: %s", wrong, r.why ? r.why : "");
		cr_expect_eq(r.why == NULL, wrong == 0);
		ring_discard(&b[0]);
		ring_discard(&b[1]);
		arena_free(a);
		terms_free(t);
	}
}
