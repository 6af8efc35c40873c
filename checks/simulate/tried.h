/* Which values each input had in the runs so far: what a bounded answer is bounded to. */
#ifndef TILEPROOF_TRIED_H
#define TILEPROOF_TRIED_H

#include "checks/simulate/inputs.h"

typedef struct TriedInput {
	Term what;
	VEC(int64_t) values; /* ascending */
} TriedInput;

typedef struct Tried {
	VEC(TriedInput) inputs; /* tried_free */
	uint32_t conditions;    /* opaque ones that were taken one way or the other, counted up to the most of one run */
} Tried;

void tried_note(Tried *t, const Inputs *in);
const char *tried_text(const Tried *t, const Terms *terms, Arena *a); /* "n = -3..12, 40; m = 0..12; 2 conditions either way"; "" */
void tried_free(Tried *t);

#endif
