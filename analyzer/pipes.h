/* Pipes of a file: which functions set up which rings, and which AIC and AIV functions belong together (machine.md E.1, P8).
 *
 * Facts only; what is wrong with them is judged in checks/. Lists live in the program's arena.
 */
#ifndef TILEPROOF_PIPES_H
#define TILEPROOF_PIPES_H

#include "analyzer/calls.h"

typedef struct RingSide { /* one direction of a pipe as one function sets it up; index RING_C2V or RING_V2C */
	bool used;           /* dir_mask names it */
	StrId buffer;        /* name of the reserved or imported buffer; 0: a constant or unknown */
	bool reserved;       /* this function reserves it (it consumes); else it imports it or names none */
	int64_t bytes;       /* reserved; -1: not known */
	Span span;           /* of the reservation or import */
} RingSide;

typedef struct Pipe { /* one initialize_pipe */
	int64_t id;
	int64_t mask;        /* 1 C2V, 2 V2C, 3 both */
	int64_t slot_bytes;  /* -1: not given */
	int64_t slots;       /* slot_num; -1: not given */
	int64_t local;       /* local_slot_num; -1: not given */
	RingSide side[3];
	Span span;
} Pipe;

typedef struct PipeUser { /* a function with ring events or a pipe */
	FuncId function;
	const Pipe *pipes;
	uint32_t n_pipes;
	List peers;          /* FuncId that import_peer_buffer names */
	bool dual;           /* dual_aiv_dispatch: both lanes of the vector core run it */
	bool has_events;
} PipeUser;

typedef struct PipePair {
	const PipeUser *cube, *vector; /* one may be NULL: no peer in the file */
	FuncId group;        /* function that calls both; 0: none */
	StmtId cube_call, vector_call; /* in the group */
} PipePair;

typedef struct Pipes {
	const PipeUser *users;
	uint32_t n_users;
	const PipePair *pairs;
	uint32_t n_pairs;
} Pipes;

Pipes pipes_of(Program *p);
Pipes pipes_with(Program *p, const Calls *calls); /* the same, when the calls are known already */

/* Depth of a ring whose pipe gives no slot_num (hand-written pipes, machine.md E.1): 8 for one direction, 4 when both are used. */
int64_t pipe_default_slots(int64_t mask);
const Pipe *pipe_find(const PipeUser *u, int64_t id); /* NULL: not set up */

#endif
