#include "checks/simulate/pair_run.h"

#include "checks/peer.h"

#include <stdlib.h>

enum { FIRST_BUDGET = 4000, MOST_TERMS = 3000000, MOST_ROUNDS = 6 };

static const char **parameter_names(const Program *p, FuncId f) {
	const Function *fn = ir_func(p, f);
	const char **names = mem_alloc((fn->n_params + 1) * sizeof *names);
	for (uint32_t i = 0; i < fn->n_params; i++)
		names[i] = ir_hint(p, fn->params[i].var);
	return names;
}

PairRun *pair_run_new(Unit *u) {
	PairRun *r = mem_alloc(sizeof *r);
	*r = (PairRun){.unit = u, .t = terms_new(), .reason = "", .unknown_op = "", .assumption = ""};
	r->before = interp_new(u->before, r->t);
	r->after = interp_new(u->after, r->t);
	r->paths = inputs_new(r->t, u->options->bound);
	r->numbers = inputs_new(r->t, u->options->bound);
	pair_run_use(r, r->paths);
	r->names = parameter_names(u->before, u->f_before);
	r->f_peer = functions_peer(u->of_before, u->f_before);
	uint64_t most;
	r->most = u->options->max_events;
	r->left = __builtin_mul_overflow(u->options->max_events, 4, &most) ? UINT64_MAX : most;
	return r;
}

void pair_run_use(PairRun *r, Inputs *inputs) {
	r->inputs = inputs;
	r->oracle = inputs_oracle(inputs);
}

void pair_run_free(PairRun *r) {
	if (!r)
		return;
	interp_free(r->before);
	interp_free(r->after);
	interp_free(r->peer);
	inputs_free(r->paths);
	inputs_free(r->numbers);
	terms_free(r->t);
	free(r->names);
	free(r->peer_names);
	free(r);
}

static History *run_one(PairRun *r, Interp *in, FuncId f, const char *const *names, uint32_t n_names) {
	const CheckOptions *o = r->unit->options;
	RunOptions options = {
		.floor_division = o->floor_division,
		.budget = r->left < r->budget ? r->left : r->budget,
		.term_budget = MOST_TERMS,
		.names = names,
		.n_names = n_names,
	};
	History *h = interp_run(in, f, &r->oracle, &options);
	r->left -= h->events < r->left ? h->events : r->left;
	r->division_matters |= h->division_matters;
	if (h->unknown_ops.n && !r->has_unknown_op) {
		r->has_unknown_op = true;
		r->unknown_op_at = h->unknown_ops.at[0].at.span;
		const char *name = term_name(r->t, h->unknown_ops.at[0].what);
		r->unknown_op = arena_text(r->unit->arena, name, strcspn(name, "|"));
	}
	return h;
}

static PairEnd end_of(PairRun *r, const History *h, const char *which) {
	if (h->end == RUN_DONE)
		return PAIR_COMPARED;
	r->reason = arena_printf(r->unit->arena, "%s, %s the pass%s", h->end_reason, which, h->end == RUN_BUDGET ? "; --max-events allows more" : "");
	if (h->end_at.line)
		r->reason = arena_printf(r->unit->arena, "%s (line %u, column %u)", r->reason, h->end_at.line, h->end_at.col);
	r->reason_at = h->end_at;
	return h->end == RUN_SYMBOLIC ? PAIR_SYMBOLIC : h->end == RUN_BUDGET ? PAIR_BUDGET : PAIR_UNSUPPORTED;
}

/* ---- accesses that moved across messages ---- */

static History *run_peer(PairRun *r) {
	r->budget = r->unit->options->max_events;
	const Program *p = r->unit->before;
	uint32_t n = ir_func(p, r->f_peer)->n_params;
	if (!r->peer) {
		uint32_t *map = peer_parameters(p, r->unit->f_before, r->f_peer);
		r->peer = interp_new(p, r->t);
		r->peer_names = parameter_names(p, r->f_peer);
		for (uint32_t i = 0; i < n; i++)
			r->peer_names[i] = map[i] != NO_ORDINAL ? r->names[map[i]] : arena_printf(r->unit->arena, "%s of the peer", r->peer_names[i]);
		free(map);
	}
	return run_one(r, r->peer, r->f_peer, r->peer_names, n);
}

static void assume(PairRun *r, const char *who, const Root *root) {
	r->assumes_peer = true;
	r->assumption = arena_printf(r->unit->arena, "%s: it is assumed not to use tensor %s while an access to it moves across a message", who,
		term_text(r->t, r->unit->arena, root->name, 60));
}

