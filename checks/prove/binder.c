/* Loops as binders: substitution, carried values, and the terms that identify sequences. */
#include "checks/prove/summary.h"

#include <stdlib.h>

typedef struct Context {
	World *w;
	unsigned height;
} Context;

static bool is_binder(void *context, Term x) {
	Context *c = context;
	const TermNode *n = term_at(c->w->terms, x);
	int64_t height;
	return n->kind == TERM_APPLY && n->fn == FN_NONE && n->n && !strcmp(term_name(c->w->terms, x), "loop") &&
	       term_is_int(c->w->terms, n->arg[0], &height) && height >= (int64_t)c->height;
}

static const LoopFact *rebuilt_loop(World *w, const TermNode *old, const Term *args);

static Term build(void *context, const TermNode *old, const Term *args) {
	Context *c = context;
	World *w = c->w;
	/* The old node's name is found through a handle with the same content. */
	Term same = term_apply_like(w->terms, old, old->arg);
	const char *name = term_name(w->terms, same);
	if (!strcmp(name, "store"))
		return memory_store(w, args[0], args[1], args[2]);
	if (!strcmp(name, "read"))
		return memory_read(w, args[0], args[1], args[2]);
	if (!strcmp(name, "trips")) {
		const LoopFact *l = world_loop(w, args[0]);
		return l ? l->trip : 0;
	}
	if (!strcmp(name, "loop")) {
		const LoopFact *l = rebuilt_loop(w, old, args);
		return l ? l->term : 0;
	}
	if (!strcmp(name, "carry")) {
		const LoopFact *l = world_loop(w, args[0]);
		int64_t slot;
		if (l && term_is_int(w->terms, args[1], &slot) && slot >= 0 && slot < l->n)
			return loop_carry(w, l, (uint32_t)slot, args[2]);
	}
	return 0;
}

/* What is known of the loops of lower height that evaluation stands in, out of the way: x may hold other loops of their height. */
typedef struct Aside {
	uint32_t facts, open; /* how many stay */
	VEC(Term) kept_facts;
	VEC(struct OpenLoop) kept_open;
} Aside;

static void set_aside(World *w, unsigned height, Aside *a) {
	a->facts = w->facts.n;
	a->open = w->open.n;
	for (uint32_t i = w->standing.n; i > 0 && w->standing.at[i - 1].height < height; i--) {
		a->facts = w->standing.at[i - 1].facts;
		a->open = w->standing.at[i - 1].open;
	}
	for (uint32_t i = a->facts; i < w->facts.n; i++)
		vec_push(&a->kept_facts, w->facts.at[i]);
	for (uint32_t i = a->open; i < w->open.n; i++)
		vec_push(&a->kept_open, w->open.at[i]);
	w->facts.n = a->facts;
	w->open.n = a->open;
}

static void bring_back(World *w, Aside *a) {
	for (uint32_t i = 0; i < a->kept_facts.n; i++)
		vec_push(&w->facts, a->kept_facts.at[i]);
	for (uint32_t i = 0; i < a->kept_open.n; i++)
		vec_push(&w->open, a->kept_open.at[i]);
	vec_free(&a->kept_facts);
	vec_free(&a->kept_open);
}

Term binder_substitute(World *w, Term x, unsigned height, const Term *from, const Term *to, uint32_t n) {
	Context context = {w, height};
	Aside aside = {0};
	if (!n || !x)
		return x;
	set_aside(w, height, &aside);
	Term y = term_rewrite(w->terms, x, from, to, n, &(TermRewrite){&context, is_binder, build});
	bring_back(w, &aside);
	return y;
}

/* A loop term whose free terms were replaced is a new loop with the same binders. */
static const LoopFact *rebuilt_loop(World *w, const TermNode *old, const Term *args) {
	Term same = term_apply_like(w->terms, old, old->arg), fresh = term_apply_like(w->terms, old, args);
	const LoopFact *l = world_loop(w, same), *known = world_loop(w, fresh);
	if (known || !l)
		return known;
	LoopFact *copy = arena_copy(w->arena, l, sizeof *l);
	copy->term = fresh;
	copy->trip = l->is_while ? term_apply(w->terms, "trips", &fresh, 1) : args[1];
	copy->init = arena_copy(w->arena, args + 2, l->n * sizeof *args);
	copy->next = arena_copy(w->arena, args + 2 + l->n, l->n * sizeof *args);
	world_add_loop(w, copy);
	return copy;
}

