#include "model/regions.h"

typedef struct Split {
	Program *p;
	VEC(VarId) taken; /* regions that one load has already */
	VEC(VarId) loops; /* loop variables around, innermost last */
} Split;

/* "pipe_t" for a load that prints as t, t_1, t_2, ... */
static bool names_load(const Program *p, VarId base, VarId load) {
	static const char prefix[] = "pipe_";
	const char *region = ir_hint(p, base), *name = ir_hint(p, load);
	if (strncmp(region, prefix, sizeof prefix - 1) != 0)
		return false;
	const char *hint = region + sizeof prefix - 1;
	size_t n = strlen(hint);
	if (!n || strncmp(name, hint, n) != 0)
		return false;
	const char *rest = name + n;
	return !*rest || (rest[0] == '_' && rest[1] && strspn(rest + 1, "0123456789") == strlen(rest + 1));
}

/* i % F with i the innermost loop's variable: what the pass writes. */
static bool rotates(const Split *s, const MemRef *m) {
	if (!m->is_declared || !m->index || m->slots < 2 || !s->loops.n)
		return false;
	const Expr *e = ir_expr(s->p, m->index);
	if (e->kind != X_BINARY || e->op != B_MOD)
		return false;
	const Expr *i = ir_expr(s->p, e->a), *f = ir_expr(s->p, e->b);
	return i->kind == X_VAR && i->var == s->loops.at[s->loops.n - 1] && f->kind == X_INT && f->i == m->slots;
}

static bool is_taken(const Split *s, VarId base) {
	for (uint32_t i = 0; i < s->taken.n; i++)
		if (s->taken.at[i] == base)
			return true;
	return false;
}

static void split_load(Split *s, VarId v) {
	Program *p = s->p;
	TypeId id = ir_var(p, v)->type;
	if (!id || ir_type(p, id)->kind != T_TILE || !ir_type(p, id)->memref)
		return;
	Type t = *ir_type(p, id);
	if (!rotates(s, t.memref) || !names_load(p, t.memref->base, v))
		return;
	if (!is_taken(s, t.memref->base)) {
		vec_push(&s->taken, t.memref->base);
		return;
	}
	const Variable *old = ir_var(p, t.memref->base);
	MemRef m = *t.memref;
	m.base = ir_add_var(p, VAR_BASE, old->hint, old->type, ir_var(p, v)->span);
	t.memref = arena_copy(p->arena, &m, sizeof m);
	ir_var(p, v)->type = ir_add_type(p, &t);
}

static void split_block(Split *s, Block b) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *st = ir_stmt(s->p, b.at[i]);
		if (st->kind == S_ASSIGN && ir_expr(s->p, st->expr)->kind == X_CALL && ir_expr(s->p, st->expr)->call->op == OP_TILE_LOAD)
			split_load(s, st->var);
		if (st->kind == S_FOR)
			vec_push(&s->loops, st->var);
		split_block(s, st->body);
		split_block(s, st->orelse);
		if (st->kind == S_FOR)
			s->loops.n--;
	}
}

void regions_split(Program *p, Block body) {
	Split s = {.p = p};
	split_block(&s, body);
	vec_free(&s.taken);
	vec_free(&s.loops);
}
