/* Placement: can buffers with lifetimes be put into one memory of some size so that no two that live together overlap?
 *
 * The peak of bytes that live together is a lower bound, first fit an upper bound; when the size lies between the two the
 * solver decides. A yes is a layout, a no names buffers that cannot be put together. Never a wrong answer: the budget ends in
 * PLACE_UNKNOWN.
 */
#ifndef TILEPROOF_PLACEMENT_H
#define TILEPROOF_PLACEMENT_H

#include "model/mem.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct PlaceItem {
	int64_t bytes;      /* at least 0; rounded up by the caller to what addresses are aligned to */
	uint32_t from, to;  /* both inclusive */
	int64_t at;         /* out: its address in the layout; -1: none */
} PlaceItem;

typedef enum PlaceAnswer { PLACE_FITS, PLACE_FULL, PLACE_UNKNOWN } PlaceAnswer;
typedef enum PlaceMethod { PLACE_BY_PEAK, PLACE_BY_FIRST_FIT, PLACE_BY_SOLVER } PlaceMethod;

typedef struct Placement {
	PlaceAnswer answer;
	PlaceMethod method;
	int64_t peak;       /* most bytes that live together, INT64_MAX when they exceed 64 bits */
	uint32_t peak_at;   /* the position where they do */
	int64_t first_fit;  /* bytes that first fit needs */
	bool *in_the_way;   /* PLACE_FULL: by item, whether it is one of those that cannot be put together; on the arena */
	uint64_t rlimit;
	const char *why;    /* PLACE_UNKNOWN */
} Placement;

/* size: bytes that are free. unit: addresses are its multiples (at least 1). */
void place(PlaceItem *items, uint32_t n, int64_t size, int64_t unit, unsigned solver_ms, uint64_t solver_rlimit, Arena *arena, Placement *out);

#endif
