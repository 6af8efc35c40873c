/* The shapes in which a pipeline loop comes out of a pass: as one loop over the same range, as a loop of several copies with a
 * remainder, as copies only, or as prologue, steady loop and epilogue. */
#include "analyzer/fate_match.h"

#include "analyzer/rewrite.h"

enum { MOST_SETUP = 4 }; /* scalars in front of the main loop or of the remainder */

static const Stmt *stmt_at(const FateMatch *m, Seq a, uint32_t j) { return ir_stmt(m->after, a.at[j]); }

static uint32_t plain_run(const FateMatch *m, Seq a, uint32_t j, uint32_t most) {
	uint32_t k = j;
	while (k < a.n && k - j < most && fate_is_plain(m->after, a.at[k]))
		k++;
	return k;
}

/* The final bindings of the loop's results. */
static uint32_t skip_results(const FateMatch *m, StmtId loop, Seq a, uint32_t j) {
	uint32_t n = ir_stmt(m->before, loop)->returns.n;
	return plain_run(m, a, j, n) == j + n ? j + n : FATE_NOWHERE;
}

static int64_t const_trip(const Program *p, const Stmt *s) { /* -1: known at run time */
	int64_t start, stop, step;
	return ir_const_int(p, s->start, &start) && ir_const_int(p, s->stop, &stop) && ir_const_int(p, s->step, &step) && step ?
		trip_count(start, stop, step) : -1;
}

/* The step of a is n times that of b, as far as both are constants. */
static bool steps_by(const FateMatch *m, const Stmt *b, const Stmt *a, int64_t n) {
	int64_t old, now;
	return !ir_const_int(m->before, b->step, &old) || !ir_const_int(m->after, a->step, &now) || now == wrap_mul(old, n);
}

/* ---- one loop over the same range ---- */

/* Slots that definitions at the top of a body are bound to by a computed index. */
typedef VEC(uint32_t) Slots;

static void bound_slots(const Program *p, Seq body, Slots *out) {
	for (uint32_t i = 0; i < body.n; i++) {
		const Stmt *s = ir_stmt(p, body.at[i]);
		TypeId t = s->kind == S_ASSIGN ? ir_var(p, s->var)->type : 0;
		const MemRef *ref = t ? ir_type(p, t)->memref : NULL;
		if (ref && ref->slots > 1 && ref->index)
			vec_push(out, ref->slots);
	}
}

/* Slots that loads of the body have now and had not before; 0: none. */
static uint32_t new_slots(const FateMatch *m, StmtId loop, StmtId a) {
	Slots old = {0}, now = {0};
	bound_slots(m->before, fate_body(m->before, loop), &old);
	bound_slots(m->after, fate_body(m->after, a), &now);
	uint32_t found = 0;
	for (uint32_t i = 0, k = 0; i < now.n && now.n > old.n && !found; i++)
		if (k < old.n && old.at[k] == now.at[i])
			k++;
		else
			found = now.at[i];
	vec_free(&old);
	vec_free(&now);
	return found;
}

void fate_header(FateMatch *m, StmtId loop, StmtId a) {
	const Stmt *was = ir_stmt(m->before, loop), *is = ir_stmt(m->after, a);
	Sighting s = {.outcome = OUTCOME_UNRECOGNISED, .became = m->number[a]};
	if (is->loop_kind == LOOP_PIPELINE && is->stages == was->stages) {
		s.outcome = OUTCOME_KEPT;
		s.seen = "the loop is a pipeline of the same stages";
	} else if (is->loop_kind == LOOP_PIPELINE && is->stages < was->stages) {
		s.outcome = OUTCOME_DEMOTED;
		s.seen = arena_printf(m->out->arena, "the loop is a pipeline of stage %lld, and its body stands there once", (long long)is->stages);
	} else if (is->loop_kind == LOOP_RANGE && (s.slots = new_slots(m, loop, a))) {
		s.outcome = OUTCOME_SLOTTED;
		s.seen = "the loop is no pipeline any more, and its loads select one of their slots by the loop variable";
	} else if (is->loop_kind == LOOP_RANGE) {
		s.outcome = OUTCOME_DEMOTED;
		s.seen = "the loop is no pipeline any more, and its body stands there as it was: nothing overlaps";
	} else {
		s.seen = "the loop is one of another kind or of more stages";
	}
	fate_saw(m, loop, s);
}

