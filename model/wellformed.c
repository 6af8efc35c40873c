/* One pass over the function in program order. A variable is visible from its definition to the end of the body that
 * holds it; what a trailing yield binds is visible behind the statement instead. Scopes hand their definitions on.
 *
 * Text names a variable and the reader takes the latest visible definition, so a lost definition shows as VAR_FREE, as
 * VAR_DIM, or as a pl.dynamic line nobody needs; programs that a pass built show it as a use that is not visible. */
#include "model/wellformed.h"

#include "model/text.h"
#include "model/walk.h"

#include <stdarg.h>
#include <stdlib.h>

enum { P1 = 1, P2 = 2, P16 = 16 };

typedef enum State { UNDEFINED, VISIBLE, ENDED } State;

typedef enum Mark { /* what a name is, bits */
	MARK_DECLARED = 1, /* the file declares it with pl.dynamic */
	MARK_LOCAL = 2,    /* declared, and the body defines it too */
	MARK_OWN_DIM = 4,  /* a dim that this function's signature introduces */
	MARK_ANY_DIM = 8,  /* a dim that some signature of the program introduces */
	MARK_USED_DIM = 16 /* some type finds no definition for it */
} Mark;

typedef struct Frame { /* a loop around the statement at hand */
	const struct Frame *outer;
	const Stmt *loop;
} Frame;

typedef struct Check {
	Program *program;
	FuncId function;
	Flaws *flaws;
	uint8_t *state;      /* State by VarId - first */
	VarId first, last;   /* covers every definition of the function */
	VEC(VarId) visible;  /* definitions of the bodies around, innermost last */
	VEC(uint8_t) marks;  /* Mark by StrId */
	VEC(VarId) locals;   /* first definition in the body of each name that is also declared */
	Mark dim_mark;       /* what note_dim sets */
	bool knows_all_dims;
	Walk expr, type, signature;
	Span at;             /* of the definition whose type is walked */
} Check;

static void add_flaw(Check *c, int property, Span at, const char *format, ...) __attribute__((format(printf, 4, 5)));
static void add_flaw(Check *c, int property, Span at, const char *format, ...) {
	char text[400];
	va_list args;
	va_start(args, format);
	int n = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	size_t length = n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
	Flaw flaw = {c->function, property, at, arena_text(c->program->arena, text, length)};
	vec_push(c->flaws, flaw);
}

static const char *name_of(const Check *c, VarId v) { return ir_hint(c->program, v); }

static void mark(Check *c, StrId name, Mark m) {
	while (c->marks.n <= name)
		vec_push(&c->marks, 0);
	c->marks.at[name] |= (uint8_t)m;
}

static bool has_mark(const Check *c, StrId name, Mark m) { return name < c->marks.n && c->marks.at[name] & m; }

/* ---- P2: uses ---- */

static State state_of(const Check *c, VarId v) {
	return v >= c->first && v <= c->last ? (State)c->state[v - c->first] : UNDEFINED;
}

/* Whether the definition is visible; if not, says what is wrong with it. */
static bool check_visible(Check *c, VarId v, Span at, const char *where) {
	State state = state_of(c, v);
	if (state == UNDEFINED)
		add_flaw(c, P2, at, "'%s' is used%s, but no definition of it comes before", name_of(c, v), where);
	else if (state == ENDED)
		add_flaw(c, P2, at, "'%s' is used%s outside the body that defines it", name_of(c, v), where);
	return state == VISIBLE;
}

static void use_in_expr(void *context, VarId v, Span at) {
	Check *c = context;
	const Variable *var = ir_var(c->program, v);
	if (var->kind == VAR_FREE)
		add_flaw(c, P2, at, "'%s' is used, but defined nowhere", name_of(c, v));
	else if (var->kind != VAR_DIM && var->kind != VAR_BASE)
		check_visible(c, v, at, "");
}

static void note_dim(void *context, VarId v, Span at) {
	(void)at;
	Check *c = context;
	if (ir_var(c->program, v)->kind == VAR_DIM)
		mark(c, ir_var(c->program, v)->hint, c->dim_mark);
}

