#include "checks/declared_types.h"

enum { MOST_DEPTH = 60 };

static void put_value(const Program *p, ExprId e, Text *out, unsigned depth);

static void put_list(const Program *p, List l, Text *out, unsigned depth) {
	text_addc(out, '[');
	for (uint32_t i = 0; i < l.n; i++) {
		if (i)
			text_addc(out, ',');
		put_value(p, l.at[i], out, depth + 1);
	}
	text_addc(out, ']');
}

static void put_type(const Program *p, TypeId id, Text *out, unsigned depth);

static void put_value(const Program *p, ExprId e, Text *out, unsigned depth) {
	int64_t k;
	if (!e || depth > MOST_DEPTH) {
		text_addc(out, '-');
		return;
	}
	if (ir_const_int(p, e, &k)) {
		text_int(out, k);
		return;
	}
	const Expr *x = ir_expr(p, e);
	switch ((ExprKind)x->kind) {
	case X_BOOL:
		text_addz(out, x->i ? "True" : "False");
		break;
	case X_STR: case X_NAME:
		text_add(out, ir_text(p, x->str), ir_text_length(p, x->str));
		break;
	case X_LIST: case X_TUPLE:
		put_list(p, x->list, out, depth);
		break;
	case X_TYPE:
		put_type(p, x->type, out, depth + 1);
		break;
	default:
		text_addc(out, '?');
	}
}

static void put_pairs(const Program *p, Pairs pairs, const char *skip, Text *out, unsigned depth) {
	for (uint32_t i = 0; i < pairs.n; i++) {
		const char *key = ir_text(p, pairs.at[i].key);
		if (skip && !strcmp(key, skip))
			continue;
		text_printf(out, " %.60s=", key);
		put_value(p, pairs.at[i].value, out, depth + 1);
	}
}

static void put_type(const Program *p, TypeId id, Text *out, unsigned depth) {
	if (!id || depth > MOST_DEPTH) {
		text_addc(out, '-');
		return;
	}
	const Type *t = ir_type(p, id);
	static const char *const kinds[] = {"none", "Scalar", "Tensor", "Tile", "Ptr", "MemRefType", "Tuple", "Array", "UnknownType", ""};
	text_printf(out, "%s%.80s %s%s%s", kinds[t->kind], ir_text(p, t->name), dtype_names[t->dtype], t->space ? " " : "", space_names[t->space]);
	if (t->kind == T_TILE || t->kind == T_TENSOR || t->kind == T_ARRAY) {
		text_addc(out, ' ');
		put_list(p, t->shape, out, depth);
	}
	if (t->kind == T_TILE || t->kind == T_TENSOR) {
		/* Always said, so that dims keep their place when one becomes a constant. */
		text_addz(out, " valid ");
		put_list(p, ir_valid_shape(p, id), out, depth);
	}
	if (t->view && ir_expr(p, t->view)->kind == X_CALL)
		put_pairs(p, ir_expr(p, t->view)->call->kwargs, "valid_shape", out, depth);
	if (t->extra.n)
		put_list(p, t->extra, out, depth);
	for (uint32_t i = 0; i < t->elements.n; i++) {
		text_addc(out, i ? ',' : ' ');
		put_type(p, t->elements.at[i], out, depth + 1);
	}
}

void declared_type(const Program *p, TypeId t, Text *out) { put_type(p, t, out, 0); }

bool declared_fits(const char *before, const char *after) {
	while (*before && *after) {
		if (*before == '?' && (*after == '?' || *after == '-' || (*after >= '0' && *after <= '9'))) {
			before++;
			after++;
			while (after[-1] != '?' && *after >= '0' && *after <= '9')
				after++;
		} else if (*before++ != *after++)
			return false;
	}
	return *before == *after;
}

void declared_call(const Program *p, const Call *c, Text *out) {
	text_add(out, ir_text(p, c->callee), ir_text_length(p, c->callee));
	for (uint32_t i = 0; i < c->args.n; i++) {
		const Expr *x = ir_expr(p, c->args.at[i]);
		TypeId t = x->kind == X_VAR ? ir_var(p, x->var)->type : 0;
		text_addz(out, "; ");
		if (t && ir_type(p, t)->kind != T_SCALAR)
			declared_type(p, t, out);
	}
	put_pairs(p, c->kwargs, NULL, out, 0);
}

void declared_kinds(const Program *p, const Call *c, Text *out) {
	for (uint32_t i = 0; i < c->args.n; i++) {
		const Expr *x = ir_expr(p, c->args.at[i]);
		TypeId t = x->kind == X_VAR ? ir_var(p, x->var)->type : 0;
		uint8_t kind = t ? ir_type(p, t)->kind : T_SCALAR;
		if (x->kind == X_LIST || x->kind == X_TUPLE)
			text_printf(out, "[%u]", x->list.n);
		else
			text_addc(out, kind == T_TILE ? 't' : kind == T_TENSOR ? 'g' : kind == T_SCALAR ? 's' : 'o');
	}
}

/* ---- scalars ---- */

static bool is_comparison(uint8_t op) {
	return op == B_EQ || op == B_NE || op == B_LT || op == B_LE || op == B_GT || op == B_GE || op == B_AND || op == B_OR;
}

static Dtype dtype_of(const Program *p, ExprId e, unsigned depth) {
	const Expr *x = ir_expr(p, e);
	if (depth > MOST_DEPTH)
		return DT_NONE;
	switch ((ExprKind)x->kind) {
	case X_VAR: {
		TypeId t = ir_var(p, x->var)->type;
		return t && ir_type(p, t)->kind == T_SCALAR ? (Dtype)ir_type(p, t)->dtype : DT_NONE;
	}
	case X_INT: case X_CAST:
		return (Dtype)x->dtype;
	case X_BOOL:
		return DT_BOOL;
	case X_UNARY:
		return x->op == U_NOT ? DT_BOOL : dtype_of(p, x->a, depth + 1);
	case X_BINARY: {
		if (is_comparison(x->op))
			return DT_BOOL;
		Dtype a = dtype_of(p, x->a, depth + 1), b = dtype_of(p, x->b, depth + 1);
		return a == b ? a : DT_NONE; /* INDEX and INT64 mix */
	}
	default:
		return DT_NONE;
	}
}

Dtype declared_dtype(const Program *p, ExprId e) { return dtype_of(p, e, 0); }
