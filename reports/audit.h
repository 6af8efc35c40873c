/* An audit: the pairs of a plan, checked by worker processes, recorded by this one. */
#ifndef TILEPROOF_AUDIT_H
#define TILEPROOF_AUDIT_H

#include "reports/plan.h"
#include "reports/pool.h"
#include "reports/progress.h"
#include "reports/database/rows.h"
#include "reports/database/store.h"
#include "reports/tell.h"

typedef struct Audit {
	const CheckOptions *check; /* arch and obligations: see the pairs */
	PoolLimits limits;
	bool reuse;                /* take results of an equal check from the database */
	Plan plan;
	Store *store;
	int64_t run;
	char program[65];          /* digest of this executable */
	Diag *diag;
	Progress progress;
	uint32_t next;             /* pair to be handed out */
	VEC(const char *) unread;  /* files about which messages are recorded */
} Audit;

/* Marks what an unfinished run has recorded already as settled. false: an error was added; also when a file has changed. */
bool audit_resume(Audit *a);

/* Records that file cannot be audited. false: an error was added. */
bool audit_unread(Audit *a, const char *file, const char *why);

/* 0: everything is recorded; a signal; -1: an error was added. */
int audit_run(Audit *a);

/* Records what is unusual about the folders of the plan, and that some are left out. false: an error was added. */
bool audit_remarks(Audit *a);

typedef struct AuditStep {
	const char *step;
	uint32_t pairs, reused;
	Tally tally;
} AuditStep;
typedef VEC(AuditStep) AuditSteps;

/* What the database holds of the run, of which rows are those that are not proved, step by step in the order of the plan; *code
 * gets what it means for the exit status. */
bool audit_steps(Audit *a, const Rows *rows, bool strict, AuditSteps *out, ExitCode *code);

#endif
