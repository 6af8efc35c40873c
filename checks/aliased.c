/* Parameters that are one tensor: every engine takes the tensors of a function's parameters for different ones, which a call in the
 * file may contradict. Then nothing but identical code is judged. */
#include "checks/prove/summary.h"
#include "checks/unit.h"
#include "model/walk.h"

enum { MOST_DEPTH = 200, MOST_LINKS = 1000 };

typedef struct Search {
	const Program *p;
	FuncId f, caller;
	Arena *arena;
	const char *callee;    /* "self.name" */
	const uint8_t *access; /* ACCESS_ bits by parameter; NULL: not needed so far */
	StmtId *made_by;       /* of the caller, by VarId: the statement that defines it, 0: another kind of definition; NULL: not needed so far */
	Span at;               /* of the statement */
	Span found;
} Search;

/* Aliases and the results of stores are names of the same tensor. */
static VarId tensor_of(const Search *s, VarId v) {
	for (unsigned links = 0; links < MOST_LINKS && s->made_by[v]; links++) {
		const Stmt *made = ir_stmt(s->p, s->made_by[v]);
		const Call *c = ir_call_of(s->p, s->made_by[v]);
		ExprId source = made->expr;
		if (c && c->op != OP_UNKNOWN && op_rows[c->op].effect == EFFECT_WRITE_GM) {
			uint32_t k = op_rows[c->op].inherits < 0 ? 0 : (uint32_t)op_rows[c->op].inherits;
			source = k < c->args.n ? c->args.at[k] : 0;
		}
		if (!source || ir_expr(s->p, source)->kind != X_VAR)
			break;
		v = ir_expr(s->p, source)->var;
	}
	return v;
}

static bool is_tensor(const Program *p, VarId v) {
	TypeId t = ir_var(p, v)->type;
	return t && ir_type(p, t)->kind == T_TENSOR;
}

static void ignore_use(void *context, VarId v, Span at) {
	(void)context, (void)v, (void)at;
}

static void find_definitions(const Program *p, Block b, StmtId *made_by, unsigned depth) {
	for (uint32_t i = 0; depth < MOST_DEPTH && i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		if (s->kind == S_ASSIGN)
			made_by[s->var] = b.at[i];
		find_definitions(p, s->body, made_by, depth + 1);
		find_definitions(p, s->orelse, made_by, depth + 1);
	}
}

static void learn(Search *s) {
	if (!s->access)
		s->access = summary_accesses(s->p, s->f, s->arena);
	if (!s->made_by) {
		s->made_by = ARENA_ARRAY(s->arena, StmtId, s->p->vars.n + 1);
		find_definitions(s->p, ir_func(s->p, s->caller)->body, s->made_by, 0);
	}
}

static void look_at_call(void *context, const Call *c) {
	Search *s = context;
	uint32_t n = ir_func(s->p, s->f)->n_params;
	if (s->found.line || strcmp(ir_text(s->p, c->callee), s->callee))
		return;
	learn(s);
	for (uint32_t i = 0; i < c->args.n && i < n; i++) {
		const Expr *x = ir_expr(s->p, c->args.at[i]);
		for (uint32_t k = i + 1; k < c->args.n && k < n; k++) {
			const Expr *y = ir_expr(s->p, c->args.at[k]);
			bool written = (s->access[i] | s->access[k]) & ACCESS_WRITE && s->access[i] && s->access[k];
			if (written && x->kind == X_VAR && y->kind == X_VAR && is_tensor(s->p, x->var) && tensor_of(s, x->var) == tensor_of(s, y->var))
				s->found = s->at;
		}
	}
}

static void look_at_block(Search *s, Walk *w, Block b, unsigned depth) {
	for (uint32_t i = 0; depth < MOST_DEPTH && i < b.n && !s->found.line; i++) {
		const Stmt *stmt = ir_stmt(s->p, b.at[i]);
		s->at = stmt->span;
		walk_expr(w, stmt->expr);
		for (uint32_t k = 0; k < stmt->values.n; k++)
			walk_expr(w, stmt->values.at[k]);
		look_at_block(s, w, stmt->body, depth + 1);
		look_at_block(s, w, stmt->orelse, depth + 1);
	}
}

static bool is_core(const Function *fn) { return fn->kind == FUNC_AIC || fn->kind == FUNC_AIV || fn->kind == FUNC_INCORE; }

/* The first call of f that gives one tensor twice, where that matters. */
static Span aliasing_call(const Program *p, FuncId f, Arena *arena) {
	Search s = {.p = p, .f = f, .arena = arena, .callee = arena_printf(arena, "self.%s", ir_text(p, ir_func(p, f)->name))};
	Walk w = {.program = p, .use = ignore_use, .call = look_at_call, .context = &s};
	for (s.caller = 1; s.caller <= ir_func_count(p) && !s.found.line; s.caller++) {
		s.made_by = NULL;
		if (!is_core(ir_func(p, s.caller))) /* a core calls nothing */
			look_at_block(&s, &w, ir_func(p, s.caller)->body, 0);
	}
	walk_end(&w);
	return s.found;
}

void settle_aliased(Unit *u) {
	if (!(u->open & MEANING_BITS))
		return;
	Span at = aliasing_call(u->before, u->f_before, u->arena);
	if (!at.line)
		at = aliasing_call(u->after, u->f_after, u->arena);
	for (unsigned k = 0; at.line && k < OB_COUNT; k++)
		if (u->open & MEANING_BITS & 1u << k)
			unit_settle(u, (Obligation)k, VERDICT_UNSUPPORTED)->reason =
				arena_printf(u->arena, "the call in line %u gives two parameters one tensor, and one of them is written", at.line);
}
