/* Memory content as terms. Reads look through stores that are provably elsewhere, and neighbouring stores that are provably
 * apart stand in a canonical order, so that programs that differ only in the order of independent accesses have equal terms. */
#include "checks/prove/summary.h"

#include <stdio.h>

enum { MOST_RANK = 8 };

Term region_at(World *w, const Term *offset, const Term *size, uint32_t rank) {
	Term args[1 + 2 * MOST_RANK];
	if (rank > MOST_RANK)
		return region_whole(w);
	args[0] = term_int(w->terms, rank);
	for (uint32_t i = 0; i < rank; i++) {
		args[1 + i] = offset[i];
		args[1 + rank + i] = size[i];
	}
	return term_apply(w->terms, "at", args, 1 + 2 * rank);
}

Term region_whole(World *w) { return term_apply(w->terms, "whole", NULL, 0); }

static bool is_apply(const World *w, Term x, const char *name) {
	const TermNode *n = term_at(w->terms, x);
	return n->kind == TERM_APPLY && n->fn == FN_NONE && !strcmp(term_name(w->terms, x), name);
}

bool region_disjoint(World *w, Term a, Term b) {
	if (!is_apply(w, a, "at") || !is_apply(w, b, "at"))
		return false;
	const TermNode *x = term_at(w->terms, a), *y = term_at(w->terms, b);
	if (x->n != y->n || a == b)
		return false;
	uint32_t rank = (x->n - 1) / 2;
	bool open = false;
	Term claim = term_int(w->terms, 0);
	for (uint32_t d = 0; d < rank; d++) {
		Term oa = x->arg[1 + d], ob = y->arg[1 + d], sa = x->arg[1 + rank + d], sb = y->arg[1 + rank + d];
		Term left = term_fn(w->terms, FN_LE, (Term[]){term_add(w->terms, oa, sa), ob}, 2);
		Term right = term_fn(w->terms, FN_LE, (Term[]){term_add(w->terms, ob, sb), oa}, 2);
		Term either = term_fn(w->terms, FN_OR, (Term[]){left, right}, 2);
		int64_t v;
		if (term_is_int(w->terms, either, &v)) {
			if (v)
				return true;
			continue;
		}
		open = true;
		claim = term_fn(w->terms, FN_OR, (Term[]){claim, either}, 2);
	}
	return open && world_implies(w, claim);
}

Term memory_store(World *w, Term content, Term region, Term value) {
	const TermNode *n = term_at(w->terms, content);
	if (is_apply(w, content, "store")) {
		Term inner = n->arg[0], other = n->arg[1], other_value = n->arg[2];
		if (region < other && region_disjoint(w, region, other)) {
			Term below = memory_store(w, inner, region, value);
			return term_apply(w->terms, "store", (Term[]){below, other, other_value}, 3);
		}
	}
	return term_apply(w->terms, "store", (Term[]){content, region, value}, 3);
}

/* Loops whose bound symbols are renamed apart, because another iteration than the one we stand in is meant. */
typedef struct Renaming {
	const struct Renaming *outer;
	const LoopFact *loop;
	Term *to; /* index, then the carried symbols */
} Renaming;

static Term renamed(World *w, const Renaming *r, Term region) {
	for (; r; r = r->outer) {
		Term *from = arena_alloc(w->arena, (r->loop->n + 1) * sizeof *from);
		from[0] = r->loop->index;
		memcpy(from + 1, r->loop->symbol, r->loop->n * sizeof *from);
		region = binder_substitute(w, region, r->loop->height, from, r->to, r->loop->n + 1);
	}
	return region;
}

/* No two loops that are renamed at one time share a name, and a question that is asked again is the same question. */
static Renaming rename_loop(World *w, const LoopFact *l, const Renaming *outer) {
	Renaming r = {outer, l, arena_alloc(w->arena, (l->n + 1) * sizeof(Term))};
	char name[48];
	for (uint32_t i = 0; i <= l->n; i++) {
		snprintf(name, sizeof name, "other#%u.%u", w->renamed, i);
		r.to[i] = term_symbol(w->terms, name);
	}
	return r;
}

static Term between(World *w, Term low, Term x, Term high) {
	Term a = term_fn(w->terms, FN_LE, (Term[]){low, x}, 2), b = term_fn(w->terms, FN_LT, (Term[]){x, high}, 2);
	return term_fn(w->terms, FN_AND, (Term[]){a, b}, 2);
}

static bool apart_from_all(World *w, Term region, Term content, Term base, const Renaming *r, int *budget);

