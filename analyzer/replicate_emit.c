/* What stands in the place of a replicated loop (replicate.md D.2 to D.4).
 *
 * Copies of the body follow one another, each under a substitution of its own: the loop variable becomes base + j * step, the
 * iteration arguments become what the copy before yields. Nothing folds but a constant base. Expressions may be shared.
 */
#include "analyzer/replicate.h"

#include <inttypes.h>

static ExprId *values(const Program *p, uint32_t n) { return ARENA_ARRAY(p->arena, ExprId, n ? n : 1); }

static ExprId *uses(Program *p, List vars, Span at) {
	ExprId *v = values(p, vars.n);
	for (uint32_t k = 0; k < vars.n; k++)
		v[k] = ir_use(p, vars.at[k], at);
	return v;
}

static ExprId index_int(Program *p, int64_t v, Span at) { return ir_int(p, v, DT_INDEX, at); }

static ExprId offset_from(Program *p, ExprId base, int64_t by, Span at) {
	const Expr *e = ir_expr(p, base);
	if (!by)
		return base;
	if (e->kind == X_INT)
		return ir_int(p, wrap_add(e->i, by), (Dtype)e->dtype, at);
	return replicate_binary(p, B_ADD, base, index_int(p, by, at), at);
}

/* D.2: n copies from base on. carried: in the values before the first copy, out those behind the last one. */
static void region(Replicate *r, const Plan *plan, int64_t n, ExprId base, ExprId *carried, StmtVec *out) {
	Program *p = r->p;
	const Stmt *loop = ir_stmt(p, plan->loop);
	int64_t group = r->groups++;
	ExprId *next = values(p, loop->iters.n);
	Clone c;
	clone_begin(&c, p);
	for (int64_t j = 0; j < n; j++) {
		clone_reset(&c);
		clone_map(&c, loop->var, offset_from(p, base, wrap_mul(j, plan->step), loop->span));
		for (uint32_t k = 0; k < loop->iters.n; k++)
			clone_map(&c, loop->iters.at[k], carried[k]);
		for (uint32_t i = 0; i < plan->body.n; i++) {
			StmtId copy = clone_stmt(&c, plan->body.at[i]);
			tag_stmt(p, copy, plan->rule, group, j);
			vec_push(out, copy);
		}
		for (uint32_t k = 0; k < loop->iters.n; k++)
			next[k] = clone_expr(&c, plan->yields.at[k]);
		memcpy(carried, next, loop->iters.n * sizeof *carried);
	}
	clone_end(&c);
}

static void add_yield(Program *p, const ExprId *at, uint32_t n, Span span, StmtVec *out) {
	if (!n)
		return;
	StmtId y = ir_add_stmt(p, S_YIELD, span);
	ir_stmt(p, y)->values = ir_list(p, at, n);
	vec_push(out, y);
}

/* Fresh results: names of like with suffix. */
static List results_like(Program *p, List like, const char *suffix) {
	uint32_t *at = ARENA_ARRAY(p->arena, uint32_t, like.n ? like.n : 1);
	for (uint32_t k = 0; k < like.n; k++) {
		const Variable *v = ir_var(p, like.at[k]);
		at[k] = ir_add_var(p, VAR_RETURN, ir_strz(p, arena_printf(p->arena, "%s%s", ir_text(p, v->hint), suffix)), v->type, v->span);
	}
	return (List){at, like.n};
}

/* The loop of main turns, from the original start to stop. */
static void main_loop(Replicate *r, const Plan *plan, ExprId stop, List returns, StmtVec *out) {
	Program *p = r->p;
	const Stmt *loop = ir_stmt(p, plan->loop);
	StmtId id = ir_add_stmt(p, S_FOR, loop->span);
	Stmt *m = ir_stmt(p, id);
	loop = ir_stmt(p, plan->loop);
	const Variable *i = ir_var(p, loop->var);
	m->loop_kind = LOOP_PIPELINE;
	m->stages = 1;
	m->comments = loop->comments;
	m->attrs = loop->attrs;
	m->var = ir_add_var(p, VAR_LOOP, i->hint, i->type, i->span);
	m->start = loop->start;
	m->stop = stop;
	m->step = index_int(p, wrap_mul(plan->factor, plan->step), loop->span);
	m->returns = returns;
	uint32_t *iters = ARENA_ARRAY(p->arena, uint32_t, loop->iters.n ? loop->iters.n : 1);
	for (uint32_t k = 0; k < loop->iters.n; k++) {
		const Variable *v = ir_var(p, loop->iters.at[k]);
		iters[k] = ir_add_var(p, VAR_ITER, v->hint, v->type, v->span);
		ir_var(p, iters[k])->init = v->init;
	}
	m->iters = (List){iters, loop->iters.n};
	StmtVec body = {0};
	ExprId *carried = uses(p, m->iters, loop->span);
	region(r, plan, plan->factor, ir_use(p, m->var, loop->span), carried, &body);
	add_yield(p, carried, m->iters.n, loop->span, &body);
	m->body = block_of(p, &body);
	vec_free(&body);
	vec_push(out, id);
}

