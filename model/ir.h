/* The IR of a dump file: what the compiler printed, as data.
 *
 * One Program holds everything of one file. Nodes live in tables and are named by 32-bit handles (0 = none);
 * lists and attribute dictionaries live in the program's arena and are immutable once built, so nodes may share them.
 * Expressions and types are immutable too: a pass builds new ones. Statements are owned by exactly one block.
 *
 * Identity of a variable is its handle, never its hint: two variables may share a hint (dumps.md A.3).
 * Building an expression never folds constants, exactly as the compiler does not.
 */
#ifndef TILEPROOF_IR_H
#define TILEPROOF_IR_H

#include "model/diag.h"
#include "model/mem.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t StrId, VarId, ExprId, TypeId, StmtId, FuncId;

typedef struct List { /* of handles; owned by the arena */
	const uint32_t *at;
	uint32_t n;
} List;

typedef struct Pair {
	StrId key;
	ExprId value;
} Pair;

typedef struct Pairs { /* keyword arguments or attributes, in printed order */
	const Pair *at;
	uint32_t n;
} Pairs;

typedef List Block; /* of StmtId */

/* ---- tables: dtypes, memory spaces, function kinds, ops (one row each, in *.def) ---- */

typedef enum Dtype {
	DT_NONE,
#define DTYPE(name, bits, storage) DT_##name,
#include "model/dtypes.def"
	DT_COUNT
} Dtype;

typedef enum Space {
	SPACE_NONE,
#define SPACE(name, text, align) SPACE_##name,
#include "model/machine.def"
	SPACE_COUNT
} Space;

typedef enum FuncKind {
	FUNC_OPAQUE, FUNC_AIC, FUNC_AIV, FUNC_INCORE, FUNC_ORCHESTRATION, FUNC_GROUP, FUNC_SPMD, FUNC_OTHER
} FuncKind;

typedef enum OpId {
	OP_UNKNOWN, /* no row: an ordered effect on everything it can reach */
#define OP(id, ...) OP_##id,
#include "model/ops.def"
	OP_COUNT
} OpId;

typedef enum Core { CORE_NONE, CORE_CUBE, CORE_VECTOR, CORE_ANY } Core;

/* What an op does besides computing its result. */
typedef enum Effect {
	EFFECT_PURE,       /* result depends on the arguments only */
	EFFECT_LAUNCH,     /* constant within one launch (block index, dims): as good as pure */
	EFFECT_READ_GM,    /* reads global memory of its first tensor argument */
	EFFECT_WRITE_GM,   /* writes global memory of the tensor that the result aliases */
	EFFECT_WRITE_TILE, /* writes its first argument in place, no result */
	EFFECT_PUSH, EFFECT_POP, EFFECT_FREE, /* FIFO ring, direction in the row */
	EFFECT_ORDERED,    /* barrier, flag, print: keeps its order against everything */
	EFFECT_SETUP,      /* pipe set-up, buffer reservation, allocation */
	EFFECT_CALL        /* calls another function of the program */
} Effect;

typedef enum Ring { RING_NONE, RING_C2V, RING_V2C } Ring; /* direction of a FIFO */

typedef struct OpRow {
	const char *name;   /* as in the dump without "pl." */
	Core core;
	Effect effect;
	Ring ring;          /* for PUSH, POP, FREE */
	int8_t inherits;    /* index of the argument whose buffer the result is; -1: a buffer of its own (dumps.md A.8) */
	bool is_matmul;     /* name starts with tile.matmul: accumulators are not tagged by replication (replicate.md D.2) */
} OpRow;

extern const OpRow op_rows[OP_COUNT];
OpId op_find(const char *name, size_t length); /* name without "pl."; OP_UNKNOWN when there is no row */

extern const char *const dtype_names[DT_COUNT];   /* "FP32" */
extern const uint8_t dtype_bits[DT_COUNT];
extern const uint8_t dtype_storage_bits[DT_COUNT];
extern const char *const space_names[SPACE_COUNT]; /* "Vec" */
Dtype dtype_find(const char *name, size_t length);
Space space_find(const char *name, size_t length);

/* ---- expressions ---- */

typedef enum ExprKind {
	X_NONE,
	X_VAR,    /* var */
	X_INT,    /* i, dtype; a negated literal is a negative X_INT */
	X_FLOAT,  /* f, dtype (FP32 when written bare) */
	X_BOOL,   /* i */
	X_NONE_VALUE, /* None */
	X_STR,    /* str */
	X_NAME,   /* str: a dotted name that is no variable: pl.Mem.Vec, pl.FP32, self.fn */
	X_UNARY,  /* op, a */
	X_BINARY, /* op, a, b */
	X_CAST,   /* a, dtype:  pl.cast(a, pl.DT) with a scalar operand */
	X_LIST,   /* list:  [a, b] */
	X_TUPLE,  /* list:  (a, b) */
	X_ITEM,   /* a, b:  a[b] */
	X_DICT,   /* pairs: {"key": value} */
	X_CALL,   /* call */
	X_TYPE    /* type: a type used as an argument */
} ExprKind;

