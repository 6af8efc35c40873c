#include "checks/unit.h"

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
	bool complete[2];
	Digest before = functions_digest(u->of_before, u->f_before, NORMAL_MEANING, &complete[0]);
	Digest after = functions_digest(u->of_after, u->f_after, NORMAL_MEANING, &complete[1]);
	bool same = complete[0] && complete[1] && !memcmp(&before, &after, sizeof before);
	for (uint32_t o = 0; same && o < OB_COUNT; o++)
		if (bits >> o & 1)
			unit_settle(u, (Obligation)o, VERDICT_PROVED)->argument = "identical";
}
