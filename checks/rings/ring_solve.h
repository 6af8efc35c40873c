/* What happens on the rings of a pair, for every input: by exact simulation, joint execution or periodicity (proofs.md 4.6). */
#ifndef TILEPROOF_RING_SOLVE_H
#define TILEPROOF_RING_SOLVE_H

#include "checks/rings/ring_unit.h"

enum { RING_MAX_ATOMS = 4 };

typedef enum RingFinding {
	FINDING_HOLDS,   /* for every input */
	FINDING_BOUNDED, /* for all inputs tried */
	FINDING_TIMING,  /* overwrite: for every input when both cores run as fast as they can, not when one is slow */
	FINDING_FAILS,   /* the run of the answer shows it */
	FINDING_UNKNOWN
} RingFinding;

typedef struct RingAnswer {
	RingFinding deadlock, overwrite, balance; /* balance: pushes, pops and releases are equally many at the end */
	RingRun run;           /* the failing run, or the only one, or peaks over all */
	bool has_peaks;        /* run.peak and run.lead are exact maxima */
	RingBinding binding[RING_MAX_ATOMS]; /* inputs of the failing run */
	uint32_t n_bindings;
	const char *inputs;    /* "n = 3"; "" */
	const char *argument;  /* how it holds, names the induction */
	const char *reason;    /* why it is unknown, up to where it is bounded */
	Span at;               /* of an unknown */
} RingAnswer;

/* Judges the unit's system as it stands; texts live in the unit's arena. */
void ring_solve(RingUnit *u, const CheckOptions *o, RingAnswer *out);

/* Pushes and pops of a ring over a whole run as terms; false: they depend on the iteration in a way that is not summed up. */
bool ring_count(const RingUnit *u, uint32_t core, RingOp op, uint32_t ring, Term *out);

#endif
