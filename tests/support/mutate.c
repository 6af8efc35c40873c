#include "tests/support/mutate.h"

#include "model/walk.h"
#include "tests/support/generate.h"

#include <stdlib.h>

typedef VEC(StmtId) Stmts;
typedef VEC(Block *) Blocks;

typedef struct Places { /* of one program */
	Program *p;
	Blocks blocks;
	Stmts stmts;
	VEC(ExprId) exprs; /* below the statements, shared ones once */
	VEC(VarId) vars;   /* defined somewhere */
} Places;

static void find_expr(Places *x, ExprId e, int depth) {
	if (!e || depth > 40)
		return;
	const Expr *n = ir_expr(x->p, e);
	vec_push(&x->exprs, e);
	if (n->kind == X_BINARY || n->kind == X_ITEM) {
		find_expr(x, n->a, depth + 1);
		find_expr(x, n->b, depth + 1);
	} else if (n->kind == X_UNARY || n->kind == X_CAST)
		find_expr(x, n->a, depth + 1);
	else if (n->kind == X_LIST || n->kind == X_TUPLE)
		for (uint32_t i = 0; i < n->list.n; i++)
			find_expr(x, n->list.at[i], depth + 1);
	else if (n->kind == X_CALL)
		for (uint32_t i = 0; i < n->call->args.n; i++)
			find_expr(x, n->call->args.at[i], depth + 1);
}

static void find_block(Places *x, Block *b, int depth) {
	vec_push(&x->blocks, b);
	for (uint32_t i = 0; depth < 40 && i < b->n; i++) {
		Stmt *s = ir_stmt(x->p, b->at[i]);
		vec_push(&x->stmts, b->at[i]);
		find_expr(x, s->expr, 0);
		find_expr(x, s->start, 0);
		find_expr(x, s->stop, 0);
		for (uint32_t k = 0; k < s->values.n; k++)
			find_expr(x, s->values.at[k], 0);
		for (uint32_t k = 0; k < s->iters.n; k++) {
			find_expr(x, ir_var(x->p, s->iters.at[k])->init, 0);
			vec_push(&x->vars, s->iters.at[k]);
		}
		if (s->var)
			vec_push(&x->vars, s->var);
		for (uint32_t k = 0; k < s->returns.n; k++)
			vec_push(&x->vars, s->returns.at[k]);
		find_block(x, &s->body, depth + 1);
		find_block(x, &s->orelse, depth + 1);
	}
}

static Places find_places(Program *p) {
	Places x = {.p = p};
	for (FuncId f = 1; f <= ir_func_count(p); f++) {
		Function *fn = ir_func(p, f);
		for (uint32_t i = 0; i < fn->n_params; i++)
			vec_push(&x.vars, fn->params[i].var);
		find_block(&x, &fn->body, 0);
	}
	return x;
}

static void drop_places(Places *x) {
	vec_free(&x->blocks);
	vec_free(&x->stmts);
	vec_free(&x->exprs);
	vec_free(&x->vars);
}

/* ---- blocks ---- */

static bool is_last(const Program *p, StmtId s) {
	uint8_t kind = ir_stmt(p, s)->kind;
	return kind == S_YIELD || kind == S_RETURN || kind == S_NOTE;
}

static void move(Program *p, Block *b, uint32_t from, uint32_t to) {
	uint32_t *at = mem_alloc(b->n * sizeof *at);
	memcpy(at, b->at, b->n * sizeof *at);
	uint32_t s = at[from];
	if (from < to)
		memmove(at + from, at + from + 1, (to - from) * sizeof *at);
	else
		memmove(at + to + 1, at + to, (from - to) * sizeof *at);
	at[to] = s;
	*b = ir_list(p, at, b->n);
	mem_free_(at);
}