static void note_signature(Check *c, const Function *f, Mark m) {
	c->dim_mark = m;
	for (uint32_t i = 0; i < f->n_params; i++)
		walk_type(&c->signature, ir_var(c->program, f->params[i].var)->type);
	for (uint32_t i = 0; i < f->results.n; i++)
		walk_type(&c->signature, f->results.at[i]);
}

static bool is_dim_of_any_signature(Check *c, StrId name) {
	if (!c->knows_all_dims)
		for (FuncId f = 1; f <= ir_func_count(c->program); f++)
			note_signature(c, ir_func(c->program, f), MARK_ANY_DIM);
	c->knows_all_dims = true;
	return has_mark(c, name, MARK_ANY_DIM);
}

/* A name in a type of the body that finds no definition: a dim of the signature, or one that the file declares; but not
 * if the body defines the same name elsewhere, because then the declaration is what a lost definition looks like. */
static void check_dim(Check *c, VarId v, Span at) {
	StrId name = ir_var(c->program, v)->hint;
	if (has_mark(c, name, MARK_OWN_DIM))
		return;
	if (has_mark(c, name, MARK_LOCAL))
		add_flaw(c, P2, at, "'%s' is used in a type outside the scope of its definition", name_of(c, v));
	else if (!has_mark(c, name, MARK_DECLARED) && !is_dim_of_any_signature(c, name))
		add_flaw(c, P2, at, "'%s' is used in a type, but defined nowhere", name_of(c, v));
}

static void use_in_type(void *context, VarId v, Span at) {
	Check *c = context;
	const Variable *var = ir_var(c->program, v);
	Span place = at.line ? at : c->at;
	if (var->kind == VAR_FREE)
		add_flaw(c, P2, place, "'%s' is used in a type, but defined nowhere", name_of(c, v));
	else if (var->kind == VAR_DIM)
		check_dim(c, v, place);
	else if (var->kind != VAR_BASE)
		check_visible(c, v, place, " in a type");
}

static void use_base(void *context, VarId v) {
	Check *c = context;
	if (ir_var(c->program, v)->kind != VAR_BASE)
		check_visible(c, v, c->at, " as an allocation");
}

static void use_argument_type(void *context, TypeId t) {
	Check *c = context;
	walk_type(&c->type, t);
}

static void check_expr(Check *c, ExprId e) { walk_expr(&c->expr, e); }

static void check_type(Check *c, VarId v, Span at) {
	c->at = at;
	walk_type(&c->type, ir_var(c->program, v)->type);
}

/* ---- P2: definitions ---- */

static void define(Check *c, VarId v, Span at) {
	if (!v)
		return;
	uint8_t *state = &c->state[v - c->first];
	if (*state != UNDEFINED)
		add_flaw(c, P2, at, "'%s' is defined twice", name_of(c, v));
	*state = VISIBLE;
	vec_push(&c->visible, v);
}

static void define_list(Check *c, List vars, Span at) {
	for (uint32_t i = 0; i < vars.n; i++)
		define(c, vars.at[i], at);
}

static void end_body(Check *c, uint32_t floor) {
	while (c->visible.n > floor)
		c->state[c->visible.at[--c->visible.n] - c->first] = ENDED;
}

/* ---- P16 ---- */

typedef struct Stage {
	const char *group; /* length bytes */
	size_t length;
	long stage;
} Stage;

/* The clones that a body holds before the jump; `between` once a clone of another stage of their group stands behind it. */
typedef struct Clones {
	const Program *program;
	const Stmt *jump;
	bool behind, between;
	VEC(Stage) before;
} Clones;

/* pipeline_membership is group:stage, several of them separated by semicolons. */
static void add_stages(Clones *c, const char *text) {
	while (*text) {
		const char *colon = strchr(text, ':');
		if (!colon)
			return;
		char *end;
		Stage now = {text, (size_t)(colon - text), strtol(colon + 1, &end, 10)};
		if (!c->behind)
			vec_push(&c->before, now);
		for (uint32_t i = 0; c->behind && i < c->before.n; i++) {
			const Stage *x = &c->before.at[i];
			if (x->length == now.length && memcmp(x->group, now.group, now.length) == 0 && x->stage != now.stage)
				c->between = true;
		}
		text = *end == ';' ? end + 1 : "";
	}
}

