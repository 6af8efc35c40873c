/* The runs of a merge: which run of the target each run of another database goes to. */
#ifndef TILEPROOF_MERGE_RUNS_H
#define TILEPROOF_MERGE_RUNS_H

#include "reports/database/store.h"

typedef struct MergeId { /* of a row here and there */
	int64_t from, to;
	bool fresh; /* made by this merge */
} MergeId;
typedef VEC(MergeId) MergeIds; /* by ascending from */

const MergeId *merge_id(const MergeIds *ids, int64_t from); /* NULL: not there */

/* Finds or makes a run in to for each of from, and brings to's up to date: when it began, whether and how it ended. */
bool merge_runs(Store *from, Store *to, MergeIds *runs);

#endif
