#include "checks/rings/ring_period.h"
#include "analyzer/ring_cycles.h"
#include "checks/rings/ring_quasi.h"

enum { MAX_WINDOW = 6000, MAX_MULTIPLE = 24, MORE_STARTS = 128, MAX_LOOPS = 1024, RUN_BUDGET = 200000, ALL_BUDGET = 6000000 };

bool ring_run_is_good(const RingSystem *s, const RingRun *r) {
	for (uint32_t i = 0; i < s->n_rings; i++)
		if (r->last.ring[i].pushed != r->last.ring[i].popped || r->last.ring[i].popped != r->last.ring[i].freed)
			return false;
	return r->end == RING_COMPLETE && !r->overwrites;
}

/* ---- atoms ---- */

typedef struct Atoms {
	const RingSystem *s;
	const Terms *terms;
	Term *out;
	uint32_t room, n;
} Atoms;

static bool is_loop_symbol(const Atoms *a, Term t) {
	for (uint32_t c = 0; c < a->s->n_cores; c++)
		for (uint32_t i = 0; i < a->s->core[c].n; i++)
			if (a->s->core[c].at[i].op == RC_LOOP && a->s->core[c].at[i].symbol == t)
				return true;
	return false;
}

static void collect(Atoms *a, Term t, int depth) {
	const TermNode *node = term_at(a->terms, t);

	if (depth > 200 || a->n > a->room)
		return;
	if (node->kind == TERM_SYMBOL || (node->kind == TERM_APPLY && node->fn == FN_NONE)) {
		if (is_loop_symbol(a, t))
			return;
		for (uint32_t i = 0; i < a->n && i < a->room; i++)
			if (a->out[i] == t)
				return;
		if (a->n < a->room)
			a->out[a->n] = t;
		a->n++;
		return;
	}
	for (uint32_t i = 0; i < node->n; i++)
		collect(a, node->arg[i], depth + 1);
}

uint32_t ring_atoms(const RingSystem *s, const Terms *terms, Term *out, uint32_t room) {
	Atoms a = { s, terms, out, room, 0 };

	for (uint32_t c = 0; c < s->n_cores; c++)
		for (uint32_t i = 0; i < s->core[c].n; i++) {
			const RingInsn *in = &s->core[c].at[i];
			if ((in->op != RC_LOOP && in->op != RC_BRANCH) || in->trip >= 0)
				continue;
			collect(&a, in->term, 0);
			if (in->op == RC_LOOP && in->varies) {
				collect(&a, in->start, 0);
				collect(&a, in->step, 0);
			}
		}
	return a.n;
}

/* ---- the period of the code ---- */

typedef struct Study {
	const RingSystem *s;
	const Terms *terms;
	Term n;
	int64_t way;
	int64_t period, from; /* of all terms */
	RingPeriod *out;
} Study;

static bool study_terms(Study *st) {
	st->period = 1;
	st->from = 0;
	for (uint32_t c = 0; c < st->s->n_cores; c++)
		for (uint32_t i = 0; i < st->s->core[c].n; i++) {
			const RingInsn *in = &st->s->core[c].at[i];
			Quasi q;
			if ((in->op != RC_LOOP && in->op != RC_BRANCH) || in->trip >= 0)
				continue;
			q = ring_quasi(st->terms, in->term, st->n, st->way);
			if (!q.known || (in->op == RC_BRANCH && q.rise != 0) || in->varies)
				return false;
			st->period = quasi_lcm(st->period, q.period);
			if (st->period == 0)
				return false;
			if (q.from > st->from)
				st->from = q.from;
		}
	return true;
}

static uint32_t nest_of(const RingCode *code, uint32_t at) {
	uint32_t nest = 0;

	for (uint32_t i = 0; i < at; i++)
		nest += code->at[i].op == RC_LOOP && code->at[i].target > at;
	return nest;
}

/* By how many iterations a symbolic loop runs longer at m + period than at m. */
static bool longer(const Study *st, const RingInsn *loop, int64_t m, int64_t period, int64_t *out) {
	int64_t a, b;

	if (loop->trip >= 0) {
		*out = 0;
		return true;
	}
	if (!ring_term_at(st->terms, loop->term, st->n, st->way * m, &a) || !ring_term_at(st->terms, loop->term, st->n, st->way * (m + period), &b))
		return false;
	*out = (b < 0 ? 0 : b) - (a < 0 ? 0 : a);
	return true;
}

/* Does the cycle stretch all its loops by one multiple of what it uses? */
static bool stretches(const Study *st, const RingCycle *cycle, int64_t m, int64_t period) {
	int64_t times = 0;

	for (uint32_t c = 0; c < st->s->n_cores; c++) {
		int64_t more;
		if (cycle->used[c] == 0)
			continue;
		if (!longer(st, &st->s->core[c].at[cycle->loop[c]], m, period, &more) || more <= 0 || more % cycle->used[c] != 0 ||
		    (times != 0 && more / cycle->used[c] != times))
			return false;
		times = more / cycle->used[c];
	}
	return times > 0;
}