/* Inner loops are left out: what a copy of this body holds stands in it itself. */
static void find_clones(Clones *c, Block body) {
	for (uint32_t i = 0; i < body.n && !c->between; i++) {
		const Stmt *s = ir_stmt(c->program, body.at[i]);
		const Expr *e = s->expr ? ir_expr(c->program, s->expr) : NULL;
		if (s == c->jump)
			c->behind = true;
		if (e && e->kind == X_CALL) {
			ExprId tag = ir_get(c->program, e->call->attrs, "pipeline_membership");
			if (tag && ir_expr(c->program, tag)->kind == X_STR)
				add_stages(c, ir_text(c->program, ir_expr(c->program, tag)->str));
		}
		if (s->kind != S_FOR && s->kind != S_WHILE) {
			find_clones(c, s->body);
			find_clones(c, s->orelse);
		}
	}
}

/* Whether the jump stands between clones of different stages of one group, so that it skips a neighbour. The clones that an inner
 * loop left behind stand together, and a jump of the loop around it is before or behind all of them. */
static bool is_between_clones(const Check *c, const Stmt *jump, const Frame *loop) {
	Clones clones = { .program = c->program, .jump = jump };
	find_clones(&clones, loop->loop->body);
	vec_free(&clones.before);
	return clones.between;
}

static void check_jump(Check *c, const Stmt *s, const Frame *loop) {
	const char *word = s->kind == S_BREAK ? "break" : s->kind == S_CONTINUE ? "continue" : "return";
	if (s->kind != S_RETURN) {
		if (!loop)
			add_flaw(c, P16, s->span, "%s stands outside every loop", word);
		else if (is_between_clones(c, s, loop))
			add_flaw(c, P16, s->span, "%s stands between clones of several iterations", word);
		return;
	}
	for (const Stmt *jump = s; loop; jump = loop->loop, loop = loop->outer)
		if (is_between_clones(c, jump, loop)) {
			add_flaw(c, P16, s->span, "%s stands between clones of several iterations", word);
			return;
		}
}

/* ---- statements ---- */

static void check_block(Check *c, Block block, const Stmt *parent, const Frame *loop);

/* The yield of a body whose parent binds `returns`; NULL: it has none. */
static const Stmt *last_yield(const Check *c, Block body) {
	const Stmt *last = NULL;
	for (uint32_t i = 0; i < body.n; i++)
		if (ir_stmt(c->program, body.at[i])->kind != S_NOTE)
			last = ir_stmt(c->program, body.at[i]);
	return last && last->kind == S_YIELD ? last : NULL;
}

static void check_yield_count(Check *c, const Stmt *s, Block body, const char *what) {
	const Stmt *yield = last_yield(c, body);
	uint32_t values = yield ? yield->values.n : 0;
	if (values != s->returns.n)
		add_flaw(c, P2, yield ? yield->span : s->span, "%s yields %u values, but %u names are bound", what, values, s->returns.n);
}

static void check_returns_types(Check *c, const Stmt *s) {
	for (uint32_t i = 0; i < s->returns.n; i++)
		check_type(c, s->returns.at[i], ir_var(c->program, s->returns.at[i])->span);
}

/* The text writes the types of returned names where the (first) body yields them, so they may mention what it defines. */
static void check_body(Check *c, const Stmt *s, Block body, const Frame *loop) {
	uint32_t floor = c->visible.n;
	check_block(c, body, s, loop);
	if (body.at == s->body.at)
		check_returns_types(c, s);
	end_body(c, floor);
}

