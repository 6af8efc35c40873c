/* LowerPipelineLoops (replicate.md): a pipeline loop of stage F becomes a loop of F copies of its body and a remainder.
 *
 * Inner loops come first, so that an outer loop copies what its inner loops have become. Copies keep program order: what
 * overlaps them later reads the membership tags, and the remaining loop marker (stage 1) that asks for it.
 */
#include "analyzer/replicate.h"

#include <inttypes.h>

enum {
	ALLOWANCE = 1 << 18, /* statements; far beyond any kernel, and still only seconds and some hundred megabytes */
	NESTING = 90         /* blocks nested in one another that the reader accepts with room to spare */
};

static bool fault(const Replicate *r, Severity severity, StmtId at, const char *text) {
	const Program *p = r->p;
	diag_add(r->d, severity, p->file, p->source, p->length, ir_stmt(p, at)->span, "loops: %s", text);
	return false;
}

static bool lower_block(Replicate *r, Block b, Block *out);

static bool lower_body(Replicate *r, StmtId id) {
	Program *p = r->p;
	uint32_t outer = r->enclosing.n;
	List iters = ir_stmt(p, id)->iters;
	for (uint32_t k = 0; k < iters.n; k++)
		vec_push(&r->enclosing, iters.at[k]);
	Block body, orelse;
	r->depth++;
	if (!lower_block(r, ir_stmt(p, id)->body, &body) || !lower_block(r, ir_stmt(p, id)->orelse, &orelse))
		return false;
	ir_stmt(p, id)->body = body;
	ir_stmt(p, id)->orelse = orelse;
	r->enclosing.n = outer;
	r->depth--;
	return true;
}

/* Separates the trailing yield. Comments at the end of the body are dropped with the original. */
static void split_body(const Program *p, const Stmt *loop, Plan *plan) {
	plan->body = loop->body;
	while (plan->body.n && ir_stmt(p, plan->body.at[plan->body.n - 1])->kind == S_NOTE)
		plan->body.n--;
	if (!plan->body.n)
		return;
	const Stmt *last = ir_stmt(p, plan->body.at[plan->body.n - 1]);
	if (last->kind == S_YIELD) {
		plan->yields = last->values;
		plan->body.n--;
	}
}

static TagRule tag_rule(const Program *p, const Stmt *loop) {
	ExprId all = ir_get(p, loop->attrs, "pipeline_double_buffer_c");
	return all && ir_expr(p, all)->kind == X_BOOL && ir_expr(p, all)->i ? TAG_REPLICATE_ALL : TAG_REPLICATE;
}

static bool make_plan(Replicate *r, StmtId id, Plan *plan) {
	Program *p = r->p;
	const Stmt *loop = ir_stmt(p, id);
	*plan = (Plan){.loop = id, .factor = loop->stages, .rule = tag_rule(p, loop)};
	split_body(p, loop, plan);
	if (loop->returns.n != loop->iters.n || plan->yields.n != loop->iters.n)
		return fault(r, SEV_ERROR, id,
			arena_printf(p->arena, "the loop has %" PRIu32 " iteration arguments, yields %" PRIu32 " values and binds %" PRIu32 " results; these must be as many",
				loop->iters.n, plan->yields.n, loop->returns.n));
	if (!ir_const_int(p, loop->step, &plan->step))
		return fault(r, SEV_ERROR, id, "the step must be a compile-time integer constant");
	if (!plan->step)
		return fault(r, SEV_ERROR, id, "the step cannot be zero");
	int64_t stop;
	plan->is_static = ir_const_int(p, loop->start, &plan->start) && ir_const_int(p, loop->stop, &stop);
	if (plan->is_static) {
		plan->trip = trip_count(plan->start, stop, plan->step);
		plan->main = plan->trip / plan->factor;
		plan->rem = plan->trip % plan->factor;
	} else if (plan->step < 0) {
		return fault(r, SEV_ERROR, id,
			arena_printf(p->arena, "bounds known at run time require a positive step, got %" PRId64 "; use constant bounds for a descending loop, or count upwards and subtract in the body",
				plan->step));
	}
	return true;
}

/* The loop as it is, lowered body included, run in order. */
static void keep_sequential(Replicate *r, StmtId id, StmtVec *out) {
	Stmt *loop = ir_stmt(r->p, id);
	loop->loop_kind = LOOP_RANGE;
	loop->stages = 0;
	vec_push(out, id);
}

/* Limits of this program, not of the language: what would be too large to read back is refused before it is built. */
static const char *too_large(const Replicate *r, const Plan *plan) {
	Program *p = r->p;
	int64_t room = NESTING - (int64_t)r->depth - (int64_t)replicate_height(p, plan->body);
	if (!plan->is_static && plan->factor > room)
		return arena_printf(p->arena, "stage %" PRId64 " on a loop whose bounds are known at run time needs %" PRId64 " nested branches for the remainder, too many here: ask for stage %" PRId64 " or less",
			plan->factor, plan->factor - 1, room > 1 ? room : 1);
	uint64_t growth = replicate_growth(p, plan);
	if (growth > r->allowance)
		return arena_printf(p->arena, "stage %" PRId64 " would copy the body to more than %" PRIu64 " statements: ask for a smaller stage", plan->factor, r->allowance);
	return NULL;
}

