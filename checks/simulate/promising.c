#include "checks/simulate/promising.h"

#include "model/mem.h"

#include <stdlib.h>

enum { MOST_DEPTH = 100, MOST_CONSTANTS = 4096 };

/* What a constant does in an expression, least promising first. */
typedef enum Role { ROLE_NONE, ROLE_TERM, ROLE_BOUND, ROLE_DIVISOR, ROLE_COMPARED } Role;

typedef struct Constant {
	int64_t value;
	Role role;              /* the most promising one */
	uint32_t count[2];      /* in the program before, after */
} Constant;

typedef struct Finder {
	const Program *p;
	bool is_after;
	uint32_t n;
	VEC(Constant) found;
} Finder;

static void note(Finder *f, int64_t value, Role role) {
	Constant *c = NULL;
	for (uint32_t i = 0; i < f->found.n && !c; i++)
		if (f->found.at[i].value == value)
			c = &f->found.at[i];
	if (!c) {
		vec_push(&f->found, ((Constant){.value = value}));
		c = &f->found.at[f->found.n - 1];
	}
	c->role = role > c->role ? role : c->role;
	c->count[f->is_after]++;
}

static Role role_of(BinaryOp op) {
	switch (op) {
	case B_LT: case B_GT: case B_LE: case B_GE: case B_EQ: case B_NE: case B_MIN: case B_MAX:
		return ROLE_COMPARED;
	case B_FLOORDIV: case B_MOD:
		return ROLE_DIVISOR;
	default:
		return ROLE_TERM;
	}
}

/* role: of e itself, when it is a constant. */
static void in_expr(Finder *f, ExprId e, Role role, unsigned depth) {
	if (!e || depth > MOST_DEPTH || ++f->n > MOST_CONSTANTS)
		return;
	const Expr *x = ir_expr(f->p, e);
	switch ((ExprKind)x->kind) {
	case X_INT:
		if (role != ROLE_NONE)
			note(f, x->i, role);
		break;
	case X_UNARY: case X_CAST:
		in_expr(f, x->a, role, depth + 1);
		break;
	case X_BINARY:
		in_expr(f, x->a, role_of((BinaryOp)x->op), depth + 1);
		in_expr(f, x->b, role_of((BinaryOp)x->op), depth + 1);
		break;
	case X_LIST: case X_TUPLE:
		for (uint32_t i = 0; i < x->list.n; i++)
			in_expr(f, x->list.at[i], ROLE_NONE, depth + 1);
		break;
	case X_CALL:
		for (uint32_t i = 0; i < x->call->args.n; i++)
			in_expr(f, x->call->args.at[i], ROLE_NONE, depth + 1);
		break;
	default:
		break;
	}
}

static void in_block(Finder *f, Block b, unsigned depth) {
	for (uint32_t i = 0; i < b.n && depth < MOST_DEPTH; i++) {
		const Stmt *s = ir_stmt(f->p, b.at[i]);
		in_expr(f, s->expr, s->kind == S_IF || s->kind == S_WHILE ? ROLE_COMPARED : ROLE_NONE, 0);
		if (s->kind == S_FOR) {
			in_expr(f, s->start, ROLE_BOUND, 0);
			in_expr(f, s->stop, ROLE_BOUND, 0);
			in_expr(f, s->step, ROLE_BOUND, 0);
		}
		for (uint32_t k = 0; k < s->values.n; k++)
			in_expr(f, s->values.at[k], ROLE_NONE, 0);
		in_block(f, s->body, depth + 1);
		in_block(f, s->orelse, depth + 1);
	}
}

/* What the programs do not agree about comes first; then by role; then the smaller, which takes the shorter run. */
static int by_promise(const void *a, const void *b) {
	const Constant *x = a, *y = b;
	bool odd = x->count[0] != x->count[1], other = y->count[0] != y->count[1];
	if (odd != other)
		return odd ? -1 : 1;
	if (x->role != y->role)
		return x->role > y->role ? -1 : 1;
	uint64_t m = x->value < 0 ? 0 - (uint64_t)x->value : (uint64_t)x->value, n = y->value < 0 ? 0 - (uint64_t)y->value : (uint64_t)y->value;
	if (m != n)
		return m < n ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

static void add(Promising *out, int64_t value, int64_t least, int64_t most) {
	if (out->n == MOST_PROMISING || (value >= least && value <= most))
		return;
	for (uint32_t i = 0; i < out->n; i++)
		if (out->at[i] == value)
			return;
	out->at[out->n++] = value;
}

void promising_find(const Program *before, FuncId f, const Program *after, FuncId g, int64_t least, int64_t most, Promising *out) {
	Finder finder = {.p = before};
	in_block(&finder, ir_func(before, f)->body, 0);
	finder.p = after;
	finder.is_after = true;
	finder.n = 0;
	in_block(&finder, ir_func(after, g)->body, 0);
	if (finder.found.n)
		qsort(finder.found.at, finder.found.n, sizeof *finder.found.at, by_promise);
	out->n = 0;
	for (uint32_t i = 0; i < finder.found.n; i++) {
		/* A loop must run to c and beyond - one more where c was carried -, so the numbers above come first. */
		int64_t c = finder.found.at[i].value, near;
		for (int64_t d = 2; d >= -1; d--)
			if (!__builtin_add_overflow(c, d, &near))
				add(out, near, least, most);
	}
	vec_free(&finder.found);
}
