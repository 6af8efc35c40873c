#include "model/parse.h"
#include "model/print.h"
#include "reports/commands/cli.h"
#include "reports/output.h"

#include <argp.h>

typedef struct Request {
	const char *file, *output;
} Request;

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Request *r = state->input;
	switch (key) {
	case 'o':
		r->output = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (r->file)
			argp_error(state, "one dump at a time, '%s' is a second", arg);
		r->file = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "a dump is needed");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static bool print_file(const Request *r, Diag *d) {
	Program *p = parse_file(r->file, d);
	if (!p)
		return false;
	Text text = { 0 };
	print_program(p, &text);
	bool done = output_write(&(Output){ r->output, text.at, text.n }, 1, d);
	vec_free(&text);
	ir_free(p);
	return done;
}

ExitCode cmd_print(int argc, char **argv) {
	static const struct argp_option options[] = {
		{ "output", 'o', "FILE", 0, "write here instead of to standard output", 0 },
		{ 0 }
	};
	static const struct argp program = {
		.options = options,
		.parser = on_key,
		.args_doc = "FILE",
		.doc = "Reads a dump and prints it in the canonical form, exactly as the compiler prints it without a code formatter.\v"
			"Exit status: 0 printed; 4 FILE cannot be read or the output cannot be written.",
	};
	Request r = { NULL, NULL };
	if (argp_parse(&program, argc, argv, 0, NULL, &r))
		return EXIT_USAGE;
	Diag *d = diag_new();
	bool done = print_file(&r, d);
	diag_print(d, stderr);
	diag_free(d);
	return done ? EXIT_CLEAN : EXIT_INPUT;
}