typedef enum BinaryOp {
#define BINARY(id, text, precedence) B_##id,
#include "model/operators.def"
	B_COUNT
} BinaryOp; /* B_MIN, B_MAX print as pl.min(a, b), pl.max(a, b) */

typedef enum UnaryOp { U_NEG, U_NOT, U_BITNOT, U_ABS } UnaryOp;

typedef struct Call {
	StrId callee; /* whole dotted text: "pl.tile.load", "self.attend_rows_core" */
	OpId op;
	List args;    /* ExprId */
	Pairs kwargs; /* without attrs */
	Pairs attrs;  /* attrs={...} */
} Call;

/* How the text wrote an expression where the compiler's printer would have written it otherwise; means nothing else. */
typedef enum Spelling {
	SPELLED_LEAVES = 1, /* X_BINARY out of a text: its integers are written as they were, not by the printer's rule */
	SPELLED_CONST = 2,  /* X_INT written pl.const(v, pl.INDEX), below such an operator */
	SPELLED_PARENS = 4, /* X_INT with a sign, in parentheses of its own */
	SPELLED_MINUS = 8,  /* X_INT or X_FLOAT written -pl.const(v, T): the compiler's text of a negated constant, read as one number */
	SPELLED_QUOTED = 16 /* X_FLOAT written float('inf') */
} Spelling;

typedef struct Expr {
	uint8_t kind, op, dtype;
	uint8_t spelling; /* Spelling; a new X_BINARY has none */
	Span span;
	union {
		VarId var;
		int64_t i;
		double f;
		StrId str;
		struct { ExprId a, b; };
		List list;
		Pairs pairs;
		const Call *call;
		TypeId type;
	};
} Expr;

/* ---- types ---- */

typedef enum TypeKind { T_NONE, T_SCALAR, T_TENSOR, T_TILE, T_PTR, T_MEMREF, T_TUPLE, T_ARRAY, T_UNKNOWN, T_OTHER } TypeKind;

typedef struct MemRef {
	VarId base;     /* the allocation: a body variable of Ptr type, or one that only types name (is_quoted) */
	bool is_quoted; /* prints "base" in quotes */
	bool is_declared; /* pl.MemRef("base", slots=N)[k]: pinned, no offset and size yet */
	ExprId offset, size; /* bytes; 0 when declared */
	uint32_t slots; /* 1 unless given */
	ExprId index;   /* slot index; 0: none */
} MemRef;

typedef struct Type {
	uint8_t kind, dtype, space;
	List shape;           /* ExprId; T_TENSOR, T_TILE; T_ARRAY: one element, the length */
	const MemRef *memref; /* NULL: none */
	ExprId view;          /* X_CALL pl.TileView(...) or pl.TensorView(...), 0: none; see ir_valid_shape */
	List extra;           /* ExprId: further arguments, kept as they are */
	List elements;        /* TypeId; T_TUPLE */
	StrId name;           /* T_OTHER: dotted name; extra holds its bracket arguments */
	bool has_brackets;    /* T_OTHER */
} Type;

/* ---- variables ---- */

typedef enum VarKind {
	VAR_PARAM, VAR_ASSIGN, VAR_LOOP, VAR_ITER, VAR_RETURN, /* VAR_RETURN: bound by a trailing yield, visible after the statement */
	VAR_FREE,    /* used in a body, defined nowhere: an ill-formed program (P2) */
	VAR_DIM,     /* used in types only and defined nowhere: a dynamic dimension */
	VAR_BASE     /* allocation that only types name (dumps.md A.9) */
} VarKind;

typedef struct Variable {
	StrId hint;
	TypeId type; /* 0 when the text gives none and none can be inferred */
	ExprId init; /* VAR_ITER: initial value */
	uint8_t kind;
	Span span;   /* of the definition, or of the first use */
} Variable;

/* ---- statements ---- */

typedef enum StmtKind {
	S_ASSIGN,   /* var: type = expr */
	S_UNPACK,   /* targets = expr, several targets, not a yield */
	S_EVAL,     /* expr */
	S_FOR,      /* for var, (iters) in pl.range(start, stop, step, ...) */
	S_WHILE,    /* expr is the condition; iters may be empty */
	S_IF,       /* expr is the condition */
	S_SCOPE,    /* with expr: its definitions stay visible after it */
	S_FOR_OTHER,/* for var in expr: an iterator without a row (pl.split_aiv, ...) */
	S_YIELD,    /* values; last statement of a body; names are the parent's returns */
	S_RETURN,   /* values */
	S_BREAK, S_CONTINUE,
	S_NOTE      /* comments only, at the end of a block */
} StmtKind;

typedef enum LoopKind { LOOP_RANGE, LOOP_PARALLEL, LOOP_UNROLL, LOOP_PIPELINE } LoopKind;

