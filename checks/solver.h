/* The solver: questions about integer terms, answered by Z3 (proofs.md 4.8). The only file that knows z3.h is solver.c.
 *
 * Truth values are terms as term_fn builds them. Everything uninterpreted inside an integer term is an unknown integer of
 * its own, which is sound for proofs: a claim that holds for all of them holds for the ones there are.
 */
#ifndef TILEPROOF_SOLVER_H
#define TILEPROOF_SOLVER_H

#include "model/term.h"

typedef struct Solver Solver;

typedef enum Answer { ANSWER_YES, ANSWER_NO, ANSWER_UNKNOWN } Answer;

typedef struct SolverStats {
	unsigned queries;
	uint64_t rlimit; /* units used so far: repeatable, unlike time */
	const char *last_reason; /* why the last answer was unknown; "" */
} SolverStats;

/* smt2_dir: each query is also written there as <number>.smt2; NULL: not. The terms must outlive the solver. */
Solver *solver_new(Terms *t, unsigned timeout_ms, uint64_t rlimit, const char *smt2_dir);
void solver_free(Solver *s);

/* Is x arithmetic on its arguments? Everything else but a number is an unknown of its own. */
bool solver_looks_into(const Terms *t, Term x);

/* Of the library that is loaded: another one may answer otherwise. */
const char *solver_version(void);

/* Of each query from now on; never more than it was. */
void solver_limit(Solver *s, uint64_t rlimit);

/* Do the assumptions imply the goal, for all integers? NO means that the negation is satisfiable (see solver_value). */
Answer solver_implies(Solver *s, const Term *assumptions, uint32_t n, Term goal);
/* Can all of these hold together? */
Answer solver_satisfiable(Solver *s, const Term *facts, uint32_t n);
/* After a NO of solver_implies or a YES of solver_satisfiable: the value of an unknown in the model found; false: not in it, or no int64. */
bool solver_value(Solver *s, Term symbol, int64_t *value);

SolverStats solver_stats(const Solver *s);

#endif
