/* Guard on ring depth: the messages that the skew sends ahead must fit the declared rings (P9, P10; machine.md E.1).
 *
 * The peer is taken to answer in order, or, when it pushes first too and is pipelined, to run ahead as this loop does. Both
 * sequences are simulated under the ideal queue and under the credit protocol of the target.
 */
#include "analyzer/skew.h"

#include "analyzer/peer.h"
#include "analyzer/ring_sim.h"

enum { ENOUGH_DEPTHS = 8, MOST_SLOTS = 1 << 20 };

typedef struct Setup { /* of one pipe id in one function */
	bool found;
	int64_t slots; /* messages per direction */
} Setup;

static void find_setup(const Program *p, Block b, int64_t id, Setup *out) {
	for (uint32_t i = 0; i < b.n && !out->found; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		const Call *c = ir_call_of(p, b.at[i]);
		if (c && (c->op == OP_SYSTEM_AIC_INITIALIZE_PIPE || c->op == OP_SYSTEM_AIV_INITIALIZE_PIPE) && ir_pipe_id(p, c) == id) {
			int64_t mask;
			out->found = true;
			if (!ir_get_int(p, c->kwargs, "slot_num", &out->slots))
				/* What the assembler takes when nothing is written. */
				out->slots = ir_get_int(p, c->kwargs, "dir_mask", &mask) && mask == 3 ? 4 : 8;
			return;
		}
		find_setup(p, s->body, id, out);
		if (!out->found)
			find_setup(p, s->orelse, id, out);
	}
}

/* How the other core takes part in a round trip. */
typedef struct Partner {
	bool pushes_first;
	bool pipelined; /* pushes first and is, or may yet be, skewed */
	int64_t depth;  /* skewed already, by so much; 0: not yet */
} Partner;

/* The first push or pop of a block, in the order of the text, on a pipe; and whether its loop is a pipeline. */
static const Call *first_event(const Program *p, Block b, bool pipelined, int64_t id, bool *in_pipeline) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		const Call *c = ir_call_of(p, b.at[i]);
		if (c && (ir_is_push(c->op) || ir_is_pop(c->op)) && ir_pipe_id(p, c) == id) {
			*in_pipeline = pipelined;
			return c;
		}
		bool inside = s->kind == S_FOR ? s->stages > 1 : pipelined;
		const Call *found = first_event(p, s->body, inside, id, in_pipeline);
		if (!found)
			found = first_event(p, s->orelse, inside, id, in_pipeline);
		if (found)
			return found;
	}
	return NULL;
}

static Partner partner_of(const Skew *k, int64_t id) {
	Partner x = {0};
	FuncId other = peer_function(k->p, k->f);
	if (!other)
		return x;
	const Call *first = first_event(k->p, ir_func(k->p, other)->body, false, id, &x.pipelined);
	x.pushes_first = first && ir_is_push(first->op);
	x.pipelined &= x.pushes_first;
	for (uint32_t i = 0; i < k->out->n && x.pushes_first; i++) {
		const Decision *d = &k->out->at[i];
		if (d->function == other && d->outcome == OUTCOME_SKEWED && d->depth > x.depth)
			x.depth = d->depth;
	}
	x.pipelined |= x.depth > 0;
	return x;
}

static void events(RingBuilder *b, RingOp op, uint8_t ring, int64_t times) {
	ring_loop(b, times);
	ring_event(b, op, ring);
	if (op == RC_POP)
		ring_event(b, RC_FREE, ring);
	ring_next(b);
}

/* push^D (push^D pop^D)^n pop^D */
static RingCode run_ahead(RingBuilder *b, uint8_t push, uint8_t pop, int64_t depth, int64_t trip) {
	events(b, RC_PUSH, push, depth);
	ring_loop(b, trip / depth - 1);
	events(b, RC_PUSH, push, depth);
	events(b, RC_POP, pop, depth);
	ring_next(b);
	events(b, RC_POP, pop, depth);
	/* The rest of a trip count that the depth does not divide, in order. */
	ring_loop(b, trip % depth);
	ring_event(b, RC_PUSH, push);
	ring_event(b, RC_POP, pop);
	ring_event(b, RC_FREE, pop);
	ring_next(b);
	return ring_finish(b);
}

static RingCode in_order(RingBuilder *b, uint8_t push, uint8_t pop, bool pushes_first, int64_t trip) {
	ring_loop(b, trip);
	if (pushes_first)
		ring_event(b, RC_PUSH, push);
	ring_event(b, RC_POP, pop);
	ring_event(b, RC_FREE, pop);
	if (!pushes_first)
		ring_event(b, RC_PUSH, push);
	ring_next(b);
	return ring_finish(b);
}

