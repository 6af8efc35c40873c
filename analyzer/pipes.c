#include "analyzer/pipes.h"

#include <stdlib.h>

enum { MAX_NEST = 400 };

typedef VEC(Pipe) PipeVec;
typedef VEC(PipeUser) UserVec;
typedef VEC(PipePair) PairVec;
typedef VEC(uint32_t) Handles;

typedef struct Scan { /* of one function */
	Program *p;
	const Calls *calls;
	PipeVec pipes;
	Handles setups;      /* StmtId: assignments of reserve_buffer and import_peer_buffer */
	Handles peers;       /* FuncId */
	bool has_events;
} Scan;

int64_t pipe_default_slots(int64_t mask) {
	return mask == 3 ? 4 : 8;
}

const Pipe *pipe_find(const PipeUser *u, int64_t id) {
	for (uint32_t i = 0; i < u->n_pipes; i++)
		if (u->pipes[i].id == id)
			return &u->pipes[i];
	return NULL;
}

static StrId text_of(const Program *p, Pairs kwargs, const char *key) {
	ExprId e = ir_get(p, kwargs, key);

	return e && ir_expr(p, e)->kind == X_STR ? ir_expr(p, e)->str : 0;
}

static int64_t int_of(const Program *p, Pairs kwargs, const char *key, int64_t absent) {
	int64_t v;

	return ir_get_int(p, kwargs, key, &v) ? v : absent;
}

