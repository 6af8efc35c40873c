/* What a refuted ring obligation says about the program before the pass: the same judgement decides, run on that program alone. */
#include "checks/rings/ring_judge.h"

typedef struct Before { /* witness texts by what the judgement of the program before says */
	Obligation ob;
	const char *fails, *holds;
} Before;

static const Before texts[] = {
	{ OB_RING_BALANCE, "fails too", "both cores agree, as many pops as pushes" },
	{ OB_RING_DEADLOCK, "blocks too", "both cores reach their end" },
	{ OB_RING_OVERWRITE, "overwrites too", "its slot is free" },
	{ OB_RING_RELEASE, "fails too", "each message is released once, after its last use" },
};

static const Result *find(const Report *r, const Result *like) {
	for (uint32_t i = 0; i < r->results.n; i++)
		if (r->results.at[i].obligation == like->obligation && !strcmp(r->results.at[i].function, like->function))
			return &r->results.at[i];
	return NULL;
}

/* "ring v2c id 0, message 4": both before the comma. */
static bool same_ring(const char *a, const char *b) {
	size_t n = strcspn(a, ",");

	return n == strcspn(b, ",") && !memcmp(a, b, n);
}

static void tell(Result *x, const Before *text, const Result *was, Report *r) {
	Witness *w = arena_copy(r->arena, x->witness, sizeof *w);

	x->witness = w;
	w->before_at = (Span){ 0, 0 };
	if (!was) {
		w->before = "no such exchange of messages";
		return;
	}
	switch (was->verdict) {
	case VERDICT_PROVED:
	case VERDICT_ASSUMED:
		w->before = text->holds;
		return;
	case VERDICT_BOUNDED:
		w->before = arena_printf(r->arena, "%s, as far as tried", text->holds);
		return;
	case VERDICT_REFUTED: {
		bool same = !strcmp(was->witness->where, w->where);
		w->before = same ? text->fails : arena_printf(r->arena, "%s: %s", text->fails, was->witness->where);
		w->before_at = was->after_at;
		x->inherited = same || same_ring(was->witness->where, w->where);
		x->reason = arena_printf(r->arena, "%s (the program before the pass %s)", x->reason, same ? "has the same fault" : "breaks this rule too, at another event");
		return;
	}
	default:
		w->before = "not decided";
	}
}

bool ring_is_refuted(const Report *r, uint32_t from) {
	for (uint32_t i = from; i < r->results.n; i++)
		if (r->results.at[i].verdict == VERDICT_REFUTED && r->results.at[i].witness)
			return true;
	return false;
}

void ring_inherited(const Report *before, Report *r, uint32_t from) {
	for (uint32_t i = from; i < r->results.n; i++) {
		Result *x = &r->results.at[i];
		for (unsigned k = 0; k < sizeof texts / sizeof *texts && x->verdict == VERDICT_REFUTED && x->witness; k++)
			if (texts[k].ob == x->obligation) {
				tell(x, &texts[k], find(before, x), r);
				break;
			}
	}
}
