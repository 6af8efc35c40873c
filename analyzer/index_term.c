#include "analyzer/index_term.h"
#include "analyzer/rewrite.h"

#include <stdio.h>

enum { MAX_DEPTH = 200 };

static Term term_of(IndexEnv *env, ExprId e, int depth);

Term index_unknown(IndexEnv *env, const char *what, uint32_t number) {
	char name[160];

	snprintf(name, sizeof name, "%s %s#%u", env->scope, what, number);
	return env->loops ? term_apply(env->terms, name, env->loop, env->loops) : term_symbol(env->terms, name);
}

static Term variable(IndexEnv *env, VarId v) {
	if (v >= env->vars)
		return index_unknown(env, "variable", v);
	if (!env->value[v])
		return index_unknown(env, ir_hint(env->p, v), v);
	return env->value[v];
}

static Term truth_not(IndexEnv *env, Term a) {
	return term_fn(env->terms, FN_NOT, &a, 1);
}

static Term pair(IndexEnv *env, TermFn fn, Term a, Term b) {
	Term args[2] = { a, b };

	return term_fn(env->terms, fn, args, 2);
}

static Term binary(IndexEnv *env, BinaryOp op, Term a, Term b) {
	static const char *const names[B_COUNT] = {
#define BINARY(id, text, precedence) [B_##id] = text,
#include "model/operators.def"
	};
	Term args[2] = { a, b };

	switch (op) {
	case B_ADD: return term_add(env->terms, a, b);
	case B_SUB: return term_sub(env->terms, a, b);
	case B_MUL: return term_mul(env->terms, a, b);
	case B_FLOORDIV: return pair(env, env->floor_division ? FN_FLOORDIV : FN_TRUNCDIV, a, b);
	case B_MOD: return pair(env, env->floor_division ? FN_FLOORMOD : FN_TRUNCMOD, a, b);
	case B_MIN: return pair(env, FN_MIN, a, b);
	case B_MAX: return pair(env, FN_MAX, a, b);
	case B_EQ: return pair(env, FN_EQ, a, b);
	case B_NE: return truth_not(env, pair(env, FN_EQ, a, b));
	case B_LT: return pair(env, FN_LT, a, b);
	case B_LE: return pair(env, FN_LE, a, b);
	case B_GT: return pair(env, FN_LT, b, a);
	case B_GE: return pair(env, FN_LE, b, a);
	case B_AND: return pair(env, FN_AND, a, b);
	case B_OR: return pair(env, FN_OR, a, b);
	default: return term_apply(env->terms, names[op], args, 2);
	}
}

/* A conversion to the index type keeps the value; any other may wrap and stays opaque, but equal for equal operands. */
static Term cast(IndexEnv *env, Dtype to, Term a) {
	return to == DT_INDEX || to == DT_INT64 ? a : term_apply(env->terms, dtype_names[to], &a, 1);
}

static Term call(IndexEnv *env, ExprId e, const Call *c, int depth) {
	Term args[4];
	uint32_t n = c->args.n < 4 ? c->args.n : 4;

	if (c->op == OP_TILE_GET_SUBBLOCK_IDX && env->lane >= 0)
		return term_int(env->terms, env->lane);
	if (op_rows[c->op].effect != EFFECT_LAUNCH || c->args.n > 4 || c->op == OP_TILE_GET_SUBBLOCK_IDX)
		return index_unknown(env, "call", e);
	for (uint32_t i = 0; i < n; i++)
		args[i] = term_of(env, c->args.at[i], depth);
	return n ? term_apply(env->terms, op_rows[c->op].name, args, n) : term_symbol(env->terms, op_rows[c->op].name);
}

static Term term_of(IndexEnv *env, ExprId id, int depth) {
	const Expr *e = ir_expr(env->p, id);
	Term a;

	if (depth > MAX_DEPTH)
		return index_unknown(env, "expression", id);
	switch ((ExprKind)e->kind) {
	case X_VAR: return variable(env, e->var);
	case X_INT: case X_BOOL: return term_int(env->terms, e->i);
	case X_BINARY:
		a = term_of(env, e->a, depth + 1);
		return binary(env, (BinaryOp)e->op, a, term_of(env, e->b, depth + 1));
	case X_UNARY:
		a = term_of(env, e->a, depth + 1);
		if (e->op == U_NEG)
			return term_scale(env->terms, a, -1);
		if (e->op == U_NOT)
			return truth_not(env, a);
		return term_apply(env->terms, e->op == U_ABS ? "abs" : "~", &a, 1);
	case X_CAST: return cast(env, (Dtype)e->dtype, term_of(env, e->a, depth + 1));
	case X_CALL: return call(env, id, e->call, depth + 1);
	default: return index_unknown(env, "expression", id);
	}
}

Term index_term(IndexEnv *env, ExprId e) {
	return e ? term_of(env, e, 0) : index_unknown(env, "nothing", 0);
}

Term index_trip(IndexEnv *env, Term start, Term stop, Term step, uint32_t number) {
	Terms *t = env->terms;
	int64_t from, to, by;
	Term distance, args[2];

	if (!term_is_int(t, step, &by) || by == 0 || by == INT64_MIN)
		return index_unknown(env, "trip count", number);
	if (term_is_int(t, start, &from) && term_is_int(t, stop, &to))
		return term_int(t, trip_count(from, to, by));
	distance = by > 0 ? term_sub(t, stop, start) : term_sub(t, start, stop);
	by = by > 0 ? by : -by;
	args[0] = term_add(t, distance, term_int(t, by - 1));
	args[1] = term_int(t, by);
	args[0] = by == 1 ? distance : term_fn(t, FN_FLOORDIV, args, 2);
	args[1] = term_int(t, 0);
	return term_fn(t, FN_MAX, args, 2);
}