enum { OUT, BACK }; /* rings: of the own push, of the own pop */

typedef struct Fit {
	bool stuck, overwrites;
} Fit;

static Fit simulate(Credits credits, int64_t out_slots, int64_t back_slots, const Partner *x, int64_t depth, int64_t trip) {
	RingBuilder own = {0}, other = {0};
	RingSystem s = {.credits = credits, .n_rings = 2, .n_cores = 2};
	s.ring[OUT] = (RingSpec){.depth = out_slots, .producer = 0, .consumer = 1};
	s.ring[BACK] = (RingSpec){.depth = back_slots, .producer = 1, .consumer = 0};
	s.core[0] = run_ahead(&own, OUT, BACK, depth, trip);
	int64_t other_depth = x->pipelined ? (x->depth ? x->depth : depth) : 0;
	s.core[1] = other_depth && trip >= 2 * other_depth ? run_ahead(&other, BACK, OUT, other_depth, trip)
	                                                   : in_order(&other, BACK, OUT, x->pushes_first, trip);
	RingRunOptions o = {0};
	RingRun run;
	ring_judge(&s, &o, &run);
	ring_discard(&own);
	ring_discard(&other);
	return (Fit){.stuck = run.end == RING_STUCK, .overwrites = run.overwrites};
}

/* A run-ahead of 2 * D messages on each side never meets the end of rings that are this large. */
static bool is_ample(int64_t slots, int64_t depth, const Partner *x) {
	int64_t most = x->depth > depth ? x->depth : depth;
	return slots > MOST_SLOTS || slots >= ENOUGH_DEPTHS * most;
}

static Fit fits(const Skew *k, int64_t out_slots, int64_t back_slots, const Partner *x, int64_t depth, int64_t trip) {
	Fit ideal = simulate(CREDITS_IDEAL, out_slots, back_slots, x, depth, trip);
	if (ideal.stuck)
		return ideal;
	return simulate(k->o->arch == ARCH_A5 ? CREDITS_A5 : CREDITS_A2A3, out_slots, back_slots, x, depth, trip);
}

/* Fewest slots per ring with which the depth runs; 0: none up to the ample number. */
static int64_t slots_needed(const Skew *k, const Partner *x, int64_t depth, int64_t trip) {
	for (int64_t slots = 1; slots <= ENOUGH_DEPTHS * depth && slots <= 64; slots++) {
		Fit f = fits(k, slots, slots, x, depth, trip);
		if (!f.stuck && !f.overwrites)
			return slots;
	}
	return 0;
}

GuardId skew_guard_ring(Skew *k, const SkewLoop *l, int64_t depth, const char **reason) {
	const Program *p = k->p;
	if (!guard_on(k->o, GUARD_RING) || l->pushes != 1 || l->pops != 1)
		return GUARD_NONE;
	int64_t push_id = 0, pop_id = 0;
	uint32_t push_line = 0;
	for (uint32_t i = 0; i < l->stmts.n; i++) {
		const Call *c = ir_call_of(p, l->stmts.at[i]);
		if (c && ir_is_push(c->op)) {
			push_id = ir_pipe_id(p, c);
			push_line = skew_line(p, l->stmts.at[i]);
		}
		if (c && ir_is_pop(c->op))
			pop_id = ir_pipe_id(p, c);
	}
	Setup out = {0}, back = {0};
	find_setup(p, ir_func(p, k->f)->body, push_id, &out);
	find_setup(p, ir_func(p, k->f)->body, pop_id, &back);
	Partner x = partner_of(k, push_id);
	if (!out.found || !back.found || out.slots < 1 || back.slots < 1 || (is_ample(out.slots, depth, &x) && is_ample(back.slots, depth, &x)))
		return GUARD_NONE;
	Fit f = fits(k, out.slots, back.slots, &x, depth, l->trip);
	if (!f.stuck && !f.overwrites)
		return GUARD_NONE;
	int64_t needed = slots_needed(k, &x, depth, l->trip);
	const char *cure = needed ? arena_printf(p->arena, "slot_num=%lld would do", (long long)needed) : "ask for fewer stages";
	*reason = arena_printf(p->arena,
	                       "depth %lld sends %lld messages in line %u before it pops the first%s, and with slot_num=%lld on pipe %lld %s; %s",
	                       (long long)depth, (long long)(2 * depth), push_line, x.pipelined ? " and the other core runs ahead as well" : "",
	                       (long long)out.slots, (long long)push_id,
	                       f.stuck ? "both cores would wait for each other" : "a message would be overwritten before it is released", cure);
	return GUARD_RING;
}
