#include "checks/memory/slot_unit.h"

#include "analyzer/uses.h"

#include <inttypes.h>

enum { MAX_NEST = 400 };

typedef struct Scan {
	SlotUnit *u;
	uint32_t at, loop, condition;
} Scan;

/* ---- loops, scalars, bindings in program order ---- */

static bool is_loop(const Stmt *st) { return st->kind == S_FOR || st->kind == S_WHILE || st->kind == S_FOR_OTHER; }

static bool has_slot(const TileStorage *t) { return t->allocation && (t->slots > 1 || t->index); }

/* "pipe_" begins the name of every region that the slots pass makes. */
static bool is_authors(const SlotUnit *u, const TileStorage *t) {
	return strncmp(ir_hint(u->p, storage_allocation(u->storage, t)->base), "pipe_", 5) != 0;
}

static void add_binding(Scan *x, StmtId id, VarId v) {
	SlotUnit *u = x->u;
	const TileStorage *t = storage_tile(u->storage, v);
	if (!t || !has_slot(t))
		return;
	SlotBinding b = {.tile = t, .stmt = id, .loop = x->loop, .condition = x->condition, .at = x->at, .end = x->at, .slots = t->slots,
		.is_authors = is_authors(u, t)};
	if (t->index)
		b.index = index_term(&u->env, t->index);
	vec_push(&u->bindings, b);
}

static void enter_loop(Scan *x, StmtId id) {
	SlotUnit *u = x->u;
	const Stmt *st = ir_stmt(u->p, id);
	SlotLoop l = {.stmt = id, .outer = x->loop, .at = x->at};
	char name[48];
	snprintf(name, sizeof name, "iteration@%" PRIu32, u->loops.n);
	Term t = term_symbol(u->terms, name);
	if (st->kind == S_FOR && ir_const_int(u->p, st->step, &l.step) && l.step) {
		l.iteration = t;
		Term start = index_term(&u->env, st->start);
		l.stop = index_term(&u->env, st->stop);
		l.value = term_add(u->terms, start, term_scale(u->terms, t, l.step));
		u->env.value[st->var] = l.value;
	} else {
		l.step = 0;
	}
	if (st->var)
		u->loop_of[st->var] = u->loops.n;
	vec_push(&u->loops, l);
	x->loop = u->loops.n - 1;
	if (u->env.loops < INDEX_MAX_LOOPS)
		u->env.loop[u->env.loops++] = t;
}

static void scan_block(Scan *x, Block b, unsigned nest);

static void scan_branches(Scan *x, const Stmt *st, unsigned nest) {
	SlotUnit *u = x->u;
	uint32_t outer = x->condition;
	Term truth = index_term(&u->env, st->expr);
	for (int side = 0; side < 2; side++) {
		SlotCondition c = {.condition = st->expr, .truth = truth, .holds = !side, .outer = outer};
		vec_push(&u->conditions, c);
		x->condition = u->conditions.n - 1;
		scan_block(x, side ? st->orelse : st->body, nest);
	}
	x->condition = outer;
}

static void scan_stmt(Scan *x, StmtId id, unsigned nest) {
	SlotUnit *u = x->u;
	const Stmt *st = ir_stmt(u->p, id);
	u->position[id] = ++x->at;
	if (st->kind == S_ASSIGN) {
		TypeId type = ir_var(u->p, st->var)->type;
		if (type && ir_type(u->p, type)->kind == T_SCALAR) {
			u->definition[st->var] = st->expr;
			u->env.value[st->var] = index_term(&u->env, st->expr);
		}
		add_binding(x, id, st->var);
	}
	if (st->kind == S_IF) {
		scan_branches(x, st, nest + 1);
	} else if (is_loop(st)) {
		uint32_t outer = x->loop, depth = u->env.loops;
		enter_loop(x, id);
		uint32_t here = x->loop;
		for (uint32_t k = 0; k < st->iters.n; k++)
			add_binding(x, id, st->iters.at[k]);
		scan_block(x, st->body, nest + 1);
		u->loops.at[here].end = x->at;
		x->loop = outer;
		u->env.loops = depth;
	} else {
		scan_block(x, st->body, nest + 1);
	}
	for (uint32_t k = 0; k < st->returns.n; k++)
		add_binding(x, id, st->returns.at[k]);
}

