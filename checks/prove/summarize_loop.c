/* Loops as binders: which state an iteration changes, and how. See summary.h. */
#include "checks/prove/summarize.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_LOOP_DEPTH = 12, CELL_KEY = 0x10000, MOST_ROUNDS = 8 };

static unsigned height_of(const Program *p, Block b, int depth) {
	unsigned most = 0;
	for (uint32_t i = 0; depth > 0 && i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		unsigned h = height_of(p, s->body, depth - 1), other = height_of(p, s->orelse, depth - 1);
		h = h > other ? h : other;
		if (s->kind == S_FOR || s->kind == S_WHILE || s->kind == S_FOR_OTHER)
			h++;
		most = h > most ? h : most;
	}
	return most;
}

/* max(0, ceil((stop - start) / step)) for step > 0, mirrored for step < 0; 0: the step is not a constant. */
static Term trip_term(Eval *e, Term start, Term stop, int64_t step) {
	Terms *t = e->w->terms;
	Term span = step > 0 ? term_sub(t, stop, start) : term_sub(t, start, stop);
	int64_t size = step > 0 ? step : -step, known;
	Term rounded = term_add(t, span, term_int(t, size - 1));
	/* The machine counts up to the bound; how the division rounds does not matter once negative counts are cut off. */
	Term n = term_fn(t, FN_FLOORDIV, (Term[]){rounded, term_int(t, size)}, 2);
	if (term_is_int(t, n, &known))
		return term_int(t, known < 0 ? 0 : known);
	return term_fn(t, FN_MAX, (Term[]){term_int(t, 0), n}, 2);
}

typedef struct Slot {
	uint32_t key; /* iteration argument, or CELL_KEY + cell */
	Term init, symbol, next, value; /* value: what the body sees at the start of an iteration */
} Slot;

typedef struct Loop {
	const Stmt *s;
	unsigned height;
	Term index, trip, start, step;
	bool is_while;
	VEC(Slot) slots;
	uint32_t explicit_n;
	uint32_t cells; /* cells that existed on entry */
	TermVec entry;
	Value *inits; /* of the iteration arguments */
	Term condition;
	bool again; /* a slot changed its nature: evaluate once more */
} Loop;

static void bind_carried(Eval *e, VarId v, Value init, Term now) {
	init.term = now;
	sum_bind(e, v, init);
}

static void run_body(Eval *e, Loop *l, ItemVec **out, uint32_t *outs) {
	World *w = e->w;
	ItemVec *saved_out = e->out;
	uint32_t saved_outs = e->outs, facts = w->facts.n;
	e->out = NULL;
	e->outs = 0;
	vec_free(&e->state);
	for (uint32_t i = 0; i < l->entry.n; i++)
		vec_push(&e->state, l->entry.at[i]);
	for (uint32_t k = 0; k < l->slots.n; k++) {
		const Slot *slot = &l->slots.at[k];
		if (slot->key >= CELL_KEY)
			sum_set(e, slot->key - CELL_KEY, slot->value);
		else
			bind_carried(e, l->s->iters.at[slot->key], l->inits[slot->key], slot->value);
	}
	vec_push(&w->facts, term_fn(w->terms, FN_LE, (Term[]){term_int(w->terms, 0), l->index}, 2));
	if (!l->is_while) {
		vec_push(&w->facts, term_fn(w->terms, FN_LT, (Term[]){l->index, l->trip}, 2));
		Term v = term_add(w->terms, l->start, term_mul(w->terms, l->step, l->index));
		sum_bind(e, l->s->var, (Value){.term = v, .is_int = true});
	} else {
		l->condition = sum_term(e, l->s->expr);
		vec_push(&w->facts, l->condition);
	}
	e->loop_depth++;
	e->yields.n = 0;
	if (sum_run(e, l->s->body, 0, NULL) == FLOW_RETURNED)
		sum_fail(e, l->s->span, "a return inside a loop");
	e->loop_depth--;
	w->facts.n = facts;
	for (uint32_t k = 0; k < l->slots.n; k++) {
		Slot *slot = &l->slots.at[k];
		if (slot->key >= CELL_KEY)
			slot->next = sum_state(e, slot->key - CELL_KEY);
		else if (slot->key < e->yields.n) {
			Value init = l->inits[slot->key], next = e->yields.at[slot->key];
			slot->next = next.term;
			bool same = next.root == init.root && next.is_view == init.is_view && (!init.is_view || next.term == init.term);
			/* A loop that carries different tensors in turn: which one it is becomes a carried value, and its content is not followed. */
			bool lost = !init.is_lost && (next.is_lost || !same);
			if (lost || (init.is_int && !next.is_int)) {
				l->inits[slot->key] = (Value){.term = init.term, .is_lost = init.is_lost || lost};
				slot->value = slot->symbol;
				l->again = true;
			}
		} else
			sum_fail(e, l->s->span, "a loop that does not yield all carried values");
	}
	sum_outs(e);
	*out = e->out;
	*outs = e->outs;
	e->out = saved_out;
	e->outs = saved_outs;
}

