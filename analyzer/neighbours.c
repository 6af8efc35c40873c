#include "analyzer/neighbours.h"

static void note_pair(Neighbour *x, const PipePair *pair) {
	x->pair = x->pairs++ ? NULL : pair;
}

Neighbours *neighbours_new(Program *p) {
	Neighbours *x = mem_alloc(sizeof *x);
	uint32_t n = ir_func_count(p) + 1;
	*x = (Neighbours){.calls = calls_new(p), .of = mem_alloc(n * sizeof *x->of)};
	memset(x->of, 0, n * sizeof *x->of);
	x->pipes = pipes_with(p, x->calls);
	for (uint32_t i = 0; i < x->pipes.n_users; i++)
		x->of[x->pipes.users[i].function].user = &x->pipes.users[i];
	for (uint32_t i = 0; i < x->pipes.n_pairs; i++) {
		const PipePair *pair = &x->pipes.pairs[i];
		if (!pair->cube || !pair->vector)
			continue;
		note_pair(&x->of[pair->cube->function], pair);
		note_pair(&x->of[pair->vector->function], pair);
	}
	return x;
}

void neighbours_free(Neighbours *x) {
	if (!x)
		return;
	calls_free(x->calls);
	mem_free_(x->of);
	mem_free_(x);
}
