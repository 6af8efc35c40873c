/* Slot indices in range (P17) and rotation (P18), for every iteration: bounds may be symbols, the slot count is a number. */
#include "checks/memory/slot_unit.h"

#include <inttypes.h>

enum { MOST_SLOTS = 16 };

static const char *reading(const SlotUnit *u) { return u->options->floor_division ? "the remainder that takes the floor" : "the truncating remainder of the emitted code"; }

static void out_of_range(SlotUnit *u, Result *r, const SlotBinding *b) {
	Arena *a = u->report->arena;
	SlotRun run;
	Text inputs = {0};
	int64_t index;
	Span at = ir_var(u->p, b->tile->var)->span;
	slot_run_from_model(u, &run);
	run.inputs = &inputs;
	bool reached = slot_reached(u, &run, b), known = slot_eval(u, &run, b->tile->index, &index) && !run.opaque;
	if (reached && known && (index < 0 || index >= b->slots)) {
		Witness *w = slot_witness(u, r, at);
		int64_t iv = slot_loop_value(u, &run, b->loop);
		slot_round(u, &run, b->loop, w);
		w->inputs = arena_text(a, inputs.n ? inputs.at : "", inputs.n);
		w->where = arena_printf(a, "region '%s', slot %" PRId64 " of %" PRId64, ir_hint(u->p, storage_allocation(u->storage, b->tile)->base), index, b->slots);
		w->after = arena_printf(a, "slot index %" PRId64, index);
		w->before = arena_printf(a, "an index from 0 to %" PRId64, b->slots - 1);
		w->replayed = true;
		r->reason = arena_printf(a, "%s: iteration %" PRId64 " (%s = %" PRId64 ") selects slot %" PRId64 " of %" PRId64 " under %s; the index is not checked there and falls back to slot 0",
			slot_who(u, b), w->iteration, b->loop ? ir_hint(u->p, ir_stmt(u->p, u->loops.at[b->loop].stmt)->var) : "no loop", iv, index, b->slots, reading(u));
	} else {
		slot_weaken(r, VERDICT_UNKNOWN, arena_printf(a, "%s: the slot index depends on something that is not index arithmetic over loops and inputs", slot_who(u, b)), at);
	}
	vec_free(&inputs);
}

void slots_judge_range(SlotUnit *u, uint32_t loop) {
	Result *r = slot_result(u, loop, OB_SLOTS_RANGE, VERDICT_PROVED, "P17");
	r->argument = u->options->floor_division ? "index between 0 and the slot count for every iteration, remainder as floor"
		: "index between 0 and the slot count for every iteration, remainder as emitted";
	for (uint32_t i = 0; i < u->bindings.n && r->verdict != VERDICT_REFUTED; i++) {
		const SlotBinding *b = &u->bindings.at[i];
		if (b->loop != loop || !b->index)
			continue;
		Term facts[SLOT_FACTS], zero = term_int(u->terms, 0), count = term_int(u->terms, b->slots);
		Term low = term_fn(u->terms, FN_LE, (Term[]){zero, b->index}, 2), high = term_fn(u->terms, FN_LT, (Term[]){b->index, count}, 2);
		uint32_t n = slot_facts(u, b->loop, b->condition, facts);
		Answer a = solver_implies(slot_solver(u), facts, n, term_fn(u->terms, FN_AND, (Term[]){low, high}, 2));
		r->rlimit = solver_stats(slot_solver(u)).rlimit;
		if (a == ANSWER_NO)
			out_of_range(u, r, b);
		else if (a == ANSWER_UNKNOWN)
			slot_weaken(r, VERDICT_UNKNOWN, arena_printf(u->report->arena, "%s: %s", slot_who(u, b), solver_stats(slot_solver(u)).last_reason), ir_var(u->p, b->tile->var)->span);
	}
}

static int64_t gcd(int64_t a, int64_t b) {
	while (b) {
		int64_t r = a % b;
		a = b;
		b = r;
	}
	return a < 0 ? -a : a;
}

/* x % F with x = a * iteration + rest, the rest the same in all iterations and gcd(a, F) = 1: F consecutive iterations have
 * F different residues, whichever way the remainder rounds. */
static bool rotates_by_gcd(const SlotUnit *u, const SlotBinding *b, Term iteration) {
	const TermNode *n = term_at(u->terms, b->index);
	int64_t count, a = 0;
	if (n->kind != TERM_APPLY || (n->fn != FN_TRUNCMOD && n->fn != FN_FLOORMOD) || !term_is_int(u->terms, n->arg[1], &count) || count != b->slots)
		return false;
	const TermNode *x = term_at(u->terms, n->arg[0]);
	if (n->arg[0] == iteration)
		return true;
	if (x->kind != TERM_SUM)
		return false;
	for (uint32_t k = 0; k < x->n; k++) {
		if (x->arg[k] == iteration)
			a = x->coefficient[k];
		else if (term_mentions(u->terms, x->arg[k], iteration))
			return false;
	}
	return gcd(a % count, count) == 1;
}

