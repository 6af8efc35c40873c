/* Loops of two runs: which of them ended with another pipelining. A loop is known by file, function and its number in the first text
 * that it stands in; the decisions of later passes about what has become of it belong to it. */
#ifndef TILEPROOF_COMPARE_LOOPS_H
#define TILEPROOF_COMPARE_LOOPS_H

#include "reports/compare.h"
#include "reports/same_files.h"

/* Appends a change for each loop that was decided otherwise: the first decision that differs, and what the loop has in the end. */
void compare_loops(const Rows *old, const Rows *now, const SameFiles *files, Comparison *c);

#endif
