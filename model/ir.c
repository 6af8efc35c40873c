/* Interning, tables and builders of the IR, and the questions that every reader of it asks. */
#include "model/ir.h"

/* Deeper trees than any reader builds; a comparison of deeper ones answers "different". */
enum { COMPARE_DEPTH = 4000 };

/* ---- strings: every distinct text once; StrId is its number from 1 ---- */

typedef struct Entry {
	const char *text; /* arena; NUL-terminated */
	uint32_t length, hash;
} Entry;

struct Strings {
	VEC(Entry) entry;  /* [0] is "" */
	uint32_t *slot;    /* StrId or 0; open addressing, never more than half full */
	uint32_t mask;     /* number of slots - 1; a power of two */
};

enum { FIRST_SLOTS = 1024 };

static uint32_t hash_of(const char *s, size_t n) {
	uint64_t h = 0x9e3779b97f4a7c15u ^ n, word;
	for (; n >= 8; s += 8, n -= 8) {
		memcpy(&word, s, 8);
		h = (h ^ word) * 0xff51afd7ed558ccdu;
		h ^= h >> 32;
	}
	if (n) {
		word = 0;
		memcpy(&word, s, n);
		h = (h ^ word) * 0xff51afd7ed558ccdu;
		h ^= h >> 32;
	}
	h *= 0xc4ceb9fe1a85ec53u;
	return (uint32_t)(h >> 32);
}

static uint32_t *slots_new(uint32_t n) {
	uint32_t *slot = mem_alloc(n * sizeof *slot);
	memset(slot, 0, n * sizeof *slot);
	return slot;
}

static void widen(struct Strings *t) {
	uint32_t mask = t->mask * 2 + 1;
	uint32_t *slot = slots_new(mask + 1);
	for (uint32_t id = 1; id < t->entry.n; id++) {
		uint32_t i = t->entry.at[id].hash & mask;
		while (slot[i])
			i = (i + 1) & mask;
		slot[i] = id;
	}
	mem_free_(t->slot);
	t->slot = slot;
	t->mask = mask;
}

StrId ir_str(Program *p, const char *s, size_t n) {
	if (n == 0)
		return 0;
	struct Strings *t = p->strings;
	uint32_t hash = hash_of(s, n), i = hash & t->mask;
	for (; t->slot[i]; i = (i + 1) & t->mask) {
		const Entry *e = &t->entry.at[t->slot[i]];
		if (e->hash == hash && e->length == n && memcmp(e->text, s, n) == 0)
			return t->slot[i];
	}
	StrId id = t->entry.n;
	vec_push(&t->entry, ((Entry){arena_text(p->arena, s, n), (uint32_t)n, hash}));
	t->slot[i] = id;
	if (id > t->mask / 2)
		widen(t);
	return id;
}

StrId ir_strz(Program *p, const char *s) { return ir_str(p, s, strlen(s)); }

const char *ir_text(const Program *p, StrId s) { return p->strings->entry.at[s].text; }

size_t ir_text_length(const Program *p, StrId s) { return p->strings->entry.at[s].length; }

/* ---- programs ---- */

Program *ir_new(void) {
	Arena *a = arena_new();
	Program *p = ARENA_NEW(a, Program);
	p->arena = a;
	p->file = "";
	p->strings = ARENA_NEW(a, struct Strings);
	p->strings->slot = slots_new(FIRST_SLOTS);
	p->strings->mask = FIRST_SLOTS - 1;
	vec_push(&p->strings->entry, ((Entry){"", 0, 0}));
	return p;
}

void ir_free(Program *p) {
	if (!p)
		return;
	table_free(&p->exprs);
	table_free(&p->types);
	table_free(&p->vars);
	table_free(&p->stmts);
	table_free(&p->funcs);
	mem_free_(p->strings->slot);
	vec_free(&p->strings->entry);
	arena_free(p->arena);
}

/* ---- builders ---- */

List ir_list(Program *p, const uint32_t *at, uint32_t n) {
	return n ? (List){arena_copy(p->arena, at, n * sizeof *at), n} : (List){NULL, 0};
}

Pairs ir_pairs(Program *p, const Pair *at, uint32_t n) {
	return n ? (Pairs){arena_copy(p->arena, at, n * sizeof *at), n} : (Pairs){NULL, 0};
}

