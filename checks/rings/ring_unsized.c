/* Pairs whose ring depth is not in the file: from which depth on do they run? */
#include "checks/rings/ring_judge.h"

enum { DEEPEST = 64 };

static void set_depth(RingUnit *u, int64_t depth) {
	for (uint32_t i = 0; i < u->system.n_rings; i++)
		if (!u->place[ring_unit_key(u, i)].known)
			u->system.ring[i].depth = depth;
}

static bool runs(RingUnit *u, const CheckOptions *o, int64_t depth, RingAnswer *a) {
	set_depth(u, depth);
	ring_solve(u, o, a);
	return a->deadlock == FINDING_HOLDS && a->overwrite == FINDING_HOLDS;
}

void ring_judge_unsized(RingUnit *u, const CheckOptions *o, Report *r) {
	RingAnswer a, unbounded;
	const char *assumption = u->assumption;
	int64_t depth = 1;

	/* A ring that never fills tells blocks that no depth cures from those that a depth cures. Credits do not matter on it. */
	u->system.credits = CREDITS_IDEAL;
	if (!runs(u, o, INT64_C(1) << 40, &unbounded)) {
		ring_judge_balance(u, &unbounded, o, r);
		ring_judge_deadlock(u, &unbounded, o, r);
		ring_judge_overwrite(u, &unbounded, o, r);
		u->system.credits = o->credits;
		return;
	}
	u->system.credits = o->credits;
	while (depth < DEEPEST && !runs(u, o, depth, &a))
		depth++;
	if (!runs(u, o, depth, &a)) {
		a = unbounded;
		u->assumption = arena_printf(u->arena, "%s: more than %d slots are needed; 'what-if --slot-num N' judges a depth", assumption, DEEPEST);
	} else {
		u->assumption = arena_printf(u->arena, "%s: at least %lld slots are needed; 'what-if --slot-num N' judges a depth", assumption, (long long)depth);
	}
	ring_judge_balance(u, &a, o, r);
	ring_judge_deadlock(u, &a, o, r);
	ring_judge_overwrite(u, &a, o, r);
	u->assumption = assumption;
}
