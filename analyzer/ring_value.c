/* Values of terms while a simulation runs: interpreted functions only, no new terms. */
#include "analyzer/ring_sim.h"

enum { MAX_DEPTH = 200 };

typedef struct Lookup {
	const RingSystem *s;
	const RingRunOptions *o;
	const RingState *st;
	uint32_t core;
} Lookup;

static bool value_of(const Lookup *l, Term t, int64_t *out, int depth);

static bool symbol_value(const Lookup *l, Term t, int64_t *out, int depth) {
	const RingCore *c = &l->st->core[l->core];

	for (uint32_t i = c->depth; i-- > 0;) {
		const RingInsn *loop = &l->s->core[l->core].at[c->frame[i].loop];
		int64_t start, step, way;
		if (loop->symbol != t)
			continue;
		if (c->frame[i].left < 0)
			return false;
		return value_of(l, loop->start, &start, depth) && value_of(l, loop->step, &step, depth) &&
		       !__builtin_mul_overflow(c->frame[i].done, step, &way) && !__builtin_add_overflow(start, way, out);
	}
	for (uint32_t i = 0; i < l->o->n_bindings; i++)
		if (l->o->binding[i].symbol == t) {
			*out = l->o->binding[i].value;
			return true;
		}
	return false;
}

static bool sum_value(const Lookup *l, const TermNode *n, int64_t *out, int depth) {
	int64_t sum = n->value;

	for (uint32_t i = 0; i < n->n; i++) {
		int64_t v, part;
		if (!value_of(l, n->arg[i], &v, depth) || __builtin_mul_overflow(v, n->coefficient[i], &part) ||
		    __builtin_add_overflow(sum, part, &sum))
			return false;
	}
	*out = sum;
	return true;
}

static bool product_value(const Lookup *l, const TermNode *n, int64_t *out, int depth) {
	int64_t product = 1;

	for (uint32_t i = 0; i < n->n; i++) {
		int64_t v;
		if (!value_of(l, n->arg[i], &v, depth) || __builtin_mul_overflow(product, v, &product))
			return false;
	}
	*out = product;
	return true;
}

static bool divide(TermFn fn, int64_t a, int64_t b, int64_t *out) {
	int64_t q, r;

	if (b == 0 || (a == INT64_MIN && b == -1))
		return false;
	q = a / b;
	r = a % b;
	if ((fn == FN_FLOORDIV || fn == FN_FLOORMOD) && r != 0 && (r < 0) != (b < 0)) {
		q--;
		r += b;
	}
	*out = fn == FN_FLOORDIV || fn == FN_TRUNCDIV ? q : r;
	return true;
}

static bool apply_value(const Lookup *l, const TermNode *n, int64_t *out, int depth) {
	int64_t a, b;

	if (n->fn == FN_NONE || n->n == 0 || !value_of(l, n->arg[0], &a, depth))
		return false;
	if (n->fn == FN_NOT) {
		*out = !a;
		return true;
	}
	if (n->fn == FN_ITE)
		return n->n == 3 && value_of(l, n->arg[a ? 1 : 2], out, depth);
	if (n->n != 2 || !value_of(l, n->arg[1], &b, depth))
		return false;
	switch ((TermFn)n->fn) {
	case FN_FLOORDIV: case FN_FLOORMOD: case FN_TRUNCDIV: case FN_TRUNCMOD:
		return divide((TermFn)n->fn, a, b, out);
	case FN_MIN: *out = a < b ? a : b; return true;
	case FN_MAX: *out = a > b ? a : b; return true;
	case FN_EQ: *out = a == b; return true;
	case FN_LT: *out = a < b; return true;
	case FN_LE: *out = a <= b; return true;
	case FN_AND: *out = a && b; return true;
	case FN_OR: *out = a || b; return true;
	case FN_NONE: case FN_NOT: case FN_ITE: case FN_COUNT: break;
	}
	return false;
}

static bool value_of(const Lookup *l, Term t, int64_t *out, int depth) {
	const TermNode *n;

	if (t == 0 || depth >= MAX_DEPTH)
		return false;
	n = term_at(l->o->terms, t);
	switch ((TermKind)n->kind) {
	case TERM_INT: *out = n->value; return true;
	case TERM_SYMBOL: return symbol_value(l, t, out, depth + 1);
	case TERM_SUM: return sum_value(l, n, out, depth + 1);
	case TERM_PRODUCT: return product_value(l, n, out, depth + 1);
	case TERM_APPLY: return apply_value(l, n, out, depth + 1);
	case TERM_NONE: break;
	}
	return false;
}

bool ring_value(const RingSystem *s, const RingRunOptions *o, const RingState *st, uint32_t core, Term t, int64_t *value) {
	return o && o->terms && value_of(&(Lookup){ s, o, st, core }, t, value, 0);
}
