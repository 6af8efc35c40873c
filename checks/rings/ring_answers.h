/* Answers about the rings of a pair, not only verdicts: how deep they must be, what margin there is, how full they get. */
#ifndef TILEPROOF_RING_ANSWERS_H
#define TILEPROOF_RING_ANSWERS_H

#include "checks/rings/ring_solve.h"

enum { RING_DEEPEST = 64 };

typedef struct RingNeed { /* of one ring of the system */
	const char *name;      /* "ring v2c id 0" */
	int64_t depth;         /* as declared, or as asked for */
	int64_t smallest;      /* safe depth while the other rings keep theirs or, where that is too little, the common one; 0: none up to RING_DEEPEST */
	int64_t margin;        /* depth - smallest; meaningful when smallest > 0 */
	int64_t peak;          /* most slots in use at any time, -1: not known. At the declared depth, up to a block if it blocks */
	int64_t local;         /* a2a3: local slots that the consumer's order of pops and uses needs; 0: more than RING_DEEPEST, or not known */
	int64_t local_depth;   /* those it has: local_slot_num, or as many as slots */
	int64_t bytes;         /* depth * slot bytes; -1: not known */
	Space space;           /* of the consumer: where the ring is stored */
} RingNeed;

/* What stands in the way of the depths given, the first that applies. */
typedef enum RingLimit { LIMIT_NONE, LIMIT_RING, LIMIT_LOCAL, LIMIT_MEMORY, LIMIT_OPEN } RingLimit; /* OPEN: not decided */
extern const char *const ring_limits[];

typedef struct RingAnswers {
	RingAnswer answer;     /* at the depths given */
	bool safe;             /* runs to the end, overwrites nothing, for every input */
	int64_t common;        /* smallest slot_num for all rings; 0: none up to RING_DEEPEST */
	RingNeed need[RING_MAX_RINGS];
	uint32_t n;
	int64_t stored[SPACE_COUNT]; /* bytes of all rings of a space */
	RingLimit limit;
} RingAnswers;

void ring_answers(RingUnit *u, const CheckOptions *o, RingAnswers *out);

#endif
