/* Points: choices of all unknowns that the solver found as counterexamples, kept because one often answers the next question, too.
 *
 * An unknown is a symbol or an application that the solver does not look into (checks/solver.h); one that a point does not name is 0.
 * A point is tried by computing with it: it refutes a claim only where all facts hold and the claim does not, whoever made the point.
 */
#ifndef TILEPROOF_POINTS_H
#define TILEPROOF_POINTS_H

#include "checks/solver.h"

typedef struct Points Points;

Points *points_new(Terms *t);
void points_free(Points *p);

/* Does a kept point make all facts true and the goal false? Numbers beyond int64 count as not known. */
bool points_refute(Points *p, const Term *facts, uint32_t n, Term goal);
/* Keeps the model of the query that s answered last, which was about these terms. */
void points_keep(Points *p, Solver *s, const Term *facts, uint32_t n, Term goal);

#endif
