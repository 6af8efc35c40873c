#include "model/term.h"

#include <criterion/criterion.h>

static Terms *t;

static void open_store(void) { t = terms_new(); }
static void close_store(void) { terms_free(t); }

TestSuite(term, .init = open_store, .fini = close_store);

static Term n(int64_t v) { return term_int(t, v); }
static Term fn(TermFn f, Term a, Term b) { return term_fn(t, f, (Term[]){a, b}, 2); }

Test(term, equal_polynomials_are_equal_handles) {
	Term x = term_symbol(t, "x"), y = term_symbol(t, "y");
	cr_expect_eq(term_add(t, x, y), term_add(t, y, x));
	cr_expect_eq(term_sub(t, term_add(t, x, y), y), x);
	cr_expect_eq(term_mul(t, term_add(t, x, n(1)), n(16)), term_add(t, n(16), term_scale(t, x, 16)));
	Term square = term_mul(t, term_add(t, x, y), term_sub(t, x, y));
	cr_expect_eq(square, term_sub(t, term_mul(t, x, x), term_mul(t, y, y)));
	cr_expect_eq(term_sub(t, x, x), n(0));
	cr_expect_neq(x, y);
}

Test(term, overflow_is_never_a_number) {
	Term big = n(INT64_MAX);
	cr_expect(!term_is_int(t, term_add(t, big, n(1)), NULL));
	cr_expect(!term_is_int(t, term_scale(t, big, 2), NULL));
	cr_expect_neq(term_add(t, big, n(1)), n(INT64_MIN));
	cr_expect_eq(term_add(t, big, n(1)), term_add(t, n(1), big), "the same overflow is the same unknown");
	cr_expect(!term_is_int(t, fn(FN_TRUNCDIV, n(INT64_MIN), n(-1)), NULL));
}

Test(term, both_readings_of_division) {
	struct { int64_t a, b, floor_q, floor_r, trunc_q, trunc_r; } row[] = {
		{7, 3, 2, 1, 2, 1}, {-7, 3, -3, 2, -2, -1}, {7, -3, -3, -2, -2, 1}, {-7, -3, 2, -1, 2, -1}, {-6, 3, -2, 0, -2, 0},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		Term a = n(row[i].a), b = n(row[i].b);
		cr_expect_eq(fn(FN_FLOORDIV, a, b), n(row[i].floor_q), "floor of row %zu", i);
		cr_expect_eq(fn(FN_FLOORMOD, a, b), n(row[i].floor_r), "floor remainder of row %zu", i);
		cr_expect_eq(fn(FN_TRUNCDIV, a, b), n(row[i].trunc_q), "truncation of row %zu", i);
		cr_expect_eq(fn(FN_TRUNCMOD, a, b), n(row[i].trunc_r), "truncated remainder of row %zu", i);
	}
	Term x = term_symbol(t, "x"), six = term_add(t, term_scale(t, x, 6), n(6)), seven = term_add(t, term_scale(t, x, 6), n(7));
	cr_expect_eq(fn(FN_TRUNCDIV, six, n(3)), term_add(t, term_scale(t, x, 2), n(2)));
	cr_expect_eq(fn(FN_FLOORMOD, seven, n(3)), n(1));
	cr_expect(!term_is_int(t, fn(FN_TRUNCMOD, seven, n(3)), NULL), "6x + 7 may be negative: the truncated remainder is not known");
	cr_expect(!term_is_int(t, fn(FN_FLOORDIV, x, n(0)), NULL));
}

Test(term, comparisons_and_choices_fold) {
	Term x = term_symbol(t, "x"), y = term_symbol(t, "y"), p = fn(FN_LT, x, y);
	cr_expect_eq(fn(FN_LT, x, term_add(t, x, n(1))), n(1));
	cr_expect_eq(fn(FN_EQ, term_scale(t, x, 2), n(3)), n(0), "an even number is not three");
	cr_expect_eq(fn(FN_EQ, term_scale(t, x, 2), n(4)), fn(FN_EQ, x, n(2)));
	cr_expect_eq(term_fn(t, FN_NOT, &p, 1), fn(FN_LE, y, x));
	cr_expect_eq(fn(FN_AND, p, term_fn(t, FN_NOT, &p, 1)), n(0));
	cr_expect_eq(term_fn(t, FN_ITE, (Term[]){p, x, x}, 3), x);
	cr_expect_eq(term_fn(t, FN_ITE, (Term[]){p, x, y}, 3), term_fn(t, FN_ITE, (Term[]){term_fn(t, FN_NOT, &p, 1), y, x}, 3));
	cr_expect_eq(fn(FN_MAX, x, term_sub(t, x, n(2))), x);
	cr_expect_eq(fn(FN_MIN, x, y), fn(FN_MIN, y, x));
}

static bool is_sealed(void *context, Term x) { return x == *(Term *)context; }

Test(term, substitution_normalises_and_respects_binders) {
	Term x = term_symbol(t, "x"), y = term_symbol(t, "y");
	Term read = term_apply(t, "read", (Term[]){term_add(t, x, n(1)), y}, 2), from[] = {x, y}, to[] = {y, x};
	cr_expect_eq(term_substitute(t, read, from, to, 2), term_apply(t, "read", (Term[]){term_add(t, y, n(1)), x}, 2), "all at once");
	cr_expect_eq(term_substitute(t, fn(FN_EQ, x, n(3)), &x, (Term[]){n(3)}, 1), n(1));
	Term sealed = term_apply(t, "loop", &x, 1), pair = term_apply(t, "pair", (Term[]){sealed, x}, 2);
	cr_expect_eq(term_rewrite(t, pair, &x, &y, 1, &(TermRewrite){&sealed, is_sealed, NULL}), term_apply(t, "pair", (Term[]){sealed, y}, 2));
	cr_expect(term_mentions(t, pair, x));
	cr_expect(!term_mentions(t, pair, y));
}

Test(term, depth_needs_no_stack) {
	Term x = term_symbol(t, "x"), y = term_symbol(t, "y"), deep = x;
	for (int i = 0; i < 300000; i++)
		deep = term_apply(t, "f", &deep, 1);
	cr_expect(term_mentions(t, deep, x));
	cr_expect(!term_mentions(t, term_substitute(t, deep, &x, &y, 1), x));
	Arena *a = arena_new();
	cr_expect_lt(strlen(term_text(t, a, deep, 100)), 104);
	arena_free(a);
}

Test(term, text_reads_as_arithmetic) {
	Arena *a = arena_new();
	Term x = term_symbol(t, "x");
	cr_expect_str_eq(term_text(t, a, term_add(t, term_scale(t, x, 16), n(-2)), 80), "16*x - 2");
	cr_expect_str_eq(term_text(t, a, fn(FN_MAX, x, n(0)), 80)[0] == 'm' ? "max" : "", "max");
	arena_free(a);
}