/* The buffer argument of a set-up: a variable that an earlier reserve_buffer or import_peer_buffer defined, or a constant. */
static RingSide side_of(const Scan *s, const Call *setup, uint32_t argument, bool used) {
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

static void add_pipe(Scan *s, const Call *c, Span at) {
	Pipe pipe = { .id = ir_pipe_id(s->p, c), .mask = int_of(s->p, c->kwargs, "dir_mask", 3),
		.slot_bytes = int_of(s->p, c->kwargs, "slot_size", -1), .slots = int_of(s->p, c->kwargs, "slot_num", -1),
		.local = int_of(s->p, c->kwargs, "local_slot_num", -1), .span = at };

	pipe.side[RING_C2V] = side_of(s, c, 0, pipe.mask & 1);
	pipe.side[RING_V2C] = side_of(s, c, 1, pipe.mask & 2);
	vec_push(&s->pipes, pipe);
}

static void scan_block(Scan *s, Block block, unsigned nest) {
	if (nest > MAX_NEST)
		return;
	for (uint32_t i = 0; i < block.n; i++) {
		const Stmt *st = ir_stmt(s->p, block.at[i]);
		const Call *c = ir_call_of(s->p, block.at[i]);
		OpId op = c ? c->op : OP_UNKNOWN;
		if (op == OP_SYSTEM_RESERVE_BUFFER || op == OP_SYSTEM_IMPORT_PEER_BUFFER)
			vec_push(&s->setups, block.at[i]);
		if (op == OP_SYSTEM_IMPORT_PEER_BUFFER) {
			StrId name = text_of(s->p, c->kwargs, "peer_func");
			FuncId peer = name ? calls_function(s->calls, ir_text(s->p, name)) : 0;
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

static bool scan_function(Program *p, const Calls *calls, FuncId f, PipeUser *out) {
	Scan s = { .p = p, .calls = calls };
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

/* ---- pairs ---- */

typedef struct Link { /* a reason for two users to be a pair; group 0: one names the other as its peer */
	uint32_t cube, vector; /* indices of users */
	FuncId group;
	StmtId cube_call, vector_call;
} Link;

typedef VEC(Link) Links;

enum { NO_USER = UINT32_MAX };

typedef struct Matching {
	Program *p;
	const Calls *calls;
	const PipeUser *users;
	uint32_t n_users;
	uint32_t *user_of; /* by FuncId; NO_USER: the function uses no pipe */
	Links links;
} Matching;

static uint8_t kind_of(const Matching *m, uint32_t user) { return ir_func(m->p, m->users[user].function)->kind; }

static void link_peers(Matching *m) {
	for (uint32_t u = 0; u < m->n_users; u++)
		for (uint32_t i = 0; i < m->users[u].peers.n; i++) {
			uint32_t other = m->user_of[m->users[u].peers.at[i]];
			if (other == NO_USER)
				continue;
			if (kind_of(m, u) == FUNC_AIC && kind_of(m, other) == FUNC_AIV)
				vec_push(&m->links, ((Link){ .cube = u, .vector = other }));
			if (kind_of(m, u) == FUNC_AIV && kind_of(m, other) == FUNC_AIC)
				vec_push(&m->links, ((Link){ .cube = other, .vector = u }));
		}
}

typedef struct Called { uint32_t user; StmtId at; } Called;
typedef VEC(Called) CalledVec;

/* The users of one kind that a group calls among its top statements, each at its first call. */
static void called_users(const Matching *m, FuncId group, uint8_t kind, CalledVec *out) {
	uint32_t n;
	const Callee *callees = calls_in(m->calls, group, &n);

	out->n = 0;
	for (uint32_t i = 0; i < n; i++)
		for (FuncId f = callees[i].site->is_top ? callees[i].callee : 0; f; f = calls_next(m->calls, f)) {
			uint32_t user = m->user_of[f], k = 0;
			if (user == NO_USER || kind_of(m, user) != kind)
				continue;
			while (k < out->n && out->at[k].user != user)
				k++;
			if (k == out->n)
				vec_push(out, ((Called){ user, callees[i].site->at }));
		}
}

static void link_groups(Matching *m) {
	CalledVec cubes = { 0 }, vectors = { 0 };

	for (FuncId g = 1; g <= ir_func_count(m->p); g++) {
		if (ir_func(m->p, g)->kind != FUNC_GROUP)
			continue;
		called_users(m, g, FUNC_AIC, &cubes);
		called_users(m, g, FUNC_AIV, &vectors);
		for (uint32_t a = 0; a < cubes.n; a++)
			for (uint32_t b = 0; b < vectors.n; b++)
				vec_push(&m->links, ((Link){ cubes.at[a].user, vectors.at[b].user, g, cubes.at[a].at, vectors.at[b].at }));
	}
	vec_free(&cubes);
	vec_free(&vectors);
}

/* By pair; the first group comes first, a mere peer last. */
static int by_pair(const void *a, const void *b) {
	const Link *x = a, *y = b;

	if (x->cube != y->cube)
		return x->cube < y->cube ? -1 : 1;
	if (x->vector != y->vector)
		return x->vector < y->vector ? -1 : 1;
	return (x->group - 1 > y->group - 1) - (x->group - 1 < y->group - 1);
}

static void pair_up(Matching *m, PairVec *pairs) {
	bool *taken = mem_alloc(m->n_users * sizeof *taken);

	memset(taken, 0, m->n_users * sizeof *taken);
	link_peers(m);
	link_groups(m);
	if (m->links.n > 1)
		qsort(m->links.at, m->links.n, sizeof *m->links.at, by_pair);
	for (uint32_t i = 0; i < m->links.n; i++) {
		const Link *l = &m->links.at[i];
		if (i && l->cube == l[-1].cube && l->vector == l[-1].vector)
			continue;
		vec_push(pairs, ((PipePair){ .cube = &m->users[l->cube], .vector = &m->users[l->vector], .group = l->group,
			.cube_call = l->cube_call, .vector_call = l->vector_call }));
		taken[l->cube] = taken[l->vector] = true;
	}
	for (uint32_t a = 0; a < m->n_users; a++) {
		uint8_t kind = kind_of(m, a);
		if (!taken[a] && (kind == FUNC_AIC || kind == FUNC_AIV))
			vec_push(pairs, ((PipePair){ .cube = kind == FUNC_AIC ? &m->users[a] : NULL, .vector = kind == FUNC_AIV ? &m->users[a] : NULL }));
	}
	mem_free_(taken);
}

Pipes pipes_of(Program *p) {
	Calls *calls = calls_new(p);
	Pipes out = pipes_with(p, calls);

	calls_free(calls);
	return out;
}

Pipes pipes_with(Program *p, const Calls *calls) {
	UserVec users = { 0 };
	PairVec pairs = { 0 };
	Pipes out;
	Matching m = { .p = p, .calls = calls, .user_of = mem_alloc((ir_func_count(p) + 1) * sizeof *m.user_of) };

	memset(m.user_of, 0xff, (ir_func_count(p) + 1) * sizeof *m.user_of);
	for (FuncId f = 1; f <= ir_func_count(p); f++) {
		PipeUser u;
		if (!scan_function(p, calls, f, &u))
			continue;
		m.user_of[f] = users.n;
		vec_push(&users, u);
	}
	/* Pairs point to users, so users move to the arena first. */
	out.n_users = users.n;
	out.users = m.users = arena_copy(p->arena, users.at, users.n * sizeof(PipeUser));
	m.n_users = users.n;
	pair_up(&m, &pairs);
	out.n_pairs = pairs.n;
	out.pairs = arena_copy(p->arena, pairs.at, pairs.n * sizeof(PipePair));
	mem_free_(m.user_of);
	vec_free(&m.links);
	vec_free(&users);
	vec_free(&pairs);
	return out;
}