static uint32_t one_loop(FateMatch *m, StmtId loop, Seq a, uint32_t j) {
	if (j >= a.n || stmt_at(m, a, j)->kind != S_FOR || !fate_same_bounds(m, loop, a.at[j]))
		return FATE_NOWHERE;
	Seq body = fate_body(m->after, a.at[j]);
	if (fate_fit_list(m, fate_body(m->before, loop), body, 0) != body.n)
		return FATE_NOWHERE;
	fate_header(m, loop, a.at[j]);
	return j + 1;
}

/* ---- copies ---- */

/* How many copies of the body fill a up to its end; 0: something else stands there. */
static int64_t copies_in(FateMatch *m, Seq body, Seq a) {
	int64_t n = 0;
	for (uint32_t j = 0; j < a.n; n++) {
		uint32_t next = fate_fit_list(m, body, a, j);
		if (next == FATE_NOWHERE || next == j)
			return 0;
		j = next;
	}
	return n;
}

static uint32_t bare_copies(FateMatch *m, Seq body, int64_t n, Seq a, uint32_t j) {
	if (n > (int64_t)(a.n - j))
		return FATE_NOWHERE;
	for (int64_t c = 0; c < n && j != FATE_NOWHERE; c++)
		j = fate_fit_list(m, body, a, j);
	return j;
}

/* Branches on the number of iterations left, or a loop over them. The nesting is that of the text, which the reader limits. */
static bool is_remainder(FateMatch *m, Seq body, StmtId a) {
	const Stmt *s = ir_stmt(m->after, a);
	if (s->kind == S_FOR)
		return copies_in(m, body, fate_body(m->after, a)) == 1;
	if (s->kind != S_IF || !copies_in(m, body, fate_seq(m->after, s->body)))
		return false;
	Seq other = fate_seq(m->after, s->orelse);
	return !other.n || (other.n == 1 && is_remainder(m, body, other.at[0]));
}

static uint32_t runtime_remainder(FateMatch *m, Seq body, Seq a, uint32_t j) {
	uint32_t mark = m->sightings.n, k = plain_run(m, a, j, MOST_SETUP);
	if (k < a.n && is_remainder(m, body, a.at[k]))
		return k + 1;
	m->sightings.n = mark;
	return j; /* none: its maker knows that nothing is left over */
}

/* A main loop of several copies at position k, and what is left over. */
static uint32_t main_loop(FateMatch *m, StmtId loop, Seq a, uint32_t k) {
	const Stmt *was = ir_stmt(m->before, loop), *is = stmt_at(m, a, k);
	Seq body = fate_body(m->before, loop);
	Sighting s = {.outcome = OUTCOME_REPLICATED, .became = m->number[a.at[k]], .remainder = -1};
	s.slots = copies_in(m, body, fate_body(m->after, a.at[k]));
	if (s.slots < 2 || !steps_by(m, was, is, s.slots))
		return FATE_NOWHERE;
	int64_t trip = const_trip(m->before, was);
	uint32_t end = k + 1;
	if (trip < 0) {
		end = runtime_remainder(m, body, a, end);
	} else {
		s.remainder = trip % s.slots;
		end = bare_copies(m, body, s.remainder, a, end);
		if (end != FATE_NOWHERE && s.remainder)
			end = skip_results(m, loop, a, end);
	}
	if (end == FATE_NOWHERE)
		return FATE_NOWHERE;
	s.seen = arena_printf(m->out->arena, "a turn of the loop is %lld copies of the body", (long long)s.slots);
	fate_saw(m, loop, s);
	return end;
}

static uint32_t replicated(FateMatch *m, StmtId loop, Seq a, uint32_t j) {
	uint32_t k = plain_run(m, a, j, MOST_SETUP);
	return k < a.n && stmt_at(m, a, k)->kind == S_FOR ? main_loop(m, loop, a, k) : FATE_NOWHERE;
}

static uint32_t unrolled(FateMatch *m, StmtId loop, Seq a, uint32_t j) {
	const Stmt *was = ir_stmt(m->before, loop);
	int64_t trip = const_trip(m->before, was);
	if (trip < 1)
		return FATE_NOWHERE;
	uint32_t end = bare_copies(m, fate_body(m->before, loop), trip, a, j);
	if (end != FATE_NOWHERE)
		end = skip_results(m, loop, a, end);
	if (end == FATE_NOWHERE)
		return FATE_NOWHERE;
	fate_saw(m, loop, (Sighting){.outcome = OUTCOME_REPLICATED, .slots = was->stages, .remainder = trip,
		.seen = "all iterations stand there one behind the other, without a loop"});
	return end;
}

