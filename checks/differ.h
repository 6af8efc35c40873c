/* Compares the histories of two runs that were made with the same inputs over one term store (proofs.md section 1: O1 to O5). */
#ifndef TILEPROOF_DIFFER_H
#define TILEPROOF_DIFFER_H

#include "model/interp.h"

typedef struct Gap { /* the first difference that belongs to an obligation */
	bool found;
	const char *property;       /* "P6" */
	const char *where;          /* "ring v2c id 0, message 4"; texts in the arena given */
	const char *before, *after; /* both values */
	Span before_at, after_at;
	const char *story;
} Gap;

typedef struct Gaps {
	Gap order, values, effects;
} Gaps;

typedef struct Differ {
	Terms *t;
	const History *before, *after;
	Arena *arena;
	Gaps *gaps;
} Differ;

void differ_all(Differ *d);

/* One run came to its end, the other ran out of budget: finds what the unfinished one has done already and the finished one
 * never does. */
void differ_unfinished(Differ *d);

/* What the first difference of two values consists in. */
typedef enum DifferenceKind {
	DIFFERS_IN_VALUE,
	DIFFERS_IN_POP,   /* the same ring, another message */
	DIFFERS_IN_SEEN,  /* the same place of a tensor, other stores seen */
	DIFFERS_IN_TILE   /* written in place before, or after, it was read */
} DifferenceKind;
DifferenceKind difference_kind(const Terms *t, Term a, Term b, Term *part_a, Term *part_b);

/* Parts, in files of their own */
void differ_rings(Differ *d);    /* differ_rings.c */
void differ_messages_beyond(Differ *d);
void differ_memory(Differ *d);   /* differ_memory.c */
void differ_stores_beyond(Differ *d);
void differ_effects(Differ *d);  /* differ_effects.c */

/* Notes a gap unless one is noted already. before, after: 0 says "nothing". */
void gap_note(Differ *d, Gap *g, const char *property, const char *where, Term before, Term after, Span before_at, Span after_at);
/* Two values that should be equal: files the gap under the obligations that its kind belongs to. */
void gap_values(Differ *d, bool in_ring, const char *property, const char *where, Term before, Term after, Span before_at, Span after_at);

const char *ring_text(const RingHistory *r, Arena *a); /* "ring v2c id 0" */
const char *place_text(const Terms *t, const Root *root, const Region *r, Arena *a); /* "tensor dst [16:32, 0:32]" */

#endif
