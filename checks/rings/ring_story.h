/* The schedule of a run as people see it: both cores side by side with message numbers and occupancy, up to the end or the block. */
#ifndef TILEPROOF_RING_STORY_H
#define TILEPROOF_RING_STORY_H

#include "checks/rings/ring_unit.h"

typedef struct RingRow {
	uint8_t core, op, ring; /* ring of the system */
	bool overwrites;
	int64_t message;        /* ordinal of the event on its ring */
	uint32_t line;
	int32_t in_use[RING_MAX_RINGS]; /* slots pushed and not released, after the event */
} RingRow;

typedef struct RingStory {
	VEC(RingRow) rows;      /* of the first STORY_ROWS events */
	bool cut;               /* there were more */
	bool stops;             /* at the finding; the run went on */
	RingRun run;
	bool overwrites;
	RingState overwritten;  /* right after the first overwritten slot */
} RingStory;

enum { STORY_ROWS = 4000 };

/* Plays the unit's system with the given inputs; the core given runs whenever it can. The caller frees the rows. */
void ring_story(const RingUnit *u, const RingBinding *b, uint32_t n, uint32_t eager, RingStory *out);
/* Leaves out what came after the first overwritten slot. */
void ring_story_stop(RingStory *s);
/* Table AIC | AIV with occupancy, the last lines say who waits for what. Long schedules are cut in the middle. */
const char *ring_story_text(const RingUnit *u, const RingStory *s);
/* Where each core is in its loops: "iteration 1 of the loop at line 12 (trip count 4) on the AIC, ..."; "" when none is in a loop. Of the core
 * given the innermost loop's trip count and iteration, -1 when it is in none. Texts in the arena. */
const char *ring_story_rounds(const RingUnit *u, const RingState *st, uint32_t core, Arena *arena, int64_t *trip, int64_t *iteration);
const char *ring_core_name(const RingUnit *u, uint32_t core); /* "AIC", "AIV", "AIV lane 1" */

#endif
