/* Expressions as terms. Integers are interpreted; floats and tiles are not. */
#include "checks/prove/summarize.h"

#include "model/print.h"

#include <stdio.h>

bool sum_is_integer_dtype(uint8_t dtype) {
	switch (dtype) {
	case DT_BOOL: case DT_INT4: case DT_INT8: case DT_INT16: case DT_INT32: case DT_INT64: case DT_INDEX:
	case DT_UINT4: case DT_UINT8: case DT_UINT16: case DT_UINT32: case DT_UINT64:
		return true;
	default:
		return false;
	}
}

bool sum_is_integer(const Program *p, TypeId t) { return t && ir_type(p, t)->kind == T_SCALAR && sum_is_integer_dtype(ir_type(p, t)->dtype); }

bool sum_is_tensor(const Program *p, TypeId t) { return t && ir_type(p, t)->kind == T_TENSOR; }

Term sum_named(Eval *e, const char *prefix, const char *name, const Term *args, uint32_t n) {
	if (!*prefix)
		return term_apply(e->w->terms, name, args, n);
	char text[128];
	if (snprintf(text, sizeof text, "%s%s", prefix, name) < (int)sizeof text)
		return term_apply(e->w->terms, text, args, n);
	return term_apply(e->w->terms, arena_printf(e->w->arena, "%s%s", prefix, name), args, n);
}

static Term float_term(Eval *e, double f) {
	char text[40];
	snprintf(text, sizeof text, "%.17g", f);
	return term_apply(e->w->terms, text, NULL, 0);
}

static const char *const binary_text[B_COUNT] = {
#define BINARY(id, text, precedence) [B_##id] = text,
#include "model/operators.def"
};

static Value plain(Term t) { return (Value){.term = t}; }
static Value integer(Term t) { return (Value){.term = t, .is_int = true}; }
static Term not_of(Eval *e, Term x) { return term_fn(e->w->terms, FN_NOT, &x, 1); }

static Value integer_binary(Eval *e, BinaryOp op, Term a, Term b) {
	Terms *t = e->w->terms;
	Term ab[] = {a, b}, ba[] = {b, a};
	switch (op) {
	case B_ADD: return integer(term_add(t, a, b));
	case B_SUB: return integer(term_sub(t, a, b));
	case B_MUL: return integer(term_mul(t, a, b));
	case B_FLOORDIV: return integer(term_fn(t, e->w->floor_division ? FN_FLOORDIV : FN_TRUNCDIV, ab, 2));
	case B_MOD: return integer(term_fn(t, e->w->floor_division ? FN_FLOORMOD : FN_TRUNCMOD, ab, 2));
	case B_MIN: return integer(term_fn(t, FN_MIN, ab, 2));
	case B_MAX: return integer(term_fn(t, FN_MAX, ab, 2));
	case B_EQ: return integer(term_fn(t, FN_EQ, ab, 2));
	case B_NE: return integer(not_of(e, term_fn(t, FN_EQ, ab, 2)));
	case B_LT: return integer(term_fn(t, FN_LT, ab, 2));
	case B_LE: return integer(term_fn(t, FN_LE, ab, 2));
	case B_GT: return integer(term_fn(t, FN_LT, ba, 2));
	case B_GE: return integer(term_fn(t, FN_LE, ba, 2));
	case B_AND: return integer(term_fn(t, FN_AND, ab, 2));
	case B_OR: return integer(term_fn(t, FN_OR, ab, 2));
	case B_FLOATDIV: return plain(sum_named(e, "f", binary_text[op], ab, 2));
	default: return integer(sum_named(e, "i", binary_text[op], ab, 2));
	}
}

/* Not a number is neither less nor equal: no comparison of floats follows from another, but its mirror image is the same. */
static Value other_binary(Eval *e, BinaryOp op, Term a, Term b) {
	Terms *t = e->w->terms;
	Term ab[] = {a, b}, ba[] = {b, a};
	switch (op) {
	case B_LT: return integer(term_apply(t, "f<", ab, 2));
	case B_GT: return integer(term_apply(t, "f<", ba, 2));
	case B_LE: return integer(term_apply(t, "f<=", ab, 2));
	case B_GE: return integer(term_apply(t, "f<=", ba, 2));
	case B_EQ: return integer(term_apply(t, "f==", a < b ? ab : ba, 2));
	case B_NE: return integer(not_of(e, term_apply(t, "f==", a < b ? ab : ba, 2)));
	case B_AND: return integer(term_fn(t, FN_AND, ab, 2));
	case B_OR: return integer(term_fn(t, FN_OR, ab, 2));
	default: return plain(sum_named(e, "f", binary_text[op], ab, 2));
	}
}

static Term value_term(Eval *e, Value v) { return v.tile ? sum_state(e, v.tile - 1) : v.term; }

static Value binary(Eval *e, const Expr *n) {
	Value a = sum_expr(e, n->a), b = sum_expr(e, n->b);
	if (a.is_int && b.is_int)
		return integer_binary(e, (BinaryOp)n->op, a.term, b.term);
	return other_binary(e, (BinaryOp)n->op, value_term(e, a), value_term(e, b));
}

static Value unary(Eval *e, const Expr *n) {
	Terms *t = e->w->terms;
	Value v = sum_expr(e, n->a);
	Term a = value_term(e, v), minus;
	if (n->op == U_NOT)
		return integer(not_of(e, a));
	if (!v.is_int)
		return plain(sum_named(e, "u", (const char *const[]){"-", "not", "~", "abs"}[n->op], &a, 1));
	minus = term_scale(t, a, -1);
	if (n->op == U_ABS)
		return integer(term_fn(t, FN_MAX, (Term[]){a, minus}, 2));
	return integer(n->op == U_NEG ? minus : term_sub(t, minus, term_int(t, 1)));
}

