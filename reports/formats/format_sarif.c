/* SARIF 2.1.0. One rule per obligation. A finding is a result of kind "fail"; what was not decided is "open", what holds
 * under a bound or an assumption is "review"; what is proved is left out. */
#include "checks/rings/story_steps.h"
#include "reports/formats/format.h"
#include "reports/formats/json.h"

#include <inttypes.h>

static void put(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }

static json_t *message(const char *text, size_t n) {
	json_t *m = json_object();
	put(m, "text", js_text_n(text, n));
	return m;
}

/* A relative reference or a file URI. */
static json_t *uri(const char *path) {
	Text t = {0};
	if (*path == '/')
		text_addz(&t, "file://");
	for (const char *s = format_path(path); *s; s++) {
		bool plain = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') || strchr("/._-~", *s);
		if (plain)
			text_addc(&t, *s);
		else
			text_printf(&t, "%%%02X", (unsigned char)*s);
	}
	json_t *j = js_text_n(t.at ? t.at : "", t.n);
	vec_free(&t);
	return j;
}

static json_t *location(const char *file, Span at, const char *says) {
	json_t *artifact = json_object(), *physical = json_object(), *l = json_object();
	put(artifact, "uri", uri(file));
	put(physical, "artifactLocation", artifact);
	if (at.line) {
		json_t *region = json_object();
		put(region, "startLine", json_integer(at.line));
		if (at.col)
			put(region, "startColumn", json_integer(at.col));
		put(physical, "region", region);
	}
	put(l, "physicalLocation", physical);
	if (says)
		put(l, "message", message(says, strlen(says)));
	return l;
}

/* A place in one of the two texts of a result. A text that only the run saw is named by the message, the place is then that in the input. */
static json_t *place(const Row *r, bool after, Span at, const char *says) {
	const char *file = after ? r->after_file : r->file;
	if (!row_is_derived(r) || !strcmp(file, r->source))
		return location(file, at, says);
	Text t = {0};
	text_addz(&t, says);
	if (at.line)
		text_printf(&t, " (line %" PRIu32 " of %s)", at.line, file);
	json_t *l = location(r->source, r->source_at, text_end(&t));
	vec_free(&t);
	return l;
}

static json_t *thread(const char *id, json_t *locations) {
	json_t *t = json_object();
	put(t, "id", js_text(id));
	put(t, "locations", locations);
	return t;
}

/* One of the two programs, at the first event in which they differ. */
static json_t *program(const Row *r, bool after) {
	const Witness *w = r->witness;
	Span at = after ? w->after_at : w->before_at;
	json_t *step = json_object(), *steps = json_array();
	Text says = {0};
	format_value(after ? w->after : w->before, after ? w->after_rounds : w->before_rounds, &says);
	put(step, "location", place(r, after, at.line ? at : after ? r->after_at : r->before_at, text_end(&says)));
	vec_free(&says);
	json_array_append_new(steps, step);
	return thread(after ? "after" : "before", steps);
}

/* The schedule of one core. Numbers are those of all cores, so that a viewer can interleave them. */
static json_t *core(const Row *r, const StorySteps *all, const char *name) {
	json_t *steps = json_array();
	for (uint32_t i = 0; i < all->n; i++) {
		const StoryStep *s = &all->at[i];
		if (strcmp(s->core, name) != 0)
			continue;
		json_t *step = json_object();
		put(step, "executionOrder", json_integer(s->order));
		put(step, "importance", js_text(s->order == all->at[all->n - 1].order ? "essential" : "important"));
		put(step, "location", place(r, true, (Span){s->line, 0}, s->says));
		json_array_append_new(steps, step);
	}
	return thread(name, steps);
}

/* A finding on rings has one thread per core, which goes through the schedule up to the finding. Any other has two: the program
 * before and the one after. */
static json_t *code_flows(const Rows *rows, const Row *r) {
	json_t *threads = json_array(), *one = json_object(), *flows = json_array();
	StorySteps steps = {0};
	story_steps_read(r->witness->story, rows->arena, &steps);
	for (uint32_t i = 0; i < steps.n; i++) {
		uint32_t first = 0;
		while (strcmp(steps.at[first].core, steps.at[i].core) != 0)
			first++;
		if (first == i)
			json_array_append_new(threads, core(r, &steps, steps.at[i].core));
	}
	if (!steps.n) {
		json_array_append_new(threads, program(r, false));
		json_array_append_new(threads, program(r, true));
	}
	vec_free(&steps);
	put(one, "message", message(r->witness->where, strlen(r->witness->where)));
	put(one, "threadFlows", threads);
	json_array_append_new(flows, one);
	return flows;
}

