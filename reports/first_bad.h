/* Since when each finding of the newest run is there: the first of the recorded runs that has it, after one that looked at the
 * same place and had it not. */
#ifndef TILEPROOF_FIRST_BAD_H
#define TILEPROOF_FIRST_BAD_H

#include "reports/database/rows.h"

typedef struct Since {
	const Row *finding; /* of the newest run */
	int64_t good;       /* the last run without it before, 0: none looked */
	int64_t bad;        /* the first run with it */
} Since;
typedef VEC(Since) Sinces;

/* The finding of every run is looked up by compare_rows. Runs without the file and step say nothing and are passed over.
 * Newest first in runs. Rows of newest must outlive out. false: an error was added. */
bool first_bad(Store *s, const int64_t *runs, uint32_t n, const Rows *newest, Sinces *out, Diag *d);

#endif
