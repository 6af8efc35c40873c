/* Places of tiles, the writes of loops, and phis whose sides lie apart. */
#include "checks/memory/memory_unit.h"

#include "analyzer/rewrite.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_QUERIES = 48, QUERY_MS = 300 };

typedef struct Scan {
	MemoryUnit *m;
	IndexEnv env;
	TileEvents events;
} Scan;

uint32_t memory_tile(const MemoryUnit *m, VarId v) {
	const TileStorage *t = storage_tile(m->storage, v);
	return t ? (uint32_t)(t - m->storage->tiles.at) : NO_TILE;
}

const char *memory_tile_name(const MemoryUnit *m, uint32_t tile) { return ir_hint(m->p, m->storage->tiles.at[tile].var); }

/* ---- places ---- */

Place memory_place(const MemoryUnit *m, IndexEnv *env, uint32_t tile) {
	const TileStorage *t = &m->storage->tiles.at[tile];
	Place out = {.bytes = machine_tile_bytes(m->p, ir_var(m->p, t->var)->type, m->o->arch)};
	if (t->kind != STORAGE_DECLARED && t->kind != STORAGE_RESOLVED)
		return out;
	if (out.bytes < 0)
		out.bytes = t->bytes;
	memory_stride_apply(m, tile, &out);
	bool addressed = m->storage->addressed && t->kind == STORAGE_RESOLVED;
	out.region = addressed ? (uint32_t)t->space : SPACE_COUNT + t->allocation;
	if (t->kind == STORAGE_RESOLVED) {
		out.offset = t->is_fixed ? term_int(m->terms, t->at) : t->offset ? index_term(env, t->offset) : 0;
	} else {
		/* Slots of a size that is not known lie one behind the other all the same. */
		int64_t slot = storage_allocation(m->storage, t)->slot_bytes;
		out.offset = term_scale(m->terms, t->index ? index_term(env, t->index) : term_int(m->terms, 0), slot > 0 ? slot : 1);
		if (slot <= 0)
			out.bytes = 1;
	}
	out.fixed = out.offset && term_is_int(m->terms, out.offset, &out.at);
	return out;
}

/* Whether two places at a known distance b - a share bytes. */
static Relation at_distance(int64_t d, int64_t a_bytes, int64_t b_bytes) {
	if (d == 0)
		return PLACES_SAME_START;
	int64_t reach = d > 0 ? a_bytes : b_bytes;
	if (reach < 0)
		return PLACES_MAYBE;
	return d == INT64_MIN || (d > 0 ? d : -d) >= reach ? PLACES_APART : PLACES_OVERLAP;
}

static Relation ask_solver(MemoryUnit *m, Term d, int64_t a_bytes, int64_t b_bytes) {
	/* Without an answer the execution decides; long thinking does not pay. */
	if (a_bytes <= 0 || b_bytes <= 0 || m->queries++ >= MOST_QUERIES)
		return PLACES_MAYBE;
	if (!m->solver)
		m->solver = solver_new(m->terms, m->o->solver_ms < QUERY_MS ? m->o->solver_ms : QUERY_MS, m->o->solver_rlimit, NULL);
	Term behind[2] = {term_int(m->terms, a_bytes), d}, before[2] = {d, term_int(m->terms, -b_bytes)};
	Term sides[2] = {term_fn(m->terms, FN_LE, behind, 2), term_fn(m->terms, FN_LE, before, 2)};
	Term apart = term_fn(m->terms, FN_OR, sides, 2);
	return solver_implies(m->solver, m->facts.at, m->facts.n, apart) == ANSWER_YES ? PLACES_APART : PLACES_MAYBE;
}

Relation memory_relation(MemoryUnit *m, const Place *a, const Place *b) {
	int64_t d;
	if (!a->region || a->region != b->region)
		return PLACES_APART;
	if (a->fixed && b->fixed)
		return __builtin_sub_overflow(b->at, a->at, &d) ? PLACES_APART : at_distance(d, a->bytes, b->bytes);
	if (!a->offset || !b->offset)
		return PLACES_MAYBE;
	Term distance = term_sub(m->terms, b->offset, a->offset);
	if (term_is_int(m->terms, distance, &d))
		return at_distance(d, a->bytes, b->bytes);
	return ask_solver(m, distance, a->bytes, b->bytes);
}

/* ---- phis ---- */

