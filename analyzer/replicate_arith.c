/* Arithmetic as the compiler builds it: the narrower operand is cast to the wider one's type, INDEX and INT64 mix freely. */
#include "analyzer/replicate.h"

static Dtype wider(Dtype a, Dtype b) { return dtype_bits[b] > dtype_bits[a] ? b : a; }

static bool compares(BinaryOp op) {
	return op == B_OR || op == B_AND || op == B_EQ || op == B_NE || op == B_LT || op == B_LE || op == B_GT || op == B_GE;
}

/* Type of a leaf; what the text does not say counts as INDEX. */
static Dtype leaf_type(const Program *p, const Expr *e) {
	TypeId t = e->kind == X_VAR ? ir_var(p, e->var)->type : 0;
	if (t && ir_type(p, t)->kind == T_SCALAR)
		return (Dtype)ir_type(p, t)->dtype;
	bool own = e->kind == X_INT || e->kind == X_FLOAT || e->kind == X_CAST;
	return own && e->dtype ? (Dtype)e->dtype : e->kind == X_BOOL ? DT_BOOL : DT_INDEX;
}

/* Widest of the leaves; a stack of its own, since a sum may be as deep as it is long. */
static Dtype type_of(const Program *p, ExprId id) {
	VEC(ExprId) stack = {0};
	Dtype type = DT_NONE;
	vec_push(&stack, id);
	while (stack.n) {
		const Expr *e = ir_expr(p, stack.at[--stack.n]);
		if (e->kind == X_BINARY && !compares((BinaryOp)e->op)) {
			vec_push(&stack, e->b);
			vec_push(&stack, e->a);
		} else if (e->kind == X_UNARY && e->op != U_NOT) {
			vec_push(&stack, e->a);
		} else {
			Dtype t = e->kind == X_BINARY || e->kind == X_UNARY ? DT_BOOL : leaf_type(p, e);
			type = type == DT_NONE ? t : wider(type, t);
		}
	}
	vec_free(&stack);
	return type;
}

static ExprId cast_to(Program *p, ExprId e, Dtype t, Span at) {
	Expr cast = {.kind = X_CAST, .dtype = (uint8_t)t, .span = at, .a = e};
	return ir_add_expr(p, &cast);
}

ExprId replicate_binary(Program *p, BinaryOp op, ExprId a, ExprId b, Span at) {
	Dtype ta = type_of(p, a), tb = type_of(p, b);
	if (dtype_bits[ta] < dtype_bits[tb])
		a = cast_to(p, a, tb, at);
	else if (dtype_bits[tb] < dtype_bits[ta])
		b = cast_to(p, b, ta, at);
	return ir_binary(p, op, a, b, at);
}
