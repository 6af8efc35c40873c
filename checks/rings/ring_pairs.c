#include "checks/rings/ring_pairs.h"

FuncId ring_counterpart(const Program *in, const Program *of, FuncId f) {
	const char *name = ir_text(of, ir_func(of, f)->name);

	for (FuncId g = 1; g <= ir_func_count(in); g++)
		if (strcmp(ir_text(in, ir_func(in, g)->name), name) == 0)
			return g;
	return 0;
}

/* The same pair before the pass; the pair itself when there is none. */
static const PipePair *pair_like(const Pipes *pipes, const Program *before, const Program *after, const PipePair *pair) {
	const PipeUser *one = pair->cube ? pair->cube : pair->vector;
	FuncId f = ring_counterpart(before, after, one->function);

	for (uint32_t i = 0; f && i < pipes->n_pairs; i++) {
		const PipeUser *other = pair->cube ? pipes->pairs[i].cube : pipes->pairs[i].vector;
		if (other && other->function == f && (pipes->pairs[i].cube != NULL) == (pair->cube != NULL) &&
		    (pipes->pairs[i].vector != NULL) == (pair->vector != NULL))
			return &pipes->pairs[i];
	}
	return pair;
}

void ring_pairs(Program *before, Program *after, const CheckOptions *o, const RingChange *change, RingEach *each, void *context) {
	Pipes pipes = pipes_of(after), was = before == after ? pipes : pipes_of(before);

	for (uint32_t i = 0; i < pipes.n_pairs; i++) {
		const PipePair *pair = &pipes.pairs[i], *like = pair_like(&was, before, after, pair);
		Arena *arena = arena_new();
		RingUnit u;
		ring_unit_open(&u, after, pair, like == pair ? after : before, like, o, change, arena);
		if (u.keys.n > 0)
			each(context, &u);
		ring_unit_close(&u);
		arena_free(arena);
	}
}
