/* The main job on one dump: each pass in turn - transform, print, read back what was printed, compare - and then the first text
 * against the last. Nothing is written or recorded here. */
#ifndef TILEPROOF_JOB_H
#define TILEPROOF_JOB_H

#include "analyzer/pass.h"
#include "checks/result.h"
#include "model/text.h"
#include "reports/tell.h"

#define JOB_WHOLE "end to end" /* the step from the first text to the last */

enum { JOB_TEXTS = PASS_COUNT + 1, JOB_STEPS = PASS_COUNT + 1 };

typedef struct JobOptions {
	uint32_t passes;     /* bits of PASS_x */
	PassOptions pass;
	CheckOptions check;
	bool strict;
} JobOptions;

typedef struct JobStep { /* one comparison */
	const char *name;        /* of the pass, or JOB_WHOLE */
	unsigned before, after;  /* texts */
	Report *report;
	double seconds;
} JobStep;

typedef struct JobDecision {
	Decision decision; /* its texts belong to a program that the job keeps */
	unsigned text;     /* that its line counts in */
	unsigned step;
} JobDecision;

typedef struct Job {
	Program *text[JOB_TEXTS];      /* [0]: the input; each with its source */
	const char *role[JOB_TEXTS];   /* "input", "after skew" */
	unsigned texts;
	JobStep step[JOB_STEPS];
	unsigned steps;
	VEC(JobDecision) decisions;
	Program *rewritten[PASS_COUNT]; /* what owns the reasons */
	Tally tally;
	ExitCode code;
} Job;

/* Always fills j, as far as it got; errors in d. The caller calls job_free. */
void job_run(Job *j, const char *path, const JobOptions *o, Diag *d);
void job_free(Job *j);

/* The input of which a pass, ours or a command, made the text of this name, which no file has: "k.py" of "k.py (after skew)". NULL: a file's own name. */
const char *job_input(const char *name, Arena *a);

/* The worst verdict that a step's report has about a function, VERDICT_COUNT when it has none. */
Verdict job_verdict(const JobStep *s, const char *function);

#endif
