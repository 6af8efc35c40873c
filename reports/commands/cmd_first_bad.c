/* tileproof first-bad --db FILE: since which recorded run each finding is there. */
#include "reports/commands/cli.h"
#include "reports/first_bad.h"
#include "reports/formats/format.h"
#include "reports/formats/grid.h"
#include "reports/output.h"

#include <argp.h>

typedef struct Arguments {
	const char *db, *finding, *file;
} Arguments;

enum { KEY_FINDING = 256, KEY_FILE };

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Arguments *a = state->input;
	switch (key) {
	case 'd': a->db = arg; return 0;
	case KEY_FINDING: a->finding = arg; return 0;
	case KEY_FILE: a->file = arg; return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

typedef VEC(int64_t) Runs;

/* Finished runs of results, newest first; ids decide between runs of one moment. */
static bool list_runs(Store *s, Runs *out) {
	Question *q = store_ask(s, "SELECT run FROM v_runs WHERE state = 'finished' AND pairs > 0 ORDER BY started DESC, run DESC", 0);
	while (q && store_next(q))
		vec_push(out, store_int(q, 0));
	bool ok = q && !store_failed(q);
	store_done(q);
	return ok;
}

/* "run 3 of 2026-11-29T16:00:00.000Z, label nightly, revision r3" */
static void tell_run(Store *s, int64_t run, Text *out) {
	Question *q = store_ask(s, "SELECT started, label, revision FROM v_runs WHERE run = :run", run);
	text_printf(out, "run %lld", (long long)run);
	if (q && store_next(q)) {
		static const char *const before[] = {" of ", ", label ", ", revision "};
		for (unsigned k = 0; k < 3; k++)
			if (store_kind(q, k) != CELL_NULL) {
				text_addz(out, before[k]);
				grid_escape(out, store_text(q, k), store_length(q, k));
			}
	}
	store_done(q);
}

static bool wanted(const Arguments *a, const Rows *rows, const Row *r) {
	if (a->file && strcmp(a->file, r->file) && strcmp(a->file, r->after_file))
		return false;
	return !a->finding || !strncmp(row_identity(rows, r), a->finding, strlen(a->finding));
}

static void tell(Store *s, const Rows *rows, const Since *x, Text *out) {
	Text head = {0};
	format_headline(x->finding, &head);
	text_printf(&head, " [%s, %s, %.12s]", x->finding->file, x->finding->step, row_identity(rows, x->finding));
	grid_escape(out, head.at, head.n);
	vec_free(&head);
	text_addz(out, x->good ? "\n  first bad:  " : "\n  first seen: ");
	tell_run(s, x->bad, out);
	if (x->good) {
		text_addz(out, "\n  last good:  ");
		tell_run(s, x->good, out);
	} else {
		text_addz(out, "\n  no earlier run without it");
	}
	text_addz(out, "\n");
}

static ExitCode answer(const Arguments *a, Store *s, Text *out, Diag *d) {
	Runs runs = {0};
	Rows newest = {0};
	Sinces all = {0};
	uint32_t told = 0;
	bool ok = list_runs(s, &runs) && rows_load(s, runs.n ? runs.at[0] : 0, ROWS_ALL, &newest, d) && first_bad(s, runs.at + 1, runs.n - 1, &newest, &all, d);
	bool choosy = a->file || a->finding;
	for (int known = 1; ok && known >= 0; known--) /* first those that some revision brought */
		for (uint32_t i = 0; i < all.n; i++) {
			const Since *x = &all.at[i];
			if ((x->good != 0) != known || !wanted(a, &newest, x->finding) || (!choosy && x->finding->echo))
				continue;
			tell(s, &newest, x, out);
			told++;
		}
	if (ok && told && !choosy && newest.echoes) {
		format_echoes(&newest, out);
		text_addz(out, " (--finding and --file show them)\n");
	}
	if (ok && !told) {
		tell_run(s, newest.run, out);
		text_addz(out, a->finding || a->file ? " has no such finding\n" : " has no finding\n");
	}
	vec_free(&all);
	vec_free(&runs);
	rows_free(&newest);
	return !ok ? EXIT_INPUT : told ? EXIT_REFUTED : EXIT_CLEAN;
}

ExitCode cmd_first_bad(int argc, char **argv) {
	static const struct argp_option rows[] = {
		{"db", 'd', "FILE", 0, "the database; default tileproof.db", 0},
		{"finding", KEY_FINDING, "FINGERPRINT", 0, "only findings whose fingerprint begins like this", 0},
		{"file", KEY_FILE, "FILE", 0, "only findings in this file", 0},
		{0}};
	static const struct argp program = {.options = rows, .parser = on_key,
		.doc = "Says for each finding of the newest finished run in a database in which run it came up: the first one that has it after a run that"
			" looked at the same file and step and did not find it. Runs are ordered by when they started; findings are the same as for"
			" compare. A fault is told where it comes up only; those that no earlier run lacks come last.\v"
			"Exit status: 0 the newest run has no such finding; 1 it has; 4 the database cannot be read."};
	Arguments a = {.db = "tileproof.db"};
	if (argp_parse(&program, argc, argv, 0, NULL, &a))
		return EXIT_USAGE;
	Diag *d = diag_new();
	Text out = {0};
	Store *s = store_open(a.db, STORE_READ, d);
	ExitCode code = s ? answer(&a, s, &out, d) : EXIT_INPUT;
	store_close(s);
	if (!output_write(&(Output){.path = NULL, .bytes = out.at, .length = out.n}, 1, d))
		code = exit_worse(code, EXIT_INPUT);
	vec_free(&out);
	diag_print(d, stderr);
	diag_free(d);
	return code;
}
