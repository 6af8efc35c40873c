#include "checks/rings/ring_quasi.h"

enum { MAX_DEPTH = 60 };

static const Quasi unknown = { false, 1, 0, 0 };

bool ring_term_at(const Terms *terms, Term t, Term symbol, int64_t n, int64_t *value) {
	static const RingSystem nothing = { .n_cores = 1 };
	RingBinding bind = { symbol, n };
	RingRunOptions o = { .terms = terms, .binding = &bind, .n_bindings = 1 };
	RingState st;

	st.core[0].depth = 0;
	return ring_value(&nothing, &o, &st, 0, t, value);
}

static int64_t gcd(int64_t a, int64_t b) {
	while (b) {
		int64_t r = a % b;
		a = b;
		b = r;
	}
	return a < 0 ? -a : a;
}

int64_t quasi_lcm(int64_t a, int64_t b) {
	int64_t m = a / gcd(a, b);

	return a && b && m <= QUASI_MAX_PERIOD / b ? m * b : 0;
}

/* The same facts over a multiple of the period. */
static Quasi stretch(Quasi q, int64_t period) {
	if (!q.known || period == 0 || __builtin_mul_overflow(q.rise, period / q.period, &q.rise))
		return unknown;
	q.period = period;
	return q;
}

static void align(Quasi *a, Quasi *b) {
	int64_t period = a->known && b->known ? quasi_lcm(a->period, b->period) : 0;

	*a = stretch(*a, period);
	*b = stretch(*b, period);
}

typedef struct Line { /* a sum being examined */
	const Terms *terms;
	Term n;
	int64_t way;
} Line;

static Quasi quasi_of(const Line *l, Term t, int depth);

/* a - b at m; false: overflow or unknown. */
static bool difference(const Line *l, Term a, Term b, int64_t m, int64_t *out) {
	int64_t x, y;

	return ring_term_at(l->terms, a, l->n, l->way * m, &x) && ring_term_at(l->terms, b, l->n, l->way * m, &y) &&
	       !__builtin_sub_overflow(x, y, out);
}

/* First m from which a - b keeps the sign of its rise: a whole period on that side stays there. -1: not found. */
static int64_t settles(const Line *l, Term a, Term b, int64_t from, int64_t period, int64_t rise) {
	int64_t good = 0;

	for (int64_t m = from; m < QUASI_MAX_FROM + from; m++) {
		int64_t d;
		if (!difference(l, a, b, m, &d))
			return -1;
		good = (rise > 0 ? d > 0 : d < 0) ? good + 1 : 0;
		if (good == period)
			return m - period + 1;
	}
	return -1;
}

/* Both sides aligned. rise of the difference 0: the comparison repeats; else it settles. */
static Quasi compared(const Line *l, Term ta, Term tb, Quasi a, Quasi b, TermFn fn) {
	Quasi out;
	int64_t rise, settled;

	align(&a, &b);
	if (!a.known || !b.known || __builtin_sub_overflow(a.rise, b.rise, &rise))
		return unknown;
	out = (Quasi){ true, a.period, 0, a.from > b.from ? a.from : b.from };
	if (rise == 0) {
		if (fn == FN_MIN || fn == FN_MAX)
			out.rise = a.rise;
		return out;
	}
	settled = settles(l, ta, tb, out.from, out.period, rise);
	if (settled < 0)
		return unknown;
	out.from = settled;
	if (fn == FN_MAX)
		out.rise = rise > 0 ? a.rise : b.rise;
	if (fn == FN_MIN)
		out.rise = rise > 0 ? b.rise : a.rise;
	return out;
}