static const char *move_statement(Places *x, uint64_t *seed) {
	Block *b = x->blocks.at[random_below(seed, x->blocks.n)];
	if (b->n < 2)
		return NULL;
	uint32_t from = random_below(seed, b->n), far = random_below(seed, 3) ? 1 : 1 + random_below(seed, b->n - 1);
	uint32_t to = random_below(seed, 2) ? from + far : from - far;
	if (to >= b->n || is_last(x->p, b->at[from]) || is_last(x->p, b->at[to]))
		return NULL;
	move(x->p, b, from, to);
	return far == 1 ? "two statements exchanged" : "a statement moved";
}

static const char *drop_or_repeat(Places *x, uint64_t *seed) {
	Block *b = x->blocks.at[random_below(seed, x->blocks.n)];
	if (b->n < 2)
		return NULL;
	uint32_t k = random_below(seed, b->n);
	const Stmt *s = ir_stmt(x->p, b->at[k]);
	if (s->kind != S_EVAL && (s->kind != S_IF || s->returns.n))
		return NULL;
	Stmts made = {0};
	bool repeat = random_below(seed, 2) && s->kind == S_EVAL;
	for (uint32_t i = 0; i < b->n; i++) {
		if (i != k || repeat)
			vec_push(&made, b->at[i]);
		if (i == k && repeat)
			vec_push(&made, b->at[i]);
	}
	*b = ir_list(x->p, made.at, made.n);
	vec_free(&made);
	return repeat ? "a statement repeated" : "a statement dropped";
}

/* ---- expressions ---- */

static const char *change_number(Places *x, uint64_t *seed) {
	static const int64_t by[] = {1, -1, 1, -1, 2, 8, 16, -16};
	Expr *e = ir_expr(x->p, x->exprs.at[random_below(seed, x->exprs.n)]);
	if (e->kind != X_INT)
		return NULL;
	e->i += by[random_below(seed, 8)];
	return "a number changed";
}

static const char *change_use(Places *x, uint64_t *seed) {
	Expr *e = ir_expr(x->p, x->exprs.at[random_below(seed, x->exprs.n)]);
	if (e->kind != X_VAR)
		return NULL;
	VarId other = x->vars.at[random_below(seed, x->vars.n)];
	TypeId a = ir_var(x->p, e->var)->type, b = ir_var(x->p, other)->type;
	if (other == e->var || !a || !b || ir_type(x->p, a)->kind != ir_type(x->p, b)->kind || ir_type(x->p, a)->dtype != ir_type(x->p, b)->dtype)
		return NULL;
	e->var = other;
	return "another variable used";
}

static const char *change_operator(Places *x, uint64_t *seed) {
	Expr *e = ir_expr(x->p, x->exprs.at[random_below(seed, x->exprs.n)]);
	if (e->kind != X_BINARY)
		return NULL;
	if (random_below(seed, 2)) {
		ExprId a = e->a;
		e->a = e->b;
		e->b = a;
		return "operands exchanged";
	}
	static const uint8_t arithmetic[] = {B_ADD, B_SUB, B_MUL, B_FLOORDIV, B_MOD}, compare[] = {B_EQ, B_NE, B_LT, B_LE, B_GT, B_GE};
	bool compares = e->op >= B_EQ && e->op <= B_GE;
	e->op = compares ? compare[random_below(seed, 6)] : arithmetic[random_below(seed, 5)];
	return "an operator changed";
}

static List swapped(Program *p, List l, uint32_t i, uint32_t k) {
	uint32_t *at = mem_alloc(l.n * sizeof *at);
	memcpy(at, l.at, l.n * sizeof *at);
	at[i] = l.at[k];
	at[k] = l.at[i];
	List made = ir_list(p, at, l.n);
	mem_free_(at);
	return made;
}

