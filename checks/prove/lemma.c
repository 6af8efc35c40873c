/* Lemmas about carried values: see align.h. */
#include "checks/prove/align_internal.h"

#include <stdio.h>
#include <stdlib.h>

bool is_named(const World *w, Term x, const char *name) {
	const TermNode *n = term_at(w->terms, x);
	return n->kind == TERM_APPLY && n->fn == FN_NONE && !strcmp(term_name(w->terms, x), name);
}

Term fresh_index(World *w) {
	char name[32];
	snprintf(name, sizeof name, "g#%u", ++w->fresh);
	return term_symbol(w->terms, name);
}

const Lemma *lemma_for(const Aligner *a, const LoopFact *after) {
	for (uint32_t i = 0; i < a->lemmas.n; i++)
		if (a->lemmas.at[i].proved && a->lemmas.at[i].after->term == after->term)
			return &a->lemmas.at[i];
	return NULL;
}

bool lemma_delta(const World *w, const LoopFact *before, const LoopFact *after, int64_t *delta) {
	int64_t b, s;
	if (before->is_while || after->is_while) {
		*delta = 1;
		return before->is_while && after->is_while;
	}
	if (!before->step || !after->step || !term_is_int(w->terms, before->step, &b) || !term_is_int(w->terms, after->step, &s) || !b || s % b || s / b < 1)
		return false;
	*delta = s / b;
	return *delta <= MOST_UNFOLD;
}

Term lemma_unroll(Aligner *a, const LoopFact *l, uint32_t slot, Term at, int64_t more) {
	World *w = a->w;
	Term *from = ARENA_ARRAY(w->arena, Term, l->n + 1), *to = ARENA_ARRAY(w->arena, Term, l->n + 1);
	Term *value = ARENA_ARRAY(w->arena, Term, l->n + 1), *next = ARENA_ARRAY(w->arena, Term, l->n + 1);
	from[0] = l->index;
	for (uint32_t k = 0; k < l->n; k++) {
		from[k + 1] = l->symbol[k];
		value[k] = loop_carry(w, l, k, at);
	}
	for (int64_t m = 0; m < more; m++) {
		a->steps += l->n;
		to[0] = term_add(w->terms, at, term_int(w->terms, m));
		memcpy(to + 1, value, l->n * sizeof *value);
		for (uint32_t k = 0; k < l->n; k++)
			next[k] = binder_substitute(w, l->next[k], l->height, from, to, l->n + 1);
		memcpy(value, next, l->n * sizeof *value);
	}
	return value[slot];
}

typedef struct Carries {
	World *w;
	AlignTerms *out, visited;
} Carries;

static bool enter_carried(void *context, Term y) {
	Carries *c = context;
	if (term_at(c->w->terms, y)->n == 0 || (y < c->w->carry_free.n && c->w->carry_free.at[y]))
		return false;
	vec_push(&c->visited, y);
	if (is_named(c->w, y, "loop"))
		return false;
	if (is_named(c->w, y, "carry"))
		vec_push(c->out, y);
	return true;
}

/* Every carry(...) in x that stands in no binder, outermost first. */
void carries_in(World *w, Term x, AlignTerms *out) {
	Carries c = {.w = w, .out = out};
	uint32_t before = out->n;
	term_visit(w->terms, x, enter_carried, &c);
	/* The next walk need not look here again. */
	for (uint32_t i = 0; i < c.visited.n && out->n == before; i++) {
		while (w->carry_free.n <= c.visited.at[i])
			vec_push(&w->carry_free, false);
		w->carry_free.at[c.visited.at[i]] = true;
	}
	vec_free(&c.visited);
}

static bool carry_parts(const World *w, Term carry, const LoopFact **l, uint32_t *slot, Term *at) {
	const TermNode *n = term_at(w->terms, carry);
	int64_t k;
	*l = world_loop(w, n->arg[0]);
	if (!*l || !term_is_int(w->terms, n->arg[1], &k) || k < 0 || k >= (*l)->n)
		return false;
	*slot = (uint32_t)k;
	*at = n->arg[2];
	return true;
}

/* The largest anchor of this loop that lies at or before the iteration, at a known distance. */
static bool nearest_anchor(Aligner *a, Term loop, Term at, Term *from, int64_t *distance) {
	World *w = a->w;
	bool found = false;
	for (uint32_t i = 0; i < a->anchors.n; i++) {
		int64_t d;
		if (a->anchors.at[i].loop != loop)
			continue;
		if (term_is_int(w->terms, term_sub(w->terms, at, a->anchors.at[i].at), &d) && d >= 0 && d <= MOST_UNFOLD && (!found || d < *distance)) {
			*from = a->anchors.at[i].at;
			*distance = d;
			found = true;
		}
	}
	/* A distance that only the facts determine: the remainder of a run-time trip count in one arm of its cascade. */
	for (uint32_t i = a->anchors.n; i > 0 && !found && w->facts.n; i--) {
		if (a->anchors.at[i - 1].loop != loop)
			continue;
		Term d = term_sub(w->terms, at, a->anchors.at[i - 1].at);
		for (int64_t k = 0; k <= 16 && !found; k++) {
			a->steps += 10;
			if (world_implies(w, term_fn(w->terms, FN_EQ, (Term[]){d, term_int(w->terms, k)}, 2))) {
				*from = a->anchors.at[i - 1].at;
				*distance = k;
				found = true;
			}
		}
	}
	return found;
}

