/* What a tile bound to a slot may be (P20): the code generator describes a region by one multi-tile allocation of one tile type,
 * and its slots rotate, so that a bound tile must not outlive its iteration nor hand its buffer on. */
#include "checks/memory/slot_unit.h"

#include <inttypes.h>

enum { FEWEST = 2, MOST = 16, MAX_NEST = 400 };

static void refute(SlotUnit *u, Result *r, const SlotBinding *b, Span at, const char *where, const char *after) {
	Witness *w = slot_witness(u, r, at);
	w->where = where;
	w->before = "a private slot for each iteration";
	w->after = after;
	w->replayed = true; /* the text itself shows it */
	r->reason = arena_printf(u->report->arena, "%s %s", slot_who(u, b), after);
}

static bool is_static(const Program *p, List dims) {
	int64_t v;
	for (uint32_t i = 0; i < dims.n; i++)
		if (!ir_const_int(p, dims.at[i], &v))
			return false;
	return true;
}

static bool same_dims(const Program *p, List a, List b) {
	if (a.n != b.n)
		return false;
	for (uint32_t i = 0; i < a.n; i++) {
		int64_t x, y;
		if (!ir_const_int(p, a.at[i], &x) || !ir_const_int(p, b.at[i], &y) || x != y)
			return false;
	}
	return true;
}

static void judge_type(SlotUnit *u, Result *r, const SlotBinding *b) {
	const Program *p = u->p;
	Arena *a = u->report->arena;
	TypeId id = ir_var(p, b->tile->var)->type;
	const Type *t = ir_type(p, id);
	Span at = ir_var(p, b->tile->var)->span;
	const char *where = arena_printf(a, "region '%s'", ir_hint(p, t->memref->base));
	if (b->slots > MOST || (b->slots < FEWEST && b->index)) {
		refute(u, r, b, at, where, arena_printf(a, "asks for %" PRId64 " slots; a region has %d to %d", b->slots, FEWEST, MOST));
	} else if (!b->index) {
		refute(u, r, b, at, where, "selects no slot of a region that has several");
	} else if (t->space != SPACE_VEC && t->space != SPACE_MAT && t->space != SPACE_ACC) {
		refute(u, r, b, at, where, arena_printf(a, "lies in %s; slots exist in Vec, Mat and Acc", t->space ? space_names[t->space] : "no memory space"));
	} else if (!is_static(p, t->shape) || !is_static(p, ir_valid_shape(p, id))) {
		refute(u, r, b, at, where, "has an extent that is not constant");
	}
}

static void judge_others(SlotUnit *u, Result *r, const SlotBinding *b) {
	const Program *p = u->p;
	Arena *a = u->report->arena;
	for (const SlotBinding *first = u->bindings.at; first < b; first++) {
		if (first->tile->allocation != b->tile->allocation)
			continue;
		TypeId x = ir_var(p, first->tile->var)->type, y = ir_var(p, b->tile->var)->type;
		uint32_t line = ir_var(p, first->tile->var)->span.line;
		const char *what = NULL;
		if (first->slots != b->slots)
			what = arena_printf(a, "asks for %" PRId64 " slots and line %" PRIu32 " for %" PRId64, b->slots, line, first->slots);
		else if (ir_type(p, x)->dtype != ir_type(p, y)->dtype || !same_dims(p, ir_type(p, x)->shape, ir_type(p, y)->shape))
			what = arena_printf(a, "has another tile type than line %" PRIu32 " gives the same region", line);
		else if (!same_dims(p, ir_valid_shape(p, x), ir_valid_shape(p, y)))
			what = arena_printf(a, "has another valid extent than line %" PRIu32 " gives the same region", line);
		else if (first->tile->space != b->tile->space)
			what = arena_printf(a, "lies in another memory space than line %" PRIu32 " gives the same region", line);
		if (what)
			refute(u, r, b, ir_var(p, b->tile->var)->span, arena_printf(a, "region '%s'", ir_hint(p, storage_allocation(u->storage, b->tile)->base)), what);
		return;
	}
}

/* ---- what the body does with bound tiles ---- */