static void scan_block(Scan *x, Block b, unsigned nest) {
	for (uint32_t i = 0; i < b.n && nest < MAX_NEST; i++)
		scan_stmt(x, b.at[i], nest);
}

/* ---- last uses ---- */


static uint32_t loop_at(const SlotUnit *u, StmtId id, uint32_t outer) {
	for (uint32_t k = outer + 1; k < u->loops.n; k++)
		if (u->loops.at[k].stmt == id)
			return k;
	return outer;
}

typedef struct Readers {
	SlotUnit *u;
	uint32_t conditions; /* met so far, in the order of the scan above */
	VarVec scratch;
} Readers;

static void use(SlotUnit *u, VarId v, StmtId at, uint32_t loop, uint32_t condition) {
	VarId root = storage_root(u->storage, v);
	for (uint32_t i = 0; i < u->bindings.n; i++) {
		SlotBinding *b = &u->bindings.at[i];
		if (b->tile->root != root || b->stmt == at)
			continue;
		uint32_t end = u->position[at];
		bool again = false;
		for (uint32_t l = loop; l && !slot_inside(u, b->loop, l); l = u->loops.at[l].outer)
			end = u->loops.at[l].end, again = true;
		SlotUse x = {.binding = i, .stmt = at, .until = end, .condition = again ? 0 : condition, .again = again};
		vec_push(&u->uses, x);
		b->end = end > b->end ? end : b->end;
	}
}

static void use_expr(Readers *r, ExprId e, StmtId at, uint32_t loop, uint32_t condition) {
	if (!e)
		return;
	r->scratch.n = 0;
	uses_of_expr(r->u->p, e, false, &r->scratch);
	for (uint32_t i = 0; i < r->scratch.n; i++)
		if (storage_tile(r->u->storage, r->scratch.at[i]))
			use(r->u, r->scratch.at[i], at, loop, condition);
}

static void find_uses(Readers *r, Block b, uint32_t loop, uint32_t condition, unsigned nest) {
	const Program *p = r->u->p;
	for (uint32_t i = 0; i < b.n && nest < MAX_NEST; i++) {
		const Stmt *st = ir_stmt(p, b.at[i]);
		for (uint32_t k = 0; k < st->iters.n; k++)
			use_expr(r, ir_var(p, st->iters.at[k])->init, b.at[i], loop, condition);
		use_expr(r, st->expr, b.at[i], loop, condition);
		for (uint32_t k = 0; k < st->values.n; k++)
			use_expr(r, st->values.at[k], b.at[i], loop, condition);
		uint32_t inner = is_loop(st) ? loop_at(r->u, b.at[i], loop) : loop, branch = st->kind == S_IF ? ++r->conditions : condition;
		find_uses(r, st->body, inner, branch, nest + 1);
		branch = st->kind == S_IF ? ++r->conditions : condition;
		find_uses(r, st->orelse, inner, branch, nest + 1);
	}
}

static void name_inputs(SlotUnit *u) {
	for (VarId v = 1; v < u->p->vars.n; v++) {
		uint8_t kind = ir_var(u->p, v)->kind;
		if (kind != VAR_PARAM && kind != VAR_DIM)
			continue;
		char name[80];
		snprintf(name, sizeof name, "%.60s#%" PRIu32, ir_hint(u->p, v), v);
		u->env.value[v] = term_symbol(u->terms, name);
	}
}

/* Terms are made only where some tile has a slot: most functions have none. */
static bool any_slot(const Storage *s) {
	for (uint32_t i = 0; i < s->tiles.n; i++)
		if (has_slot(&s->tiles.at[i]))
			return true;
	return false;
}

void slot_unit_open(SlotUnit *u, const Program *p, FuncId f, const CheckOptions *o, Report *r) {
	*u = (SlotUnit){.p = p, .f = f, .options = o, .report = r, .storage = storage_new(p, f, o->arch)};
	vec_push(&u->loops, (SlotLoop){0});
	vec_push(&u->conditions, (SlotCondition){0});
	if (!any_slot(u->storage))
		return;
	Arena *a = u->storage->arena;
	u->terms = terms_new();
	u->definition = ARENA_ARRAY(a, ExprId, p->vars.n + 1);
	u->loop_of = ARENA_ARRAY(a, uint32_t, p->vars.n + 1);
	u->position = ARENA_ARRAY(a, uint32_t, p->stmts.n + 1);
	u->env = (IndexEnv){.p = p, .terms = u->terms, .value = ARENA_ARRAY(a, Term, p->vars.n + 1), .vars = p->vars.n,
		.floor_division = o->floor_division, .lane = -1, .scope = "slots"};
	name_inputs(u);
	Scan x = {.u = u};
	scan_block(&x, ir_func(p, f)->body, 0);
	Readers readers = {.u = u};
	find_uses(&readers, ir_func(p, f)->body, 0, 0, 0);
	vec_free(&readers.scratch);
}

