/* LowerPipelineToSlots (slots.md): loads of a pipeline loop rotate through F slots of a region of their own, i % F.
 *
 * Per loop it is all or nothing (P22): either every candidate load gets a region and the loop becomes sequential, or nothing
 * of it changes and replication takes it. An outer loop takes its bytes before its inner loops, siblings in program order.
 */
#include "analyzer/slots.h"

#include <inttypes.h>

typedef struct Slots {
	Program *p;
	FuncId f;
	const PassOptions *o;
	Decisions *out;
	Diag *d;
	SlotScan scan;
	SlotBudget budget;
	SlotLoads loads; /* candidates of the loop at hand */
	VarVec bases;    /* regions of the function, in the text or given by the pass */
	VEC(StrId) wanted; /* names that loads asked for */
} Slots;

/* A refused loop: why, and whether a guard said so. */
typedef struct Refusal {
	const char *reason; /* NULL: not refused */
	GuardId guard;
} Refusal;

static Refusal no(GuardId guard, const char *reason) { return (Refusal){reason, guard}; }

static const char *int_text(const Program *p, ExprId e) {
	const Expr *x = ir_expr(p, e);
	return x->kind == X_INT ? arena_printf(p->arena, "%" PRId64, x->i) : x->kind == X_VAR ? ir_hint(p, x->var) : "an expression";
}

/* C.3: what the loop's header must be. blocker: the nearest enclosing pipeline loop that got no slots. */
static const char *header_refuses(const Slots *s, const Stmt *loop, StmtId blocker) {
	Program *p = s->p;
	const Expr *start = ir_expr(p, loop->start), *step = ir_expr(p, loop->step);
	const char *i = ir_hint(p, loop->var);
	if (blocker)
		return arena_printf(p->arena, "it is inside the pipeline loop at line %" PRIu32 ", which has no slots and will be replicated; take the stage off that loop or make it slottable",
			ir_stmt(p, blocker)->span.line);
	if (loop->stages > SLOTS_MOST)
		return arena_printf(p->arena, "stage %" PRId64 " asks for more slots than a region can have: ask for stage %d or less", loop->stages, SLOTS_MOST);
	if (step->kind != X_INT || step->i != 1)
		return arena_printf(p->arena, "the step is %s; slots are chosen by '%s %% %" PRId64 "', which takes them in turn for step 1 only: count with step 1 and compute the index in the body",
			int_text(p, loop->step), i, loop->stages);
	if (start->kind != X_INT)
		return arena_printf(p->arena, "the start is %s, not a constant; count from 0 and add it in the body", int_text(p, loop->start));
	if (start->i % loop->stages)
		return arena_printf(p->arena, "the start %" PRId64 " is no multiple of stage %" PRId64 ", so that the first slot would not be 0: count from 0 and add %" PRId64 " in the body",
			start->i, loop->stages, start->i);
	return NULL;
}

static Refusal refuses(Slots *s, StmtId id, StmtId blocker) {
	Program *p = s->p;
	const Stmt *loop = ir_stmt(p, id);
	const char *why = header_refuses(s, loop, blocker);
	if (!why)
		why = slots_collect(&s->scan, id, &s->loads);
	if (!why)
		why = slots_budget_refuses(&s->budget, &s->loads, loop->stages, false);
	if (why)
		return no(GUARD_NONE, why);
	int64_t start = ir_expr(p, loop->start)->i;
	if (guard_on(s->o, GUARD_SLOT_SIGN) && start < 0)
		return no(GUARD_SLOT_SIGN,
			arena_printf(p->arena, "the start %" PRId64 " is negative, and the emitted remainder '%s %% %" PRId64 "' is negative with it and selects no slot: count from 0 and add %" PRId64 " in the body",
				start, ir_hint(p, loop->var), loop->stages, start));
	if (guard_on(s->o, GUARD_SLOT_STORAGE) && (why = slots_budget_refuses(&s->budget, &s->loads, loop->stages, true)))
		return no(GUARD_SLOT_STORAGE, why);
	return no(GUARD_NONE, NULL);
}

static bool is_taken(const Slots *s, StrId name) {
	for (uint32_t i = 0; i < s->bases.n; i++)
		if (ir_var(s->p, s->bases.at[i])->hint == name)
			return true;
	return false;
}

/* "pipe_" and the load's name. Readers that know an allocation by its name need one of its own for each (C.6). */
static StrId base_name(Slots *s, VarId load, bool *renamed) {
	Program *p = s->p;
	StrId plain = ir_strz(p, arena_printf(p->arena, "pipe_%s", ir_hint(p, load)));
	if (!guard_on(s->o, GUARD_SLOT_NAME))
		return plain;
	/* Numbers count the namesakes, so that the first try is nearly always free. */
	uint32_t k = 0;
	for (uint32_t i = 0; i < s->wanted.n; i++)
		k += s->wanted.at[i] == plain;
	vec_push(&s->wanted, plain);
	StrId name = k ? ir_strz(p, arena_printf(p->arena, "%s_%" PRIu32, ir_text(p, plain), k)) : plain;
	while (is_taken(s, name))
		name = ir_strz(p, arena_printf(p->arena, "%s_%" PRIu32, ir_text(p, plain), ++k));
	*renamed |= name != plain;
	return name;
}

