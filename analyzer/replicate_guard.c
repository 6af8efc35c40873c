/* Bodies that cannot be copied side by side, although the reference does it (faults.md L20, L24, and kinds from reports). */
#include "analyzer/replicate.h"

#include "model/walk.h"

#include <inttypes.h>

static uint64_t count(const Program *p, Block b) {
	uint64_t n = b.n;
	for (uint32_t i = 0; i < b.n; i++)
		n += count(p, ir_stmt(p, b.at[i])->body) + count(p, ir_stmt(p, b.at[i])->orelse);
	return n;
}

uint64_t replicate_growth(const Program *p, const Plan *plan) {
	uint64_t f = (uint64_t)plan->factor, copies, n;
	if (plan->is_static)
		copies = (plan->main ? f : 0) + (uint64_t)plan->rem;
	else if (f < UINT32_MAX)
		copies = f + f * (f - 1) / 2;
	else
		return UINT64_MAX;
	return __builtin_mul_overflow(copies, count(p, plan->body) + 1, &n) ? UINT64_MAX : n;
}

uint32_t replicate_height(const Program *p, Block b) {
	uint32_t most = 0;
	for (uint32_t i = 0; i < b.n; i++) {
		uint32_t h = replicate_height(p, ir_stmt(p, b.at[i])->body), e = replicate_height(p, ir_stmt(p, b.at[i])->orelse);
		most = h > most ? h : most;
		most = e > most ? e : most;
	}
	return most + 1;
}

/* A break or continue that leaves this loop, or a return; 0: none. */
static StmtId exit_in(const Program *p, Block b, bool inner_loop) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		if (s->kind == S_RETURN || (!inner_loop && (s->kind == S_BREAK || s->kind == S_CONTINUE)))
			return b.at[i];
		bool loop = s->kind == S_FOR || s->kind == S_WHILE || s->kind == S_FOR_OTHER;
		StmtId found = exit_in(p, s->body, inner_loop || loop);
		if (!found)
			found = exit_in(p, s->orelse, inner_loop);
		if (found)
			return found;
	}
	return 0;
}

static const char *exits(const Program *p, const Plan *plan) {
	StmtId at = exit_in(p, plan->body, false);
	if (!at)
		return NULL;
	const Stmt *s = ir_stmt(p, at);
	const char *what = s->kind == S_BREAK ? "break" : s->kind == S_CONTINUE ? "continue" : "return";
	return arena_printf(p->arena, "the %s at line %" PRIu32 " would leave one copy of the body and not the others: turn it into a condition around the rest of the body, or take the stage off the loop",
		what, s->span.line);
}

static const char *overflows(const Program *p, const Plan *plan) {
	int64_t stride, covered, end, last;
	bool fits = !__builtin_mul_overflow(plan->factor, plan->step, &stride) && plan->trip != INT64_MAX;
	if (fits && plan->is_static)
		fits = !__builtin_mul_overflow(plan->main, stride, &covered) && !__builtin_add_overflow(plan->start, covered, &end) &&
			(!plan->rem || (!__builtin_mul_overflow(plan->rem - 1, plan->step, &last) && !__builtin_add_overflow(end, last, &last)));
	if (fits)
		return NULL;
	return arena_printf(p->arena, "%" PRId64 " copies of a body with step %" PRId64 " leave the range of 64-bit integers: count in smaller steps", plan->factor, plan->step);
}

static void on_call(void *context, const Call *c) {
	const Call **found = context;
	if (!*found && op_rows[c->op].effect != EFFECT_LAUNCH)
		*found = c;
}

/* A bound that is more than arithmetic on names is computed again behind the main loop, which may have changed it. */
const Call *replicate_bound_call(const Program *p, const Stmt *loop) {
	const Call *c = NULL;
	Walk w = {.program = p, .call = on_call, .context = &c};
	walk_expr(&w, loop->start);
	walk_expr(&w, loop->stop);
	walk_end(&w);
	return c;
}

static const char *rereads(const Program *p, const Plan *plan) {
	const Call *c = replicate_bound_call(p, ir_stmt(p, plan->loop));
	if (!c)
		return NULL;
	return arena_printf(p->arena, "a bound calls %s, and it would be called again behind the main loop: assign it to a name before the loop", ir_text(p, c->callee));
}

/* A tile of the body itself, not of its inner loops, that is bound to a region of the author; 0: none. */
static VarId bound_tile(const Program *p, Block b) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		VarId found = 0;
		if (s->kind == S_ASSIGN) {
			TypeId t = ir_var(p, s->var)->type;
			if (t && ir_type(p, t)->kind == T_TILE && ir_type(p, t)->memref && ir_type(p, t)->memref->is_declared)
				found = s->var;
		} else if (s->kind == S_IF || s->kind == S_SCOPE) {
			found = bound_tile(p, s->body);
			if (!found)
				found = bound_tile(p, s->orelse);
		}
		if (found)
			return found;
	}
	return 0;
}

static const char *shares_region(const Program *p, const Plan *plan) {
	VarId v = plan->is_static && !plan->main && plan->rem < 2 ? 0 : bound_tile(p, plan->body);
	if (!v)
		return NULL;
	const char *region = ir_hint(p, ir_type(p, ir_var(p, v)->type)->memref->base);
	return arena_printf(p->arena, "'%s' (line %" PRIu32 ") is bound to the declared region '%s', and %" PRId64 " copies of the body would select from it side by side: take the declaration off the tile or the stage off the loop",
		ir_hint(p, v), ir_var(p, v)->span.line, region, plan->is_static && !plan->main ? plan->rem : plan->factor);
}

const char *replicate_refuses(const Replicate *r, const Plan *plan, GuardId *guard) {
	static const struct {
		GuardId guard;
		const char *(*why)(const Program *p, const Plan *plan);
	} rows[] = {
		{GUARD_LOOP_EXIT, exits},
		{GUARD_REPLICA_RANGE, overflows},
		{GUARD_BOUND_CALL, rereads},
		{GUARD_AUTHOR_REGION, shares_region},
	};
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *why = guard_on(r->o, rows[i].guard) ? rows[i].why(r->p, plan) : NULL;
		if (why) {
			*guard = rows[i].guard;
			return why;
		}
	}
	return NULL;
}

VarId replicate_reads_enclosing(const Replicate *r, const Plan *plan) {
	VarVec used = {0};
	VarId found = 0;
	for (uint32_t i = 0; i < plan->body.n; i++)
		uses_of(r->p, plan->body.at[i], true, &used);
	for (uint32_t i = 0; i < plan->yields.n; i++)
		uses_of_expr(r->p, plan->yields.at[i], true, &used);
	for (uint32_t i = 0; !found && i < used.n; i++)
		for (uint32_t k = 0; !found && ir_var(r->p, used.at[i])->kind == VAR_ITER && k < r->enclosing.n; k++)
			if (r->enclosing.at[k] == used.at[i])
				found = used.at[i];
	vec_free(&used);
	return found;
}
