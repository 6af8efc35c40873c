/* Parts of the replication pass (replicate.md D.2 to D.4); nobody outside the pass needs them but replicate_bound_call. */
#ifndef TILEPROOF_REPLICATE_H
#define TILEPROOF_REPLICATE_H

#include "analyzer/pass.h"
#include "analyzer/rewrite.h"

typedef struct Replicate {
	Program *p;
	FuncId f;
	const PassOptions *o;
	Decisions *out;
	Diag *d;
	int64_t groups;     /* next group number */
	uint64_t allowance; /* statements that copies may still add to the function */
	uint32_t depth;     /* blocks around the statement at hand */
	VarVec enclosing;   /* iteration arguments of the loops around, innermost last */
	uint32_t first;     /* decision of this function's first loop */
} Replicate;

/* One pipeline loop with its body lowered, and how it is to be taken apart. Counts are iterations. */
typedef struct Plan {
	StmtId loop;
	Block body;     /* without the trailing yield */
	List yields;    /* its values; one per iteration argument */
	int64_t factor; /* F */
	int64_t step;
	bool is_static; /* bounds are constants, and then: */
	int64_t start, trip, main, rem; /* main turns of F, rem iterations behind them */
	TagRule rule;
	bool clamp;     /* dynamic: the span is kept from being negative */
} Plan;

/* Appends what replaces the loop. Plan and allowance were checked. */
void replicate_emit(Replicate *r, const Plan *plan, StmtVec *out);

/* a op b with the casts that the compiler puts in. */
ExprId replicate_binary(Program *p, BinaryOp op, ExprId a, ExprId b, Span at);

/* Statements that the copies would add; UINT64_MAX when they are beyond counting. */
uint64_t replicate_growth(const Program *p, const Plan *plan);

/* Blocks nested in one another. */
uint32_t replicate_height(const Program *p, Block b);

/* Why the loop must not be replicated in the default mode; NULL: it may. Sets *guard. */
const char *replicate_refuses(const Replicate *r, const Plan *plan, GuardId *guard);

/* Takes the loops that stand in the function now out of reach of the reordering pass where it would change what they do, and
 * says so in their decisions. */
void replicate_watch_order(Replicate *r);

/* A call in the bounds that does more than ask for what is constant in a launch; NULL: none. */
const Call *replicate_bound_call(const Program *p, const Stmt *loop);

/* The iteration argument of an enclosing loop that the body reads, in a type perhaps; 0: none. */
VarId replicate_reads_enclosing(const Replicate *r, const Plan *plan);

#endif
