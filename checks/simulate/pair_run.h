/* Runs a function of both programs on the same inputs and compares what happened. */
#ifndef TILEPROOF_PAIR_RUN_H
#define TILEPROOF_PAIR_RUN_H

#include "checks/simulate/differ.h"
#include "checks/simulate/inputs.h"
#include "checks/unit.h"

typedef enum PairEnd { PAIR_COMPARED, PAIR_SYMBOLIC, PAIR_BUDGET, PAIR_UNSUPPORTED } PairEnd;

typedef struct PairRun {
	Unit *unit;
	Terms *t;
	Interp *before, *after, *peer; /* peer: of the other core, NULL: not in the file or not asked yet */
	FuncId f_peer;
	const char **peer_names;
	Inputs *paths, *numbers; /* two ways to choose inputs */
	Inputs *inputs;          /* the one in use */
	Oracle oracle;
	const char **names; /* of the parameters */
	uint64_t left;      /* events */
	uint64_t most;      /* events of one run; max_events unless the caller wants less */
	uint64_t budget;    /* events of one run, at the moment */
	/* of the last run; BUDGET may come with gaps too, see differ_unfinished and differ_beginnings */
	Gaps gaps;
	bool imprecise;       /* a gap may come from two places that only may overlap, a number beyond 64 bits, or the choice for an unknown op */
	const char *reason;   /* of an end other than COMPARED */
	Span reason_at;
	/* of all runs */
	bool division_matters;
	bool has_unknown_op;
	Span unknown_op_at;
	const char *unknown_op;
	bool assumes_peer;    /* an access moved across a message, and the peer is not in the file, or its run did not end */
	const char *assumption;
} PairRun;

PairRun *pair_run_new(Unit *u);
void pair_run_free(PairRun *r);

void pair_run_use(PairRun *r, Inputs *inputs); /* r->paths or r->numbers */

/* With the inputs as they are set up; runs again until every number chosen on the way holds from the start. */
PairEnd pair_run(PairRun *r);

#endif
