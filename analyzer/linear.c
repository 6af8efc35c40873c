#include "analyzer/linear.h"

#include "analyzer/rewrite.h"

enum { MOST_DEPTH = 200, MOST_NODES = 2000 };

typedef struct Eval {
	const LinearScope *x;
	uint32_t nodes; /* visited so far: looking through definitions may repeat work without end */
} Eval;

static void note(LinearScope *x, Block b) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(x->p, b.at[i]);
		VarVec defs = {0};
		if (s->var)
			vec_push(&defs, s->var);
		for (uint32_t k = 0; k < s->iters.n; k++)
			vec_push(&defs, s->iters.at[k]);
		for (uint32_t k = 0; k < s->returns.n; k++)
			vec_push(&defs, s->returns.at[k]);
		for (uint32_t k = 0; k < defs.n; k++)
			x->definition[defs.at[k]] = b.at[i];
		vec_free(&defs);
		note(x, s->body);
		note(x, s->orelse);
	}
}

static void open(LinearScope *x, const Program *p, VarId loop_var, Block body) {
	*x = (LinearScope){.p = p, .loop_var = loop_var, .n = p->vars.n};
	x->definition = mem_alloc(x->n * sizeof *x->definition);
	memset(x->definition, 0, x->n * sizeof *x->definition);
	note(x, body);
}

void linear_open_function(LinearScope *x, const Program *p, FuncId f) { open(x, p, 0, ir_func(p, f)->body); }

void linear_open(LinearScope *x, const Program *p, StmtId loop) {
	const Stmt *s = ir_stmt(p, loop);
	open(x, p, s->var, s->body);
	for (uint32_t i = 0; i < s->iters.n; i++)
		x->definition[s->iters.at[i]] = loop;
}

void linear_close(LinearScope *x) {
	mem_free_(x->definition);
	*x = (LinearScope){0};
}

static bool add_term(Linear *to, VarId v, int64_t c) {
	for (uint32_t i = 0; i < to->n; i++) {
		if (to->var[i] != v)
			continue;
		if (__builtin_add_overflow(to->coefficient[i], c, &to->coefficient[i]))
			return false;
		if (!to->coefficient[i]) {
			to->n--;
			to->var[i] = to->var[to->n];
			to->coefficient[i] = to->coefficient[to->n];
		}
		return true;
	}
	if (!c)
		return true;
	if (to->n == LINEAR_TERMS)
		return false;
	to->var[to->n] = v;
	to->coefficient[to->n++] = c;
	return true;
}

static bool plus(Linear *to, const Linear *b) {
	bool good = !__builtin_add_overflow(to->low, b->low, &to->low) && !__builtin_add_overflow(to->high, b->high, &to->high) &&
	            !__builtin_add_overflow(to->slope, b->slope, &to->slope);
	for (uint32_t i = 0; good && i < b->n; i++)
		good = add_term(to, b->var[i], b->coefficient[i]);
	return good;
}

static bool scale(Linear *x, int64_t c) {
	if (!c) {
		*x = (Linear){0};
		return true;
	}
	int64_t low = x->low, high = x->high;
	bool good = !__builtin_mul_overflow(c > 0 ? low : high, c, &x->low) && !__builtin_mul_overflow(c > 0 ? high : low, c, &x->high) &&
	            !__builtin_mul_overflow(x->slope, c, &x->slope);
	for (uint32_t i = 0; good && i < x->n; i++)
		good = !__builtin_mul_overflow(x->coefficient[i], c, &x->coefficient[i]);
	return good;
}

bool linear_minus(const Linear *a, const Linear *b, Linear *out) {
	Linear minus = *b;
	*out = *a;
	return scale(&minus, -1) && plus(out, &minus);
}

static bool is_interval(const Linear *x) { return !x->slope && !x->n; }
static bool is_constant(const Linear *x) { return is_interval(x) && x->low == x->high; }

