/* Which loads of a loop can rotate through slots (slots.md C.4).
 *
 * A slot is rewritten every F iterations, so that a tile bound to one must not outlive its iteration (be carried by a phi)
 * nor hand its buffer on (be viewed or updated in place). Both are asked of the root of an alias chain, over the whole body.
 */
#include "analyzer/slots.h"

#include "model/walk.h"

#include <inttypes.h>

void slots_scan_begin(SlotScan *s, Program *p) {
	*s = (SlotScan){.p = p, .room = p->vars.n};
	s->fact = mem_alloc((size_t)s->room * sizeof *s->fact);
	memset(s->fact, 0, (size_t)s->room * sizeof *s->fact);
}

void slots_scan_end(SlotScan *s) {
	mem_free_(s->fact);
	vec_free(&s->touched);
	*s = (SlotScan){0};
}

static SlotFact *fact_of(SlotScan *s, VarId v) {
	vec_push(&s->touched, v);
	return &s->fact[v];
}

/* Aliases are recorded with the root of their source, so that one step always leads to the end of the chain. */
static VarId root_of(const SlotScan *s, VarId v) { return s->fact[v].root ? s->fact[v].root : v; }

typedef enum Mark { MARK_CARRIED, MARK_VIEWED } Mark;

static void mark_uses(SlotScan *s, ExprId e, Mark mark, StmtId by) {
	VarVec vars = {0};
	uses_of_expr(s->p, e, false, &vars);
	for (uint32_t i = 0; i < vars.n; i++) {
		SlotFact *f = fact_of(s, root_of(s, vars.at[i]));
		StmtId *where = mark == MARK_CARRIED ? &f->carried_by : &f->viewed_by;
		if (!*where)
			*where = by;
	}
	vec_free(&vars);
}

/* The compiler's list of ops whose result is an operand's buffer. Our table has two more that write an element of what they return. */
static bool hands_on(OpId op) { return op_rows[op].inherits >= 0 && op != OP_TENSOR_WRITE && op != OP_ARRAY_UPDATE_ELEMENT; }

typedef struct CallVisit {
	SlotScan *scan;
	StmtId at;
} CallVisit;

/* Every call whose result is the buffer of an argument consumes all its arguments. */
static void on_call(void *context, const Call *c) {
	CallVisit *v = context;
	for (uint32_t i = 0; hands_on(c->op) && i < c->args.n; i++)
		mark_uses(v->scan, c->args.at[i], MARK_VIEWED, v->at);
}

static void visit_calls(SlotScan *s, ExprId e, StmtId at) {
	CallVisit v = {s, at};
	Walk w = {.program = s->p, .call = on_call, .context = &v};
	walk_expr(&w, e);
	walk_end(&w);
}

static bool is_tile(const Program *p, VarId v) {
	TypeId t = ir_var(p, v)->type;
	return t && ir_type(p, t)->kind == T_TILE;
}

/* The variable whose buffer the value of an assignment is; 0: a buffer of its own. */
static VarId aliased(const Program *p, const Stmt *s) {
	const Expr *e = ir_expr(p, s->expr);
	if (e->kind == X_VAR)
		return is_tile(p, s->var) ? e->var : 0;
	if (e->kind != X_CALL || !hands_on(e->call->op) || !e->call->args.n)
		return 0;
	const Expr *first = ir_expr(p, e->call->args.at[0]);
	return first->kind == X_VAR ? first->var : 0;
}

static void visit_header(SlotScan *s, StmtId id) {
	const Stmt *st = ir_stmt(s->p, id);
	for (uint32_t k = 0; k < st->iters.n; k++) {
		ExprId init = ir_var(s->p, st->iters.at[k])->init;
		visit_calls(s, init, id);
		if (init)
			mark_uses(s, init, MARK_CARRIED, id);
	}
	visit_calls(s, st->start, id);
	visit_calls(s, st->stop, id);
	visit_calls(s, st->step, id);
	visit_calls(s, st->expr, id);
	for (uint32_t k = 0; k < st->values.n; k++) {
		visit_calls(s, st->values.at[k], id);
		if (st->kind == S_YIELD)
			mark_uses(s, st->values.at[k], MARK_CARRIED, id);
	}
}

static void visit_block(SlotScan *s, Block b) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *st = ir_stmt(s->p, b.at[i]);
		visit_header(s, b.at[i]);
		VarId source = st->kind == S_ASSIGN ? aliased(s->p, st) : 0;
		if (source && source != st->var) {
			VarId root = root_of(s, source);
			fact_of(s, st->var)->root = root;
		}
		visit_block(s, st->body);
		visit_block(s, st->orelse);
	}
}