/* Is region apart from what iterations 0 .. limit-1 of loop l store in this slot? */
static bool apart_from_loop(World *w, Term region, const LoopFact *l, Term symbol, Term next, Term limit, const Renaming *r, int *budget) {
	Renaming mine = rename_loop(w, l, r);
	w->renamed++;
	uint32_t facts = w->facts.n;
	Term zero = term_int(w->terms, 0);
	vec_push(&w->facts, between(w, zero, mine.to[0], renamed(w, r, limit)));
	vec_push(&w->facts, between(w, zero, mine.to[0], renamed(w, r, l->trip)));
	bool apart = apart_from_all(w, region, next, symbol, &mine, budget);
	w->facts.n = facts;
	w->renamed--;
	return apart;
}

/* Is region apart from every store that content makes on top of base, under the facts? content is read under the renaming r.
 * Arms of choices share what lies below them, so the work is bounded by a budget, not by depth. */
static bool apart_from_all(World *w, Term region, Term content, Term base, const Renaming *r, int *budget) {
	while (content != base) {
		if (--*budget < 0)
			return false;
		const TermNode *n = term_at(w->terms, content);
		int64_t slot;
		if (is_apply(w, content, "store")) {
			if (!region_disjoint(w, region, renamed(w, r, n->arg[1])))
				return false;
			content = n->arg[0];
		} else if (n->kind == TERM_APPLY && n->fn == FN_ITE) {
			if (!apart_from_all(w, region, n->arg[1], base, r, budget))
				return false;
			content = n->arg[2];
		} else if (is_apply(w, content, "carry")) {
			const LoopFact *l = world_loop(w, n->arg[0]);
			if (!l || l->is_while || !term_is_int(w->terms, n->arg[1], &slot) || slot < 0 || slot >= l->n ||
			    !apart_from_loop(w, region, l, l->symbol[slot], l->next[slot], n->arg[2], r, budget))
				return false;
			content = l->init[slot];
		} else
			return false;
	}
	return true;
}

enum { MOST_STEPS = 400, MOST_KNOWN = 64 };

typedef struct Reading { /* of one region */
	World *w;
	Term region, what;
	int budget;
	/* Arms of choices share what lies below them: what is seen there is found once. */
	uint32_t n_known;
	Term content[MOST_KNOWN], seen[MOST_KNOWN];
} Reading;

static Term read_below(Reading *r, Term content);

static Term look_below(Reading *r, Term content) {
	World *w = r->w;
	while (--r->budget > 0) {
		const TermNode *n = term_at(w->terms, content);
		if (is_apply(w, content, "store") && region_disjoint(w, r->region, n->arg[1])) {
			content = n->arg[0];
		} else if (n->kind == TERM_APPLY && n->fn == FN_ITE) {
			Term a = read_below(r, n->arg[1]), b = read_below(r, n->arg[2]);
			if (a != b)
				break;
			return a;
		} else if (is_apply(w, content, "carry")) {
			const LoopFact *l = world_loop(w, n->arg[0]);
			int64_t slot;
			if (!l || !term_is_int(w->terms, n->arg[1], &slot) || slot < 0 || slot >= l->n ||
			    !apart_from_all(w, r->region, content, l->init[slot], NULL, &r->budget))
				break;
			content = l->init[slot];
		} else {
			/* Inside a loop: the content at this iteration is the initial one when no earlier iteration stores there. */
			const OpenLoop *o = NULL;
			for (uint32_t i = 0; i < w->open.n; i++)
				if (w->open.at[i].symbol == content)
					o = &w->open.at[i];
			if (!o)
				break;
			OpenLoop open = *o;
			if (!apart_from_loop(w, r->region, open.loop, open.symbol, open.next, open.loop->index, NULL, &r->budget))
				break;
			content = open.init;
		}
	}
	return term_apply(w->terms, "read", (Term[]){content, r->region, r->what}, 3);
}

static Term read_below(Reading *r, Term content) {
	for (uint32_t i = 0; i < r->n_known; i++)
		if (r->content[i] == content)
			return r->seen[i];
	Term seen = look_below(r, content);
	if (r->n_known < MOST_KNOWN) {
		r->content[r->n_known] = content;
		r->seen[r->n_known++] = seen;
	}
	return seen;
}

Term memory_read(World *w, Term content, Term region, Term what) {
	Reading r = {.w = w, .region = region, .what = what, .budget = MOST_STEPS};
	return look_below(&r, content);
}
