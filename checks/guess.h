/* Inputs worth a run: values of integer parameters under which the prover could not show two things equal (or apart, or in range).
 * A guess claims nothing - what loops carry and what is uninterpreted was free in the model it comes from. */
#ifndef TILEPROOF_GUESS_H
#define TILEPROOF_GUESS_H

#include <stdint.h>

typedef struct Guess { /* in the arena of the report */
	uint32_t n;
	const uint32_t *param; /* position in the parameter list */
	const int64_t *value;
} Guess;

typedef struct Guesses {
	const Guess *at; /* most promising first */
	uint32_t n;
} Guesses;

#endif
