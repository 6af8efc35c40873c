/* The function of the other core that a core's function exchanges messages with, and what it does to shared tensors. */
#ifndef TILEPROOF_PEER_H
#define TILEPROOF_PEER_H

#include "analyzer/places.h"

/* Named by import_peer_buffer(peer_func=...), else the only function of the other core in the file; 0: not in the file. */
FuncId peer_function(const Program *p, FuncId f);

typedef struct Peer {
	const Program *p;
	FuncId self, other;    /* other 0: not in the file */
	const Call *self_call, *other_call; /* in one caller; NULL: no caller in the file, parameters then correspond by name */
	Places *places;        /* of other */
	uint8_t *use;          /* by VarId, for the variable that stands for a place of other */
} Peer;

typedef struct PeerUse {
	bool known; /* the other function is in the file */
	bool tied;  /* a caller in the file passes one tensor to both; else they are taken for one because of their names */
	bool reads, writes;
} PeerUse;

void peer_open(Peer *x, const Program *p, FuncId f);
void peer_close(Peer *x);
/* What the other core does to the tensor of a place of the own function. */
PeerUse peer_use(const Peer *x, Places *own, VarId place);

#endif
