#include "analyzer/ring_sim.h"
#include "analyzer/ring_cycles.h"

enum { DEFAULT_BUDGET = 10000000 };

int64_t ring_credit_period(int64_t depth) {
	return depth <= 2 ? depth : depth / 2;
}

void ring_start(const RingSystem *s, RingState *st) {
	memset(st->ring, 0, s->n_rings * sizeof st->ring[0]);
	for (uint32_t i = 0; i < s->n_cores; i++)
		st->core[i].pc = st->core[i].depth = 0;
	st->turn = 0;
}

/* Does push number t have to wait for a credit at all? */
static bool needs_credit(int64_t depth, int64_t t) {
	return t >= depth && t % ring_credit_period(depth) == 0;
}

bool ring_ready(const RingSystem *s, const RingState *st, uint32_t core) {
	const RingInsn *in = &s->core[core].at[st->core[core].pc];
	const RingCounts *r = &st->ring[in->ring];
	int64_t depth = s->ring[in->ring].depth;

	if (in->op == RC_POP)
		return r->popped < r->pushed;
	if (in->op != RC_PUSH)
		return true;
	if (s->credits == CREDITS_IDEAL)
		return r->pushed - r->freed < depth;
	return !needs_credit(depth, r->pushed) || r->credit > 0;
}

static void post_credit(RingCounts *r, int64_t depth, int64_t index) {
	if ((index + 1) % ring_credit_period(depth) == 0)
		r->credit++;
}

static void note_push(const RingSystem *s, const RingInsn *in, const RingCounts *r, RingRun *note) {
	int64_t t = r->pushed - 1;

	if (r->pushed - r->freed > note->peak[in->ring])
		note->peak[in->ring] = r->pushed - r->freed;
	if (r->pushed - r->popped > note->lead[in->ring])
		note->lead[in->ring] = r->pushed - r->popped;
	if (t - r->freed < s->ring[in->ring].depth || note->overwrites)
		return;
	note->overwrites = true;
	note->overwrite = (RingOverwrite){ in->ring, t, r->freed, in->span };
}

static void do_event(const RingSystem *s, const RingInsn *in, RingCounts *r) {
	int64_t depth = s->ring[in->ring].depth;

	switch ((RingOp)in->op) {
	case RC_PUSH:
		if (s->credits != CREDITS_IDEAL && needs_credit(depth, r->pushed))
			r->credit--;
		r->pushed++;
		break;
	case RC_POP:
		if (s->credits == CREDITS_A2A3) { /* the pop copies the message out and gives its slot back */
			post_credit(r, depth, r->popped);
			r->freed++;
		}
		r->popped++;
		break;
	case RC_FREE:
		if (s->credits == CREDITS_IDEAL) {
			r->freed++;
		} else if (s->credits == CREDITS_A5) { /* keyed on the last popped message, whatever tile is given */
			if (r->popped > 0)
				post_credit(r, depth, r->popped - 1);
			r->freed++;
		}
		break;
	default:
		break;
	}
}

/* The number of iterations or truth of an instruction; false: not known. */
static bool number(const RingSystem *s, const RingRunOptions *o, const RingState *st, uint32_t core, const RingInsn *in, int64_t *out) {
	if (in->trip >= 0) {
		*out = in->trip;
		return true;
	}
	return ring_value(s, o, st, core, in->term, out);
}

RingStep ring_step(const RingSystem *s, const RingRunOptions *o, RingState *st, uint32_t core, RingRun *note) {
	RingCore *c = &st->core[core];
	const RingInsn *in = &s->core[core].at[c->pc];
	RingFrame *f;
	int64_t v;

	switch ((RingOp)in->op) {
	case RC_END:
		return RING_DONE;
	case RC_PUSH: case RC_POP: case RC_FREE:
		if (!ring_ready(s, st, core))
			return RING_BLOCKED;
		do_event(s, in, &st->ring[in->ring]);
		if (note && in->op == RC_PUSH)
			note_push(s, in, &st->ring[in->ring], note);
		c->pc++;
		return RING_MOVED;
	case RC_LOOP:
		if (!number(s, o, st, core, in, &v))
			return RING_SYMBOLIC;
		if (v <= 0) {
			c->pc = in->target + 1;
			return RING_MOVED;
		}
		if (c->depth == RING_MAX_NEST)
			return RING_TOO_DEEP;
		c->frame[c->depth++] = (RingFrame){ c->pc, 0, v - 1 };
		c->pc++;
		return RING_MOVED;
	case RC_NEXT:
		f = &c->frame[c->depth - 1];
		if (f->left == 0) {
			c->depth--;
			c->pc++;
		} else {
			f->left--;
			f->done++;
			c->pc = in->target + 1;
		}
		return RING_MOVED;
	case RC_BRANCH:
		if (!number(s, o, st, core, in, &v))
			return RING_SYMBOLIC;
		c->pc = v ? c->pc + 1 : in->target;
		return RING_MOVED;
	case RC_JUMP:
		c->pc = in->target;
		return RING_MOVED;
	case RC_LEAVE:
		c->depth -= (uint32_t)in->trip;
		c->pc++;
		return RING_MOVED;
	case RC_BIND: case RC_TOUCH:
		c->pc++;
		return RING_MOVED;
	}
	return RING_DONE;
}

