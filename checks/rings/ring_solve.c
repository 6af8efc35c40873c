#include "checks/rings/ring_solve.h"
#include "checks/rings/ring_grid.h"
#include "checks/rings/ring_joint.h"
#include "checks/rings/ring_period.h"

/* ---- counts as terms ---- */

typedef struct Counter {
	const RingUnit *u;
	const RingCode *code;
	RingOp op;
	uint32_t ring;
	bool ok;
} Counter;

/* Instructions from..to stand on one level: blocks of loops and branches are summed up inside. */
static Term count_range(Counter *c, uint32_t from, uint32_t to, unsigned depth) {
	Terms *t = c->u->terms;
	Term sum = term_int(t, 0);

	for (uint32_t i = from; i < to && c->ok; i++) {
		const RingInsn *in = &c->code->at[i];
		if (in->op == (uint8_t)c->op && in->ring == c->ring)
			sum = term_add(t, sum, term_int(t, 1));
		if (in->op == RC_LEAVE || depth > RING_MAX_NEST * 2)
			c->ok = false;
		if (in->op == RC_LOOP) {
			Term body = count_range(c, i + 1, in->target, depth + 1);
			c->ok &= !term_is_int(t, body, &(int64_t){ 0 }) ? !in->varies : true;
			sum = term_add(t, sum, term_mul(t, in->trip >= 0 ? term_int(t, in->trip) : in->term, body));
			i = in->target;
		}
		if (in->op == RC_BRANCH) { /* its first arm ends with a jump behind the second */
			uint32_t over = in->target - 1;
			Term arm[3] = { in->term, 0, 0 };
			if (in->target <= i || c->code->at[over].op != RC_JUMP || c->code->at[over].target < in->target) {
				c->ok = false;
				break;
			}
			arm[1] = count_range(c, i + 1, over, depth + 1);
			arm[2] = count_range(c, in->target, c->code->at[over].target, depth + 1);
			if (arm[1] != arm[2] && in->varies)
				c->ok = false;
			sum = term_add(t, sum, arm[1] == arm[2] ? arm[1] : term_fn(t, FN_ITE, arm, 3));
			i = c->code->at[over].target - 1;
		}
	}
	return sum;
}

bool ring_count(const RingUnit *u, uint32_t core, RingOp op, uint32_t ring, Term *out) {
	Counter c = { u, &u->system.core[core], op, ring, true };

	*out = count_range(&c, 0, c.code->n - 1, 0);
	return c.ok;
}

/* Equal counts of pushes and pops on every ring, as far as terms tell. */
static RingFinding counts(const RingUnit *u) {
	RingFinding found = FINDING_HOLDS;

	for (uint32_t r = 0; r < u->system.n_rings; r++) {
		Term pushes, pops;
		int64_t a, b;
		if (!ring_count(u, u->system.ring[r].producer, RC_PUSH, r, &pushes) || !ring_count(u, u->system.ring[r].consumer, RC_POP, r, &pops))
			return FINDING_UNKNOWN;
		if (pushes == pops)
			continue;
		if (term_is_int(u->terms, pushes, &a) && term_is_int(u->terms, pops, &b))
			return FINDING_FAILS;
		found = FINDING_UNKNOWN;
	}
	return found;
}

/* ---- one run ---- */

static bool leaves_messages(const RingSystem *s, const RingRun *r) {
	for (uint32_t i = 0; i < s->n_rings; i++)
		if (r->last.ring[i].pushed != r->last.ring[i].popped || r->last.ring[i].popped != r->last.ring[i].freed)
			return true;
	return false;
}

/* The failing run decides what it shows; whether the rest holds for other inputs is left open. */
static void from_run(RingUnit *u, RingAnswer *a, RingFinding others) {
	if (a->run.end == RING_STUCK)
		a->deadlock = FINDING_FAILS;
	else if (a->deadlock != FINDING_HOLDS)
		a->deadlock = others;
	if (a->run.overwrites)
		a->overwrite = FINDING_FAILS;
	else if (a->run.races && others == FINDING_HOLDS)
		a->overwrite = FINDING_TIMING;
	else if (a->overwrite != FINDING_HOLDS)
		a->overwrite = others;
	a->balance = a->run.end == RING_STUCK ? counts(u) : leaves_messages(&u->system, &a->run) ? FINDING_FAILS : others;
}

static const char *inputs_text(const RingUnit *u, const RingBinding *b, uint32_t n) {
	const char *out = "";

	for (uint32_t i = 0; i < n; i++)
		out = arena_printf(u->arena, "%s%s%s = %lld", out, i ? ", " : "", term_text(u->terms, u->arena, b[i].symbol, 60), (long long)b[i].value);
	return out;
}

static void set_failing(RingUnit *u, RingAnswer *a, const RingBinding *b, uint32_t n, const RingRun *run) {
	memcpy(a->binding, b, n * sizeof *b);
	a->n_bindings = n;
	a->inputs = inputs_text(u, b, n);
	a->run = *run;
	a->reason = "an input on which another ring obligation fails was found first: mend that and check again";
	from_run(u, a, FINDING_UNKNOWN);
}

/* ---- methods ---- */

