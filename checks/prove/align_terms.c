/* Equality of terms: by identity, by rewriting with lemmas, by cases, by parts, and for integers by the solver. */
#include "checks/prove/align_internal.h"


static void stop_at(Aligner *a, Term x, Term y, const char *why) {
	world_stopped(a->w);
	if (!a->mismatch.why || !a->mismatch.before_term) {
		a->mismatch.before_term = x;
		a->mismatch.after_term = y;
		a->mismatch.why = why;
	}
}

/* ---- loops one after another ---- */

enum { MANY_LOOPS = 12, MOST_PARTNERS = 3 };

static bool is_in(const AlignTerms *list, Term x) {
	for (uint32_t i = list->n; i > 0; i--)
		if (list->at[i - 1] == x)
			return true;
	return false;
}

/* The loop and those that its initial values come from, and so on, earliest first; not beyond loops that a lemma speaks of. */
static void loops_before(Aligner *a, const LoopFact *loop, bool is_after, AlignTerms *out) {
	World *w = a->w;
	AlignTerms tied = {0};
	for (uint32_t i = 0; i < a->lemmas.n; i++)
		if (is_after || a->lemmas.at[i].proved)
			vec_push(&tied, is_after ? a->lemmas.at[i].after->term : a->lemmas.at[i].before->term);
	vec_push(out, loop->term);
	for (uint32_t i = 0; i < out->n; i++) {
		const LoopFact *l = world_loop(w, out->at[i]);
		AlignTerms carried = {0};
		for (uint32_t k = 0; l && k < l->n; k++)
			carries_in(w, l->init[k], &carried);
		for (uint32_t c = 0; c < carried.n; c++) {
			Term earlier = term_at(w->terms, carried.at[c])->arg[0];
			if (!is_in(out, earlier) && !is_in(&tied, earlier))
				vec_push(out, earlier);
		}
		vec_free(&carried);
	}
	term_sort(out->at, out->n);
	vec_free(&tied);
}

/* Each of many loops starts with what the one before it left: tied from the first one on, none has to look back further than one. */
static void tie_in_order(Aligner *a, const LoopFact *before, const LoopFact *after) {
	World *w = a->w;
	AlignTerms mine = {0}, theirs = {0};
	loops_before(a, after, true, &mine);
	if (mine.n >= MANY_LOOPS)
		loops_before(a, before, false, &theirs);
	uint32_t next = 0;
	for (uint32_t i = 0; i + 1 < mine.n && theirs.n; i++) {
		const LoopFact *s = world_loop(w, mine.at[i]);
		bool tied = !s || is_in(&theirs, mine.at[i]);
		for (uint32_t k = next, tries = 0; k + 1 < theirs.n && !tied && tries < MOST_PARTNERS; k++) {
			const LoopFact *b = world_loop(w, theirs.at[k]);
			int64_t delta;
			if (!b || is_in(&mine, theirs.at[k]) || !lemma_delta(w, b, s, &delta))
				continue;
			tries++;
			tied = lemma_between(a, b, s, delta);
			next = tied ? k + 1 : next;
		}
	}
	vec_free(&mine);
	vec_free(&theirs);
}

/* Loops carried in y that have no lemma, against loops carried in x: is one the other's descendant? */
static bool discover(Aligner *a, Term x, Term y) {
	World *w = a->w;
	AlignTerms in_x = {0}, in_y = {0};
	bool learned = false;
	carries_in(w, x, &in_x);
	carries_in(w, y, &in_y);
	for (uint32_t j = 0; j < in_y.n && !learned; j++) {
		const LoopFact *after = world_loop(w, term_at(w->terms, in_y.at[j])->arg[0]);
		bool shared = false;
		for (uint32_t i = 0; after && i < in_x.n; i++)
			shared |= term_at(w->terms, in_x.at[i])->arg[0] == after->term;
		if (!after || shared || lemma_for(a, after))
			continue;
		for (uint32_t i = 0; i < in_x.n && !learned; i++) {
			const LoopFact *before = world_loop(w, term_at(w->terms, in_x.at[i])->arg[0]);
			int64_t delta;
			if (!before || !lemma_delta(w, before, after, &delta))
				continue;
			tie_in_order(a, before, after);
			learned = lemma_between(a, before, after, delta);
		}
	}
	/* A short loop that the other side no longer has as a loop: unfold it from its beginning. */
	for (int side = 0; side < 2 && !learned; side++) {
		AlignTerms *mine = side ? &in_y : &in_x;
		for (uint32_t i = 0; i < mine->n && !learned; i++) {
			const TermNode *n = term_at(w->terms, mine->at[i]);
			const LoopFact *l = world_loop(w, n->arg[0]);
			int64_t trips;
			bool anchored = false;
			if (!l || l->is_while || lemma_for(a, l) || !term_is_int(w->terms, n->arg[2], &trips) || trips > MOST_UNFOLD)
				continue;
			for (uint32_t k = 0; k < a->anchors.n; k++)
				anchored |= a->anchors.at[k].loop == l->term && term_is_int(w->terms, a->anchors.at[k].at, NULL);
			if (anchored)
				continue;
			vec_push(&a->anchors, ((Anchor){l->term, term_int(w->terms, 0)}));
			learned = true;
		}
	}
	vec_free(&in_x);
	vec_free(&in_y);
	return learned;
}