static bool shares(SlotUnit *u, Result *r, const SlotBinding *b, int64_t apart) {
	Arena *a = u->report->arena;
	SlotRun run;
	Text inputs = {0};
	int64_t first, second;
	slot_run_from_model(u, &run);
	run.inputs = &inputs;
	bool ok = slot_reached(u, &run, b) && slot_eval(u, &run, b->tile->index, &first);
	int64_t t = run.iteration[b->loop], iv = ok ? slot_loop_value(u, &run, b->loop) : 0;
	run.iteration[b->loop] += apart;
	int64_t iv_later = ok ? slot_loop_value(u, &run, b->loop) : 0;
	ok = ok && slot_reached(u, &run, b) && slot_eval(u, &run, b->tile->index, &second) && !run.opaque && first == second;
	if (ok && !b->is_authors) {
		Witness *w = slot_witness(u, r, ir_var(u->p, b->tile->var)->span);
		slot_round(u, &run, b->loop, w);
		w->inputs = arena_text(a, inputs.n ? inputs.at : "", inputs.n);
		w->iteration = t;
		w->where = arena_printf(a, "region '%s', slot %" PRId64, ir_hint(u->p, storage_allocation(u->storage, b->tile)->base), first);
		w->before = arena_printf(a, "%" PRId64 " consecutive iterations on %" PRId64 " slots", b->slots, b->slots);
		w->after = arena_printf(a, "iterations %" PRId64 " and %" PRId64 " both on slot %" PRId64, t, t + apart, first);
		w->replayed = true;
		r->reason = arena_printf(a, "%s: iterations %" PRId64 " and %" PRId64 " (%s = %" PRId64 " and %" PRId64 ") are fewer than %" PRId64 " apart and select the same slot %" PRId64,
			slot_who(u, b), t, t + apart, ir_hint(u->p, ir_stmt(u->p, u->loops.at[b->loop].stmt)->var), iv, iv_later, b->slots, first);
	}
	vec_free(&inputs);
	return ok;
}

static void judge_rotation_of(SlotUnit *u, Result *r, const SlotBinding *b) {
	Arena *a = u->report->arena;
	const SlotLoop *l = &u->loops.at[b->loop];
	Span at = ir_var(u->p, b->tile->var)->span;
	if (!l->iteration) {
		slot_weaken(r, VERDICT_ASSUMED, arena_printf(a, "%s: the loop does not count, so that no two of its iterations are taken to be in flight together", slot_who(u, b)), at);
		return;
	}
	if (!b->index || rotates_by_gcd(u, b, l->iteration))
		return;
	r->argument = "no two of as many consecutive iterations as there are slots can select one slot";
	for (int64_t d = 1; d < b->slots && d < MOST_SLOTS && r->verdict != VERDICT_REFUTED; d++) {
		Term facts[2 * SLOT_FACTS + 1], later = term_add(u->terms, l->iteration, term_int(u->terms, d));
		uint32_t n = slot_facts(u, b->loop, b->condition, facts), m = n;
		for (uint32_t k = 0; k < n; k++)
			facts[m++] = term_substitute(u->terms, facts[k], &l->iteration, &later, 1);
		Term index = term_substitute(u->terms, b->index, &l->iteration, &later, 1);
		facts[m++] = term_fn(u->terms, FN_EQ, (Term[]){b->index, index}, 2);
		Answer answer = solver_satisfiable(slot_solver(u), facts, m);
		r->rlimit = solver_stats(slot_solver(u)).rlimit;
		if (answer == ANSWER_NO)
			continue;
		if (answer == ANSWER_YES && shares(u, r, b, d)) {
			if (b->is_authors)
				slot_weaken(r, VERDICT_ASSUMED, arena_printf(a, "%s: the author's index uses one slot for iterations %" PRId64 " apart, which then wait for each other", slot_who(u, b), d), at);
			continue;
		}
		slot_weaken(r, VERDICT_UNKNOWN, answer == ANSWER_YES ? arena_printf(a, "%s: the slot index depends on something that is not index arithmetic over loops and inputs", slot_who(u, b))
			: arena_printf(a, "%s: %s", slot_who(u, b), solver_stats(slot_solver(u)).last_reason), at);
	}
}

void slots_judge_rotation(SlotUnit *u, uint32_t loop) {
	Result *r = slot_result(u, loop, OB_SLOTS_ROTATION, VERDICT_PROVED, "P18");
	r->argument = loop ? "step and slot count have no common factor" : "no loop";
	for (uint32_t i = 0; loop && i < u->bindings.n && r->verdict != VERDICT_REFUTED; i++)
		if (u->bindings.at[i].loop == loop)
			judge_rotation_of(u, r, &u->bindings.at[i]);
}
