/* Inside of summarize(): the state of evaluating one function, shared by summarize.c (statements), summarize_loop.c and summarize_expr.c (expressions, calls). */
#ifndef TILEPROOF_SUMMARIZE_H
#define TILEPROOF_SUMMARIZE_H

#include "checks/prove/summary.h"

typedef struct Value {
	Term term;
	uint32_t root; /* cell + 1 of the tensor this refers to; 0: not a tensor with content */
	bool is_view;  /* refers to the root at places that are not followed: regions are whole */
	bool is_lost;  /* a tensor, and which one is not followed: it may be any */
	bool is_int;   /* surely an integer or a truth value: arithmetic on it is interpreted, on everything else it is not */
	uint32_t tile; /* cell + 1 of a tile that a statement writes in place; 0: an ordinary value */
} Value;

typedef VEC(Item) ItemVec;
typedef VEC(Term) TermVec;
typedef VEC(Value) ValueVec;

typedef struct OwnCell { /* of a tensor or tile that the function makes */
	VarId var;
	uint32_t cell;
} OwnCell;

typedef struct Eval {
	World *w;
	const Program *p;
	FuncId f;
	Value *env;        /* by VarId */
	TermVec state;     /* by cell; 0: still the initial value */
	ItemVec *out;      /* by channel: the sequence under construction */
	uint32_t outs;
	ValueVec yields;   /* of the block that ended last; contents of tiles written in place are taken */
	Term *results;     /* set by return */
	uint32_t n_results;
	const bool *written_tiles; /* by VarId: a statement writes this tile in place */
	const bool *used;          /* by VarId: see used.h */
	bool unused;               /* what is being evaluated is for a variable that is not used */
	VEC(OwnCell) own;
	uint64_t steps;            /* statements evaluated */
	const char *opaque;
	Span opaque_at;
	bool failed;
	Span failed_at;
	const char *why;
	unsigned loop_depth;
} Eval;

void sum_fail(Eval *e, Span at, const char *why);
Term sum_state(Eval *e, uint32_t cell);
void sum_set(Eval *e, uint32_t cell, Term value);
void sum_event(Eval *e, uint32_t channel, Term term, Span at); /* appends and counts */
/* The cell of a tensor or tile that variable v names first; the same cell in both programs where the names are the same. */
uint32_t sum_own_cell(Eval *e, CellKind kind, VarId v, Term initial);

typedef enum Flow { FLOW_FELL, FLOW_RETURNED } Flow;

/* What follows a block when it falls off its end; only branches with a return inside carry one. */
typedef struct Rest {
	const Stmt *owner; /* whose arm the block is: its return variables are what the block yields; NULL: a scope */
	Block block;       /* what follows owner, from there on */
	uint32_t from;
	const struct Rest *outer;
} Rest;

Flow sum_run(Eval *e, Block b, uint32_t from, const Rest *rest); /* the statements of b from index `from`, then rest */
void sum_loop(Eval *e, const Stmt *s, bool is_while);
void sum_bind(Eval *e, VarId v, Value value);
Term sum_state_in(const Eval *e, const TermVec *s, uint32_t cell);
void sum_outs(Eval *e);                        /* makes room for every channel known */
void sum_append(Eval *e, uint32_t channel, const Item *item);
Seq sum_collect(Eval *e, ItemVec *v);          /* moves into the arena */
void sum_body(Eval *e, Block body);      /* evaluates the statements of a function */
Seq sum_take(Eval *e, uint32_t channel); /* what happened on a channel */

Value sum_expr(Eval *e, ExprId x);
Term sum_term(Eval *e, ExprId x); /* the value of a tile written in place is its content */
/* is_statement: nothing takes the result, so an op whose result is its argument's buffer changes that argument. */
Value sum_call(Eval *e, ExprId x, TypeId result_type, VarId target, bool is_statement);
bool sum_writes_tile(const Program *p, const Call *c, bool is_statement); /* its first argument, in place */
Term sum_type(Eval *e, TypeId t); /* what of a tile's type is part of its value: shape, dtype, space, view; not its memory */

Term sum_named(Eval *e, const char *prefix, const char *name, const Term *args, uint32_t n);
Term sum_list(Eval *e, const char *name, List l);
Term sum_pairs(Eval *e, Pairs pairs);
bool sum_is_integer_dtype(uint8_t dtype);
bool sum_is_integer(const Program *p, TypeId t); /* a scalar of an integer type */
bool sum_is_tensor(const Program *p, TypeId t);

#endif
