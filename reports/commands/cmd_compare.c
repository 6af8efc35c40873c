/* tileproof compare OLD NEW: introduced, fixed and known findings, changed decisions, costlier proofs. */
#include "reports/commands/cli.h"
#include "reports/compare.h"
#include "reports/formats/format.h"
#include "reports/formats/grid.h"
#include "reports/formats/json.h"
#include "reports/output.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

typedef struct Arguments {
	const char *db, *sides[2];
	uint32_t policy; /* bits of CHANGE_x that fail */
	bool json;
} Arguments;

enum { KEY_FAIL_ON = 256 };

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Arguments *a = state->input;
	switch (key) {
	case 'd':
		a->db = arg;
		return 0;
	case 'f':
		if (strcmp(arg, "text") && strcmp(arg, "json"))
			argp_error(state, "'%s' is no format; text and json are", arg);
		a->json = !strcmp(arg, "json");
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
		text_printf(&t, "  %-20s%s\n", change_names[k], change_says[k]);
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

/* ---- text ---- */

static void tell_result_change(const Change *c, Text *out) {
	const Row *r = c->now ? c->now : c->old;
	Text line = {0};
	if (c->kind == CHANGE_COSTLIER || c->kind == CHANGE_WEAKER || c->kind == CHANGE_STRONGER)
		text_printf(&line, "%s, %s: %s in %s: %s before, %s now", r->file, r->step, obligation_rows[r->obligation].name, r->function,
			verdict_names[c->old->verdict], verdict_names[c->now->verdict]);
	else
		text_printf(&line, "%s, %s: ", r->file, r->step), format_headline(r, &line);
	if (c->kind == CHANGE_COSTLIER)
		text_printf(&line, ", work %" PRIu64 " before, %" PRIu64 " now", c->old->rlimit, c->now->rlimit);
	grid_escape(out, line.at, line.n);
	vec_free(&line);
}

/* end: what the loop has in the end, when a later pass decided that. */
static void tell_decision(const DecisionLine *d, const DecisionLine *end, Text *out) {
	text_addz(out, d->outcome);
	if (!strcmp(d->outcome, "skewed"))
		text_printf(out, " with depth %" PRId64, d->depth);
	else if (!strcmp(d->outcome, "slotted") || !strcmp(d->outcome, "replicated"))
		text_printf(out, " %s%" PRId64, !strcmp(d->outcome, "slotted") ? "over slots: " : "times: ", d->slots);
	if (end && end != d && strcmp(end->outcome, d->outcome)) {
		text_addz(out, ", then ");
		tell_decision(end, NULL, out);
	}
}

static void tell_decision_change(const Change *c, Text *out) {
	const DecisionLine *d = c->now_decision;
	Text line = {0};
	text_printf(&line, "%s:%" PRId64 ", %s, %s: ", d->file, d->line, d->function, d->pass);
	tell_decision(c->old_decision, c->old_end, &line);
	text_addz(&line, " before, ");
	tell_decision(d, c->now_end, &line);
	text_printf(&line, " now%s%s", *d->reason ? ": " : "", d->reason);
	grid_escape(out, line.at, line.n);
	vec_free(&line);
}

static void as_text(const Comparison *c, Text *out) {
	for (int kind = 0; kind < CHANGE_COUNT; kind++) {
		if (!c->of[kind])
			continue;
		text_printf(out, "%s (%s): %" PRIu32 "\n", change_names[kind], change_says[kind], c->of[kind]);
		for (uint32_t i = 0; i < c->changes.n; i++) {
			const Change *x = &c->changes.at[i];
			if ((int)x->kind != kind)
				continue;
			text_addz(out, "  ");
			if (x->now_decision)
				tell_decision_change(x, out);
			else
				tell_result_change(x, out);
			text_addz(out, "\n");
		}
	}
	if (!c->changes.n)
		text_addz(out, "nothing changed\n");
}

/* ---- JSON ---- */

static json_t *result_side(const Row *r) {
	return r ? json_pack("{s:o, s:o, s:o, s:i, s:I}", "file", js_text(r->file), "verdict", js_text(verdict_names[r->verdict]), "fingerprint",
		js_text(r->fingerprint), "line", (int)r->before_at.line, "rlimit", (json_int_t)r->rlimit) : json_null();
}

static json_t *decision_side(const DecisionLine *d, const DecisionLine *end) {
	return d ? json_pack("{s:o, s:o, s:I, s:I, s:I, s:o, s:o}", "file", js_text(d->file), "outcome", js_text(d->outcome), "line", (json_int_t)d->line, "depth",
		(json_int_t)d->depth, "slots", (json_int_t)d->slots, "reason", js_text(d->reason), "end", js_text(end ? end->outcome : d->outcome)) : json_null();
}

static json_t *change_json(const Change *c) {
	const Row *r = c->now ? c->now : c->old;
	const DecisionLine *d = c->now_decision;
	json_t *j = json_object();
	json_object_set_new(j, "change", js_text(change_names[c->kind]));
	json_object_set_new(j, "function", js_text(r ? r->function : d->function));
	json_object_set_new(j, "step", js_text(r ? r->step : d->pass));
	json_object_set_new(j, "obligation", r ? js_text(obligation_rows[r->obligation].name) : json_null());
	json_object_set_new(j, "old", r ? result_side(c->old) : decision_side(c->old_decision, c->old_end));
	json_object_set_new(j, "new", r ? result_side(c->now) : decision_side(d, c->now_end));
	return j;
}

static void as_json(const Comparison *c, Text *out) {
	json_t *j = json_object(), *counts = json_object(), *changes = json_array();
	for (int k = 0; k < CHANGE_COUNT; k++)
		json_object_set_new(counts, change_names[k], json_integer(c->of[k]));
	for (uint32_t i = 0; i < c->changes.n; i++)
		json_array_append_new(changes, change_json(&c->changes.at[i]));
	json_object_set_new(j, "counts", counts);
	json_object_set_new(j, "changes", changes);
	js_print(j, out);
	json_decref(j);
}

ExitCode cmd_compare(int argc, char **argv) {
	static const struct argp_option rows[] = {
		{"db", 'd', "FILE", 0, "the database of runs that are given by number; default tileproof.db", 0},
		{"fail-on", KEY_FAIL_ON, "LIST", 0, "changes that make the exit status 1, comma separated, or none; default introduced,lost-pipelining", 0},
		{"format", 'f', "FORMAT", 0, "text (default) or json", 0},
		{0}};
	static const struct argp program = {.options = rows, .parser = on_key, .args_doc = "OLD NEW", .doc = "Says what changed between two recorded runs.\v ",
		.help_filter = help_text};
	Arguments a = {.db = "tileproof.db", .policy = 1u << CHANGE_INTRODUCED | 1u << CHANGE_LOST};
	if (argp_parse(&program, argc, argv, 0, NULL, &a))
		return EXIT_USAGE;

	Diag *d = diag_new();
	ExitCode code = EXIT_INPUT;
	Rows old = {0}, now = {0};
	if (load(&a, a.sides[0], &old, d) && load(&a, a.sides[1], &now, d)) {
		Comparison c;
		Text out = {0};
		compare_rows(&old, &now, &c);
		(a.json ? as_json : as_text)(&c, &out);
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
