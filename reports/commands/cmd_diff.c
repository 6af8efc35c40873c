#include "model/parse.h"
#include "model/same.h"
#include "reports/commands/cli.h"

#include <argp.h>

enum { KEY_IGNORE_MEMBERSHIP = 256 };

typedef struct Request {
	const char *file[2];
	unsigned files;
	bool ignore_membership;
} Request;

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Request *r = state->input;
	switch (key) {
	case KEY_IGNORE_MEMBERSHIP:
		r->ignore_membership = true;
		return 0;
	case ARGP_KEY_ARG:
		if (r->files == 2)
			argp_error(state, "two files are compared, '%s' is a third", arg);
		r->file[r->files++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (r->files < 2)
			argp_error(state, "two files are needed");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Both lines, with a caret under the first token that differs. */
static void show(const Program *a, const Program *b, const Difference *x) {
	Diag *d = diag_new();
	if (x->function)
		printf("In function '%s':\n", ir_text(a, ir_func(a, x->function)->name));
	diag_add(d, SEV_NOTE, a->file, a->source, a->length, x->in_a, "%s", x->text);
	diag_add(d, SEV_NOTE, b->file, b->source, b->length, x->in_b, "the other side");
	diag_print(d, stdout);
	diag_free(d);
}

static ExitCode compare(const Request *r, Diag *d) {
	Program *a = parse_file(r->file[0], d);
	Program *b = parse_file(r->file[1], d);
	ExitCode code = EXIT_INPUT;
	if (a && b) {
		Difference difference;
		Arena *arena = arena_new();
		code = EXIT_CLEAN;
		if (!same_programs(a, b, r->ignore_membership, arena, &difference)) {
			code = EXIT_REFUTED;
			show(a, b, &difference);
		}
		arena_free(arena);
	}
	if (a)
		ir_free(a);
	if (b)
		ir_free(b);
	return code;
}

ExitCode cmd_diff(int argc, char **argv) {
	static const struct argp_option options[] = {
		{ "ignore-membership", KEY_IGNORE_MEMBERSHIP, NULL, 0, "do not compare the pipeline_membership tags of calls", 0 },
		{ 0 }
	};
	static const struct argp program = {
		.options = options,
		.parser = on_key,
		.args_doc = "A B",
		.doc = "Compares two dumps up to the names of variables, allocations and dimensions, and shows the first difference."
		       "\vExit status: 0 equal, 1 different, 4 a file cannot be read.",
	};
	Request r = { .files = 0 };
	if (argp_parse(&program, argc, argv, 0, NULL, &r))
		return EXIT_USAGE;
	Diag *d = diag_new();
	ExitCode code = compare(&r, d);
	diag_print(d, stderr);
	diag_free(d);
	return code;
}
