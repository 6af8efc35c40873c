/* Whether a database is sound: its pages, its references, its views, and what it says of itself. */
#ifndef TILEPROOF_DB_CHECK_H
#define TILEPROOF_DB_CHECK_H

#include "model/text.h"
#include "reports/database/store.h"

typedef struct Soundness {
	uint32_t faults;     /* what no writer of this tool leaves behind */
	int64_t unfinished;  /* runs */
} Soundness;

/* Appends one line per question to out. false: an error was added, the answer is incomplete. */
bool db_check(Store *s, Text *out, Soundness *is);

#endif
