/* Guards on the shape of a body: what the slicing rules do not look at (skew.md B.8, faults.md). */
#include "analyzer/skew.h"

/* break and continue that would act on this loop, and any return; 0: none. */
static StmtId find_exit(const Program *p, Block b, bool inner) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		if (s->kind == S_RETURN || (!inner && (s->kind == S_BREAK || s->kind == S_CONTINUE)))
			return b.at[i];
		bool loop = s->kind == S_FOR || s->kind == S_WHILE || s->kind == S_FOR_OTHER;
		StmtId found = find_exit(p, s->body, inner || loop);
		if (!found)
			found = find_exit(p, s->orelse, inner || loop);
		if (found)
			return found;
	}
	return 0;
}

static StmtId find_fifo(const Program *p, Block b) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		const Call *c = ir_call_of(p, b.at[i]);
		if (c && (ir_is_push(c->op) || ir_is_pop(c->op)))
			return b.at[i];
		StmtId found = find_fifo(p, s->body);
		if (!found)
			found = find_fifo(p, s->orelse);
		if (found)
			return found;
	}
	return 0;
}

static StmtId find_nested_fifo(const Program *p, const SkewLoop *l) {
	for (uint32_t i = 0; i < l->stmts.n; i++) {
		const Stmt *s = ir_stmt(p, l->stmts.at[i]);
		StmtId found = find_fifo(p, s->body);
		if (!found)
			found = find_fifo(p, s->orelse);
		if (found)
			return found;
	}
	return 0;
}

/* A call with an effect inside an expression; NULL: none. Expressions of recomputed scalars have no call at their root. */
static const Call *effect_inside(const Program *p, ExprId id) {
	VEC(ExprId) work = {0};
	const Call *found = NULL;
	vec_push(&work, id);
	while (work.n && !found) {
		const Expr *e = ir_expr(p, work.at[--work.n]);
		if (e->kind == X_CALL) {
			Effect effect = op_rows[e->call->op].effect;
			if (e->call->op == OP_UNKNOWN || (effect != EFFECT_PURE && effect != EFFECT_LAUNCH && effect != EFFECT_READ_GM))
				found = e->call;
			for (uint32_t i = 0; i < e->call->args.n; i++)
				vec_push(&work, e->call->args.at[i]);
		} else if (e->kind == X_BINARY || e->kind == X_ITEM) {
			vec_push(&work, e->a);
			vec_push(&work, e->b);
		} else if (e->kind == X_UNARY || e->kind == X_CAST) {
			vec_push(&work, e->a);
		} else if (e->kind == X_LIST || e->kind == X_TUPLE) {
			for (uint32_t i = 0; i < e->list.n; i++)
				vec_push(&work, e->list.at[i]);
		}
	}
	vec_free(&work);
	return found;
}

static const char *exit_word(const Program *p, StmtId s) {
	switch ((StmtKind)ir_stmt(p, s)->kind) {
	case S_BREAK:
		return "break";
	case S_CONTINUE:
		return "continue";
	default:
		return "return";
	}
}

static GuardId recompute_guard(Skew *k, const SkewLoop *l, const SkewHalves *h, const char **reason) {
	const Program *p = k->p;
	for (uint32_t i = 0; i < l->stmts.n; i++) {
		const Stmt *s = ir_stmt(p, l->stmts.at[i]);
		if (!h->produce[i] || !h->consume[i])
			continue;
		const Call *c = effect_inside(p, s->expr);
		if (!c)
			continue;
		*reason = arena_printf(p->arena,
		                       "'%s' (line %u) is needed in both halves of the loop, and computing it twice would call %s twice; give the call a "
		                       "statement of its own in front of the loop",
		                       ir_hint(p, s->var), s->span.line, ir_text(p, c->callee));
		return GUARD_RECOMPUTE;
	}
	return GUARD_NONE;
}

static bool bounds_fit(const SkewLoop *l) {
	int64_t length, end;
	return !__builtin_mul_overflow(l->trip, l->step, &length) && !__builtin_add_overflow(l->start, length, &end);
}

GuardId skew_guard_shape(Skew *k, const SkewLoop *l, const SkewHalves *h, const char **reason) {
	const Program *p = k->p;
	const Stmt *loop = ir_stmt(p, l->id);
	if (guard_on(k->o, GUARD_EARLY_EXIT)) {
		StmtId exit = find_exit(p, loop->body, false);
		if (exit) {
			*reason = arena_printf(p->arena,
			                       "the %s in line %u leaves an iteration early, when messages of later iterations would already be sent; put what "
			                       "follows it under a condition, or compute the trip count in front of the loop",
			                       exit_word(p, exit), skew_line(p, exit));
			return GUARD_EARLY_EXIT;
		}
	}
	if (guard_on(k->o, GUARD_INNER_SKEW) && l->inner_skewed) {
		*reason = arena_printf(p->arena,
		                       "the loop in line %u inside it is already skewed, and its prologue and epilogue are no round trip of this loop; ask "
		                       "for stages on one of the two only",
		                       l->inner_skewed);
		return GUARD_INNER_SKEW;
	}
	if (guard_on(k->o, GUARD_NESTED_FIFO)) {
		StmtId nested = find_nested_fifo(p, l);
		if (nested) {
			*reason = arena_printf(p->arena,
			                       "%s in line %u stands in an inner loop, branch or scope and would fall behind those that line %u sends ahead; move "
			                       "it to the top level of the body or into a loop of its own",
			                       ir_text(p, ir_call_of(p, nested)->callee), skew_line(p, nested), skew_line(p, l->stmts.at[l->lead]));
			return GUARD_NESTED_FIFO;
		}
	}
	if (guard_on(k->o, GUARD_POP_FIRST) && ir_is_pop(ir_call_of(p, l->stmts.at[l->lead])->op)) {
		*reason = arena_printf(p->arena,
		                       "the body pops in line %u before it pushes; run ahead, it would wait for answers to messages that it has not sent; push "
		                       "first",
		                       skew_line(p, l->stmts.at[l->lead]));
		return GUARD_POP_FIRST;
	}
	if (guard_on(k->o, GUARD_RECOMPUTE) && recompute_guard(k, l, h, reason) != GUARD_NONE)
		return GUARD_RECOMPUTE;
	if (guard_on(k->o, GUARD_BOUNDS) && !bounds_fit(l)) {
		*reason = arena_printf(p->arena, "start %lld plus %lld iterations of step %lld is beyond a 64-bit integer, so the steady loop would not run; "
		                                 "use smaller bounds",
		                       (long long)l->start, (long long)l->trip, (long long)l->step);
		return GUARD_BOUNDS;
	}
	return GUARD_NONE;
}
