/* Alignment of sequences: see align.h. */
#include "checks/prove/align_internal.h"

#include <stdlib.h>

/* What is left of a sequence: items, the first of which may be a loop of which some iterations are done. */
typedef struct Left Left;
struct Left {
	const Item *item;
	Term done;  /* LOOP: iterations consumed */
	const Left *next;
};

Aligner *aligner_new(World *w) {
	Aligner *a = mem_alloc(sizeof *a);
	*a = (Aligner){.w = w};
	return a;
}

void aligner_free(Aligner *a) {
	if (!a)
		return;
	vec_free(&a->lemmas);
	vec_free(&a->anchors);
	free(a);
}

const Mismatch *align_mismatch(const Aligner *a) { return &a->mismatch; }
bool align_used_induction(const Aligner *a) { return a->used_induction; }

Mark align_mark(const Aligner *a) { return (Mark){a->w->facts.n, a->lemmas.n, a->anchors.n}; }

void align_release(Aligner *a, Mark m) {
	a->w->facts.n = m.facts;
	a->lemmas.n = m.lemmas;
	a->anchors.n = m.anchors;
}

static const Left *prepend(Aligner *a, Seq s, const Left *rest) {
	for (uint32_t i = s.n; i > 0; i--) {
		Left *l = ARENA_NEW(a->w->arena, Left);
		*l = (Left){&s.at[i - 1], term_int(a->w->terms, 0), rest};
		rest = l;
	}
	return rest;
}

static Term remaining(Aligner *a, const Left *l) { return term_sub(a->w->terms, l->item->loop->trip, l->done); }

static bool is_zero(Aligner *a, Term x) {
	int64_t v;
	if (term_is_int(a->w->terms, x, &v))
		return v == 0;
	return world_implies(a->w, term_fn(a->w->terms, FN_EQ, (Term[]){x, term_int(a->w->terms, 0)}, 2));
}

static bool at_most(Aligner *a, Term x, Term y) { return world_implies(a->w, term_fn(a->w->terms, FN_LE, (Term[]){x, y}, 2)); }

static bool fail(Aligner *a, const Left *b, const Left *s, const char *why) {
	if (!a->mismatch.why)
		a->mismatch.why = why;
	world_stopped(a->w);
	if (!a->mismatch.before.line && !a->mismatch.after.line) {
		a->mismatch.before = b ? b->item->span : (Span){0};
		a->mismatch.after = s ? s->item->span : (Span){0};
	}
	return false;
}

/* One iteration of a loop, at iteration at, with its carried symbols as carried values. */
static Seq iteration(Aligner *a, const Item *loop, Term at) {
	World *w = a->w;
	const LoopFact *l = loop->loop;
	Term *from = ARENA_ARRAY(w->arena, Term, l->n + 1), *to = ARENA_ARRAY(w->arena, Term, l->n + 1);
	from[0] = l->index;
	to[0] = at;
	for (uint32_t k = 0; k < l->n; k++) {
		from[k + 1] = l->symbol[k];
		to[k + 1] = loop_carry(w, l, k, at);
	}
	return binder_substitute_seq(w, loop->body, l->height, from, to, l->n + 1);
}

static const Left *peel(Aligner *a, const Left *l) {
	Left *rest = ARENA_NEW(a->w->arena, Left);
	*rest = *l;
	rest->done = term_add(a->w->terms, l->done, term_int(a->w->terms, 1));
	return prepend(a, iteration(a, l->item, l->done), rest);
}

static bool can_peel(Aligner *a, const Left *l) { return at_most(a, term_int(a->w->terms, 1), remaining(a, l)); }

static bool walk(Aligner *a, const Left *b, const Left *s, bool tokens);

/* Shared accesses: a push that came after still does (fewer or as many pushes before), a pop that came before still does. */
static bool tokens_kept(Aligner *a, const Item *b, const Item *s) {
	for (uint32_t i = 0; b->stamps && s->stamps && i < a->w->stamped; i++) {
		ChannelKind kind = a->w->channels.at[i].kind;
		if (kind == CH_PUSH && !at_most(a, s->stamps[i], b->stamps[i]))
			return false;
		if (kind == CH_POP && !at_most(a, b->stamps[i], s->stamps[i]))
			return false;
	}
	return true;
}

static bool same_event(Aligner *a, const Left *b, const Left *s, bool tokens) {
	if (!align_same(a, b->item->term, s->item->term))
		return fail(a, b, s, "events could not be shown equal");
	if (tokens && !tokens_kept(a, b->item, s->item))
		return fail(a, b, s, "an access may cross a FIFO token");
	return true;
}

