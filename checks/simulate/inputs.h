/* The unknown inputs of a simulation, chosen alike for both programs.
 *
 * Two ways to run: along paths, where every condition that is not constant is taken both ways and nothing else may be unknown
 * to control flow - all paths seen is a proof; or with values, where the unknown integers that control flow needs become small
 * numbers, near what they are compared with - a bounded answer.
 */
#ifndef TILEPROOF_INPUTS_H
#define TILEPROOF_INPUTS_H

#include "model/interp.h"

typedef enum InputMode {
	INPUT_PATHS,
	INPUT_VALUES,  /* only what control flow needs becomes a number */
	INPUT_CONCRETE /* every unknown integer does: no two places may or may not overlap */
} InputMode;

/* Which of its candidates an unknown takes. */
typedef enum PickKind { PICK_RANK, PICK_LAST, PICK_PRODUCT, PICK_RANDOM } PickKind;

typedef struct Pick {
	PickKind kind;
	uint64_t number; /* the rank of all; that from the end, -1 first; the index into the product of all ranks; the seed */
} Pick;

typedef struct Inputs Inputs;

Inputs *inputs_new(Terms *t, unsigned bound);
void inputs_free(Inputs *in);
Oracle inputs_oracle(Inputs *in);

/* Forgets all choices. */
void inputs_begin(Inputs *in, InputMode mode, Pick pick);
/* Keeps the first `keep` choices and goes on with another mode and pick for what is still open. */
void inputs_continue(Inputs *in, uint32_t keep, InputMode mode, Pick pick);

/* After inputs_begin: what is chosen in advance, in the order of inputs_choice. */
typedef struct Chosen {
	Term what;
	bool is_condition;
	int64_t value;
} Chosen;
Chosen inputs_choice(const Inputs *in, uint32_t k); /* k below inputs_count */
void inputs_fix(Inputs *in, Chosen c);              /* not fresh */
bool inputs_can_be(const Inputs *in, Term unknown, int64_t value);

bool inputs_fresh(Inputs *in); /* a number was chosen since the last call: run again, so that it holds from the start */

/* PATHS: turns to the next path. false: all were seen. */
bool inputs_next_path(Inputs *in);

uint32_t inputs_count(const Inputs *in);        /* unknowns chosen */
uint32_t inputs_most_candidates(const Inputs *in); /* of one unknown of the last runs */
uint64_t inputs_product(const Inputs *in);      /* of all their numbers of candidates, saturated */
const char *inputs_text(const Inputs *in, Arena *a, size_t most); /* "n = 3, flag taken" */

#endif
