#include "analyzer/pipes.h"

enum { MAX_NEST = 400 };

typedef VEC(Pipe) PipeVec;
typedef VEC(PipeUser) UserVec;
typedef VEC(PipePair) PairVec;
typedef VEC(uint32_t) Handles;

typedef struct Scan { /* of one function */
	Program *p;
	PipeVec pipes;
	Handles setups;      /* StmtId: assignments of reserve_buffer and import_peer_buffer */
	Handles peers;       /* FuncId */
	bool has_events;
} Scan;

int64_t pipe_default_slots(int64_t mask)
{
	return mask == 3 ? 4 : 8;
}

const Pipe *pipe_find(const PipeUser *u, int64_t id)
{
	for (uint32_t i = 0; i < u->n_pipes; i++)
		if (u->pipes[i].id == id)
			return &u->pipes[i];
	return NULL;
}

static StrId text_of(const Program *p, Pairs kwargs, const char *key)
{
	ExprId e = ir_get(p, kwargs, key);

	return e && ir_expr(p, e)->kind == X_STR ? ir_expr(p, e)->str : 0;
}

static int64_t int_of(const Program *p, Pairs kwargs, const char *key, int64_t absent)
{
	int64_t v;

	return ir_get_int(p, kwargs, key, &v) ? v : absent;
}

static FuncId function_named(const Program *p, StrId name)
{
	for (FuncId f = 1; f <= ir_func_count(p); f++)
		if (ir_func(p, f)->name == name)
			return f;
	return 0;
}

/* The buffer argument of a set-up: a variable that an earlier reserve_buffer or import_peer_buffer defined, or a constant. */
static RingSide side_of(const Scan *s, const Call *setup, uint32_t argument, bool used)
{
	RingSide side = { .used = used, .bytes = -1 };
	const Expr *e = argument < setup->args.n ? ir_expr(s->p, setup->args.at[argument]) : NULL;

	if (!e || e->kind != X_VAR)
		return side;
	for (uint32_t i = 0; i < s->setups.n; i++) {
		const Stmt *st = ir_stmt(s->p, s->setups.at[i]);
		const Call *c = ir_call_of(s->p, s->setups.at[i]);
		if (st->var != e->var)
			continue;
		side.buffer = text_of(s->p, c->kwargs, "name");
		side.span = st->span;
		side.reserved = c->op == OP_SYSTEM_RESERVE_BUFFER;
		if (side.reserved)
			side.bytes = int_of(s->p, c->kwargs, "size", -1);
	}
	return side;
}

static void add_pipe(Scan *s, const Call *c, Span at)
{
	Pipe pipe = { .id = ir_pipe_id(s->p, c), .mask = int_of(s->p, c->kwargs, "dir_mask", 3),
		.slot_bytes = int_of(s->p, c->kwargs, "slot_size", -1), .slots = int_of(s->p, c->kwargs, "slot_num", -1),
		.local = int_of(s->p, c->kwargs, "local_slot_num", -1), .span = at };

	pipe.side[RING_C2V] = side_of(s, c, 0, pipe.mask & 1);
	pipe.side[RING_V2C] = side_of(s, c, 1, pipe.mask & 2);
	vec_push(&s->pipes, pipe);
}

static void scan_block(Scan *s, Block block, unsigned nest)
{
	if (nest > MAX_NEST)
		return;
	for (uint32_t i = 0; i < block.n; i++) {
		const Stmt *st = ir_stmt(s->p, block.at[i]);
		const Call *c = ir_call_of(s->p, block.at[i]);
		OpId op = c ? c->op : OP_UNKNOWN;
		if (op == OP_SYSTEM_RESERVE_BUFFER || op == OP_SYSTEM_IMPORT_PEER_BUFFER)
			vec_push(&s->setups, block.at[i]);
		if (op == OP_SYSTEM_IMPORT_PEER_BUFFER) {
			FuncId peer = function_named(s->p, text_of(s->p, c->kwargs, "peer_func"));
			if (peer)
				vec_push(&s->peers, peer);
		}
		if (op == OP_SYSTEM_AIC_INITIALIZE_PIPE || op == OP_SYSTEM_AIV_INITIALIZE_PIPE)
			add_pipe(s, c, st->span);
		s->has_events |= c && (ir_is_push(op) || ir_is_pop(op) || ir_is_free(op));
		scan_block(s, st->body, nest + 1);
		scan_block(s, st->orelse, nest + 1);
	}
}

