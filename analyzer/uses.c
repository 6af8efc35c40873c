#include "analyzer/uses.h"

#include "model/walk.h"

typedef struct Reader {
	Walk walk;
	VarVec *out;
	bool types;  /* look into the types of what is used or defined */
	bool inside; /* inside a type: types of the variables found there are not followed, a type may mention its own variable */
} Reader;

static void read_type(Reader *r, TypeId t) {
	bool was = r->inside;
	r->inside = true;
	walk_type(&r->walk, t);
	r->inside = was;
}

/* The reference looks at the dims of a used tensor and at nothing else of a type. */
static void read_shape(Reader *r, TypeId t) {
	List dims = ir_type(r->walk.program, t)->kind == T_TENSOR ? ir_type(r->walk.program, t)->shape : (List){0};
	r->inside = true;
	for (uint32_t i = 0; i < dims.n; i++)
		walk_expr(&r->walk, dims.at[i]);
	r->inside = false;
}

static void on_use(void *context, VarId v, Span at) {
	Reader *r = context;
	(void)at;
	vec_push(r->out, v);
	TypeId type = ir_var(r->walk.program, v)->type;
	if (r->inside || !type)
		return;
	if (r->types)
		read_type(r, type);
	else
		read_shape(r, type);
}

static void on_base(void *context, VarId v) {
	Reader *r = context;
	vec_push(r->out, v);
}

static void on_type(void *context, TypeId t) {
	Reader *r = context;
	if (r->types)
		read_type(r, t);
}

static void reader_start(Reader *r, const Program *p, bool types, VarVec *out) {
	*r = (Reader){.walk = {.program = p, .use = on_use, .base = on_base, .type = on_type, .context = r}, .out = out, .types = types};
}

void uses_of_expr(const Program *p, ExprId e, bool types, VarVec *out) {
	Reader r;
	reader_start(&r, p, types, out);
	walk_expr(&r.walk, e);
	walk_end(&r.walk);
}

void uses_of_type(const Program *p, TypeId t, VarVec *out) {
	Reader r;
	reader_start(&r, p, true, out);
	read_type(&r, t);
	walk_end(&r.walk);
}

static void read_defined(Reader *r, List vars) {
	for (uint32_t i = 0; r->types && i < vars.n; i++)
		read_type(r, ir_var(r->walk.program, vars.at[i])->type);
}

static void read_stmt(Reader *r, StmtId id) {
	const Program *p = r->walk.program;
	const Stmt *s = ir_stmt(p, id);
	if (r->types && s->var)
		read_type(r, ir_var(p, s->var)->type);
	read_defined(r, s->iters);
	for (uint32_t i = 0; i < s->iters.n; i++)
		walk_expr(&r->walk, ir_var(p, s->iters.at[i])->init);
	walk_expr(&r->walk, s->start);
	walk_expr(&r->walk, s->stop);
	walk_expr(&r->walk, s->step);
	walk_expr(&r->walk, s->expr);
	for (uint32_t i = 0; i < s->attrs.n; i++)
		walk_expr(&r->walk, s->attrs.at[i].value);
	for (uint32_t i = 0; i < s->values.n; i++)
		walk_expr(&r->walk, s->values.at[i]);
	for (uint32_t i = 0; i < s->body.n; i++)
		read_stmt(r, s->body.at[i]);
	for (uint32_t i = 0; i < s->orelse.n; i++)
		read_stmt(r, s->orelse.at[i]);
	read_defined(r, s->returns);
}

void uses_of(const Program *p, StmtId s, bool types, VarVec *out) {
	Reader r;
	reader_start(&r, p, types, out);
	read_stmt(&r, s);
	walk_end(&r.walk);
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
	case S_FOR_OTHER:
		/* A scope in disguise (pl.split_aiv). */
		if (rule == DEFS_ALL)
			vec_push(out, s->var);
		block_defs(p, s->body, rule, false, out);
		break;
	case S_FOR:
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