static void drop_outs(ItemVec *out, uint32_t outs) {
	for (uint32_t i = 0; i < outs; i++)
		vec_free(&out[i]);
	free(out);
}

static bool mentions_bound(Eval *e, const Loop *l, Term x) {
	if (term_mentions(e->w->terms, x, l->index))
		return true;
	for (uint32_t k = 0; k < l->slots.n; k++)
		if (term_mentions(e->w->terms, x, l->slots.at[k].symbol))
			return true;
	return false;
}

/* After a first evaluation: which slots change, and which of them by a constant amount. The rest is carried. */
static bool simplify_slots(Eval *e, Loop *l) {
	Terms *t = e->w->terms;
	bool changed = false;
	for (uint32_t k = 0; k < l->slots.n; k++) {
		Slot *slot = &l->slots.at[k];
		if (slot->value != slot->symbol)
			continue;
		Term delta = term_sub(t, slot->next, slot->symbol);
		bool is_count = slot->key >= CELL_KEY ? e->w->cells.at[slot->key - CELL_KEY].kind == CELL_COUNT : l->inits[slot->key].is_int;
		int64_t by;
		if (slot->next == slot->symbol)
			slot->value = slot->init;
		else if (is_count && (term_is_int(t, delta, &by) || !mentions_bound(e, l, delta)))
			slot->value = term_add(t, slot->init, term_mul(t, delta, l->index));
		else
			continue;
		changed = true;
	}
	return changed;
}

static void add_slot(Eval *e, Loop *l, uint32_t key, Term init) {
	char name[64];
	if (key >= CELL_KEY)
		snprintf(name, sizeof name, "c#%u.s%u", l->height, key - CELL_KEY);
	else
		snprintf(name, sizeof name, "c#%u.%u", l->height, key);
	Term symbol = term_symbol(e->w->terms, name);
	vec_push(&l->slots, ((Slot){.key = key, .init = init, .symbol = symbol, .value = symbol}));
}

static LoopFact *fact_of(Eval *e, const Loop *l) {
	World *w = e->w;
	LoopFact *f = ARENA_NEW(w->arena, LoopFact);
	uint32_t *key = ARENA_ARRAY(w->arena, uint32_t, l->slots.n + 1);
	Term *init = ARENA_ARRAY(w->arena, Term, l->slots.n + 1), *symbol = ARENA_ARRAY(w->arena, Term, l->slots.n + 1),
	     *next = ARENA_ARRAY(w->arena, Term, l->slots.n + 1);
	for (uint32_t k = 0; k < l->slots.n; k++) {
		const Slot *slot = &l->slots.at[k];
		if (slot->value != slot->symbol)
			continue;
		key[f->n] = slot->key;
		init[f->n] = slot->init;
		symbol[f->n] = slot->symbol;
		next[f->n++] = slot->next;
		f->explicit_n += slot->key < CELL_KEY;
	}
	f->key = key;
	f->init = init;
	f->symbol = symbol;
	f->next = next;
	f->height = l->height;
	f->index = l->index;
	f->start = l->start;
	f->step = l->step;
	f->is_while = l->is_while;
	f->span = l->s->span;
	Term *args = ARENA_ARRAY(w->arena, Term, 4 + 3 * (size_t)f->n), n = 0;
	args[n++] = term_int(w->terms, f->height);
	args[n++] = l->is_while ? term_apply(w->terms, "while", &l->condition, 1) : l->trip;
	for (uint32_t k = 0; k < f->n; k++)
		args[n++] = init[k];
	for (uint32_t k = 0; k < f->n; k++)
		args[n++] = next[k];
	/* The symbols name the slots: two loops that carry the same values under other names are different terms, never wrong ones. */
	for (uint32_t k = 0; k < f->n; k++)
		args[n++] = symbol[k];
	f->term = term_apply(w->terms, "loop", args, n);
	f->trip = l->is_while ? term_apply(w->terms, "trips", &f->term, 1) : l->trip;
	world_add_loop(w, f);
	return f;
}

static Term slot_after(Eval *e, const LoopFact *f, const Slot *slot, Term index) {
	for (uint32_t k = 0; k < f->n; k++)
		if (f->key[k] == slot->key)
			return loop_carry(e->w, f, k, f->trip);
	/* A closed form: its value at iteration trip. */
	return binder_substitute(e->w, slot->value, f->height, &index, &f->trip, 1);
}

