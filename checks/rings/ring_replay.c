#include "checks/rings/ring_replay.h"
#include "model/interp.h"

#include <stdlib.h>

typedef struct Inputs {
	const RingUnit *u;
	const RingBinding *binding;
	uint32_t n, n_params;
	const Term *params; /* of the function, in the unit's terms; NULL: as named by the bindings */
	const char **names;
	Terms *t;           /* of the interpreter */
	int lane;
} Inputs;

static bool input_value(const Inputs *in, Term x, int64_t *v) {
	RingRunOptions o = { .terms = in->u->terms, .binding = in->binding, .n_bindings = in->n };
	RingState st;

	st.core[0].depth = 0;
	return ring_value(&in->u->system, &o, &st, 0, x, v);
}

static Term atom(void *self, Term unknown) {
	const Inputs *in = self;
	const char *name = term_name(in->t, unknown);
	int64_t v;

	if (in->lane >= 0 && strstr(name, op_rows[OP_TILE_GET_SUBBLOCK_IDX].name))
		return term_int(in->t, in->lane);
	for (uint32_t i = 0; i < in->n_params; i++)
		if (strcmp(in->names[i], name) == 0 && input_value(in, in->params[i], &v))
			return term_int(in->t, v);
	for (uint32_t i = 0; i < in->n; i++)
		if (strcmp(term_name(in->u->terms, in->binding[i].symbol), name) == 0)
			return term_int(in->t, in->binding[i].value);
	return unknown;
}

static bool decide(void *self, Term x, DecideKind kind, const int64_t *hints, uint32_t n, int64_t *value) {
	(void)kind;
	(void)hints;
	(void)n;
	return term_is_int(((const Inputs *)self)->t, x, value);
}

typedef struct Event {
	uint32_t when;
	uint8_t op, key;
	Span at;
} Event;

typedef VEC(Event) Events;

static int in_order(const void *a, const void *b) {
	const Event *x = a, *y = b;

	return x->when < y->when ? -1 : x->when > y->when;
}

static bool key_of(const RingUnit *u, const RingHistory *r, uint8_t *key) {
	for (uint32_t k = 0; k < u->keys.n; k++)
		if (u->keys.at[k].id == r->id && u->keys.at[k].direction == r->direction) {
			*key = (uint8_t)k;
			return true;
		}
	return false;
}

static bool collect(const RingUnit *u, const History *h, Events *out) {
	for (uint32_t i = 0; i < h->rings.n; i++) {
		const RingHistory *r = &h->rings.at[i];
		uint8_t key;
		if (!key_of(u, r, &key))
			return false;
		for (uint32_t k = 0; k < r->pushes.n; k++)
			vec_push(out, ((Event){ r->pushes.at[k].when, RC_PUSH, key, r->pushes.at[k].at.span }));
		for (uint32_t k = 0; k < r->pops.n; k++)
			vec_push(out, ((Event){ r->pops.at[k].when, RC_POP, key, r->pops.at[k].at.span }));
		for (uint32_t k = 0; k < r->releases.n; k++)
			vec_push(out, ((Event){ r->releases.at[k].when, RC_FREE, key, r->releases.at[k].at.span }));
	}
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, in_order);
	return true;
}

static RingReplay run_alone(const RingUnit *u, const Program *p, FuncId f, Inputs *in, const CheckOptions *o, Events *out) {
	Interp *interp = interp_new(p, in->t);
	Oracle oracle = { in, decide, atom };
	RunOptions ro = { .floor_division = o->floor_division, .budget = o->max_events, .term_budget = 4000000, .names = in->names, .n_names = in->n_params };
	History *h = interp_run(interp, f, &oracle, &ro);
	RingReplay done = h->end == RUN_DONE ? REPLAY_DONE : h->end == RUN_BUDGET ? REPLAY_TOO_LONG : REPLAY_IMPOSSIBLE;

	if (done == REPLAY_DONE && !collect(u, h, out))
		done = REPLAY_IMPOSSIBLE;
	history_free(h);
	interp_free(interp);
	return done;
}

/* The history of one core as straight code. mirrored: of the peer that is assumed. */
static void straight(const RingUnit *u, const Events *events, uint32_t core, bool mirrored, RingBuilder *b) {
	uint32_t from = core == 0 ? 0 : core - 1, to = core == 0 ? u->lanes : core;

	for (uint32_t i = 0; i < events->n; i++) {
		const Event *e = &events->at[i];
		uint8_t op = !mirrored ? e->op : e->op == RC_PUSH ? RC_POP : RC_PUSH;
		if (mirrored && e->op == RC_FREE)
			continue;
		for (uint32_t lane = from; lane < to; lane++) {
			uint8_t ring = (uint8_t)(e->key * u->lanes + lane);
			vec_push(&b->code, ((RingInsn){ .op = op, .ring = ring, .span = e->at }));
			if (mirrored && op == RC_POP)
				vec_push(&b->code, ((RingInsn){ .op = RC_FREE, .ring = ring, .span = e->at }));
		}
	}
}

static RingReplay replay_core(const RingUnit *u, uint32_t core, Terms *t, const RingBinding *b, uint32_t n, const CheckOptions *o, RingBuilder *out) {
	FuncId f = core == 0 ? u->cube : u->vector;
	bool mirrored = f == 0;
	const Program *p = mirrored ? u->like : u->p;
	Inputs in = { .u = u, .binding = b, .n = n, .t = t };
	Events events = { 0 };
	RingReplay done;

	if (mirrored)
		f = u->like_function;
	in.lane = (core > 0) != mirrored ? (core > 1 ? 1 : 0) : -1;
	in.n_params = mirrored || !u->params[core > 0] ? 0 : ir_func(p, f)->n_params;
	in.params = u->params[core > 0];
	in.names = mem_alloc((in.n_params + 1) * sizeof *in.names);
	for (uint32_t i = 0; i < in.n_params; i++)
		in.names[i] = arena_printf(u->arena, "argument %u", i);
	if (in.n_params == 0) {
		mem_free_(in.names);
		in.names = NULL;
	}
	done = run_alone(u, p, f, &in, o, &events);
	if (done == REPLAY_DONE)
		straight(u, &events, core, mirrored, out);
	mem_free_(in.names);
	vec_free(&events);
	return done;
}

RingReplay ring_replay(const RingUnit *u, const RingBinding *b, uint32_t n, const CheckOptions *o, RingRun *out) {
	RingSystem s = u->system;
	RingBuilder core[RING_MAX_CORES] = { 0 };
	RingRunOptions plain = { .eager = RING_FAIR, .plain = true, .budget = UINT64_MAX };
	Terms *t = terms_new();
	RingReplay done = REPLAY_DONE;

	for (uint32_t c = 0; c < s.n_cores && done == REPLAY_DONE; c++) {
		done = replay_core(u, c, t, b, n, o, &core[c]);
		s.core[c] = ring_finish(&core[c]);
	}
	if (done == REPLAY_DONE)
		ring_run(&s, &plain, out);
	for (uint32_t c = 0; c < RING_MAX_CORES; c++)
		ring_discard(&core[c]);
	terms_free(t);
	return done;
}
