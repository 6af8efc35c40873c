#include "checks/solver.h"

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