void sum_loop(Eval *e, const Stmt *s, bool is_while) {
	World *w = e->w;
	Terms *t = w->terms;
	Loop l = {.s = s, .is_while = is_while, .height = height_of(e->p, s->body, 64) + 1};
	char name[32];
	snprintf(name, sizeof name, "i#%u", l.height);
	l.index = term_symbol(t, name);
	int64_t step = 1, trip = -1;
	if (e->loop_depth >= MOST_LOOP_DEPTH) {
		sum_fail(e, s->span, "loops nested too deeply");
		return;
	}
	l.inits = ARENA_ARRAY(w->arena, Value, s->iters.n + 1);
	if (!is_while) {
		l.start = sum_term(e, s->start);
		l.step = sum_term(e, s->step);
		if (!term_is_int(t, l.step, &step) || !step || step == INT64_MIN) {
			sum_fail(e, s->span, "a loop whose step is not a constant");
			return;
		}
		l.trip = trip_term(e, l.start, sum_term(e, s->stop), step);
		if (!term_is_int(t, l.trip, &trip))
			trip = -1;
	}
	for (uint32_t k = 0; k < s->iters.n; k++) {
		Value init = sum_expr(e, ir_var(e->p, s->iters.at[k])->init);
		if (init.tile)
			sum_fail(e, s->span, "a tile written in place that a loop carries");
		l.inits[k] = init;
		add_slot(e, &l, k, init.term);
		if (init.root)
			l.slots.at[l.slots.n - 1].value = init.term;
	}
	l.explicit_n = l.slots.n;
	if (e->failed)
		goto done;
	l.cells = w->cells.n;
	l.entry = e->state;
	e->state = (TermVec){0};
	ItemVec *out;
	uint32_t outs;
	if (trip == 0 || trip == 1) {
		/* Nothing repeats: the body stands for itself. */
		for (uint32_t i = 0; i < l.entry.n; i++)
			vec_push(&e->state, l.entry.at[i]);
		for (uint32_t k = 0; k < l.slots.n; k++)
			sum_bind(e, trip ? s->iters.at[k] : k < s->returns.n ? s->returns.at[k] : s->iters.at[k],
			     l.inits[k]);
		if (trip) {
			sum_bind(e, s->var, (Value){.term = l.start, .is_int = true});
			e->yields.n = 0;
			e->loop_depth++;
			if (sum_run(e, s->body, 0, NULL) == FLOW_RETURNED)
				sum_fail(e, s->span, "a return inside a loop");
			e->loop_depth--;
			for (uint32_t k = 0; k < s->returns.n && k < e->yields.n; k++)
				sum_bind(e, s->returns.at[k], e->yields.at[k]);
		}
		goto done;
	}
	/* Cells that only the other program's summary made are not alive here. */
	for (uint32_t i = 0; i < l.cells; i++)
		if (w->cells.at[i].is_output || w->cells.at[i].kind == CELL_COUNT || (i < l.entry.n && l.entry.at[i]))
			add_slot(e, &l, CELL_KEY + i, sum_state_in(e, &l.entry, i));
	/* Evaluate until it is known which slots change and how; each round only turns carried slots into closed forms. */
	uint32_t open = w->open.n;
	world_enter(w, l.height);
	for (int round = 0; round < MOST_ROUNDS && !e->failed; round++) {
		l.again = false;
		run_body(e, &l, &out, &outs);
		bool changed = l.again || simplify_slots(e, &l);
		w->open.n = open;
		if (round > 0 && !changed)
			break;
		drop_outs(out, outs);
		out = NULL;
		outs = 0;
		LoopFact *seen = fact_of(e, &l);
		for (uint32_t k = 0; k < seen->n; k++)
			if (seen->key[k] >= CELL_KEY && w->cells.at[seen->key[k] - CELL_KEY].kind == CELL_CONTENT)
				vec_push(&w->open, ((OpenLoop){seen->symbol[k], seen->init[k], seen->next[k], seen->trip, seen}));
		if (round == MOST_ROUNDS - 1)
			sum_fail(e, s->span, "a loop whose carried values do not settle");
	}
	world_leave(w);
	w->open.n = open;
	if (e->failed) {
		drop_outs(out, outs); /* the last round may have failed and settled */
		goto done;
	}
	LoopFact *f = fact_of(e, &l);
	sum_outs(e);
	for (uint32_t ch = 0; ch < outs; ch++) {
		if (!out[ch].n)
			continue;
		Seq body = sum_collect(e, &out[ch]);
		Item item = loop_item(w, f, body, sum_state_in(e, &l.entry, w->channels.at[ch].cell));
		sum_append(e, ch, &item);
	}
	drop_outs(out, outs);
	vec_free(&e->state);
	for (uint32_t i = 0; i < l.entry.n; i++)
		vec_push(&e->state, l.entry.at[i]);
	for (uint32_t k = 0; k < l.slots.n; k++) {
		const Slot *slot = &l.slots.at[k];
		if (slot->key >= CELL_KEY)
			sum_set(e, slot->key - CELL_KEY, slot_after(e, f, slot, l.index));
		else if (slot->key < s->returns.n) {
			Value after = l.inits[slot->key];
			if (!after.root)
				after.term = slot_after(e, f, slot, l.index);
			sum_bind(e, s->returns.at[slot->key], after);
		}
	}
done:
	/* What the body defines ends with it. */
	sum_bind(e, s->var, (Value){0});
	for (uint32_t k = 0; k < s->iters.n; k++)
		sum_bind(e, s->iters.at[k], (Value){0});
	vec_free(&l.entry);
	vec_free(&l.slots);
}
