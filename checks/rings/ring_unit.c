#include "checks/rings/ring_unit.h"
#include "analyzer/index_term.h"
#include "checks/rings/ring_period.h"

enum { CUBE, VECTOR };

const char *ring_unit_place(const RingUnit *u, uint32_t ring) {
	const RingKey *k = &u->keys.at[ring / u->lanes];
	const char *way = k->direction == RING_C2V ? "c2v" : "v2c";

	if (u->lanes == 1)
		return arena_printf(u->arena, "ring %s id %lld", way, (long long)k->id);
	return arena_printf(u->arena, "ring %s id %lld lane %u", way, (long long)k->id, ring % u->lanes);
}

uint32_t ring_unit_key(const RingUnit *u, uint32_t ring) {
	return ring / u->lanes;
}

static void assume(RingUnit *u, const char *what) {
	if (!u->assumption)
		u->assumption = what;
	else if (!strstr(u->assumption, what))
		u->assumption = arena_printf(u->arena, "%s; %s", u->assumption, what);
}

/* ---- parameters that both cores share ---- */

static const Call *call_in(const Program *p, StmtId s) {
	return s ? ir_call_of(p, s) : NULL;
}

/* Parameters of a core as the group that calls it passes them: equal arguments are equal terms. */
static Term *grouped(RingUnit *u, const Call *call, IndexEnv *env, uint32_t n) {
	Term *out = ARENA_ARRAY(u->arena, Term, n + 1);

	for (uint32_t i = 0; i < n; i++)
		out[i] = i < call->args.n ? index_term(env, call->args.at[i]) : index_unknown(env, "argument", i);
	return out;
}

/* Parameters by name: what two cores without a group are assumed to share. */
static Term *named(RingUnit *u, FuncId f) {
	const Function *fn = ir_func(u->p, f);
	Term *out = ARENA_ARRAY(u->arena, Term, fn->n_params + 1);

	for (uint32_t i = 0; i < fn->n_params; i++)
		out[i] = term_symbol(u->terms, ir_hint(u->p, fn->params[i].var));
	return out;
}

static void scalars_of_group(RingUnit *u, IndexEnv *env, const Function *group) {
	for (uint32_t i = 0; i < group->n_params; i++)
		env->value[group->params[i].var] = term_symbol(u->terms, ir_hint(u->p, group->params[i].var));
	for (uint32_t i = 0; i < group->body.n; i++) {
		const Stmt *s = ir_stmt(u->p, group->body.at[i]);
		if (s->kind == S_ASSIGN && s->var < env->vars)
			env->value[s->var] = index_term(env, s->expr);
	}
}

static void parameters(RingUnit *u, const CheckOptions *o, Term *out[2]) {
	uint32_t vars = u->p->vars.n + 1;
	IndexEnv env = { .p = u->p, .terms = u->terms, .vars = vars, .floor_division = o->floor_division, .lane = -1 };

	out[CUBE] = u->cube ? named(u, u->cube) : NULL;
	out[VECTOR] = u->vector ? named(u, u->vector) : NULL;
	if (!u->pair.group)
		return;
	env.scope = ir_text(u->p, ir_func(u->p, u->pair.group)->name);
	env.value = mem_alloc(vars * sizeof *env.value);
	memset(env.value, 0, vars * sizeof *env.value);
	scalars_of_group(u, &env, ir_func(u->p, u->pair.group));
	out[CUBE] = grouped(u, call_in(u->p, u->pair.cube_call), &env, ir_func(u->p, u->cube)->n_params);
	out[VECTOR] = grouped(u, call_in(u->p, u->pair.vector_call), &env, ir_func(u->p, u->vector)->n_params);
	mem_free_(env.value);
}

/* ---- code of each core ---- */

static void read_core(RingUnit *u, FuncId f, const CheckOptions *o, const Term *params, int lane, Fifo *out) {
	FifoOptions fo = { .terms = u->terms, .floor_division = o->floor_division, .lane = lane, .params = params, .keys = &u->keys };

	fifo_of(u->p, f, &fo, out);
	if (out->unsupported && !u->unsupported) {
		u->unsupported = out->unsupported;
		u->unsupported_at = out->unsupported_at;
	}
}

