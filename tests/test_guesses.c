/* Where the inputs of a simulation come from when small numbers do not do: models of what the prover could not show, numbers of the programs. */
#include "checks/prove/prove.h"
#include "checks/simulate/promising.h"
#include "checks/simulate/tried.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#define FOLDER "tests/programs/check/"

static Program *read_side(const char *name, const char *side) {
	char path[200];
	Text text = { 0 };
	Program *p;

	snprintf(path, sizeof path, FOLDER "%s.%s.py", name, side);
	FILE *f = fopen(path, "rb");
	cr_assert(f, "%s", path);
	for (int c; (c = getc(f)) != EOF;)
		text_addc(&text, (char)c);
	fclose(f);
	p = snippet_parse(text.at, text.n);
	vec_free(&text);
	cr_assert(p, "%s", path);
	return p;
}

static int64_t value_of(const Guess *g, uint32_t param) {
	for (uint32_t i = 0; i < g->n; i++)
		if (g->param[i] == param)
			return g->value[i];
	return 0;
}

/* Of the pairs' parameters: src, dst, n = 2, m = 3. */
static bool tile_40_runs(int64_t n, int64_t m) { return n > 40 && m < n; }
static bool is_beyond_100(int64_t n, int64_t m) { (void)m; return n > 100; }
static bool is_odd_below_zero(int64_t n, int64_t m) { return n < 0 && n % 2 && n + m > 0; }
static bool sums_up(int64_t n, int64_t m) { return 5 * m + 3 * n == 317; }
static bool overlap(int64_t n, int64_t m) { return n - m - 5000 < 16 && m + 5000 - n < 16; }

Test(guesses, models_of_what_is_not_shown) {
	static const struct { const char *name; bool (*shows)(int64_t n, int64_t m); } cases[] = {
		{ "far_iteration", tile_40_runs }, { "far_from_start", tile_40_runs }, { "far_cap", is_beyond_100 },
		{ "remainder_below_zero", is_odd_below_zero }, { "equal_for_some", sums_up }, { "far_stores", overlap },
	};
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		Program *p = read_side(cases[k].name, "before"), *q = read_side(cases[k].name, "after");
		CheckOptions o = check_defaults();
		Arena *arena = arena_new();
		Proof proof = prove_function(p, 1, q, 1, NULL, &o, arena);
		bool found = false;
		for (uint32_t i = 0; i < proof.guesses.n; i++)
			found |= cases[k].shows(value_of(&proof.guesses.at[i], 2), value_of(&proof.guesses.at[i], 3));
		cr_expect(found, "%s: none of %u guesses shows it", cases[k].name, proof.guesses.n);
		Proof same = prove_function(p, 1, p, 1, NULL, &o, arena);
		cr_expect_eq(same.guesses.n, 0, "%s against itself", cases[k].name);
		arena_free(arena);
		ir_free(p);
		ir_free(q);
	}
}

Test(guesses, numbers_of_the_programs) {
	static const struct { const char *name; int64_t least, most, wanted[4]; } cases[] = {
		{ "far_iteration", -3, 12, { 42, 41, 40, 39 } },  /* which only one program has, before 16 of both */
		{ "far_iteration", -3, 40, { 42, 41 } },          /* what is tried anyway is left out */
		{ "far_cap", -3, 12, { 102, 101, 100, 99 } },
		{ "far_counter", -3, 12, { 79, 78, 77, 76 } },
	};
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		Program *p = read_side(cases[k].name, "before"), *q = read_side(cases[k].name, "after");
		Promising out;
		promising_find(p, 1, q, 1, cases[k].least, cases[k].most, &out);
		for (uint32_t i = 0; i < 4 && cases[k].wanted[i]; i++)
			cr_expect(i < out.n && out.at[i] == cases[k].wanted[i], "%s: %u numbers, number %u is %lld", cases[k].name, out.n, i,
				i < out.n ? (long long)out.at[i] : 0LL);
		for (uint32_t i = 0; i < out.n; i++)
			cr_expect(out.at[i] < cases[k].least || out.at[i] > cases[k].most, "%s: %lld", cases[k].name, (long long)out.at[i]);
		ir_free(p);
		ir_free(q);
	}
}

Test(guesses, what_was_tried) {
	static const int64_t runs[][2] = { { 3, 0 }, { 1, 0 }, { 2, 40 }, { 2, 0 }, { -7, 1 } };
	Terms *t = terms_new();
	Inputs *in = inputs_new(t, 12);
	Arena *arena = arena_new();
	Tried tried = { 0 };
	cr_expect_str_eq(tried_text(&tried, t, arena), "");
	for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
		inputs_begin(in, INPUT_VALUES, (Pick){ PICK_RANK, 0 });
		inputs_fix(in, (Chosen){ .what = term_symbol(t, "n"), .value = runs[k][0] });
		inputs_fix(in, (Chosen){ .what = term_symbol(t, "m"), .value = runs[k][1] });
		inputs_fix(in, (Chosen){ .what = term_symbol(t, "flag"), .is_condition = true, .value = k % 2 });
		tried_note(&tried, in);
	}
	cr_expect_str_eq(tried_text(&tried, t, arena), "n = -7, 1..3; m = 0, 1, 40; 1 condition either way");
	tried_free(&tried);
	arena_free(arena);
	inputs_free(in);
	terms_free(t);
}
