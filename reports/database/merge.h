/* Merging databases of results. Nothing that one of them holds is lost, and what is there already stays as it is, so that
 * merging again changes nothing. The shards of one audit - equal in command, version, options, label, revision and number of
 * shards - become one run, which is finished when all of them are. Which shards a run was made of stands in the table meta. */
#ifndef TILEPROOF_MERGE_H
#define TILEPROOF_MERGE_H

#include "reports/database/store.h"

typedef struct Merged { /* what one database added */
	int64_t runs, pairs, results;
} Merged;

/* Inside of a transaction of to: all of file. false: an error was added, and the transaction is to be rolled back. */
bool merge_from(Store *to, const char *file, Diag *d, Merged *added);

/* Whether file can be merged at all. false: an error was added. */
bool merge_readable(const char *file, Diag *d);

/* Whether to can be merged into: it may hold no shard as its own run. false: an error was added. */
bool merge_target(Store *to, const char *file, Diag *d);

#endif
