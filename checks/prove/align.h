/* Alignment: proofs that two summaries of one world behave the same for every trip count (proofs.md 4.2, 4.3).
 *
 * Sequences are walked together. A loop of the one side against the pieces that a pass made of it - peeled iterations, a loop that does
 * several iterations at once, a tail chosen by conditions - is consumed iteration by iteration or by induction over a steady state.
 * Carried values of a new loop are tied to those of an old one by a lemma: carry(new, j, g) = carry(old, j, lead + delta * g), which
 * holds at g = 0 by comparing initial values and is kept by delta iterations of the old body against one of the new
 * (Leviathan and Pnueli's rule; Tristan and Leroy, POPL 2010).
 */
#ifndef TILEPROOF_ALIGN_H
#define TILEPROOF_ALIGN_H

#include "checks/prove/summary.h"

typedef struct Mismatch { /* the deepest place where a proof stopped; not a refutation */
	Span before, after;
	Term before_term, after_term;
	const char *why;
} Mismatch;

typedef struct Aligner Aligner;

Aligner *aligner_new(World *w);
void aligner_free(Aligner *a);

/* Proved equal? false says nothing but that no proof was found. */
bool align_terms(Aligner *a, Term before, Term after);
/* keep_tokens: accesses of a shared tensor must stay on their side of every push and pop: what came before a push still does, what
 * came after a pop still does (P13, P15). */
bool align_sequences(Aligner *a, Seq before, Seq after, bool keep_tokens);

const Mismatch *align_mismatch(const Aligner *a);
bool align_used_induction(const Aligner *a); /* since the aligner was made */

#endif