/* Every loop that runs longer stands at the top and is stretched by exactly one of a set of cycles without common loops. */
static bool covered(const Study *st, const RingCycles *cycles, int64_t m, int64_t period) {
	bool taken[RING_MAX_CORES][MAX_LOOPS] = { { false } };
	uint32_t n;
	const RingCycle *cycle = ring_cycles_noted(cycles, &n);

	for (uint32_t k = 0; k < n; k++) {
		bool free = stretches(st, &cycle[k], m, period);
		for (uint32_t c = 0; c < st->s->n_cores; c++)
			free = free && (cycle[k].used[c] == 0 || (cycle[k].loop[c] < MAX_LOOPS && !taken[c][cycle[k].loop[c]]));
		for (uint32_t c = 0; free && c < st->s->n_cores; c++)
			if (cycle[k].used[c] > 0)
				taken[c][cycle[k].loop[c]] = true;
	}
	for (uint32_t c = 0; c < st->s->n_cores; c++)
		for (uint32_t i = 0; i < st->s->core[c].n; i++) {
			const RingInsn *in = &st->s->core[c].at[i];
			int64_t more;
			if (in->op != RC_LOOP)
				continue;
			if (!longer(st, in, m, period, &more) || more < 0)
				return false;
			if (more > 0 && (i >= MAX_LOOPS || !taken[c][i] || nest_of(&st->s->core[c], i) > 0))
				return false;
		}
	return true;
}

static void join(const Study *st, RingRun *into, const RingRun *run) {
	for (uint32_t i = 0; i < st->s->n_rings; i++) {
		into->peak[i] = into->peak[i] > run->peak[i] ? into->peak[i] : run->peak[i];
		into->lead[i] = into->lead[i] > run->lead[i] ? into->lead[i] : run->lead[i];
	}
}

typedef enum Seen { SEEN_GOOD, SEEN_BAD, SEEN_UNKNOWN } Seen;

/* Runs at m with every eager core. repeats: whether all these runs show the cycles that larger values need. */
static Seen look(Study *st, int64_t m, int64_t period, bool *repeats) {
	RingBinding bind = { st->n, st->way * m };
	Seen seen = SEEN_GOOD;

	*repeats = true;
	if (st->out->steps > ALL_BUDGET) {
		st->out->why = "the simulations ran out of their budget of steps";
		return SEEN_UNKNOWN;
	}
	for (uint32_t k = 0; k <= st->s->n_cores; k++) {
		uint32_t eager = k == 0 ? RING_FAIR : k - 1;
		RingCycles *cycles = ring_cycles_new(false);
		RingRunOptions o = { .eager = eager, .terms = st->terms, .binding = &bind, .n_bindings = 1, .cycles = cycles, .budget = RUN_BUDGET };
		RingRun run;
		ring_run(st->s, &o, &run);
		st->out->runs++;
		st->out->steps += run.steps;
		*repeats &= covered(st, cycles, m, period);
		ring_cycles_free(cycles);
		if (run.end == RING_OPEN || run.end == RING_BUDGET)
			return SEEN_UNKNOWN;
		if (eager != RING_FAIR && run.overwrites && !st->out->races) {
			st->out->races = true;
			st->out->race_n = bind.value;
			st->out->race = run.overwrite;
		}
		run.overwrites &= eager == RING_FAIR;
		if (ring_run_is_good(st->s, &run)) {
			if (!st->out->bad)
				join(st, &st->out->worst, &run);
			continue;
		}
		seen = SEEN_BAD;
		if (!st->out->bad || m < (st->out->bad_n < 0 ? -st->out->bad_n : st->out->bad_n)) {
			st->out->bad = true;
			st->out->bad_n = bind.value;
			st->out->worst = run;
		}
		break;
	}
	return seen;
}

/* One window of consecutive values, each of which repeats under the period. */
static bool window(Study *st, int64_t period) {
	int64_t good = 0;

	for (int64_t m = 0; m < st->from + period + MORE_STARTS && m < MAX_WINDOW; m++) {
		bool repeats;
		Seen seen = look(st, m, period, &repeats);
		if (seen != SEEN_GOOD)
			return false; /* bad: a witness is enough; unknown: no proof */
		good = m >= st->from && repeats ? good + 1 : 0;
		if (good < period)
			continue;
		if (m - period + 1 > st->out->from)
			st->out->from = m - period + 1;
		if (period > st->out->period)
			st->out->period = period;
		return true;
	}
	return false;
}

static bool one_way(Study *st) {
	if (!study_terms(st)) {
		st->out->why = "a trip count or condition is not regular in the symbolic number";
		return false;
	}
	for (int64_t k = 1; k <= MAX_MULTIPLE && !st->out->bad; k++) {
		bool repeats; /* one value first: most multiples fail at once */
		Seen seen;
		if (st->period > QUASI_MAX_PERIOD / k)
			break;
		seen = look(st, st->from + st->period * k + 64, st->period * k, &repeats);
		if (seen == SEEN_UNKNOWN)
			break;
		if (seen == SEEN_GOOD && !repeats)
			continue;
		if (window(st, st->period * k))
			return true;
	}
	if (!st->out->bad && !st->out->why)
		st->out->why = "the simulation does not become periodic in the symbolic number";
	return false;
}

void ring_period(const RingSystem *s, const Terms *terms, Term n, RingPeriod *out) {
	Study up = { .s = s, .terms = terms, .n = n, .way = 1, .out = out }, down = up;

	memset(out, 0, sizeof *out);
	down.way = -1;
	out->proved = one_way(&up) && one_way(&down);
}
