#include "checks/prove/points.h"

#include <criterion/criterion.h>

static Terms *t;
static Solver *s;

static void open_solver(void) {
	t = terms_new();
	s = solver_new(t, 5000, 10000000, NULL);
}

static void close_solver(void) {
	solver_free(s);
	terms_free(t);
}

TestSuite(solver, .init = open_solver, .fini = close_solver);

static Term n(int64_t v) { return term_int(t, v); }
static Term fn(TermFn f, Term a, Term b) { return term_fn(t, f, (Term[]){a, b}, 2); }

/* Z3 must read every interpreted function as the term store folds it. */
Test(solver, agrees_with_folding) {
	TermFn fns[] = {FN_FLOORDIV, FN_FLOORMOD, FN_TRUNCDIV, FN_TRUNCMOD, FN_MIN, FN_MAX, FN_EQ, FN_LT, FN_LE};
	Term x = term_symbol(t, "x");
	for (size_t k = 0; k < sizeof fns / sizeof *fns; k++) {
		for (int64_t a = -9; a <= 9; a += 2) {
			Term is_a = fn(FN_EQ, x, n(a));
			Term claim = fn(FN_EQ, fn(fns[k], x, n(4)), fn(fns[k], n(a), n(4)));
			cr_expect_eq(solver_implies(s, &is_a, 1, claim), ANSWER_YES, "function %d at %d", (int)fns[k], (int)a);
		}
	}
}

Test(solver, remainder_of_a_cascade) {
	Term count = term_symbol(t, "n"), main_trips = fn(FN_TRUNCDIV, count, n(4));
	Term rest = term_sub(t, count, term_scale(t, main_trips, 4));
	Term nonnegative = fn(FN_LE, n(0), count);
	cr_expect_eq(solver_implies(s, &nonnegative, 1, fn(FN_LT, rest, n(4))), ANSWER_YES);
	cr_expect_eq(solver_implies(s, NULL, 0, fn(FN_LE, n(0), rest)), ANSWER_NO, "truncation leaves a negative rest of a negative number");
	int64_t value = 0;
	cr_expect(solver_value(s, count, &value));
	cr_expect_lt(value, 0);
}

Test(solver, unknown_functions_are_equal_only_to_themselves) {
	Term x = term_symbol(t, "x"), f = term_apply(t, "f", &x, 1), g = term_apply(t, "g", &x, 1);
	cr_expect_eq(solver_implies(s, NULL, 0, fn(FN_EQ, f, g)), ANSWER_NO);
	cr_expect_eq(solver_implies(s, NULL, 0, fn(FN_LE, f, term_add(t, f, n(1)))), ANSWER_YES);
}

Test(solver, contradictory_facts_are_seen) {
	Term x = term_symbol(t, "x"), facts[] = {fn(FN_LT, x, n(0)), fn(FN_LT, n(0), x)};
	cr_expect_eq(solver_satisfiable(s, facts, 2), ANSWER_NO);
	cr_expect_eq(solver_satisfiable(s, facts, 1), ANSWER_YES);
}

/* A kept counterexample refutes the question it comes from, as the solver reads it, and nothing that the solver proves. */
Test(solver, points_read_terms_as_the_solver_does) {
	TermFn fns[] = {FN_FLOORDIV, FN_FLOORMOD, FN_TRUNCDIV, FN_TRUNCMOD, FN_MIN, FN_MAX, FN_EQ, FN_LT, FN_LE, FN_AND, FN_OR};
	Points *points = points_new(t);
	Term x = term_symbol(t, "x"), y = term_apply(t, "unknown", &x, 1);
	int refuted = 0, proved = 0;
	for (size_t k = 0; k < sizeof fns / sizeof *fns; k++) {
		for (int64_t a = -9; a <= 9; a += 3) {
			for (int64_t by = -4; by <= 4; by += 8) {
				Term facts[] = {fn(FN_LE, n(a), x), fn(FN_LE, y, term_add(t, x, n(2)))};
				Term value = fn(fns[k], term_sub(t, x, term_scale(t, y, 3)), n(by));
				Term goals[] = {fn(FN_EQ, value, n(0)), fn(FN_LE, n(a), x), term_fn(t, FN_ITE, (Term[]){fn(FN_LT, n(2), value), y, value}, 3)};
				for (size_t g = 0; g < sizeof goals / sizeof *goals; g++) {
					bool by_point = points_refute(points, facts, 2, goals[g]);
					Answer answer = solver_implies(s, facts, 2, goals[g]);
					cr_expect(!by_point || answer != ANSWER_YES, "function %d by %d, %d: goal %zu", (int)fns[k], (int)by, (int)a, g);
					proved += answer == ANSWER_YES;
					if (answer != ANSWER_NO)
						continue;
					points_keep(points, s, facts, 2, goals[g]);
					refuted++;
					cr_expect(points_refute(points, facts, 2, goals[g]), "function %d by %d, %d: goal %zu", (int)fns[k], (int)by, (int)a, g);
				}
			}
		}
	}
	cr_expect_gt(refuted, 100);
	cr_expect_gt(proved, 100);
	points_free(points);
}

Test(solver, numbers_beyond_64_bits_refute_nothing) {
	Points *points = points_new(t);
	Term x = term_symbol(t, "x"), large = fn(FN_EQ, x, n(INT64_MAX));
	cr_assert_eq(solver_implies(s, &large, 1, n(0)), ANSWER_NO);
	points_keep(points, s, &large, 1, n(0));
	cr_expect(points_refute(points, &large, 1, n(0)));
	cr_expect(!points_refute(points, &large, 1, fn(FN_LE, term_mul(t, x, x), n(0))), "the square of the largest number is not computed");
	points_free(points);
}
