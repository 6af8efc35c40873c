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
typedef enum PickKind { PICK_RANK, PICK_LAST, PICK_PRODUCT, PICK_RANDOM, PICK_FAR } PickKind;

enum { MOST_NEGATIVE = 3 }; /* -3 to -1 always: there the two readings of division part */
enum { FAR_INPUTS = 4, FAR_RANK = 2 }; /* FAR_RANK: of the inputs that a far one stands beside; mostly a few iterations */

typedef struct Pick {
	PickKind kind;
	uint64_t number; /* the rank of all; that from the end, -1 first; the index into the product of all ranks; the seed;
	                  * promised value * FAR_INPUTS + which of the unknown numbers, in the order in which they are needed, takes it */
} Pick;

typedef struct Inputs Inputs;

Inputs *inputs_new(Terms *t, unsigned bound);
void inputs_free(Inputs *in);
Oracle inputs_oracle(Inputs *in);
/* Values for PICK_FAR, for what control flow asks (a span, say) rather than for the unknown in it; they outlive the inputs. */
void inputs_promise(Inputs *in, const int64_t *values, uint32_t n);

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
void input_range(const char *name, int64_t *least, int64_t *most); /* of an unknown: what the machine can make of it */

bool inputs_fresh(Inputs *in); /* a number was chosen since the last call: run again, so that it holds from the start */

/* PATHS: turns to the next path. false: all were seen. */
bool inputs_next_path(Inputs *in);

uint32_t inputs_count(const Inputs *in);        /* unknowns chosen */
uint32_t inputs_most_candidates(const Inputs *in); /* of one unknown of the last runs */
uint64_t inputs_product(const Inputs *in);      /* of all their numbers of candidates, saturated */
const char *inputs_text(const Inputs *in, Arena *a, size_t most); /* "n = 3, flag taken" */

#endif
