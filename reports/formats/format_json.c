#include "reports/formats/format.h"
#include "reports/formats/json.h"

/* The object of `check --format json` for each result, with the pair it belongs to. */
static json_t *row(const Row *x) {
	Result r = {.function = x->function, .unit = x->unit, .property = x->property, .obligation = x->obligation, .verdict = x->verdict,
		.argument = x->argument, .reason = x->reason, .before_at = x->before_at, .after_at = x->after_at, .witness = x->witness,
		.seconds = x->seconds, .rlimit = x->rlimit, .inherited = x->inherited};
	size_t n = strlen(x->fingerprint);
	memcpy(r.fingerprint, x->fingerprint, n < sizeof r.fingerprint ? n : sizeof r.fingerprint - 1);
	json_t *j = js_result(&r);
	json_object_set_new(j, "before", js_text(x->file));
	json_object_set_new(j, "after", js_text(x->after_file));
	json_object_set_new(j, "step", js_text(x->step));
	return j;
}

static json_t *decision(const DecisionLine *d) {
	json_t *j = json_object();
	json_object_set_new(j, "file", js_text(d->file));
	json_object_set_new(j, "function", js_text(d->function));
	json_object_set_new(j, "line", json_integer(d->line));
	json_object_set_new(j, "pass", js_text(d->pass));
	json_object_set_new(j, "outcome", js_text(d->outcome));
	json_object_set_new(j, "stages", json_integer(d->stages));
	json_object_set_new(j, "depth", json_integer(d->depth));
	json_object_set_new(j, "requested", json_integer(d->requested));
	json_object_set_new(j, "slots", json_integer(d->slots));
	json_object_set_new(j, "reason", js_text(d->reason));
	json_object_set_new(j, "gave_up", json_boolean(d->gave_up));
	json_object_set_new(j, "number", json_integer(d->number));
	json_object_set_new(j, "becomes", js_text(d->becomes ? d->becomes : ""));
	return j;
}

void format_json(const Rows *rows, Text *out) {
	json_t *results = json_array(), *decisions = json_array(), *messages = json_array(), *counts = json_object(), *j = json_object();
	for (uint32_t i = 0; i < rows->at.n; i++)
		json_array_append_new(results, row(&rows->at.at[i]));
	for (uint32_t i = 0; i < rows->decisions.n; i++)
		json_array_append_new(decisions, decision(&rows->decisions.at[i]));
	for (uint32_t i = 0; i < rows->messages.n; i++) {
		const Message *m = &rows->messages.at[i];
		json_t *x = json_object();
		json_object_set_new(x, "file", js_text(m->file));
		json_object_set_new(x, "line", json_integer(m->span.line));
		json_object_set_new(x, "column", json_integer(m->span.col));
		json_object_set_new(x, "says", js_text(m->text));
		json_array_append_new(messages, x);
	}
	for (int v = 0; v < VERDICT_COUNT; v++)
		json_object_set_new(counts, verdict_names[v], json_integer(rows->verdicts[v]));
	json_object_set_new(j, "tool", js_text("tileproof"));
	json_object_set_new(j, "version", js_text(rows->version));
	json_object_set_new(j, "run", json_integer(rows->run));
	json_object_set_new(j, "command", js_text(rows->command));
	json_object_set_new(j, "started", js_text(rows->started));
	json_object_set_new(j, "state", js_text(rows->state));
	json_object_set_new(j, "label", *rows->label ? js_text(rows->label) : json_null());
	json_object_set_new(j, "revision", *rows->revision ? js_text(rows->revision) : json_null());
	json_object_set_new(j, "pairs", json_integer(rows->pairs));
	json_object_set_new(j, "counts", counts);
	json_object_set_new(j, "results", results);
	json_object_set_new(j, "decisions", decisions);
	json_object_set_new(j, "messages", messages);
	js_print_lines(j, out);
	json_decref(j);
}
