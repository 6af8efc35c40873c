/* tileproof what-if FILE: would this ring depth or stage do? And what would? */
#include "reports/commands/cli.h"
#include "reports/formats/json.h"
#include "reports/commands/options.h"
#include "reports/output.h"
#include "reports/trace.h"
#include "reports/what_if.h"

#include <errno.h>
#include <stdlib.h>

enum { KEY_SLOTS = 512, KEY_STAGE, KEY_TRACE };

typedef struct Request {
	WhatIf what;
	SharedOptions shared;
	const char *trace;
	bool json;
} Request;

static const struct argp_option options[] = {
	{ "slot-num", KEY_SLOTS, "N", 0, "depth of every ring, in place of slot_num", 0 },
	{ "stage", KEY_STAGE, "S", 0, "stages of every pipelined loop that exchanges messages; they are then skewed as the compiler does", 0 },
	{ "format", 'f', "FORMAT", 0, "text (default) or json", 0 },
	{ "trace", KEY_TRACE, "FILE", 0, "write the ring schedules of both cores there, for chrome://tracing or Perfetto", 0 },
	{ 0 },
};

static int64_t whole(struct argp_state *state, const char *arg, int64_t most) {
	char *end;
	long long v;

	errno = 0;
	v = strtoll(arg, &end, 10);
	if (*arg < '0' || *arg > '9' || *end || errno || v < 1 || v > most)
		argp_error(state, "'%s' is not a number from 1 to %lld", arg, (long long)most);
	return v;
}

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Request *r = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &r->shared;
		return 0;
	case KEY_SLOTS:
		r->what.change.slots = whole(state, arg, 1000000);
		return 0;
	case KEY_STAGE:
		r->what.stage = whole(state, arg, 1000);
		return 0;
	case KEY_TRACE:
		r->trace = arg;
		return 0;
	case 'f':
		if (strcmp(arg, "text") && strcmp(arg, "json"))
			argp_error(state, "'%s' is no format; text and json are", arg);
		r->json = !strcmp(arg, "json");
		return 0;
	case ARGP_KEY_ARG:
		if (r->what.file)
			argp_error(state, "one dump at a time, '%s' is a second", arg);
		r->what.file = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "a dump is needed");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static ExitCode answer(Request *r, Diag *d) {
	Text out = { 0 }, trace = { 0 };
	Output files[2] = { { 0 } };
	bool bad;
	ExitCode code;

	if (!what_if_open(&r->what, d))
		return EXIT_INPUT;
	if (r->json) {
		json_t *j = json_object();
		bad = what_if_json(&r->what, j);
		js_print(j, &out);
		json_decref(j);
	} else {
		bad = what_if_text(&r->what, &out);
	}
	if (r->trace)
		trace_programs(r->what.before, r->what.after, &r->what.check, &r->what.change, &trace);
	files[0] = (Output){ .path = NULL, .bytes = out.at, .length = out.n };
	files[1] = (Output){ .path = r->trace, .bytes = trace.at, .length = trace.n };
	code = !output_write(files, r->trace ? 2 : 1, d) ? EXIT_INPUT : bad ? EXIT_REFUTED : EXIT_CLEAN;
	vec_free(&out);
	vec_free(&trace);
	return code;
}

ExitCode cmd_what_if(int argc, char **argv) {
	static const struct argp_child children[] = { { &options_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp program = { .options = options, .parser = on_key, .args_doc = "FILE", .children = children,
		.doc = "Tells how the two cores get along on their rings: smallest safe depth, margin, peak, largest safe skew depth, and what binds.\v"
		       "FILE is a dump from before the skew for questions about stages; any dump for questions about depth. Loops that are pipelined still "
		       "are skewed first, as the compiler does it for their stage.\n\n"
		       "needs: the smallest depth of this ring with the others as deep as declared; margin: declared less needed. The smallest slot_num for all "
		       "rings may be larger than each of these, as credits come in batches that depend on the depth. local slots: the buffer on the core that "
		       "pops, a2a3 only. stage: which stages from 2 to 17 run on these rings.\n\n"
		       "Exit status: 0 every pair runs; 1 one blocks or overwrites a message; 4 FILE cannot be read or the output cannot be written." };
	Request r = { .json = false };
	Diag *d;
	ExitCode code;

	options_defaults(&r.shared);
	if (argp_parse(&program, argc, argv, 0, NULL, &r))
		return EXIT_USAGE;
	r.what.check = r.shared.check;
	d = diag_new();
	code = answer(&r, d);
	diag_print(d, stderr);
	what_if_close(&r.what);
	diag_free(d);
	return code;
}