/* The peer that does the other half of each event, in the order of the given core: what it must at least be able to do. */
static Fifo mirror(const Fifo *of) {
	Fifo out = { .events = of->events };
	VEC(RingInsn) code = { 0 };
	uint32_t *moved = mem_alloc((of->code.n + 1) * sizeof *moved);

	for (uint32_t i = 0; i < of->code.n; i++) {
		RingInsn in = of->code.at[i];
		moved[i] = code.n;
		if (in.op == RC_FREE)
			continue;
		if (in.op == RC_PUSH || in.op == RC_POP)
			in.op = in.op == RC_PUSH ? RC_POP : RC_PUSH;
		vec_push(&code, in);
		if (in.op == RC_POP) {
			in.op = RC_FREE;
			vec_push(&code, in);
		}
	}
	for (uint32_t i = 0; i < code.n; i++)
		if (code.at[i].op == RC_LOOP || code.at[i].op == RC_NEXT || code.at[i].op == RC_BRANCH || code.at[i].op == RC_JUMP)
			code.at[i].target = moved[code.at[i].target];
	mem_free_(moved);
	out.code = (RingCode){ code.at, code.n };
	return out;
}

static void assume_peer(RingUnit *u, Program *like, const PipePair *like_pair, const CheckOptions *o) {
	Program *own = u->p;
	bool cube = like_pair->cube != NULL;
	FuncId f = cube ? like_pair->cube->function : like_pair->vector->function;
	uint32_t had = u->unsupported != NULL;
	Fifo one;

	u->like = like;
	u->like_function = f;
	u->p = like;
	read_core(u, f, o, named(u, f), cube ? -1 : 0, &one);
	if (!had && u->unsupported)
		u->unsupported_at = (Span){ 0, 0 };
	u->p = own;
	u->fifo[cube ? VECTOR : CUBE] = mirror(&one);
	fifo_free(&one);
	assume(u, "the peer core is not in the file: it is taken to answer each event in the order of the program before; a dump with both cores would tell");
}

/* Two lanes with different code: the cube's events happen on the ring of each lane. */
static void tell_lanes_apart(RingUnit *u) {
	const RingCode *code = &u->fifo[CUBE].code;
	VEC(RingInsn) out = { 0 };
	uint32_t *moved = mem_alloc((code->n + 1) * sizeof *moved);

	for (uint32_t i = 0; i < code->n; i++) {
		RingInsn in = code->at[i];
		moved[i] = out.n;
		in.ring = (uint8_t)(in.ring * 2);
		vec_push(&out, in);
		if (in.op == RC_PUSH || in.op == RC_POP || in.op == RC_FREE) {
			in.ring++;
			vec_push(&out, in);
		}
	}
	for (uint32_t i = 0; i < out.n; i++)
		if (out.at[i].op == RC_LOOP || out.at[i].op == RC_NEXT || out.at[i].op == RC_BRANCH || out.at[i].op == RC_JUMP)
			out.at[i].target = moved[out.at[i].target];
	mem_free_(moved);
	for (uint32_t lane = 0; lane < 2; lane++) {
		RingInsn *at = (RingInsn *)(uintptr_t)u->fifo[VECTOR + lane].code.at;
		for (uint32_t i = 0; i < u->fifo[VECTOR + lane].code.n; i++)
			at[i].ring = (uint8_t)(at[i].ring * 2 + lane);
	}
	u->lane_code = out.at;
	u->system.core[CUBE] = (RingCode){ out.at, out.n };
}

