/* Lifetimes of the buffers of a function: from the first definition to the last use, in program order.
 *
 * A position is twice the number of a statement, plus one for what happens after its operands were read: a result lives from
 * 2k + 1 and an operand until 2k, so that a result may take the place of an operand that ends there. What a loop reads and does
 * not define lives to the end of the loop. A lifetime is one interval, and the branches of an if follow each other: see the rules.
 */
#ifndef TILEPROOF_LIFETIMES_H
#define TILEPROOF_LIFETIMES_H

#include "analyzer/storage.h"

typedef struct Lifetime {
	VarId var;           /* first tile of the buffer; of an allocation: its base */
	uint32_t allocation; /* number; 0: a tile without one */
	Space space;
	int64_t bytes;       /* -1: not known */
	uint32_t from, to;   /* positions, both inclusive */
	Span first, last;    /* of the definition and the last use */
	bool pinned;         /* of the author or the slots pass: lives as long as the function */
	bool used;
} Lifetime;

typedef VEC(Lifetime) Lifetimes;

typedef enum LifetimeRule {
	LIVE_APART,  /* for a lower bound: initial values, iteration arguments, yielded values and results are buffers of their own, and what
	                an else branch reads last counts until its if, so that all that counts at one position lives on one path */
	LIVE_TILES,  /* the same, and every tile of an allocation counts for itself */
	LIVE_CARRIED /* for an upper bound: these are one buffer from the first to the last of them, results never take the place of
	                operands, and the first branch keeps what only the second reads */
} LifetimeRule;

/* One entry per buffer without allocation and per allocation, in program order; rings have none. LIVE_APART gives each tile of a
 * pinned region an entry of its own: what lives there, not what is reserved. */
void lifetimes_of(const Storage *s, LifetimeRule rule, Lifetimes *out);

#endif
