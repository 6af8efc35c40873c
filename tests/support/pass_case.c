#include "tests/support/pass_case.h"

#include "analyzer/fate.h"
#include "analyzer/pass.h"
#include "model/parse.h"
#include "model/print.h"
#include "model/wellformed.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Case {
	const char *file;
	char *text;       /* whole file */
	char *input;      /* header blanked, sections cut off, so that lines count as in the file */
	char *header_end; /* in text */
} Case;

static char *slurp(const char *path) {
	FILE *f = fopen(path, "rb");
	cr_assert_not_null(f, "%s cannot be read", path);
	fseek(f, 0, SEEK_END);
	long size = ftell(f);
	rewind(f);
	char *text = mem_alloc((size_t)size + 1);
	cr_assert_eq(fread(text, 1, (size_t)size, f), (size_t)size, "%s", path);
	text[size] = 0;
	fclose(f);
	return text;
}

static char *line_end(char *at) {
	char *end = strchr(at, '\n');
	return end ? end : at + strlen(at);
}

static void load(Case *c, const char *path) {
	c->file = path;
	c->text = slurp(path);
	c->input = mem_alloc(strlen(c->text) + 1);
	strcpy(c->input, c->text);
	size_t at = 0;
	while (!strncmp(c->input + at, "#:", 2)) {
		size_t end = (size_t)(line_end(c->input + at) - c->input);
		memset(c->input + at, ' ', end - at);
		at = end + (c->input[end] == '\n');
	}
	c->header_end = c->text + at;
	char *section = strstr(c->input, "\n#= ");
	if (section)
		*section = 0;
	else if (strlen(c->input) && c->input[strlen(c->input) - 1] == '\n')
		c->input[strlen(c->input) - 1] = 0;
}

/* The text of a section, on the heap. */
static char *section(const Case *c, const char *name) {
	char key[80];
	snprintf(key, sizeof key, "\n#= %s\n", name);
	char *at = strstr(c->header_end, key); /* lines of the header are cut in place */
	cr_assert_not_null(at, "%s: there is no section %s", c->file, name);
	at += strlen(key);
	char *end = strstr(at, "\n#= ");
	size_t n = end ? (size_t)(end - at) : strlen(at);
	if (!end && n && at[n - 1] == '\n')
		n--;
	char *text = mem_alloc(n + 1);
	memcpy(text, at, n);
	text[n] = 0;
	return text;
}

static bool transform(Program *p, PassId pass, const PassOptions *o, Decisions *made, Diag *d) {
	for (FuncId f = 1; f <= ir_func_count(p); f++)
		if (!pass_run(pass, p, f, o, made, d))
			return false;
	return true;
}

static void same_text(const Case *c, const char *run, const char *got, const char *want) {
	if (!strcmp(got, want))
		return;
	unsigned line = 1;
	size_t i = 0, start = 0;
	for (; got[i] && got[i] == want[i]; i++)
		if (got[i] == '\n') {
			line++;
			start = i + 1;
		}
	int g = (int)strcspn(got + start, "\n"), w = (int)strcspn(want + start, "\n");
	cr_expect_fail("%s: %s: line %u of the output:\n  got    %.*s\n  wanted %.*s", c->file, run, line, g, got + start, w, want + start);
}

static void decided(const Case *c, const char *run, const Decision *d, char *want) {
	char outcome[32] = "", guard[64] = "", *part = strchr(want, '|');
	unsigned line = 0;
	if (part)
		*part++ = 0;
	sscanf(want, "#: %u %31s %63s", &line, outcome, guard);
	cr_expect_eq(d->loop.line, line, "%s: %s: a decision for line %u, wanted line %u", c->file, run, d->loop.line, line);
	cr_expect_str_eq(outcome_names[d->outcome], outcome, "%s: %s: line %u: %s (%s)", c->file, run, line, outcome_names[d->outcome], d->reason);
	cr_expect_str_eq(guard_rows[d->guard].name, guard, "%s: %s: line %u: guard '%s' (%s)", c->file, run, line, guard_rows[d->guard].name, d->reason);
	if (part) {
		part += strspn(part, " ");
		cr_expect_not_null(strstr(d->reason, part), "%s: %s: line %u: no '%s' in '%s'", c->file, run, line, part, d->reason);
	}
	bool gave_up = d->outcome == OUTCOME_DECLINED || d->outcome == OUTCOME_DEMOTED || d->outcome == OUTCOME_KEPT;
	cr_expect(!gave_up || *d->reason, "%s: %s: line %u: no reason", c->file, run, line);
}

/* Our output must be readable and print as itself; only the reference may write what is not well-formed. */
static void readable(const Case *c, const char *run, const char *text, bool reference) {
	Diag *d = diag_new();
	Program *p = parse_program("output", text, strlen(text), d);
	cr_expect_not_null(p, "%s: %s: the output cannot be read: %s", c->file, run, d->list.n ? d->list.at[0].text : "");
	if (p) {
		Text again = {0};
		print_program(p, &again);
		same_text(c, run, text_end(&again), text);
		vec_free(&again);
		Flaws flaws = {0};
		for (FuncId f = 1; !reference && f <= ir_func_count(p); f++)
			wellformed_function(p, f, &flaws);
		cr_expect_eq(flaws.n, 0, "%s: %s: the output is not well-formed: line %u: %s", c->file, run, flaws.n ? flaws.at[0].span.line : 0, flaws.n ? flaws.at[0].text : "");
		vec_free(&flaws);
		ir_free(p);
	}
	diag_free(d);
}