Term loop_carry(World *w, const LoopFact *l, uint32_t slot, Term iterations) {
	int64_t n;
	if (term_is_int(w->terms, iterations, &n) && n == 0)
		return l->init[slot];
	return term_apply(w->terms, "carry", (Term[]){l->term, term_int(w->terms, slot), iterations}, 3);
}

Term seq_term(World *w, Seq s) {
	Term few[32] = {0}, *args = s.n > 32 ? mem_alloc(s.n * sizeof *args) : few;
	for (uint32_t i = 0; i < s.n; i++)
		args[i] = s.at[i].term;
	Term t = term_apply(w->terms, "seq", args, s.n);
	if (args != few)
		free(args);
	return t;
}

Item loop_item(World *w, const LoopFact *l, Seq body, Term count) {
	/* Only what the sequence says matters here: the trip count and one iteration; what it mentions of the loop's carried symbols
	 * is bound by the loop term, which then belongs to the identity. */
	Term one = seq_term(w, body);
	bool carries = l->is_while;
	for (uint32_t k = 0; k < l->n && !carries; k++)
		carries = term_mentions(w->terms, one, l->symbol[k]);
	Term args[] = {term_int(w->terms, l->height), l->trip, one, carries ? l->term : term_int(w->terms, 0)};
	return (Item){.kind = ITEM_LOOP, .term = term_apply(w->terms, "repeat", args, 4), .span = l->span, .count = count, .loop = l, .body = body};
}

Item if_item(World *w, Term condition, Seq yes, Seq no, Term count, Span at) {
	Term flipped = term_fn(w->terms, FN_NOT, &condition, 1);
	if (flipped < condition) {
		Seq swap = yes;
		yes = no;
		no = swap;
		condition = flipped;
	}
	Term args[] = {condition, seq_term(w, yes), seq_term(w, no)};
	return (Item){.kind = ITEM_IF, .term = term_apply(w->terms, "either", args, 3), .span = at, .count = count, .condition = condition, .body = yes, .orelse = no};
}

Item binder_substitute_item(World *w, const Item *item, unsigned height, const Term *from, const Term *to, uint32_t n) {
	Item out = *item;
	out.count = binder_substitute(w, item->count, height, from, to, n);
	switch (item->kind) {
	case ITEM_EVENT:
		out.term = binder_substitute(w, item->term, height, from, to, n);
		if (item->stamps) {
			Term *stamps = ARENA_ARRAY(w->arena, Term, w->stamped + 1);
			for (uint32_t i = 0; i < w->stamped; i++)
				stamps[i] = binder_substitute(w, item->stamps[i], height, from, to, n);
			out.stamps = stamps;
		}
		return out;
	case ITEM_LOOP: {
		/* Only smaller heights are bound inside, so the body may be entered; the loop's own facts follow. */
		if (item->loop->height >= height)
			return out;
		LoopFact *l = arena_copy(w->arena, item->loop, sizeof *l);
		l->term = binder_substitute(w, item->loop->term, height, from, to, n);
		const LoopFact *known = world_loop(w, l->term);
		if (known)
			*l = *known;
		l->trip = binder_substitute(w, item->loop->trip, height, from, to, n);
		l->start = binder_substitute(w, item->loop->start, height, from, to, n);
		l->step = binder_substitute(w, item->loop->step, height, from, to, n);
		return loop_item(w, l, binder_substitute_seq(w, item->body, height, from, to, n), out.count);
	}
	case ITEM_IF: {
		Term c = binder_substitute(w, item->condition, height, from, to, n);
		return if_item(w, c, binder_substitute_seq(w, item->body, height, from, to, n),
		               binder_substitute_seq(w, item->orelse, height, from, to, n), out.count, item->span);
	}
	}
	return out;
}

typedef VEC(Item) ItemVec;

Seq binder_substitute_seq(World *w, Seq s, unsigned height, const Term *from, const Term *to, uint32_t n) {
	ItemVec out = {0};
	for (uint32_t i = 0; i < s.n; i++) {
		Item item = binder_substitute_item(w, &s.at[i], height, from, to, n);
		int64_t known;
		/* A condition that became known leaves only its arm. */
		if (item.kind == ITEM_IF && term_is_int(w->terms, item.condition, &known)) {
			Seq arm = known ? item.body : item.orelse;
			for (uint32_t k = 0; k < arm.n; k++)
				vec_push(&out, arm.at[k]);
		} else if (item.kind != ITEM_LOOP || !term_is_int(w->terms, item.loop->trip, &known) || known > 0)
			vec_push(&out, item);
	}
	Seq result = {arena_copy(w->arena, out.at, out.n * sizeof *out.at), out.n};
	vec_free(&out);
	return result;
}