static bool scan_function(Program *p, FuncId f, PipeUser *out)
{
	Scan s = { .p = p };
	ExprId dual = ir_get(p, ir_func(p, f)->attrs, "dual_aiv_dispatch");

	scan_block(&s, ir_func(p, f)->body, 0);
	*out = (PipeUser){ .function = f, .n_pipes = s.pipes.n, .has_events = s.has_events,
		.pipes = arena_copy(p->arena, s.pipes.at, s.pipes.n * sizeof(Pipe)),
		.peers = ir_list(p, s.peers.at, s.peers.n),
		.dual = dual && ir_expr(p, dual)->kind == X_BOOL && ir_expr(p, dual)->i };
	vec_free(&s.pipes);
	vec_free(&s.setups);
	vec_free(&s.peers);
	return out->n_pipes > 0 || out->has_events;
}

/* The call of function f among the top statements of a function; 0: none. */
static StmtId call_of(const Program *p, FuncId caller, FuncId f)
{
	const char *name = ir_text(p, ir_func(p, f)->name);
	Block body = ir_func(p, caller)->body;

	for (uint32_t i = 0; i < body.n; i++) {
		const Call *c = ir_call_of(p, body.at[i]);
		const char *callee = c ? ir_text(p, c->callee) : "";
		if (strncmp(callee, "self.", 5) == 0 && strcmp(callee + 5, name) == 0)
			return body.at[i];
	}
	return 0;
}

static void find_group(const Program *p, PipePair *pair)
{
	for (FuncId f = 1; f <= ir_func_count(p) && !pair->group; f++) {
		if (ir_func(p, f)->kind != FUNC_GROUP)
			continue;
		pair->cube_call = call_of(p, f, pair->cube->function);
		pair->vector_call = call_of(p, f, pair->vector->function);
		if (pair->cube_call && pair->vector_call)
			pair->group = f;
	}
}

static bool names_peer(const PipeUser *u, FuncId f)
{
	for (uint32_t i = 0; i < u->peers.n; i++)
		if (u->peers.at[i] == f)
			return true;
	return false;
}

static void pair_up(Program *p, const UserVec *users, PairVec *pairs)
{
	bool *taken = mem_alloc(users->n * sizeof *taken);

	memset(taken, 0, users->n * sizeof *taken);
	for (uint32_t a = 0; a < users->n; a++)
		for (uint32_t b = 0; b < users->n; b++) {
			PipePair pair = { .cube = &users->at[a], .vector = &users->at[b] };
			if (ir_func(p, pair.cube->function)->kind != FUNC_AIC || ir_func(p, pair.vector->function)->kind != FUNC_AIV)
				continue;
			find_group(p, &pair);
			if (!pair.group && !names_peer(pair.cube, pair.vector->function) && !names_peer(pair.vector, pair.cube->function))
				continue;
			vec_push(pairs, pair);
			taken[a] = taken[b] = true;
		}
	for (uint32_t a = 0; a < users->n; a++) {
		uint8_t kind = ir_func(p, users->at[a].function)->kind;
		if (!taken[a] && (kind == FUNC_AIC || kind == FUNC_AIV))
			vec_push(pairs, ((PipePair){ .cube = kind == FUNC_AIC ? &users->at[a] : NULL, .vector = kind == FUNC_AIV ? &users->at[a] : NULL }));
	}
	mem_free_(taken);
}

Pipes pipes_of(Program *p)
{
	UserVec users = { 0 };
	PairVec pairs = { 0 };
	Pipes out;

	for (FuncId f = 1; f <= ir_func_count(p); f++) {
		PipeUser u;
		if (scan_function(p, f, &u))
			vec_push(&users, u);
	}
	/* Pairs point to users, so users move to the arena first. */
	out.n_users = users.n;
	out.users = arena_copy(p->arena, users.at, users.n * sizeof(PipeUser));
	pair_up(p, &(UserVec){ (PipeUser *)(uintptr_t)out.users, out.n_users, out.n_users }, &pairs);
	out.n_pairs = pairs.n;
	out.pairs = arena_copy(p->arena, pairs.at, pairs.n * sizeof(PipePair));
	vec_free(&users);
	vec_free(&pairs);
	return out;
}