/* ---- prologue, steady loop, epilogue ---- */

typedef struct Traffic {
	uint32_t pushes, pops;
} Traffic;

static Traffic traffic(const Program *p, Seq s, uint32_t from, uint32_t to) {
	Traffic t = {0, 0};
	for (uint32_t i = from; i < to; i++) {
		const Call *c = ir_call_of(p, s.at[i]);
		t.pushes += c && ir_is_push(c->op);
		t.pops += c && ir_is_pop(c->op);
	}
	return t;
}

/* n times size statements from j on, each time a selection of the body in its order. */
static bool halves(FateMatch *m, Seq body, Seq a, uint32_t j, uint32_t n, uint32_t size) {
	for (uint32_t c = 0; c < n; c++) {
		Seq part = {a.at, j + size};
		for (uint32_t i = 0; i < body.n && j < part.n; i++) {
			uint32_t mark = m->sightings.n, next = fate_fit(m, body.at[i], part, j);
			if (next == FATE_NOWHERE)
				m->sightings.n = mark;
			else
				j = next;
		}
		if (j != part.n)
			return false;
	}
	return true;
}

static uint32_t skewed(FateMatch *m, StmtId loop, Seq a, uint32_t j) {
	const Stmt *was = ir_stmt(m->before, loop);
	Seq body = fate_body(m->before, loop);
	Traffic once = traffic(m->before, body, 0, body.n), turn = {0, 0};
	if (!once.pushes || !once.pops)
		return FATE_NOWHERE;
	Seq steady = {NULL, 0};
	uint32_t k = j;
	for (; k < a.n; k++) {
		if (stmt_at(m, a, k)->kind != S_FOR)
			continue;
		steady = fate_body(m->after, a.at[k]);
		turn = traffic(m->after, steady, 0, steady.n);
		if (turn.pushes && turn.pops)
			break;
	}
	if (k == a.n)
		return FATE_NOWHERE;
	Traffic ahead = traffic(m->after, a, j, k);
	/* One of the two runs ahead, in a sound program the pushes. */
	uint32_t depth = ahead.pops ? ahead.pops / once.pops : ahead.pushes / once.pushes, turns = turn.pushes / once.pushes;
	if (!depth || !turns || (ahead.pops && ahead.pushes) || ahead.pushes + ahead.pops != depth * (ahead.pops ? once.pops : once.pushes) ||
		turn.pushes != turns * once.pushes || turn.pops != turns * once.pops || (k - j) % depth || !steps_by(m, was, stmt_at(m, a, k), turns))
		return FATE_NOWHERE;
	uint32_t first = (k - j) / depth, both = steady.n / turns, end = k + 1;
	if (steady.n % turns || both <= first || (uint64_t)depth * (both - first) > a.n - end)
		return FATE_NOWHERE;
	uint32_t second = both - first;
	if (!halves(m, body, a, j, depth, first) || !halves(m, body, steady, 0, turns, first) ||
		!halves(m, body, steady, turns * first, turns, second) || !halves(m, body, a, end, depth, second))
		return FATE_NOWHERE;
	end = skip_results(m, loop, a, end + depth * second);
	if (end == FATE_NOWHERE)
		return FATE_NOWHERE;
	fate_saw(m, loop, (Sighting){.outcome = OUTCOME_SKEWED, .depth = depth, .became = m->number[a.at[k]],
		.seen = arena_printf(m->out->arena, "the first half of %u iteration%s stands before the loop, the second half behind it", depth, depth == 1 ? "" : "s")});
	return end;
}

uint32_t fate_shapes(FateMatch *m, StmtId loop, Seq a, uint32_t j) {
	static uint32_t (*const shapes[])(FateMatch *m, StmtId loop, Seq a, uint32_t j) = {one_loop, replicated, unrolled, skewed};
	uint32_t mark = m->sightings.n;
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		uint32_t end = shapes[i](m, loop, a, j);
		if (end != FATE_NOWHERE)
			return end;
		m->sightings.n = mark;
	}
	return FATE_NOWHERE;
}
