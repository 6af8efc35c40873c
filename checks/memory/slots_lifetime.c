/* No slot is written between a definition and its last use (P19).
 *
 * A bound tile lives from its definition to its last use, both in one iteration of the innermost loop around the definition
 * (what a later iteration reads is carried, and slots.binding refuses that). Only a selection of the same region that stands
 * in between can overwrite it, so one query per such pair covers every iteration: can both select one slot? */
#include "checks/memory/slot_unit.h"

#include <inttypes.h>

/* The innermost loop around both. */
static uint32_t common_loop(const SlotUnit *u, uint32_t a, uint32_t b) {
	while (a != b) {
		if (a > b)
			a = u->loops.at[a].outer;
		else
			b = u->loops.at[b].outer;
	}
	return a;
}

/* Both conditions stand in one if, on different sides. */
static bool excludes(const SlotUnit *u, uint32_t one, uint32_t two) {
	for (uint32_t c = one; c; c = u->conditions.at[c].outer)
		for (uint32_t d = two; d; d = u->conditions.at[d].outer) {
			const SlotCondition *x = &u->conditions.at[c], *y = &u->conditions.at[d];
			if (x->condition == y->condition && x->holds != y->holds)
				return true;
		}
	return false;
}

/* A use of d that finds what w wrote, if both select one slot; NULL: none. The last reader may write its result over its operand. */
static const SlotUse *read_behind(const SlotUnit *u, const SlotBinding *d, const SlotBinding *w) {
	const SlotUse *last = NULL;
	for (uint32_t i = 0; i < u->uses.n; i++) {
		const SlotUse *x = &u->uses.at[i];
		if (&u->bindings.at[x->binding] != d || x->until < w->at || (x->stmt == w->stmt && !x->again) || excludes(u, x->condition, w->condition))
			continue;
		if (!last || x->until > last->until)
			last = x;
	}
	return last;
}

static const char *iterations(SlotUnit *u, SlotRun *run, uint32_t loop) {
	Arena *a = u->report->arena;
	const char *text = "";
	for (uint32_t l = loop; l; l = u->loops.at[l].outer)
		if (u->loops.at[l].iteration)
			text = arena_printf(a, "%s = %" PRId64 "%s%s", ir_hint(u->p, ir_stmt(u->p, u->loops.at[l].stmt)->var), slot_loop_value(u, run, l), *text ? ", " : "", text);
	return text;
}

static bool overwrites(SlotUnit *u, Result *r, const SlotBinding *d, const SlotBinding *w, StmtId reader) {
	Arena *a = u->report->arena;
	SlotRun run;
	Text inputs = {0};
	int64_t one = 0, two = 0;
	slot_run_from_model(u, &run);
	run.inputs = &inputs;
	bool ok = slot_reached(u, &run, d) && slot_reached(u, &run, w) && (!d->index || slot_eval(u, &run, d->tile->index, &one)) &&
		(!w->index || slot_eval(u, &run, w->tile->index, &two)) && !run.opaque && one == two;
	if (ok) {
		Span defined = ir_var(u->p, d->tile->var)->span, written = ir_var(u->p, w->tile->var)->span;
		uint32_t last = ir_stmt(u->p, reader)->span.line;
		Witness *x = slot_witness(u, r, written);
		const char *when = iterations(u, &run, w->loop > d->loop ? w->loop : d->loop);
		slot_round(u, &run, d->loop, x);
		x->inputs = arena_text(a, inputs.n ? inputs.at : "", inputs.n);
		x->where = arena_printf(a, "region '%s', slot %" PRId64, ir_hint(u->p, storage_allocation(u->storage, d->tile)->base), one);
		x->before = arena_printf(a, "line %" PRIu32 " reads '%s' of line %" PRIu32, last, ir_hint(u->p, d->tile->var), defined.line);
		x->after = arena_printf(a, "line %" PRIu32 " reads the bytes of '%s' of line %" PRIu32, last, ir_hint(u->p, w->tile->var), written.line);
		x->story = arena_printf(a, "%s%sline %" PRIu32 ": '%s' is written to slot %" PRId64 "\nline %" PRIu32 ": '%s' is written to slot %" PRId64
			"\nline %" PRIu32 ": '%s' is read and finds the bytes of '%s'", when, *when ? "\n" : "", defined.line, ir_hint(u->p, d->tile->var), one, written.line,
			ir_hint(u->p, w->tile->var), two, last, ir_hint(u->p, d->tile->var), ir_hint(u->p, w->tile->var));
		x->replayed = true;
		r->reason = arena_printf(a, "'%s' at line %" PRIu32 " is written to slot %" PRId64 " of region '%s' while %s is still to be read at line %" PRIu32 "%s%s",
			ir_hint(u->p, w->tile->var), written.line, one, ir_hint(u->p, storage_allocation(u->storage, d->tile)->base), slot_who(u, d), last, *when ? ": " : "", when);
	}
	vec_free(&inputs);
	return ok;
}

