#include "analyzer/clone.h"

void clone_begin(Clone *c, Program *p) { *c = (Clone){.p = p}; }

void clone_reset(Clone *c) {
	for (uint32_t i = 0; i < c->mapped.n; i++)
		c->map[c->mapped.at[i]] = 0;
	c->mapped.n = 0;
}

void clone_end(Clone *c) {
	mem_free_(c->map);
	vec_free(&c->mapped);
	*c = (Clone){0};
}

void clone_map(Clone *c, VarId from, ExprId to) {
	if (from >= c->room) {
		uint32_t old = c->room, want = c->p->vars.n > from ? c->p->vars.n : from + 1;
		vec_grow_((void **)&c->map, &c->room, want, sizeof *c->map);
		memset(c->map + old, 0, (size_t)(c->room - old) * sizeof *c->map);
	}
	c->map[from] = to;
	vec_push(&c->mapped, from);
}

static ExprId mapped(const Clone *c, VarId v) { return v < c->room ? c->map[v] : 0; }

typedef uint32_t (*CloneOne)(Clone *c, uint32_t id);

static List clone_list(Clone *c, List l, CloneOne one) {
	uint32_t i = 0, same = 0;
	while (i < l.n && (same = one(c, l.at[i])) == l.at[i])
		i++;
	if (i == l.n)
		return l;
	uint32_t *at = ARENA_ARRAY(c->p->arena, uint32_t, l.n);
	memcpy(at, l.at, i * sizeof *at);
	at[i] = same;
	for (i++; i < l.n; i++)
		at[i] = one(c, l.at[i]);
	return (List){at, l.n};
}

static Pairs clone_pairs(Clone *c, Pairs l) {
	Pair *at = NULL;
	for (uint32_t i = 0; i < l.n; i++) {
		ExprId value = clone_expr(c, l.at[i].value);
		if (!at && value == l.at[i].value)
			continue;
		if (!at)
			at = arena_copy(c->p->arena, l.at, l.n * sizeof *at);
		at[i].value = value;
	}
	return at ? (Pairs){at, l.n} : l;
}

static bool same_list(List a, List b) { return a.at == b.at; }

static bool has_spine(const Expr *e) {
	return e->kind == X_UNARY || e->kind == X_CAST || e->kind == X_BINARY || e->kind == X_ITEM;
}

/* An expression that is no operator. */
static ExprId clone_leaf(Clone *c, ExprId id) {
	const Expr *e = ir_expr(c->p, id);
	Expr copy = *e;
	switch ((ExprKind)e->kind) {
	case X_VAR: {
		ExprId to = mapped(c, e->var);
		return to ? to : id;
	}
	case X_LIST:
	case X_TUPLE:
		copy.list = clone_list(c, e->list, clone_expr);
		return same_list(copy.list, e->list) ? id : ir_add_expr(c->p, &copy);
	case X_DICT:
		copy.pairs = clone_pairs(c, e->pairs);
		return copy.pairs.at == e->pairs.at ? id : ir_add_expr(c->p, &copy);
	case X_CALL: {
		Call call = *e->call;
		call.args = clone_list(c, call.args, clone_expr);
		call.kwargs = clone_pairs(c, call.kwargs);
		call.attrs = clone_pairs(c, call.attrs);
		if (same_list(call.args, e->call->args) && call.kwargs.at == e->call->kwargs.at && call.attrs.at == e->call->attrs.at)
			return id;
		copy.call = arena_copy(c->p->arena, &call, sizeof call);
		return ir_add_expr(c->p, &copy);
	}
	case X_TYPE:
		copy.type = clone_type(c, e->type);
		return copy.type == e->type ? id : ir_add_expr(c->p, &copy);
	case X_UNARY:
	case X_CAST:
	case X_BINARY:
	case X_ITEM:
	case X_NONE:
	case X_INT:
	case X_FLOAT:
	case X_BOOL:
	case X_NONE_VALUE:
	case X_STR:
	case X_NAME:
		break;
	}
	return id;
}

