/* Guard on ring depth: the messages that the skew sends ahead must fit the declared rings (P9, P10; machine.md E.1).
 *
 * The peer is taken to answer in order, or, when it pushes first too and is pipelined, to run ahead as this loop does. A depth
 * must do under the ideal queue and under the credit protocol of the target.
 */
#include "analyzer/skew.h"

#include "analyzer/partner.h"
#include "analyzer/ring_depth.h"
#include "analyzer/ring_loop.h"

/* Rings of so many times the depth never fill: the two cores together are at most four depths ahead, credits come in halves. */
enum { AMPLE = 8, MOST_SLOTS = 64 };

static int64_t slots_of(const PipeUser *u, int64_t id) {
	const Pipe *pipe = u ? pipe_find(u, id) : NULL;
	return !pipe ? 0 : pipe->slots < 0 ? pipe_default_slots(pipe->mask) : pipe->slots;
}

/* The first push or pop of a block on a pipe, in the order of the text, and whether its loop is a pipeline. */
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

/* How the other core takes part in a round trip. */
static void describe_peer(Skew *k, int64_t id, SkewRings *r) {
	FuncId other = skew_partner(k)->other;
	bool pipelined = false;
	const Call *first = other ? first_event(k->p, ir_func(k->p, other)->body, false, id, &pipelined) : NULL;
	if (!first || !ir_is_push(first->op))
		return;
	r->peer_first = true;
	r->peer_skewed = pipelined;
	for (uint32_t i = 0; i < k->out->n; i++) {
		const Decision *d = &k->out->at[i];
		if (d->function == other && d->outcome == OUTCOME_SKEWED && d->depth > r->peer_depth)
			r->peer_depth = d->depth;
	}
}

static SkewFit closed_form(const Skew *k, SkewRings r, int64_t depth) {
	r.credits = CREDITS_IDEAL;
	SkewFit ideal = rings_skew_fit(&r, depth);
	if (ideal != SKEW_FITS)
		return ideal;
	r.credits = k->o->arch == ARCH_A5 ? CREDITS_A5 : CREDITS_A2A3;
	return rings_skew_fit(&r, depth);
}

/* Both functions as they stand decide where they can be played: messages before the loop shift the phase of the credits. A peer
 * that has yet to be skewed is not what it will be, so the closed form has to agree. */
static SkewFit fit(const Skew *k, SkewRings r, const RingLoop *whole, int64_t depth) {
	RingLoop l = *whole;
	SkewFit played, ideal, closed = closed_form(k, r, depth);
	l.out = r.out;
	l.in = r.in;
	if ((closed != SKEW_FITS && r.peer_skewed) || !rings_loop_fit(&l, depth, CREDITS_IDEAL, &ideal) ||
	    !rings_loop_fit(&l, depth, k->o->arch == ARCH_A5 ? CREDITS_A5 : CREDITS_A2A3, &played))
		return closed;
	return ideal != SKEW_FITS ? ideal : played;
}

/* Fewest slots per ring with which the depth runs; 0: none within reason. */
static int64_t slots_needed(const Skew *k, SkewRings r, const RingLoop *whole, int64_t depth) {
	for (int64_t slots = 1; slots <= AMPLE * depth && slots <= MOST_SLOTS; slots++) {
		r.out = r.in = slots;
		if (fit(k, r, whole, depth) == SKEW_FITS)
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
	const PipeUser *user = skew_partner(k)->user;
	SkewRings r = {.out = slots_of(user, push_id), .in = slots_of(user, pop_id)};
	if (r.out < 1 || r.in < 1)
		return GUARD_NONE; /* not declared here: nothing to compare with */
	describe_peer(k, push_id, &r);
	int64_t most = depth > r.peer_depth ? depth : r.peer_depth;
	if (r.out / AMPLE >= most && r.in / AMPLE >= most)
		return GUARD_NONE;
	const RingLoop whole = {k->p, k->f, skew_partner(k)->other, user, ir_stmt(p, l->id)->span, push_id, pop_id, r.out, r.in};
	SkewFit now = fit(k, r, &whole, depth);
	if (now == SKEW_FITS)
		return GUARD_NONE;
	int64_t needed = slots_needed(k, r, &whole, depth);
	const char *cure = needed ? arena_printf(p->arena, "slot_num=%lld would do", (long long)needed) : "ask for fewer stages";
	*reason = arena_printf(p->arena,
	                       "depth %lld sends %lld messages in line %u before it pops the first%s, and with slot_num=%lld on pipe %lld %s; %s",
	                       (long long)depth, (long long)(2 * depth), push_line, r.peer_skewed || r.peer_depth ? " and the other core runs ahead as well" : "",
	                       (long long)r.out, (long long)push_id,
	                       now == SKEW_BLOCKS ? "both cores would wait for each other" : "a message would be overwritten before it is released", cure);
	return GUARD_RING;
}
