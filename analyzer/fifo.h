/* The FIFO skeleton of a function: ring code (ring_code.h) of what one core, or one lane of the vector core, does on its rings.
 *
 * Loops and branches without ring events are dropped; branches whose condition is known (the lane) leave only the arm taken.
 */
#ifndef TILEPROOF_FIFO_H
#define TILEPROOF_FIFO_H

#include "analyzer/ring_sim.h"

typedef struct RingKey {
	Ring direction;
	int64_t id;
} RingKey;

typedef struct RingKeys { /* number of a ring in ring code, shared by both cores */
	RingKey at[RING_MAX_RINGS];
	uint32_t n;
} RingKeys;

/* The number of a ring, added when it is new; RING_MAX_RINGS when there are too many. */
uint32_t ring_key(RingKeys *keys, Ring direction, int64_t id);

typedef struct FifoOptions {
	Terms *terms;
	bool floor_division;
	int lane;            /* of the vector core: value of get_subblock_idx; -1: not told apart */
	bool tiles;          /* keep BIND and TOUCH of popped tiles */
	const Term *params;  /* by parameter; NULL: unknown symbols of their own */
	RingKeys *keys;
} FifoOptions;

typedef struct Fifo {
	RingCode code;           /* belongs to the skeleton */
	const char *unsupported; /* what is not modelled, NULL: nothing; program's arena */
	Span unsupported_at;
	uint32_t events;         /* PUSH, POP and FREE instructions */
} Fifo;

void fifo_of(Program *p, FuncId f, const FifoOptions *o, Fifo *out);
void fifo_free(Fifo *f);
/* Do two lanes do the same? Compares what decides the simulation: operations, rings, loops, conditions. */
bool fifo_same(const Fifo *a, const Fifo *b);

/* Variables that may hold a popped tile or a view of one, by VarId (vars.n entries); the caller frees it with mem_free_. */
bool *fifo_tiles(const Program *p, FuncId f);

#endif
