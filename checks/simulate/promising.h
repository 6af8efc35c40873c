/* Numbers that two functions speak of and their neighbours, for inputs of a simulation: where a difference begins that small numbers
 * do not show, one of the programs mostly has the number in its text - compared with, a cap, a divisor, a bound. */
#ifndef TILEPROOF_PROMISING_H
#define TILEPROOF_PROMISING_H

#include "model/ir.h"

enum { MOST_PROMISING = 24 };

typedef struct Promising {
	int64_t at[MOST_PROMISING]; /* most promising first, each once */
	uint32_t n;
} Promising;

/* Numbers from least to most are left out: they are tried anyway. */
void promising_find(const Program *before, FuncId f, const Program *after, FuncId g, int64_t least, int64_t most, Promising *out);

#endif