ExprId ir_add_expr(Program *p, const Expr *e) {
	ExprId id = table_add(&p->exprs);
	*ir_expr(p, id) = *e;
	/* Operands of a copy may be new; the printer's rule holds for those. */
	if (e->kind == X_BINARY)
		ir_expr(p, id)->spelling = 0;
	return id;
}

ExprId ir_use(Program *p, VarId v, Span at) { return ir_add_expr(p, &(Expr){.kind = X_VAR, .span = at, .var = v}); }

ExprId ir_int(Program *p, int64_t value, Dtype t, Span at) {
	return ir_add_expr(p, &(Expr){.kind = X_INT, .dtype = (uint8_t)t, .span = at, .i = value});
}

ExprId ir_binary(Program *p, BinaryOp op, ExprId a, ExprId b, Span at) {
	Expr e = {.kind = X_BINARY, .op = (uint8_t)op, .span = at};
	e.a = a;
	e.b = b;
	return ir_add_expr(p, &e);
}

ExprId ir_call(Program *p, const Call *call, Span at) {
	Call *c = arena_copy(p->arena, call, sizeof *call);
	c->args = ir_list(p, call->args.at, call->args.n);
	c->kwargs = ir_pairs(p, call->kwargs.at, call->kwargs.n);
	c->attrs = ir_pairs(p, call->attrs.at, call->attrs.n);
	return ir_add_expr(p, &(Expr){.kind = X_CALL, .span = at, .call = c});
}

TypeId ir_add_type(Program *p, const Type *t) {
	TypeId id = table_add(&p->types);
	*ir_type(p, id) = *t;
	return id;
}

TypeId ir_scalar(Program *p, Dtype t) {
	if (!p->scalars[t])
		p->scalars[t] = ir_add_type(p, &(Type){.kind = T_SCALAR, .dtype = (uint8_t)t});
	return p->scalars[t];
}

VarId ir_add_var(Program *p, VarKind kind, StrId hint, TypeId type, Span at) {
	VarId id = table_add(&p->vars);
	*ir_var(p, id) = (Variable){.hint = hint, .type = type, .kind = (uint8_t)kind, .span = at};
	return id;
}

StmtId ir_add_stmt(Program *p, StmtKind kind, Span at) {
	StmtId id = table_add(&p->stmts);
	*ir_stmt(p, id) = (Stmt){.kind = (uint8_t)kind, .span = at};
	return id;
}

/* ---- questions ---- */

const Call *ir_call_of(const Program *p, StmtId s) {
	const Stmt *st = ir_stmt(p, s);
	if ((st->kind != S_ASSIGN && st->kind != S_UNPACK && st->kind != S_EVAL) || !st->expr)
		return NULL;
	const Expr *e = ir_expr(p, st->expr);
	return e->kind == X_CALL ? e->call : NULL;
}

bool ir_const_int(const Program *p, ExprId e, int64_t *value) {
	if (!e)
		return false;
	const Expr *x = ir_expr(p, e);
	if (x->kind == X_INT) {
		*value = x->i;
		return true;
	}
	if (x->kind != X_UNARY || x->op != U_NEG)
		return false;
	x = ir_expr(p, x->a);
	return x->kind == X_INT && !__builtin_sub_overflow((int64_t)0, x->i, value);
}

ExprId ir_get(const Program *p, Pairs pairs, const char *key) {
	size_t n = strlen(key);
	for (uint32_t i = 0; i < pairs.n; i++)
		if (ir_text_length(p, pairs.at[i].key) == n && memcmp(ir_text(p, pairs.at[i].key), key, n) == 0)
			return pairs.at[i].value;
	return 0;
}

bool ir_get_int(const Program *p, Pairs pairs, const char *key, int64_t *value) {
	return ir_const_int(p, ir_get(p, pairs, key), value);
}

List ir_valid_shape(const Program *p, TypeId t) {
	const Type *type = ir_type(p, t);
	if (type->view && ir_expr(p, type->view)->kind == X_CALL) {
		ExprId e = ir_get(p, ir_expr(p, type->view)->call->kwargs, "valid_shape");
		if (e && (ir_expr(p, e)->kind == X_LIST || ir_expr(p, e)->kind == X_TUPLE))
			return ir_expr(p, e)->list;
	}
	return type->shape;
}

