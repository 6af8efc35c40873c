/* tileproof db check FILE: whether a database is sound. */
#include "reports/commands/cli.h"
#include "reports/database/db_check.h"
#include "reports/output.h"

#include <argp.h>

typedef struct Arguments {
	const char *file;
	bool strict;
} Arguments;

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Arguments *a = state->input;
	switch (key) {
	case 's': a->strict = true; return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num == 0 && strcmp(arg, "check"))
			argp_error(state, "'%s' is nothing that can be done with a database; check is", arg);
		else if (state->arg_num > 1)
			argp_error(state, "one database at a time, '%s' is a second", arg);
		else if (state->arg_num == 1)
			a->file = arg;
		return 0;
	case ARGP_KEY_END:
		if (!a->file)
			argp_error(state, "'check' and a database are needed");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

ExitCode cmd_db(int argc, char **argv) {
	static const struct argp_option rows[] = {
		{"strict", 's', NULL, 0, "exit status 2 when a run is unfinished", 0},
		{0}};
	static const struct argp program = {.options = rows, .parser = on_key, .args_doc = "check FILE",
		.doc = "Says whether a database is sound: its pages (integrity), references between rows, results and pairs, schema version, the digest of its"
			" views and names (contract), and which runs did not come to their end. The file is only read.\v"
			"Exit status: 0 sound; 1 something is wrong with it; 2 see --strict; 4 it cannot be read, or is no database of this schema version."};
	Arguments a = {0};
	if (argp_parse(&program, argc, argv, 0, NULL, &a))
		return EXIT_USAGE;
	Diag *d = diag_new();
	Text out = {0};
	Soundness is;
	Store *s = store_open(a.file, STORE_READ, d);
	ExitCode code = EXIT_INPUT;
	if (s && db_check(s, &out, &is)) {
		code = is.faults ? EXIT_REFUTED : is.unfinished && a.strict ? EXIT_INCONCLUSIVE : EXIT_CLEAN;
		text_printf(&out, "%s\n", is.faults ? "the database is not sound: use a copy of it, or merge the databases that it was made of again" : "the database is sound");
	} else if (s) {
		code = exit_worse(code, store_status(s));
	}
	store_close(s);
	if (!output_write(&(Output){.path = NULL, .bytes = out.at, .length = out.n}, 1, d))
		code = exit_worse(code, EXIT_INPUT);
	vec_free(&out);
	diag_print(d, stderr);
	diag_free(d);
	return code;
}
