/* Which variables may hold a popped tile: pops, views and aliases of them, and what loops and branches pass on. */
#include "analyzer/fifo.h"

enum { MAX_NEST = 400 };

typedef struct Marks {
	const Program *p;
	bool *is;
	bool changed;
} Marks;

static bool holds(const Marks *m, ExprId e) {
	const Expr *x = e ? ir_expr(m->p, e) : NULL;

	return x && x->kind == X_VAR && m->is[x->var];
}

static void mark(Marks *m, VarId v) {
	if (v && !m->is[v])
		m->is[v] = m->changed = true;
}

static void phis(Marks *m, List to, Block body) {
	const Stmt *last = body.n ? ir_stmt(m->p, body.at[body.n - 1]) : NULL;

	if (!last || last->kind != S_YIELD)
		return;
	for (uint32_t i = 0; i < to.n && i < last->values.n; i++)
		if (holds(m, last->values.at[i]))
			mark(m, to.at[i]);
}

static void mark_block(Marks *m, Block block, unsigned nest) {
	if (nest > MAX_NEST)
		return;
	for (uint32_t k = 0; k < block.n; k++) {
		const Stmt *s = ir_stmt(m->p, block.at[k]);
		const Call *c = ir_call_of(m->p, block.at[k]);
		if (s->kind == S_ASSIGN && c) {
			int8_t from = op_rows[c->op].inherits;
			if (ir_is_pop(c->op) || (from >= 0 && (uint32_t)from < c->args.n && holds(m, c->args.at[from])))
				mark(m, s->var);
		} else if (s->kind == S_ASSIGN && holds(m, s->expr)) {
			mark(m, s->var);
		}
		for (uint32_t i = 0; i < s->iters.n; i++)
			if (holds(m, ir_var(m->p, s->iters.at[i])->init) || (i < s->returns.n && m->is[s->returns.at[i]])) {
				mark(m, s->iters.at[i]);
				if (i < s->returns.n)
					mark(m, s->returns.at[i]);
			}
		mark_block(m, s->body, nest + 1);
		mark_block(m, s->orelse, nest + 1);
		if (s->kind != S_UNPACK) {
			phis(m, s->returns, s->body);
			phis(m, s->returns, s->orelse);
		}
	}
}

bool *fifo_tiles(const Program *p, FuncId f) {
	Marks m = { p, mem_alloc(p->vars.n + 1), true };

	memset(m.is, 0, p->vars.n + 1);
	while (m.changed) {
		m.changed = false;
		mark_block(&m, ir_func(p, f)->body, 0);
	}
	return m.is;
}