static void check_loop(Check *c, const Stmt *s, const Frame *outer) {
	if (s->kind == S_FOR) {
		if (s->loop_kind == LOOP_PIPELINE && s->stages == 0)
			add_flaw(c, P1, s->span, "pipeline loop without a stage count");
		else if (s->loop_kind != LOOP_PIPELINE && s->stages != 0)
			add_flaw(c, P1, s->span, "stage count on a loop that is no pipeline");
		else if (s->stages < 0)
			add_flaw(c, P1, s->span, "stage count %lld is below 1", (long long)s->stages);
	}
	check_expr(c, s->start);
	check_expr(c, s->stop);
	check_expr(c, s->step);
	for (uint32_t i = 0; i < s->attrs.n; i++)
		check_expr(c, s->attrs.at[i].value);
	for (uint32_t i = 0; i < s->iters.n; i++)
		check_expr(c, ir_var(c->program, s->iters.at[i])->init);
	if (s->iters.n != s->returns.n)
		add_flaw(c, P2, s->span, "loop carries %u values, but binds %u names", s->iters.n, s->returns.n);
	check_yield_count(c, s, s->body, "loop");
	uint32_t floor = c->visible.n;
	define(c, s->var, s->span);
	define_list(c, s->iters, s->span);
	if (s->kind == S_WHILE)
		check_expr(c, s->expr);
	check_body(c, s, s->body, &(Frame){outer, s});
	end_body(c, floor);
	define_list(c, s->returns, s->span);
}

static void check_if(Check *c, const Stmt *s, const Frame *loop) {
	check_expr(c, s->expr);
	if (s->returns.n && !s->has_else)
		add_flaw(c, P2, s->span, "if binds %u names, but has no else", s->returns.n);
	check_yield_count(c, s, s->body, "first branch");
	if (s->has_else)
		check_yield_count(c, s, s->orelse, "else branch");
	check_body(c, s, s->body, loop);
	check_body(c, s, s->orelse, loop);
	define_list(c, s->returns, s->span);
}

/* A yield that names variables away from the end of a body is read as the assignment that it looks like. */
static void check_no_yield(Check *c, const Stmt *s) {
	const Expr *e = ir_expr(c->program, s->expr);
	if (e->kind == X_CALL && strcmp(ir_text(c->program, e->call->callee), "pl.yield_") == 0)
		add_flaw(c, P2, s->span, "yield is not the last statement of a loop or branch");
}

static void check_stmt(Check *c, const Stmt *s, bool may_yield, const Frame *loop) {
	switch ((StmtKind)s->kind) {
	case S_ASSIGN:
		check_no_yield(c, s);
		check_expr(c, s->expr);
		check_type(c, s->var, s->span);
		define(c, s->var, s->span);
		break;
	case S_UNPACK:
		check_no_yield(c, s);
		check_expr(c, s->expr);
		check_returns_types(c, s);
		define_list(c, s->returns, s->span);
		break;
	case S_EVAL:
		check_expr(c, s->expr);
		break;
	case S_FOR:
	case S_WHILE:
		check_loop(c, s, loop);
		break;
	case S_IF:
		check_if(c, s, loop);
		break;
	case S_SCOPE:
		check_expr(c, s->expr);
		check_block(c, s->body, s, loop);
		break;
	case S_FOR_OTHER:
		/* A region with a lane number, not a loop that carries values: its definitions stay. */
		check_expr(c, s->expr);
		define(c, s->var, s->span);
		check_block(c, s->body, s, &(Frame){loop, s});
		break;
	case S_YIELD:
		if (!may_yield)
			add_flaw(c, P2, s->span, "yield is not the last statement of a loop or branch");
		for (uint32_t i = 0; i < s->values.n; i++)
			check_expr(c, s->values.at[i]);
		break;
	case S_RETURN:
		for (uint32_t i = 0; i < s->values.n; i++)
			check_expr(c, s->values.at[i]);
		check_jump(c, s, loop);
		break;
	case S_BREAK:
	case S_CONTINUE:
		check_jump(c, s, loop);
		break;
	case S_NOTE:
		break;
	}
}