/* Events of one pass over a sequence; -1: not a constant. */
static int64_t events_of(const World *w, Seq s) {
	int64_t sum = 0;
	for (uint32_t i = 0; i < s.n; i++) {
		const Item *item = &s.at[i];
		int64_t n = 1, trip;
		if (item->kind == ITEM_LOOP) {
			n = events_of(w, item->body);
			if (n < 0 || !term_is_int(w->terms, item->loop->trip, &trip) || __builtin_mul_overflow(n, trip, &n))
				return -1;
		} else if (item->kind == ITEM_IF) {
			n = events_of(w, item->body);
			if (n != events_of(w, item->orelse))
				return -1;
		}
		if (n < 0 || __builtin_add_overflow(sum, n, &sum))
			return -1;
	}
	return sum;
}

/* all that is left of `many`, one of whose iterations does delta of `few`'s, by induction. swapped: few stands on the after side. */
static bool steady_with(Aligner *a, const Left *few, const Left *many, int64_t delta, bool swapped, bool tokens) {
	World *w = a->w;
	const LoopFact *old = few->item->loop, *new = many->item->loop;
	Term left = remaining(a, many), g = fresh_index(w);
	if (!at_most(a, term_scale(w->terms, left, delta), remaining(a, few)))
		return fail(a, swapped ? many : few, swapped ? few : many, "the new loop runs more often than the old one");
	if (!swapped && old->term != new->term)
		lemma_between(a, old, new, delta);
	Mark mark = align_mark(a);
	vec_push(&w->facts, term_fn(w->terms, FN_LE, (Term[]){term_int(w->terms, 0), g}, 2));
	vec_push(&w->facts, term_fn(w->terms, FN_LT, (Term[]){g, left}, 2));
	const Lemma *lemma = swapped ? NULL : lemma_for(a, new);
	if (lemma) {
		Term at = term_add(w->terms, many->done, g);
		vec_push(&a->anchors, ((Anchor){old->term, term_add(w->terms, lemma->lead, term_scale(w->terms, at, lemma->delta))}));
	}
	const Left *one = prepend(a, iteration(a, many->item, term_add(w->terms, many->done, g)), NULL), *several = NULL;
	for (int64_t m = delta; m > 0; m--) {
		Term at = term_add(w->terms, few->done, term_add(w->terms, term_scale(w->terms, g, delta), term_int(w->terms, m - 1)));
		several = prepend(a, iteration(a, few->item, at), several);
	}
	bool alike = swapped ? walk(a, one, several, tokens) : walk(a, several, one, tokens);
	align_release(a, mark);
	return alike;
}

/* The steady state. One iteration of the one loop may do several of the other: as many as their steps say, or their event rates. */
static bool steady(Aligner *a, const Left **b, const Left **s, bool tokens) {
	World *w = a->w;
	const LoopFact *old = (*b)->item->loop, *new = (*s)->item->loop;
	int64_t by_step, rate_b = events_of(w, (*b)->item->body), rate_s = events_of(w, (*s)->item->body);
	struct { int64_t delta; bool swapped; } tries[3];
	int n = 0;
	if (lemma_delta(w, old, new, &by_step))
		tries[n].delta = by_step, tries[n++].swapped = false;
	else if (lemma_delta(w, new, old, &by_step))
		tries[n].delta = by_step, tries[n++].swapped = true;
	if (rate_b > 0 && rate_s > 0 && !old->is_while && !new->is_while) {
		if (rate_s % rate_b == 0 && rate_s / rate_b <= MOST_UNFOLD)
			tries[n].delta = rate_s / rate_b, tries[n++].swapped = false;
		else if (rate_b % rate_s == 0 && rate_b / rate_s <= MOST_UNFOLD)
			tries[n].delta = rate_b / rate_s, tries[n++].swapped = true;
	}
	if (!n)
		return fail(a, *b, *s, "two loops whose steps are not multiples");
	for (int i = 0; i < n; i++) {
		if (i && tries[i].delta == tries[0].delta && tries[i].swapped == tries[0].swapped)
			continue;
		Mismatch saved = a->mismatch;
		const Left *few = tries[i].swapped ? *s : *b, *many = tries[i].swapped ? *b : *s;
		if (!steady_with(a, few, many, tries[i].delta, tries[i].swapped, tokens)) {
			if (i + 1 < n)
				a->mismatch = saved;
			continue;
		}
		a->used_induction = true;
		Left *rest = ARENA_NEW(w->arena, Left);
		*rest = *few;
		rest->done = term_add(w->terms, few->done, term_scale(w->terms, remaining(a, many), tries[i].delta));
		const Left *few_next = is_zero(a, remaining(a, rest)) ? rest->next : rest;
		*b = tries[i].swapped ? many->next : few_next;
		*s = tries[i].swapped ? few_next : many->next;
		return true;
	}
	return fail(a, *b, *s, "one iteration of the new loop differs from those of the old one");
}

static const Left *only(Aligner *a, const Left *l) {
	Left *one = ARENA_NEW(a->w->arena, Left);
	*one = *l;
	one->next = NULL;
	return one;
}


