/* tileproof report --db FILE --format FORMAT: one run of a database in a form that others read. */
#include "reports/formats/grid.h"
#include "reports/commands/cli.h"
#include "reports/formats/format.h"
#include "reports/output.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>

typedef struct Format {
	const char *name, *says;
	void (*write)(const Rows *rows, Text *out);
} Format;

static const Format formats[] = {
#define FORMAT(name, says) {#name, says, format_##name},
#include "reports/formats/formats.def"
};
enum { FORMATS = sizeof formats / sizeof *formats };

typedef struct Arguments {
	const char *db, *output;
	int64_t run; /* 0: the latest */
	const Format *format;
} Arguments;

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Arguments *a = state->input;
	char *end;
	switch (key) {
	case 'd':
		a->db = arg;
		return 0;
	case 'o':
		a->output = arg;
		return 0;
	case 'f':
		a->format = NULL;
		for (size_t k = 0; k < FORMATS; k++)
			if (!strcmp(arg, formats[k].name))
				a->format = &formats[k];
		if (!a->format)
			argp_error(state, "there is no format '%s'; see --help", arg);
		return 0;
	case 'r':
		errno = 0;
		a->run = strtoll(arg, &end, 10);
		if (*arg < '0' || *arg > '9' || *end || errno || a->run < 1)
			argp_error(state, "'%s' is not the number of a run", arg);
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is not needed; a database is named with --db %s", arg, arg);
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
	text_addz(&t, "Formats:\n");
	for (size_t k = 0; k < FORMATS; k++)
		grid_entry(&t, formats[k].name, 12, formats[k].says);
	text_addz(&t, "\nExit status: 0 written; 4 the database cannot be read or the output cannot be written.");
	text_end(&t);
	return t.at;
}

ExitCode cmd_report(int argc, char **argv) {
	static const struct argp_option rows[] = {
		{"db", 'd', "FILE", 0, "the database; default tileproof.db", 0},
		{"run", 'r', "N", 0, "the run; default the latest", 0},
		{"format", 'f', "FORMAT", 0, "see below; default text", 0},
		{"output", 'o', "FILE", 0, "write here instead of to standard output", 0},
		{0}};
	static const struct argp program = {.options = rows, .parser = on_key, .doc = "Writes the results of a recorded run.\v ", .help_filter = help_text};
	Arguments a = {.db = "tileproof.db", .format = &formats[0]};
	if (argp_parse(&program, argc, argv, 0, NULL, &a))
		return EXIT_USAGE;

	Diag *d = diag_new();
	ExitCode code = EXIT_INPUT;
	Store *s = store_open(a.db, STORE_READ, d);
	if (s) {
		Rows r;
		Text out = {0};
		if (rows_load(s, a.run ? a.run : store_latest_run(s), ROWS_ALL, &r, d)) {
			a.format->write(&r, &out);
			if (output_write(&(Output){.path = a.output, .bytes = out.at ? out.at : "", .length = out.n}, 1, d))
				code = EXIT_CLEAN;
		}
		vec_free(&out);
		rows_free(&r);
		if (code != EXIT_CLEAN)
			code = exit_worse(code, store_status(s));
		store_close(s);
	}
	diag_print(d, stderr);
	diag_free(d);
	return code;
}
