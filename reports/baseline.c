/* Rows out of the JSON that `report --format json` wrote. */
#include "reports/database/rows.h"
#include "reports/formats/json.h"

#include <errno.h>

static const char *text_of(Rows *r, const json_t *j, const char *key) {
	const json_t *t = json_object_get(j, key);
	return json_is_string(t) ? arena_text(r->arena, json_string_value(t), json_string_length(t)) : "";
}

static int64_t number_of(const json_t *j, const char *key) { return (int64_t)json_integer_value(json_object_get(j, key)); }

/* A result in the form of check, with the pair that it belongs to. */
static bool read_result(Rows *r, const json_t *j, Report *scratch) {
	if (!js_result_read(j, scratch))
		return false;
	const Result *x = &scratch->results.at[scratch->results.n - 1];
	Row row = {.file = text_of(r, j, "before"), .after_file = text_of(r, j, "after"), .step = text_of(r, j, "step"), .function = x->function,
		.unit = x->unit, .property = x->property, .argument = x->argument, .reason = x->reason, .fingerprint = text_of(r, j, "fingerprint"),
		.obligation = x->obligation, .verdict = x->verdict, .before_at = x->before_at, .after_at = x->after_at, .seconds = x->seconds,
		.rlimit = x->rlimit, .witness = x->witness, .inherited = x->inherited};
	row.source = row.after_file;
	row.source_at = row.after_at;
	r->verdicts[x->verdict]++;
	vec_push(&r->at, row);
	return true;
}

static void read_decision(Rows *r, const json_t *j) {
	DecisionLine d = {.file = text_of(r, j, "file"), .function = text_of(r, j, "function"), .pass = text_of(r, j, "pass"),
		.outcome = text_of(r, j, "outcome"), .reason = text_of(r, j, "reason"), .line = number_of(j, "line"), .stages = number_of(j, "stages"),
		.depth = number_of(j, "depth"), .requested = number_of(j, "requested"), .slots = number_of(j, "slots"),
		.number = number_of(j, "number"), .becomes = text_of(r, j, "becomes"), .gave_up = json_is_true(json_object_get(j, "gave_up"))};
	r->gave_up += d.gave_up;
	vec_push(&r->decisions, d);
}

bool rows_read(const char *file, Rows *r, Diag *d) {
	*r = (Rows){.arena = arena_new(), .state = "finished"};
	json_error_t e;
	json_t *j = json_load_file(file, JSON_REJECT_DUPLICATES, &e);
	if (!j) {
		if (json_error_code(&e) == json_error_cannot_open_file)
			diag_add(d, SEV_ERROR, file, NULL, 0, (Span){0, 0}, "%s", strerror(errno));
		else
			diag_add(d, SEV_ERROR, file, NULL, 0, (Span){e.line > 0 ? (uint32_t)e.line : 0, e.column > 0 ? (uint32_t)e.column : 0},
				"is no database, and no report in JSON either: %s", e.text);
		return false;
	}
	json_t *results = json_object_get(j, "results"), *decisions = json_object_get(j, "decisions"), *x;
	Report scratch = {.arena = r->arena};
	bool ok = json_is_array(results) && json_is_array(decisions);
	size_t i;
	json_array_foreach(results, i, x)
		ok = ok && read_result(r, x, &scratch);
	json_array_foreach(decisions, i, x)
		read_decision(r, x);
	vec_free(&scratch.results);
	if (!ok)
		diag_add(d, SEV_ERROR, file, NULL, 0, (Span){0, 0}, "is no report of tileproof in JSON (report --format json writes one)");
	r->run = number_of(j, "run");
	r->command = text_of(r, j, "command"), r->label = text_of(r, j, "label"), r->revision = text_of(r, j, "revision");
	r->started = text_of(r, j, "started"), r->version = text_of(r, j, "version");
	json_decref(j);
	rows_mark_echoes(r);
	return ok;
}
