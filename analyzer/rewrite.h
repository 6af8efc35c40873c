/* Rewriting: what the passes share. The parts: uses and definitions, deep clones, tags, and small arithmetic.
 *
 * Recursion follows the nesting of the program, which the reader limits.
 */
#ifndef TILEPROOF_REWRITE_H
#define TILEPROOF_REWRITE_H

#include "analyzer/clone.h"
#include "analyzer/tag.h"
#include "analyzer/uses.h"

#include "model/ir.h"

typedef VEC(StmtId) StmtVec;

Block block_of(Program *p, const StmtVec *v);

/* Trip count of constant bounds (skew.md B.3 a): 0 when the loop does not run; saturates at INT64_MAX. step must not be 0. */
int64_t trip_count(int64_t start, int64_t stop, int64_t step);

/* Two's complement arithmetic as the reference does it: a result beyond int64 wraps. */
int64_t wrap_add(int64_t a, int64_t b);
int64_t wrap_mul(int64_t a, int64_t b);

#endif