static const char *dangling(const Replicate *r, VarId v) {
	return arena_printf(r->p->arena, "the body reads '%s', an iteration argument of an enclosing loop (line %" PRIu32 "), and the reference's copies would read a copy of it that is defined nowhere (P2)",
		ir_hint(r->p, v), ir_var(r->p, v)->span.line);
}

/* Guards under which the loop is still replicated. */
static void set_guards(Replicate *r, Plan *plan, VarId enclosing, Decision *made) {
	Program *p = r->p;
	made->reason = "";
	if (enclosing) {
		made->guard = GUARD_ENCLOSING_CARRY;
		made->reason = arena_printf(p->arena, "the copies read '%s' of the enclosing loop itself; nothing was given up", ir_hint(p, enclosing));
	}
	if (!plan->is_static && guard_on(r->o, GUARD_EMPTY_RANGE)) {
		plan->clamp = true;
		made->guard = GUARD_EMPTY_RANGE;
		made->reason = "the bounds are known at run time, and under floor division a stop before the start would leave iterations over; the span is kept from being negative, and nothing was given up";
	}
}

/* Decides and emits. The decision stands in r->out at position at. */
static bool lower_pipeline(Replicate *r, StmtId id, uint32_t at, StmtVec *out) {
	Program *p = r->p;
	Plan plan;
	Decision made = r->out->at[at];
	if (!make_plan(r, id, &plan))
		return false;
	if (plan.is_static && !plan.trip) {
		made.outcome = OUTCOME_DEMOTED;
		made.reason = "the loop never runs: with its constant bounds there is no iteration";
		keep_sequential(r, id, out);
		r->out->at[at] = made;
		return true;
	}
	made.reason = replicate_refuses(r, &plan, &made.guard);
	const char *large = made.reason ? NULL : too_large(r, &plan);
	if (large && !guard_on(r->o, GUARD_CODE_SIZE))
		return fault(r, SEV_UNSUPPORTED, id, large);
	if (large) {
		made.reason = large;
		made.guard = GUARD_CODE_SIZE;
	}
	if (made.reason) {
		made.outcome = OUTCOME_DEMOTED;
		keep_sequential(r, id, out);
		r->out->at[at] = made;
		return true;
	}
	VarId enclosing = replicate_reads_enclosing(r, &plan);
	if (enclosing && !guard_on(r->o, GUARD_ENCLOSING_CARRY))
		return fault(r, SEV_ERROR, id, dangling(r, enclosing));
	set_guards(r, &plan, enclosing, &made);
	made.outcome = OUTCOME_REPLICATED;
	made.slots = plan.factor;
	made.remainder = plan.is_static ? plan.rem : -1;
	r->allowance -= replicate_growth(p, &plan);
	r->out->at[at] = made;
	replicate_emit(r, &plan, out);
	return true;
}

static bool lower_loop(Replicate *r, StmtId id, StmtVec *out) {
	const Stmt *loop = ir_stmt(r->p, id);
	if (loop->stages < 1)
		return fault(r, SEV_ERROR, id, arena_printf(r->p->arena, "a pipeline loop needs a stage of at least 1, got %" PRId64, loop->stages));
	Decision d = {.function = r->f, .loop = loop->span, .pass = PASS_LOOPS, .outcome = OUTCOME_KEPT, .stages = loop->stages, .requested = loop->stages,
		.reason = "stage 1 asks for no copies"};
	uint32_t at = r->out->n;
	vec_push(r->out, d);
	if (!lower_body(r, id))
		return false;
	if (d.stages > 1)
		return lower_pipeline(r, id, at, out);
	vec_push(out, id);
	return true;
}

static bool lower_block(Replicate *r, Block b, Block *out) {
	Program *p = r->p;
	StmtVec v = {0};
	bool good = true, moved = false;
	for (uint32_t i = 0; good && i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		if (s->kind == S_FOR && s->loop_kind == LOOP_PIPELINE && s->stages) {
			good = lower_loop(r, b.at[i], &v);
			moved = true;
		} else {
			good = lower_body(r, b.at[i]);
			vec_push(&v, b.at[i]);
		}
	}
	*out = moved ? block_of(p, &v) : b;
	vec_free(&v);
	return good;
}

bool replicate_function(Program *p, FuncId f, const PassOptions *o, Decisions *out, Diag *d) {
	Replicate r = {.p = p, .f = f, .o = o, .out = out, .d = d, .allowance = ALLOWANCE, .first = out->n};
	Block body;
	bool done = lower_block(&r, ir_func(p, f)->body, &body);
	if (done)
		ir_func(p, f)->body = body;
	if (done && guard_on(o, GUARD_IO_ORDER) && out->n > r.first)
		replicate_watch_order(&r);
	vec_free(&r.enclosing);
	return done;
}
