/* Inside of rings_check: the parts that judge one pair. */
#ifndef TILEPROOF_RING_JUDGE_H
#define TILEPROOF_RING_JUDGE_H

#include "checks/rings/ring_solve.h"
#include "checks/rings/rings.h"

typedef struct RingFault { /* a set-up on which the two cores do not agree, or that cannot hold its tiles */
	bool found;
	const char *where;       /* "ring v2c id 0" */
	const char *what;        /* one sentence part */
	const char *cube, *vector; /* the two values */
	Span cube_at, vector_at;
} RingFault;

/* ring_setup.c: P8 but for the counts. */
void ring_setup(RingUnit *u, const CheckOptions *o, RingFault *out);

/* ring_verdict.c */
void ring_judge_balance(RingUnit *u, const RingAnswer *a, const CheckOptions *o, Report *r);
void ring_judge_deadlock(RingUnit *u, const RingAnswer *a, const CheckOptions *o, Report *r);
void ring_judge_overwrite(RingUnit *u, const RingAnswer *a, const CheckOptions *o, Report *r);
/* ring_unsized.c: the depth of some ring is not in the file. */
void ring_judge_unsized(RingUnit *u, const CheckOptions *o, Report *r);
/* ring_release_verdict.c: one core; like: the same function before the pass, 0: none. */
void ring_judge_release(RingUnit *u, FuncId f, Program *before, FuncId like, const CheckOptions *o, Report *r);

/* ring_inherited.c: does a result from there on show a fault of the program after? */
bool ring_is_refuted(const Report *r, uint32_t from);
/* Writes into the witnesses of those results what the program before does; before: its own results, judged in the same way. */
void ring_inherited(const Report *before, Report *r, uint32_t from);

/* A result of the pair; after_at as given. */
Result *ring_result(const RingUnit *u, Report *r, Obligation o, Verdict v, const char *property);
/* Holds: proved, or assumed when the unit rests on an assumption. */
Result *ring_holds(const RingUnit *u, Report *r, Obligation o, const char *property, const char *argument);

#endif