bool ir_is_push(OpId op) { return op_rows[op].effect == EFFECT_PUSH; }
bool ir_is_pop(OpId op) { return op_rows[op].effect == EFFECT_POP; }
bool ir_is_free(OpId op) { return op_rows[op].effect == EFFECT_FREE; }

int64_t ir_pipe_id(const Program *p, const Call *c) {
	int64_t id = 0;
	return ir_get_int(p, c->kwargs, "id", &id) ? id : 0;
}

static bool same_expr(const Program *p, ExprId a, ExprId b, int depth);
static bool same_type(const Program *p, TypeId a, TypeId b, int depth);

static bool same_exprs(const Program *p, List a, List b, int depth) {
	if (a.n != b.n)
		return false;
	for (uint32_t i = 0; i < a.n; i++)
		if (!same_expr(p, a.at[i], b.at[i], depth))
			return false;
	return true;
}

static bool same_pairs(const Program *p, Pairs a, Pairs b, int depth) {
	if (a.n != b.n)
		return false;
	for (uint32_t i = 0; i < a.n; i++)
		if (a.at[i].key != b.at[i].key || !same_expr(p, a.at[i].value, b.at[i].value, depth))
			return false;
	return true;
}

static bool same_memref(const Program *p, const MemRef *a, const MemRef *b, int depth) {
	if (!a || !b)
		return a == b;
	return a->base == b->base && a->is_declared == b->is_declared && a->slots == b->slots
	    && same_expr(p, a->offset, b->offset, depth) && same_expr(p, a->size, b->size, depth)
	    && same_expr(p, a->index, b->index, depth);
}

static bool same_type(const Program *p, TypeId ta, TypeId tb, int depth) {
	if (ta == tb)
		return true;
	if (!ta || !tb || depth <= 0)
		return false;
	const Type *a = ir_type(p, ta), *b = ir_type(p, tb);
	if (a->kind != b->kind || a->dtype != b->dtype || a->space != b->space || a->name != b->name
	    || a->has_brackets != b->has_brackets || a->elements.n != b->elements.n)
		return false;
	for (uint32_t i = 0; i < a->elements.n; i++)
		if (!same_type(p, a->elements.at[i], b->elements.at[i], depth - 1))
			return false;
	return same_exprs(p, a->shape, b->shape, depth - 1) && same_expr(p, a->view, b->view, depth - 1)
	    && same_exprs(p, a->extra, b->extra, depth - 1) && same_memref(p, a->memref, b->memref, depth - 1);
}

static bool same_expr(const Program *p, ExprId ea, ExprId eb, int depth) {
	if (ea == eb)
		return true;
	if (!ea || !eb || depth <= 0)
		return false;
	const Expr *a = ir_expr(p, ea), *b = ir_expr(p, eb);
	if (a->kind != b->kind || a->op != b->op || a->dtype != b->dtype)
		return false;
	switch ((ExprKind)a->kind) {
	case X_NONE:
	case X_NONE_VALUE:
		return true;
	case X_VAR:
		return a->var == b->var;
	case X_INT:
	case X_BOOL:
		return a->i == b->i;
	case X_FLOAT: /* by bits: a NaN equals itself, 0.0 is not -0.0 */
		return memcmp(&a->f, &b->f, sizeof a->f) == 0;
	case X_STR:
	case X_NAME:
		return a->str == b->str;
	case X_UNARY:
	case X_CAST:
		return same_expr(p, a->a, b->a, depth - 1);
	case X_BINARY:
	case X_ITEM:
		return same_expr(p, a->a, b->a, depth - 1) && same_expr(p, a->b, b->b, depth - 1);
	case X_LIST:
	case X_TUPLE:
		return same_exprs(p, a->list, b->list, depth - 1);
	case X_DICT:
		return same_pairs(p, a->pairs, b->pairs, depth - 1);
	case X_CALL:
		return a->call->callee == b->call->callee && same_exprs(p, a->call->args, b->call->args, depth - 1)
		    && same_pairs(p, a->call->kwargs, b->call->kwargs, depth - 1)
		    && same_pairs(p, a->call->attrs, b->call->attrs, depth - 1);
	case X_TYPE:
		return same_type(p, a->type, b->type, depth - 1);
	}
	return false;
}

bool ir_same_expr(const Program *p, ExprId a, ExprId b) { return same_expr(p, a, b, COMPARE_DEPTH); }
