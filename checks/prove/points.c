#include "checks/prove/points.h"

#include <stdlib.h>

enum { MOST_POINTS = 12, MOST_UNKNOWNS = 64 };

typedef struct Point {
	uint32_t n;
	Term unknown[MOST_UNKNOWNS]; /* ascending */
	int64_t value[MOST_UNKNOWNS];
} Point;

typedef struct Seen { /* of one term, in the run of this number */
	uint32_t run;
	bool known;
	int64_t value;
} Seen;

struct Points {
	Terms *terms;
	Point *at[MOST_POINTS]; /* the one that refuted last comes first */
	uint32_t n;
	VEC(Seen) seen; /* by term */
	VEC(Term) stack;
	uint32_t run;
};

Points *points_new(Terms *t) {
	Points *p = mem_alloc(sizeof *p);
	*p = (Points){.terms = t};
	return p;
}

void points_free(Points *p) {
	if (!p)
		return;
	for (uint32_t i = 0; i < p->n; i++)
		free(p->at[i]);
	vec_free(&p->seen);
	vec_free(&p->stack);
	free(p);
}

static void new_run(Points *p) {
	while (p->seen.n <= term_count(p->terms))
		vec_push(&p->seen, (Seen){0});
	if (++p->run == 0) {
		memset(p->seen.at, 0, p->seen.n * sizeof *p->seen.at);
		p->run = 1;
	}
}

static int64_t value_at(const Point *point, Term x) {
	uint32_t low = 0, high = point->n;
	while (low < high) {
		uint32_t mid = (low + high) / 2;
		if (point->unknown[mid] < x)
			low = mid + 1;
		else
			high = mid;
	}
	return low < point->n && point->unknown[low] == x ? point->value[low] : 0;
}

static int64_t divided(TermFn fn, int64_t a, int64_t b) { /* b > 0: solver_looks_into */
	int64_t q = a / b, r = a % b;
	bool is_floor = fn == FN_FLOORDIV || fn == FN_FLOORMOD;
	if (is_floor && r < 0) {
		q--;
		r += b;
	}
	return fn == FN_FLOORDIV || fn == FN_TRUNCDIV ? q : r;
}

static bool apply(TermFn fn, const int64_t *v, int64_t *out) {
	switch (fn) {
	case FN_FLOORDIV: case FN_FLOORMOD: case FN_TRUNCDIV: case FN_TRUNCMOD:
		*out = divided(fn, v[0], v[1]);
		return true;
	case FN_MIN: *out = v[0] <= v[1] ? v[0] : v[1]; return true;
	case FN_MAX: *out = v[0] >= v[1] ? v[0] : v[1]; return true;
	case FN_EQ: *out = v[0] == v[1]; return true;
	case FN_LT: *out = v[0] < v[1]; return true;
	case FN_LE: *out = v[0] <= v[1]; return true;
	case FN_NOT: *out = !v[0]; return true;
	case FN_AND: *out = v[0] && v[1]; return true;
	case FN_OR: *out = v[0] || v[1]; return true;
	case FN_ITE: *out = v[0] ? v[1] : v[2]; return true;
	case FN_NONE: case FN_COUNT:
		break;
	}
	return false;
}

/* The value of a node whose arguments are known; false: it does not fit. */
static bool compute(const Points *p, const TermNode *n, int64_t *out) {
	int64_t v[3], sum = n->kind == TERM_PRODUCT ? 1 : n->value, one;
	if (n->kind == TERM_APPLY) {
		for (uint32_t i = 0; i < n->n; i++)
			v[i] = p->seen.at[n->arg[i]].value;
		return apply((TermFn)n->fn, v, out);
	}
	for (uint32_t i = 0; i < n->n; i++) {
		int64_t a = p->seen.at[n->arg[i]].value;
		if (n->kind == TERM_PRODUCT ? __builtin_mul_overflow(sum, a, &sum)
		                            : __builtin_mul_overflow(a, n->coefficient[i], &one) || __builtin_add_overflow(sum, one, &sum))
			return false;
	}
	*out = sum;
	return true;
}

