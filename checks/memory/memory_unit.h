/* What the two engines of the obligation `memory` share: where tiles lie, and what a statement does to them.
 *
 * Tiles are named by their number in Storage.tiles, which follows the program. Offsets and sizes are bytes.
 */
#ifndef TILEPROOF_MEMORY_UNIT_H
#define TILEPROOF_MEMORY_UNIT_H

#include "analyzer/index_term.h"
#include "analyzer/storage.h"
#include "checks/result.h"
#include "checks/solver.h"

enum { NO_TILE = UINT32_MAX, MEMORY_NEST = 400 };

typedef struct Place {
	uint32_t region; /* what offsets count from: a space in a dump with addresses, else an allocation; 0: no bytes */
	Term offset;     /* 0: anywhere in the region */
	bool fixed;      /* it is the constant */
	int64_t at;
	int64_t bytes;   /* from the first to the last; -1: not known */
	int64_t rows, row, pitch; /* of these only rows of `row` bytes, `pitch` apart; rows 0: all of them */
	bool is_rough;   /* of these only some, which is not known; the first in any case */
} Place;

/* A view of columns has gaps between its rows; views and in-place results of it have the same. */
typedef struct Stride {
	int64_t rows, row, pitch; /* as in Place */
	int64_t reach;            /* not 0: only that the view ends here is known, in bytes from its start; -1: not even that */
} Stride;

typedef enum Relation { PLACES_APART, PLACES_SAME_START, PLACES_OVERLAP, PLACES_MAYBE } Relation;

/* How a statement makes its tile. */
typedef enum MakeKind {
	MAKE_NONE,
	MAKE_WRITE,    /* writes bytes of its own */
	MAKE_BLANK,    /* tile.create: takes bytes, writes none */
	MAKE_SAME,     /* another name, or a view of as many bytes: lies where its source lies */
	MAKE_PART,     /* a view of a part */
	MAKE_IN_PLACE, /* writes onto its source, and lies there */
	MAKE_RING      /* popped: lies in the ring */
} MakeKind;

typedef struct TileRead {
	uint32_t tile;
	uint32_t arg; /* position among the arguments; UINT32_MAX: none */
} TileRead;

typedef struct TileEvents {
	OpId op;
	MakeKind make;
	uint32_t source;      /* MAKE_SAME, MAKE_PART, MAKE_IN_PLACE: the tile; NO_TILE: not a tile of its own name */
	uint32_t updated;     /* tile.write: the tile whose value it changes; else NO_TILE */
	bool writes_part;     /* of `made` or `updated` perhaps only some bytes are written */
	const char *unknown;  /* an op or call that is not modelled; NULL: none */
	VEC(TileRead) reads;
	VEC(uint32_t) made;   /* tiles */
} TileEvents;

typedef struct MemoryWrite { /* of the text, in its order */
	uint32_t tile;
	StmtId stmt;
	bool is_update; /* tile.write: views and other names of the tile see it */
} MemoryWrite;

typedef struct MemoryLoop {
	StmtId stmt;
	uint32_t first, last; /* writes in it: [first, last) */
	uint32_t tile;        /* tiles from here on are its own */
	bool once;            /* it surely runs at most once */
} MemoryLoop;

typedef struct MemoryUnit {
	const Program *p;
	FuncId f;
	const CheckOptions *o;
	Storage *storage;
	Terms *terms;
	Solver *solver;   /* made when first asked */
	uint32_t queries;
	Term *value;      /* scalars, by VarId */
	uint32_t n, regions, bound; /* tiles, regions, tiles with bytes */
	Place *place;     /* by tile: with loops as symbols */
	Stride *stride;   /* by tile */
	bool *blank;      /* by tile: its contents are never set, an op may only use it as scratch */
	bool *by_copy;    /* by tile: a phi whose sides lie elsewhere, in a dump where a later pass may still copy */
	bool shares;      /* the planner has run: different tiles share bytes */
	bool has_copies;  /* some by_copy */
	VEC(MemoryWrite) writes;
	VEC(MemoryLoop) loops;
	VEC(Term) facts;  /* of the loop symbols */
	const char *unsupported; /* not modelled, at unsupported_at */
	Span unsupported_at;
} MemoryUnit;

