#include "checks/rings/ring_joint.h"
#include "analyzer/ring_cycles.h"

#include <stdio.h>

enum { MAX_DECISIONS = 16, MAX_PATHS = 600, MAX_STEPS = 400000, MAX_JOINT = 8, MAX_MAP = MAX_JOINT * RING_MAX_CORES };

typedef struct Decision {
	Term condition;
	bool truth;
} Decision;

typedef struct Path {
	RingState st;
	Decision decision[MAX_DECISIONS];
	uint32_t n_decisions;
} Path;

typedef VEC(Path *) Paths;

typedef struct Joint {
	const RingSystem *s;
	Terms *terms;
	Arena *arena;
	RingJoint *out;
	uint32_t paths;
	uint64_t steps;
	Term from[MAX_MAP], to[MAX_MAP]; /* symbols of the loops entered together -> start + k * step */
	uint32_t map, loops;
	uint32_t base[RING_MAX_CORES]; /* frames outside the innermost loop entered together */
	Term round[MAX_JOINT]; /* k of each loop entered together */
} Joint;

static bool fail(Joint *j, Span at, const char *why) {
	if (!j->out->why) {
		j->out->why = why;
		j->out->at = at;
	}
	return false;
}

static const RingInsn *at_pc(const Joint *j, const Path *p, uint32_t core) {
	return &j->s->core[core].at[p->st.core[core].pc];
}

static Path *new_path(Joint *j, const Path *like) {
	if (++j->paths > MAX_PATHS) {
		fail(j, (Span){ 0, 0 }, "more than 600 different states");
		return NULL;
	}
	return arena_copy(j->arena, like, sizeof *like);
}

/* ---- equal states ---- */

static bool same_path(const Joint *j, const Path *a, const Path *b) {
	int64_t x[RING_SIGNATURE_ROOM], y[RING_SIGNATURE_ROOM];
	uint32_t n = ring_signature(j->s, &a->st, x);

	if (n != ring_signature(j->s, &b->st, y) || memcmp(x, y, n * sizeof *x) != 0 || a->n_decisions != b->n_decisions)
		return false;
	for (uint32_t c = 0; c < j->s->n_cores; c++)
		for (uint32_t d = 0; d < a->st.core[c].depth; d++)
			if (a->st.core[c].frame[d].left != b->st.core[c].frame[d].left || a->st.core[c].frame[d].done != b->st.core[c].frame[d].done)
				return false;
	for (uint32_t i = 0; i < a->n_decisions; i++)
		if (a->decision[i].condition != b->decision[i].condition || a->decision[i].truth != b->decision[i].truth)
			return false;
	return true;
}

/* Adds a path unless an equal one is there; true when added. */
static bool add_path(const Joint *j, Paths *to, Path *p) {
	for (uint32_t i = 0; i < to->n; i++)
		if (same_path(j, to->at[i], p))
			return false;
	vec_push(to, p);
	return true;
}

/* ---- terms as all cores see them ---- */

static Term seen(Joint *j, const Path *p, uint32_t core, Term t) {
	Term from[RING_MAX_NEST], to[RING_MAX_NEST];
	const RingCore *c = &p->st.core[core];
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->depth; i++) {
		const RingInsn *loop = &j->s->core[core].at[c->frame[i].loop];
		if (!loop->symbol)
			continue;
		from[n] = loop->symbol;
		to[n++] = term_add(j->terms, loop->start, term_scale(j->terms, loop->step, c->frame[i].done));
	}
	for (uint32_t i = n; i-- > 0;) /* innermost first: a start may mention an outer symbol */
		t = term_substitute(j->terms, t, &from[i], &to[i], 1);
	for (uint32_t i = j->map; i-- > 0;)
		t = term_substitute(j->terms, t, &j->from[i], &j->to[i], 1);
	return t;
}

static bool decided(const Joint *j, const Path *p, Term condition, bool *truth) {
	int64_t v;

	if (term_is_int(j->terms, condition, &v)) {
		*truth = v != 0;
		return true;
	}
	for (uint32_t i = 0; i < p->n_decisions; i++)
		if (p->decision[i].condition == condition) {
			*truth = p->decision[i].truth;
			return true;
		}
	return false;
}

