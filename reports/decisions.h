/* What the passes decided of every pipeline loop, as JSON and as lines for people. */
#ifndef TILEPROOF_DECISIONS_H
#define TILEPROOF_DECISIONS_H

#include "analyzer/pass.h"
#include "model/print.h"

/* {"decisions": [{"function", "line", "pass", "outcome", "depth", "requested", "slots", "reason", "guard": name or null, ...}]},
 * with a newline at its end. A number that does not apply to the outcome is null. */
void decisions_json(const Program *p, const Decisions *decisions, Text *out);

/* FILE:LINE: function: pass: outcome in words: reason [guard] - one line each. */
void decisions_explain(const Program *p, const Decisions *decisions, Text *out);

/* "skewed with depth 2, requested was 3" */
void decisions_outcome(const Decision *x, Text *out);

#endif
