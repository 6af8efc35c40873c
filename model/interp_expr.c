/* Expressions, types and values. Integers are interpreted, everything else is a term of its own. */
#include "model/interp_state.h"

#include "model/text.h"

#include <stdio.h>

bool is_integer(Dtype d) {
	switch (d) {
	case DT_BOOL: case DT_INT4: case DT_INT8: case DT_INT16: case DT_INT32: case DT_INT64: case DT_INDEX:
	case DT_UINT4: case DT_UINT8: case DT_UINT16: case DT_UINT32: case DT_UINT64:
		return true;
	default:
		return false;
	}
}

static Value integer(Term x) { return (Value){.kind = V_INT, .term = x}; }
static Value opaque(Term x) { return (Value){.kind = V_OPAQUE, .term = x}; }

/* An integer that nothing is known about; the oracle may run with a constant instead. */
static Value unknown_integer(Interp *in, Term x) {
	return integer(term_is_int(in->t, x, NULL) ? x : in->oracle->atom(in->oracle->self, x));
}

Value new_tile(Interp *in, Term term) {
	vec_push(&in->objects, (TileObject){0});
	return (Value){.kind = V_TILE, .object = in->objects.n - 1, .term = term};
}

Value new_value(Interp *in, TypeId type, Term term) {
	const Type *t = type ? ir_type(in->p, type) : NULL;
	switch (t ? (TypeKind)t->kind : T_UNKNOWN) {
	case T_SCALAR:
		return is_integer((Dtype)t->dtype) ? unknown_integer(in, term) : opaque(term);
	case T_TILE:
		return new_tile(in, term);
	case T_TENSOR:
		return new_tensor(in, term, NO_ORDINAL);
	case T_TUPLE: {
		uint32_t n = t->elements.n;
		if (in->depth >= MOST_DEPTH)
			return opaque(term);
		in->depth++;
		Value *parts = ARENA_ARRAY(in->h->arena, Value, n + 1);
		for (uint32_t i = 0; i < n; i++)
			parts[i] = new_value(in, t->elements.at[i], term_apply(in->t, "item", (Term[]){term, term_int(in->t, i)}, 2));
		in->depth--;
		Value v = {.kind = V_TUPLE, .object = in->pool.n, .term = n};
		for (uint32_t i = 0; i < n; i++)
			vec_push(&in->pool, parts[i]);
		return v;
	}
	default:
		return opaque(term);
	}
}

Value new_symbol(Interp *in, TypeId type, const char *name) { return new_value(in, type, term_symbol(in->t, name)); }

Term value_term(Interp *in, Value v) {
	switch ((ValueKind)v.kind) {
	case V_NONE:
		return term_symbol(in->t, "nothing");
	case V_INT: case V_OPAQUE:
		return v.term;
	case V_TILE: {
		Term now = in->objects.at[v.object].version;
		return now == v.version ? v.term : term_apply(in->t, "written", (Term[]){v.term, now}, 2);
	}
	case V_TENSOR: {
		const View *w = &in->views.at[v.object];
		return w->shape_of ? w->shape_of : in->h->roots.at[w->root].name;
	}
	case V_TUPLE:
		break;
	}
	TermVec parts = {0};
	for (uint32_t i = 0; i < v.term; i++) {
		Term part = in->pool.at[v.object + i].kind == V_TUPLE ? term_symbol(in->t, "nested tuple") : value_term(in, in->pool.at[v.object + i]);
		vec_push(&parts, part);
	}
	Term x = term_apply(in->t, "tuple", parts.at, parts.n);
	vec_free(&parts);
	return x;
}

Term eval_term(Interp *in, ExprId e) { return e ? value_term(in, eval(in, e)) : 0; }

Term list_term(Interp *in, List l, const char *name) {
	TermVec parts = {0};
	for (uint32_t i = 0; i < l.n && !run_over(in); i++) {
		Term x = eval_term(in, l.at[i]);
		vec_push(&parts, x);
	}
	Term x = term_apply(in->t, name, parts.at, parts.n);
	vec_free(&parts);
	return x;
}

/* ---- types ---- */

static bool varies(const Interp *in, ExprId e, unsigned depth) {
	const Expr *x = ir_expr(in->p, e);
	switch ((ExprKind)x->kind) {
	case X_INT: case X_FLOAT: case X_BOOL: case X_STR: case X_NAME: case X_NONE_VALUE:
		return false;
	case X_UNARY:
		return depth > 20 || varies(in, x->a, depth + 1);
	case X_BINARY:
		return depth > 20 || varies(in, x->a, depth + 1) || varies(in, x->b, depth + 1);
	default:
		return true;
	}
}

static bool any_varies(const Interp *in, List l) {
	for (uint32_t i = 0; i < l.n; i++)
		if (varies(in, l.at[i], 0))
			return true;
	return false;
}

