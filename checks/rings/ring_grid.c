#include "checks/rings/ring_grid.h"
#include "checks/rings/ring_period.h"
#include "checks/simulate/inputs.h"


enum { GRID = 600, MAX_VALUE = 16, GRID_BUDGET = 200000, GRID_STEPS = 6000000, MOST_FAR = 12, MOST_DEPTH = 100, FAR_STEPS = 20000 };

typedef struct Grid {
	RingUnit *u;
	const Term *atoms;
	uint32_t n;
	int64_t least[RING_MAX_ATOMS], most[RING_MAX_ATOMS];
	RingBinding *binding;
	RingRun *run;
	uint64_t steps;
	int64_t far[MOST_FAR];
	uint32_t n_far;
} Grid;

/* One run; a number that an input cannot have is as good as any. */
static GridEnd try_one(Grid *g, uint64_t budget) {
	RingRunOptions ro = { .terms = g->u->terms, .binding = g->binding, .n_bindings = g->n, .budget = budget };

	for (uint32_t i = 0; i < g->n; i++) {
		int64_t v = g->binding[i].value;
		if (v < g->least[i] || v > g->most[i])
			return GRID_GOOD;
	}
	ring_judge(&g->u->system, &ro, g->run);
	g->steps += g->run->steps;
	if (g->run->end == RING_OPEN || g->run->end == RING_BUDGET || g->steps > GRID_STEPS)
		return GRID_OPEN;
	return ring_run_is_good(&g->u->system, g->run) ? GRID_GOOD : GRID_FAILS;
}

/* All combinations of values numbers from least on; only those in which some number is below zero when least is. */
static GridEnd try_all(Grid *g, int64_t least, uint32_t values) {
	uint32_t combinations = 1;
	GridEnd end = GRID_GOOD;

	for (uint32_t i = 0; i < g->n; i++)
		combinations *= values;
	for (uint32_t k = 0; k < combinations && end == GRID_GOOD; k++) {
		uint32_t rest = k;
		bool below = false;
		for (uint32_t i = 0; i < g->n; i++, rest /= values) {
			g->binding[i] = (RingBinding){ g->atoms[i], least + (int64_t)(rest % values) };
			below |= g->binding[i].value < 0;
		}
		if (below || least == 0)
			end = try_one(g, GRID_BUDGET);
	}
	return end;
}

/* The most numbers of each input whose combinations are few enough. */
static uint32_t values_of(uint32_t n, uint32_t most) {
	uint32_t values = 1;

	for (; values < most; values++) {
		uint32_t next = 1;
		for (uint32_t i = 0; i < n; i++)
			next *= values + 1;
		if (next > GRID)
			break;
	}
	return values;
}

/* ---- numbers that the code speaks of ---- */

static void note_far(Grid *g, int64_t v) {
	if (v >= 0 && v < MAX_VALUE)
		return;
	for (uint32_t i = 0; i < g->n_far; i++)
		if (g->far[i] == v)
			return;
	if (g->n_far < MOST_FAR)
		g->far[g->n_far++] = v;
}

static void constants_of(Grid *g, Term x, int depth) {
	const TermNode *node = term_at(g->u->terms, x);
	int64_t v = node->value;

	if (depth > MOST_DEPTH)
		return;
	/* A comparison is kept as a polynomial against 0: its constant is the boundary, with either sign. */
	if ((node->kind == TERM_INT || node->kind == TERM_SUM) && v > INT32_MIN && v < INT32_MAX && v) {
		int64_t size = v < 0 ? -v : v;
		for (int64_t d = 1; d >= -1; d--)
			note_far(g, size + d);
	}
	for (uint32_t i = 0; i < node->n; i++)
		constants_of(g, node->arg[i], depth + 1);
}

/* One input at such a number, the others at a few iterations. tried: the numbers of which every run came to its end. */
static GridEnd try_far(Grid *g, const char **tried) {
	for (uint32_t c = 0; c < g->u->system.n_cores; c++)
		for (uint32_t i = 0; i < g->u->system.core[c].n; i++) {
			const RingInsn *in = &g->u->system.core[c].at[i];
			if ((in->op == RC_LOOP || in->op == RC_BRANCH) && in->trip < 0)
				constants_of(g, in->term, 0);
		}
	*tried = "";
	for (uint32_t f = 0; f < g->n_far && g->steps < GRID_STEPS; f++) {
		bool whole = true;
		for (uint32_t k = 0; k < 2 * g->n; k++) {
			for (uint32_t i = 0; i < g->n; i++)
				g->binding[i] = (RingBinding){ g->atoms[i], i == k / 2 ? g->far[f] : k % 2 ? 0 : 2 };
			GridEnd end = try_one(g, FAR_STEPS);
			if (end == GRID_FAILS)
				return end;
			whole &= end == GRID_GOOD;
		}
		if (whole)
			*tried = arena_printf(g->u->arena, "%s%s%lld", *tried, **tried ? ", " : "", (long long)g->far[f]);
	}
	return GRID_GOOD;
}

GridEnd ring_grid(RingUnit *u, const Term *atoms, uint32_t n, RingBinding *binding, RingRun *run, const char **tried) {
	Grid g = { .u = u, .atoms = atoms, .n = n, .binding = binding, .run = run };
	uint32_t values = values_of(n, MAX_VALUE), around = values_of(n, 2 * MOST_NEGATIVE);
	int64_t least = around == 2 * MOST_NEGATIVE ? -MOST_NEGATIVE : -(int64_t)(around / 2);
	const char *far;
	GridEnd end;

	for (uint32_t i = 0; i < n; i++)
		input_range(term_name(u->terms, atoms[i]), &g.least[i], &g.most[i]);
	end = try_all(&g, 0, values);
	if (end != GRID_GOOD)
		return end;
	*tried = arena_printf(u->arena, "simulated for all values from 0 to %u of %u inputs", values - 1, n);
	end = try_all(&g, least, around);
	if (end == GRID_GOOD)
		*tried = arena_printf(u->arena, "%s and from %lld to %lld", *tried, (long long)least, (long long)(least + (int64_t)around - 1));
	if (end == GRID_FAILS || try_far(&g, &far) == GRID_FAILS)
		return GRID_FAILS;
	if (*far)
		*tried = arena_printf(u->arena, "%s, and for %s of one of them", *tried, far);
	return GRID_GOOD;
}
