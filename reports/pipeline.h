/* Passes over a whole program, with P1, P2 and P16 checked after each of them. */
#ifndef TILEPROOF_PIPELINE_H
#define TILEPROOF_PIPELINE_H

#include "analyzer/pass.h"

typedef enum PipelineEnd {
	PIPELINE_DONE,
	PIPELINE_INPUT,   /* the program, or what the reference makes of it, is not acceptable: errors in the Diag */
	PIPELINE_INTERNAL /* a pass of ours made a well-formed program ill-formed: errors in the Diag */
} PipelineEnd;

typedef struct Pipeline {
	uint32_t passes;     /* bit PASS_x set: run it; always in the order of passes.def */
	PassOptions options; /* guards 0: as the reference compiler does */
	Decisions decisions;
	double seconds[PASS_COUNT], check_seconds;
} Pipeline;

/* "skew,slots,loops" -> bits; false: a name that is none, or nothing at all. */
bool pipeline_passes(const char *list, uint32_t *passes);
/* "nested-fifo,..." or "all" or "none" -> guard bits; false: a name that is none. */
bool pipeline_guards(const char *list, uint64_t *guards);

/* Rewrites p. Unless it ends with PIPELINE_DONE, p must be dropped. The caller frees the decisions. */
PipelineEnd pipeline_run(Pipeline *pipeline, Program *p, Diag *d);

#endif