static bool is_pinned(const MemoryUnit *m, uint32_t tile) {
	const Allocation *a = storage_allocation(m->storage, &m->storage->tiles.at[tile]);
	return a && a->pinned;
}

bool memory_phi_is_final(const MemoryUnit *m, StmtId s, uint32_t a, uint32_t b) {
	if (is_pinned(m, a) || is_pinned(m, b))
		return true;
	/* The compiler never places the state of while loops; who emits them copies it. */
	return m->shares && ir_stmt(m->p, s)->kind != S_WHILE;
}

/* to takes over the value of from at the border of s. */
static void phi(MemoryUnit *m, StmtId s, uint32_t to, uint32_t from) {
	if (to == NO_TILE || from == NO_TILE || !m->place[to].region)
		return;
	if (m->stride[from].rows || m->stride[from].reach) {
		m->stride[to] = m->stride[from];
		memory_stride_apply(m, to, &m->place[to]);
	}
	if (m->place[from].region && memory_relation(m, &m->place[to], &m->place[from]) == PLACES_SAME_START)
		return;
	if (!m->place[from].region && !m->by_copy[from])
		return;
	if (!memory_phi_is_final(m, s, to, from))
		m->by_copy[to] = m->has_copies = true;
}

static List yielded(const Program *p, Block b) {
	const Stmt *last = b.n ? ir_stmt(p, b.at[b.n - 1]) : NULL;
	return last && last->kind == S_YIELD ? last->values : (List){0};
}

static void phis(MemoryUnit *m, StmtId id) {
	const Stmt *st = ir_stmt(m->p, id);
	List values = yielded(m->p, st->body), other = yielded(m->p, st->orelse);
	for (uint32_t i = 0; i < st->returns.n && st->kind != S_UNPACK; i++) {
		uint32_t to = memory_tile(m, st->returns.at[i]);
		if (i < values.n)
			phi(m, id, to, memory_value_tile(m, values.at[i]));
		if (i < other.n)
			phi(m, id, to, memory_value_tile(m, other.at[i]));
		if (i < st->iters.n)
			phi(m, id, to, memory_tile(m, st->iters.at[i]));
	}
	for (uint32_t i = 0; i < st->iters.n; i++) {
		uint32_t to = memory_tile(m, st->iters.at[i]);
		phi(m, id, to, memory_value_tile(m, ir_var(m->p, st->iters.at[i])->init));
		if (i < values.n)
			phi(m, id, to, memory_value_tile(m, values.at[i]));
	}
}

/* ---- the walk over the text ---- */

static void scan_block(Scan *x, Block b, unsigned nest);

static void set_scalar(Scan *x, VarId v, Term value) {
	if (v && v < x->env.vars)
		x->env.value[v] = value;
}

static void place_tile(Scan *x, uint32_t tile) {
	MemoryUnit *m = x->m;
	m->place[tile] = memory_place(m, &x->env, tile);
	m->bound += m->place[tile].region != 0;
}

static void define(Scan *x, VarId v) {
	uint32_t tile = memory_tile(x->m, v);
	if (tile != NO_TILE)
		place_tile(x, tile);
	else
		set_scalar(x, v, index_unknown(&x->env, ir_hint(x->m->p, v), v));
}

static void note_write(Scan *x, StmtId s, uint32_t tile, bool is_update) {
	vec_push(&x->m->writes, ((MemoryWrite){tile, s, is_update}));
}

static void scan_simple(Scan *x, StmtId id) {
	MemoryUnit *m = x->m;
	const Stmt *st = ir_stmt(m->p, id);
	TileEvents *e = &x->events;
	memory_events(m, id, e);
	if (e->unknown && !m->unsupported) {
		m->unsupported = e->unknown;
		m->unsupported_at = st->span;
	}
	if (st->kind == S_ASSIGN && !e->made.n)
		set_scalar(x, st->var, index_term(&x->env, st->expr));
	for (uint32_t i = 0; st->kind == S_UNPACK && i < st->returns.n; i++)
		define(x, st->returns.at[i]);
	for (uint32_t i = 0; i < e->made.n; i++) {
		uint32_t tile = e->made.at[i];
		memory_stride_from(m, tile, e->source, e->make);
		if (st->kind == S_ASSIGN)
			place_tile(x, tile);
		m->blank[tile] = e->make == MAKE_BLANK || ((e->make == MAKE_SAME || e->make == MAKE_PART) && e->source != NO_TILE && m->blank[e->source]);
		if (e->make == MAKE_WRITE || e->make == MAKE_IN_PLACE || e->make == MAKE_RING)
			note_write(x, id, tile, false);
	}
	if (e->updated != NO_TILE)
		note_write(x, id, e->updated, true);
	for (uint32_t i = 0; i < e->reads.n; i++)
		if (memory_is_scratch(m, e, e->reads.at[i].tile))
			note_write(x, id, e->reads.at[i].tile, false);
}

