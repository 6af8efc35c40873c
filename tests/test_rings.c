/* Ring obligations on programs with their expectation inside (tests/programs/rings/README.md). */
#include "checks/rings/rings.h"
#include "model/parse.h"
#include "model/text.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#define FOLDER "tests/programs/rings/"

static Program *read_program(const char *file) {
	Diag *d = diag_new();
	Program *p = parse_file(file, d);

	if (!p)
		diag_print(d, stderr);
	cr_assert(p, "%s cannot be read", file);
	diag_free(d);
	return p;
}

/* The worst verdict of the obligation; several functions may have one each. NULL: none. */
static const Result *worst(const Report *r, Obligation o) {
	static const int rank[VERDICT_COUNT] = { [VERDICT_PROVED] = 0, [VERDICT_ASSUMED] = 1, [VERDICT_BOUNDED] = 2, [VERDICT_UNSUPPORTED] = 3,
		[VERDICT_UNKNOWN] = 4, [VERDICT_REFUTED] = 5 };
	const Result *out = NULL;

	for (uint32_t i = 0; i < r->results.n; i++) {
		const Result *x = &r->results.at[i];
		if (x->obligation == o && (!out || rank[x->verdict] > rank[out->verdict]))
			out = x;
	}
	return out;
}

static bool one_of(const char *list, const char *name) {
	size_t n = strlen(name);

	for (const char *s = list; s; s = strchr(s, '/')) {
		s += *s == '/';
		if (strncmp(s, name, n) == 0 && (s[n] == '\0' || s[n] == '/'))
			return true;
	}
	return false;
}