static const char *swap_arguments(Places *x, uint64_t *seed) {
	Expr *e = ir_expr(x->p, x->exprs.at[random_below(seed, x->exprs.n)]);
	if (e->kind != X_CALL || e->call->args.n < 2 || ir_expr(x->p, e->call->args.at[0])->kind != X_VAR ||
	    ir_expr(x->p, e->call->args.at[1])->kind != X_VAR)
		return NULL;
	Call *c = arena_copy(x->p->arena, e->call, sizeof *c);
	c->args = swapped(x->p, c->args, 0, 1);
	e->call = c;
	return "arguments exchanged";
}

static const char *change_ring(Places *x, uint64_t *seed) {
	Expr *e = ir_expr(x->p, x->exprs.at[random_below(seed, x->exprs.n)]);
	if (e->kind != X_CALL || op_rows[e->call->op].ring == RING_NONE)
		return NULL;
	Call *c = arena_copy(x->p->arena, e->call, sizeof *c);
	Pair pairs[4];
	uint32_t n = 0;
	for (uint32_t i = 0; i < c->kwargs.n && n < 3; i++)
		if (strcmp(ir_text(x->p, c->kwargs.at[i].key), "id"))
			pairs[n++] = c->kwargs.at[i];
	pairs[n++] = (Pair){ir_strz(x->p, "id"), ir_int(x->p, ir_pipe_id(x->p, c) ? 0 : 1, DT_INDEX, e->span)};
	c->kwargs = ir_pairs(x->p, pairs, n);
	e->call = c;
	return "another ring";
}

/* ---- statements ---- */

static const char *change_statement(Places *x, uint64_t *seed) {
	Program *p = x->p;
	Stmt *s = ir_stmt(p, x->stmts.at[random_below(seed, x->stmts.n)]);
	if (s->kind == S_YIELD && s->values.n > 1) {
		uint32_t i = random_below(seed, s->values.n), k = random_below(seed, s->values.n);
		s->values = swapped(p, s->values, i, k);
		return "yielded values exchanged";
	}
	if (s->kind == S_IF && !s->returns.n && s->has_else && random_below(seed, 2)) {
		Block b = s->body;
		s->body = s->orelse;
		s->orelse = b;
		return "arms exchanged";
	}
	if (s->kind == S_IF) {
		s->expr = ir_add_expr(p, &(Expr){.kind = X_UNARY, .op = U_NOT, .a = s->expr});
		return "a condition negated";
	}
	if (s->kind != S_FOR)
		return NULL;
	int64_t v;
	ExprId *bound = random_below(seed, 2) ? &s->stop : random_below(seed, 2) ? &s->start : &s->step;
	if (bound == &s->step && (!ir_const_int(p, s->step, &v) || !v))
		return NULL;
	s->bounds = 3;
	if (bound == &s->step)
		*bound = ir_int(p, v + (v > 0 ? 1 : -1), DT_INDEX, s->span);
	else
		*bound = ir_binary(p, random_below(seed, 2) ? B_ADD : B_SUB, *bound, ir_int(p, 1, DT_INDEX, s->span), s->span);
	return "a bound changed";
}

/* Only in one iteration: the variable of a loop is used as if it were never k. */
static const char *change_one_iteration(Places *x, uint64_t *seed) {
	Program *p = x->p;
	ExprId at = x->exprs.at[random_below(seed, x->exprs.n)];
	const Expr *e = ir_expr(p, at);
	if (e->kind != X_VAR || ir_var(p, e->var)->kind != VAR_LOOP)
		return NULL;
	ExprId use = ir_use(p, e->var, e->span), most = ir_int(p, 1 + random_below(seed, 6), DT_INDEX, e->span);
	Expr capped = *ir_expr(p, ir_binary(p, random_below(seed, 2) ? B_MIN : B_MAX, use, most, e->span));
	*ir_expr(p, at) = capped;
	return "an index capped";
}