static void enter_loop(Scan *x, StmtId id) {
	MemoryUnit *m = x->m;
	const Stmt *st = ir_stmt(m->p, id);
	char name[32];
	MemoryLoop loop = {.stmt = id, .first = m->writes.n, .tile = NO_TILE};
	Term start = 0, step = 0, stop = 0;
	if (st->kind == S_FOR) {
		int64_t trip;
		start = index_term(&x->env, st->start);
		stop = index_term(&x->env, st->stop);
		step = index_term(&x->env, st->step);
		loop.once = term_is_int(m->terms, index_trip(&x->env, start, stop, step, id), &trip) && trip <= 1;
	}
	vec_push(&m->loops, loop);
	snprintf(name, sizeof name, "iteration@%u", ir_stmt(m->p, id)->span.line);
	Term symbol = term_apply(m->terms, name, &(Term){term_int(m->terms, id)}, 1);
	Term known[2] = {term_int(m->terms, 0), symbol};
	vec_push(&m->facts, term_fn(m->terms, FN_LE, known, 2));
	if (x->env.loops < INDEX_MAX_LOOPS)
		x->env.loop[x->env.loops++] = symbol;
	if (st->kind == S_FOR)
		set_scalar(x, st->var, term_add(m->terms, start, term_mul(m->terms, step, symbol)));
	else if (st->var)
		define(x, st->var);
}

static void scan_loop(Scan *x, StmtId id, unsigned nest) {
	MemoryUnit *m = x->m;
	const Stmt *st = ir_stmt(m->p, id);
	uint32_t outer = x->env.loops, number = m->loops.n;
	enter_loop(x, id);
	for (uint32_t i = 0; i < st->iters.n; i++)
		define(x, st->iters.at[i]);
	scan_block(x, st->body, nest + 1);
	x->env.loops = outer;
	m->loops.at[number].last = m->writes.n;
	for (uint32_t i = 0; i < st->returns.n; i++) {
		define(x, st->returns.at[i]);
		/* What its type says of the iteration is the last one's. */
		uint32_t tile = memory_tile(m, st->returns.at[i]);
		if (tile != NO_TILE && !m->place[tile].fixed)
			m->place[tile].offset = 0;
	}
	phis(m, id);
}

static void scan_block(Scan *x, Block b, unsigned nest) {
	if (nest >= MEMORY_NEST)
		return;
	for (uint32_t k = 0; k < b.n; k++) {
		const Stmt *st = ir_stmt(x->m->p, b.at[k]);
		scan_simple(x, b.at[k]);
		if (st->kind == S_FOR || st->kind == S_WHILE || st->kind == S_FOR_OTHER) {
			scan_loop(x, b.at[k], nest);
		} else if (st->body.n || st->orelse.n) {
			scan_block(x, st->body, nest + 1);
			scan_block(x, st->orelse, nest + 1);
			for (uint32_t i = 0; i < st->returns.n; i++)
				define(x, st->returns.at[i]);
			phis(x->m, b.at[k]);
		}
	}
}

/* ---- whether the planner has run ---- */

static uint32_t class_of(uint32_t *parent, uint32_t x) {
	while (parent[x] != x)
		x = parent[x] = parent[parent[x]];
	return x;
}

static void join(uint32_t *parent, uint32_t a, uint32_t b) {
	if (a != NO_TILE && b != NO_TILE)
		parent[class_of(parent, a)] = class_of(parent, b);
}