static bool exact(RingUnit *u, RingAnswer *a) {
	RingRunOptions ro = { .terms = u->terms };
	RingRun *r = &a->run;

	ring_judge(&u->system, &ro, r);
	if (r->end == RING_OPEN || r->end == RING_BUDGET) {
		a->reason = r->end == RING_BUDGET ? "the simulation ran out of its budget of steps" : "a trip count or condition cannot be computed";
		return false;
	}
	a->has_peaks = true;
	a->argument = r->skips ? arena_printf(u->arena, "simulated exactly, %llu steps; what repeats was skipped by equal states", (unsigned long long)r->steps)
	                       : arena_printf(u->arena, "simulated exactly, %llu steps", (unsigned long long)r->steps);
	from_run(u, a, FINDING_HOLDS);
	if (a->balance == FINDING_UNKNOWN)
		a->reason = "the cores block before all messages are sent, and a core's own count of them depends on its conditions";
	return true;
}

/* Credits keep a slot free when their period divides the depth and each is posted for the message just released: credit number c
 * says that messages up to c * P - 1 are released, push t has taken (t / P * P - S) / P + 1 of them, so t - S + 1 are released. */
static bool credits_are_exact(const RingUnit *u, bool alternating) {
	for (uint32_t i = 0; i < u->system.n_rings; i++)
		if (u->system.ring[i].depth % ring_credit_period(u->system.ring[i].depth) != 0)
			return false;
	return u->system.credits == CREDITS_A2A3 || alternating;
}

static bool joint(RingUnit *u, RingAnswer *a) {
	RingJoint j;

	ring_joint(&u->system, u->terms, u->arena, &j);
	if (!j.complete) {
		a->reason = j.why;
		a->at = j.at;
		return false;
	}
	a->deadlock = FINDING_HOLDS;
	a->balance = j.balanced && j.released ? FINDING_HOLDS : FINDING_UNKNOWN;
	a->overwrite = u->system.credits == CREDITS_IDEAL || credits_are_exact(u, j.alternating) ? FINDING_HOLDS : FINDING_UNKNOWN;
	a->argument = arena_printf(u->arena, "induction over the iterations: both cores run through matched loops together, %u states at their heads, closed",
	                           j.states);
	if (a->balance == FINDING_UNKNOWN)
		a->reason = "some path ends with messages on a ring, or with messages not released";
	else if (a->overwrite == FINDING_UNKNOWN)
		a->reason = "credits of this depth or order of releases do not guard every slot, and how far the producer runs ahead was not bounded";
	return a->balance == FINDING_HOLDS && a->overwrite == FINDING_HOLDS;
}

/* What one core alone reads (a tensor element, say) has no value that a witness could name. */
static bool is_input(const RingUnit *u, Term atom) {
	return !strchr(term_name(u->terms, atom), '#');
}

static bool periodic(RingUnit *u, RingAnswer *a, Term n) {
	RingPeriod p;

	ring_period(&u->system, u->terms, n, &p);
	if (p.bad && is_input(u, n)) {
		set_failing(u, a, &(RingBinding){ n, p.bad_n }, 1, &p.worst);
		return true;
	}
	if (!p.proved) {
		if (!a->reason)
			a->reason = p.bad ? "it depends on a value that one core alone knows" : p.why;
		return false;
	}
	a->deadlock = a->balance = a->overwrite = FINDING_HOLDS;
	a->run = p.worst;
	a->has_peaks = true;
	if (p.races) {
		a->overwrite = FINDING_TIMING;
		a->run.race = p.race;
		a->binding[0] = (RingBinding){ n, p.race_n };
		a->n_bindings = 1;
		a->inputs = inputs_text(u, a->binding, 1);
	}
	a->argument = arena_printf(u->arena, "simulated for small %s; from %lld on it repeats with period %lld, which stretches the repeating part of "
	                           "each longer loop alike (%u runs)", term_text(u->terms, u->arena, n, 40), (long long)p.from, (long long)p.period, p.runs);
	return true;
}

/* Numbers for all inputs: a failing run, or bounded. */
static void grid(RingUnit *u, RingAnswer *a, const Term *atoms, uint32_t n) {
	RingBinding binding[RING_MAX_ATOMS];
	RingRun run;
	const char *tried;

	for (uint32_t i = 0; i < n; i++)
		if (!is_input(u, atoms[i]))
			return;
	switch (ring_grid(u, atoms, n, binding, &run, &tried)) {
	case GRID_OPEN:
		return;
	case GRID_FAILS:
		set_failing(u, a, binding, n, &run);
		return;
	case GRID_GOOD:
		break;
	}
	if (a->deadlock == FINDING_UNKNOWN)
		a->deadlock = FINDING_BOUNDED;
	if (a->overwrite == FINDING_UNKNOWN)
		a->overwrite = FINDING_BOUNDED;
	if (a->balance == FINDING_UNKNOWN)
		a->balance = FINDING_BOUNDED;
	a->reason = arena_printf(u->arena, "%s; no proof for others: %s", tried, a->reason ? a->reason : "no method applies");
}

void ring_solve(RingUnit *u, const CheckOptions *o, RingAnswer *out) {
	Term atoms[RING_MAX_ATOMS];
	uint32_t n = ring_atoms(&u->system, u->terms, atoms, RING_MAX_ATOMS);

	(void)o;
	*out = (RingAnswer){ .deadlock = FINDING_UNKNOWN, .overwrite = FINDING_UNKNOWN, .balance = FINDING_UNKNOWN, .inputs = "" };
	if (n == 0) {
		exact(u, out);
		return;
	}
	if (joint(u, out))
		return;
	if (n == 1 && periodic(u, out, atoms[0]))
		return;
	if (n <= RING_MAX_ATOMS)
		grid(u, out, atoms, n);
}
