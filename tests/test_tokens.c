/* One token of the program after a pass is another one: a check that still says proved has not looked, or has a reason.
 *
 * TILEPROOF_TOKENS=FILE: the whole run on the pairs named there, "before after" on each line; TILEPROOF_TOKENS_EACH: so many mutants of
 * a pair, 0: all. */
#include "checks/result.h"
#include "checks/used.h"
#include "model/parse.h"
#include "model/same.h"
#include "tests/support/generate.h"
#include "tests/support/tokens.h"

#include <criterion/criterion.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Counts { unsigned at[OB_COUNT][VERDICT_COUNT]; } Counts;

typedef struct Tally {
	unsigned pairs, tried, unreadable, equal, noticed, explained, survived;
	VEC(const char *) kinds; /* of survivors, with their first place */
	VEC(unsigned) times;
	Arena *arena;
	bool tells;
} Tally;

static void slurp(const char *file, Text *out) {
	FILE *f = fopen(file, "rb");
	cr_assert(f, "%s", file);
	for (int c; (c = getc(f)) != EOF;)
		text_addc(out, (char)c);
	text_end(out);
	fclose(f);
}

static Program *read_text(const char *file, const char *text, size_t n) {
	Diag *d = diag_new();
	Program *p = parse_program(file, text, n, d);
	if (p && d->errors) {
		ir_free(p);
		p = NULL;
	}
	diag_free(d);
	return p;
}

static Counts ask(Program *before, Program *after) {
	CheckOptions o = check_defaults();
	o.max_events = 30000;
	Report *r = report_new();
	check_programs(before, after, &o, r);
	Counts c = {0};
	for (uint32_t i = 0; i < r->results.n; i++)
		c.at[r->results.at[i].obligation][r->results.at[i].verdict]++;
	report_free(r);
	return c;
}

static bool is_good(unsigned v) { return v == VERDICT_PROVED || v == VERDICT_ASSUMED; }

/* Some obligation is answered less well than of the right program. */
static bool is_worse(const Counts *right, const Counts *now) {
	for (unsigned o = 0; o < OB_COUNT; o++)
		for (unsigned v = 0; v < VERDICT_COUNT; v++)
			if (!is_good(v) && now->at[o][v] > right->at[o][v])
				return true;
	return false;
}

static bool is_right(const Counts *c) {
	for (unsigned o = 0; o < OB_COUNT; o++)
		if (c->at[o][VERDICT_REFUTED])
			return false;
	return !c->at[OB_ORDER][VERDICT_UNKNOWN] && !c->at[OB_VALUES][VERDICT_UNKNOWN] && !c->at[OB_VALUES][VERDICT_UNSUPPORTED];
}

/* Changes that are none of the meaning. */
static const struct { const char *pattern, *reason; } explained[] = {
	{"line exchanged", "neighbours of which neither needs the other"},
	{"expr:pl.system.reserve_buffer(base*", "where a ring lies is for a later pass to say"},
	{"return variable", "the result of a store is the tensor itself"},
	{"*pl.const(1 name", "INDEX and INT64 are one width, and mix"},
	{"expr:pl.cast(1 name", "the same"},
	{"expr:pl.const(0 integer*", "the other factor is zero"},
};

static bool has_reason(const char *where) {
	for (size_t i = 0; i < sizeof explained / sizeof *explained; i++)
		if (!fnmatch(explained[i].pattern, where, 0))
			return true;
	return false;
}

typedef VEC(unsigned) Lines;

/* Lines of definitions that nothing depends on that can be seen from outside. */
static void find_dead(const Program *p, const bool *used, Block b, Lines *out) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		if (s->kind == S_ASSIGN && !used[s->var])
			vec_push(out, s->span.line);
		find_dead(p, used, s->body, out);
		find_dead(p, used, s->orelse, out);
	}
}

static bool is_dead(const Lines *dead, unsigned line) {
	for (uint32_t i = 0; i < dead->n; i++)
		if (dead->at[i] == line)
			return true;
	return false;
}

static void survive(Tally *t, const char *file, const char *text, const TokenMutant *m) {
	t->survived++;
	if (t->tells)
		fprintf(stderr, "SURVIVOR %s\t%s:%u\t%.*s -> %s\n", m->where, file, m->line, (int)(m->length < 100 ? m->length : 100), text + m->at, m->put);
	for (uint32_t i = 0; i < t->kinds.n; i++)
		if (!strncmp(t->kinds.at[i], m->where, strlen(m->where)) && t->kinds.at[i][strlen(m->where)] == '\n') {
			t->times.at[i]++;
			return;
		}
	vec_push(&t->kinds, arena_printf(t->arena, "%s\n\t%s:%u: %.*s -> %s", m->where, file, m->line, (int)(m->length < 100 ? m->length : 100),
		text + m->at, m->put));
	vec_push(&t->times, 1);
}

