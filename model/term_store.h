/* Inside of the term store, shared by term.c (interning, arithmetic) and term_walk.c (substitution, text). */
#ifndef TILEPROOF_TERM_STORE_H
#define TILEPROOF_TERM_STORE_H

#include "model/term.h"

/* Invariant: the arguments of a node have smaller handles than the node, so ascending handles are a topological order
 * and no walk over terms needs the C stack, however deep a term is. */

typedef struct TermSlot {
	Term term; /* 0: empty */
	uint32_t hash;
} TermSlot;

struct Terms {
	Arena *arena;
	TABLE(TermNode) nodes;
	TABLE(const char *) names;
	TermSlot *by_content; /* open addressing */
	uint32_t room;        /* a power of two */
	uint32_t *by_text, text_room;
	uint32_t *mark, mark_room, generation; /* visited marks of walks */
};

/* The node with this content; n's arrays may be the caller's: they are copied when the node is new. */
Term term_intern(Terms *t, const TermNode *n);

#endif