/* Appends " [16, 32]"; false: a dimension is not constant. */
static bool put_dims(Interp *in, Text *out, List dims) {
	text_addz(out, " [");
	for (uint32_t i = 0; i < dims.n; i++) {
		int64_t k;
		if (!term_is_int(in->t, eval_term(in, dims.at[i]), &k))
			return false;
		text_printf(out, i ? ", %lld" : "%lld", (long long)k);
	}
	text_addc(out, ']');
	return true;
}

/* "FP32 Vec [16, 32] valid [3, 32]": one symbol when all is constant, so that it reads well and costs one node. */
static Term shaped_type(Interp *in, TypeId id, const Type *t) {
	List valid = ir_valid_shape(in->p, id);
	bool whole = valid.n == t->shape.n;
	for (uint32_t i = 0; whole && i < valid.n; i++)
		whole = valid.at[i] == t->shape.at[i] || eval_term(in, valid.at[i]) == eval_term(in, t->shape.at[i]);
	Text text = {0};
	text_printf(&text, "%s%s%s", dtype_names[t->dtype], t->space ? " " : "", space_names[t->space]);
	bool constant = put_dims(in, &text, t->shape);
	if (constant && !whole) {
		text_addz(&text, " valid");
		constant = put_dims(in, &text, valid);
	}
	Term x;
	if (constant) {
		x = term_symbol(in->t, text_end(&text));
	} else {
		text.n = 0;
		text_printf(&text, "%s %s", dtype_names[t->dtype], space_names[t->space]);
		Term shape = list_term(in, t->shape, "x");
		x = term_apply(in->t, text_end(&text), (Term[]){shape, whole ? shape : list_term(in, valid, "x")}, 2);
	}
	vec_free(&text);
	return x;
}

Term type_term(Interp *in, TypeId id) {
	if (!id)
		return 0;
	TypeFact *fact = type_fact(in, id);
	if (fact->term)
		return fact->term;
	const Type *t = ir_type(in->p, id);
	Term x = 0;
	if (t->kind == T_SCALAR)
		x = term_symbol(in->t, dtype_names[t->dtype]);
	else if (t->kind == T_TILE || t->kind == T_TENSOR)
		x = shaped_type(in, id, t);
	else
		return 0;
	if (!fact->varies)
		fact->varies = t->kind == T_SCALAR || (!any_varies(in, t->shape) && !any_varies(in, ir_valid_shape(in->p, id))) ? 1 : 2;
	if (fact->varies == 1 && !run_over(in))
		fact->term = x;
	return x;
}

/* ---- operators ---- */

static Term divide(Interp *in, Term a, Term b, bool is_div) {
	Term operands[2] = {a, b};
	Term truncated = term_fn(in->t, is_div ? FN_TRUNCDIV : FN_TRUNCMOD, operands, 2);
	Term floored = term_fn(in->t, is_div ? FN_FLOORDIV : FN_FLOORMOD, operands, 2);
	in->h->division_matters |= truncated != floored;
	return in->options.floor_division ? floored : truncated;
}

static Term fn2(Interp *in, TermFn fn, Term a, Term b) { return term_fn(in->t, fn, (Term[]){a, b}, 2); }
static Term negation(Interp *in, Term a) { return term_fn(in->t, FN_NOT, &a, 1); }

static const char *const binary_names[B_COUNT] = {
#define BINARY(id, text, precedence) [B_##id] = text,
#include "model/operators.def"
};

/* Bit operations and powers: known for constants, otherwise uninterpreted. */
static Term bitwise(Interp *in, BinaryOp op, Term a, Term b) {
	int64_t x, y;
	bool known_a = term_is_int(in->t, a, &x), known_b = term_is_int(in->t, b, &y);
	if (known_b && y >= 0 && y < 62 && (op == B_SHL || op == B_SHR)) {
		Term power = term_int(in->t, INT64_C(1) << y);
		return op == B_SHL ? term_mul(in->t, a, power) : fn2(in, FN_FLOORDIV, a, power);
	}
	if (known_a && known_b && (op == B_BITAND || op == B_BITOR || op == B_BITXOR))
		return term_int(in->t, op == B_BITAND ? x & y : op == B_BITOR ? x | y : x ^ y);
	if (known_b && op == B_POW && y >= 0 && y <= 62) {
		Term r = term_int(in->t, 1);
		while (y--)
			r = term_mul(in->t, r, a);
		return r;
	}
	Term args[2] = {a, b};
	return in->oracle->atom(in->oracle->self, term_apply(in->t, binary_names[op], args, 2));
}

