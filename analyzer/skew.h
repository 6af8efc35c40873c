/* The parts of the skew (skew.md): analysis of one loop, its guards, and what it becomes. */
#ifndef TILEPROOF_SKEW_H
#define TILEPROOF_SKEW_H

#include "analyzer/pass.h"
#include "analyzer/rewrite.h"

#include "model/print.h"

typedef struct Skew { /* one run over one function */
	Program *p;
	FuncId f;
	const PassOptions *o;
	Decisions *out;
	Diag *d;
	struct Places *places; /* which variables name one buffer or tensor; made when a guard first asks */
	struct Partner *partner;     /* likewise, see skew_partner */
	int64_t groups;        /* loops skewed so far in this function */
	bool failed;           /* an error is in d */
} Skew;

/* A pipelined loop and the statements of its body. Vectors are the loop's own, see skew_close. */
typedef struct SkewLoop {
	StmtId id;
	StmtVec stmts;   /* top statements without the trailing yield and without closing comments */
	List yields;     /* ExprId: values of the trailing yield */
	uint32_t pushes, pops, lead; /* top statements that push, that pop, and the first of either */
	bool constant;   /* start, stop and step are compile-time integers */
	int64_t start, stop, step, trip; /* when constant */
	uint32_t inner_skewed; /* line of a loop inside that was skewed in this run; 0: none */
} SkewLoop;

void skew_open(Skew *k, StmtId loop, SkewLoop *l);
void skew_close(SkewLoop *l);
static inline bool skew_has_pair(const SkewLoop *l) { return l->pushes && l->pops; }
static inline uint32_t skew_line(const Program *p, StmtId s) { return ir_stmt(p, s)->span.line; }

/* The two halves; flags by index of SkewLoop.stmts. A recomputed scalar stands in both. */
typedef struct SkewHalves {
	uint8_t *produce, *consume; /* heap; skew_halves_free */
	const char *refusal;        /* why the loop cannot be skewed; NULL: it can */
} SkewHalves;

/* skew.md B.3 c to m. guards: which of HIDDEN_DEF, TYPE_USE and YIELDED widen what counts as a definition and a use. */
void skew_slice(Skew *k, const SkewLoop *l, uint64_t guards, SkewHalves *h);
void skew_halves_free(SkewHalves *h);
bool skew_halves_same(const SkewLoop *l, const SkewHalves *a, const SkewHalves *b);
/* P2: a use in one half of what only the other defines, or of an iteration argument of an enclosing loop that the reference
 * copies; NULL: none. at: the statement that reads it. */
const char *skew_dangling(Skew *k, const SkewLoop *l, const SkewHalves *h, StmtId *at);
/* An iteration argument of an enclosing loop that the body reads; 0: none. */
VarId skew_outer_iter(const Program *p, const SkewLoop *l);

/* The function of the other core; lives as long as the run. */
const struct Partner *skew_partner(Skew *k);

/* Largest depth <= most that divides the trip count and leaves a steady iteration (skew.md B.3 n); 0: none. */
int64_t skew_depth(int64_t trip, int64_t most);

/* Guards that do not depend on the depth, and those that do. GUARD_NONE: nothing to say. reason: why, and what to change. */
GuardId skew_guard_shape(Skew *k, const SkewLoop *l, const SkewHalves *h, const char **reason);
GuardId skew_guard_order(Skew *k, const SkewLoop *l, const SkewHalves *h, int64_t depth, const char **reason);
GuardId skew_guard_ring(Skew *k, const SkewLoop *l, int64_t depth, const char **reason);

/* Appends the prologue, steady loop, epilogue and final bindings that replace the loop (skew.md B.4). */
void skew_emit(Skew *k, const SkewLoop *l, const SkewHalves *h, int64_t depth, StmtVec *out);

#endif