static void expect_line(const char *name, Program *before, Program *after, char *line) {
	CheckOptions o = check_defaults();
	Report *r = report_new();
	char *colon = strchr(line, ':');
	uint32_t named = 0, bit;

	cr_assert(colon, "%s: '%s'", name, line);
	*colon = '\0';
	cr_assert(credits_find(line, &o.credits), "%s: '%s' is no credit model", name, line);
	o.arch = o.credits == CREDITS_A5 ? ARCH_A5 : ARCH_A2A3;
	rings_check(before, after, &o, r);
	for (char *rest, *word = strtok_r(colon + 1, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		char *verdict = strchr(word, '=');
		const Result *x;
		cr_assert(verdict, "%s: '%s'", name, word);
		*verdict++ = '\0';
		cr_assert(obligations_parse(word, &bit), "%s: '%s'", name, word);
		named |= bit;
		x = worst(r, (Obligation)__builtin_ctz(bit));
		cr_assert(x, "%s, %s: no result for %s", name, line, word);
		cr_expect(one_of(verdict, verdict_names[x->verdict]), "%s, %s: %s is %s, expected %s (%s%s)", name, line, word,
		          verdict_names[x->verdict], verdict, x->reason, x->argument);
	}
	for (uint32_t i = 0; i < r->results.n; i++) {
		const Result *x = &r->results.at[i];
		const char *row = obligation_rows[x->obligation].name;
		cr_expect(x->verdict != VERDICT_REFUTED || named >> x->obligation & 1, "%s, %s: %s refuted: %s", name, line, row, x->reason);
		cr_expect((x->verdict == VERDICT_REFUTED) == (x->witness != NULL), "%s, %s: %s: witness", name, line, row);
		cr_expect(!x->witness || x->witness->replayed, "%s, %s: %s: not replayed", name, line, row);
		cr_expect(x->verdict == VERDICT_PROVED ? *x->argument : *x->reason, "%s, %s: %s says nothing", name, line, row);
		cr_expect_eq(strlen(x->fingerprint), 64, "%s, %s: %s: fingerprint", name, line, row);
	}
	report_free(r);
}

static unsigned expect_file(const char *name) {
	char file[300], before_file[300];
	const char *after_tail = strstr(name, ".after.py");
	Program *after, *before;
	unsigned lines = 0;

	snprintf(file, sizeof file, FOLDER "%s", name);
	after = before = read_program(file);
	if (after_tail) {
		snprintf(before_file, sizeof before_file, FOLDER "%.*s.before.py", (int)(after_tail - name), name);
		before = read_program(before_file);
	}
	for (const char *s = after->source; (s = strstr(s, "# expect ")); lines++) {
		char line[400];
		const char *end = strchr(s, '\n');
		s += strlen("# expect ");
		snprintf(line, sizeof line, "%.*s", (int)(end - s), s);
		expect_line(name, before, after, line);
	}
	if (before != after)
		ir_free(before);
	ir_free(after);
	return lines;
}

Test(rings, programs) {
	DIR *d = opendir(FOLDER);
	unsigned files = 0, lines = 0;

	cr_assert(d, "%s", FOLDER);
	for (struct dirent *e; (e = readdir(d));) {
		size_t n = strlen(e->d_name);
		if (n < 4 || strcmp(e->d_name + n - 3, ".py") || strstr(e->d_name, ".before.py"))
			continue;
		lines += expect_file(e->d_name);
		files++;
	}
	closedir(d);
	cr_expect(files >= 35 && lines >= 60, "only %u files with %u lines", files, lines);
}

/* What was not asked for is not reported. */
Test(rings, only) {
	Program *p = read_program(FOLDER "skew_blocks.py");

	for (int k = OB_RING_BALANCE; k <= OB_RING_RELEASE; k++) {
		CheckOptions o = check_defaults();
		Report *r = report_new();
		o.only = 1u << k;
		rings_check(p, p, &o, r);
		cr_expect_gt(r->results.n, 0, "%s: nothing", obligation_rows[k].name);
		for (uint32_t i = 0; i < r->results.n; i++)
			cr_expect_eq((int)r->results.at[i].obligation, k);
		report_free(r);
	}
	ir_free(p);
}

Test(rings, the_schedule_is_told) {
	Program *p = read_program(FOLDER "skew_blocks.py");
	CheckOptions o = check_defaults();
	Report *r = report_new();
	const Result *x;

	o.only = 1u << OB_RING_DEADLOCK;
	rings_check(p, p, &o, r);
	x = worst(r, OB_RING_DEADLOCK);
	cr_assert(x && x->witness);
	cr_expect(strstr(x->witness->story, "AIC") && strstr(x->witness->story, "push c2v id 0 #0"), "%s", x->witness->story);
	cr_expect(strstr(x->witness->story, "AIV waits at line"), "%s", x->witness->story);
	cr_expect(strstr(x->witness->story, "2/2"), "%s", x->witness->story);
	cr_expect_gt(x->after_at.line, 0);
	report_free(r);
	ir_free(p);
}

/* What a release passes over is the fault that people look for. */
Test(rings, a_release_out_of_order_names_the_oldest_message) {
	Program *p = read_program(FOLDER "wrong_order.py");
	CheckOptions o = check_defaults();
	Report *r = report_new();
	o.only = 1u << OB_RING_RELEASE;
	rings_check(p, p, &o, r);
	const Result *x = worst(r, OB_RING_RELEASE);
	cr_assert(x && x->witness);
	cr_expect(strstr(x->reason, "of ring c2v id 0, message 1; message 0, popped at line 21, has not been released"), "%s", x->reason);
	report_free(r);
	ir_free(p);
}

/* Findings say where in their loops the cores are, in numbers of a run. */
Test(rings, witnesses_have_iterations) {
	static const struct { const char *file, *where, *inputs, *rounds; Obligation ob; Credits credits; int64_t trip, iteration; } rows[] = {
		{ "skew_blocks.py", "AIC waits to push message 4 of ring c2v id 0, AIV waits to push message 2 of ring v2c id 0", "",
			"iteration 0 of the loop at line 18 (trip count 2) on the AIC, iteration 2 of the loop at line 46 (trip count 9) on the AIV",
			OB_RING_DEADLOCK, CREDITS_A5, 2, 0 },
		{ "odd_ring.py", "ring c2v id 0, message 5", "", "iteration 5 of the loop at line 15 (trip count 12) on the AIC", OB_RING_OVERWRITE, CREDITS_A5, 12, 5 },
		{ "lost_in_carry.py", "ring c2v id 0, message 8", "", "iteration 7 of the loop at line 21 (trip count 8, i = 7)", OB_RING_RELEASE, CREDITS_IDEAL, 8, 7 },
		{ "missing_on_one_path.py", "ring c2v id 0, message 0", "n = 3", "iteration 0 of the loop at line 20 (trip count 4, i = 0)", OB_RING_RELEASE,
			CREDITS_IDEAL, 4, 0 },
		{ "other_pipe_release.py", "ring c2v id 3, release 0", "", "iteration 0 of the loop at line 19 (trip count 4, i = 0)", OB_RING_RELEASE, CREDITS_IDEAL, 4, 0 },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Text file = { 0 };
		text_printf(&file, FOLDER "%s", rows[i].file);
		Program *p = read_program(text_end(&file));
		CheckOptions o = check_defaults();
		Report *r = report_new();
		o.only = 1u << rows[i].ob;
		o.credits = rows[i].credits;
		rings_check(p, p, &o, r);
		const Result *x = worst(r, rows[i].ob);
		cr_assert(x && x->witness, "%s", rows[i].file);
		const Witness *w = x->witness;
		cr_expect(w->trip == rows[i].trip && w->iteration == rows[i].iteration, "%s: iteration %d of %d", rows[i].file, (int)w->iteration, (int)w->trip);
		cr_expect_str_eq(w->where, rows[i].where, "%s: %s", rows[i].file, w->where);
		cr_expect_str_eq(w->inputs, rows[i].inputs, "%s: %s", rows[i].file, w->inputs);
		cr_expect_str_eq(w->after_rounds, rows[i].rounds, "%s: %s", rows[i].file, w->after_rounds);
		report_free(r);
		ir_free(p);
		vec_free(&file);
	}
}