static StmtId assign(Program *p, VarId var, ExprId value, Span at) {
	StmtId id = ir_add_stmt(p, S_ASSIGN, at);
	ir_stmt(p, id)->var = var;
	ir_stmt(p, id)->expr = value;
	ir_var(p, var)->kind = VAR_ASSIGN;
	return id;
}

/* D.3 */
static void emit_static(Replicate *r, const Plan *plan, StmtVec *out) {
	Program *p = r->p;
	const Stmt *loop = ir_stmt(p, plan->loop);
	Span at = loop->span;
	int64_t end = wrap_add(plan->start, wrap_mul(wrap_mul(plan->main, plan->factor), plan->step));
	ExprId *carried = values(p, loop->iters.n);
	for (uint32_t k = 0; k < loop->iters.n; k++)
		carried[k] = ir_var(p, loop->iters.at[k])->init;
	if (plan->main) {
		List returns = plan->rem ? results_like(p, loop->returns, "_main") : loop->returns;
		main_loop(r, plan, index_int(p, end, at), returns, out);
		carried = uses(p, returns, at);
	}
	if (!plan->rem)
		return;
	region(r, plan, plan->rem, index_int(p, end, at), carried, out);
	for (uint32_t k = 0; k < loop->returns.n; k++)
		vec_push(out, assign(p, loop->returns.at[k], carried[k], at));
}

/* The branch for k remaining iterations; inner: what handles the larger remainders, 0 when there are none. */
static StmtId branch(Replicate *r, const Plan *plan, int64_t k, VarId rem, VarId end, List main_returns, List returns, StmtId inner) {
	Program *p = r->p;
	Span at = ir_stmt(p, plan->loop)->span;
	StmtId id = ir_add_stmt(p, S_IF, at);
	StmtVec then = {0}, otherwise = {0};
	ExprId *carried = uses(p, main_returns, at);
	region(r, plan, k, ir_use(p, end, at), carried, &then);
	add_yield(p, carried, main_returns.n, at, &then);
	if (inner) {
		List from = ir_stmt(p, inner)->returns;
		vec_push(&otherwise, inner);
		add_yield(p, uses(p, from, at), from.n, at, &otherwise);
	} else {
		add_yield(p, uses(p, main_returns, at), main_returns.n, at, &otherwise);
	}
	Stmt *s = ir_stmt(p, id);
	s->expr = replicate_binary(p, B_EQ, ir_use(p, rem, at), index_int(p, k, at), at);
	s->body = block_of(p, &then);
	s->orelse = block_of(p, &otherwise);
	s->has_else = otherwise.n > 0;
	s->returns = returns;
	vec_free(&then);
	vec_free(&otherwise);
	return id;
}

/* D.4 */
static void emit_dynamic(Replicate *r, const Plan *plan, StmtVec *out) {
	Program *p = r->p;
	const Stmt *loop = ir_stmt(p, plan->loop);
	Span at = loop->span;
	TypeId scalar = ir_scalar(p, DT_INDEX);
	ExprId start = loop->start, stop = loop->stop;
	ExprId span = replicate_binary(p, B_SUB, stop, start, at);
	if (plan->clamp)
		span = replicate_binary(p, B_MAX, span, index_int(p, 0, at), at);
	ExprId trip = plan->step == 1 ? span
		: replicate_binary(p, B_FLOORDIV, replicate_binary(p, B_ADD, span, index_int(p, plan->step - 1, at), at), index_int(p, plan->step, at), at);
	ExprId turns = replicate_binary(p, B_FLOORDIV, trip, index_int(p, plan->factor, at), at);
	ExprId covered = replicate_binary(p, B_MUL, turns, index_int(p, wrap_mul(plan->factor, plan->step), at), at);
	VarId end = ir_add_var(p, VAR_ASSIGN, ir_strz(p, "unroll_main_end"), scalar, at);
	vec_push(out, assign(p, end, replicate_binary(p, B_ADD, start, covered, at), at));
	List main_returns = results_like(p, loop->returns, "_main");
	main_loop(r, plan, ir_use(p, end, at), main_returns, out);

	VarId rem = ir_add_var(p, VAR_ASSIGN, ir_strz(p, "unroll_rem"), scalar, at);
	ExprId left = plan->step == 1 ? replicate_binary(p, B_SUB, stop, ir_use(p, end, at), at)
		: replicate_binary(p, B_SUB, trip, replicate_binary(p, B_MUL, turns, index_int(p, plan->factor, at), at), at);
	vec_push(out, assign(p, rem, left, at));
	StmtId inner = 0;
	for (int64_t k = plan->factor - 1; k >= 1; k--) {
		List returns = k == 1 ? loop->returns : results_like(p, loop->returns, arena_printf(p->arena, "_rem%" PRId64, k));
		inner = branch(r, plan, k, rem, end, main_returns, returns, inner);
	}
	vec_push(out, inner);
}

void replicate_emit(Replicate *r, const Plan *plan, StmtVec *out) {
	if (plan->is_static)
		emit_static(r, plan, out);
	else
		emit_dynamic(r, plan, out);
}
