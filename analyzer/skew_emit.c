/* What a skewed loop becomes: prologue, steady state, epilogue, final bindings (skew.md B.4). */
#include "analyzer/skew.h"

enum { FIRST_GROUP = 1 << 20 };

typedef VEC(ExprId) ExprVec;

typedef struct Emit {
	Skew *k;
	const SkewLoop *l;
	const SkewHalves *h;
	int64_t depth, group;
	Span at;
	Clone clone;
	ExprVec carried; /* what the iteration arguments stand for in the next half */
} Emit;

static ExprId index_of(Emit *e, int64_t value) { return ir_int(e->k->p, value, DT_INDEX, e->at); }

/* Induction value of iteration n of the loop; wraps as the reference's arithmetic does. */
static int64_t value_at(const Emit *e, int64_t n) { return wrap_add(e->l->start, wrap_mul(n, e->l->step)); }

/* Copies one half for one iteration, tags it, and returns what it yields in e->carried when it ends the iteration. */
static void half(Emit *e, const uint8_t *members, ExprId iteration, int64_t stage, bool yields, StmtVec *out) {
	Program *p = e->k->p;
	const Stmt *loop = ir_stmt(p, e->l->id);
	clone_reset(&e->clone);
	clone_map(&e->clone, loop->var, iteration);
	for (uint32_t i = 0; i < loop->iters.n; i++)
		clone_map(&e->clone, loop->iters.at[i], e->carried.at[i]);
	for (uint32_t i = 0; i < e->l->stmts.n; i++) {
		if (!members[i])
			continue;
		StmtId copy = clone_stmt(&e->clone, e->l->stmts.at[i]);
		tag_stmt(p, copy, TAG_SKEW, e->group, stage);
		vec_push(out, copy);
	}
	/* All yields are read before any changes: they may permute the carried values. */
	ExprVec next = {0};
	for (uint32_t i = 0; yields && i < loop->iters.n; i++)
		vec_push(&next, clone_expr(&e->clone, e->l->yields.at[i]));
	for (uint32_t i = 0; i < next.n; i++)
		e->carried.at[i] = next.at[i];
	vec_free(&next);
}

static void carry(Emit *e, List vars, bool initial) {
	e->carried.n = 0;
	for (uint32_t i = 0; i < vars.n; i++)
		vec_push(&e->carried, initial ? ir_var(e->k->p, vars.at[i])->init : ir_use(e->k->p, vars.at[i], e->at));
}

static TypeId type_of_result(const Program *p, const Stmt *loop, uint32_t i) {
	TypeId t = ir_var(p, loop->returns.at[i])->type;
	return t ? t : ir_var(p, loop->iters.at[i])->type;
}

static List fresh_iters(Emit *e, const Stmt *loop) {
	Program *p = e->k->p;
	VarVec fresh = {0};
	for (uint32_t i = 0; i < loop->iters.n; i++) {
		const Variable *old = ir_var(p, loop->iters.at[i]);
		VarId v = ir_add_var(p, VAR_ITER, old->hint, old->type, old->span);
		ir_var(p, v)->init = old->init;
		vec_push(&fresh, v);
	}
	List list = ir_list(p, fresh.at, fresh.n);
	vec_free(&fresh);
	return list;
}

static List fresh_returns(Emit *e, const Stmt *loop) {
	Program *p = e->k->p;
	VarVec fresh = {0};
	for (uint32_t i = 0; i < loop->returns.n; i++) {
		const char *hint = arena_printf(p->arena, "%s_swp", ir_hint(p, loop->returns.at[i]));
		vec_push(&fresh, ir_add_var(p, VAR_RETURN, ir_strz(p, hint), type_of_result(p, loop, i), ir_var(p, loop->returns.at[i])->span));
	}
	List list = ir_list(p, fresh.at, fresh.n);
	vec_free(&fresh);
	return list;
}

static StmtId yield_of(Emit *e) {
	StmtId id = ir_add_stmt(e->k->p, S_YIELD, e->at);
	ir_stmt(e->k->p, id)->values = ir_list(e->k->p, e->carried.at, e->carried.n);
	return id;
}

static void prologue(Emit *e, StmtVec *out) {
	for (int64_t i = 0; i < e->depth; i++)
		half(e, e->h->produce, index_of(e, value_at(e, i)), i, false, out);
}

static StmtId steady(Emit *e) {
	Program *p = e->k->p;
	int64_t step = e->l->step, d = e->depth;
	const Stmt *loop = ir_stmt(p, e->l->id);
	StmtId id = ir_add_stmt(p, S_FOR, loop->span);
	Stmt *s = ir_stmt(p, id);
	const Variable *var = ir_var(p, loop->var);
	*s = *loop;
	s->loop_kind = LOOP_RANGE;
	s->stages = 0;
	s->bounds = 0;
	s->var = ir_add_var(p, VAR_LOOP, var->hint, var->type, var->span);
	s->start = index_of(e, value_at(e, d));
	s->stop = index_of(e, value_at(e, e->l->trip));
	s->step = index_of(e, wrap_mul(d, step));
	s->iters = fresh_iters(e, loop);
	carry(e, s->iters, false);
	StmtVec body = {0};
	for (int64_t i = 0; i < d; i++) {
		ExprId k = ir_use(p, s->var, e->at);
		int64_t ahead = wrap_mul(i, step);
		half(e, e->h->produce, ahead ? ir_binary(p, B_ADD, k, index_of(e, ahead), e->at) : k, i, false, &body);
	}
	for (int64_t i = 0; i < d; i++) {
		ExprId k = ir_use(p, s->var, e->at);
		half(e, e->h->consume, ir_binary(p, B_SUB, k, index_of(e, wrap_mul(d - i, step)), e->at), i, true, &body);
	}
	if (s->iters.n)
		vec_push(&body, yield_of(e));
	s->body = block_of(p, &body);
	s->returns = fresh_returns(e, loop);
	vec_free(&body);
	return id;
}

static void epilogue(Emit *e, StmtVec *out) {
	for (int64_t i = 0; i < e->depth; i++)
		half(e, e->h->consume, index_of(e, value_at(e, e->l->trip - e->depth + i)), i, true, out);
}

/* The loop's results keep their variables, so later uses stay valid; now plain statements define them. */
static void bind_results(Emit *e, const Stmt *loop, StmtVec *out) {
	Program *p = e->k->p;
	for (uint32_t i = 0; i < loop->returns.n; i++) {
		StmtId id = ir_add_stmt(p, S_ASSIGN, e->at);
		Variable *result = ir_var(p, loop->returns.at[i]);
		result->type = type_of_result(p, loop, i);
		result->kind = VAR_ASSIGN;
		ir_stmt(p, id)->var = loop->returns.at[i];
		ir_stmt(p, id)->expr = e->carried.at[i];
		vec_push(out, id);
	}
}

void skew_emit(Skew *k, const SkewLoop *l, const SkewHalves *h, int64_t depth, StmtVec *out) {
	const Stmt *loop = ir_stmt(k->p, l->id);
	Emit e = {.k = k, .l = l, .h = h, .depth = depth, .group = FIRST_GROUP + k->groups, .at = loop->span};
	clone_begin(&e.clone, k->p);
	carry(&e, loop->iters, true);
	prologue(&e, out);
	StmtId loop_of = steady(&e);
	vec_push(out, loop_of);
	if (loop->returns.n)
		carry(&e, ir_stmt(k->p, loop_of)->returns, false);
	else
		carry(&e, loop->iters, true);
	epilogue(&e, out);
	bind_results(&e, loop, out);
	clone_end(&e.clone);
	vec_free(&e.carried);
	k->groups++;
}
