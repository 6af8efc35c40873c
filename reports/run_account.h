/* What `run` tells people at its end: per pass how many loops came out how, and each loop that deserves a look. */
#ifndef TILEPROOF_RUN_ACCOUNT_H
#define TILEPROOF_RUN_ACCOUNT_H

#include "reports/job.h"

typedef struct RunAccount RunAccount;

/* verbose: every loop deserves a look; else those that got less pipelining than they asked for, or are not proved. */
RunAccount *run_account_new(bool verbose, unsigned width);
void run_account_free(RunAccount *a);
void run_account_add(RunAccount *a, const Job *j, const char *path);
/* Nothing when there was no loop. */
void run_account_print(const RunAccount *a, Text *out);

#endif