typedef struct Run {
	PassId pass;
	PassOptions options;
	char gives[64];
	const char *error;
} Run;

static void parse_run(const Case *c, char *line, Run *r) {
	char pass[16], planner[16], arch[16], mode[16];
	int used = 0;
	int n = sscanf(line, "#: run %15s %15s %15s %15s %63s%n", pass, planner, arch, mode, r->gives, &used);
	bool good = n == 5 && pass_find(pass, &r->pass) && planner_find(planner, &r->options.planner) && arch_find(arch, &r->options.arch);
	cr_assert(good, "%s: bad line: %s", c->file, line);
	r->options.neighbours = NULL;
	r->options.guards = strcmp(mode, "reference") ? ~(uint64_t)0 : 0;
	r->error = line + used + strspn(line + used, " ");
}

/* What can be read off the output must be what was decided; a case may say that its output has no known shape. */
static void read_off(const Case *c, const Run *r, const char *run, const char *text, const Decisions *made) {
	Diag *d = diag_new();
	Program *before = parse_program(c->file, c->input, strlen(c->input), d), *after = parse_program("output", text, strlen(text), d);
	Fates fates = {0};
	if (before && after)
		fates_of_pass(before, after, r->pass, &r->options, true, &fates);
	for (uint32_t i = 0; i < fates.at.n && i < made->n; i++) {
		const Decision *x = &fates.at.at[i].decision, *y = NULL;
		for (uint32_t k = 0; k < made->n; k++)
			if (made->at[k].function == x->function && made->at[k].loop.line == x->loop.line)
				y = &made->at[k];
		if (x->outcome == OUTCOME_UNRECOGNISED && !strncmp(c->text, "#: no known shape", 17))
			continue;
		cr_expect(y && x->outcome == y->outcome && x->depth == y->depth && x->slots == y->slots && x->remainder == y->remainder &&
			x->requested == y->requested, "%s: %s: line %u: read off the output: %s, depth %lld, slots %lld, remainder %lld (%s)", c->file, run,
			x->loop.line, outcome_names[x->outcome], (long long)x->depth, (long long)x->slots, (long long)x->remainder, x->reason);
	}
	cr_expect_eq(fates.at.n, made->n, "%s: %s: %u loops, %u decisions", c->file, run, fates.at.n, made->n);
	if (fates.arena)
		fates_free(&fates);
	ir_free(before);
	ir_free(after);
	diag_free(d);
}

/* line: the run line, ended; next: what follows it. */
static void one_run(const Case *c, char *line, char *next) {
	Run r;
	parse_run(c, line, &r);
	Diag *d = diag_new();
	Decisions made = {0};
	Program *p = parse_program(c->file, c->input, strlen(c->input), d);
	cr_assert_not_null(p, "%s: the input cannot be read: %s", c->file, d->list.n ? d->list.at[0].text : "");
	Text before = {0}, after = {0};
	print_program(p, &before);
	bool good = transform(p, r.pass, &r.options, &made, d);
	if (!strcmp(r.gives, "error")) {
		cr_expect(!good, "%s: %s: was not refused", c->file, line);
		cr_expect(good || (d->list.n && d->list.at[0].span.line && strstr(d->list.at[0].text, r.error)), "%s: %s: message: %s", c->file, line,
			d->list.n ? d->list.at[0].text : "none");
	} else if (!good) {
		cr_expect_fail("%s: %s: refused: %s", c->file, line, d->list.n ? d->list.at[0].text : "without a message");
	} else {
		print_program(p, &after);
		char *want = strcmp(r.gives, "input") ? section(c, r.gives) : strdup(text_end(&before));
		same_text(c, line, text_end(&after), want);
		readable(c, line, text_end(&after), !r.options.guards);
		read_off(c, &r, line, text_end(&after), &made);
		free(want);
	}
	uint32_t n = 0;
	while (next < c->header_end && !strncmp(next, "#:  ", 4)) {
		char *end = line_end(next), want[512];
		snprintf(want, sizeof want, "%.*s", (int)(end - next), next);
		if (n < made.n)
			decided(c, line, &made.at[n], want);
		n++;
		next = end + (*end == '\n');
	}
	cr_expect(!n || n == made.n, "%s: %s: %u decisions, wanted %u", c->file, line, made.n, n);
	vec_free(&made);
	vec_free(&before);
	vec_free(&after);
	ir_free(p);
	diag_free(d);
}

static void one_case(const char *path) {
	Case c;
	unsigned runs = 0;
	load(&c, path);
	for (char *at = c.text; at < c.header_end;) {
		char *end = line_end(at), *next = *end ? end + 1 : end;
		if (!strncmp(at, "#: run ", 7)) {
			*end = 0;
			one_run(&c, at, next);
			runs++;
		}
		at = next;
	}
	cr_expect(runs > 0, "%s: no run", path);
	mem_free_(c.text);
	mem_free_(c.input);
}

void pass_cases(const char *folder, unsigned least) {
	struct dirent **names;
	int n = scandir(folder, &names, NULL, alphasort);
	unsigned cases = 0;
	cr_assert(n >= 0, "%s cannot be read; tests run from the root of the project", folder);
	for (int i = 0; i < n; i++) {
		size_t length = strlen(names[i]->d_name);
		if (length > 3 && !strcmp(names[i]->d_name + length - 3, ".py")) {
			char path[512];
			snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
			one_case(path);
			cases++;
		}
		free(names[i]);
	}
	free(names);
	cr_expect_geq(cases, least, "%s: %u cases, at least %u were there", folder, cases, least);
}
