#include "checks/unit.h"
#include "model/parse.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>
#include <dirent.h>

#define FOLDER "tests/programs/check/"
#define CASES(a) (sizeof(a) / sizeof *(a))

static Program *read_program(const char *file) {
	Diag *d = diag_new();
	Program *p = parse_file(file, d);
	if (!p)
		diag_print(d, stderr);
	cr_assert(p, "%s does not parse", file);
	diag_free(d);
	return p;
}

/* The rest of the line "# key: ..." among the first comment lines; false: there is none. */
static bool expectation(const Program *p, const char *key, char *out, size_t room) {
	char line[32];
	int n = snprintf(line, sizeof line, "\n# %s: ", key);
	const char *at = strstr(p->source, line);
	if (!at)
		return false;
	at += n;
	snprintf(out, room, "%.*s", (int)strcspn(at, "\n"), at);
	return true;
}

static bool fits(const char *wanted, Verdict v) {
	if (!strcmp(wanted, "held"))
		return v == VERDICT_PROVED || v == VERDICT_BOUNDED || v == VERDICT_ASSUMED;
	if (!strcmp(wanted, "open"))
		return v != VERDICT_REFUTED;
	return !strcmp(wanted, verdict_names[v]);
}

/* The result that the expectation is about: of this obligation, refuted if any is, else not identical code if any is not. */
static const Result *result_of(const Report *r, const char *obligation) {
	const Result *best = NULL;
	for (uint32_t i = 0; i < r->results.n; i++) {
		const Result *x = &r->results.at[i];
		if (strcmp(obligation_rows[x->obligation].name, obligation))
			continue;
		bool identical = !strcmp(x->argument, "identical");
		if (!best || x->verdict == VERDICT_REFUTED || (!identical && best->verdict != VERDICT_REFUTED))
			best = x;
	}
	return best;
}

static void expect_pair(const char *name) {
	char file[2][300], expect[200], options[100];
	Program *p[2];
	for (int side = 0; side < 2; side++) {
		snprintf(file[side], sizeof file[side], FOLDER "%s.%s.py", name, side ? "after" : "before");
		p[side] = read_program(file[side]);
	}
	CheckOptions o = check_defaults();
	cr_assert(obligations_parse("wellformed,order,values,effects", &o.only));
	o.max_events = 60000;
	o.floor_division = expectation(p[1], "options", options, sizeof options) && strstr(options, "floor");
	cr_assert(expectation(p[1], "expect", expect, sizeof expect), "%s: no expectation", name);
	Report *r = report_new();
	check_programs(p[0], p[1], &o, r);
	uint32_t named = 0;
	for (char *word = strtok(expect, " "); word; word = strtok(NULL, " ")) {
		char *verdict = strchr(word, '=');
		cr_assert(verdict, "%s: '%s'", name, word);
		*verdict++ = '\0';
		char *property = strchr(verdict, '/');
		if (property)
			*property++ = '\0';
		uint32_t bit;
		cr_assert(obligations_parse(word, &bit), "%s: '%s'", name, word);
		named |= bit;
		const Result *x = result_of(r, word);
		cr_assert(x, "%s: no result for %s", name, word);
		cr_expect(fits(verdict, x->verdict), "%s: %s is %s, expected %s (%s)", name, word, verdict_names[x->verdict], verdict, x->reason);
		cr_expect(!property || !strcmp(property, x->property), "%s: %s names %s, expected %s", name, word, x->property, property);
	}
	for (uint32_t i = 0; i < r->results.n; i++) {
		const Result *x = &r->results.at[i];
		cr_expect(x->verdict != VERDICT_REFUTED || named >> x->obligation & 1, "%s: %s refuted: %s", name,
			obligation_rows[x->obligation].name, x->reason);
		cr_expect((x->verdict == VERDICT_REFUTED) == (x->witness != NULL), "%s: %s: witness", name, obligation_rows[x->obligation].name);
		cr_expect(!x->witness || x->witness->replayed, "%s: a witness that was not replayed", name);
		cr_expect(x->verdict == VERDICT_PROVED || *x->reason, "%s: %s has no reason", name, obligation_rows[x->obligation].name);
		cr_expect(strlen(x->fingerprint) == 64, "%s: fingerprint", name);
	}
	report_free(r);
	for (int side = 0; side < 2; side++) {
		Report *same = report_new();
		check_programs(p[side], p[side], &o, same);
		cr_expect(same->results.n > 0, "%s: nothing checked", name);
		for (uint32_t i = 0; i < same->results.n; i++) {
			const Result *x = &same->results.at[i];
			bool ill_formed = x->obligation == OB_WELLFORMED && x->verdict == VERDICT_UNSUPPORTED;
			cr_expect(x->verdict == VERDICT_PROVED || ill_formed, "%s against itself: %s is %s (%s)", file[side],
				obligation_rows[x->obligation].name, verdict_names[x->verdict], x->reason);
		}
		report_free(same);
	}
	ir_free(p[0]);
	ir_free(p[1]);
}