typedef struct Stmt {
	uint8_t kind, loop_kind;
	bool has_else;
	Span span;
	List comments;       /* StrId: comment lines above it, without indentation, with '#' */
	VarId var;           /* S_ASSIGN, S_FOR, S_FOR_OTHER */
	ExprId expr;         /* see the kinds */
	ExprId start, stop, step; /* S_FOR; never 0: elided ones are INDEX constants */
	uint8_t bounds;      /* S_FOR: how many bounds the text gave; 0: as few as possible */
	int64_t stages;      /* S_FOR: pipeline_stages; 0: no such attribute (P1: present <=> LOOP_PIPELINE) */
	Pairs attrs;         /* S_FOR: attrs={...} without pipeline_stages */
	List iters;          /* VarId of VAR_ITER: S_FOR, S_WHILE */
	List returns;        /* VarId of VAR_RETURN: S_FOR, S_WHILE, S_IF; S_UNPACK: the targets */
	List values;         /* ExprId: S_YIELD, S_RETURN */
	Block body, orelse;
} Stmt;

/* ---- functions and programs ---- */

typedef enum Direction { DIR_IN, DIR_OUT, DIR_INOUT } Direction;

typedef struct Param {
	VarId var;
	Direction direction;
} Param;

typedef struct Function {
	StrId name;
	uint8_t kind; /* FuncKind */
	bool has_self, is_bare; /* is_bare: @pl.function without arguments */
	bool returns_tuple;     /* -> tuple[...] */
	Pairs decorator;        /* arguments of @pl.function in printed order */
	const Param *params;
	uint32_t n_params;
	List results;           /* TypeId; empty: no arrow */
	Pairs attrs;            /* pl.func_attr({...}) */
	bool has_attrs;
	List other_decorators;  /* StrId: whole lines above @pl.function */
	Block body;
	Span span;
} Function;

typedef struct Program {
	Arena *arena;
	const char *file;    /* as the user named it */
	const char *source;  /* the text, for diagnostics; length bytes, a NUL behind them; may be NULL */
	size_t length;
	StrId title;         /* of "# pypto.program: <title>"; 0: line absent */
	StrId name;          /* of the class */
	List imports;        /* StrId: whole lines */
	List dynamics;       /* StrId: whole lines N = pl.dynamic("N"), in order */
	TABLE(Expr) exprs;
	TABLE(Type) types;
	TABLE(Variable) vars;
	TABLE(Stmt) stmts;
	TABLE(Function) funcs; /* in printed order */
	struct Strings *strings;
	TypeId scalars[DT_COUNT]; /* of ir_scalar; 0: not built yet */
} Program;

Program *ir_new(void);       /* owns an arena of its own */
void ir_free(Program *p);

StrId ir_str(Program *p, const char *s, size_t n);
StrId ir_strz(Program *p, const char *s);
const char *ir_text(const Program *p, StrId s); /* NUL-terminated; "" for 0 */
size_t ir_text_length(const Program *p, StrId s);

static inline Expr *ir_expr(const Program *p, ExprId id) { return table_at(&p->exprs, id); }
static inline Type *ir_type(const Program *p, TypeId id) { return table_at(&p->types, id); }
static inline Variable *ir_var(const Program *p, VarId id) { return table_at(&p->vars, id); }
static inline Stmt *ir_stmt(const Program *p, StmtId id) { return table_at(&p->stmts, id); }
static inline Function *ir_func(const Program *p, FuncId id) { return table_at(&p->funcs, id); }
static inline uint32_t ir_func_count(const Program *p) { return p->funcs.n ? p->funcs.n - 1 : 0; } /* handles 1..count */
static inline const char *ir_hint(const Program *p, VarId v) { return ir_text(p, ir_var(p, v)->hint); }

/* Builders. They copy lists and structs into the arena. */
List ir_list(Program *p, const uint32_t *at, uint32_t n);
Pairs ir_pairs(Program *p, const Pair *at, uint32_t n);
ExprId ir_use(Program *p, VarId v, Span at);
ExprId ir_int(Program *p, int64_t value, Dtype t, Span at);
ExprId ir_binary(Program *p, BinaryOp op, ExprId a, ExprId b, Span at);
ExprId ir_call(Program *p, const Call *call, Span at);
ExprId ir_add_expr(Program *p, const Expr *e);
TypeId ir_add_type(Program *p, const Type *t);
TypeId ir_scalar(Program *p, Dtype t);
VarId ir_add_var(Program *p, VarKind kind, StrId hint, TypeId type, Span at);
StmtId ir_add_stmt(Program *p, StmtKind kind, Span at);

/* Questions about nodes. */
const Call *ir_call_of(const Program *p, StmtId s); /* "the call of a statement" (skew.md B.1); NULL: none */
bool ir_const_int(const Program *p, ExprId e, int64_t *value); /* ConstInt or a negated one; nothing else counts */
ExprId ir_get(const Program *p, Pairs pairs, const char *key); /* 0: absent */
bool ir_get_int(const Program *p, Pairs pairs, const char *key, int64_t *value);
List ir_valid_shape(const Program *p, TypeId t); /* valid_shape of the view when given, else the shape */
bool ir_is_push(OpId op);
bool ir_is_pop(OpId op);
bool ir_is_free(OpId op);
int64_t ir_pipe_id(const Program *p, const Call *c); /* id=..., 0 when absent */
bool ir_same_expr(const Program *p, ExprId a, ExprId b); /* structurally equal, same variables */

#endif
