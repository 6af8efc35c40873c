#include "checks/used.h"

#include "model/walk.h"

enum { MOST_DEPTH = 400 };

typedef struct Marker {
	const Program *p;
	bool *used;
	bool changed;
	bool has_effect; /* of the expression that was asked last */
	Walk mark, look;
} Marker;

static void use(void *context, VarId v, Span at) {
	(void)at;
	Marker *m = context;
	m->changed |= !m->used[v];
	m->used[v] = true;
}

static void ignore_use(void *context, VarId v, Span at) {
	(void)context, (void)v, (void)at;
}

static bool is_seen(const Call *c) {
	switch (c->op == OP_UNKNOWN ? EFFECT_CALL : op_rows[c->op].effect) {
	case EFFECT_PURE: case EFFECT_LAUNCH: case EFFECT_READ_GM: case EFFECT_POP:
		return false;
	default:
		return true;
	}
}

static void look_at(void *context, const Call *c) { ((Marker *)context)->has_effect |= is_seen(c); }

static bool has_effect(Marker *m, ExprId e) {
	m->has_effect = false;
	walk_expr(&m->look, e);
	return m->has_effect;
}

static void mark_all(Marker *m, List values) {
	for (uint32_t i = 0; i < values.n; i++)
		walk_expr(&m->mark, values.at[i]);
}

static bool is_used(const Marker *m, List vars, uint32_t k) { return k < vars.n && m->used[vars.at[k]]; }

static void mark_block(Marker *m, Block b, const Stmt *owner, unsigned depth);

/* A statement without result that changes its first argument: seen when that is. */
static bool changes_unused(const Marker *m, const Call *c) {
	const OpRow *row = &op_rows[c->op];
	bool changes = c->op != OP_UNKNOWN && (row->effect == EFFECT_WRITE_TILE || (row->effect == EFFECT_PURE && row->inherits >= 0));
	const Expr *first = c->args.n ? ir_expr(m->p, c->args.at[0]) : NULL;
	return changes && first && first->kind == X_VAR && !m->used[first->var];
}

static void mark_eval(Marker *m, const Stmt *s) {
	const Expr *x = ir_expr(m->p, s->expr);
	if (x->kind != X_CALL || changes_unused(m, x->call))
		return;
	bool in_place = x->call->op != OP_UNKNOWN && op_rows[x->call->op].effect == EFFECT_PURE && op_rows[x->call->op].inherits >= 0;
	if (in_place || has_effect(m, s->expr))
		walk_expr(&m->mark, s->expr);
}

static void mark_loop(Marker *m, const Stmt *s, unsigned depth) {
	walk_expr(&m->mark, s->start);
	walk_expr(&m->mark, s->stop);
	walk_expr(&m->mark, s->step);
	walk_expr(&m->mark, s->expr);
	mark_block(m, s->body, s, depth);
	for (uint32_t k = 0; k < s->iters.n; k++) {
		const Variable *iter = ir_var(m->p, s->iters.at[k]);
		if (m->used[s->iters.at[k]] || is_used(m, s->returns, k))
			walk_expr(&m->mark, iter->init);
	}
}

static void mark_stmt(Marker *m, const Stmt *s, const Stmt *owner, unsigned depth) {
	bool wanted = false;
	switch ((StmtKind)s->kind) {
	case S_ASSIGN:
		if (m->used[s->var])
			walk_type(&m->mark, ir_var(m->p, s->var)->type);
		if (m->used[s->var] || has_effect(m, s->expr))
			walk_expr(&m->mark, s->expr);
		break;
	case S_UNPACK:
		for (uint32_t i = 0; i < s->returns.n; i++)
			wanted |= m->used[s->returns.at[i]];
		if (wanted || has_effect(m, s->expr))
			walk_expr(&m->mark, s->expr);
		break;
	case S_EVAL:
		mark_eval(m, s);
		break;
	case S_FOR: case S_WHILE: case S_FOR_OTHER:
		mark_loop(m, s, depth);
		break;
	case S_IF: case S_SCOPE:
		walk_expr(&m->mark, s->expr);
		mark_block(m, s->body, s->kind == S_IF ? s : owner, depth);
		mark_block(m, s->orelse, s, depth);
		break;
	case S_YIELD:
		for (uint32_t k = 0; k < s->values.n; k++)
			if (!owner || is_used(m, owner->iters, k) || is_used(m, owner->returns, k))
				walk_expr(&m->mark, s->values.at[k]);
		break;
	case S_RETURN:
		mark_all(m, s->values);
		break;
	case S_BREAK: case S_CONTINUE: case S_NOTE:
		break;
	}
}

/* From the end: what a statement needs is mostly defined above it. */
static void mark_block(Marker *m, Block b, const Stmt *owner, unsigned depth) {
	for (uint32_t i = b.n; depth < MOST_DEPTH && i-- > 0;)
		mark_stmt(m, ir_stmt(m->p, b.at[i]), owner, depth + 1);
}

bool *used_variables(const Program *p, FuncId f, Arena *arena) {
	Marker m = {.p = p, .used = ARENA_ARRAY(arena, bool, p->vars.n + 1)};
	m.mark = (Walk){.program = p, .use = use, .context = &m};
	m.look = (Walk){.program = p, .use = ignore_use, .call = look_at, .context = &m};
	do {
		m.changed = false;
		mark_block(&m, ir_func(p, f)->body, NULL, 0);
	} while (m.changed);
	walk_end(&m.mark);
	walk_end(&m.look);
	return m.used;
}
