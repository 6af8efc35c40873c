#include "reports/formats/changes.h"

#include "reports/formats/format.h"
#include "reports/formats/grid.h"
#include "reports/formats/json.h"
#include "reports/formats/markdown.h"

#include <inttypes.h>

/* ---- one change in words ---- */

/* "refuted order (P6) in f: reason", "order in f: proved before, bounded now" */
static void tell_verdicts(const Change *c, Text *out) {
	const Row *r = c->now ? c->now : c->old;
	if (c->kind == CHANGE_COSTLIER || c->kind == CHANGE_WEAKER || c->kind == CHANGE_STRONGER)
		text_printf(out, "%s in %s: %s before, %s now", obligation_rows[r->obligation].name, r->function, verdict_names[c->old->verdict],
			verdict_names[c->now->verdict]);
	else
		format_headline(r, out);
	if (c->kind == CHANGE_COSTLIER)
		text_printf(out, ", work %" PRIu64 " before, %" PRIu64 " now", c->old->rlimit, c->now->rlimit);
}

static void tell_result_change(const Change *c, Text *out) {
	const Row *r = c->now ? c->now : c->old;
	Text line = {0};
	text_printf(&line, "%s, %s: ", r->file, r->step);
	tell_verdicts(c, &line);
	grid_escape(out, line.at, line.n);
	vec_free(&line);
}

/* end: what the loop has in the end, when a later pass decided that. */
static void tell_decision(const DecisionLine *d, const DecisionLine *end, Text *out) {
	text_addz(out, d->outcome);
	if (!strcmp(d->outcome, "skewed"))
		text_printf(out, " with depth %" PRId64, d->depth);
	else if (!strcmp(d->outcome, "slotted") || !strcmp(d->outcome, "replicated"))
		text_printf(out, !strcmp(d->outcome, "slotted") ? " over %" PRId64 " slots" : " %" PRId64 " times", d->slots);
	if (end && end != d && strcmp(end->outcome, d->outcome)) {
		text_addz(out, ", then ");
		tell_decision(end, NULL, out);
	}
}

static void tell_decisions(const Change *c, Text *out) {
	const DecisionLine *d = c->now_decision;
	tell_decision(c->old_decision, c->old_end, out);
	text_addz(out, " before, ");
	tell_decision(d, c->now_end, out);
	text_printf(out, " now%s%s", *d->reason ? ": " : "", d->reason);
}

static void tell_decision_change(const Change *c, Text *out) {
	const DecisionLine *d = c->now_decision;
	Text line = {0};
	text_printf(&line, "%s:%" PRId64 ", %s, %s: ", d->file, d->line, d->function, d->pass);
	tell_decisions(c, &line);
	grid_escape(out, line.at, line.n);
	vec_free(&line);
}

static void tell(const Change *x, Text *out) {
	if (x->now_decision)
		tell_decision_change(x, out);
	else
		tell_result_change(x, out);
}

/* ---- all of them ---- */

static bool is_echo(const Change *x) { return (x->now && x->now->echo) || (x->old && x->old->echo && !(x->now && row_is_finding(x->now))); }

/* Of a kind: which changes are told by their number only. Echoes are when a row of the kind is none. */
typedef struct Fold {
	bool all, echoes;
	uint32_t listed;
} Fold;

static bool is_listed(const Fold *f, const Change *x, int kind) { return (int)x->kind == kind && !f->all && !(f->echoes && is_echo(x)); }

static Fold fold(const Comparison *c, int kind, bool verbose) {
	Fold f = {.all = !verbose && kind == CHANGE_PREEXISTING};
	for (uint32_t i = 0; !verbose && i < c->changes.n; i++)
		f.echoes |= (int)c->changes.at[i].kind == kind && !is_echo(&c->changes.at[i]);
	for (uint32_t i = 0; i < c->changes.n; i++)
		f.listed += is_listed(&f, &c->changes.at[i], kind);
	return f;
}

/* "introduced, lost-pipelining": the kinds that there are and that fail. */
static uint32_t failing(const Comparison *c, uint32_t policy, Text *out) {
	uint32_t n = 0;
	for (int kind = 0; kind < CHANGE_COUNT; kind++)
		if (c->of[kind] && (policy >> kind & 1))
			text_printf(out, "%s%" PRIu32 " %s", n++ ? ", " : "", c->of[kind], change_names[kind]);
	text_end(out);
	return n;
}

void changes_text(const Comparison *c, uint32_t policy, bool verbose, Text *out) {
	for (int kind = 0; kind < CHANGE_COUNT; kind++) {
		if (!c->of[kind])
			continue;
		Fold f = fold(c, kind, verbose);
		text_printf(out, "%s (%s): %" PRIu32 "\n", change_names[kind], change_says[kind], c->of[kind]);
		for (uint32_t i = 0; i < c->changes.n; i++) {
			const Change *x = &c->changes.at[i];
			if (!is_listed(&f, x, kind))
				continue;
			text_addz(out, "  ");
			tell(x, out);
			text_addz(out, "\n");
		}
		if (!f.all && f.listed < c->of[kind])
			text_printf(out, "  and %" PRIu32 " times one of these, seen behind a later pass or end to end (--verbose lists them)\n", c->of[kind] - f.listed);
	}
	Text why = {0};
	if (!c->changes.n)
		text_addz(out, "nothing changed\n");
	else if (failing(c, policy, &why))
		text_printf(out, "fails: %s\n", why.at);
	else
		text_addz(out, "passes: nothing that --fail-on names\n");
	vec_free(&why);
}

void changes_markdown(const Comparison *c, uint32_t policy, bool verbose, Text *out) {
	Text why = {0};
	uint32_t n = failing(c, policy, &why);
	text_printf(out, "## tileproof: %s\n", n ? why.at : c->changes.n ? "nothing that fails" : "nothing changed");
	vec_free(&why);
	for (int kind = 0; kind < CHANGE_COUNT; kind++) {
		uint32_t shown = 0;
		if (!c->of[kind])
			continue;
		Fold f = fold(c, kind, verbose);
		text_printf(out, "\n%s**%s**: %" PRIu32 " (%s)\n", f.listed ? "### " : "", change_names[kind], c->of[kind], change_says[kind]);
		if (!f.listed)
			continue;
		text_addz(out, "\n| file | step | function | what |\n|---|---|---|---|\n");
		for (uint32_t i = 0; i < c->changes.n && shown < MARKDOWN_ROWS; i++) {
			const Change *x = &c->changes.at[i];
			if (!is_listed(&f, x, kind))
				continue;
			const Row *r = x->now ? x->now : x->old;
			const DecisionLine *d = x->now_decision;
			Text what = {0};
			if (d)
				tell_decisions(x, &what);
			else
				tell_verdicts(x, &what);
			markdown_cells(out, (const char *const[]){format_path(d ? d->file : r->file), d ? d->pass : r->step, d ? d->function : r->function, text_end(&what)}, 4);
			vec_free(&what);
			shown++;
		}
		markdown_more(out, shown, f.listed);
	}
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

void changes_json(const Comparison *c, uint32_t policy, bool verbose, Text *out) {
	(void)policy, (void)verbose; /* a program can choose itself */
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
