/* The interpreter: runs one function with concrete loops and symbolic tiles (proofs.md section 3).
 *
 * Values are terms. Integers are polynomials over the unknown inputs; tiles and floats are uninterpreted applications of
 * op, keyword arguments, operands and the facts of the result type that matter (element type, shape, valid shape, space).
 * What the function does to the world is recorded as a history: messages per ring, accesses per tensor, ordered effects,
 * returned values. Two runs over one term store with the same oracle are comparable term by term.
 *
 * A bound or condition that is not constant is put to the oracle; so is every integer unknown when it first appears.
 * Cost is linear in the executed statements; `budget` bounds it.
 */
#ifndef TILEPROOF_INTERP_H
#define TILEPROOF_INTERP_H

#include "model/ir.h"
#include "model/term.h"

typedef enum DecideKind {
	DECIDE_SPAN,  /* stop - start of a loop whose step is known */
	DECIDE_STEP,  /* step of a loop, not 0 */
	DECIDE_IF,    /* truth value */
	DECIDE_WHILE  /* truth value; hints[0] is the number of iterations done */
} DecideKind;

/* The first hints of DECIDE_SPAN: stops at and before the start, where a remainder by division may count iterations that do not run. */
enum { EMPTY_SPANS = 6 };

typedef struct Oracle {
	void *self;
	/* The value of x; hints: values of x worth trying, most wanted first. false: none, the run ends with RUN_SYMBOLIC. */
	bool (*decide)(void *self, Term x, DecideKind kind, const int64_t *hints, uint32_t n, int64_t *value);
	/* An integer unknown enters the run: itself or the constant to run with. */
	Term (*atom)(void *self, Term unknown);
} Oracle;

typedef enum RunEnd {
	RUN_DONE,
	RUN_SYMBOLIC,    /* the oracle gave no value */
	RUN_BUDGET,      /* too many events or terms */
	RUN_UNSUPPORTED  /* a construct that is not modelled, at end_at */
} RunEnd;

enum { NO_ORDINAL = UINT32_MAX };

/* One execution of a loop. Owned by the history, as rounds are. */
typedef struct LoopRun {
	Span span;
	const char *variable; /* NULL: a while loop. Owned by the program */
	uint64_t trip;        /* iterations that its bounds ask for; of a while loop those that ran */
} LoopRun;

typedef struct Round { /* one iteration */
	const LoopRun *loop;
	uint64_t iteration;         /* from 0 */
	Term index;                 /* value of the variable; 0: none */
	const struct Round *outer;  /* of the loop around it; NULL: none */
} Round;

typedef struct Site { /* where in the text and in the run; round NULL: in no loop */
	Span span;
	const Round *round;
} Site;

/* when: position among all events of the run, ascending. how: split and the other keyword arguments. */
typedef struct Push { Term value, how; uint32_t when; Site at; } Push;
typedef struct Pop { Term value, how; uint32_t when; Site at; } Pop;     /* value: pop(ring, ordinal) with its type */
typedef struct Release { uint32_t ordinal; Term tile, how; uint32_t when; Site at; } Release; /* of which pop; NO_ORDINAL: of none */
/* A statement reads or writes a popped tile, or a view of it, and does not release it; when: of the next event of the run.
 * is_carried: the tile went through a result or an argument of a loop or branch, where it may have been copied. */
typedef struct TileUse { uint32_t ordinal; bool is_carried; uint32_t when; Site at; } TileUse;

typedef struct RingHistory {
	int64_t id;
	Ring direction;
	VEC(Push) pushes;
	VEC(Pop) pops;
	VEC(Release) releases;
	VEC(TileUse) uses;
} RingHistory;

typedef struct Region Region;

typedef struct Access {
	bool is_write;
	Term plain; /* root and region, of a write also the value */
	Term full;  /* plain and, of a read, the writes it sees; of a write, the overlapping writes before it */
	Term value; /* of a write: as it stands in the content of the root */
	Term key;   /* region and which overlapping writes, whatever their values */
	const Region *region;
	uint32_t when;
	Site at;
} Access;

typedef struct Root { /* a tensor in global memory and everything that aliases it */
	Term name;
	uint32_t param;  /* index of the parameter; NO_ORDINAL: created inside */
	VEC(Access) accesses;
	VEC(Term) content; /* at the end of the run: what was written and is not covered, ascending */
	Term base;         /* content before those; 0: as at entry */
	struct WriteIndex *index; /* of the interpreter */
} Root;

typedef struct Happening { Term what; uint32_t when; Site at; } Happening;

typedef struct History {
	Arena *arena;
	RunEnd end;
	Span end_at;
	const char *end_reason; /* one sentence part, for RUN_UNSUPPORTED, RUN_SYMBOLIC and RUN_BUDGET */
	VEC(RingHistory) rings;
	VEC(Root) roots;
	VEC(Happening) ordered;     /* barriers, prints, calls of functions */
	VEC(Happening) unknown_ops; /* calls of ops without a row */
	VEC(Happening) tile_writes; /* writes to a tile in place */
	VEC(Happening) results;     /* of the return statement */
	uint64_t events;
	bool imprecise;        /* two accesses may or may not overlap, or a number beyond 64 bits was computed, and that mattered */
	bool division_matters; /* a division whose two readings differ, or may */
} History;

typedef struct Interp Interp;

typedef struct RunOptions {
	bool floor_division;
	uint64_t budget;      /* events */
	uint32_t term_budget; /* terms of the store */
	const char *const *names; /* of the parameters, n_names of them, so that runs of two functions agree; NULL: their own */
	uint32_t n_names;
} RunOptions;

Interp *interp_new(const Program *p, Terms *t);
void interp_free(Interp *in);
/* The caller frees the history. */
History *interp_run(Interp *in, FuncId f, const Oracle *o, const RunOptions *options);
void history_free(History *h);
RingHistory *history_ring(const History *h, int64_t id, Ring direction); /* NULL: never used */

typedef enum Overlap { OVERLAP_NO, OVERLAP_MAYBE, OVERLAP_YES } Overlap;
Overlap region_overlap(const Region *a, const Region *b); /* regions of one tensor */
Term region_term(const Region *r);

#endif
