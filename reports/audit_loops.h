/* What an audit records of loops: what the pass between two texts did to each pipeline loop, read off the texts by a worker, and
 * passed on to the process that writes the database. */
#ifndef TILEPROOF_AUDIT_LOOPS_H
#define TILEPROOF_AUDIT_LOOPS_H

#include "analyzer/fate.h"
#include "model/text.h"
#include "reports/database/store.h"
#include "reports/plan.h"

#include <jansson.h>

/* NULL: the pair is not of a pass that has to do with pipelining. */
json_t *audit_loops_json(const PlanPair *pair, const Program *before, const Program *after);

/* Records functions, loops and decisions of the text that file is the row of. j NULL: nothing. false: the store failed. */
bool audit_loops_record(Store *s, int64_t file, const json_t *j);

/* "[1,3]" */
void audit_loops_becomes(const Fate *f, Text *out);

#endif
