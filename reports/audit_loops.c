#include "reports/audit_loops.h"

#include "reports/database/outline.h"
#include "reports/database/record.h"
#include "reports/formats/json.h"

void audit_loops_becomes(const Fate *f, Text *out) {
	text_addz(out, "[");
	for (uint32_t i = 0; i < f->becomes.n; i++)
		text_printf(out, "%s%u", i ? "," : "", (unsigned)f->becomes.at[i]);
	text_addz(out, "]");
	text_end(out);
}

/* ---- in a worker ---- */

static json_t *fate_json(const Fate *f) {
	const Decision *d = &f->decision;
	Text becomes = {0};
	audit_loops_becomes(f, &becomes);
	json_t *j = json_pack("{s:I, s:I, s:I, s:i, s:i, s:I, s:I, s:I, s:I, s:I, s:o, s:I, s:s}", "function", (json_int_t)d->function, "line",
		(json_int_t)d->loop.line, "column", (json_int_t)d->loop.col, "pass", (int)d->pass, "outcome", (int)d->outcome, "stages", (json_int_t)d->stages,
		"depth", (json_int_t)d->depth, "requested", (json_int_t)d->requested, "slots", (json_int_t)d->slots, "remainder", (json_int_t)d->remainder,
		"reason", js_text(d->reason), "number", (json_int_t)f->number, "becomes", becomes.at);
	vec_free(&becomes);
	return j;
}

json_t *audit_loops_json(const PlanPair *pair, const Program *before, const Program *after) {
	if (pair->pass == PLAN_NO_PASS)
		return NULL;
	PassId pass = pair->pass == PLAN_ANY_PASS ? PASS_COUNT : (PassId)pair->pass;
	PassOptions o = {.planner = pair->planner, .arch = pair->arch};
	Fates fates;
	fates_of_pass(before, after, pass, &o, pair->planner_known, &fates);
	json_t *decisions = json_array();
	for (uint32_t i = 0; i < fates.at.n; i++)
		json_array_append_new(decisions, fate_json(&fates.at.at[i]));
	fates_free(&fates);
	Outline outline;
	outline_of(before, &outline);
	json_t *j = outline_json(&outline);
	outline_free(&outline);
	json_object_set_new(j, "decisions", decisions);
	return j;
}

/* ---- in the parent ---- */

static bool put_decision(Store *s, const Recorded *r, const json_t *x) {
	Decision d = {.guard = GUARD_NONE};
	json_int_t function = 0, line = 0, column = 0, number = 0, stages = 0, depth = 0, requested = 0, slots = 0, remainder = 0;
	int pass = 0, outcome = 0;
	LoopWay way = {0, NULL};
	if (json_unpack((json_t *)(uintptr_t)x, "{s:I, s:I, s:I, s:i, s:i, s:I, s:I, s:I, s:I, s:I, s:s, s:I, s:s}", "function", &function, "line", &line, "column", &column,
			"pass", &pass, "outcome", &outcome, "stages", &stages, "depth", &depth, "requested", &requested, "slots", &slots, "remainder", &remainder,
			"reason", &d.reason, "number", &number, "becomes", &way.becomes) ||
		function < 1 || function >= r->functions.n || pass < 0 || pass > PASS_COUNT || outcome < 0 || outcome > OUTCOME_UNRECOGNISED)
		return true; /* not what a worker of ours writes: nothing is known of the loop */
	d.function = (FuncId)function;
	d.loop = (Span){(uint32_t)line, (uint32_t)column};
	d.pass = (PassId)pass, d.outcome = (Outcome)outcome;
	d.stages = stages, d.depth = depth, d.requested = requested, d.slots = slots, d.remainder = remainder;
	way.number = (uint32_t)number;
	return record_decision(s, r, &d, &way);
}

bool audit_loops_record(Store *s, int64_t file, const json_t *j) {
	if (!j)
		return true;
	Outline outline;
	Recorded r = {.file = file};
	bool ok = true;
	if (outline_read(j, &outline)) {
		ok = record_outline(s, &outline, &r);
		size_t i;
		json_t *x;
		json_array_foreach(json_object_get(j, "decisions"), i, x)
			ok = ok && put_decision(s, &r, x);
	}
	recorded_free(&r);
	outline_free(&outline);
	return ok;
}