static void try_one(Tally *t, Program *before, Program *after, const char *file, const Text *text, const TokenMutant *m, const Counts *right,
	const Lines *dead) {
	Text changed = {0};
	token_mutant_text(text->at, text->n, m, &changed);
	Program *p = read_text(file, changed.at, changed.n);
	Difference difference;
	t->tried++;
	if (!p) {
		t->unreadable++;
	} else if (same_programs(after, p, false, t->arena, &difference)) {
		t->equal++;
	} else {
		Counts now = ask(before, p);
		if (is_worse(right, &now))
			t->noticed++;
		else if (has_reason(m->where) || is_dead(dead, m->line))
			t->explained++;
		else
			survive(t, file, text->at, m);
	}
	ir_free(p);
	vec_free(&changed);
}

static void try_pair(Tally *t, const char *before_file, const char *after_file, unsigned each, uint64_t seed) {
	Text x = {0}, y = {0};
	slurp(before_file, &x);
	slurp(after_file, &y);
	Program *before = read_text(before_file, x.at, x.n), *after = read_text(after_file, y.at, y.n);
	cr_assert(before && after, "%s, %s", before_file, after_file);
	Counts right = ask(before, after);
	if (is_right(&right)) {
		Arena *arena = arena_new();
		TokenMutants all = {0};
		token_mutants(y.at, y.n, arena, &all);
		Lines dead = {0};
		for (FuncId f = 1; f <= ir_func_count(after); f++)
			find_dead(after, used_variables(after, f, arena), ir_func(after, f)->body, &dead);
		t->pairs++;
		for (uint32_t k = 0; k < all.n && (!each || k < each); k++)
			try_one(t, before, after, after_file, &y, &all.at[each ? random_below(&seed, all.n) : k], &right, &dead);
		vec_free(&dead);
		vec_free(&all);
		arena_free(arena);
	}
	ir_free(before);
	ir_free(after);
	vec_free(&x);
	vec_free(&y);
}

static void tell(const Tally *t) {
	fprintf(stderr, "%u pairs, %u mutants: %u unreadable, %u equal, %u noticed, %u explained, %u survived\n", t->pairs, t->tried, t->unreadable, t->equal,
		t->noticed, t->explained, t->survived);
	for (uint32_t i = 0; i < t->kinds.n; i++)
		fprintf(stderr, "%u\t%s\n", t->times.at[i], t->kinds.at[i]);
}

Test(tokens, kept_kernels) {
	static const char *const pairs[][2] = {
		{"mx01_attend_rows/a2a3_PTOAS/passes_dump/26_after_NormalizeReturnOrder.py", "mx01_attend_rows/a2a3_PTOAS/passes_dump/27_after_SkewCrossCorePipeline.py"},
		{"mx01_attend_rows/a2a3_PTOAS/passes_dump/27_after_SkewCrossCorePipeline.py", "mx01_attend_rows/a2a3_PTOAS/passes_dump/28_after_LowerPipelineToSlots.py"},
		{"sc03_rms_two_pass/a2a3_PTOAS/passes_dump/27_after_SkewCrossCorePipeline.py", "sc03_rms_two_pass/a2a3_PTOAS/passes_dump/28_after_LowerPipelineToSlots.py"},
		{"sc03_rms_two_pass/a2a3_PYPTO/passes_dump/28_after_LowerPipelineToSlots.py", "sc03_rms_two_pass/a2a3_PYPTO/passes_dump/29_after_LowerPipelineLoops.py"},
	};
	Tally t = {.arena = arena_new()};
	const char *list = getenv("TILEPROOF_TOKENS"), *number = getenv("TILEPROOF_TOKENS_EACH");
	unsigned each = number ? (unsigned)strtoul(number, NULL, 10) : 60;
	if (list) {
		FILE *f = fopen(list, "r");
		cr_assert(f, "%s", list);
		char before[500], after[500];
		t.tells = true;
		for (uint64_t seed = 1; fscanf(f, "%499s %499s", before, after) == 2; seed++)
			try_pair(&t, before, after, each, seed);
		fclose(f);
		tell(&t);
	} else
		for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
			char before[500], after[500];
			snprintf(before, sizeof before, "tests/data/kernels/%s", pairs[i][0]);
			snprintf(after, sizeof after, "tests/data/kernels/%s", pairs[i][1]);
			try_pair(&t, before, after, each, i + 1);
		}
	cr_expect_eq(t.survived, 0, "%u mutants are not noticed, the first: %s", t.survived, t.kinds.n ? t.kinds.at[0] : "");
	cr_expect(list || t.noticed > t.tried / 2, "%u of %u", t.noticed, t.tried);
	vec_free(&t.kinds);
	vec_free(&t.times);
	arena_free(t.arena);
}
