/* Witnesses: complete, and none is smaller - found out by running both programs on everything below. */
#include "checks/simulate/pair_run.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#define PROVE "tests/programs/prove/"
#define CHECK "tests/programs/check/"

enum { MOST_INPUTS = 4, MOST_POINTS = 400 };

typedef struct Named { char name[40]; int64_t value; } Named;

static char *slurp(const char *path, size_t *n) {
	FILE *f = fopen(path, "rb");
	cr_assert_not_null(f, "%s", path);
	fseek(f, 0, SEEK_END);
	*n = (size_t)ftell(f);
	rewind(f);
	char *text = malloc(*n + 1);
	cr_assert_eq(fread(text, 1, *n, f), *n);
	text[*n] = '\0';
	fclose(f);
	return text;
}

/* "n = 3, m = 4"; 0: something else than parameters is chosen. */
static unsigned inputs_of(const char *text, Named out[MOST_INPUTS]) {
	unsigned n = 0;
	while (*text && n < MOST_INPUTS) {
		int used = 0;
		long long v;
		if (sscanf(text, "%39[A-Za-z0-9_] = %lld%n", out[n].name, &v, &used) < 2)
			return 0;
		out[n++].value = v;
		text += used;
		if (*text)
			text += strncmp(text, ", ", 2) ? 0 : 2;
	}
	return *text ? 0 : n;
}

static bool differs(PairRun *r, Obligation o, const Named *in, const int64_t *value, unsigned n) {
	pair_run_use(r, r->numbers);
	inputs_begin(r->inputs, INPUT_CONCRETE, (Pick){0});
	for (unsigned i = 0; i < n; i++)
		inputs_fix(r->inputs, (Chosen){term_symbol(r->t, in[i].name), false, value[i]});
	pair_run(r);
	const Gap *g = o == OB_ORDER ? &r->gaps.order : o == OB_VALUES ? &r->gaps.values : &r->gaps.effects;
	return g->found;
}

static int64_t size_of(int64_t v) { return v < 0 ? -v : v; }

static void expect_smallest(PairRun *r, const char *file, const Result *x, unsigned *checked) {
	Named in[MOST_INPUTS];
	unsigned n = inputs_of(x->witness->inputs, in);
	int64_t value[MOST_INPUTS], sum = 0, points = 1;
	for (unsigned i = 0; i < n; i++) {
		value[i] = in[i].value;
		sum += size_of(in[i].value);
		points *= size_of(in[i].value) + 1;
	}
	if (!n || points > MOST_POINTS)
		return;
	const char *name = obligation_rows[x->obligation].name;
	cr_expect(differs(r, x->obligation, in, value, n), "%s: %s: nothing to see with %s", file, name, x->witness->inputs);
	for (int64_t k = 0; k < points; k++) {
		int64_t rest = k, smaller = 0;
		for (unsigned i = 0; i < n; i++) {
			int64_t room = size_of(in[i].value) + 1, v = rest % room;
			value[i] = in[i].value < 0 ? -v : v;
			smaller += v;
			rest /= room;
		}
		if (smaller < sum)
			cr_expect(!differs(r, x->obligation, in, value, n), "%s: %s: differs with smaller inputs than %s: %lld, ...", file, name,
				x->witness->inputs, (long long)value[0]);
	}
	++*checked;
}

static void expect_complete(const char *file, const Result *x) {
	const Witness *w = x->witness;
	const char *name = obligation_rows[x->obligation].name;
	cr_assert(w && w->replayed, "%s: %s", file, name);
	cr_expect(*w->where && *w->before && *w->after && w->before_rounds && w->after_rounds, "%s: %s", file, name);
	cr_expect(strcmp(w->before, w->after) || strcmp(w->before_rounds, w->after_rounds), "%s: %s: both values read '%s'", file, name, w->before);
	cr_expect((w->trip < 0) == (w->iteration < 0) && (w->trip < 0 || w->iteration < w->trip), "%s: %s: iteration %lld of %lld", file, name,
		(long long)w->iteration, (long long)w->trip);
	if (*w->before_rounds) {
		char wanted[80];
		snprintf(wanted, sizeof wanted, "iteration %lld of the loop at line ", (long long)w->iteration);
		cr_expect(!strncmp(w->before_rounds, wanted, strlen(wanted)), "%s: %s: '%s'", file, name, w->before_rounds);
	}
	cr_expect(w->before_at.line || w->after_at.line || strstr(w->where, "tensor"), "%s: %s: no line", file, name);
}