/* C.6. The load keeps its handle, so that later uses need no rewriting; only its type changes. */
static void bind(Slots *s, const SlotLoad *load, VarId loop_var, int64_t stages, bool *renamed) {
	Program *p = s->p;
	Span at = ir_stmt(p, load->stmt)->span;
	Type pointer = {.kind = T_PTR};
	VarId base = ir_add_var(p, VAR_BASE, base_name(s, load->var, renamed), ir_add_type(p, &pointer), at);
	vec_push(&s->bases, base);
	MemRef *m = ARENA_NEW(p->arena, MemRef);
	*m = (MemRef){.base = base, .is_quoted = true, .is_declared = true, .slots = (uint32_t)stages};
	m->index = ir_binary(p, B_MOD, ir_use(p, loop_var, at), ir_int(p, stages, DT_INDEX, at), at);
	Type t = *ir_type(p, ir_var(p, load->var)->type);
	t.memref = m;
	ir_var(p, load->var)->type = ir_add_type(p, &t);
}

static Decision decision_of(const Slots *s, const Stmt *loop) {
	return (Decision){.function = s->f, .loop = loop->span, .pass = PASS_SLOTS, .outcome = OUTCOME_DECLINED, .stages = loop->stages, .requested = loop->stages, .reason = ""};
}

static void rotate(Slots *s, StmtId id, Decision *made) {
	Program *p = s->p;
	Stmt *loop = ir_stmt(p, id);
	bool renamed = false;
	slots_budget_commit(&s->budget, &s->loads, loop->stages, made->bytes);
	for (uint32_t i = 0; i < s->loads.n; i++)
		bind(s, &s->loads.at[i], loop->var, loop->stages, &renamed);
	made->outcome = OUTCOME_SLOTTED;
	made->slots = loop->stages;
	if (renamed) {
		made->guard = GUARD_SLOT_NAME;
		made->reason = "the name of a region was taken in this function and got a number; nothing was given up";
	}
	loop->loop_kind = LOOP_RANGE;
	loop->stages = 0;
}

static bool visit(Slots *s, Block b, StmtId blocker);

static bool visit_pipeline(Slots *s, StmtId id, StmtId blocker) {
	Program *p = s->p;
	const Stmt *loop = ir_stmt(p, id);
	if (loop->stages < 1) {
		diag_add(s->d, SEV_ERROR, p->file, p->source, p->length, loop->span, "slots: a pipeline loop needs a stage of at least 1, got %" PRId64, loop->stages);
		return false;
	}
	Decision made = decision_of(s, loop);
	if (loop->stages == 1) {
		made.outcome = OUTCOME_KEPT;
		made.reason = "stage 1 asks for one buffer";
	} else {
		Refusal r = refuses(s, id, blocker);
		if (r.reason) {
			made.reason = r.reason;
			made.guard = r.guard;
			blocker = id;
		} else {
			rotate(s, id, &made);
		}
	}
	vec_push(s->out, made);
	return visit(s, ir_stmt(p, id)->body, blocker);
}

static bool visit(Slots *s, Block b, StmtId blocker) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *st = ir_stmt(s->p, b.at[i]);
		if (st->kind == S_FOR && st->loop_kind == LOOP_PIPELINE && st->stages) {
			if (!visit_pipeline(s, b.at[i], blocker))
				return false;
		} else if (!visit(s, st->body, blocker) || !visit(s, st->orelse, blocker)) {
			return false;
		}
	}
	return true;
}

static void report_kept(Slots *s, Block b) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *st = ir_stmt(s->p, b.at[i]);
		if (st->kind == S_FOR && st->loop_kind == LOOP_PIPELINE) {
			Decision made = decision_of(s, st);
			made.outcome = OUTCOME_KEPT;
			made.reason = "the memory planner is pypto, which places buffers itself; slots need the planner ptoas";
			vec_push(s->out, made);
		}
		report_kept(s, st->body);
		report_kept(s, st->orelse);
	}
}

bool slots_function(Program *p, FuncId f, const PassOptions *o, Decisions *out, Diag *d) {
	Slots s = {.p = p, .f = f, .o = o, .out = out, .d = d};
	Block body = ir_func(p, f)->body;
	if (o->planner != PLANNER_PTOAS) {
		report_kept(&s, body);
		return true;
	}
	slots_scan_begin(&s.scan, p);
	slots_budget_seed(&s.budget, p, f, o->arch, &s.bases);
	bool done = visit(&s, body, 0);
	slots_scan_end(&s.scan);
	vec_free(&s.loads);
	vec_free(&s.bases);
	vec_free(&s.wanted);
	return done;
}