void slot_unit_close(SlotUnit *u) {
	solver_free(u->solver);
	if (u->terms)
		terms_free(u->terms);
	vec_free(&u->loops);
	vec_free(&u->conditions);
	vec_free(&u->bindings);
	vec_free(&u->uses);
	storage_free(u->storage);
}

/* ---- facts ---- */

bool slot_inside(const SlotUnit *u, uint32_t inner, uint32_t loop) {
	while (inner > loop)
		inner = u->loops.at[inner].outer;
	return inner == loop;
}

Solver *slot_solver(SlotUnit *u) {
	if (!u->solver)
		u->solver = solver_new(u->terms, u->options->solver_ms, u->options->solver_rlimit, u->options->smt2_dir);
	return u->solver;
}

uint32_t slot_facts(const SlotUnit *u, uint32_t loop, uint32_t condition, Term *out) {
	uint32_t n = 0;
	Term zero = term_int(u->terms, 0);
	for (uint32_t l = loop; l && n + 2 <= SLOT_FACTS; l = u->loops.at[l].outer) {
		const SlotLoop *x = &u->loops.at[l];
		if (!x->iteration)
			continue;
		out[n++] = term_fn(u->terms, FN_LE, (Term[]){zero, x->iteration}, 2);
		out[n++] = x->step > 0 ? term_fn(u->terms, FN_LT, (Term[]){x->value, x->stop}, 2) : term_fn(u->terms, FN_LT, (Term[]){x->stop, x->value}, 2);
	}
	for (uint32_t c = condition; c && n < SLOT_FACTS; c = u->conditions.at[c].outer) {
		const SlotCondition *x = &u->conditions.at[c];
		out[n++] = x->holds ? x->truth : term_fn(u->terms, FN_NOT, &x->truth, 1);
	}
	return n;
}

/* ---- results ---- */

Result *slot_result(SlotUnit *u, uint32_t loop, Obligation o, Verdict v, const char *property) {
	Result *r = report_add(u->report, o, v);
	const Function *fn = ir_func(u->p, u->f);
	r->function = arena_text(u->report->arena, ir_text(u->p, fn->name), ir_text_length(u->p, fn->name));
	r->property = property;
	r->unit = "function";
	r->after_at = fn->span;
	if (loop) {
		r->after_at = ir_stmt(u->p, u->loops.at[loop].stmt)->span;
		r->unit = arena_printf(u->report->arena, "loop at line %" PRIu32, r->after_at.line);
	}
	return r;
}

Witness *slot_witness(SlotUnit *u, Result *r, Span at) {
	Witness *w = ARENA_NEW(u->report->arena, Witness);
	*w = (Witness){.inputs = "", .trip = -1, .iteration = -1, .where = "", .before = "", .after = "", .story = "", .after_at = at};
	r->verdict = VERDICT_REFUTED;
	r->argument = ""; /* that of the proof it seemed to be */
	r->after_at = at;
	r->witness = w;
	return w;
}

void slot_weaken(Result *r, Verdict v, const char *reason, Span at) {
	static const uint8_t rank[VERDICT_COUNT] = {[VERDICT_PROVED] = 0, [VERDICT_ASSUMED] = 1, [VERDICT_BOUNDED] = 2, [VERDICT_UNSUPPORTED] = 3,
		[VERDICT_UNKNOWN] = 4, [VERDICT_REFUTED] = 5};
	if (rank[v] <= rank[r->verdict])
		return;
	r->verdict = v;
	r->reason = reason;
	r->after_at = at;
}

const char *slot_who(SlotUnit *u, const SlotBinding *b) {
	return arena_printf(u->report->arena, "'%s' at line %" PRIu32 " in region '%s'", ir_hint(u->p, b->tile->var), ir_var(u->p, b->tile->var)->span.line,
		ir_hint(u->p, storage_allocation(u->storage, b->tile)->base));
}
