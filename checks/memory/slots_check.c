#include "checks/memory/slots_check.h"

#include "checks/functions.h"
#include "checks/memory/slot_unit.h"

#include <time.h>

static const struct { Obligation obligation; const char *property; void (*judge)(SlotUnit *u, uint32_t loop); } judges[] = {
	{OB_SLOTS_RANGE, "P17", slots_judge_range},
	{OB_SLOTS_ROTATION, "P18", slots_judge_rotation},
	{OB_SLOTS_LIFETIME, "P19", slots_judge_lifetime},
	{OB_SLOTS_BINDING, "P20", slots_judge_binding},
};

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool has_binding(const SlotUnit *u, uint32_t loop) {
	for (uint32_t i = 0; i < u->bindings.n; i++)
		if (u->bindings.at[i].loop == loop)
			return true;
	return false;
}

static void judge_slots(const Program *p, FuncId f, const CheckOptions *o, Report *r) {
	SlotUnit u;
	slot_unit_open(&u, p, f, o, r);
	for (size_t k = 0; k < sizeof judges / sizeof *judges; k++) {
		if (!(o->only >> judges[k].obligation & 1))
			continue;
		if (!u.bindings.n)
			slot_result(&u, 0, judges[k].obligation, VERDICT_PROVED, judges[k].property)->argument = "no tile is bound to a slot";
		for (uint32_t loop = 0; u.bindings.n && loop < u.loops.n; loop++)
			if (has_binding(&u, loop))
				judges[k].judge(&u, loop);
	}
	slot_unit_close(&u);
}

void slots_check(Program *before, Program *after, const CheckOptions *o, Report *r) {
	const uint32_t of_slots = SLOT_BITS & ~(1u << OB_SLOTS_PRIVACY);
	if (!(o->only & STORAGE_BITS))
		return;
	Functions *of_before = functions_new(before), *of_after = functions_new(after);
	for (FuncId g = 1; g <= ir_func_count(after); g++) {
		FuncId f = functions_counterpart(of_after, g, of_before);
		uint32_t from = r->results.n;
		double start = now();
		if (o->only & of_slots)
			judge_slots(after, g, o, r);
		if (o->only >> OB_SLOTS_PRIVACY & 1)
			privacy_judge(before, f, after, g, o, r);
		if (o->only >> OB_CAPACITY & 1)
			capacity_judge(before, f, after, g, o, r);
		if (o->only >> OB_TAGS & 1)
			tags_judge(before, f, after, g, r);
		Digest parts[2] = {functions_digest(of_before, f, NORMAL_WHOLE, NULL), functions_digest(of_after, g, NORMAL_WHOLE, NULL)};
		double seconds = now() - start;
		for (uint32_t i = from; i < r->results.n; i++) {
			fingerprint(r->results.at[i].obligation, o, parts, 2, r->results.at[i].fingerprint);
			r->results.at[i].seconds = seconds;
		}
	}
	functions_free(of_before);
	functions_free(of_after);
}