static void join_block(const MemoryUnit *m, uint32_t *parent, Block b, unsigned nest) {
	for (uint32_t k = 0; k < b.n && nest < MEMORY_NEST; k++) {
		const Stmt *st = ir_stmt(m->p, b.at[k]);
		List values = yielded(m->p, st->body), other = yielded(m->p, st->orelse);
		for (uint32_t i = 0; i < st->iters.n; i++) {
			uint32_t tile = memory_tile(m, st->iters.at[i]);
			join(parent, tile, memory_value_tile(m, ir_var(m->p, st->iters.at[i])->init));
			join(parent, tile, i < values.n ? memory_value_tile(m, values.at[i]) : NO_TILE);
		}
		for (uint32_t i = 0; i < st->returns.n; i++) {
			uint32_t tile = memory_tile(m, st->returns.at[i]);
			join(parent, tile, i < st->iters.n ? memory_tile(m, st->iters.at[i]) : NO_TILE);
			join(parent, tile, i < values.n ? memory_value_tile(m, values.at[i]) : NO_TILE);
			join(parent, tile, i < other.n ? memory_value_tile(m, other.at[i]) : NO_TILE);
		}
		join_block(m, parent, st->body, nest + 1);
		join_block(m, parent, st->orelse, nest + 1);
	}
}

/* Before the planner, one allocation holds one value with its views, in-place results and phis. */
static bool shares_bytes(const MemoryUnit *m) {
	if (m->storage->addressed)
		return true;
	uint32_t *parent = mem_alloc((m->n + 1) * sizeof *parent), *first = mem_alloc(m->storage->allocations.n * sizeof *first);
	bool shares = false;
	for (uint32_t i = 0; i < m->n; i++)
		parent[i] = i;
	for (uint32_t i = 0; i < m->n; i++)
		join(parent, i, memory_tile(m, m->storage->tiles.at[i].root));
	join_block(m, parent, ir_func(m->p, m->f)->body, 0);
	for (uint32_t i = 0; i < m->storage->allocations.n; i++)
		first[i] = NO_TILE;
	for (uint32_t i = 0; i < m->n && !shares; i++) {
		uint32_t a = m->storage->tiles.at[i].allocation;
		if (!a || m->storage->allocations.at[a].pinned || m->storage->tiles.at[i].kind != STORAGE_RESOLVED)
			continue;
		if (first[a] == NO_TILE)
			first[a] = class_of(parent, i);
		shares = first[a] != class_of(parent, i);
	}
	free(parent);
	free(first);
	return shares;
}

/* ---- opening and closing ---- */

/* A tile that is written into later was not blank for those who share its buffer. */
static void unblank(MemoryUnit *m) {
	bool *touched = ARENA_ARRAY(m->storage->arena, bool, m->storage->vars + 1);
	for (uint32_t i = 0; i < m->writes.n; i++)
		if (m->writes.at[i].is_update)
			touched[m->storage->tiles.at[m->writes.at[i].tile].root] = true;
	for (uint32_t k = 0; k < m->n; k++)
		m->blank[k] &= !touched[m->storage->tiles.at[k].root];
}

static bool is_bound(const MemoryUnit *m) {
	for (uint32_t i = 0; i < m->n; i++)
		if (m->storage->tiles.at[i].kind == STORAGE_DECLARED || m->storage->tiles.at[i].kind == STORAGE_RESOLVED)
			return true;
	return false;
}

void memory_open(MemoryUnit *m, const Program *p, FuncId f, const CheckOptions *o) {
	*m = (MemoryUnit){.p = p, .f = f, .o = o, .storage = storage_new(p, f, o->arch), .terms = terms_new()};
	m->n = m->storage->tiles.n;
	m->regions = SPACE_COUNT + m->storage->allocations.n;
	Arena *a = m->storage->arena;
	m->value = ARENA_ARRAY(a, Term, p->vars.n + 1);
	m->place = ARENA_ARRAY(a, Place, m->n + 1);
	m->stride = ARENA_ARRAY(a, Stride, m->n + 1);
	m->blank = ARENA_ARRAY(a, bool, m->n + 1);
	m->by_copy = ARENA_ARRAY(a, bool, m->n + 1);
	if (!is_bound(m))
		return; /* most dumps of the early stages */
	m->shares = shares_bytes(m);
	Scan x = {.m = m, .env = {.p = p, .terms = m->terms, .value = m->value, .vars = p->vars.n, .floor_division = o->floor_division, .lane = -1,
		.scope = ""}};
	const Function *fn = ir_func(p, f);
	for (uint32_t i = 0; i < fn->n_params; i++)
		define(&x, fn->params[i].var);
	scan_block(&x, fn->body, 0);
	memory_events_free(&x.events);
	unblank(m);
}

void memory_close(MemoryUnit *m) {
	solver_free(m->solver);
	vec_free(&m->writes);
	vec_free(&m->loops);
	vec_free(&m->facts);
	terms_free(m->terms);
	storage_free(m->storage);
}
