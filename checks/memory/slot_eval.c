/* Concrete evaluation of index expressions: what replays the witnesses of the slot checks. */
#include "checks/memory/slot_unit.h"

#include <inttypes.h>

enum { MAX_DEPTH = 200 };

void slot_run_from_model(SlotUnit *u, SlotRun *run) {
	*run = (SlotRun){.iteration = ARENA_ARRAY(u->storage->arena, int64_t, u->loops.n)};
	for (uint32_t l = 1; l < u->loops.n; l++)
		if (!u->loops.at[l].iteration || !solver_value(slot_solver(u), u->loops.at[l].iteration, &run->iteration[l]))
			run->iteration[l] = 0;
}

static bool fail(SlotRun *run) {
	run->opaque = true;
	return false;
}

static bool eval_input(SlotUnit *u, SlotRun *run, VarId v, int64_t *out) {
	uint8_t kind = ir_var(u->p, v)->kind;
	if (kind != VAR_PARAM && kind != VAR_DIM)
		return fail(run);
	*out = 0;
	if (!u->solver || !solver_value(u->solver, u->env.value[v], out))
		*out = 0; /* the model does not care */
	if (kind == VAR_DIM && *out < 0)
		return fail(run);
	if (run->inputs) {
		char piece[120];
		int n = snprintf(piece, sizeof piece, "%.80s = %" PRId64, ir_hint(u->p, v), *out);
		if (!run->inputs->n || !memmem(run->inputs->at, run->inputs->n, piece, (size_t)n))
			text_printf(run->inputs, "%s%s", run->inputs->n ? ", " : "", piece);
	}
	return true;
}

static bool eval_loop(SlotUnit *u, SlotRun *run, uint32_t l, int64_t *out) {
	const SlotLoop *x = &u->loops.at[l];
	int64_t start, far;
	if (!x->step || !slot_eval(u, run, ir_stmt(u->p, x->stmt)->start, &start))
		return fail(run);
	return (__builtin_mul_overflow(x->step, run->iteration[l], &far) || __builtin_add_overflow(start, far, out)) ? fail(run) : true;
}

static bool eval_var(SlotUnit *u, SlotRun *run, VarId v, int64_t *out) {
	if (u->loop_of[v])
		return eval_loop(u, run, u->loop_of[v], out);
	if (u->definition[v])
		return slot_eval(u, run, u->definition[v], out);
	return eval_input(u, run, v, out);
}

static bool divide(const SlotUnit *u, int64_t a, int64_t b, bool remainder, int64_t *out) {
	if (!b || (a == INT64_MIN && b == -1))
		return false;
	int64_t q = a / b, r = a % b;
	if (u->options->floor_division && r && (r < 0) != (b < 0)) {
		q--;
		r += b;
	}
	*out = remainder ? r : q;
	return true;
}

static bool eval_binary(SlotUnit *u, SlotRun *run, const Expr *e, int64_t *out) {
	int64_t a, b;
	if (!slot_eval(u, run, e->a, &a) || !slot_eval(u, run, e->b, &b))
		return false;
	switch ((BinaryOp)e->op) {
	case B_ADD: return !__builtin_add_overflow(a, b, out);
	case B_SUB: return !__builtin_sub_overflow(a, b, out);
	case B_MUL: return !__builtin_mul_overflow(a, b, out);
	case B_FLOORDIV: return divide(u, a, b, false, out);
	case B_MOD: return divide(u, a, b, true, out);
	case B_MIN: *out = a < b ? a : b; return true;
	case B_MAX: *out = a > b ? a : b; return true;
	case B_EQ: *out = a == b; return true;
	case B_NE: *out = a != b; return true;
	case B_LT: *out = a < b; return true;
	case B_LE: *out = a <= b; return true;
	case B_GT: *out = a > b; return true;
	case B_GE: *out = a >= b; return true;
	case B_AND: *out = a && b; return true;
	case B_OR: *out = a || b; return true;
	default: return fail(run);
	}
}

bool slot_eval(SlotUnit *u, SlotRun *run, ExprId id, int64_t *out) {
	if (!id || run->depth >= MAX_DEPTH)
		return fail(run);
	const Expr *e = ir_expr(u->p, id);
	bool ok = false;
	run->depth++;
	switch ((ExprKind)e->kind) {
	case X_INT:
	case X_BOOL:
		*out = e->i;
		ok = true;
		break;
	case X_VAR:
		ok = eval_var(u, run, e->var, out);
		break;
	case X_BINARY:
		ok = eval_binary(u, run, e, out);
		break;
	case X_CAST:
		ok = (e->dtype == DT_INDEX || e->dtype == DT_INT64) ? slot_eval(u, run, e->a, out) : fail(run);
		break;
	case X_UNARY:
		ok = slot_eval(u, run, e->a, out) && (e->op == U_NEG || e->op == U_NOT) && (e->op == U_NOT || *out != INT64_MIN);
		if (ok)
			*out = e->op == U_NOT ? !*out : -*out;
		break;
	default:
		fail(run);
		break;
	}
	run->depth--;
	return ok;
}

int64_t slot_loop_value(SlotUnit *u, SlotRun *run, uint32_t loop) {
	int64_t v;
	return eval_loop(u, run, loop, &v) ? v : 0;
}

void slot_round(SlotUnit *u, SlotRun *run, uint32_t loop, Witness *w) {
	const SlotLoop *x = &u->loops.at[loop];
	int64_t start, stop;
	w->trip = w->iteration = -1;
	if (!loop)
		return;
	w->iteration = run->iteration[loop];
	const Stmt *st = ir_stmt(u->p, x->stmt);
	if (!x->step || !slot_eval(u, run, st->start, &start) || !slot_eval(u, run, st->stop, &stop))
		return;
	bool up = x->step > 0;
	uint64_t distance = up ? (uint64_t)stop - (uint64_t)start : (uint64_t)start - (uint64_t)stop;
	uint64_t stride = up ? (uint64_t)x->step : 0 - (uint64_t)x->step, trip = (up ? start < stop : start > stop) ? (distance - 1) / stride + 1 : 0;
	w->trip = trip <= INT64_MAX ? (int64_t)trip : -1;
}

bool slot_reached(SlotUnit *u, SlotRun *run, const SlotBinding *b) {
	for (uint32_t l = b->loop; l; l = u->loops.at[l].outer) {
		const SlotLoop *x = &u->loops.at[l];
		int64_t value, stop;
		if (!x->step)
			return false;
		if (run->iteration[l] < 0 || !eval_loop(u, run, l, &value) || !slot_eval(u, run, ir_stmt(u->p, x->stmt)->stop, &stop))
			return false;
		if (x->step > 0 ? value >= stop : value <= stop)
			return false;
	}
	for (uint32_t c = b->condition; c; c = u->conditions.at[c].outer) {
		int64_t truth;
		bool was = run->opaque;
		if (slot_eval(u, run, u->conditions.at[c].condition, &truth) && (truth != 0) != u->conditions.at[c].holds)
			return false;
		run->opaque = was; /* a condition on data holds for some data */
	}
	return true;
}
