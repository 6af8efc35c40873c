/* Ring code: what is left of a core's function when only its FIFO ring events, loops and branches are kept.
 *
 * A flat list of instructions that ends with RC_END; jumps are indices into the list. Loops nest properly: RC_LOOP and its
 * RC_NEXT name each other. Trip counts and conditions are terms; a constant one is also stored as a number, so that a system
 * without symbols needs no term store at all.
 *
 * Two readers: the two-core simulation (ring_sim.h) looks at PUSH, POP and FREE only; the release check of one core also at
 * BIND and TOUCH, which say where popped tiles live.
 */
#ifndef TILEPROOF_RING_CODE_H
#define TILEPROOF_RING_CODE_H

#include "model/ir.h"
#include "model/term.h"

typedef enum RingOp {
	RC_END,
	RC_PUSH,   /* ring; tile: the variable sent */
	RC_POP,    /* ring; tile: the variable that receives, 0: dropped */
	RC_FREE,   /* ring; tile: the variable given back */
	RC_LOOP,   /* trip, term, symbol, start, step; target: its RC_NEXT */
	RC_NEXT,   /* target: its RC_LOOP */
	RC_BRANCH, /* term is the condition; trip its value 0 or 1 when known, else -1; target: where to go when it is false */
	RC_JUMP,   /* target */
	RC_LEAVE,  /* drops trip loop frames; a jump follows (break, continue, return) */
	RC_BIND,   /* tile now names what other names (view, alias); other 0: no popped tile any more. trip 1: as carried by a loop or branch */
	RC_TOUCH   /* tile is used by the statement at span */
} RingOp;

enum { RING_MAX_NEST = 24, RING_UNKNOWN_TRIP = -1 };

typedef struct RingInsn {
	uint8_t op;       /* RingOp */
	uint8_t ring;     /* PUSH, POP, FREE */
	bool varies;      /* LOOP, BRANCH: term mentions the symbol of an enclosing loop; LOOP: or something inside does */
	uint32_t target;
	int64_t trip;     /* LOOP: iterations when constant, else RING_UNKNOWN_TRIP */
	Term term;        /* LOOP: trip count, never negative; BRANCH: condition; 0 when only the number is known */
	Term symbol;      /* LOOP: stands for the induction value inside; 0: not used inside */
	Term start, step; /* LOOP: induction value of iteration k is start + k * step */
	VarId tile, other;
	TypeId type;      /* PUSH, POP: of the tile */
	int64_t split;    /* PUSH, POP, FREE */
	Span span;
} RingInsn;

typedef struct RingCode {
	const RingInsn *at;
	uint32_t n; /* the last one is RC_END */
} RingCode;

/* For code that is written by hand (guards, tests, assumed peers). The array belongs to the builder. */
typedef struct RingBuilder {
	VEC(RingInsn) code;
	uint32_t open[RING_MAX_NEST];
	uint32_t depth;
} RingBuilder;

void ring_event(RingBuilder *b, RingOp op, uint8_t ring);
void ring_loop(RingBuilder *b, int64_t trip);       /* constant trip count */
void ring_loop_term(RingBuilder *b, Term trip);     /* symbolic trip count */
void ring_next(RingBuilder *b);                     /* closes the innermost loop */
RingCode ring_finish(RingBuilder *b);               /* adds RC_END; points into the builder */
void ring_discard(RingBuilder *b);

#endif