/* A body of one statement is no sequence in the compiler, and it does not look into it. */
static uint32_t real_statements(const Program *p, Block b) {
	uint32_t n = 0;
	for (uint32_t i = 0; i < b.n; i++)
		n += ir_stmt(p, b.at[i])->kind != S_NOTE;
	return n;
}

static bool is_load(const Program *p, const Stmt *s) {
	if (s->kind != S_ASSIGN || !is_tile(p, s->var))
		return false;
	const Expr *e = ir_expr(p, s->expr);
	return e->kind == X_CALL && e->call->op == OP_TILE_LOAD;
}

static bool has_static_extent(const Program *p, TypeId t) {
	List shape = ir_valid_shape(p, t);
	for (uint32_t i = 0; i < shape.n && i < 2; i++)
		if (ir_expr(p, shape.at[i])->kind != X_INT)
			return false;
	return true;
}

/* "tile.store at line 9", "the loop at line 9" */
static const char *describe(const Program *p, StmtId id) {
	const Stmt *s = ir_stmt(p, id);
	const Call *c = ir_call_of(p, id);
	const char *what = "the statement";
	if (c) {
		what = ir_text(p, c->callee);
		what += strncmp(what, "pl.", 3) ? 0 : 3;
	} else if (s->kind == S_FOR || s->kind == S_WHILE || s->kind == S_FOR_OTHER) {
		what = "the loop";
	} else if (s->kind == S_YIELD) {
		what = "the yield";
	}
	return arena_printf(p->arena, "%s at line %" PRIu32, what, s->span.line);
}

static const char *blocked(const SlotScan *s, StmtId load) {
	const Program *p = s->p;
	const Stmt *st = ir_stmt(p, load);
	const Type *t = ir_type(p, ir_var(p, st->var)->type);
	const char *name = arena_printf(p->arena, "'%s' (tile.load at line %" PRIu32 ")", ir_hint(p, st->var), st->span.line);
	const SlotFact *f = &s->fact[st->var];
	if (t->space != SPACE_VEC && t->space != SPACE_MAT && t->space != SPACE_ACC)
		return arena_printf(p->arena, "%s is loaded into %s; slots exist in Vec, Mat and Acc only: load it into one of these and move it", name,
			t->space ? space_names[t->space] : "no memory space");
	if (!has_static_extent(p, ir_var(p, st->var)->type))
		return arena_printf(p->arena, "the valid shape of %s is not constant; a slot has one fixed extent: load a full tile and mask it afterwards", name);
	if (f->carried_by) {
		bool yields = ir_stmt(p, f->carried_by)->kind == S_YIELD;
		return arena_printf(p->arena, "%s outlives its iteration, it is %s %s; carry a copy of it (tile.move or a computed tile) instead", name,
			yields ? "carried on by" : "an initial value of", describe(p, f->carried_by));
	}
	if (f->viewed_by)
		return arena_printf(p->arena, "%s is an operand of %s, whose result shares a buffer with an operand; give it a computed copy of the tile instead", name,
			describe(p, f->viewed_by));
	return NULL;
}

const char *slots_collect(SlotScan *s, StmtId loop, SlotLoads *out) {
	Program *p = s->p;
	Block body = ir_stmt(p, loop)->body;
	out->n = 0;
	if (real_statements(p, body) < 2)
		return "the body is a single statement, which the pass does not look into; a loop worth slots loads a tile and then computes with it";
	for (uint32_t i = 0; i < s->touched.n; i++)
		s->fact[s->touched.at[i]] = (SlotFact){0};
	s->touched.n = 0;
	visit_block(s, body);
	VarId bound = 0;
	for (uint32_t i = 0; i < body.n; i++) {
		const Stmt *st = ir_stmt(p, body.at[i]);
		if (!is_load(p, st))
			continue;
		const Type *t = ir_type(p, ir_var(p, st->var)->type);
		if (t->memref) {
			bound = st->var;
			continue;
		}
		const char *why = blocked(s, body.at[i]);
		if (why) {
			out->n = 0;
			return why;
		}
		SlotLoad load = {body.at[i], st->var, (Space)t->space};
		vec_push(out, load);
	}
	if (out->n)
		return NULL;
	if (bound)
		return arena_printf(p->arena, "every load at the top level of the body has a region that the author declared ('%s' at line %" PRIu32 "); it keeps that one",
			ir_hint(p, bound), ir_var(p, bound)->span.line);
	return "no tile.load stands at the top level of the body; loads in inner loops, branches and scopes get no slot: move the load out of them";
}
