#include "reports/commands/pairwise.h"

#include "model/parse.h"
#include "reports/output.h"
#include "reports/trace.h"

#include <inttypes.h>

enum { KEY_TRACE = 512 };

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Pairwise *p = state->input;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &p->shared;
		return 0;
	case 'f':
		if (strcmp(arg, "text") && strcmp(arg, "json"))
			argp_error(state, "'%s' is no format; text and json are", arg);
		p->json = !strcmp(arg, "json");
		return 0;
	case KEY_TRACE:
		p->trace = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num >= 2)
			argp_error(state, "two files are compared, '%s' is a third", arg);
		else
			p->files[state->arg_num] = arg;
		return 0;
	case ARGP_KEY_END:
		if (state->arg_num < 2)
			argp_error(state, "two files are needed: one from before the transformation and one from after it");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* What has no counterpart was compared with nothing: that must not pass in silence. */
static ExitCode look_for_counterparts(const Pairwise *p, Diag *d) {
	const Report *r = p->report;
	if (!r->vanished && !r->added)
		return EXIT_CLEAN;
	if (!r->paired && r->vanished && r->added) {
		diag_add(d, SEV_ERROR, p->files[1], NULL, 0, (Span){0, 0}, "has no function in common with %s: these are two different programs", p->files[0]);
		return EXIT_INPUT;
	}
	const uint32_t alone[2] = {r->vanished, r->added};
	for (int k = 0; k < 2; k++)
		if (alone[k])
			diag_add(d, SEV_WARNING, p->files[k], NULL, 0, (Span){0, 0}, "%" PRIu32 " %s not in %s under any name: nothing was compared there"
				" (--strict makes that exit status 3)", alone[k], alone[k] == 1 ? "function is" : "functions are", p->files[!k]);
	return EXIT_CLEAN;
}

static ExitCode judge(Pairwise *p, PairwiseTell *tell, Diag *d) {
	p->report = report_new();
	check_programs(p->before, p->after, &p->shared.check, p->report);
	tell_count(&p->tally, p->report);
	ExitCode apart = look_for_counterparts(p, d), code = exit_worse(tell_exit(&p->tally, p->shared.strict), apart);
	Text out = {0};
	if (apart == EXIT_CLEAN || p->json)
		tell(p, &out);
	Text trace = {0};
	if (p->trace)
		trace_programs(p->before, p->after, &p->shared.check, NULL, &trace);
	const Output files[] = {{.path = NULL, .bytes = out.at, .length = out.n}, {.path = p->trace, .bytes = trace.at, .length = trace.n}};
	if (!output_write(files, p->trace ? 2 : 1, d))
		code = exit_worse(code, EXIT_INPUT);
	vec_free(&trace);
	vec_free(&out);
	report_free(p->report);
	return code;
}

ExitCode pairwise_run(int argc, char **argv, const char *doc, PairwiseTell *text, PairwiseTell *json) {
	static const struct argp_option options[] = {
		{"trace", KEY_TRACE, "FILE", 0, "write the ring schedules of both cores there, for chrome://tracing or Perfetto", 0},
		{"format", 'f', "FORMAT", 0, "text (default) or json", 0},
		{0}};
	static const struct argp_option trace_only[] = {
		{"trace", KEY_TRACE, "FILE", 0, "write the ring schedules of both cores there, for chrome://tracing or Perfetto", 0}, {0}};
	static const struct argp_child children[] = {{&options_argp, 0, NULL, 0}, {0}};
	struct argp program = {.options = json ? options : trace_only, .parser = on_key, .args_doc = "BEFORE AFTER", .doc = doc, .children = children};
	Pairwise pair = {0};
	options_defaults(&pair.shared);
	if (argp_parse(&program, argc, argv, 0, NULL, &pair))
		return EXIT_USAGE;
	Diag *d = diag_new();
	pair.before = parse_file(pair.files[0], d);
	pair.after = parse_file(pair.files[1], d);
	ExitCode code = pair.before && pair.after ? judge(&pair, pair.json ? json : text, d) : EXIT_INPUT;
	diag_print(d, stderr);
	ir_free(pair.after);
	ir_free(pair.before);
	diag_free(d);
	return code;
}
