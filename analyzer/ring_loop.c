#include "analyzer/ring_loop.h"
#include "analyzer/fifo.h"

enum { MAX_DEPTH = 256 };

typedef VEC(RingInsn) Code;

/* The one loop with that position; 0 is never one, a loop there would have no body. */
static bool find_loop(const RingCode *code, Span at, uint32_t *out) {
	unsigned found = 0;

	for (uint32_t i = 0; i < code->n; i++)
		if (code->at[i].op == RC_LOOP && code->at[i].span.line == at.line && code->at[i].span.col == at.col) {
			*out = i;
			found++;
		}
	return found == 1;
}

static void add_part(Code *to, const RingCode *code, uint32_t loop, bool pushes) {
	for (uint32_t i = loop + 1; i < code->at[loop].target; i++)
		if ((code->at[i].op == RC_PUSH) == pushes)
			vec_push(to, code->at[i]);
}

/* push^D, (push^D rest^D)^(trip/D - 1), rest^D in place of the loop; jumps across it are moved along. */
static bool skew_code(const RingCode *code, uint32_t loop, int64_t depth, Code *to) {
	uint32_t end = code->at[loop].target, shift, at;

	if (code->at[loop].trip < 2 * depth || code->at[loop].trip % depth != 0)
		return false;
	for (uint32_t i = loop + 1; i < end; i++)
		if (code->at[i].op != RC_PUSH && code->at[i].op != RC_POP && code->at[i].op != RC_FREE)
			return false;
	for (uint32_t i = 0; i < loop; i++)
		vec_push(to, code->at[i]);
	for (int64_t d = 0; d < depth; d++)
		add_part(to, code, loop, true);
	at = to->n;
	vec_push(to, ((RingInsn){ .op = RC_LOOP, .trip = code->at[loop].trip / depth - 1, .span = code->at[loop].span }));
	for (int64_t d = 0; d < depth; d++)
		add_part(to, code, loop, true);
	for (int64_t d = 0; d < depth; d++)
		add_part(to, code, loop, false);
	to->at[at].target = to->n;
	vec_push(to, ((RingInsn){ .op = RC_NEXT, .target = at }));
	for (int64_t d = 0; d < depth; d++)
		add_part(to, code, loop, false);
	shift = to->n - (end + 1);
	for (uint32_t i = end + 1; i < code->n; i++)
		vec_push(to, code->at[i]);
	for (uint32_t i = 0; i < to->n; i++) {
		RingInsn *in = &to->at[i];
		bool outside = i < loop || i >= end + 1 + shift;
		if (outside && (in->op == RC_LOOP || in->op == RC_NEXT || in->op == RC_BRANCH || in->op == RC_JUMP) && in->target > loop)
			in->target += shift;
	}
	return true;
}

static int64_t depth_of(const RingLoop *l, RingKey key, bool self_is_cube) {
	const Pipe *pipe = pipe_find(l->user, key.id);
	bool pushed = (key.direction == RING_C2V) == self_is_cube;

	if (pushed && key.id == l->push_id)
		return l->out;
	if (!pushed && key.id == l->pop_id)
		return l->in;
	return !pipe ? 0 : pipe->slots < 0 ? pipe_default_slots(pipe->mask) : pipe->slots;
}

static bool simulate(const RingLoop *l, RingSystem *s, const RingKeys *keys, bool self_is_cube, Terms *t, SkewFit *out) {
	RingRunOptions o = { .terms = t };
	RingRun run;

	s->n_cores = 2;
	s->n_rings = keys->n;
	for (uint32_t k = 0; k < keys->n; k++) {
		bool c2v = keys->at[k].direction == RING_C2V;
		s->ring[k] = (RingSpec){ depth_of(l, keys->at[k], self_is_cube), c2v ? 0 : 1, c2v ? 1 : 0 };
		if (s->ring[k].depth < 1)
			return false;
	}
	ring_judge(s, &o, &run);
	if (run.end == RING_OPEN || run.end == RING_BUDGET)
		return false;
	*out = run.end != RING_COMPLETE ? SKEW_BLOCKS : run.overwrites ? SKEW_OVERWRITES : SKEW_FITS;
	return true;
}

bool rings_loop_fit(const RingLoop *l, int64_t depth, Credits credits, SkewFit *out) {
	bool self_is_cube = ir_func(l->p, l->self)->kind == FUNC_AIC, known = false;
	RingSystem s = { .credits = credits };
	RingKeys keys = { .n = 0 };
	Terms *t;
	Fifo self, other;
	Code code = { 0 };
	uint32_t loop = 0;

	if (!l->other || !l->user || depth < 1 || depth > MAX_DEPTH)
		return false;
	t = terms_new();
	fifo_of(l->p, l->self, &(FifoOptions){ .terms = t, .lane = self_is_cube ? -1 : 0, .keys = &keys }, &self);
	fifo_of(l->p, l->other, &(FifoOptions){ .terms = t, .lane = self_is_cube ? 0 : -1, .keys = &keys }, &other);
	if (!self.unsupported && !other.unsupported && find_loop(&self.code, l->loop, &loop) && skew_code(&self.code, loop, depth, &code)) {
		s.core[self_is_cube ? 0 : 1] = (RingCode){ code.at, code.n };
		s.core[self_is_cube ? 1 : 0] = other.code;
		known = simulate(l, &s, &keys, self_is_cube, t, out);
	}
	vec_free(&code);
	fifo_free(&self);
	fifo_free(&other);
	terms_free(t);
	return known;
}
