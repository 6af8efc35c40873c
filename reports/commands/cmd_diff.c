#include "model/parse.h"
#include "model/same.h"
#include "reports/commands/cli.h"

#include <argp.h>
#include <inttypes.h>

enum { KEY_IGNORE_MEMBERSHIP = 256 };

typedef struct Request {
	const char *file[2];
	unsigned files;
	bool ignore_membership;
} Request;

static error_t on_key(int key, char *arg, struct argp_state *state)
{
	Request *r = state->input;
	switch (key) {
	case KEY_IGNORE_MEMBERSHIP:
		r->ignore_membership = true;
		return 0;
	case ARGP_KEY_ARG:
		if (r->files == 2)
			argp_error(state, "two files are compared, '%s' is too many", arg);
		r->file[r->files++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (r->files < 2)
			argp_error(state, "two files are wanted");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void print_side(const char *file, Span at, const char *text)
{
	if (!at.line)
		printf("%s: %s\n", file, text);
	else
		printf("%s: line %" PRIu32 ": %s\n", file, at.line, text);
}

static ExitCode compare(const Request *r, Diag *d)
{
	Program *a = parse_file(r->file[0], d);
	Program *b = parse_file(r->file[1], d);
	ExitCode code = EXIT_INPUT;
	if (a && b) {
		Difference difference;
		Arena *arena = arena_new();
		code = EXIT_CLEAN;
		if (!same_programs(a, b, r->ignore_membership, arena, &difference)) {
			code = EXIT_REFUTED;
			if (difference.function)
				printf("In function '%s':\n", ir_text(a, ir_func(a, difference.function)->name));
			print_side(r->file[0], difference.in_a, difference.text);
			print_side(r->file[1], difference.in_b, "the other side");
		}
		arena_free(arena);
	}
	if (a)
		ir_free(a);
	if (b)
		ir_free(b);
	return code;
}

ExitCode cmd_diff(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "ignore-membership", KEY_IGNORE_MEMBERSHIP, NULL, 0, "Do not compare the pipeline_membership tags of calls", 0 },
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
