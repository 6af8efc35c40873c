#include "checks/memory/placement.h"

#include "checks/solver.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_ITEMS = 64, CORE_QUERIES = 40 };

static bool together(const PlaceItem *a, const PlaceItem *b) { return a->bytes && b->bytes && a->from <= b->to && b->from <= a->to; }

static int64_t add(int64_t a, int64_t b) {
	int64_t sum;
	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

/* ---- lower bound ---- */

typedef struct Change {
	uint64_t at;   /* twice the position, plus one behind the end of a lifetime */
	int64_t bytes; /* negative: it ends */
} Change;

static int by_place(const void *x, const void *y) {
	const Change *a = x, *b = y;
	return a->at != b->at ? (a->at < b->at ? -1 : 1) : (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

/* true: more than 64 bits. */
static bool find_peak(const PlaceItem *items, uint32_t n, Placement *out) {
	Change *change = mem_alloc((2 * (size_t)n + 1) * sizeof *change);
	int64_t now = 0;
	bool too_many = false;
	for (uint32_t i = 0; i < n; i++) {
		change[2 * i] = (Change){2 * (uint64_t)items[i].from, items[i].bytes};
		change[2 * i + 1] = (Change){2 * (uint64_t)items[i].to + 1, -items[i].bytes};
	}
	qsort(change, 2 * (size_t)n, sizeof *change, by_place);
	for (uint32_t i = 0; i < 2 * n && !too_many; i++) {
		too_many = __builtin_add_overflow(now, change[i].bytes, &now);
		if (too_many || now > out->peak) {
			out->peak = too_many ? INT64_MAX : now;
			out->peak_at = (uint32_t)(change[i].at / 2);
		}
	}
	mem_free_(change);
	return too_many;
}

/* ---- upper bound ---- */

typedef struct Order {
	const PlaceItem *items;
	uint32_t item;
} Order;

static int longest_first(const void *x, const void *y) {
	const Order *o = x, *q = y;
	const PlaceItem *a = &o->items[o->item], *b = &q->items[q->item];
	uint32_t la = a->to - a->from, lb = b->to - b->from;
	if (la != lb)
		return la > lb ? -1 : 1;
	if (a->bytes != b->bytes)
		return a->bytes > b->bytes ? -1 : 1;
	return o->item < q->item ? -1 : 1;
}

static int largest_first(const void *x, const void *y) {
	const Order *o = x, *q = y;
	const PlaceItem *a = &o->items[o->item], *b = &q->items[q->item];
	if (a->bytes != b->bytes)
		return a->bytes > b->bytes ? -1 : 1;
	return longest_first(x, y);
}

static int earliest_first(const void *x, const void *y) {
	const Order *o = x, *q = y;
	const PlaceItem *a = &o->items[o->item], *b = &q->items[q->item];
	return a->from != b->from ? (a->from < b->from ? -1 : 1) : largest_first(x, y);
}

static int by_address(const void *x, const void *y) {
	const PlaceItem *const *a = x, *const *b = y;
	return ((*a)->at > (*b)->at) - ((*a)->at < (*b)->at);
}

/* Each in turn at the lowest address that is free during its lifetime; returns the bytes needed. */
static int64_t first_fit(PlaceItem *items, uint32_t n, int (*order)(const void *, const void *)) {
	Order *turn = mem_alloc((n + 1) * sizeof *turn);
	const PlaceItem **busy = mem_alloc((n + 1) * sizeof *busy);
	int64_t top = 0;
	for (uint32_t i = 0; i < n; i++) {
		turn[i] = (Order){items, i};
		items[i].at = -1;
	}
	qsort(turn, n, sizeof *turn, order);
	for (uint32_t i = 0; i < n; i++) {
		PlaceItem *x = &items[turn[i].item];
		uint32_t k = 0;
		int64_t low = 0;
		for (uint32_t j = 0; j < i; j++)
			if (together(x, &items[turn[j].item]))
				busy[k++] = &items[turn[j].item];
		qsort(busy, k, sizeof *busy, by_address);
		for (uint32_t j = 0; j < k; j++) {
			if (add(low, x->bytes) <= busy[j]->at)
				break;
			int64_t end = add(busy[j]->at, busy[j]->bytes);
			low = end > low ? end : low;
		}
		x->at = low;
		top = add(low, x->bytes) > top ? add(low, x->bytes) : top;
	}
	mem_free_(turn);
	mem_free_(busy);
	return top;
}

static int64_t best_first_fit(PlaceItem *items, uint32_t n, int64_t size) {
	static int (*const orders[])(const void *, const void *) = {longest_first, largest_first, earliest_first};
	int64_t best = INT64_MAX;
	for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
		int64_t top = first_fit(items, n, orders[k]);
		best = top < best ? top : best;
		if (top <= size)
			return top; /* the layout of this one stays */
	}
	return best;
}

/* ---- the solver ---- */

typedef struct Query {
	const PlaceItem *items;
	uint32_t n;
	const bool *chosen;
	int64_t size, unit;
	Terms *terms;
	Solver *solver;
	Term *address; /* by item, in units */
} Query;

static Answer ask(Query *q) {
	VEC(Term) facts = {0};
	Terms *t = q->terms;
	for (uint32_t i = 0; i < q->n; i++) {
		if (!q->chosen[i])
			continue;
		const PlaceItem *a = &q->items[i];
		Term end = term_add(t, q->address[i], term_int(t, a->bytes / q->unit));
		vec_push(&facts, term_fn(t, FN_LE, (Term[]){term_int(t, 0), q->address[i]}, 2));
		vec_push(&facts, term_fn(t, FN_LE, (Term[]){end, term_int(t, q->size / q->unit)}, 2));
		for (uint32_t j = 0; j < i; j++) {
			if (!q->chosen[j] || !together(a, &q->items[j]))
				continue;
			Term other = term_add(t, q->address[j], term_int(t, q->items[j].bytes / q->unit));
			Term below = term_fn(t, FN_LE, (Term[]){end, q->address[j]}, 2), above = term_fn(t, FN_LE, (Term[]){other, q->address[i]}, 2);
			vec_push(&facts, term_fn(t, FN_OR, (Term[]){below, above}, 2));
		}
	}
	Answer a = solver_satisfiable(q->solver, facts.at, facts.n);
	vec_free(&facts);
	return a;
}

/* Takes away what the contradiction does not need, as far as the budget goes. */
static void shrink(Query *q, bool *chosen) {
	unsigned left = CORE_QUERIES;
	for (uint32_t i = 0; i < q->n && left; i++) {
		if (!chosen[i])
			continue;
		chosen[i] = false;
		left--;
		if (ask(q) != ANSWER_NO)
			chosen[i] = true;
	}
}

static void by_solver(PlaceItem *items, uint32_t n, int64_t size, int64_t unit, unsigned ms, uint64_t rlimit, Arena *arena, Placement *out) {
	bool *chosen = ARENA_ARRAY(arena, bool, n + 1);
	Query q = {.items = items, .n = n, .chosen = chosen, .size = size, .unit = unit, .terms = terms_new(), .address = mem_alloc((n + 1) * sizeof(Term))};
	q.solver = solver_new(q.terms, ms, rlimit, NULL);
	for (uint32_t i = 0; i < n; i++) {
		char name[24];
		snprintf(name, sizeof name, "address %u", i);
		q.address[i] = term_symbol(q.terms, name);
		chosen[i] = items[i].bytes > 0;
	}
	Answer a = ask(&q);
	out->method = PLACE_BY_SOLVER;
	out->answer = a == ANSWER_YES ? PLACE_FITS : a == ANSWER_NO ? PLACE_FULL : PLACE_UNKNOWN;
	for (uint32_t i = 0; i < n && a == ANSWER_YES; i++) {
		int64_t at = 0;
		if (items[i].bytes && !solver_value(q.solver, q.address[i], &at))
			at = 0;
		items[i].at = at * unit;
	}
	/* The layout is looked at again, apart from the solver. */
	for (uint32_t i = 0; i < n && a == ANSWER_YES; i++) {
		bool wrong = items[i].at < 0 || add(items[i].at, items[i].bytes) > size;
		for (uint32_t j = 0; j < i && !wrong; j++)
			wrong = together(&items[i], &items[j]) && items[i].at < items[j].at + items[j].bytes && items[j].at < items[i].at + items[i].bytes;
		if (wrong) {
			out->answer = PLACE_UNKNOWN;
			out->why = "the layout found does not hold";
		}
	}
	if (a == ANSWER_UNKNOWN) {
		const char *why = solver_stats(q.solver).last_reason;
		out->why = arena_text(arena, why, strlen(why));
	}
	if (a == ANSWER_NO) {
		shrink(&q, chosen);
		out->in_the_way = chosen;
	}
	out->rlimit = solver_stats(q.solver).rlimit;
	solver_free(q.solver);
	terms_free(q.terms);
	mem_free_(q.address);
}

void place(PlaceItem *items, uint32_t n, int64_t size, int64_t unit, unsigned solver_ms, uint64_t solver_rlimit, Arena *arena, Placement *out) {
	*out = (Placement){.answer = PLACE_FITS, .method = PLACE_BY_FIRST_FIT};
	unit = unit < 1 ? 1 : unit;
	if (find_peak(items, n, out) || out->peak > size) {
		out->answer = PLACE_FULL;
		out->method = PLACE_BY_PEAK;
		out->in_the_way = ARENA_ARRAY(arena, bool, n + 1);
		for (uint32_t i = 0; i < n; i++)
			out->in_the_way[i] = items[i].bytes && items[i].from <= out->peak_at && out->peak_at <= items[i].to;
		return;
	}
	out->first_fit = best_first_fit(items, n, size);
	if (out->first_fit <= size)
		return;
	uint32_t real = 0;
	for (uint32_t i = 0; i < n; i++)
		real += items[i].bytes > 0;
	if (real > MOST_ITEMS) {
		out->answer = PLACE_UNKNOWN;
		out->method = PLACE_BY_SOLVER;
		out->why = arena_printf(arena, "%u buffers are too many for the solver's budget", real);
		return;
	}
	by_solver(items, n, size, unit, solver_ms, solver_rlimit, arena, out);
}