/* ---- running ---- */

static void check_free(Joint *j, const Path *p, const RingInsn *in) {
	const RingCounts *r = &p->st.ring[in->ring];

	if (in->op == RC_FREE && r->popped - r->freed != 1)
		j->out->alternating = false;
}

/* Steps of every core as far as known values go. */
static bool advance(Joint *j, Path *p, const uint32_t *stop) {
	bool moved = true;

	while (moved) {
		moved = false;
		for (uint32_t c = 0; c < j->s->n_cores; c++)
			while (p->st.core[c].pc != stop[c]) {
				const RingInsn *in = at_pc(j, p, c);
				if (in->op == RC_LEAVE && in->trip > p->st.core[c].depth - j->base[c])
					return fail(j, in->span, "a loop of symbolic trip count is left early");
				check_free(j, p, in);
				if (ring_step(j->s, NULL, &p->st, c, NULL) != RING_MOVED)
					break;
				moved = true;
				if (++j->steps > MAX_STEPS)
					return fail(j, in->span, "too many steps");
			}
	}
	return true;
}

/* The core stands at a branch of unknown condition: goes on in one way or, undecided, in both. */
static bool take_branch(Joint *j, Path *p, uint32_t core, Paths *work) {
	const RingInsn *in = at_pc(j, p, core);
	Term condition = seen(j, p, core, in->term);
	bool truth;
	Path *other;

	if (!decided(j, p, condition, &truth)) {
		if (p->n_decisions == MAX_DECISIONS)
			return fail(j, in->span, "too many undecided conditions");
		if (!(other = new_path(j, p)))
			return false;
		p->decision[p->n_decisions++] = (Decision){ condition, true };
		other->decision[other->n_decisions++] = (Decision){ condition, false };
		other->st.core[core].pc = in->target;
		vec_push(work, other);
		truth = true;
	}
	p->st.core[core].pc = truth ? p->st.core[core].pc + 1 : in->target;
	return true;
}

static bool segment(Joint *j, Path *from, const uint32_t *stop, Paths *out);

/* Decisions about the iteration that ends say nothing about the next. */
static void forget(Joint *j, Path *p, Term k) {
	uint32_t kept = 0;

	for (uint32_t i = 0; i < p->n_decisions; i++)
		if (!term_mentions(j->terms, p->decision[i].condition, k))
			p->decision[kept++] = p->decision[i];
	p->n_decisions = kept;
}

static void map_symbols(Joint *j, const Path *p, Term k) {
	uint32_t base = j->map;

	for (uint32_t c = 0; c < j->s->n_cores; c++) {
		const RingInsn *loop = at_pc(j, p, c);
		Term step = loop->step, args;
		if (!loop->symbol)
			continue;
		args = term_add(j->terms, seen(j, p, c, loop->start), term_mul(j->terms, seen(j, p, c, step), k));
		j->from[base] = loop->symbol;
		j->to[base++] = args;
	}
	j->map = base;
}

