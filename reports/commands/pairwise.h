/* What `check` and `explain` share: two files, the options of a check, one output. */
#ifndef TILEPROOF_PAIRWISE_H
#define TILEPROOF_PAIRWISE_H

#include "reports/commands/options.h"
#include "reports/tell.h"

typedef struct Pairwise {
	SharedOptions shared;
	const char *files[2];
	bool json;
	const char *trace; /* file for the ring schedules; NULL: none */
	Program *before, *after;
	Report *report;
	Tally tally;
} Pairwise;

typedef void PairwiseTell(const Pairwise *pair, Text *out);

/* Reads the arguments (--format too when json is not NULL), checks, and writes what the teller of the chosen format says. */
ExitCode pairwise_run(int argc, char **argv, const char *doc, PairwiseTell *text, PairwiseTell *json);

#endif
