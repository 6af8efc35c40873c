/* Proofs for every trip count of what one function does on its own: order, values and effects (proofs.md 4). */
#ifndef TILEPROOF_PROVE_H
#define TILEPROOF_PROVE_H

#include "checks/guess.h"
#include "checks/result.h"

typedef struct ProofPart {
	bool proved;
	const char *argument; /* proved: "identical", "induction over the steady state", ... */
	const char *why;      /* not proved: where the proof stopped; it refutes nothing */
	Span before, after;
} ProofPart;

typedef struct Proof {
	ProofPart order, values, effects;
	const char *unsupported; /* a construct or op that is not modelled, NULL: none; then nothing is proved */
	Span unsupported_at;
	bool unsupported_in_after;
	Guesses guesses; /* where something is not proved: inputs to try */
	double seconds;
	uint64_t rlimit;
	unsigned queries;
} Proof;

/* shared: by parameter position, which tensors the peer core accesses too, one side writing; NULL: none. Texts live in arena. */
Proof prove_function(const Program *before, FuncId f, const Program *after, FuncId g, const bool *shared, const CheckOptions *o, Arena *arena);

#endif