/* memory_unit.c */
void memory_open(MemoryUnit *m, const Program *p, FuncId f, const CheckOptions *o);
void memory_close(MemoryUnit *m);
Place memory_place(const MemoryUnit *m, IndexEnv *env, uint32_t tile); /* as its type says, at this point of the program */
Relation memory_relation(MemoryUnit *m, const Place *a, const Place *b);
uint32_t memory_tile(const MemoryUnit *m, VarId v); /* NO_TILE: no tile */
const char *memory_tile_name(const MemoryUnit *m, uint32_t tile);
/* A difference between the sides of a phi that no later pass makes good: bytes are planned, or the author's. */
bool memory_phi_is_final(const MemoryUnit *m, StmtId s, uint32_t a, uint32_t b);

/* memory_bounds.c */
typedef struct OutsideAnswer {
	Verdict verdict;    /* proved: all tiles lie in their allocations */
	uint32_t tile;
	const char *reason; /* of a verdict other than proved */
} OutsideAnswer;

OutsideAnswer memory_outside(MemoryUnit *m, Arena *a);

/* memory_stride.c: m->stride of a tile that is a view of, or is written onto, source; of one that takes over its value. */
void memory_stride_from(MemoryUnit *m, uint32_t tile, uint32_t source, MakeKind make);
void memory_stride_apply(const MemoryUnit *m, uint32_t tile, Place *place);

/* memory_events.c */
void memory_events(const MemoryUnit *m, StmtId s, TileEvents *out); /* out: zeroed or used before */
bool memory_is_late(const MemoryUnit *m, StmtId s); /* its reads happen at the head of each iteration: the condition of a while */
void memory_events_free(TileEvents *e);
/* An operand without contents: the op works in its bytes. */
bool memory_is_scratch(const MemoryUnit *m, const TileEvents *e, uint32_t tile);
uint32_t memory_value_tile(const MemoryUnit *m, ExprId e); /* of a yielded or initial value; NO_TILE: no tile */

/* memory_inplace.c */
typedef enum InPlace { IN_PLACE_SAFE, IN_PLACE_UNKNOWN, IN_PLACE_WRONG } InPlace;
/* What the op writes, its result or scratch, lies on bytes of an operand; relation: how. */
InPlace memory_in_place(const MemoryUnit *m, OpId op, uint32_t result, uint32_t operand, uint32_t arg, Relation relation);

/* memory_size.c: what the text says of sizes, which no run is needed for. */
typedef struct SizeFault {
	VarId var;        /* a tile or tensor */
	VarId base;       /* its allocation */
	Space space;
	int64_t low, end; /* bytes that it takes, from the beginning of its MemRef or, when beyond, of the allocation */
	int64_t size;     /* what there is */
	bool beyond;      /* the MemRef does not lie in its allocation; else the MemRef is smaller than its type */
} SizeFault;

/* The first in program order. */
bool memory_size_fault(const MemoryUnit *m, SizeFault *out);

typedef enum ProblemKind { PROBLEM_NONE, PROBLEM_OVERWRITTEN, PROBLEM_IN_PLACE, PROBLEM_MOVED } ProblemKind;

/* memory_flow.c: the proof. */
typedef struct FlowAnswer {
	bool clean;          /* no read may see other bytes */
	ProblemKind kind;    /* the first doubt */
	uint32_t tile, by;   /* read, and what wrote on it */
	Span at, by_at;
	const char *unknown; /* not clean, and the run cannot tell either: why */
} FlowAnswer;

FlowAnswer memory_flow(MemoryUnit *m, Arena *a);

/* memory_run.c: execution with numbers. */
typedef enum RunVerdict { RUN_FOUND, RUN_EXACT, RUN_BOUND, RUN_OPEN } RunVerdict;

typedef struct RunAnswer {
	RunVerdict verdict;
	ProblemKind kind;
	uint32_t tile, by;
	Span at, by_at;
	Space space;
	int64_t low, high;   /* bytes in question */
	uint32_t region;
	int64_t iteration, trip, by_iteration; /* of the innermost loop around; -1: none */
	const char *inputs;
	bool replayed;
	uint32_t runs;
	const char *reason;  /* RUN_OPEN, RUN_BOUND */
} RunAnswer;

RunAnswer memory_run(MemoryUnit *m, Arena *a);

#endif
