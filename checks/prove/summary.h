/* Summary of a function: what it does on every channel, as terms with loops as binders. Loops are not run: the cost does not
 * depend on trip counts. Two functions are summarised in one world, so that equal behaviour is, nearly always, the same term.
 *
 * - A channel is one ordered sequence of events: pushes, pops or releases of one ring (4.1: the n-th pop returns an unknown value
 *   numbered n), ordered effects, or accesses of one tensor that the peer core also touches.
 * - State that statements change without an SSA value - the content of a tensor, of a tile written in place, the number of
 *   events on a channel - is a cell; a loop carries the cells that its body changes, next to its iteration arguments.
 * - A loop of nesting height h binds the index symbol i#h and the carried symbols c#h.k. Its carried values after n iterations are
 *   carry(loop, k, n). Heights keep binders apart: inside a loop of height h only smaller heights are bound.
 */
#ifndef TILEPROOF_SUMMARY_H
#define TILEPROOF_SUMMARY_H

#include "checks/prove/points.h"
#include "model/ir.h"

typedef struct Item Item;
typedef struct Seq { /* arena-owned, immutable */
	const Item *at;
	uint32_t n;
} Seq;

typedef struct LoopFact LoopFact;

typedef enum ItemKind { ITEM_EVENT, ITEM_LOOP, ITEM_IF } ItemKind;
struct Item {
	ItemKind kind;
	Term term;        /* identity: equal terms are equal behaviour */
	Span span;
	Term count;       /* EVENT: how many events of this channel came before; LOOP, IF: before the whole */
	const LoopFact *loop;
	const Term *stamps; /* EVENT of an access of a shared tensor: counts of the first world->stamped channels; else NULL */
	Seq body, orelse; /* LOOP: one iteration over loop->index; IF: the two arms */
	Term condition;
};

struct LoopFact {
	Term term;        /* loop(h, trip, init..., next...); identity of what it computes */
	unsigned height;
	Term trip, index; /* number of iterations, never negative; bound symbol of 0 .. trip-1 */
	Term start, step; /* of the loop variable; 0 for a while loop */
	bool is_while;
	uint32_t n;       /* carried slots: iteration arguments first, then cells in the world's order */
	uint32_t explicit_n;
	const uint32_t *key; /* slot -> iteration argument number, or 0x10000 + cell */
	const Term *init, *symbol, *next; /* next: over index and symbols */
	Span span;
};

typedef enum ChannelKind {
	CH_PUSH, CH_POP, CH_FREE,
	CH_EFFECT,
	CH_ACCESS,      /* loads and stores of one tensor parameter */
	CH_CREATE,      /* tensors made by the function: the n-th has a content of its own */
	CH_LOCAL_STORE, /* stores to them */
	CH_LOCAL_LOAD,  /* loads from them; only counted */
	CH_TILE_WRITE,  /* writes to tiles in place; only counted */
	CH_UNUSED_LOAD  /* loads that no result depends on: nothing else would show which stores they see */
} ChannelKind;
typedef struct Channel {
	ChannelKind kind;
	Ring ring;
	int64_t id;     /* pipe id */
	uint32_t root;  /* CH_ACCESS: the tensor's cell */
	uint32_t cell;  /* the cell that counts its events */
} Channel;

typedef enum CellKind { CELL_CONTENT, CELL_TILE, CELL_COUNT } CellKind;
typedef struct Cell {
	CellKind kind;
	Term initial;
	const char *name; /* "dst", "ring v2c id 0" */
	bool is_output;   /* content of a parameter: compared at the end */
	bool is_read, is_written; /* by the functions summarised so far */
	bool is_shared;   /* the peer core touches the tensor too, and one of the two writes: accesses keep their side of FIFO tokens */
} Cell;

/* A carried content inside the body of its loop: init, changed by what one iteration (next, over index and symbols) stores. */
typedef struct OpenLoop {
	Term symbol, init, next, trip;
	const LoopFact *loop;
} OpenLoop;

/* A loop that evaluation stands in. What was learned inside speaks of the symbols of its height: it says nothing about other loops of
 * that height, so it is set aside while a term with such loops is rebuilt. */
typedef struct Standing {
	unsigned height;
	uint32_t facts, open; /* how many there were outside */
} Standing;

