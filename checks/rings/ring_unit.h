/* One pair of cores with its rings, ready to be judged: pipes, skeletons of both cores, and the system the simulation runs. */
#ifndef TILEPROOF_RING_UNIT_H
#define TILEPROOF_RING_UNIT_H

#include "analyzer/fifo.h"
#include "analyzer/pipes.h"
#include "checks/result.h"

typedef struct RingPlace { /* a ring of the pair; index is that of ring code */
	RingKey key;
	const Pipe *cube, *vector; /* its pipe as each core sets it up; NULL: not at all */
	int64_t depth;             /* slots that the simulation uses */
	int64_t slot_bytes, local; /* -1: not given */
	bool declared;             /* slot_num is in the text */
	bool known;                /* a pipe is; else the depth is not known at all */
} RingPlace;

typedef struct RingUnit {
	Program *p;                /* the program judged */
	PipePair pair;
	FuncId cube, vector;       /* 0: no such function in the file; the peer is assumed */
	const char *name;          /* "aic+aiv", or the one function */
	Terms *terms;
	Arena *arena;
	RingKeys keys;
	RingPlace place[RING_MAX_RINGS];
	Fifo fifo[RING_MAX_CORES]; /* cube, vector lane 0, lane 1; assumed peers included */
	uint32_t lanes;            /* of the vector core that are told apart: 1 or 2 */
	RingInsn *lane_code;       /* of the cube when lanes are told apart; else NULL */
	RingSystem system;         /* ring k of lane l is k * lanes + l */
	const Term *params[2];     /* of cube and vector function by parameter; NULL: no such function */
	Program *like;             /* whose function an absent peer answers; NULL: both cores are there */
	FuncId like_function;
	const char *assumption;    /* NULL: none */
	const char *unsupported;
	Span unsupported_at;
} RingUnit;

typedef struct RingChange { /* what to judge instead of the text; 0: as it stands */
	int64_t slots;             /* of every pipe */
} RingChange;

/* like: the same pair before the pass, whose order an absent peer is assumed to follow; may be pair itself.
 * Texts live in the arena. The caller closes it, whatever the outcome. */
void ring_unit_open(RingUnit *u, Program *p, const PipePair *pair, Program *like, const PipePair *like_pair, const CheckOptions *o,
                    const RingChange *change, Arena *arena);
void ring_unit_close(RingUnit *u);

const char *ring_unit_place(const RingUnit *u, uint32_t ring); /* "ring v2c id 0", of a ring of the system; with its lane */
uint32_t ring_unit_key(const RingUnit *u, uint32_t ring);      /* its index in place */

#endif
