/* Random well-formed programs: one or two functions over the same tensors, with everything in them that a prover could get wrong. */
#ifndef TILEPROOF_TESTS_GENERATE_H
#define TILEPROOF_TESTS_GENERATE_H

#include "model/ir.h"
#include "model/text.h"

uint64_t random_next(uint64_t *seed);
uint32_t random_below(uint64_t *seed, uint32_t n); /* 0 .. n-1; n > 0 */

/* The text of the program number `seed`. naming: the same program with other names of its variables for every number. */
void generate_text(Text *out, uint64_t seed, unsigned naming);

#endif
