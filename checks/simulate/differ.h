/* Compares the histories of two runs that were made with the same inputs over one term store (proofs.md section 1: O1 to O5). */
#ifndef TILEPROOF_DIFFER_H
#define TILEPROOF_DIFFER_H

#include "checks/simulate/difference.h"

typedef struct Gap { /* the first difference that belongs to an obligation */
	bool found;
	const char *property;       /* "P6" */
	const char *where;          /* "ring v2c id 0, message 4"; texts in the arena given */
	const char *says;           /* what is wrong there, part of a sentence */
	const char *before, *after; /* both values */
	Span before_at, after_at;
	const char *before_rounds, *after_rounds; /* the iterations it happens in, see show_rounds */
	int64_t trip, iteration;    /* of the innermost loop around it before; of that after, when it does not happen before; -1: none */
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

/* Both ran out of budget: finds where what both have done already differs, which no further step can mend. Messages, pops,
 * releases and ordered effects; not memory, where order is free. */
void differ_beginnings(Differ *d);

/* Parts, in files of their own */
void differ_rings(Differ *d, bool is_beginning); /* differ_rings.c; is_beginning: fewer events say nothing */
void differ_messages_beyond(Differ *d);
void differ_memory(Differ *d);   /* differ_memory.c */
void differ_stores_beyond(Differ *d);
void differ_effects(Differ *d, bool is_beginning); /* differ_effects.c */

/* Notes a gap unless one is noted already. says: NULL: what the two values differ in. before, after: 0 says "nothing". */
void gap_note(Differ *d, Gap *g, const char *property, const char *where, const char *says, Term before, Term after, Site before_at, Site after_at);
/* One access that comes behind other stores than before: of these, before and after are made; shown: what it loads or stores. */
void gap_seen(Differ *d, Gap *g, const char *where, Term root, Term shown, Term before, Term after, Site before_at, Site after_at);
/* Two values that should be equal: files the gap under the obligations that its kind belongs to. */
void gap_values(Differ *d, bool in_ring, const char *property, const char *where, const char *says, Term before, Term after, Site before_at,
                Site after_at);

/* differ_says.c; texts in the arena */
const char *says_difference(Differ *d, const Difference *f);
const char *says_seen(Differ *d, Term root, Term before, Term after); /* two terms whose arguments are the stores that came before */
const char *says_behind(Differ *d, Term root, bool is_after, Term mine, Term other); /* " behind the store of line 15 ..." */
const char *says_site(Differ *d, Site at); /* "line 15 in iteration 1 of the loop ..." */

const char *ring_text(const RingHistory *r, Arena *a); /* "ring v2c id 0" */
const char *place_text(const Terms *t, const Root *root, const Region *r, Arena *a); /* "tensor dst [16:32, 0:32]" */

#endif
