/* Inside of the aligner: align.c (sequences), align_terms.c (terms), lemma.c (carried values). */
#ifndef TILEPROOF_ALIGN_INTERNAL_H
#define TILEPROOF_ALIGN_INTERNAL_H

#include "checks/prove/align.h"

typedef struct Lemma { /* carry(after, slot, g) = carry(before, map[slot], lead + delta * g) */
	const LoopFact *before, *after;
	bool proved;
	Term lead;
	int64_t delta;
	const uint32_t *map;
} Lemma;

/* A point from which carried values of a loop are unfolded: its values there are left as they are, later ones are computed. */
typedef struct Anchor {
	Term loop, at;
} Anchor;

struct Aligner {
	World *w;
	VEC(Lemma) lemmas;
	VEC(Anchor) anchors;
	Mismatch mismatch;
	bool used_induction;
	unsigned depth;
	uint64_t steps; /* work done; see MOST_STEPS */
};

/* What was learned under facts is forgotten with them: lemmas and anchors stand on the facts of their time. */
typedef struct Mark {
	uint32_t facts, lemmas, anchors;
} Mark;
Mark align_mark(const Aligner *a);
void align_release(Aligner *a, Mark m);

enum { MOST_STEPS = 200000, MOST_DEPTH = 60, MOST_UNFOLD = 128 };

bool is_named(const World *w, Term x, const char *name);
Term fresh_index(World *w);
bool align_same(Aligner *a, Term x, Term y);
/* Tries to tie the carried values of a loop after to those of one before; true when the lemma holds. */
bool lemma_between(Aligner *a, const LoopFact *before, const LoopFact *after, int64_t delta);
const Lemma *lemma_for(const Aligner *a, const LoopFact *after);
/* The value of carried slot after `more` iterations of l from iteration `at`, in terms of carry(l, ., at). */
Term lemma_unroll(Aligner *a, const LoopFact *l, uint32_t slot, Term at, int64_t more);
/* Rewrites carried values: those of loops with a lemma into the older loop's, then unfolded from the anchors. */
Term lemma_rewrite(Aligner *a, Term x);
/* How many iterations of before one of after does, by their steps. */
bool lemma_delta(const World *w, const LoopFact *before, const LoopFact *after, int64_t *delta);
typedef VEC(Term) AlignTerms;
void carries_in(World *w, Term x, AlignTerms *out);

#endif