static json_t *result(const Rows *rows, const Row *r) {
	json_t *j = json_object(), *locations = json_array(), *related = json_array(), *prints = json_object(), *properties = json_object();
	Text says = {0};
	format_step(r, &says);
	format_headline(r, &says);
	if (row_is_finding(r)) {
		text_addc(&says, '\n');
		format_witness(r, true, &says);
	}
	put(j, "ruleId", js_text(obligation_rows[r->obligation].name));
	put(j, "ruleIndex", json_integer(r->obligation));
	put(j, "kind", js_text(r->verdict == VERDICT_REFUTED ? "fail" : r->verdict == VERDICT_UNKNOWN || r->verdict == VERDICT_UNSUPPORTED ? "open" : "review"));
	put(j, "level", js_text(r->verdict == VERDICT_REFUTED ? "error" : "none"));
	put(j, "message", message(says.at ? says.at : "", says.n));
	vec_free(&says);
	json_array_append_new(locations, location(r->source, r->source_at, NULL));
	json_array_append_new(related, place(r, false, r->before_at, "before the pass"));
	put(j, "locations", locations);
	put(j, "relatedLocations", related);
	put(prints, "tileproofCode/v1", js_text(row_identity(rows, r)));
	put(prints, "tileproofPlace/v1", js_text(row_place(rows, r)));
	put(j, "partialFingerprints", prints);
	if (row_is_finding(r))
		put(j, "codeFlows", code_flows(rows, r));
	put(properties, "verdict", js_text(verdict_names[r->verdict]));
	put(properties, "property", js_text(r->property));
	put(properties, "function", js_text(r->function));
	put(properties, "step", js_text(r->step));
	put(j, "properties", properties);
	return j;
}

static json_t *rules(void) {
	json_t *all = json_array();
	for (int o = 0; o < OB_COUNT; o++) {
		json_t *rule = json_object(), *properties = json_object();
		const char *says = obligation_rows[o].says;
		put(rule, "id", js_text(obligation_rows[o].name));
		put(rule, "shortDescription", message(says, strlen(says)));
		put(properties, "properties", js_text(obligation_rows[o].properties));
		put(rule, "properties", properties);
		json_array_append_new(all, rule);
	}
	return all;
}

static json_t *invocation(const Rows *rows) {
	json_t *all = json_array(), *j = json_object(), *notes = json_array();
	put(j, "executionSuccessful", json_boolean(!strcmp(rows->state, "finished") && !rows->messages.n));
	put(j, "startTimeUtc", js_text(rows->started));
	for (uint32_t i = 0; i < rows->messages.n; i++) {
		const Message *m = &rows->messages.at[i];
		json_t *note = json_object(), *where = json_array();
		json_array_append_new(where, location(m->file, m->span, NULL));
		put(note, "level", js_text(m->severity >= SEV_ERROR ? "error" : "warning"));
		put(note, "message", message(m->text, strlen(m->text)));
		put(note, "locations", where);
		json_array_append_new(notes, note);
	}
	put(j, "toolExecutionNotifications", notes);
	json_array_append_new(all, j);
	return all;
}

void format_sarif(const Rows *rows, Text *out) {
	json_t *log = json_object(), *runs = json_array(), *run = json_object(), *tool = json_object(), *driver = json_object(), *results = json_array();
	put(driver, "name", js_text("tileproof"));
	put(driver, "version", js_text(rows->version));
	put(driver, "rules", rules());
	put(tool, "driver", driver);
	put(run, "tool", tool);
	put(run, "columnKind", js_text("unicodeCodePoints"));
	put(run, "invocations", invocation(rows));
	for (uint32_t i = 0; i < rows->at.n; i++) {
		const Row *r = &rows->at.at[i];
		if (r->verdict != VERDICT_PROVED && (r->verdict != VERDICT_REFUTED || row_is_finding(r)))
			json_array_append_new(results, result(rows, r));
	}
	put(run, "results", results);
	json_array_append_new(runs, run);
	put(log, "$schema", js_text("https://json.schemastore.org/sarif-2.1.0.json"));
	put(log, "version", js_text("2.1.0"));
	put(log, "runs", runs);
	js_print(log, out);
	json_decref(log);
}