/* What both functions of a comparison share. */
typedef struct World {
	Arena *arena;
	Terms *terms;
	Solver *solver;
	bool floor_division;
	VEC(Cell) cells;
	VEC(Channel) channels;
	VEC(const LoopFact *) loops; /* by loop term; NULL: not a loop */
	VEC(Term) facts;             /* what holds where the evaluation or comparison stands */
	VEC(struct OpenLoop) open;   /* loops whose bodies are being evaluated, with what their carried contents are made of */
	VEC(struct Standing) standing; /* loops that evaluation stands in, outermost first */
	VEC(uint8_t) answers;        /* by query term: 0 not asked, 1 no, 2 yes */
	VEC(Term) doubts;            /* queries (claim, facts...) that were not answered yes; claim 0: a comparison stopped under these facts */
	VEC(bool) carry_free;        /* by term: known to hold no carried value outside of loops */
	Points *points;              /* counterexamples: most questions are answered no, and one point says no to many */
	uint64_t most_rlimit;        /* of all queries together: a few times what one may use */
	uint32_t fresh, renamed;     /* for names of symbols: made so far; loops whose symbols are renamed now */
	uint32_t stamped;            /* channels that an ordered effect keeps its place among: those known after summary_scan */
	bool track_accesses;         /* some function has ordered effects: count loads and stores too */
} World;

/* solver_rlimit 0: nothing is ever asked. */
World *world_new(bool floor_division, unsigned solver_ms, uint64_t solver_rlimit, const char *smt2_dir);
void world_free(World *w);
uint32_t world_channel(World *w, ChannelKind kind, Ring ring, int64_t id, uint32_t root); /* made when new */
const char *world_channel_name(World *w, uint32_t channel);
void world_enter(World *w, unsigned height); /* evaluation of a loop's body begins: facts and open loops from here on are set aside with it */
void world_leave(World *w);
void world_add_loop(World *w, const LoopFact *l);
const LoopFact *world_loop(const World *w, Term loop); /* NULL: not a loop term */
bool world_implies(World *w, Term goal); /* from the facts */
void world_stopped(World *w);            /* a comparison stops under the facts */
Term world_parameter(World *w, uint32_t position); /* the symbol of a scalar parameter */

typedef struct Summary {
	bool ok;
	Span stopped_at;     /* not ok: where and why */
	const char *why;
	const char *opaque;  /* an op that is not modelled, NULL: none; then the summary proves nothing */
	Span opaque_at;
	uint32_t n_results;
	const Term *results; /* returned values */
	const Term *cells;   /* final value by cell; shorter than world->cells when later ones were never touched */
	uint32_t n_cells;
	const Seq *channels; /* by channel */
	uint32_t n_channels;
} Summary;

typedef struct SummaryOptions {
	const bool *shared; /* by parameter position: see Cell.is_shared; NULL: none */
} SummaryOptions;

/* Registers the channels and parameters of a function. Both functions of a comparison are scanned before either is summarised. */
void summary_scan(World *w, const Program *p, FuncId f, const SummaryOptions *o);

/* Parameters get the same symbols by position in every function summarised in w. */
enum { ACCESS_READ = 1, ACCESS_WRITE = 2 };
/* What f does to the content of each tensor parameter, by position: ACCESS_ bits, all of them where that is not known. */
const uint8_t *summary_accesses(const Program *p, FuncId f, Arena *arena);

Summary *summarize(World *w, const Program *p, FuncId f, const SummaryOptions *o);

/* ---- terms with memory and binders (region.c, binder.c) ---- */

/* Replaces symbols of a loop of height h in x, entering no binder of height h or more, and normalising memory terms anew. */
Term binder_substitute(World *w, Term x, unsigned height, const Term *from, const Term *to, uint32_t n);
Seq binder_substitute_seq(World *w, Seq s, unsigned height, const Term *from, const Term *to, uint32_t n);
Item binder_substitute_item(World *w, const Item *item, unsigned height, const Term *from, const Term *to, uint32_t n);
Term loop_carry(World *w, const LoopFact *l, uint32_t slot, Term iterations); /* carry(l, slot, n); the initial value for n = 0 */
Term seq_term(World *w, Seq s);
Item loop_item(World *w, const LoopFact *l, Seq body, Term count);
Item if_item(World *w, Term condition, Seq yes, Seq no, Term count, Span at);

/* Memory content as terms: store(content, region, value), read(content, region, facts). Regions: at(rank, offset..., size...) or whole(). */
Term region_at(World *w, const Term *offset, const Term *size, uint32_t rank);
Term region_whole(World *w);
bool region_disjoint(World *w, Term a, Term b); /* proved under the facts; false: not proved */
Term memory_store(World *w, Term content, Term region, Term value); /* disjoint neighbours in a canonical order */
Term memory_read(World *w, Term content, Term region, Term what);   /* skips stores that are provably elsewhere */

#endif
