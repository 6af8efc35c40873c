#include "checks/result.h"
#include "model/parse.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdlib.h>

#define FOLDER "tests/programs/slotcheck/"

enum { MOST_CASES = 200 };

static Program *read_program(const char *file) {
	Diag *d = diag_new();
	Program *p = parse_file(file, d);
	if (!p)
		diag_print(d, stderr);
	cr_assert(p, "%s does not parse", file);
	diag_free(d);
	return p;
}

/* The rest of the line "# key: ..."; false: there is none. */
static bool header(const Program *p, const char *key, char *out, size_t room) {
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
		return v == VERDICT_PROVED || v == VERDICT_ASSUMED;
	if (!strcmp(wanted, "open"))
		return v != VERDICT_REFUTED;
	return !strcmp(wanted, verdict_names[v]);
}

/* The worst result of an obligation. */
static const Result *worst(const Report *r, const char *obligation) {
	static const int rank[VERDICT_COUNT] = {[VERDICT_PROVED] = 0, [VERDICT_ASSUMED] = 1, [VERDICT_BOUNDED] = 2, [VERDICT_UNSUPPORTED] = 3, [VERDICT_UNKNOWN] = 4,
		[VERDICT_REFUTED] = 5};
	const Result *best = NULL;
	for (uint32_t i = 0; i < r->results.n; i++) {
		const Result *x = &r->results.at[i];
		if (!strcmp(obligation_rows[x->obligation].name, obligation) && (!best || rank[x->verdict] > rank[best->verdict]))
			best = x;
	}
	return best;
}

static void expect_verdicts(const char *name, Program *before, Program *after) {
	char expect[200], options[100];
	CheckOptions o = check_defaults();
	cr_assert(obligations_parse("slots,capacity,tags", &o.only));
	cr_assert(header(after, "expect", expect, sizeof expect), "%s: no expectation", name);
	if (header(after, "options", options, sizeof options)) {
		o.floor_division = strstr(options, "floor");
		if (strstr(options, "a5"))
			o.arch = ARCH_A5;
	}
	Report *r = report_new();
	check_programs(before, after, &o, r);
	for (char *word = strtok(expect, " "); word; word = strtok(NULL, " ")) {
		char *verdict = strchr(word, '=');
		cr_assert(verdict, "%s: '%s'", name, word);
		*verdict++ = '\0';
		const Result *x = worst(r, word);
		cr_assert(x, "%s: no result for %s", name, word);
		cr_expect(fits(verdict, x->verdict), "%s: %s is %s, not %s: %s%s", name, word, verdict_names[x->verdict], verdict, x->reason, x->argument);
	}
	for (uint32_t i = 0; i < r->results.n; i++) {
		const Result *x = &r->results.at[i];
		bool refuted = x->verdict == VERDICT_REFUTED;
		cr_expect_eq(refuted, x->witness != NULL, "%s: %s: a witness belongs to a refutation", name, obligation_rows[x->obligation].name);
		cr_expect(!refuted || x->witness->replayed, "%s: %s: not replayed", name, obligation_rows[x->obligation].name);
		bool is_run = x->obligation == OB_SLOTS_RANGE || x->obligation == OB_SLOTS_ROTATION || x->obligation == OB_SLOTS_LIFETIME;
		if (refuted && is_run && !strncmp(x->unit, "loop", 4))
			cr_expect(x->witness->iteration >= 0 && x->witness->trip > x->witness->iteration, "%s: %s: iteration %d of %d", name,
				obligation_rows[x->obligation].name, (int)x->witness->iteration, (int)x->witness->trip);
		cr_expect((x->verdict == VERDICT_PROVED) == (*x->argument && !*x->reason) || refuted || *x->reason, "%s: %s: neither argument nor reason", name,
			obligation_rows[x->obligation].name);
	}
	report_free(r);
}

/* name.py against itself; name.after.py against name.before.py. */
Test(slots_check, verdicts_on_programs_with_expectations) {
	struct dirent **list;
	int n = scandir(FOLDER, &list, NULL, alphasort), seen = 0;
	cr_assert(n > 0, "no folder %s", FOLDER);
	for (int i = 0; i < n; i++) {
		const char *name = list[i]->d_name;
		const char *end = strstr(name, ".py"), *after = strstr(name, ".after.py");
		if (end && !end[3]) {
			char file[300], other[300];
			snprintf(file, sizeof file, FOLDER "%s", name);
			snprintf(other, sizeof other, FOLDER "%.*s.before.py", after ? (int)(after - name) : 0, name);
			Program *p = read_program(file), *q = after ? read_program(other) : p;
			expect_verdicts(name, q, p);
			if (q != p)
				ir_free(q);
			ir_free(p);
			seen++;
		}
		free(list[i]);
	}
	free(list);
	cr_expect(seen > 60, "%d programs", seen);
}