static bool same_parts(Aligner *a, Term x, Term y) {
	const TermNode *m = term_at(a->w->terms, x), *n = term_at(a->w->terms, y);
	if (m->kind != TERM_APPLY || n->kind != TERM_APPLY || m->fn != n->fn || m->n != n->n || m->name != n->name || !m->n || is_named(a->w, x, "loop"))
		return false;
	for (uint32_t i = 0; i < m->n; i++)
		if (!align_same(a, m->arg[i], n->arg[i]))
			return false;
	return true;
}

/* Sums that differ only in unknowns that are equal: what both have in common cancels, the rest is paired by coefficient. */
static bool same_sums(Aligner *a, Term x, Term y) {
	const TermNode *m = term_at(a->w->terms, x), *n = term_at(a->w->terms, y);
	if (m->kind != TERM_SUM || n->kind != TERM_SUM || m->n != n->n || m->value != n->value || n->n > 32)
		return false;
	bool taken[32] = {false};
	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < m->n; i++) {
			bool paired = false;
			for (uint32_t k = 0; k < n->n; k++)
				paired |= m->arg[i] == n->arg[k] && m->coefficient[i] == n->coefficient[k];
			if (paired != (round == 0))
				continue;
			bool done = false;
			for (uint32_t k = 0; k < n->n && !done; k++) {
				if (taken[k] || m->coefficient[i] != n->coefficient[k] || (round == 0) != (m->arg[i] == n->arg[k]))
					continue;
				if (round == 0 || align_same(a, m->arg[i], n->arg[k]))
					taken[k] = done = true;
			}
		}
	}
	for (uint32_t k = 0; k < n->n; k++)
		if (!taken[k])
			return false;
	return true;
}

static bool is_choice(const Aligner *a, Term x) {
	const TermNode *n = term_at(a->w->terms, x);
	return n->kind == TERM_APPLY && n->fn == FN_ITE;
}

/* x = y in both cases of the condition of the choice that one of them is. */
static bool same_by_cases(Aligner *a, Term x, Term y) {
	World *w = a->w;
	bool in_y = is_choice(a, y);
	const TermNode *n = term_at(w->terms, in_y ? y : x);
	Term condition = n->arg[0], arm[2] = {n->arg[1], n->arg[2]};
	for (int side = 0; side < 2; side++) {
		Term fact = side ? term_fn(w->terms, FN_NOT, &condition, 1) : condition;
		if (world_implies(w, term_fn(w->terms, FN_NOT, &fact, 1)))
			continue;
		Mark mark = align_mark(a);
		vec_push(&w->facts, fact);
		bool same = in_y ? align_same(a, x, arm[side]) : align_same(a, arm[side], y);
		align_release(a, mark);
		if (!same)
			return false;
	}
	return true;
}

static bool is_arithmetic(const Aligner *a, Term x) {
	const TermNode *n = term_at(a->w->terms, x);
	return n->kind == TERM_INT || n->kind == TERM_SUM || n->kind == TERM_PRODUCT || n->kind == TERM_SYMBOL || (n->kind == TERM_APPLY && n->fn != FN_NONE);
}

static bool same(Aligner *a, Term x, Term y) {
	World *w = a->w;
	for (int round = 0; round < 8; round++) {
		x = lemma_rewrite(a, x);
		y = lemma_rewrite(a, y);
		if (x == y)
			return true;
		if (!discover(a, x, y))
			break;
	}
	if (same_parts(a, x, y) || same_sums(a, x, y))
		return true;
	if ((is_choice(a, x) || is_choice(a, y)) && same_by_cases(a, x, y))
		return true;
	if (is_arithmetic(a, x) && is_arithmetic(a, y)) {
		a->steps += 10;
		if (world_implies(w, term_fn(w->terms, FN_EQ, (Term[]){x, y}, 2)))
			return true;
	}
	stop_at(a, x, y, "the two values could not be shown equal");
	return false;
}

bool align_same(Aligner *a, Term x, Term y) {
	if (x == y)
		return true;
	if (a->depth >= MOST_DEPTH || ++a->steps > MOST_STEPS) {
		a->mismatch.why = "the budget of the alignment ran out";
		return false;
	}
	a->depth++;
	bool equal = same(a, x, y);
	a->depth--;
	return equal;
}

bool align_terms(Aligner *a, Term before, Term after) { return align_same(a, before, after); }
