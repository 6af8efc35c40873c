/* The other core of a function, and accesses that crossed a message it waits for (P13, P15; proofs.md 4.4). */
#ifndef TILEPROOF_PEER_H
#define TILEPROOF_PEER_H

#include "checks/simulate/differ.h"

const char *peer_imported(const Program *p, FuncId f); /* name of the function whose buffer f imports; NULL: none */

/* For each parameter of the peer the index of f's parameter that is the same tensor, NO_ORDINAL: none. The caller frees. */
uint32_t *peer_parameters(const Program *p, FuncId f, FuncId peer);

typedef struct Move { /* an access that lost its place before a push or after a pop */
	const Root *root;
	const Access *before, *after;
	const RingHistory *ring;
	bool is_push;
	uint32_t was, is; /* pushes, or pops, before it */
} Move;

typedef VEC(Move) Moves;

/* Accesses to parameters that both runs make equally often, and that may now be seen too late or made too early. */
void moves_find(const History *before, const History *after, Moves *out);

/* The first move that the peer can notice: an overlapping access of its own, one of the two a write, that the message ordered. */
bool moves_conflict(const Moves *m, const History *peer, const Move **move, const Access **access, Overlap *how);

#endif
