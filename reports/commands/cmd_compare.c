/* tileproof compare OLD NEW: introduced, fixed and known findings, changed decisions, costlier proofs. */
#include "reports/commands/cli.h"
#include "reports/formats/changes.h"
#include "reports/formats/grid.h"
#include "reports/output.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>

typedef struct Arguments {
	const char *db, *sides[2];
	uint32_t policy; /* bits of CHANGE_x that fail */
	ChangesWriter *write;
	bool verbose;
} Arguments;

enum { KEY_FAIL_ON = 256 };

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Arguments *a = state->input;
	switch (key) {
	case 'd':
		a->db = arg;
		return 0;
	case 'f':
		a->write = !strcmp(arg, "text") ? changes_text : !strcmp(arg, "json") ? changes_json : !strcmp(arg, "markdown") ? changes_markdown : NULL;
		if (!a->write)
			argp_error(state, "'%s' is no format; text, json and markdown are", arg);
		return 0;
	case 'v':
		a->verbose = true;
		return 0;
	case KEY_FAIL_ON:
		if (!compare_policy(arg, &a->policy))
			argp_error(state, "'%s' names a change that there is not; see --help", arg);
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num >= 2)
			argp_error(state, "two runs are compared, '%s' is a third", arg);
		else
			a->sides[state->arg_num] = arg;
		return 0;
	case ARGP_KEY_END:
		if (state->arg_num < 2)
			argp_error(state, "two runs are needed");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static char *help_text(int key, const char *text, void *input) { /* argp frees what is returned */
	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)(uintptr_t)text;
	Text t = {0};
	text_addz(&t, "OLD and NEW are numbers of runs in the database of --db, databases (their latest run is taken), or baselines that"
		" 'tileproof report --format json' wrote.\n\nChanges:\n");
	for (int k = 0; k < CHANGE_COUNT; k++)
		grid_entry(&t, change_names[k], 22, change_says[k]);
	text_addz(&t, "\nExit status: 0 no change that --fail-on names; 1 one or more; 4 a side cannot be read.");
	text_end(&t);
	return t.at;
}

/* ---- the two sides ---- */

static bool load_run(const char *db, int64_t run, Rows *rows, Diag *d) {
	*rows = (Rows){0};
	Store *s = store_open(db, STORE_READ, d);
	bool ok = s && rows_load(s, run ? run : store_latest_run(s), ROWS_ALL, rows, d);
	store_close(s);
	return ok;
}

static bool is_database(const char *file) {
	static const char magic[] = "SQLite format 3";
	char head[sizeof magic];
	FILE *f = fopen(file, "rb");
	size_t n = f ? fread(head, 1, sizeof head, f) : 0;
	if (f)
		fclose(f);
	return n == sizeof head && !memcmp(head, magic, sizeof magic);
}

static bool load(const Arguments *a, const char *side, Rows *rows, Diag *d) {
	char *end;
	errno = 0;
	long long run = strtoll(side, &end, 10);
	if (*side >= '1' && *side <= '9' && !*end && !errno)
		return load_run(a->db, run, rows, d);
	return is_database(side) ? load_run(side, 0, rows, d) : rows_read(side, rows, d);
}

ExitCode cmd_compare(int argc, char **argv) {
	static const struct argp_option rows[] = {
		{"db", 'd', "FILE", 0, "the database of runs that are given by number; default tileproof.db", 0},
		{"fail-on", KEY_FAIL_ON, "LIST", 0, "changes that make the exit status 1, comma separated, or none; default introduced,lost-pipelining", 0},
		{"format", 'f', "FORMAT", 0, "text (default), json, or markdown for a pull request", 0},
		{"verbose", 'v', NULL, 0, "list what was refuted before, too, and a fault wherever it was seen; without it they are counted", 0},
		{0}};
	static const struct argp program = {.options = rows, .parser = on_key, .args_doc = "OLD NEW", .doc = "Says what changed between two recorded runs.\v ",
		.help_filter = help_text};
	Arguments a = {.db = "tileproof.db", .write = changes_text, .policy = 1u << CHANGE_INTRODUCED | 1u << CHANGE_LOST};
	if (argp_parse(&program, argc, argv, 0, NULL, &a))
		return EXIT_USAGE;

	Diag *d = diag_new();
	ExitCode code = EXIT_INPUT;
	Rows old = {0}, now = {0};
	if (load(&a, a.sides[0], &old, d) && load(&a, a.sides[1], &now, d)) {
		Comparison c;
		Text out = {0};
		compare_rows(&old, &now, &c);
		a.write(&c, a.policy, a.verbose, &out);
		code = EXIT_CLEAN;
		for (int k = 0; k < CHANGE_COUNT; k++)
			if (c.of[k] && (a.policy >> k & 1))
				code = EXIT_REFUTED;
		if (!output_write(&(Output){.path = NULL, .bytes = out.at, .length = out.n}, 1, d))
			code = EXIT_INPUT;
		vec_free(&out);
		vec_free(&c.changes);
	}
	rows_free(&old);
	rows_free(&now);
	diag_print(d, stderr);
	diag_free(d);
	return code;
}
