/* The function of the other core that a core's function exchanges messages with, and what it does to shared tensors. */
#ifndef TILEPROOF_PEER_H
#define TILEPROOF_PEER_H

#include "analyzer/pipes.h"
#include "analyzer/places.h"

typedef struct Peer {
	const Program *p;
	FuncId self, other;   /* other 0: not in the file, or more than one */
	const PipeUser *user; /* rings that the own function sets up; NULL: none */
	const Call *self_call, *other_call; /* in their group; NULL: no group in the file, parameters then correspond by name */
	Places *places;       /* of other */
	uint8_t *use;         /* by VarId, for the variable that stands for a place of other */
} Peer;

typedef struct PeerUse {
	bool known; /* the other function is in the file */
	bool tied;  /* their group passes one tensor to both; else they are taken for one because of their names */
	bool reads, writes;
} PeerUse;

Peer *peer_new(Program *p, FuncId f);
void peer_free(Peer *x); /* NULL is allowed */
/* What the other core does to the tensor of a place of the own function. */
PeerUse peer_use(const Peer *x, Places *own, VarId place);

#endif