static Quasi divided(const Line *l, Term ta, Term tb, Quasi a, TermFn fn) {
	int64_t by, settled, times;

	if (!a.known || !term_is_int(l->terms, tb, &by) || by <= 0)
		return unknown;
	times = by / gcd(a.rise, by);
	if (times > QUASI_MAX_PERIOD)
		return unknown;
	if (a.rise != 0 && (fn == FN_TRUNCDIV || fn == FN_TRUNCMOD)) { /* truncation is regular on one side of 0 */
		int64_t good = 0;
		settled = -1;
		for (int64_t m = a.from; m < a.from + QUASI_MAX_FROM && settled < 0; m++) {
			int64_t v;
			if (!ring_term_at(l->terms, ta, l->n, l->way * m, &v))
				return unknown;
			good = (a.rise > 0 ? v >= 0 : v <= 0) ? good + 1 : 0;
			if (good == a.period)
				settled = m - a.period + 1;
		}
		if (settled < 0)
			return unknown;
		a.from = settled;
	}
	a = stretch(a, quasi_lcm(a.period, a.period * times));
	if (a.known)
		a.rise = fn == FN_FLOORDIV || fn == FN_TRUNCDIV ? a.rise / by : 0;
	return a;
}

static Quasi applied(const Line *l, const TermNode *node, int depth) {
	Quasi a, b, c;

	if (node->fn == FN_NONE || node->n == 0)
		return unknown;
	a = quasi_of(l, node->arg[0], depth);
	if (node->fn == FN_NOT)
		return a.rise == 0 ? a : unknown;
	if (node->n < 2)
		return unknown;
	b = quasi_of(l, node->arg[1], depth);
	switch ((TermFn)node->fn) {
	case FN_FLOORDIV: case FN_FLOORMOD: case FN_TRUNCDIV: case FN_TRUNCMOD:
		return divided(l, node->arg[0], node->arg[1], a, (TermFn)node->fn);
	case FN_MIN: case FN_MAX: case FN_EQ: case FN_LT: case FN_LE:
		return compared(l, node->arg[0], node->arg[1], a, b, (TermFn)node->fn);
	case FN_AND: case FN_OR:
		align(&a, &b);
		if (!a.known || !b.known || a.rise || b.rise)
			return unknown;
		a.from = a.from > b.from ? a.from : b.from;
		return a;
	case FN_ITE:
		c = node->n == 3 ? quasi_of(l, node->arg[2], depth) : unknown;
		align(&b, &c);
		align(&a, &b);
		c = stretch(c, b.period);
		if (!a.known || !b.known || !c.known || a.rise || b.rise != c.rise)
			return unknown;
		b.from = b.from > c.from ? b.from : c.from;
		b.from = b.from > a.from ? b.from : a.from;
		return b;
	default:
		return unknown;
	}
}

static Quasi sum(const Line *l, const TermNode *node, int depth) {
	Quasi out = { true, 1, 0, 0 };

	for (uint32_t i = 0; i < node->n; i++) {
		Quasi q = quasi_of(l, node->arg[i], depth);
		int64_t part;
		align(&out, &q);
		if (!out.known || !q.known || __builtin_mul_overflow(q.rise, node->coefficient[i], &part) ||
		    __builtin_add_overflow(out.rise, part, &out.rise))
			return unknown;
		out.from = out.from > q.from ? out.from : q.from;
	}
	return out;
}

static Quasi quasi_of(const Line *l, Term t, int depth) {
	const TermNode *node = term_at(l->terms, t);

	if (depth > MAX_DEPTH)
		return unknown;
	switch ((TermKind)node->kind) {
	case TERM_INT: return (Quasi){ true, 1, 0, 0 };
	case TERM_SYMBOL: return t == l->n ? (Quasi){ true, 1, l->way, 0 } : unknown;
	case TERM_SUM: return sum(l, node, depth + 1);
	case TERM_APPLY: return t == l->n ? (Quasi){ true, 1, l->way, 0 } : applied(l, node, depth + 1);
	case TERM_PRODUCT: case TERM_NONE: break;
	}
	return unknown;
}

Quasi ring_quasi(const Terms *terms, Term t, Term n, int64_t way) {
	return quasi_of(&(Line){ terms, n, way }, t, 0);
}