static void read_cores(RingUnit *u, Program *like, const PipePair *like_pair, const CheckOptions *o) {
	Term *params[2], any;

	parameters(u, o, params);
	u->params[CUBE] = params[CUBE];
	u->params[VECTOR] = params[VECTOR];
	if (u->cube)
		read_core(u, u->cube, o, params[CUBE], -1, &u->fifo[CUBE]);
	u->lanes = 1;
	if (u->vector) {
		read_core(u, u->vector, o, params[VECTOR], 0, &u->fifo[VECTOR]);
		if (u->cube && u->pair.vector->dual) {
			read_core(u, u->vector, o, params[VECTOR], 1, &u->fifo[VECTOR + 1]);
			u->lanes = fifo_same(&u->fifo[VECTOR], &u->fifo[VECTOR + 1]) ? 1 : 2;
		}
	}
	if (!u->cube || !u->vector)
		assume_peer(u, like, like_pair, o);
	u->system.n_cores = 1 + u->lanes;
	for (uint32_t c = 0; c <= u->lanes; c++)
		u->system.core[c] = u->fifo[c].code;
	if (u->cube && u->vector && !u->pair.group && ring_atoms(&u->system, u->terms, &any, 1) > 0)
		assume(u, "no group calls both cores: parameters of one name are taken to have one value; a function that calls both would tell");
	if (u->lanes == 1)
		return;
	if (u->keys.n * 2 > RING_MAX_RINGS) {
		u->unsupported = "more rings than are modelled";
		return;
	}
	tell_lanes_apart(u);
}

/* ---- rings ---- */

static int64_t slots_of(const Pipe *p) {
	return p ? p->slots : -1;
}

static void place_ring(RingUnit *u, uint32_t k, const RingChange *change) {
	RingPlace *r = &u->place[k];
	const Pipe *any;
	int64_t a, b;

	r->key = u->keys.at[k];
	r->cube = u->cube ? pipe_find(u->pair.cube, r->key.id) : NULL;
	r->vector = u->vector ? pipe_find(u->pair.vector, r->key.id) : NULL;
	any = r->cube ? r->cube : r->vector;
	r->known = any != NULL;
	r->slot_bytes = any ? any->slot_bytes : -1;
	if (r->cube && r->vector && r->slot_bytes < 0)
		r->slot_bytes = r->vector->slot_bytes;
	r->local = any ? any->local : -1;
	a = slots_of(r->cube);
	b = slots_of(r->vector);
	r->declared = a > 0 || b > 0;
	r->depth = a > 0 && b > 0 ? (a < b ? a : b) : a > 0 ? a : b > 0 ? b : pipe_default_slots(any ? any->mask : 3);
	if (change && change->slots > 0) {
		r->depth = change->slots;
		r->declared = r->known = true;
	}
	if (!r->known)
		assume(u, "no initialize_pipe in the file: the ring depth is not known");
	else if (!r->declared)
		assume(u, arena_printf(u->arena, "slot_num is not given: %lld slots are taken, the assembler's default", (long long)r->depth));
}

static const char *pair_name(const RingUnit *u) {
	const char *cube = u->cube ? ir_text(u->p, ir_func(u->p, u->cube)->name) : NULL;
	const char *vector = u->vector ? ir_text(u->p, ir_func(u->p, u->vector)->name) : NULL;

	return cube && vector ? arena_printf(u->arena, "%s+%s", cube, vector) : cube ? cube : vector;
}

void ring_unit_open(RingUnit *u, Program *p, const PipePair *pair, Program *like, const PipePair *like_pair, const CheckOptions *o,
                    const RingChange *change, Arena *arena) {
	memset(u, 0, sizeof *u);
	u->p = p;
	u->pair = *pair;
	u->arena = arena;
	u->terms = terms_new();
	u->cube = pair->cube ? pair->cube->function : 0;
	u->vector = pair->vector ? pair->vector->function : 0;
	u->name = pair_name(u);
	read_cores(u, like, like_pair, o);
	u->system.credits = o->credits;
	for (uint32_t k = 0; k < u->keys.n; k++) {
		place_ring(u, k, change);
		for (uint32_t lane = 0; lane < u->lanes && k * u->lanes + lane < RING_MAX_RINGS; lane++) {
			uint8_t vector = (uint8_t)(VECTOR + lane);
			bool c2v = u->keys.at[k].direction == RING_C2V;
			u->system.ring[k * u->lanes + lane] =
				(RingSpec){ u->place[k].depth, c2v ? CUBE : vector, c2v ? vector : CUBE };
		}
	}
	u->system.n_rings = u->unsupported ? 0 : u->keys.n * u->lanes;
}

void ring_unit_close(RingUnit *u) {
	for (uint32_t c = 0; c < RING_MAX_CORES; c++)
		fifo_free(&u->fifo[c]);
	mem_free_(u->lane_code);
	terms_free(u->terms);
}
