#include "analyzer/uses.h"

static void expr_uses(const Program *p, ExprId id, bool types, bool follow, VarVec *out);

static void list_uses(const Program *p, List l, bool types, bool follow, VarVec *out) {
	for (uint32_t i = 0; i < l.n; i++)
		expr_uses(p, l.at[i], types, follow, out);
}

static void pair_uses(const Program *p, Pairs l, bool types, bool follow, VarVec *out) {
	for (uint32_t i = 0; i < l.n; i++)
		expr_uses(p, l.at[i].value, types, follow, out);
}

/* Types of variables found inside a type are not followed: a type may, in an ill-formed text, mention its own variable. */
static void type_uses(const Program *p, TypeId id, VarVec *out) {
	if (!id)
		return;
	const Type *t = ir_type(p, id);
	list_uses(p, t->shape, true, false, out);
	if (t->memref) {
		if (t->memref->base && !t->memref->is_quoted)
			vec_push(out, t->memref->base);
		expr_uses(p, t->memref->offset, true, false, out);
		expr_uses(p, t->memref->size, true, false, out);
		expr_uses(p, t->memref->index, true, false, out);
	}
	expr_uses(p, t->view, true, false, out);
	list_uses(p, t->extra, true, false, out);
	for (uint32_t i = 0; i < t->elements.n; i++)
		type_uses(p, t->elements.at[i], out);
}

static void use_of_var(const Program *p, VarId v, bool types, bool follow, VarVec *out) {
	vec_push(out, v);
	TypeId type = ir_var(p, v)->type;
	if (!follow || !type)
		return;
	if (types)
		type_uses(p, type, out);
	else if (ir_type(p, type)->kind == T_TENSOR)
		list_uses(p, ir_type(p, type)->shape, false, false, out);
}

static void expr_uses(const Program *p, ExprId id, bool types, bool follow, VarVec *out) {
	if (!id)
		return;
	const Expr *e = ir_expr(p, id);
	switch ((ExprKind)e->kind) {
	case X_VAR:
		use_of_var(p, e->var, types, follow, out);
		break;
	case X_UNARY:
	case X_CAST:
		expr_uses(p, e->a, types, follow, out);
		break;
	case X_BINARY:
	case X_ITEM:
		expr_uses(p, e->a, types, follow, out);
		expr_uses(p, e->b, types, follow, out);
		break;
	case X_LIST:
	case X_TUPLE:
		list_uses(p, e->list, types, follow, out);
		break;
	case X_DICT:
		pair_uses(p, e->pairs, types, follow, out);
		break;
	case X_CALL:
		list_uses(p, e->call->args, types, follow, out);
		pair_uses(p, e->call->kwargs, types, follow, out);
		pair_uses(p, e->call->attrs, types, follow, out);
		break;
	case X_TYPE:
		if (types)
			type_uses(p, e->type, out);
		break;
	case X_NONE:
	case X_INT:
	case X_FLOAT:
	case X_BOOL:
	case X_NONE_VALUE:
	case X_STR:
	case X_NAME:
		break;
	}
}

void uses_of_expr(const Program *p, ExprId e, bool types, VarVec *out) { expr_uses(p, e, types, true, out); }
void uses_of_type(const Program *p, TypeId t, VarVec *out) { type_uses(p, t, out); }

static void defined_types(const Program *p, List vars, bool types, VarVec *out) {
	for (uint32_t i = 0; types && i < vars.n; i++)
		type_uses(p, ir_var(p, vars.at[i])->type, out);
}

static void block_uses(const Program *p, Block b, bool types, VarVec *out) {
	for (uint32_t i = 0; i < b.n; i++)
		uses_of(p, b.at[i], types, out);
}

void uses_of(const Program *p, StmtId id, bool types, VarVec *out) {
	const Stmt *s = ir_stmt(p, id);
	if (types && s->var)
		type_uses(p, ir_var(p, s->var)->type, out);
	defined_types(p, s->iters, types, out);
	for (uint32_t i = 0; i < s->iters.n; i++)
		expr_uses(p, ir_var(p, s->iters.at[i])->init, types, true, out);
	expr_uses(p, s->start, types, true, out);
	expr_uses(p, s->stop, types, true, out);
	expr_uses(p, s->step, types, true, out);
	expr_uses(p, s->expr, types, true, out);
	pair_uses(p, s->attrs, types, true, out);
	list_uses(p, s->values, types, true, out);
	block_uses(p, s->body, types, out);
	block_uses(p, s->orelse, types, out);
	defined_types(p, s->returns, types, out);
}

static void push_all(List vars, VarVec *out) {
	for (uint32_t i = 0; i < vars.n; i++)
		vec_push(out, vars.at[i]);
}

static void block_defs(const Program *p, Block b, DefRule rule, bool top, VarVec *out);

/* A runtime scope (pl.scope, pl.auto_scope, pl.manual_scope) is not entered by the reference. */
static bool is_runtime_scope(const Program *p, const Stmt *s) {
	if (s->kind != S_SCOPE || !s->expr || ir_expr(p, s->expr)->kind != X_CALL)
		return false;
	const char *callee = ir_text(p, ir_expr(p, s->expr)->call->callee);
	return !strcmp(callee, "pl.scope") || !strcmp(callee, "pl.auto_scope") || !strcmp(callee, "pl.manual_scope");
}

static void stmt_defs(const Program *p, StmtId id, DefRule rule, bool top, VarVec *out) {
	const Stmt *s = ir_stmt(p, id);
	bool reference = rule == DEFS_REFERENCE;
	switch ((StmtKind)s->kind) {
	case S_ASSIGN:
		vec_push(out, s->var);
		break;
	case S_UNPACK:
		push_all(s->returns, out);
		break;
	case S_FOR:
	case S_FOR_OTHER:
	case S_WHILE:
		if (rule == DEFS_ALL) {
			if (s->var)
				vec_push(out, s->var);
			push_all(s->iters, out);
		}
		if (rule != DEFS_VISIBLE)
			block_defs(p, s->body, rule, false, out);
		if (!reference || (top && s->kind == S_FOR))
			push_all(s->returns, out);
		break;
	case S_IF:
		/* Branches are no scopes of their own for names that only one of them defines; readers may see them. */
		block_defs(p, s->body, rule, false, out);
		block_defs(p, s->orelse, rule, false, out);
		if (!reference || top)
			push_all(s->returns, out);
		break;
	case S_SCOPE:
		if (!reference || !is_runtime_scope(p, s))
			block_defs(p, s->body, rule, false, out);
		break;
	case S_EVAL:
	case S_YIELD:
	case S_RETURN:
	case S_BREAK:
	case S_CONTINUE:
	case S_NOTE:
		break;
	}
}

static void block_defs(const Program *p, Block b, DefRule rule, bool top, VarVec *out) {
	for (uint32_t i = 0; i < b.n; i++)
		stmt_defs(p, b.at[i], rule, top, out);
}

void defs_of(const Program *p, StmtId s, DefRule rule, VarVec *out) { stmt_defs(p, s, rule, true, out); }