static Term rewrite_carry(Aligner *a, Term carry) {
	World *w = a->w;
	const LoopFact *l;
	uint32_t slot;
	Term at, from = 0;
	int64_t distance = 0;
	if (!carry_parts(w, carry, &l, &slot, &at))
		return carry;
	const Lemma *lemma = lemma_for(a, l);
	if (lemma) {
		at = term_add(w->terms, lemma->lead, term_scale(w->terms, at, lemma->delta));
		return loop_carry(w, lemma->before, lemma->map[slot], at);
	}
	if (nearest_anchor(a, l->term, at, &from, &distance))
		return distance ? lemma_unroll(a, l, slot, from, distance) : loop_carry(w, l, slot, from);
	return carry;
}

Term lemma_rewrite(Aligner *a, Term x) {
	World *w = a->w;
	for (int round = 0; round < 20; round++) {
		AlignTerms found = {0};
		carries_in(w, x, &found);
		Term *to = ARENA_ARRAY(w->arena, Term, found.n + 1);
		bool changed = false;
		for (uint32_t i = 0; i < found.n; i++) {
			to[i] = rewrite_carry(a, found.at[i]);
			changed |= to[i] != found.at[i];
		}
		/* Height 1 enters no binder at all. */
		if (changed)
			x = binder_substitute(w, x, 1, found.at, to, found.n);
		vec_free(&found);
		if (!changed)
			break;
	}
	return x;
}

static bool map_slots(World *w, Lemma *m) {
	uint32_t *map = ARENA_ARRAY(w->arena, uint32_t, m->after->n + 1);
	for (uint32_t k = 0; k < m->after->n; k++) {
		uint32_t j = 0;
		while (j < m->before->n && m->before->key[j] != m->after->key[k])
			j++;
		if (j == m->before->n)
			return false;
		map[k] = j;
	}
	m->map = map;
	return true;
}

static bool starts_at(Aligner *a, const Lemma *m, int64_t lead) {
	for (uint32_t k = 0; k < m->after->n; k++)
		if (!align_same(a, lemma_unroll(a, m->before, m->map[k], term_int(a->w->terms, 0), lead), m->after->init[k]))
			return false;
	return true;
}

static bool steps_alike(Aligner *a, const Lemma *m, int64_t lead) {
	World *w = a->w;
	Term g = fresh_index(w), at = term_add(w->terms, term_int(w->terms, lead), term_scale(w->terms, g, m->delta));
	uint32_t n = m->after->n;
	Mark mark = align_mark(a);
	Term *from = ARENA_ARRAY(w->arena, Term, n + 1), *to = ARENA_ARRAY(w->arena, Term, n + 1);
	from[0] = m->after->index;
	to[0] = g;
	for (uint32_t k = 0; k < n; k++) {
		from[k + 1] = m->after->symbol[k];
		to[k + 1] = loop_carry(w, m->before, m->map[k], at);
	}
	vec_push(&w->facts, term_fn(w->terms, FN_LE, (Term[]){term_int(w->terms, 0), g}, 2));
	if (!m->after->is_while)
		vec_push(&w->facts, term_fn(w->terms, FN_LT, (Term[]){g, m->after->trip}, 2));
	vec_push(&a->anchors, ((Anchor){m->before->term, at}));
	bool alike = true;
	for (uint32_t k = 0; k < n && alike; k++) {
		Term one = binder_substitute(w, m->after->next[k], m->after->height, from, to, n + 1);
		alike = align_same(a, lemma_unroll(a, m->before, m->map[k], at, m->delta), one);
	}
	align_release(a, mark);
	return alike;
}

bool lemma_between(Aligner *a, const LoopFact *before, const LoopFact *after, int64_t delta) {
	World *w = a->w;
	for (uint32_t i = 0; i < a->lemmas.n; i++)
		if (a->lemmas.at[i].before->term == before->term && a->lemmas.at[i].after->term == after->term && a->lemmas.at[i].delta == delta)
			return a->lemmas.at[i].proved;
	Lemma m = {.before = before, .after = after, .delta = delta};
	/* While the attempt runs the pair counts as not proved, so that no proof rests on itself. */
	uint32_t mine = a->lemmas.n;
	vec_push(&a->lemmas, m);
	if (before->term == after->term || before->is_while || after->is_while || !map_slots(w, &m))
		return false;
	int64_t most = 0;
	if (before->start && after->start && term_is_int(w->terms, term_sub(w->terms, after->start, before->start), &most)) {
		int64_t step = 1;
		if (!term_is_int(w->terms, before->step, &step) || !step)
			step = 1;
		most /= step;
	}
	most = most < 0 ? 0 : most > 32 ? 32 : most;
	for (int64_t lead = 0; lead <= most && !m.proved; lead++) {
		Mismatch saved = a->mismatch;
		if (!starts_at(a, &m, lead)) {
			a->mismatch = saved;
			continue;
		}
		if (steps_alike(a, &m, lead)) {
			m.proved = true;
			m.lead = term_int(w->terms, lead);
		}
	}
	a->lemmas.at[mine] = m;
	if (!m.proved)
		return false;
	a->used_induction = true;
	/* From the end of the new loop the rest of the old one is unfolded. */
	vec_push(&a->anchors, ((Anchor){before->term, term_add(w->terms, m.lead, term_scale(w->terms, after->trip, m.delta))}));
	return true;
}