static void judge_pair(SlotUnit *u, Result *r, const SlotBinding *d, const SlotBinding *w, StmtId reader) {
	Arena *a = u->report->arena;
	Span at = ir_var(u->p, w->tile->var)->span;
	Term facts[2 * SLOT_FACTS + 1];
	uint32_t n = slot_facts(u, d->loop, d->condition, facts);
	uint32_t common = common_loop(u, d->loop, w->loop);
	for (uint32_t l = w->loop; l != common; l = u->loops.at[l].outer) /* loops of the writer alone */
		if (u->loops.at[l].iteration && n + 2 < SLOT_FACTS) {
			Term one[SLOT_FACTS];
			uint32_t k = slot_facts(u, l, 0, one);
			facts[n++] = one[0];
			if (k > 1)
				facts[n++] = one[1];
		}
	n += slot_facts(u, 0, w->condition, facts + n);
	if (d->index && w->index)
		facts[n++] = term_fn(u->terms, FN_EQ, (Term[]){d->index, w->index}, 2);
	Answer answer = solver_satisfiable(slot_solver(u), facts, n);
	r->rlimit = solver_stats(slot_solver(u)).rlimit;
	if (answer == ANSWER_NO) {
		if (d->loop == w->loop)
			slot_weaken(r, VERDICT_ASSUMED, arena_printf(a, "'%s' at line %" PRIu32 " and %s live together in slots that are never the same; the code generator takes one selection of a region in a loop body",
				ir_hint(u->p, w->tile->var), at.line, slot_who(u, d)), at);
		return;
	}
	if (answer == ANSWER_YES && overwrites(u, r, d, w, reader))
		return;
	slot_weaken(r, VERDICT_UNKNOWN, answer == ANSWER_YES ? arena_printf(a, "%s: whether line %" PRIu32 " selects the same slot depends on something that is not index arithmetic", slot_who(u, d), at.line)
		: arena_printf(a, "%s: %s", slot_who(u, d), solver_stats(slot_solver(u)).last_reason), at);
}

void slots_judge_lifetime(SlotUnit *u, uint32_t loop) {
	Result *r = slot_result(u, loop, OB_SLOTS_LIFETIME, VERDICT_PROVED, "P19");
	r->argument = "no selection of the region between a definition and its last use";
	for (uint32_t i = 0; i < u->bindings.n && r->verdict != VERDICT_REFUTED; i++) {
		const SlotBinding *d = &u->bindings.at[i];
		if (d->loop != loop)
			continue;
		/* Bindings stand in program order, so what is written while d lives follows it directly. */
		for (uint32_t k = i + 1; k < u->bindings.n && u->bindings.at[k].at <= d->end && r->verdict != VERDICT_REFUTED; k++) {
			const SlotBinding *w = &u->bindings.at[k];
			if (w->tile->allocation != d->tile->allocation || w->tile->root == d->tile->root || excludes(u, d->condition, w->condition) || w->at == d->at)
				continue;
			const SlotUse *reader = read_behind(u, d, w);
			if (!reader)
				continue;
			r->argument = "no selection of the region between a definition and its last use takes the same slot";
			judge_pair(u, r, d, w, reader->stmt);
		}
	}
}
