/* Claims that the prover could not show, and inputs that break them: counterexamples to be tried by the simulation. */
#ifndef TILEPROOF_DOUBTS_H
#define TILEPROOF_DOUBTS_H

#include "checks/guess.h"
#include "checks/prove/summary.h"

/* Asks for a model of the facts and the negated claim of each doubt of the world, with small values of the parameters; a bounded
 * number of them, each with a small limit on the solver. Changes that limit. */
Guesses doubts_models(World *w, uint32_t n_params, Arena *arena);

#endif