/* All cores stand at loops of one trip count: closes the set of states at their heads; each of them may be the last. */
static bool joint_loop(Joint *j, Path *p, Paths *work) {
	uint32_t stop[RING_MAX_CORES] = { 0 }, outer[RING_MAX_CORES] = { 0 }, mapped = j->map;
	Paths heads = { 0 }, ends = { 0 };
	Term k;
	bool ok = true;
	char name[32];

	if (j->loops == MAX_JOINT)
		return fail(j, at_pc(j, p, 0)->span, "loops nested too deep");
	snprintf(name, sizeof name, "iteration k%u", j->loops);
	k = j->round[j->loops++] = term_symbol(j->terms, name);
	map_symbols(j, p, k);
	for (uint32_t c = 0; c < j->s->n_cores; c++) {
		stop[c] = at_pc(j, p, c)->target;
		p->st.core[c].pc++;
		outer[c] = j->base[c];
		j->base[c] = p->st.core[c].depth;
	}
	add_path(j, &heads, p);
	for (uint32_t i = 0; ok && i < heads.n; i++) {
		Path *round = new_path(j, heads.at[i]);
		ends.n = 0;
		ok = round && segment(j, round, stop, &ends);
		for (uint32_t e = 0; ok && e < ends.n; e++) {
			forget(j, ends.at[e], k);
			for (uint32_t c = 0; c < j->s->n_cores; c++)
				ends.at[e]->st.core[c].pc = j->s->core[c].at[stop[c]].target + 1;
			add_path(j, &heads, ends.at[e]);
		}
	}
	j->out->states += heads.n;
	for (uint32_t i = 0; ok && i < heads.n; i++) {
		for (uint32_t c = 0; c < j->s->n_cores; c++)
			heads.at[i]->st.core[c].pc = stop[c] + 1;
		vec_push(work, heads.at[i]);
	}
	vec_free(&heads);
	vec_free(&ends);
	memcpy(j->base, outer, j->s->n_cores * sizeof *outer);
	j->map = mapped;
	j->loops--;
	return ok;
}

static bool blocked(Joint *j, const Path *p, const uint32_t *stop) {
	for (uint32_t c = 0; c < j->s->n_cores; c++) {
		const RingInsn *in = at_pc(j, p, c);
		if (p->st.core[c].pc != stop[c] && (in->op == RC_PUSH || in->op == RC_POP) && !ring_ready(j->s, &p->st, c))
			return fail(j, in->span, "a core waits for more than one iteration of the other");
	}
	return fail(j, at_pc(j, p, 0)->span, "the cores reach loops whose trip counts are not known to be equal");
}

/* Goes on from a state in which no core can move by known values. done: every core is at its stop. */
static bool decide(Joint *j, Path *p, const uint32_t *stop, Paths *work, bool *done) {
	Term trip = 0;
	bool joint = true;

	*done = true;
	for (uint32_t c = 0; c < j->s->n_cores; c++) {
		const RingInsn *in = at_pc(j, p, c);
		if (p->st.core[c].pc == stop[c]) {
			joint = false;
			continue;
		}
		*done = false;
		if (in->op == RC_BRANCH)
			return take_branch(j, p, c, work) && (vec_push(work, p), true);
		if (in->op == RC_LOOP) {
			Term t = seen(j, p, c, in->term);
			joint &= trip == 0 || t == trip;
			trip = t;
		} else {
			joint = false;
		}
	}
	if (*done)
		return true;
	return joint && trip ? joint_loop(j, p, work) : blocked(j, p, stop);
}

static bool segment(Joint *j, Path *from, const uint32_t *stop, Paths *out) {
	Paths work = { 0 };
	bool ok = true, done;

	vec_push(&work, from);
	while (ok && work.n > 0) {
		Path *p = work.at[--work.n];
		ok = advance(j, p, stop) && decide(j, p, stop, &work, &done);
		if (ok && done)
			add_path(j, out, p);
	}
	vec_free(&work);
	return ok;
}

void ring_joint(const RingSystem *s, Terms *terms, Arena *arena, RingJoint *out) {
	Joint j = { .s = s, .terms = terms, .arena = arena, .out = out };
	uint32_t stop[RING_MAX_CORES] = { 0 };
	Path *start = ARENA_NEW(arena, Path);
	Paths ends = { 0 };

	*out = (RingJoint){ .alternating = true };
	ring_start(s, &start->st);
	for (uint32_t c = 0; c < s->n_cores; c++)
		stop[c] = s->core[c].n - 1;
	out->complete = segment(&j, start, stop, &ends);
	out->balanced = out->released = out->complete;
	for (uint32_t i = 0; out->complete && i < ends.n; i++)
		for (uint32_t r = 0; r < s->n_rings; r++) {
			out->balanced &= ends.at[i]->st.ring[r].pushed == ends.at[i]->st.ring[r].popped;
			out->released &= ends.at[i]->st.ring[r].popped == ends.at[i]->st.ring[r].freed;
		}
	vec_free(&ends);
}