static unsigned judge(const char *file, Program *before, Program *after, bool floor_division, unsigned *refuted) {
	CheckOptions o = check_defaults();
	o.max_events = 60000;
	o.floor_division = floor_division;
	cr_assert(obligations_parse("order,values,effects", &o.only));
	Report *r = report_new();
	unsigned checked = 0;
	check_programs(before, after, &o, r);
	Functions *of_before = functions_new(before), *of_after = functions_new(after);
	for (uint32_t i = 0; i < r->results.n; i++) {
		const Result *x = &r->results.at[i];
		if (x->verdict != VERDICT_REFUTED)
			continue;
		expect_complete(file, x);
		++*refuted;
		Unit u = {.before = before, .after = after, .f_before = functions_named(of_before, x->function, 0),
			.f_after = functions_named(of_after, x->function, 0), .of_before = of_before, .of_after = of_after, .options = &o, .arena = r->arena};
		PairRun *run = pair_run_new(&u);
		run->left = UINT64_MAX;
		expect_smallest(run, file, x, &checked);
		pair_run_free(run);
	}
	functions_free(of_before);
	functions_free(of_after);
	report_free(r);
	return checked;
}

Test(witness, smallest_of_prove) {
	DIR *d = opendir(PROVE);
	unsigned checked = 0, refuted = 0;
	cr_assert_not_null(d);
	for (struct dirent *e; (e = readdir(d));) {
		char path[400];
		size_t n;
		if (!strstr(e->d_name, ".py"))
			continue;
		snprintf(path, sizeof path, PROVE "%s", e->d_name);
		char *text = slurp(path, &n), *program = strstr(text, "# pypto.program"), *mark = strstr(text, "# ---- after\n");
		cr_assert(program && mark, "%s", path);
		mark += strlen("# ---- after\n");
		Program *before = snippet_parse(program, (size_t)(mark - program)), *after = snippet_parse(mark, strlen(mark));
		unsigned found = 0;
		checked += judge(path, before, after, false, &found);
		refuted += found;
		if (!strncmp(text, "# expect: proved", 16))
			cr_expect_eq(found, 0, "%s", path);
		ir_free(before);
		ir_free(after);
		free(text);
	}
	closedir(d);
	cr_expect_geq(refuted, 10, "%u", refuted);
	cr_expect_geq(checked, 6, "%u", checked);
}

Test(witness, smallest_of_check) {
	DIR *d = opendir(CHECK);
	unsigned checked = 0, refuted = 0;
	cr_assert_not_null(d);
	for (struct dirent *e; (e = readdir(d));) {
		char path[2][400];
		size_t n[2], length = strlen(e->d_name), tail = strlen(".after.py");
		if (length <= tail || strcmp(e->d_name + length - tail, ".after.py"))
			continue;
		Program *p[2];
		bool floor_division = false;
		for (int side = 0; side < 2; side++) {
			snprintf(path[side], sizeof path[side], CHECK "%.*s.%s.py", (int)(length - tail), e->d_name, side ? "after" : "before");
			char *text = slurp(path[side], &n[side]);
			floor_division |= strstr(text, "# options: floor") != NULL;
			p[side] = snippet_parse(text, n[side]);
			free(text);
		}
		checked += judge(path[0], p[0], p[1], floor_division, &refuted);
		ir_free(p[0]);
		ir_free(p[1]);
	}
	closedir(d);
	cr_expect_geq(refuted, 20, "%u", refuted);
	cr_expect_geq(checked, 15, "%u", checked);
}
