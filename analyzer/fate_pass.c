/* What was read off the output, in the words of a pass, and beside it what our own pass does with the same loop. */
#include "analyzer/fate.h"

#include "analyzer/neighbours.h"
#include "model/parse.h"

static bool any_slots(const Fates *f) {
	for (uint32_t i = 0; i < f->at.n; i++)
		if (f->at.at[i].decision.outcome == OUTCOME_SLOTTED)
			return true;
	return false;
}

static const Decision *decided(const Decisions *all, const Decision *like) {
	for (uint32_t i = 0; i < all->n; i++) {
		const Decision *d = &all->at[i];
		if (d->function == like->function && d->loop.line == like->loop.line && d->loop.col == like->loop.col)
			return d;
	}
	return NULL;
}

static const char *in_words(Arena *a, const Decision *d) {
	switch (d->outcome) {
	case OUTCOME_SKEWED: return arena_printf(a, "%s with depth %lld", outcome_names[d->outcome], (long long)d->depth);
	case OUTCOME_SLOTTED: return arena_printf(a, "%s over %lld slots", outcome_names[d->outcome], (long long)d->slots);
	case OUTCOME_REPLICATED: return arena_printf(a, "%s %lld times", outcome_names[d->outcome], (long long)d->slots);
	default: return outcome_names[d->outcome];
	}
}

static void explain(Arena *a, Decision *d, const Decision *ours) {
	const char *seen = arena_printf(a, "read off the output: %s", d->reason);
	const char *why = ours && ours->reason && *ours->reason ? ours->reason : NULL;
	bool same = ours && ours->outcome == d->outcome && ours->depth == d->depth && ours->slots == d->slots;
	if (!ours || (same && !why))
		d->reason = seen;
	else if (same)
		d->reason = arena_printf(a, "%s (read off the output; the reason by the rules of the pass)", why);
	else
		d->reason = arena_printf(a, "%s; by the rules of the pass it would be %s%s%s", seen, in_words(a, ours), why ? ": " : "", why ? why : "");
}

/* The decisions of our pass; their texts belong to the program that is handed out. NULL: it refuses the text. */
static Program *our_decisions(const Program *before, PassId pass, const PassOptions *o, Decisions *out) {
	Diag *d = diag_new(); /* what it says is not about the text after */
	Program *p = parse_program(before->file, before->source, before->length, d);
	PassOptions options = *o;
	options.guards = 0;
	Neighbours *neighbours = p ? neighbours_new(p) : NULL;
	options.neighbours = neighbours;
	for (FuncId f = 1; p && f <= ir_func_count(p); f++) {
		uint32_t n = out->n;
		if (!pass_run(pass, p, f, &options, out, d)) {
			out->n = n;
			break;
		}
	}
	if (p)
		neighbours_free(neighbours);
	diag_free(d);
	return p;
}

void fates_of_pass(const Program *before, const Program *after, PassId pass, const PassOptions *o, bool planner_known, Fates *out) {
	fates_read(before, after, out);
	PassOptions options = *o;
	if (!planner_known)
		options.planner = any_slots(out) ? PLANNER_PTOAS : PLANNER_PYPTO;
	Decisions ours = {0};
	Program *own = pass < PASS_COUNT && out->at.n && before->source ? our_decisions(before, pass, &options, &ours) : NULL;
	for (uint32_t i = 0; i < out->at.n; i++) {
		Decision *d = &out->at.at[i].decision;
		d->pass = pass;
		d->requested = d->outcome == OUTCOME_SKEWED || pass == PASS_SKEW ? (d->stages > 3 ? d->stages - 1 : 2) : d->stages;
		if (pass == PASS_SLOTS && d->outcome == OUTCOME_KEPT && d->stages > 1 && options.planner == PLANNER_PTOAS)
			d->outcome = OUTCOME_DECLINED;
		explain(out->arena, d, decided(&ours, d));
	}
	vec_free(&ours);
	ir_free(own);
}
