/* Inside of the interpreter, shared by interp*.c. */
#ifndef TILEPROOF_INTERP_STATE_H
#define TILEPROOF_INTERP_STATE_H

#include "model/interp.h"

enum { MOST_DIMS = 8, FACT_CHUNK = 256, MOST_DEPTH = 2100 };

typedef enum ValueKind { V_NONE, V_INT, V_OPAQUE, V_TILE, V_TENSOR, V_TUPLE } ValueKind;

typedef struct Value {
	uint8_t kind;
	bool is_carried;  /* V_TILE: see TileUse */
	uint32_t object;  /* V_TILE: TileObject; V_TENSOR: View; V_TUPLE: first of its values in the pool */
	Term term;        /* V_TUPLE: how many */
	Term version;     /* V_TILE: of the object when the value was made */
} Value;

typedef struct TileObject { /* a buffer; views and in-place results share their source's */
	Term version;     /* 0 until it is written in place */
	uint32_t ring;    /* 1 + index of the ring it was popped from; 0: none */
	uint32_t ordinal; /* of that pop */
} TileObject;

typedef struct View { /* a name of a tensor */
	uint32_t root;  /* index in the history */
	Term shape_of;  /* 0: the whole tensor as it is; else the chain of view ops */
} View;

/* A box of one tensor: per dimension an offset sym + at and an extent. */
struct Region {
	Term term, view;
	uint32_t rank;      /* 0: the whole tensor */
	const Term *sym;    /* 0: the offset is constant */
	const int64_t *at;
	const int64_t *extent;  /* -1: not constant */
	const int64_t *certain; /* of a write: what it surely writes; 0 when not known */
};

typedef enum Flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_END } Flow;

typedef VEC(Term) TermVec;

typedef struct CallFact {
	const char *name; /* op and constant keyword arguments; NULL: not computed yet */
	bool varies;      /* a keyword argument is not constant */
} CallFact;

typedef struct TypeFact {
	Term term;       /* of a constant type; 0: not computed yet */
	uint8_t varies;  /* 0 not known, 1 constant, 2 mentions variables */
} TypeFact;

struct Interp {
	const Program *p;
	Terms *t;
	CallFact **calls; /* by ExprId, in chunks that are made when they are needed */
	TypeFact **types; /* by TypeId, likewise */
	Arena *names;
	/* of one run */
	const Oracle *oracle;
	RunOptions options;
	History *h;
	Value *env; /* variables first..last */
	VarId first, last;
	VEC(TileObject) objects;
	VEC(View) views;
	VEC(Value) pool;
	VEC(Value) yielded; /* by the last trailing yield */
	uint32_t when, made_calls;
	unsigned depth;
	bool is_use; /* what is evaluated uses the tiles that it names */
	Span at; /* of the statement that runs */
	const Round *round; /* the iteration that runs */
};

/* interp.c: facts about a node of the program, kept from run to run */
CallFact *call_fact(Interp *in, ExprId e);
TypeFact *type_fact(Interp *in, TypeId t);

/* interp_expr.c */
Value eval(Interp *in, ExprId e);
Term eval_term(Interp *in, ExprId e);  /* of any kind of value; 0 only after the run ended */
Term list_term(Interp *in, List l, const char *name);
Term value_term(Interp *in, Value v);
Term type_term(Interp *in, TypeId t); /* 0: nothing that matters */
Value new_tile(Interp *in, Term term);
Value new_symbol(Interp *in, TypeId type, const char *name);
Value new_value(Interp *in, TypeId type, Term term); /* a computed value of that type */
bool is_integer(Dtype d);
bool run_over(const Interp *in);
void stop_run(Interp *in, RunEnd why, Span at, const char *format, ...) __attribute__((format(printf, 4, 5)));
bool count_events(Interp *in, uint64_t n); /* false: the budget is gone */
Site site(const Interp *in, Span span);

/* interp_op.c: a call; result: type of the variable it is assigned to, 0: none; is_statement: its value is dropped */
Value eval_call(Interp *in, ExprId e, TypeId result, bool is_statement);

/* interp_memory.c */
Value new_tensor(Interp *in, Term name, uint32_t param);
Value tensor_view(Interp *in, Value source, Term view);
Region *new_region(Interp *in, Value tensor, const Term *offset, const Term *extent, const Term *certain, uint32_t rank);
Term read_region(Interp *in, Value tensor, Region *r);  /* the content it sees */
void write_region(Interp *in, Value tensor, Region *r, Term value);
Term touch_root(Interp *in, uint32_t root, Term by); /* content so far; from now on it is what `by` made of it. by = 0: only read */
Term root_content(Interp *in, uint32_t root);
void close_roots(Interp *in);

#endif