typedef struct Scan {
	SlotUnit *u;
	Result *r;
	uint32_t loop; /* whose bindings are judged */
} Scan;

static const SlotBinding *bound(const Scan *x, VarId v) {
	VarId root = storage_root(x->u->storage, v);
	for (uint32_t i = 0; i < x->u->bindings.n; i++)
		if (x->u->bindings.at[i].tile->root == root && x->u->bindings.at[i].loop == x->loop)
			return &x->u->bindings.at[i];
	return NULL;
}

static void carried(Scan *x, ExprId e, StmtId by, const char *how) {
	const Expr *v = e ? ir_expr(x->u->p, e) : NULL;
	const SlotBinding *b = v && v->kind == X_VAR ? bound(x, v->var) : NULL;
	Span at = ir_stmt(x->u->p, by)->span;
	if (b && x->r->verdict != VERDICT_REFUTED)
		refute(x->u, x->r, b, at, arena_printf(x->u->report->arena, "line %" PRIu32, at.line), arena_printf(x->u->report->arena, "%s line %" PRIu32 ", and its slot is rewritten meanwhile", how, at.line));
}

/* A view or in-place result of a tile that the slots pass bound: its declared slot does not say that it is shared. */
static void handed_on(Scan *x, StmtId id) {
	const Program *p = x->u->p;
	const Call *c = ir_call_of(p, id);
	int k = c ? op_rows[c->op].inherits : -1;
	if (k < 0 || (uint32_t)k >= c->args.n || x->r->verdict == VERDICT_REFUTED)
		return;
	const Expr *v = ir_expr(p, c->args.at[k]);
	const SlotBinding *b = v->kind == X_VAR ? bound(x, v->var) : NULL;
	Arena *a = x->u->report->arena;
	Span at = ir_stmt(p, id)->span;
	if (!b)
		return;
	const char *what = arena_printf(a, "is viewed or updated in place by %s at line %" PRIu32, ir_text(p, c->callee), at.line);
	if (b->is_authors || b->stmt == id)
		slot_weaken(x->r, VERDICT_ASSUMED, arena_printf(a, "%s %s, as its author wrote it", slot_who(x->u, b), what), at);
	else
		refute(x->u, x->r, b, at, arena_printf(a, "line %" PRIu32, at.line), what);
}

static void scan_block(Scan *x, Block block, unsigned nest) {
	const Program *p = x->u->p;
	for (uint32_t i = 0; i < block.n && nest < MAX_NEST && x->r->verdict != VERDICT_REFUTED; i++) {
		const Stmt *st = ir_stmt(p, block.at[i]);
		for (uint32_t k = 0; k < st->iters.n; k++)
			carried(x, ir_var(p, st->iters.at[k])->init, block.at[i], "is an initial value of the loop at");
		for (uint32_t k = 0; st->kind == S_YIELD && k < st->values.n; k++)
			carried(x, st->values.at[k], block.at[i], "is carried on by the yield at");
		handed_on(x, block.at[i]);
		scan_block(x, st->body, nest + 1);
		scan_block(x, st->orelse, nest + 1);
	}
}

void slots_judge_binding(SlotUnit *u, uint32_t loop) {
	Result *r = slot_result(u, loop, OB_SLOTS_BINDING, VERDICT_PROVED, "P20");
	r->argument = "one static tile type per region, nothing carried, viewed or updated in place";
	for (uint32_t i = 0; i < u->bindings.n && r->verdict != VERDICT_REFUTED; i++) {
		const SlotBinding *b = &u->bindings.at[i];
		const Stmt *st = ir_stmt(u->p, b->stmt);
		if (b->loop != loop)
			continue;
		judge_type(u, r, b);
		if (r->verdict != VERDICT_REFUTED)
			judge_others(u, r, b);
		if (r->verdict != VERDICT_REFUTED && st->kind != S_ASSIGN)
			refute(u, r, b, st->span, arena_printf(u->report->arena, "line %" PRIu32, st->span.line), "is an iteration argument or a result, which no slot can be");
	}
	Scan x = {.u = u, .r = r, .loop = loop};
	if (r->verdict != VERDICT_REFUTED)
		scan_block(&x, ir_func(u->p, u->f)->body, 0);
}