/* Both arms of a choice: arm k under its fact against the other side. arms_after: the choice stands on the after side. */
static bool by_cases(Aligner *a, const Item *choice, const Left *b, const Left *s, const Left *rest, bool arms_after, bool tokens) {
	World *w = a->w;
	for (int side = 0; side < 2; side++) {
		Term fact = side ? term_fn(w->terms, FN_NOT, &choice->condition, 1) : choice->condition;
		if (world_implies(w, term_fn(w->terms, FN_NOT, &fact, 1)))
			continue;
		const Left *arm = prepend(a, side ? choice->orelse : choice->body, rest);
		Mark mark = align_mark(a);
		vec_push(&w->facts, fact);
		bool alike = arms_after ? walk(a, b, arm, tokens) : walk(a, arm, s, tokens);
		align_release(a, mark);
		if (!alike)
			return false;
	}
	return true;
}

static bool choice(Aligner *a, const Left **b, const Left **s, bool tokens, bool *finished) {
	const Left *x = *b, *y = *s;
	*finished = false;
	bool in_b = x && x->item->kind == ITEM_IF, in_s = y && y->item->kind == ITEM_IF;
	if (in_b && in_s && align_same(a, x->item->condition, y->item->condition)) {
		World *w = a->w;
		for (int side = 0; side < 2; side++) {
			Term c = x->item->condition, fact = side ? term_fn(w->terms, FN_NOT, &c, 1) : c;
			Mark mark = align_mark(a);
			vec_push(&w->facts, fact);
			bool alike = walk(a, prepend(a, side ? x->item->orelse : x->item->body, NULL),
			                  prepend(a, side ? y->item->orelse : y->item->body, NULL), tokens);
			align_release(a, mark);
			if (!alike)
				return false;
		}
		*b = x->next;
		*s = y->next;
		return true;
	}
	/* A loop that ends in the arms of a choice, each of which does exactly what is left of it: the cascade of a remainder. */
	if (in_s && x && x->item->kind == ITEM_LOOP) {
		Mismatch saved = a->mismatch;
		if (by_cases(a, y->item, only(a, x), NULL, NULL, true, tokens)) {
			*b = x->next;
			*s = y->next;
			return true;
		}
		a->mismatch = saved;
	}
	*finished = true;
	return in_s ? by_cases(a, y->item, x, NULL, y->next, true, tokens) : by_cases(a, x->item, NULL, y, x->next, false, tokens);
}

/* Nothing but loops that do not run and choices whose arms are as empty may be left. */
static bool empty(Aligner *a, const Left *l, bool is_after) {
	for (; l; l = l->next) {
		if (l->item->kind == ITEM_LOOP && is_zero(a, remaining(a, l)))
			continue;
		if (l->item->kind == ITEM_IF && by_cases(a, l->item, NULL, NULL, NULL, is_after, false))
			continue;
		return is_after ? fail(a, NULL, l, "events that the program before does not have") : fail(a, l, NULL, "events that the program after does not have");
	}
	return true;
}

static bool walk(Aligner *a, const Left *b, const Left *s, bool tokens) {
	if (a->depth >= MOST_DEPTH)
		return fail(a, b, s, "the budget of the alignment ran out");
	a->depth++;
	bool ok = true;
	while (ok && b && s) {
		if (++a->steps > MOST_STEPS) {
			ok = fail(a, b, s, "the budget of the alignment ran out");
			break;
		}
		bool b_loop = b->item->kind == ITEM_LOOP, s_loop = s->item->kind == ITEM_LOOP;
		bool fresh = (!b_loop || is_zero(a, b->done)) && (!s_loop || is_zero(a, s->done));
		if (fresh && b->item->term == s->item->term && (!tokens || !b->item->stamps) && !(tokens && (b_loop || b->item->kind == ITEM_IF))) {
			b = b->next;
			s = s->next;
		} else if (b->item->kind == ITEM_EVENT && s->item->kind == ITEM_EVENT) {
			ok = same_event(a, b, s, tokens);
			b = b->next;
			s = s->next;
		} else if (b_loop && is_zero(a, remaining(a, b))) {
			b = b->next;
		} else if (s_loop && is_zero(a, remaining(a, s))) {
			s = s->next;
		} else if (b_loop && s_loop) {
			ok = steady(a, &b, &s, tokens);
		} else if (b->item->kind == ITEM_IF || s->item->kind == ITEM_IF) {
			bool finished;
			ok = choice(a, &b, &s, tokens, &finished);
			if (finished) {
				a->depth--;
				return ok;
			}
		} else if (b_loop) {
			ok = can_peel(a, b) || fail(a, b, s, "the old loop ends before the new program does");
			b = ok ? peel(a, b) : b;
		} else {
			ok = can_peel(a, s) || fail(a, b, s, "the new loop may not run");
			s = ok ? peel(a, s) : s;
		}
	}
	ok = ok && empty(a, b, false) && empty(a, s, true);
	a->depth--;
	return ok;
}

bool align_sequences(Aligner *a, Seq before, Seq after, bool keep_tokens) {
	return walk(a, prepend(a, before, NULL), prepend(a, after, NULL), keep_tokens);
}
