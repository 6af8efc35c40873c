/* Structural comparison of two programs up to renaming (dumps.md A.10).
 *
 * Definitions map one to one, allocations and dimensions too; names, positions and comments do not count, nor does the
 * name of the program. The number of pl.dynamic lines does: a surplus one stands for a lost definition.
 * Functions are paired in order and must have the same name.
 */
#ifndef TILEPROOF_SAME_H
#define TILEPROOF_SAME_H

#include "model/ir.h"

typedef struct Difference {
	FuncId function;  /* in a; 0: the difference is not inside a function that both have */
	Span in_a, in_b;  /* line 0: nothing there to point at */
	const char *text; /* one sentence; owned by the arena given */
} Difference;

/* True when equal; else *out is the first difference in program order. ignore_membership: pipeline_membership tags of
 * calls do not count. */
bool same_programs(const Program *a, const Program *b, bool ignore_membership, Arena *arena, Difference *out);

#endif
