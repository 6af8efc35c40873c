/* Release discipline of one core (P11): each popped tile is released exactly once on every path, in the order of the pops, after the
 * last use of it and of its views; on a2a3 it is dead before as many further pops as the ring has local slots.
 *
 * Decided on the function alone: states are which variable holds which of the messages still out, counted back from the latest
 * pop. There are finitely many, all are visited, so the answer holds for every trip count.
 */
#ifndef TILEPROOF_RING_RELEASE_H
#define TILEPROOF_RING_RELEASE_H

#include "analyzer/fifo.h"
#include "model/machine.h"

typedef enum ReleaseFault {
	RELEASE_OK,
	RELEASE_MISSING, /* popped, never released */
	RELEASE_EARLY,   /* used after its release */
	RELEASE_TWICE,
	RELEASE_ORDER,   /* the k-th release is not of the k-th pop */
	RELEASE_FOREIGN, /* of a tile that this ring did not give */
	RELEASE_SPLIT,   /* split of the release is not that of the pop */
	RELEASE_LOCAL,   /* a2a3: used when its local slot is taken again */
	RELEASE_UNKNOWN  /* too many states */
} ReleaseFault;
extern const char *const release_faults[]; /* what each says, one sentence part */

typedef struct ReleaseQuery {
	const RingCode *code;  /* with tiles */
	const RingKeys *keys;
	Terms *terms;
	const Program *p;
	Credits credits;
	bool never[RING_MAX_RINGS];    /* on a2a3: neither before nor after releases anything of this ring, and the pop does it */
	int64_t local[RING_MAX_RINGS]; /* local slots; 0: not known */
} ReleaseQuery;

typedef struct ReleaseAnswer {
	ReleaseFault fault;
	uint32_t ring;
	int64_t message;    /* ordinal of the pop */
	Span pop_at, at;    /* the pop, and the use or release that is wrong; at 0: the end */
	VarId tile;
	uint32_t states;
	Span carried_at;    /* no fault, but a tile carried by a loop or branch is used here after its release; line 0: nowhere */
	const char *path;   /* conditions taken, "" when none; arena */
} ReleaseAnswer;

void ring_release(const ReleaseQuery *q, Arena *arena, ReleaseAnswer *out);

#endif
