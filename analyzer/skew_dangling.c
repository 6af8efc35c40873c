/* P2 of the halves before they are emitted: each reads only what it defines itself, or what stands outside the loop. */
#include "analyzer/skew.h"

typedef struct Search {
	Skew *k;
	const SkewLoop *l;
	uint8_t *inside;  /* by VarId: defined in the body, nested definitions included */
	uint8_t *defined; /* by VarId: defined in the half that is looked at */
} Search;

static void mark_defs(const Program *p, const SkewLoop *l, const uint8_t *half, uint8_t *marks) {
	VarVec defs = {0};
	for (uint32_t i = 0; i < l->stmts.n; i++)
		if (!half || half[i])
			defs_of(p, l->stmts.at[i], DEFS_ALL, &defs);
	for (uint32_t i = 0; i < defs.n; i++)
		marks[defs.at[i]] = 1;
	vec_free(&defs);
}

static bool is_outer_iter(const Program *p, const SkewLoop *l, const uint8_t *inside, VarId v) {
	List own = ir_stmt(p, l->id)->iters;
	for (uint32_t i = 0; i < own.n; i++)
		if (own.at[i] == v)
			return false;
	return ir_var(p, v)->kind == VAR_ITER && !inside[v];
}

static const char *flaw(const Search *s, const VarVec *uses, const char *half) {
	for (uint32_t i = 0; i < uses->n; i++) {
		VarId v = uses->at[i];
		if (s->inside[v] && !s->defined[v])
			return arena_printf(s->k->p->arena, "the %s half reads '%s', which only the other half defines", half, ir_hint(s->k->p, v));
		/* The reference copies the argument together with each use of it. */
		if (!guard_on(s->k->o, GUARD_OUTER_ITER) && is_outer_iter(s->k->p, s->l, s->inside, v))
			return arena_printf(s->k->p->arena, "the copies of '%s', an iteration argument of an enclosing loop, are defined nowhere",
			                    ir_hint(s->k->p, v));
	}
	return NULL;
}

static const char *search_half(Search *s, const uint8_t *half, bool yields, const char *name, StmtId *at) {
	const Program *p = s->k->p;
	const char *found = NULL;
	VarVec uses = {0};
	memset(s->defined, 0, p->vars.n);
	mark_defs(p, s->l, half, s->defined);
	for (uint32_t i = 0; i < s->l->stmts.n && !found; i++) {
		if (!half[i])
			continue;
		uses.n = 0;
		uses_of(p, s->l->stmts.at[i], true, &uses);
		found = flaw(s, &uses, name);
		*at = s->l->stmts.at[i];
	}
	uses.n = 0;
	for (uint32_t i = 0; yields && i < s->l->yields.n; i++)
		uses_of_expr(p, s->l->yields.at[i], true, &uses);
	if (!found && uses.n) {
		found = flaw(s, &uses, name);
		*at = s->l->id;
	}
	vec_free(&uses);
	return found;
}

const char *skew_dangling(Skew *k, const SkewLoop *l, const SkewHalves *h, StmtId *at) {
	Search s = {.k = k, .l = l, .inside = mem_alloc(k->p->vars.n), .defined = mem_alloc(k->p->vars.n)};
	memset(s.inside, 0, k->p->vars.n);
	mark_defs(k->p, l, NULL, s.inside);
	const char *found = search_half(&s, h->produce, false, "producing", at);
	if (!found)
		found = search_half(&s, h->consume, true, "consuming", at);
	mem_free_(s.inside);
	mem_free_(s.defined);
	return found;
}

VarId skew_outer_iter(const Program *p, const SkewLoop *l) {
	uint8_t *inside = mem_alloc(p->vars.n);
	memset(inside, 0, p->vars.n);
	mark_defs(p, l, NULL, inside);
	VarVec uses = {0};
	VarId found = 0;
	for (uint32_t i = 0; i < l->stmts.n; i++)
		uses_of(p, l->stmts.at[i], true, &uses);
	for (uint32_t i = 0; i < l->yields.n; i++)
		uses_of_expr(p, l->yields.at[i], true, &uses);
	for (uint32_t i = 0; i < uses.n && !found; i++)
		if (is_outer_iter(p, l, inside, uses.at[i]))
			found = uses.at[i];
	vec_free(&uses);
	mem_free_(inside);
	return found;
}
