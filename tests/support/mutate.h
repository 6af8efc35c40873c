/* Changes of programs: small faults as a wrong pass could make them, and exchanges of statements that may be exchanged. */
#ifndef TILEPROOF_TESTS_MUTATE_H
#define TILEPROOF_TESTS_MUTATE_H

#include "model/ir.h"

/* One random change somewhere in p; what it was, or NULL when this one found no place. The result may mean the same, and it may be
 * ill-formed until it is printed and read again. */
const char *mutate_program(Program *p, uint64_t *seed);

/* Exchanges neighbours of which neither can notice the other, up to `most` times; how often it did. */
unsigned reorder_program(Program *p, uint64_t *seed, unsigned most);

#endif