static Value integer_binary(Interp *in, BinaryOp op, Term a, Term b) {
	Terms *t = in->t;
	switch (op) {
	case B_ADD: return integer(term_add(t, a, b));
	case B_SUB: return integer(term_sub(t, a, b));
	case B_MUL: return integer(term_mul(t, a, b));
	case B_FLOORDIV: return integer(divide(in, a, b, true));
	case B_MOD: return integer(divide(in, a, b, false));
	case B_MIN: return integer(fn2(in, FN_MIN, a, b));
	case B_MAX: return integer(fn2(in, FN_MAX, a, b));
	case B_EQ: return integer(fn2(in, FN_EQ, a, b));
	case B_NE: return integer(negation(in, fn2(in, FN_EQ, a, b)));
	case B_LT: return integer(fn2(in, FN_LT, a, b));
	case B_LE: return integer(fn2(in, FN_LE, a, b));
	case B_GT: return integer(fn2(in, FN_LT, b, a));
	case B_GE: return integer(fn2(in, FN_LE, b, a));
	case B_AND: return integer(fn2(in, FN_AND, a, b));
	case B_OR: return integer(fn2(in, FN_OR, a, b));
	case B_FLOATDIV: return opaque(term_apply(t, "/", (Term[]){a, b}, 2));
	default: return integer(bitwise(in, op, a, b));
	}
}

/* Floats: uninterpreted, but a comparison and its mirror image are one term. */
static Value opaque_binary(Interp *in, BinaryOp op, Term a, Term b) {
	Term pair[2] = {a, b}, mirrored[2] = {b, a};
	switch (op) {
	case B_LT: return integer(term_apply(in->t, "f<", pair, 2));
	case B_GT: return integer(term_apply(in->t, "f<", mirrored, 2));
	case B_LE: return integer(term_apply(in->t, "f<=", pair, 2));
	case B_GE: return integer(term_apply(in->t, "f<=", mirrored, 2));
	case B_EQ: return integer(term_apply(in->t, "f==", a < b ? pair : mirrored, 2));
	case B_NE: return integer(negation(in, term_apply(in->t, "f==", a < b ? pair : mirrored, 2)));
	case B_AND: return integer(fn2(in, FN_AND, a, b));
	case B_OR: return integer(fn2(in, FN_OR, a, b));
	default: return opaque(term_apply(in->t, binary_names[op], pair, 2));
	}
}

static Value cast(Interp *in, Value v, Dtype to) {
	char name[32];
	snprintf(name, sizeof name, "cast:%s", dtype_names[to]);
	Term x = value_term(in, v);
	if (!is_integer(to))
		return opaque(term_apply(in->t, name, &x, 1));
	if (v.kind != V_INT)
		return unknown_integer(in, term_apply(in->t, name, &x, 1));
	int64_t k;
	if (to == DT_BOOL)
		return integer(negation(in, fn2(in, FN_EQ, x, term_int(in->t, 0))));
	bool is_signed = to == DT_INT8 || to == DT_INT16 || to == DT_INT4 || to == DT_INT32 || to == DT_INT64 || to == DT_INDEX;
	unsigned bits = dtype_bits[to];
	if (is_signed && bits >= 32)
		return integer(x); /* index arithmetic is read over the integers */
	if (term_is_int(in->t, x, &k)) {
		int64_t low = is_signed ? -(INT64_C(1) << (bits - 1)) : 0;
		int64_t high = bits >= 63 ? INT64_MAX : is_signed ? (INT64_C(1) << (bits - 1)) - 1 : (INT64_C(1) << bits) - 1;
		if (k >= low && k <= high)
			return integer(x);
	}
	return unknown_integer(in, term_apply(in->t, name, &x, 1));
}

static Value unary(Interp *in, const Expr *x) {
	Value v = eval(in, x->a);
	Term a = value_term(in, v);
	int64_t k;
	if (v.kind != V_INT && x->op != U_NOT) {
		static const char *const names[] = {"neg", "not", "~", "abs"};
		return opaque(term_apply(in->t, names[x->op], &a, 1));
	}
	switch ((UnaryOp)x->op) {
	case U_NEG:
		return integer(term_scale(in->t, a, -1));
	case U_NOT:
		return integer(negation(in, a));
	case U_BITNOT:
		return integer(term_is_int(in->t, a, &k) ? term_int(in->t, ~k) : term_sub(in->t, term_int(in->t, -1), a));
	case U_ABS:
		return integer(fn2(in, FN_MAX, a, term_scale(in->t, a, -1)));
	}
	return opaque(a);
}

/* ---- expressions ---- */

static Value variable(Interp *in, VarId v) {
	if (v >= in->first && v <= in->last && in->env[v - in->first].kind != V_NONE)
		return in->env[v - in->first];
	const Variable *x = ir_var(in->p, v);
	if (x->kind == VAR_DIM)
		return unknown_integer(in, term_symbol(in->t, arena_printf(in->h->arena, "dim %s", ir_text(in->p, x->hint))));
	/* Not defined when it is used: a value of its own that equals nothing else. */
	Value undefined = new_symbol(in, x->type, arena_printf(in->h->arena, "%s (undefined)", ir_text(in->p, x->hint)));
	if (!x->type)
		undefined.kind = V_INT;
	if (v >= in->first && v <= in->last && x->kind != VAR_BASE && undefined.kind != V_INT)
		in->env[v - in->first] = undefined;
	return undefined;
}