static bool eval(Eval *v, ExprId e, int depth, Linear *out);

static int64_t floor_div(int64_t a, int64_t b) {
	int64_t q = a / b;
	return a % b && (a < 0) != (b < 0) ? q - 1 : q;
}

static bool binary(Eval *v, const Expr *e, int depth, Linear *out) {
	Linear b;
	if (!eval(v, e->a, depth, out) || !eval(v, e->b, depth, &b))
		return false;
	switch ((BinaryOp)e->op) {
	case B_ADD:
		return plus(out, &b);
	case B_SUB:
		return scale(&b, -1) && plus(out, &b);
	case B_MUL:
		if (is_constant(&b))
			return scale(out, b.low);
		if (!is_constant(out))
			return false;
		int64_t c = out->low;
		*out = b;
		return scale(out, c);
	case B_MIN:
	case B_MAX: {
		if (!is_interval(out) || !is_interval(&b))
			return false;
		bool min = e->op == B_MIN;
		out->low = (out->low < b.low) == min ? out->low : b.low;
		out->high = (out->high < b.high) == min ? out->high : b.high;
		return true;
	}
	case B_MOD:
		/* Whatever the operand is: floor and truncation differ in sign only. */
		if (!is_constant(&b) || b.low <= 0)
			return false;
		*out = (Linear){.low = is_interval(out) && out->low >= 0 ? 0 : 1 - b.low, .high = b.low - 1};
		return true;
	case B_FLOORDIV:
		if (!is_constant(&b) || b.low <= 0 || !is_interval(out))
			return false;
		/* Truncation gives at most one more than the floor below zero. */
		out->low = floor_div(out->low, b.low);
		out->high = floor_div(out->high, b.low) + (out->high < 0);
		return true;
	default:
		return false;
	}
}

/* The range of an inner loop's variable when its bounds are known. */
static bool inner_range(Eval *v, const Stmt *s, int depth, Linear *out) {
	Linear start, stop, step;
	if (!eval(v, s->start, depth, &start) || !eval(v, s->stop, depth, &stop) || !eval(v, s->step, depth, &step))
		return false;
	if (!is_constant(&step) || !step.low || !is_interval(&stop) || !is_interval(&start))
		return false;
	if (step.low > 0)
		*out = (Linear){.low = start.low, .high = stop.high > start.high ? stop.high - 1 : start.high};
	else
		*out = (Linear){.low = stop.low < start.low ? stop.low + 1 : start.low, .high = start.high};
	return true;
}

static bool variable(Eval *v, VarId var, int depth, Linear *out) {
	const LinearScope *x = v->x;
	*out = (Linear){0};
	if (var == x->loop_var) {
		out->slope = 1;
		return true;
	}
	StmtId def = var < x->n ? x->definition[var] : 0;
	if (!def)
		return add_term(out, var, 1);
	const Stmt *s = ir_stmt(x->p, def);
	if (s->var != var)
		return false;
	if (s->kind == S_FOR)
		return inner_range(v, s, depth, out);
	return s->kind == S_ASSIGN && eval(v, s->expr, depth, out);
}

static bool eval(Eval *v, ExprId id, int depth, Linear *out) {
	*out = (Linear){0};
	if (!id || depth > MOST_DEPTH || ++v->nodes > MOST_NODES)
		return false;
	const Expr *e = ir_expr(v->x->p, id);
	switch ((ExprKind)e->kind) {
	case X_INT:
		out->low = out->high = e->i;
		return true;
	case X_VAR:
		return variable(v, e->var, depth + 1, out);
	case X_UNARY:
		return e->op == U_NEG && eval(v, e->a, depth + 1, out) && scale(out, -1);
	case X_BINARY:
		return binary(v, e, depth + 1, out);
	default:
		return false;
	}
}

bool linear_of(const LinearScope *x, ExprId e, Linear *out) {
	Eval v = {.x = x};
	return eval(&v, e, 0, out);
}
