#include "analyzer/region.h"

static List elements(const Program *p, ExprId e) {
	const Expr *x = ir_expr(p, e);
	return x->kind == X_LIST || x->kind == X_TUPLE ? x->list : (List){0};
}

static List tile_shape(const Program *p, ExprId e) {
	const Expr *x = ir_expr(p, e);
	TypeId t = x->kind == X_VAR ? ir_var(p, x->var)->type : 0;
	return t && ir_type(p, t)->kind == T_TILE ? ir_type(p, t)->shape : (List){0};
}

TensorRegion region_of(const LinearScope *x, const Call *c) {
	const Program *p = x->p;
	TensorRegion r = {0};
	List offsets = {0}, extents = {0};
	bool cell = false;
	if (c->op == OP_TILE_LOAD && c->args.n >= 3) {
		offsets = elements(p, c->args.at[1]);
		extents = elements(p, c->args.at[2]);
	} else if (c->op == OP_TILE_STORE && c->args.n >= 3) {
		offsets = elements(p, c->args.at[1]);
		extents = tile_shape(p, c->args.at[0]);
	} else if ((c->op == OP_TENSOR_READ || c->op == OP_TENSOR_WRITE) && c->args.n >= 2) {
		offsets = elements(p, c->args.at[1]);
		cell = true;
	}
	if (!offsets.n || offsets.n > REGION_DIMS || (!cell && extents.n != offsets.n))
		return r;
	r.n = offsets.n;
	for (uint32_t i = 0; i < r.n; i++) {
		r.extent[i] = 1;
		r.known[i] = (cell || ir_const_int(p, extents.at[i], &r.extent[i])) && linear_of(x, offsets.at[i], &r.offset[i]);
	}
	return r;
}

/* First and one past the last element; false: not constant. */
static bool range(const TensorRegion *r, uint32_t i, int64_t *first, int64_t *past) {
	const Linear *x = &r->offset[i];
	if (!r->known[i] || x->slope || x->n)
		return false;
	*first = x->low;
	return !__builtin_add_overflow(x->high, r->extent[i], past);
}

bool region_apart(const TensorRegion *a, const TensorRegion *b) {
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++) {
		int64_t first_a, past_a, first_b, past_b;
		if (range(a, i, &first_a, &past_a) && range(b, i, &first_b, &past_b) && (past_a <= first_b || past_b <= first_a))
			return true;
	}
	return false;
}
