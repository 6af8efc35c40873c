/* What the files of the parser share. Recursive descent, one token of choice (two at the start of a statement).
 *
 * After the first fault every token is END and every function still returns handles of real nodes, so nobody checks
 * for failure in between; loops end at END.
 */
#ifndef TILEPROOF_PARSE_INTERNAL_H
#define TILEPROOF_PARSE_INTERNAL_H

#include "model/lex.h"

enum {
	MAX_DEPTH = 1000,      /* of the parser's own recursion inside one expression, and of the tree it builds */
	MAX_ELEMENTS = 100000, /* of one list, call or signature */
};

/* What a name stands for right now; one entry per StrId, so a use costs one array access. */
typedef struct NameFacts {
	VarId bound;  /* latest visible definition */
	VarId dim;    /* this function's VAR_DIM of a body type */
	VarId free;   /* this function's VAR_FREE */
	VarId base;   /* this function's VAR_BASE */
	uint16_t op;  /* OpId + 1 of a callee, 0: not looked up */
	uint8_t dtype; /* Dtype + 1 of "pl.<dtype>", 0: not looked up */
} NameFacts;

typedef struct Binding { /* undo log */
	StrId name;
	VarId before;
} Binding;

typedef struct Target { /* a name that an assignment gives a value */
	StrId name;
	Span span;
	TypeId type;  /* 0: no annotation */
} Target;

typedef struct Parser {
	Lexer lex;
	Program *p;
	NameFacts *facts;
	uint32_t n_facts;
	VEC(Binding) undo;
	VEC(StrId) touched;  /* names with dim, free or base set in this function */
	VEC(uint32_t) stack; /* handles of lists being read, innermost last */
	VEC(Pair) pairs;     /* likewise */
	VEC(Target) targets; /* likewise; of a trailing yield until its parent takes them */
	VEC(Param) params;
	uint32_t depth;      /* recursion inside the expression being read */
	uint32_t height;     /* of the tree of the expression or type read last */
	uint32_t tallest;    /* the largest height inside the type being read */
	uint32_t blocks;     /* nested blocks of the function */
	bool in_type, in_signature;
	bool least;          /* a minus stands before the integer being read: 2^63 is allowed */
} Parser;

/* ---- tokens ---- */
static inline bool is_token(const Parser *ps, Tok kind) { return ps->lex.token.kind == kind; }
static inline bool is_word(const Parser *ps, Word w) { return ps->lex.token.kind == TOK_NAME && ps->lex.token.str == (StrId)w; }
bool parse_accept(Parser *ps, Tok kind);                 /* takes it if it is there */
void parse_expect(Parser *ps, Tok kind, const char *where); /* "expected ')' after the arguments, found 'x'" */
void parse_expected(Parser *ps, const char *what);       /* fails: "expected <what>, found <token>" */
void parse_unsupported(Parser *ps, Span at, const char *what);
Target parse_plain_name(Parser *ps, const char *what);   /* a name that may be a variable */
bool parse_more(Parser *ps, Tok close, uint32_t n);      /* after n elements: a comma and another one; false at `close`, not taken */

/* ---- names (parse_names.c) ---- */
NameFacts *parse_facts(Parser *ps, StrId name);
VarId parse_define(Parser *ps, VarKind kind, const Target *t);
void parse_bind(Parser *ps, StrId name, VarId v);
VarId parse_resolve(Parser *ps, StrId name, Span at);      /* never 0 */
VarId parse_base(Parser *ps, StrId name, Span at);         /* of a quoted allocation */
void parse_undo(Parser *ps, uint32_t mark);                /* restores the bindings of ps->undo.n == mark */
void parse_leave_function(Parser *ps);
Dtype parse_dtype(Parser *ps, StrId name);                 /* of "pl.FP32"; DT_NONE */
TypeId parse_type_of(Parser *ps, ExprId e);                /* of a variable, constant or scalar operation; 0: not known */

/* ---- expressions (parse_expr.c) ---- */
ExprId parse_expr(Parser *ps);
ExprId parse_call_at(Parser *ps, StrId callee, Span at);   /* at '(': the X_CALL, special forms undone */
void parse_arguments(Parser *ps, Call *c);                 /* at '(': args, kwargs, attrs; callee and op are the caller's */
Pairs parse_dict(Parser *ps);                              /* at '{' */
List parse_take_list(Parser *ps, uint32_t from);           /* pops what was pushed since */
Pairs parse_take_pairs(Parser *ps, uint32_t from);

/* ---- types (parse_type.c) ---- */
TypeId parse_type(Parser *ps);
bool parse_is_type_word(StrId name);                       /* pl.Tile, pl.Tensor, ...: a bracket behind it starts a type */

/* ---- statements (parse_stmt.c, parse_loop.c) ---- */
typedef struct Suite {
	Block body;
	uint32_t from; /* its trailing yield's targets: ps->targets.at[from .. n) */
} Suite;

Suite parse_suite(Parser *ps, const char *what);           /* ':' NEWLINE INDENT statements DEDENT */
Suite parse_while_suite(Parser *ps, StmtId loop);          /* the same, with pl.cond(...) as its first line */
Block parse_function_body(Parser *ps);                     /* behind INDENT; takes the DEDENT */
List parse_take_returns(Parser *ps, const Suite *s, List iters); /* defines them in the scope around; pops the targets */
void parse_target_list(Parser *ps, Tok close);             /* names with commas between, up to but without close, onto ps->targets */
StmtId parse_for(Parser *ps, Span at);                     /* behind `for` */
StmtId parse_while(Parser *ps, Span at);
StmtId parse_if(Parser *ps, Span at);                      /* behind `if` or `elif` */
StmtId parse_with(Parser *ps, Span at);

#endif
