/* Shows in one run what the states of ring_release.h found: the interpreter runs the function alone, on small inputs, until the
 * history of its pops, releases and uses of popped tiles has a fault of the same kind on the same ring. */
#ifndef TILEPROOF_RING_RELEASE_RUN_H
#define TILEPROOF_RING_RELEASE_RUN_H

#include "checks/result.h"
#include "checks/rings/ring_release.h"

typedef struct ReleaseRun { /* texts in the arena */
	bool found;
	const char *why;         /* not found: one sentence part */
	const char *inputs;      /* "n = 3"; "" */
	int64_t message;         /* ordinal of the pop; of a tile that was not popped: of the release, among the releases */
	Span pop_at, at;         /* statements, as in ReleaseAnswer; pop_at.line 0: not popped */
	const char *tile;
	int64_t oldest;          /* released out of order: the message that is out before it, */
	Span oldest_at;          /* and its pop; line 0: another fault */
	int64_t trip, iteration; /* of the innermost loop around `at`; -1: none */
	const char *rounds;      /* see show_rounds */
} ReleaseRun;

/* a: a fault that q has. lane: of the vector core, -1: not told apart. */
void ring_release_run(const ReleaseQuery *q, FuncId f, int lane, const ReleaseAnswer *a, const CheckOptions *o, Arena *arena, ReleaseRun *out);

#endif
