/* The first difference of two values, and values as a person reads them.
 *
 * Values are large: two of them that differ somewhere deep look the same when they are cut off. So a pair is shown along the
 * path to its first difference, with everything that is equal shortened.
 */
#ifndef TILEPROOF_DIFFERENCE_H
#define TILEPROOF_DIFFERENCE_H

#include "model/interp.h"

typedef enum DifferenceKind {
	DIFFERS_IN_VALUE,
	DIFFERS_IN_POP,   /* the same ring, another message */
	DIFFERS_IN_SEEN,  /* the same place of a tensor, other stores seen */
	DIFFERS_IN_TILE   /* written in place before, or after, it was read */
} DifferenceKind;

typedef struct Fork { Term before, after; } Fork;

typedef struct Difference {
	DifferenceKind kind;
	Term before, after; /* the first parts that differ */
	VEC(Fork) path;     /* from the whole values to their parents; vec_free */
} Difference;

/* Neither term may be 0. */
void difference_find(const Terms *t, Term before, Term after, Difference *out);

/* Texts in the arena, at most about limit bytes. The shorter the limit, the less deep they go. */
const char *show_term(const Terms *t, Arena *a, Term x, size_t limit);
void show_pair(const Terms *t, Arena *a, const Difference *d, size_t limit, const char **before, const char **after);
bool show_is_type(const Terms *t, Term x); /* of a tile, tensor or scalar, not a value */
const char *show_place(const Terms *t, Arena *a, Term root, Term region); /* "dst[16:32, 0:32]"; region 0: "dst" */
const char *show_rounds(const Terms *t, Arena *a, const Round *r); /* "iteration 1 of the loop at line 12 (trip count 4, i = 16), in ..."; "" */

#endif
