/* Names -> variables. A use means the latest visible definition; bindings are restored from a log when a scope ends.
 *
 * What resolves to nothing still gets an identity, one per function and name: VAR_DIM inside types, VAR_FREE elsewhere,
 * VAR_BASE for quoted allocations. Dimensions of the signature count as defined for the body.
 */
#include "model/parse_internal.h"

static const char free_suffix[] = "__FREE_VAR";

NameFacts *parse_facts(Parser *ps, StrId name) {
	if (name >= ps->n_facts) {
		uint32_t n = name + name / 2 + 256;
		ps->facts = mem_resize(ps->facts, n * sizeof *ps->facts);
		memset(ps->facts + ps->n_facts, 0, (n - ps->n_facts) * sizeof *ps->facts);
		ps->n_facts = n;
	}
	return &ps->facts[name];
}

void parse_bind(Parser *ps, StrId name, VarId v) {
	NameFacts *f = parse_facts(ps, name);
	vec_push(&ps->undo, ((Binding){name, f->bound}));
	f->bound = v;
}

VarId parse_define(Parser *ps, VarKind kind, const Target *t) {
	VarId v = ir_add_var(ps->p, kind, t->name, t->type, t->span);
	parse_bind(ps, t->name, v);
	return v;
}

void parse_undo(Parser *ps, uint32_t mark) {
	while (ps->undo.n > mark) {
		const Binding *b = &ps->undo.at[--ps->undo.n];
		ps->facts[b->name].bound = b->before;
	}
}

void parse_leave_function(Parser *ps) {
	parse_undo(ps, 0);
	for (uint32_t i = 0; i < ps->touched.n; i++) {
		NameFacts *f = &ps->facts[ps->touched.at[i]];
		f->dim = f->free = f->base = 0;
	}
	ps->touched.n = 0;
}

static bool is_marked_free(const Parser *ps, StrId name) {
	size_t n = ir_text_length(ps->p, name), m = sizeof free_suffix - 1;
	return n >= m && memcmp(ir_text(ps->p, name) + n - m, free_suffix, m) == 0;
}

static VarId unresolved(Parser *ps, VarId *place, VarKind kind, StrId name, Span at) {
	if (!*place) {
		*place = ir_add_var(ps->p, kind, name, 0, at);
		vec_push(&ps->touched, name);
	}
	return *place;
}

VarId parse_resolve(Parser *ps, StrId name, Span at) {
	NameFacts *f = parse_facts(ps, name);
	if (f->bound)
		return f->bound;
	if (!ps->in_type || is_marked_free(ps, name))
		return unresolved(ps, &f->free, VAR_FREE, name, at);
	if (ps->in_signature) {
		Target t = {name, at, ir_scalar(ps->p, DT_INDEX)};
		return parse_define(ps, VAR_DIM, &t);
	}
	VarId v = unresolved(ps, &f->dim, VAR_DIM, name, at);
	ir_var(ps->p, v)->type = ir_scalar(ps->p, DT_INDEX);
	return v;
}

VarId parse_base(Parser *ps, StrId name, Span at) {
	return unresolved(ps, &parse_facts(ps, name)->base, VAR_BASE, name, at);
}

Dtype parse_dtype(Parser *ps, StrId name) {
	NameFacts *f = parse_facts(ps, name);
	if (!f->dtype) {
		const char *s = ir_text(ps->p, name);
		size_t n = ir_text_length(ps->p, name);
		bool fits = n > 3 && memcmp(s, "pl.", 3) == 0;
		f->dtype = (uint8_t)(1 + (fits ? dtype_find(s + 3, n - 3) : DT_NONE));
	}
	return (Dtype)(f->dtype - 1);
}

static TypeId type_of_binary(Parser *ps, const Expr *e) {
	if (e->op >= B_EQ && e->op <= B_GE)
		return ir_scalar(ps->p, DT_BOOL);
	TypeId a = parse_type_of(ps, e->a), b = parse_type_of(ps, e->b);
	if (!a || !b || ir_type(ps->p, a)->kind != T_SCALAR || ir_type(ps->p, b)->kind != T_SCALAR)
		return 0;
	uint8_t s = ir_type(ps->p, a)->dtype, t = ir_type(ps->p, b)->dtype;
	if (s == t)
		return a;
	bool is_index_mix = (s == DT_INDEX && t == DT_INT64) || (s == DT_INT64 && t == DT_INDEX);
	return is_index_mix ? ir_scalar(ps->p, DT_INT64) : 0; /* only these two mix without a cast */
}

TypeId parse_type_of(Parser *ps, ExprId id) {
	const Expr *e = ir_expr(ps->p, id);
	switch ((ExprKind)e->kind) {
	case X_VAR: return ir_var(ps->p, e->var)->type;
	case X_INT:
	case X_FLOAT:
	case X_CAST: return ir_scalar(ps->p, (Dtype)e->dtype);
	case X_BOOL: return ir_scalar(ps->p, DT_BOOL);
	case X_UNARY: return e->op == U_NOT ? ir_scalar(ps->p, DT_BOOL) : parse_type_of(ps, e->a);
	case X_BINARY: return type_of_binary(ps, e);
	default: return 0;
	}
}