static void note_use(Interp *in, Value tile) {
	const TileObject *o = &in->objects.at[tile.object];
	if (!o->ring)
		return;
	TileUse use = {.ordinal = o->ordinal, .is_carried = tile.is_carried, .when = in->when, .at = site(in, in->at)};
	vec_push(&in->h->rings.at[o->ring - 1].uses, use);
}

static Value tuple(Interp *in, List l) {
	Value *parts = ARENA_ARRAY(in->h->arena, Value, l.n + 1);
	for (uint32_t i = 0; i < l.n && !run_over(in); i++)
		parts[i] = eval(in, l.at[i]);
	Value v = {.kind = V_TUPLE, .object = in->pool.n, .term = l.n};
	for (uint32_t i = 0; i < l.n; i++)
		vec_push(&in->pool, parts[i]);
	return v;
}

static Value item(Interp *in, const Expr *x) {
	Value whole = eval(in, x->a);
	Term index = eval_term(in, x->b);
	int64_t k;
	if (run_over(in))
		return (Value){0};
	if (whole.kind == V_TUPLE && term_is_int(in->t, index, &k) && k >= 0 && k < (int64_t)whole.term)
		return in->pool.at[whole.object + (uint32_t)k];
	return opaque(term_apply(in->t, "item", (Term[]){value_term(in, whole), index}, 2));
}

static Value dictionary(Interp *in, Pairs pairs) {
	TermVec parts = {0};
	for (uint32_t i = 0; i < pairs.n && !run_over(in); i++) {
		Term key = term_symbol(in->t, ir_text(in->p, pairs.at[i].key)), value = eval_term(in, pairs.at[i].value);
		vec_push(&parts, key);
		vec_push(&parts, value);
	}
	Term x = term_apply(in->t, "{}", parts.at, parts.n);
	vec_free(&parts);
	return opaque(x);
}

static Value text_value(Interp *in, const char *format, const char *s) {
	return opaque(term_symbol(in->t, arena_printf(in->h->arena, format, s)));
}

static Value eval_kind(Interp *in, ExprId e) {
	const Expr *x = ir_expr(in->p, e);
	char number[40];
	switch ((ExprKind)x->kind) {
	case X_VAR: {
		Value v = variable(in, x->var);
		if (in->is_use && v.kind == V_TILE)
			note_use(in, v);
		return v;
	}
	case X_INT: case X_BOOL:
		return integer(term_int(in->t, x->i));
	case X_FLOAT:
		snprintf(number, sizeof number, "%.17g", x->f);
		return opaque(term_symbol(in->t, number));
	case X_STR:
		return text_value(in, "'%s'", ir_text(in->p, x->str));
	case X_NAME:
		return text_value(in, "%s", ir_text(in->p, x->str));
	case X_NONE: case X_NONE_VALUE:
		return text_value(in, "%s", "None");
	case X_UNARY:
		return unary(in, x);
	case X_BINARY: {
		Value a = eval(in, x->a), b = eval(in, x->b);
		if (run_over(in))
			return (Value){0};
		if (a.kind == V_INT && b.kind == V_INT)
			return integer_binary(in, (BinaryOp)x->op, a.term, b.term);
		return opaque_binary(in, (BinaryOp)x->op, value_term(in, a), value_term(in, b));
	}
	case X_CAST:
		return cast(in, eval(in, x->a), (Dtype)x->dtype);
	case X_LIST:
		return opaque(list_term(in, x->list, "[]"));
	case X_TUPLE:
		return tuple(in, x->list);
	case X_ITEM:
		return item(in, x);
	case X_DICT:
		return dictionary(in, x->pairs);
	case X_CALL:
		return eval_call(in, e, 0, false);
	case X_TYPE: {
		Term type = type_term(in, x->type);
		return type ? opaque(type) : text_value(in, "%s", "type");
	}
	}
	return (Value){0};
}

Value eval(Interp *in, ExprId e) {
	if (!e || run_over(in))
		return (Value){0};
	if (in->depth >= MOST_DEPTH) {
		stop_run(in, RUN_UNSUPPORTED, ir_expr(in->p, e)->span, "expressions nested more than %d deep", MOST_DEPTH);
		return (Value){0};
	}
	in->depth++;
	Value v = eval_kind(in, e);
	/* What such a number is compared with decides nothing: the same sum in another order is another term. */
	in->h->imprecise |= v.kind == V_INT && v.term && term_is_wide(in->t, v.term);
	in->depth--;
	return v;
}