static void check_block(Check *c, Block block, const Stmt *parent, const Frame *loop) {
	bool binds = parent && (parent->kind == S_FOR || parent->kind == S_WHILE || parent->kind == S_IF);
	const Stmt *yield = binds ? last_yield(c, block) : NULL;
	for (uint32_t i = 0; i < block.n; i++) {
		const Stmt *s = ir_stmt(c->program, block.at[i]);
		check_stmt(c, s, s == yield, loop);
	}
}

/* ---- the function ---- */

static void cover(Check *c, VarId v) {
	if (!c->first || v < c->first)
		c->first = v;
	if (v > c->last)
		c->last = v;
}

static void cover_local(Check *c, VarId v) {
	if (!v)
		return;
	cover(c, v);
	StrId name = ir_var(c->program, v)->hint;
	if (has_mark(c, name, MARK_DECLARED) && !has_mark(c, name, MARK_LOCAL)) {
		mark(c, name, MARK_LOCAL);
		vec_push(&c->locals, v);
	}
}

static void cover_block(Check *c, Block block) {
	for (uint32_t i = 0; i < block.n; i++) {
		const Stmt *s = ir_stmt(c->program, block.at[i]);
		cover_local(c, s->var);
		for (uint32_t k = 0; k < s->iters.n; k++)
			cover_local(c, s->iters.at[k]);
		for (uint32_t k = 0; k < s->returns.n; k++)
			cover_local(c, s->returns.at[k]);
		cover_block(c, s->body);
		cover_block(c, s->orelse);
	}
}

static void mark_declared(Check *c) {
	for (uint32_t i = 0; i < c->program->dynamics.n; i++) {
		const char *line = ir_text(c->program, c->program->dynamics.at[i]);
		size_t n = strcspn(line, " \t=");
		mark(c, ir_str(c->program, line, n), MARK_DECLARED);
	}
}

static void mark_used_dims(Check *c) {
	for (ExprId e = 1; e < c->program->exprs.n; e++) {
		const Expr *x = ir_expr(c->program, e);
		if (x->kind == X_VAR && ir_var(c->program, x->var)->kind == VAR_DIM)
			mark(c, ir_var(c->program, x->var)->hint, MARK_USED_DIM);
	}
}

/* The compiler declares a name because a type uses it without a definition. If all its uses find one in the text all the
 * same, then by name only. */
static void check_declared(Check *c) {
	if (c->locals.n)
		mark_used_dims(c);
	for (uint32_t i = 0; i < c->locals.n; i++) {
		const Variable *v = ir_var(c->program, c->locals.at[i]);
		if (!has_mark(c, v->hint, MARK_USED_DIM))
			add_flaw(c, P2, v->span, "'%s' is declared as a dynamic dimension, but every use of it finds this definition: "
				"a use in a type has lost its own", ir_text(c->program, v->hint));
	}
}

void wellformed_function(Program *p, FuncId f, Flaws *out) {
	Check c = {.program = p, .function = f, .flaws = out};
	const Function *function = ir_func(p, f);
	c.expr = (Walk){.program = p, .use = use_in_expr, .type = use_argument_type, .context = &c};
	c.type = (Walk){.program = p, .use = use_in_type, .base = use_base, .context = &c};
	c.signature = (Walk){.program = p, .use = note_dim, .context = &c};
	mark_declared(&c);
	cover_block(&c, function->body);
	check_declared(&c);
	for (uint32_t i = 0; i < function->n_params; i++)
		cover(&c, function->params[i].var);
	note_signature(&c, function, MARK_OWN_DIM);
	if (c.first) {
		c.state = mem_alloc(c.last - c.first + 1u);
		memset(c.state, UNDEFINED, c.last - c.first + 1u);
	}
	for (uint32_t i = 0; i < function->n_params; i++)
		define(&c, function->params[i].var, ir_var(p, function->params[i].var)->span);
	check_block(&c, function->body, NULL, NULL);
	mem_free_(c.state);
	vec_free(&c.visible);
	vec_free(&c.marks);
	vec_free(&c.locals);
	walk_end(&c.expr);
	walk_end(&c.type);
	walk_end(&c.signature);
}