/* Left operands are followed by a loop: a sum of a million terms is legal and as deep as it is long. */
ExprId clone_expr(Clone *c, ExprId id) {
	if (!id)
		return 0;
	if (!has_spine(ir_expr(c->p, id)))
		return clone_leaf(c, id);
	VEC(ExprId) spine = {0};
	for (; id && has_spine(ir_expr(c->p, id)); id = ir_expr(c->p, id)->a)
		vec_push(&spine, id);
	ExprId left = id ? clone_leaf(c, id) : 0;
	while (spine.n) {
		ExprId at = spine.at[--spine.n];
		const Expr *e = ir_expr(c->p, at);
		Expr copy = *e;
		copy.a = left;
		if (e->kind == X_BINARY || e->kind == X_ITEM)
			copy.b = clone_expr(c, e->b);
		left = copy.a == e->a && copy.b == e->b ? at : ir_add_expr(c->p, &copy);
	}
	vec_free(&spine);
	return left;
}

static const MemRef *clone_memref(Clone *c, const MemRef *m) {
	if (!m)
		return NULL;
	MemRef copy = *m;
	ExprId base = mapped(c, m->base);
	if (base && ir_expr(c->p, base)->kind == X_VAR)
		copy.base = ir_expr(c->p, base)->var;
	copy.offset = clone_expr(c, m->offset);
	copy.size = clone_expr(c, m->size);
	copy.index = clone_expr(c, m->index);
	if (copy.base == m->base && copy.offset == m->offset && copy.size == m->size && copy.index == m->index)
		return m;
	return arena_copy(c->p->arena, &copy, sizeof copy);
}

TypeId clone_type(Clone *c, TypeId id) {
	if (!id)
		return 0;
	const Type *t = ir_type(c->p, id);
	Type copy = *t;
	copy.shape = clone_list(c, t->shape, clone_expr);
	copy.memref = clone_memref(c, t->memref);
	copy.view = clone_expr(c, t->view);
	copy.extra = clone_list(c, t->extra, clone_expr);
	copy.elements = clone_list(c, t->elements, clone_type);
	if (same_list(copy.shape, t->shape) && copy.memref == t->memref && copy.view == t->view && same_list(copy.extra, t->extra) &&
	    same_list(copy.elements, t->elements))
		return id;
	return ir_add_type(c->p, &copy);
}

VarId clone_def(Clone *c, VarId v) {
	const Variable *old = ir_var(c->p, v);
	ExprId init = clone_expr(c, old->init);
	VarId fresh = ir_add_var(c->p, old->kind, old->hint, clone_type(c, old->type), old->span);
	ir_var(c->p, fresh)->init = init;
	clone_map(c, v, ir_use(c->p, fresh, old->span));
	return fresh;
}

/* Definitions always become other handles, so that the list is always a new one. */
static List clone_defs(Clone *c, List vars) { return clone_list(c, vars, clone_def); }

StmtId clone_stmt(Clone *c, StmtId id) {
	Program *p = c->p;
	StmtId copy = ir_add_stmt(p, ir_stmt(p, id)->kind, ir_stmt(p, id)->span);
	const Stmt *s = ir_stmt(p, id);
	Stmt *to = ir_stmt(p, copy);
	*to = *s;
	if (!c->keep_comments)
		to->comments = (List){0};
	/* What a statement reads is copied before what it defines; a while condition reads its iteration arguments. */
	to->iters = clone_defs(c, s->iters);
	to->start = clone_expr(c, s->start);
	to->stop = clone_expr(c, s->stop);
	to->step = clone_expr(c, s->step);
	to->expr = clone_expr(c, s->expr);
	to->attrs = clone_pairs(c, s->attrs);
	to->values = clone_list(c, s->values, clone_expr);
	if (s->var)
		to->var = clone_def(c, s->var);
	to->body = clone_list(c, s->body, clone_stmt);
	to->orelse = clone_list(c, s->orelse, clone_stmt);
	to->returns = clone_defs(c, s->returns);
	return copy;
}
