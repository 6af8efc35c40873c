#include "checks/unit.h"

#include "checks/normal.h"

static Result *fill(Unit *u, Obligation o, Verdict v) {
	u->answer[o] = (Result){
		.function = ir_text(u->before, ir_func(u->before, u->f_before)->name),
		.unit = "function",
		.property = obligation_rows[o].properties,
		.obligation = o,
		.verdict = v,
		.argument = "",
		.reason = "",
		.before_at = ir_func(u->before, u->f_before)->span,
		.after_at = ir_func(u->after, u->f_after)->span,
	};
	return &u->answer[o];
}

Result *unit_settle(Unit *u, Obligation o, Verdict v) {
	u->open &= ~(1u << o);
	u->proposed &= ~(1u << o);
	return fill(u, o, v);
}

Result *unit_propose(Unit *u, Obligation o, Verdict v) {
	u->proposed |= 1u << o;
	return fill(u, o, v);
}

void settle_identical(Unit *u) {
	uint32_t bits = u->open & MEANING_BITS;
	if (!bits)
		return;
	Text before = {0}, after = {0};
	bool complete = normal_function(u->before, u->f_before, NORMAL_MEANING, &before);
	complete = normal_function(u->after, u->f_after, NORMAL_MEANING, &after) && complete;
	bool same = complete && before.n == after.n && !memcmp(before.at, after.at, before.n);
	vec_free(&before);
	vec_free(&after);
	for (uint32_t o = 0; same && o < OB_COUNT; o++)
		if (bits >> o & 1)
			unit_settle(u, (Obligation)o, VERDICT_PROVED)->argument = "identical";
}