const char *mutate_program(Program *p, uint64_t *seed) {
	static const char *(*const changes[])(Places *x, uint64_t *seed) = {
		move_statement, move_statement, drop_or_repeat, change_number, change_number, change_use, change_use, change_operator, swap_arguments,
		change_ring, change_statement, change_statement, change_one_iteration,
	};
	Places x = find_places(p);
	const char *what = x.exprs.n && x.vars.n ? changes[random_below(seed, sizeof changes / sizeof *changes)](&x, seed) : NULL;
	drop_places(&x);
	return what;
}

/* ---- exchanges that keep the meaning ---- */

typedef struct Needs { /* of one statement without blocks */
	const Program *p;
	VEC(VarId) uses;
	bool reads, writes, ordered, changes_tile;
	unsigned ring; /* 1 + direction and kind; 0: none */
	int64_t id;
} Needs;

static void need_use(void *context, VarId v, Span at) {
	(void)at;
	vec_push(&((Needs *)context)->uses, v);
}

static void need_call(void *context, const Call *c) {
	Needs *n = context;
	const OpRow *row = &op_rows[c->op];
	switch (c->op == OP_UNKNOWN ? EFFECT_CALL : row->effect) {
	case EFFECT_PURE: case EFFECT_LAUNCH:
		n->changes_tile |= row->inherits >= 0;
		break;
	case EFFECT_READ_GM:
		n->reads = true;
		break;
	case EFFECT_WRITE_GM:
		n->writes = true;
		break;
	case EFFECT_WRITE_TILE:
		n->changes_tile = true;
		break;
	case EFFECT_PUSH: case EFFECT_POP: case EFFECT_FREE:
		n->ring = 1 + (unsigned)row->effect * 4 + (unsigned)row->ring;
		n->id = ir_pipe_id(n->p, c);
		break;
	default:
		n->ordered = true;
		break;
	}
}

static Needs needs_of(const Program *p, const Stmt *s) {
	Needs n = {.p = p};
	Walk w = {.program = p, .use = need_use, .call = need_call, .context = &n};
	walk_expr(&w, s->expr);
	if (s->var)
		walk_type(&w, ir_var(p, s->var)->type);
	walk_end(&w);
	return n;
}

static bool mentions(const Needs *n, VarId v) {
	for (uint32_t i = 0; v && i < n->uses.n; i++)
		if (n->uses.at[i] == v)
			return true;
	return false;
}

/* Accesses of memory keep their order, too: which tensors are the same is not asked here. */
static bool may_exchange(const Program *p, const Stmt *a, const Stmt *b) {
	if ((a->kind != S_ASSIGN && a->kind != S_EVAL) || (b->kind != S_ASSIGN && b->kind != S_EVAL))
		return false;
	Needs x = needs_of(p, a), y = needs_of(p, b);
	bool memory_x = x.reads || x.writes, memory_y = y.reads || y.writes;
	bool fine = !x.ordered && !y.ordered && !x.changes_tile && !y.changes_tile && !mentions(&y, a->var) && !mentions(&x, b->var);
	fine &= !(memory_x && memory_y && (x.writes || y.writes));
	fine &= !(x.ring && y.ring && x.ring == y.ring && x.id == y.id);
	/* The peer may notice an access that crosses a message. */
	fine &= !(x.ring && memory_y) && !(y.ring && memory_x);
	vec_free(&x.uses);
	vec_free(&y.uses);
	return fine;
}

unsigned reorder_program(Program *p, uint64_t *seed, unsigned most) {
	unsigned done = 0;
	Places x = find_places(p);
	for (unsigned tries = 0; tries < most * 8 && done < most; tries++) {
		Block *b = x.blocks.at[random_below(seed, x.blocks.n)];
		if (b->n < 2)
			continue;
		uint32_t k = random_below(seed, b->n - 1);
		if (!may_exchange(p, ir_stmt(p, b->at[k]), ir_stmt(p, b->at[k + 1])))
			continue;
		move(p, b, k, k + 1);
		done++;
	}
	drop_places(&x);
	return done;
}
