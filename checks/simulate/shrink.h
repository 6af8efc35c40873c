/* Smaller inputs for a difference that was seen: the smallest trip count that shows it. */
#ifndef TILEPROOF_SHRINK_H
#define TILEPROOF_SHRINK_H

#include "checks/simulate/pair_run.h"

typedef struct Point { /* inputs of one run */
	VEC(Chosen) at; /* vec_free */
} Point;

void point_take(Point *p, const Inputs *in);

/* p: numbers of a run in which select(gaps) was found. Looks for smaller numbers, smallest sum first where there are few to try and
 * one by one where there are many, runs both programs on each, and leaves the smallest in p, *gap and *inputs (its text). */
void shrink(PairRun *r, Gap *(*select)(Gaps *), Point *p, Gap *gap, const char **inputs);

#endif
