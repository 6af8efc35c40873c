/* Ring simulation: both cores of a system run against their bounded rings, as counters only (machine.md E.1, proofs.md 4.6).
 *
 * The system is a Kahn network: what a core does does not depend on the schedule, so one schedule decides whether all cores reach
 * their end. An overwrite depends on how far a producer can be ahead; the run that advances the other cores only when the
 * eager core waits for them is the one in which the eager core is furthest ahead at each of its pushes, so it decides
 * overwrites and peak occupancy of the rings that the eager core feeds.
 *
 * Cost does not grow with the trip count: when the state at a loop's end equals an earlier one but for the iterations left of one
 * loop per core, what happened in between repeats, and all repetitions that these loops allow are skipped at once.
 */
#ifndef TILEPROOF_RING_SIM_H
#define TILEPROOF_RING_SIM_H

#include "analyzer/ring_code.h"
#include "model/machine.h"

enum { RING_MAX_CORES = 3, RING_MAX_RINGS = 24 };

typedef struct RingSpec {
	int64_t depth;              /* slots in messages, at least 1 */
	uint8_t producer, consumer; /* indices of cores */
} RingSpec;

typedef struct RingSystem {
	Credits credits;
	uint32_t n_rings, n_cores;
	RingSpec ring[RING_MAX_RINGS];
	RingCode core[RING_MAX_CORES];
} RingSystem;

typedef struct RingCounts {
	int64_t pushed, popped, freed; /* messages so far */
	int64_t credit;                /* credits that the producer has not used yet */
} RingCounts;

typedef struct RingFrame {
	uint32_t loop; /* index of its RC_LOOP */
	int64_t done;  /* iterations finished */
	int64_t left;  /* iterations after the current one; negative: not known, and neither is the induction value */
} RingFrame;

typedef struct RingCore {
	uint32_t pc, depth;
	RingFrame frame[RING_MAX_NEST];
} RingCore;

typedef struct RingState {
	RingCounts ring[RING_MAX_RINGS];
	RingCore core[RING_MAX_CORES];
	uint32_t turn; /* of a fair run: the core that goes on */
} RingState;

typedef enum RingStep {
	RING_MOVED,
	RING_DONE,     /* at RC_END */
	RING_BLOCKED,  /* waits for its ring: the instruction at pc */
	RING_SYMBOLIC, /* at a loop or branch whose value is not known */
	RING_TOO_DEEP  /* more than RING_MAX_NEST loops */
} RingStep;

typedef enum RingEnd { RING_COMPLETE, RING_STUCK, RING_OPEN, RING_BUDGET } RingEnd; /* OPEN: a symbolic value was met */

/* Called after each event that is executed and not skipped. */
typedef void RingWatch(void *context, uint32_t core, const RingInsn *at, const RingState *now, bool overwrites);

typedef struct RingOverwrite {
	uint8_t ring;
	int64_t message; /* ordinal of the push, from 0 */
	int64_t freed;   /* messages released in truth at that time */
	Span at;
} RingOverwrite;

typedef struct RingRun {
	RingEnd end;
	RingState last;
	bool overwrites;          /* a push wrote a slot that was still in use; the first such push: */
	RingOverwrite overwrite;
	bool races;               /* ring_judge: no overwrite when both run as fast as they can, but one when the peer is slow: */
	RingOverwrite race;
	int64_t peak[RING_MAX_RINGS]; /* largest number of messages pushed and not yet released */
	int64_t lead[RING_MAX_RINGS]; /* largest number of messages pushed and not yet popped */
	uint64_t steps;           /* instructions executed */
	uint64_t skips;           /* times that repetitions were skipped */
} RingRun;

typedef struct RingBinding { /* a value for a symbol while a run lasts */
	Term symbol;
	int64_t value;
} RingBinding;

enum { RING_FAIR = RING_MAX_CORES };

typedef struct RingRunOptions {
	uint32_t eager;      /* core that runs whenever it can, the others only when it waits for them; RING_FAIR: each runs until it waits */
	uint64_t budget;     /* instructions; 0: ten million */
	bool plain;          /* no skipping: the reference against which skipping is tested */
	RingWatch *watch;
	void *watch_context;
	const Terms *terms;  /* for systems with symbols, else NULL */
	const RingBinding *binding;
	uint32_t n_bindings;
	struct RingCycles *cycles; /* when set, repetitions are noted instead of skipped */
} RingRunOptions;

/* Period of the credits of a ring of this depth: one credit per so many messages. */
int64_t ring_credit_period(int64_t depth);

void ring_start(const RingSystem *s, RingState *st);
/* One instruction of one core. o may be NULL: then symbols are unknown. */
RingStep ring_step(const RingSystem *s, const RingRunOptions *o, RingState *st, uint32_t core, RingRun *note);
/* Value of a term under the bindings and the induction values of the core's loops; false: not known, or it overflows. */
bool ring_value(const RingSystem *s, const RingRunOptions *o, const RingState *st, uint32_t core, Term t, int64_t *value);
/* Can the event at the core's pc happen now? */
bool ring_ready(const RingSystem *s, const RingState *st, uint32_t core);
void ring_run(const RingSystem *s, const RingRunOptions *o, RingRun *out);

/* A fair run, then one with each core as the eager one: end and overwrites of the first, races and peaks of the others. */
void ring_judge(const RingSystem *s, const RingRunOptions *o, RingRun *out);

#endif