/* Arguments have smaller handles, so an explicit stack of pending terms suffices. */
static bool evaluate(Points *p, const Point *point, Term root, int64_t *out) {
	p->stack.n = 0;
	vec_push(&p->stack, root);
	while (p->stack.n) {
		Term x = p->stack.at[p->stack.n - 1];
		Seen *seen = &p->seen.at[x];
		if (seen->run == p->run) {
			p->stack.n--;
			continue;
		}
		bool open = solver_looks_into(p->terms, x), known = true;
		const TermNode *n = term_at(p->terms, x);
		uint32_t pending = p->stack.n;
		for (uint32_t i = 0; open && i < n->n; i++) {
			const Seen *arg = &p->seen.at[n->arg[i]];
			if (arg->run != p->run)
				vec_push(&p->stack, n->arg[i]);
			else
				known &= arg->known;
		}
		if (p->stack.n > pending)
			continue;
		p->stack.n--;
		*seen = (Seen){.run = p->run, .known = known, .value = n->kind == TERM_INT ? n->value : 0};
		if (open)
			seen->known = known && compute(p, n, &seen->value);
		else if (n->kind != TERM_INT)
			seen->value = value_at(point, x);
	}
	*out = p->seen.at[root].value;
	return p->seen.at[root].known;
}

static bool refutes(Points *p, const Point *point, const Term *facts, uint32_t n, Term goal) {
	int64_t v;
	new_run(p);
	if (!evaluate(p, point, goal, &v) || v)
		return false;
	/* The newest fact is the one that the point may not have seen yet. */
	for (uint32_t i = n; i > 0; i--)
		if (!evaluate(p, point, facts[i - 1], &v) || !v)
			return false;
	return true;
}

bool points_refute(Points *p, const Term *facts, uint32_t n, Term goal) {
	for (uint32_t i = 0; i < p->n; i++) {
		Point *point = p->at[i];
		if (!refutes(p, point, facts, n, goal))
			continue;
		memmove(p->at + 1, p->at, i * sizeof(Point *));
		p->at[0] = point;
		return true;
	}
	return false;
}

/* The unknowns of x that this run has not met yet. */
static bool collect(Points *p, Point *point, Term x) {
	p->stack.n = 0;
	vec_push(&p->stack, x);
	while (p->stack.n) {
		Term y = p->stack.at[--p->stack.n];
		const TermNode *n = term_at(p->terms, y);
		if (p->seen.at[y].run == p->run)
			continue;
		p->seen.at[y].run = p->run;
		if (solver_looks_into(p->terms, y)) {
			for (uint32_t i = 0; i < n->n; i++)
				vec_push(&p->stack, n->arg[i]);
		} else if (n->kind != TERM_INT) {
			if (point->n == MOST_UNKNOWNS)
				return false;
			point->unknown[point->n++] = y;
		}
	}
	return true;
}

void points_keep(Points *p, Solver *s, const Term *facts, uint32_t n, Term goal) {
	Point *point = p->n < MOST_POINTS ? mem_alloc(sizeof *point) : p->at[MOST_POINTS - 1];
	point->n = 0;
	new_run(p);
	bool good = collect(p, point, goal);
	for (uint32_t i = 0; i < n && good; i++)
		good = collect(p, point, facts[i]);
	term_sort(point->unknown, point->n);
	for (uint32_t i = 0; i < point->n && good; i++)
		good = solver_value(s, point->unknown[i], &point->value[i]);
	if (!good)
		point->n = 0; /* all zeros: as good a point as any */
	if (p->n < MOST_POINTS)
		p->n++;
	memmove(p->at + 1, p->at, (p->n - 1) * sizeof(Point *));
	p->at[0] = point;
}