/* ---- the schedule: the eager core first, others only when it waits for them ---- */

typedef struct Runner {
	const RingSystem *s;
	const RingRunOptions *o;
	RingRun *run;
	RingCycles *cycles;
	bool open; /* a symbolic value or too deep a nest was met */
} Runner;

static bool one_step(Runner *r, uint32_t core) {
	const RingInsn *in = &r->s->core[core].at[r->run->last.core[core].pc];
	bool was = r->run->overwrites;
	RingStep step = ring_step(r->s, r->o, &r->run->last, core, r->run);

	r->open |= step == RING_SYMBOLIC || step == RING_TOO_DEEP;
	if (step != RING_MOVED)
		return false;
	r->run->steps++;
	if (r->o->watch && in->op <= RC_FREE)
		r->o->watch(r->o->watch_context, core, in, &r->run->last, r->run->overwrites && !was);
	if (r->cycles && in->op == RC_NEXT && r->run->last.core[core].pc == in->target + 1)
		r->run->skips += ring_cycles_visit(r->cycles, r->s, &r->run->last);
	return true;
}

/* Makes one step of the core, or of a core it waits for. asked: cores that wait already (a bit each). */
static bool push_on(Runner *r, uint32_t core, uint32_t asked) {
	const RingInsn *in = &r->s->core[core].at[r->run->last.core[core].pc];
	uint32_t peer;

	if (one_step(r, core))
		return true;
	if (in->op != RC_PUSH && in->op != RC_POP)
		return false;
	peer = in->op == RC_PUSH ? r->s->ring[in->ring].consumer : r->s->ring[in->ring].producer;
	asked |= 1u << core;
	return !(asked >> peer & 1) && push_on(r, peer, asked);
}

static bool all_done(const RingSystem *s, const RingState *st) {
	for (uint32_t i = 0; i < s->n_cores; i++)
		if (s->core[i].at[st->core[i].pc].op != RC_END)
			return false;
	return true;
}

static bool eager_turn(Runner *r, uint32_t eager) {
	bool moved = push_on(r, eager, 0);

	for (uint32_t i = 0; !moved && i < r->s->n_cores; i++)
		moved = i != eager && one_step(r, i);
	return moved;
}

/* The core whose turn it is goes on; when it waits, the next one that can. */
static bool fair_turn(Runner *r, uint32_t *turn) {
	for (uint32_t i = 0; i < r->s->n_cores; i++) {
		if (one_step(r, *turn))
			return true;
		*turn = (*turn + 1) % r->s->n_cores;
	}
	return false;
}

void ring_run(const RingSystem *s, const RingRunOptions *o, RingRun *out) {
	static const RingRunOptions none;
	const RingRunOptions *opt = o ? o : &none;
	uint64_t budget = opt->budget ? opt->budget : DEFAULT_BUDGET;
	RingCycles *own = opt->plain || opt->cycles ? NULL : ring_cycles_new(true);
	Runner r = { s, opt, out, opt->cycles ? opt->cycles : own, false };
	bool moved = true;

	memset(out, 0, sizeof *out);
	ring_start(s, &out->last);
	while (moved && out->steps < budget)
		moved = opt->eager == RING_FAIR ? fair_turn(&r, &out->last.turn) : eager_turn(&r, opt->eager);
	out->end = all_done(s, &out->last) ? RING_COMPLETE : moved ? RING_BUDGET : r.open ? RING_OPEN : RING_STUCK;
	ring_cycles_free(own);
}

void ring_judge(const RingSystem *s, const RingRunOptions *o, RingRun *out) {
	RingRunOptions opt = o ? *o : (RingRunOptions){ 0 };

	opt.eager = RING_FAIR;
	ring_run(s, &opt, out);
	opt.watch = NULL;
	opt.cycles = NULL;
	for (uint32_t core = 0; core < s->n_cores; core++) {
		RingRun one;
		opt.eager = core;
		ring_run(s, &opt, &one);
		if (one.end == RING_BUDGET && out->end == RING_COMPLETE)
			out->end = RING_BUDGET;
		for (uint32_t i = 0; i < s->n_rings; i++)
			if (s->ring[i].producer == core) {
				out->peak[i] = one.peak[i];
				out->lead[i] = one.lead[i];
			}
		if (one.overwrites && !out->overwrites && !out->races) {
			out->races = true;
			out->race = one.overwrite;
		}
		out->steps += one.steps;
		out->skips += one.skips;
	}
}