Test(check, pairs) {
	DIR *d = opendir(FOLDER);
	unsigned n = 0;
	cr_assert(d, "%s", FOLDER);
	for (struct dirent *e; (e = readdir(d));) {
		size_t length = strlen(e->d_name), tail = strlen(".after.py");
		if (length <= tail || strcmp(e->d_name + length - tail, ".after.py"))
			continue;
		char name[256];
		snprintf(name, sizeof name, "%.*s", (int)(length - tail), e->d_name);
		expect_pair(name);
		n++;
	}
	closedir(d);
	cr_expect(n >= 25, "only %u pairs found", n);
}

static Report *check_bodies(const char *before, const char *after, const CheckOptions *o) {
	Program *b = snippet_program("", before), *a = snippet_program("", after);
	Report *r = report_new();
	check_programs(b, a, o, r);
	ir_free(b);
	ir_free(a);
	return r; /* texts of results outlive the programs */
}

static const Result *of(const Report *r, Obligation o) {
	for (uint32_t i = 0; i < r->results.n; i++)
		if (r->results.at[i].obligation == o)
			return &r->results.at[i];
	cr_assert_fail("no result");
	return NULL;
}

#define LOAD(name, at) name ": pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [" at ", 0], [16, 32], [16, 32])\n"
#define STORE(name, at) "pl.tile.store(" name ", [" at ", 0], dst)\n"

Test(check, witness_is_smallest_and_complete) {
	CheckOptions o = check_defaults();
	Report *r = check_bodies("for i in pl.range(n):\n    " LOAD("a", "i") "    " STORE("a", "i"),
		"for i in pl.range(n):\n    " LOAD("a", "i") "    if i < 2:\n        " STORE("a", "i"), &o);
	const Result *x = of(r, OB_VALUES);
	cr_assert_eq(x->verdict, VERDICT_REFUTED, "%s", verdict_names[x->verdict]);
	cr_expect_str_eq(x->witness->inputs, "n = 3");
	cr_expect_str_eq(x->witness->where, "tensor dst [2:18, 0:32]");
	cr_expect_str_eq(x->witness->after, "nothing");
	cr_expect_eq(x->witness->before_at.line, 10u, "line %u", x->witness->before_at.line);
	cr_expect_str_eq(x->function, "f");
	report_free(r);
}

Test(check, fingerprints) {
	CheckOptions o = check_defaults(), floor = o;
	floor.floor_division = true;
	/* before, after, options, the same as the first pair? */
	const struct { const char *before, *after; const CheckOptions *o; bool same; } rows[] = {
		{ LOAD("a", "n") STORE("a", "n"), LOAD("a", "n") STORE("a", "n"), &o, true },
		{ LOAD("other", "n") STORE("other", "n"), LOAD("b", "n") STORE("b", "n"), &o, true },
		{ LOAD("a", "n") STORE("a", "n"), LOAD("a", "n") STORE("a", "0"), &o, false },
		{ LOAD("a", "0") STORE("a", "n"), LOAD("a", "n") STORE("a", "n"), &o, false },
		{ LOAD("a", "n") STORE("a", "n"), LOAD("a", "n") STORE("a", "n"), &floor, false },
	};
	char first[65] = "";
	for (size_t i = 0; i < CASES(rows); i++) {
		Report *r = check_bodies(rows[i].before, rows[i].after, rows[i].o);
		const Result *order = of(r, OB_ORDER), *values = of(r, OB_VALUES);
		if (!i)
			memcpy(first, order->fingerprint, sizeof first);
		cr_expect_eq(!strcmp(first, order->fingerprint), rows[i].same, "row %zu", i);
		cr_expect(strcmp(order->fingerprint, values->fingerprint), "row %zu: two obligations share a fingerprint", i);
		report_free(r);
	}
}

Test(check, lists_of_obligations) {
	const struct { const char *list; bool ok; uint32_t bits; } rows[] = {
		{ "order", true, 1u << OB_ORDER },
		{ "order,effects", true, 1u << OB_ORDER | 1u << OB_EFFECTS },
		{ "ring", true, 1u << OB_RING_BALANCE | 1u << OB_RING_DEADLOCK | 1u << OB_RING_OVERWRITE | 1u << OB_RING_RELEASE },
		{ "ring.release,tags", true, 1u << OB_RING_RELEASE | 1u << OB_TAGS },
		{ "", false, 0 }, { "orde", false, 0 }, { "order,", false, 0 }, { ",order", false, 0 }, { "ring.", false, 0 }, { "order effects", false, 0 },
	};
	for (size_t i = 0; i < CASES(rows); i++) {
		uint32_t bits = 0;
		cr_expect_eq(obligations_parse(rows[i].list, &bits), rows[i].ok, "'%s'", rows[i].list);
		cr_expect_eq(bits, rows[i].bits, "'%s': %x", rows[i].list, bits);
	}
}

Test(check, functions_without_counterpart) {
	CheckOptions o = check_defaults();
	Program *b = snippet_program("", "pass"), *a = snippet_program("", "pass");
	cr_assert(obligations_parse("wellformed,order,values,effects", &o.only)); /* others judge one program by itself */
	ir_func(a, 1)->name = ir_strz(a, "g");
	Report *r = report_new();
	check_programs(b, a, &o, r);
	cr_expect_eq(r->results.n, 8u, "%u", r->results.n);
	for (uint32_t i = 0; i < r->results.n; i++)
		cr_expect_eq(r->results.at[i].verdict, VERDICT_UNSUPPORTED);
	report_free(r);
	ir_free(b);
	ir_free(a);
}
