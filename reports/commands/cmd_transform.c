#include "model/parse.h"
#include "model/print.h"
#include "reports/commands/cli.h"
#include "reports/decisions.h"
#include "reports/formats/grid.h"
#include "reports/output.h"
#include "reports/pipeline.h"

#include <argp.h>
#include <stdlib.h>

enum { KEY_ARCH = 'a', KEY_OUT = 'o', KEY_PASSES = 'p', KEY_PLANNER = 256, KEY_REFERENCE, KEY_GUARDS, KEY_EXPLAIN, KEY_DECISIONS, KEY_TIME };

typedef struct Request {
	const char *file, *output, *decisions;
	Pipeline pipeline;
	bool reference, guards_given, explain, times;
} Request;

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Request *r = state->input;
	PassOptions *o = &r->pipeline.options;
	switch (key) {
	case KEY_OUT:
		r->output = arg;
		return 0;
	case KEY_PASSES:
		if (!pipeline_passes(arg, &r->pipeline.passes))
			argp_error(state, "'%s' is no list of passes; skew, slots and loops are passes", arg);
		return 0;
	case KEY_PLANNER:
		if (!planner_find(arg, &o->planner))
			argp_error(state, "'%s' is no planner; pypto and ptoas are", arg);
		return 0;
	case KEY_ARCH:
		if (!arch_find(arg, &o->arch))
			argp_error(state, "'%s' is no architecture; a2a3 and a5 are", arg);
		return 0;
	case KEY_REFERENCE:
		r->reference = true;
		return 0;
	case KEY_GUARDS:
		r->guards_given = true;
		if (!pipeline_guards(arg, &o->guards))
			argp_error(state, "'%s' is no list of guards; --help names them, all and none are lists, too", arg);
		return 0;
	case KEY_EXPLAIN:
		r->explain = true;
		return 0;
	case KEY_DECISIONS:
		r->decisions = arg;
		return 0;
	case KEY_TIME:
		r->times = true;
		return 0;
	case ARGP_KEY_ARG:
		if (r->file)
			argp_error(state, "one dump at a time, '%s' is a second", arg);
		r->file = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "a dump is needed");
		return 0;
	case ARGP_KEY_SUCCESS:
		if (r->reference && r->guards_given)
			argp_error(state, "--reference switches every guard off, --guards asks for some: give one of them");
		if (r->reference)
			o->guards = 0;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{ "arch", KEY_ARCH, "ARCH", 0, "a2a3 (Ascend910B) or a5 (Ascend950); default a2a3", 0 },
	{ "passes", KEY_PASSES, "LIST", 0, "out of skew, slots, loops; default all three. They run in this order", 0 },
	{ "planner", KEY_PLANNER, "NAME", 0, "memory planner that the passes work for: pypto or ptoas; default pypto", 0 },
	{ "reference", KEY_REFERENCE, NULL, 0, "transform as the compiler does, its known defects included", 0 },
	{ "guards", KEY_GUARDS, "LIST", 0, "guards to have on, separated by commas, or all or none; default all", 0 },
	{ "output", KEY_OUT, "FILE", 0, "write here instead of to standard output", 0 },
	{ "explain", KEY_EXPLAIN, NULL, 0, "say for each pipeline loop and pass what was decided and why: on standard error, or on standard output with -o", 0 },
	{ "decisions", KEY_DECISIONS, "FILE", 0, "write there as JSON what --explain says", 0 },
	{ "time-passes", KEY_TIME, NULL, 0, "tell the time per pass, on standard error", 0 },
	{ 0 }
};

/* argp frees what is returned. */
static char *help_text(int key, const char *text, void *input) {
	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)(uintptr_t)text;
	Text all = { 0 };
	text_addz(&all, "Passes:\n");
	for (int k = 0; k < PASS_COUNT; k++)
		grid_entry(&all, pass_name((PassId)k), 12, pass_compiler_name((PassId)k));
	text_addz(&all, "\nGuards, each where the compiler's pass goes wrong and ours must not:\n");
	for (int k = GUARD_NONE + 1; k < GUARD_COUNT; k++) {
		Text row = { 0 };
		text_printf(&row, "%s, %s: %s (%s)", guard_rows[k].name, pass_name(guard_rows[k].pass), guard_rows[k].protects, guard_rows[k].property);
		grid_wrap(&all, text_end(&row), 2, 6, GRID_HELP_WIDTH);
		vec_free(&row);
	}
	text_addz(&all, "\nExit status: 0 transformed; 4 the dump cannot be read or transformed, or the output cannot be written; 5 internal error.");
	char *copy = strdup(text_end(&all));
	vec_free(&all);
	return copy;
}

static void print_times(const Pipeline *pipeline) {
	for (int k = 0; k < PASS_COUNT; k++)
		if (pipeline->passes >> k & 1)
			fprintf(stderr, "%10.3f ms  %s\n", pipeline->seconds[k] * 1e3, pass_compiler_name((PassId)k));
	fprintf(stderr, "%10.3f ms  well-formedness, before and after each pass\n", pipeline->check_seconds * 1e3);
}

static ExitCode write_all(const Request *r, const Program *p, Diag *d) {
	Text program = { 0 }, json = { 0 }, lines = { 0 };
	Output files[3];
	unsigned n = 0;
	print_program(p, &program);
	files[n++] = (Output){ r->output, program.at, program.n };
	if (r->decisions) {
		decisions_json(p, &r->pipeline.decisions, &json);
		files[n++] = (Output){ r->decisions, json.at, json.n };
	}
	if (r->explain) {
		decisions_explain(p, &r->pipeline.decisions, &lines);
		if (r->output)
			files[n++] = (Output){ NULL, lines.at, lines.n };
		else
			fwrite(text_end(&lines), 1, lines.n, stderr);
	}
	bool done = output_write(files, n, d);
	vec_free(&program);
	vec_free(&json);
	vec_free(&lines);
	return done ? EXIT_CLEAN : EXIT_INPUT;
}

static ExitCode transform(Request *r, Diag *d) {
	Program *p = parse_file(r->file, d);
	if (!p)
		return EXIT_INPUT;
	ExitCode code = EXIT_INPUT;
	switch (pipeline_run(&r->pipeline, p, d)) {
	case PIPELINE_DONE:
		code = write_all(r, p, d);
		break;
	case PIPELINE_INPUT:
		break;
	case PIPELINE_INTERNAL:
		code = cli_internal("%s is ill-formed after a pass, see below; nothing was written", r->file);
		break;
	}
	if (r->times)
		print_times(&r->pipeline);
	vec_free(&r->pipeline.decisions);
	ir_free(p);
	return code;
}

ExitCode cmd_transform(int argc, char **argv) {
	static const struct argp program = {
		.options = options,
		.parser = on_key,
		.args_doc = "FILE",
		.doc = "Runs passes over a dump and writes what they make of it. By default a pass does less than the compiler's wherever that would be"
		       " wrong, and says so."
		       "\v ",
		.help_filter = help_text,
	};
	Request r = { .pipeline = { .passes = (1u << PASS_COUNT) - 1, .options = { PLANNER_PYPTO, ARCH_A2A3, ~(uint64_t)0 } } };
	if (argp_parse(&program, argc, argv, 0, NULL, &r))
		return EXIT_USAGE;
	Diag *d = diag_new();
	ExitCode code = transform(&r, d);
	diag_print(d, stderr);
	diag_free(d);
	return code;
}
