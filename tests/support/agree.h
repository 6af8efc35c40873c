/* Random pairs of programs, put to the prover and to the simulation, which must not contradict each other (proofs.md section 3). */
#ifndef TILEPROOF_TESTS_AGREE_H
#define TILEPROOF_TESTS_AGREE_H

#include "checks/unit.h"
#include "model/text.h"

typedef enum PairKind { PAIR_RENAMED, PAIR_GUARDED, PAIR_REFERENCE, PAIR_REORDERED, PAIR_MUTATED, PAIR_KINDS } PairKind;
extern const char *const pair_kind_names[PAIR_KINDS];

typedef struct AgreeCounts {
	unsigned pairs[PAIR_KINDS];     /* functions of a pair, under one reading of division */
	unsigned asked[PAIR_KINDS];     /* obligations */
	unsigned proved[PAIR_KINDS];    /* by the prover */
	unsigned refuted[PAIR_KINDS];   /* by the simulation: asked only where the prover proves something, or the pair is right */
	unsigned contradictions;        /* proved and refuted */
	unsigned wrong_passes;          /* a pair that must be right is refuted */
	unsigned skipped;               /* seeds whose pair is not well-formed, or the same text */
	Text first;                     /* the first contradiction, as a file of tests/programs/prove */
} AgreeCounts;

/* What one engine alone says of function f; VERDICT_COUNT: nothing. reasons: may be NULL. */
void agree_ask(void (*engine)(Unit *u), Program *before, Program *after, FuncId f, const CheckOptions *o, Arena *arena, Verdict out[OB_COUNT],
	const char *reasons[OB_COUNT]);

/* Makes the pair number `seed`, asks both engines, adds to the counts. false: a contradiction, or a right pair refuted, which is
 * told on stderr. */
bool agree_on(uint64_t seed, AgreeCounts *c);

#endif