static void note_conflict(PairRun *r, Differ *d, const Move *m, const Access *theirs) {
	const char *place = place_text(r->t, m->root, m->before->region, r->unit->arena);
	const char *kind = m->before->is_write ? "store" : "load", *ring = ring_text(m->ring, r->unit->arena),
		   *partner = show_rounds(r->t, r->unit->arena, theirs->at.round);
	gap_note(d, &r->gaps.effects, m->is_push ? "P15" : "P13",
		arena_printf(r->unit->arena, "%s of %s against %s of %s", kind, place, m->is_push ? "pushes" : "pops", ring),
		arena_printf(r->unit->arena, "the %s moved %s message %u, which kept it apart from the other core, which %s the place at line %u%s%s", kind,
			m->is_push ? "behind" : "ahead of", m->is_push ? m->was : m->was - 1, theirs->is_write ? "writes" : "reads",
			theirs->at.span.line, *partner ? " in " : "", partner),
		m->before->plain, m->after->plain, m->before->at, m->after->at);
	Gap *g = &r->gaps.effects;
	g->before = arena_printf(r->unit->arena, "%s, %s %u", g->before, m->is_push ? "before push" : "after pop", m->is_push ? m->was : m->was - 1);
	g->after = arena_printf(r->unit->arena, "%s, %s %u", g->after, m->is_push ? "before push" : m->is ? "after pop" : "before pop",
		m->is_push ? m->is : m->is ? m->is - 1 : 0);
}

static void check_messages(PairRun *r, Differ *d) {
	Moves moves = {0};
	if (r->gaps.effects.found)
		return;
	moves_find(d->before, d->after, &moves);
	if (moves.n && !r->f_peer)
		assume(r, "the peer core is not in the file", moves.at[0].root);
	if (moves.n && r->f_peer) {
		History *peer = run_peer(r);
		const Move *m = NULL;
		const Access *theirs = NULL;
		Overlap how;
		if (peer->end != RUN_DONE)
			assume(r, arena_printf(r->unit->arena, "the peer core could not be followed (%s)", peer->end_reason), moves.at[0].root);
		else if (moves_conflict(&moves, peer, &m, &theirs, &how)) {
			note_conflict(r, d, m, theirs);
			r->imprecise |= how == OVERLAP_MAYBE;
		}
		history_free(peer);
	}
	vec_free(&moves);
}

/* ---- the pair ---- */

/* Is a number chosen for the result of an op that nothing is known of? Then the run shows nothing that the op has to do. */
static bool rests_on_unknown(const PairRun *r, const History *h) {
	for (uint32_t k = 0; h->unknown_ops.n && k < inputs_count(r->inputs); k++) {
		Term what = inputs_choice(r->inputs, k).what;
		const TermNode *n = term_at(r->t, what);
		Term inner = n->kind == TERM_APPLY && n->n && !strcmp(term_name(r->t, what), "typed") ? n->arg[0] : what;
		for (uint32_t i = 0; i < h->unknown_ops.n; i++)
			if (h->unknown_ops.at[i].what == inner)
				return true;
	}
	return false;
}

static PairEnd run_once(PairRun *r, bool *again) {
	const Unit *u = r->unit;
	uint32_t n = ir_func(u->before, u->f_before)->n_params;
	History *b = run_one(r, r->before, u->f_before, r->names, n);
	PairEnd end = end_of(r, b, "before");
	History *a = NULL;
	if (end == PAIR_COMPARED || end == PAIR_BUDGET) {
		a = run_one(r, r->after, u->f_after, r->names, n);
		PairEnd other = end_of(r, a, "after");
		end = other == PAIR_COMPARED ? end : other;
	}
	*again = inputs_fresh(r->inputs);
	r->gaps = (Gaps){0};
	r->imprecise = false;
	if (a && !*again) {
		Differ d = {r->t, b, a, u->arena, &r->gaps};
		r->imprecise = b->imprecise || a->imprecise || rests_on_unknown(r, b) || rests_on_unknown(r, a);
		if (end == PAIR_COMPARED) {
			differ_all(&d);
			check_messages(r, &d);
			*again = inputs_fresh(r->inputs); /* the peer may have asked for more */
		} else if (end == PAIR_BUDGET && (b->end == RUN_DONE) != (a->end == RUN_DONE)) {
			differ_unfinished(&d);
		} else if (end == PAIR_BUDGET && b->end == RUN_BUDGET && a->end == RUN_BUDGET) {
			differ_beginnings(&d);
		}
	}
	history_free(a);
	history_free(b);
	return end;
}

static PairEnd run_to_budget(PairRun *r) {
	PairEnd end = PAIR_BUDGET;
	bool again = true;
	r->gaps = (Gaps){0};
	for (int round = 0; round < MOST_ROUNDS && again; round++) {
		if (term_count(r->t) > MOST_TERMS / 2 || !r->left) {
			r->reason = "the budget of events or terms is used up; --max-events allows more";
			return PAIR_BUDGET;
		}
		end = run_once(r, &again);
	}
	if (again && end == PAIR_COMPARED) {
		r->reason = "the inputs that control flow needs did not settle";
		end = PAIR_BUDGET;
	}
	return end;
}

PairEnd pair_run(PairRun *r) {
	uint64_t most = r->most;
	/* What is wrong with a long loop mostly shows soon. */
	r->budget = most < FIRST_BUDGET ? most : FIRST_BUDGET;
	PairEnd end = run_to_budget(r);
	bool found = r->gaps.order.found || r->gaps.values.found || r->gaps.effects.found;
	if (end != PAIR_BUDGET || found || r->budget == most || !r->left)
		return end;
	r->budget = most;
	return run_to_budget(r);
}