static Value cast(Eval *e, const Expr *n) {
	Value v = sum_expr(e, n->a);
	Term a = value_term(e, v);
	if (v.is_int && (n->dtype == DT_INDEX || n->dtype == DT_INT64))
		return v;
	return (Value){.term = sum_named(e, "cast:", dtype_names[n->dtype], &a, 1), .is_int = sum_is_integer_dtype(n->dtype)};
}

Term sum_list(Eval *e, const char *name, List l) {
	TermVec v = {0};
	for (uint32_t i = 0; i < l.n; i++)
		vec_push(&v, sum_term(e, l.at[i]));
	Term t = term_apply(e->w->terms, name, v.at, v.n);
	vec_free(&v);
	return t;
}

Term sum_pairs(Eval *e, Pairs pairs) {
	TermVec v = {0};
	for (uint32_t i = 0; i < pairs.n; i++) {
		Term x = sum_term(e, pairs.at[i].value);
		/* No key can be taken for a name that means something to us. */
		vec_push(&v, sum_named(e, "=", ir_text(e->p, pairs.at[i].key), &x, 1));
	}
	Term t = term_apply(e->w->terms, "with", v.at, v.n);
	vec_free(&v);
	return t;
}

Term sum_term(Eval *e, ExprId x) { return value_term(e, sum_expr(e, x)); }

/* A tuple keeps which tile it holds, and would show what is written into it later. */
static Value tuple(Eval *e, const Expr *n) {
	for (uint32_t i = 0; i < n->list.n; i++)
		if (sum_expr(e, n->list.at[i]).tile)
			sum_fail(e, n->span, "a tile written in place that a tuple holds");
	return plain(sum_list(e, "tuple", n->list));
}

/* Whether it is a tensor only the type of what it is assigned to says. */
static Value item(Eval *e, const Expr *n) {
	Terms *t = e->w->terms;
	Term ab[] = {sum_term(e, n->a), sum_term(e, n->b)};
	const TermNode *whole = term_at(t, ab[0]);
	int64_t k;
	if (whole->kind == TERM_APPLY && !whole->fn && !strcmp(term_name(t, ab[0]), "tuple") && term_is_int(t, ab[1], &k) && k >= 0 && k < whole->n)
		return (Value){.term = whole->arg[k], .is_lost = true};
	return (Value){.term = term_apply(t, "item", ab, 2), .is_lost = true};
}

static Value variable(Eval *e, VarId var) {
	Value v = e->env[var];
	if (v.term || v.root || v.tile)
		return v;
	/* A dangling use, or a dimension that only types name: an unknown of its own. */
	const Variable *x = ir_var(e->p, var);
	return (Value){.term = sum_named(e, "free:", ir_hint(e->p, var), NULL, 0), .is_int = x->kind == VAR_DIM || sum_is_integer(e->p, x->type),
		.is_lost = sum_is_tensor(e->p, x->type)};
}

Value sum_expr(Eval *e, ExprId x) {
	Terms *t = e->w->terms;
	if (e->failed || !x)
		return integer(term_int(t, 0));
	const Expr *n = ir_expr(e->p, x);
	switch (n->kind) {
	case X_VAR:
		return variable(e, n->var);
	case X_INT:
		return integer(term_int(t, n->i));
	case X_BOOL:
		return integer(term_int(t, n->i != 0));
	case X_FLOAT:
		return plain(float_term(e, n->f));
	case X_NONE_VALUE:
		return plain(term_apply(t, "None", NULL, 0));
	case X_STR:
		return plain(sum_named(e, "'", ir_text(e->p, n->str), NULL, 0));
	case X_NAME:
		return plain(sum_named(e, "", ir_text(e->p, n->str), NULL, 0));
	case X_UNARY:
		return unary(e, n);
	case X_BINARY:
		return binary(e, n);
	case X_CAST:
		return cast(e, n);
	case X_LIST:
		return plain(sum_list(e, "list", n->list));
	case X_TUPLE:
		return tuple(e, n);
	case X_DICT:
		return plain(sum_pairs(e, n->pairs));
	case X_ITEM:
		return item(e, n);
	case X_CALL:
		return sum_call(e, x, 0, 0, false);
	case X_TYPE:
		return plain(sum_type(e, n->type));
	default:
		sum_fail(e, n->span, "an expression that is not modelled");
		return integer(term_int(t, 0));
	}
}

Term sum_type(Eval *e, TypeId id) {
	if (!id)
		return term_apply(e->w->terms, "untyped", NULL, 0);
	const Type *y = ir_type(e->p, id);
	TermVec v = {0};
	vec_push(&v, term_apply(e->w->terms, dtype_names[y->dtype] ? dtype_names[y->dtype] : "?", NULL, 0));
	for (uint32_t i = 0; i < y->shape.n; i++)
		vec_push(&v, sum_term(e, y->shape.at[i]));
	if (y->kind == T_TILE)
		vec_push(&v, sum_named(e, "", space_names[y->space] ? space_names[y->space] : "?", NULL, 0));
	if (y->view && ir_expr(e->p, y->view)->kind == X_CALL)
		vec_push(&v, sum_pairs(e, ir_expr(e->p, y->view)->call->kwargs));
	Term t = term_apply(e->w->terms, "type", v.at, v.n);
	vec_free(&v);
	return t;
}
