#include "reports/memory_map.h"

#include "analyzer/lifetimes.h"
#include "analyzer/pipes.h"
#include "checks/memory/placement.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ADDRESS_UNIT = 32 };

static int64_t plus(int64_t a, int64_t b) {
	int64_t sum;
	return a < 0 || b < 0 || __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static void add_row(MemoryMap *m, const MemoryRow *row) {
	m->all_known &= row->bytes >= 0;
	if (row->at >= 0 && row->bytes > 0 && plus(row->at, row->bytes) > m->need)
		m->need = plus(row->at, row->bytes);
	vec_push(&m->rows, *row);
}

/* Slots of the ring whose buffer the function reserves there; 1: no pipe uses it. */
static int64_t ring_slots(const Pipes *pipes, FuncId f, Span at) {
	for (uint32_t i = 0; i < pipes->n_users; i++)
		for (uint32_t k = 0; pipes->users[i].function == f && k < pipes->users[i].n_pipes; k++) {
			const Pipe *x = &pipes->users[i].pipes[k];
			for (int d = 0; d < 3; d++)
				if (x->side[d].used && x->side[d].reserved && x->side[d].span.line == at.line)
					return x->slots > 0 ? x->slots : pipe_default_slots(x->mask);
		}
	return 1;
}

/* Ring storage at its base, else stacked from the bottom. */
static void add_rings(MemoryMap *m, const Storage *s, const Pipes *pipes) {
	for (uint32_t i = 0; i < s->reserved.n; i++) {
		const ReservedRegion *x = &s->reserved.at[i];
		if (x->space != m->space)
			continue;
		const Stmt *st = ir_stmt(s->p, x->stmt);
		const Call *c = ir_call_of(s->p, x->stmt);
		ExprId named = c ? ir_get(s->p, c->kwargs, "name") : 0;
		MemoryRow row = {.kind = MEMORY_RING, .at = x->base >= 0 ? x->base : m->rings, .bytes = x->bytes, .slots = ring_slots(pipes, s->f, st->span), .to = m->height, .first = st->span, .last = st->span};
		row.name = named && ir_expr(s->p, named)->kind == X_STR ? ir_text(s->p, ir_expr(s->p, named)->str) : ir_hint(s->p, st->var);
		add_row(m, &row);
		m->rings = plus(m->rings, x->bytes < 0 ? 0 : storage_round(x->bytes, m->space));
	}
}

static Span first_tile(const Storage *s, uint32_t allocation, Span *last) {
	Span first = {0};
	for (uint32_t i = 0; i < s->tiles.n; i++)
		if (s->tiles.at[i].allocation == allocation) {
			*last = ir_var(s->p, s->tiles.at[i].var)->span;
			first = first.line ? first : *last;
		}
	return first;
}

/* Regions above the rings, each slot rounded up. */
static void add_regions(MemoryMap *m, const Storage *s) {
	for (uint32_t k = 1; k < s->allocations.n; k++) {
		const Allocation *a = &s->allocations.at[k];
		if (a->space != m->space || !a->pinned || (s->addressed && a->slots < 2))
			continue;
		int64_t slot = storage_round(a->slot_bytes, a->space), all;
		if (slot < 0 || __builtin_mul_overflow(slot, a->slots, &all))
			all = -1;
		MemoryRow row = {.kind = MEMORY_REGION, .name = ir_hint(s->p, a->base), .at = s->addressed ? a->address : plus(m->rings, m->regions), .bytes = all,
			.slots = a->slots, .to = m->height};
		row.first = first_tile(s, k, &row.last);
		add_row(m, &row);
		m->regions = plus(m->regions, all < 0 ? 0 : all);
	}
}

static void add_addressed(MemoryMap *m, const Storage *s) {
	Lifetimes life = {0};
	lifetimes_of(s, LIVE_TILES, &life);
	for (uint32_t i = 0; i < life.n; i++) {
		const Lifetime *l = &life.at[i];
		const TileStorage *t = storage_tile(s, l->var);
		const Allocation *a = t ? storage_allocation(s, t) : NULL;
		if (l->space != m->space || !t || l->from > l->to || (a && a->pinned && a->slots > 1))
			continue;
		MemoryRow row = {.kind = MEMORY_TILE, .name = ir_hint(s->p, l->var), .at = t->is_fixed ? t->at : -1, .bytes = l->bytes, .slots = 1, .from = l->from, .to = l->to,
			.first = l->first, .last = l->last};
		add_row(m, &row);
	}
	vec_free(&life);
}

static void add_placed(MemoryMap *m, const Storage *s, const CheckOptions *o, Arena *arena) {
	Lifetimes life = {0};
	VEC(PlaceItem) item = {0};
	VEC(uint32_t) from = {0};
	lifetimes_of(s, LIVE_CARRIED, &life);
	for (uint32_t i = 0; i < life.n; i++) {
		const Lifetime *l = &life.at[i];
		if (l->space != m->space || l->pinned || l->from > l->to)
			continue;
		PlaceItem x = {.bytes = l->bytes < 0 ? 0 : storage_round(l->bytes, SPACE_VEC), .from = l->from, .to = l->to, .at = -1};
		vec_push(&item, x);
		vec_push(&from, i);
	}
	Placement p;
	int64_t reserved = plus(m->rings, m->regions), free_bytes = m->limit > reserved ? m->limit - reserved : m->limit ? 0 : INT64_MAX - reserved;
	place(item.at, item.n, free_bytes, ADDRESS_UNIT, o->solver_ms, o->solver_rlimit, arena, &p);
	/* Too full: the picture shows the layout that first fit makes beyond the limit. */
	if (p.answer != PLACE_FITS && reserved < INT64_MAX)
		place(item.at, item.n, INT64_MAX - reserved, ADDRESS_UNIT, o->solver_ms, o->solver_rlimit, arena, &p);
	m->peak = p.peak;
	for (uint32_t k = 0; k < item.n; k++) {
		const Lifetime *l = &life.at[from.at[k]];
		MemoryRow row = {.kind = MEMORY_TILE, .name = ir_hint(s->p, l->var), .at = item.at[k].at >= 0 ? plus(reserved, item.at[k].at) : -1, .bytes = l->bytes, .slots = 1,
			.from = l->from, .to = l->to, .first = l->first, .last = l->last};
		add_row(m, &row);
	}
	vec_free(&life);
	vec_free(&item);
	vec_free(&from);
}

static bool overlap(const MemoryRow *a, const MemoryRow *b) {
	return a->at >= 0 && b->at >= 0 && a->bytes > 0 && b->bytes > 0 && a->from <= b->to && b->from <= a->to && a->at < plus(b->at, b->bytes) && b->at < plus(a->at, a->bytes);
}

static void mark_conflicts(MemoryMap *m) {
	for (uint32_t i = 0; i < m->rows.n; i++) {
		MemoryRow *a = &m->rows.at[i];
		a->in_conflict |= m->limit && a->at >= 0 && a->bytes > 0 && plus(a->at, a->bytes) > m->limit;
		for (uint32_t k = 0; k < i; k++)
			if (overlap(a, &m->rows.at[k]))
				a->in_conflict = m->rows.at[k].in_conflict = true;
	}
}

static int by_address(const void *x, const void *y) {
	const MemoryRow *a = x, *b = y;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return (a->at > b->at) - (a->at < b->at);
}

void memory_maps(Program *p, const CheckOptions *o, Arena *arena, MemoryMaps *out) {
	Pipes pipes = pipes_of(p);
	for (FuncId f = 1; f <= ir_func_count(p); f++) {
		Storage *s = storage_new(p, f, o->arch);
		bool used[SPACE_COUNT] = {0};
		Lifetimes life = {0};
		uint32_t height = 1;
		lifetimes_of(s, LIVE_TILES, &life);
		for (uint32_t i = 0; i < life.n; i++) {
			height = life.at[i].to > height ? life.at[i].to : height;
			used[life.at[i].space] = true;
		}
		for (uint32_t i = 0; i < s->reserved.n; i++)
			used[s->reserved.at[i].space] = true;
		vec_free(&life);
		for (int k = 1; k < SPACE_COUNT; k++) {
			if (!used[k])
				continue;
			MemoryMap m = {.function = ir_text(p, ir_func(p, f)->name), .space = (Space)k, .limit = machine_capacity(o->arch, (Space)k),
				.physical = machine_physical(o->arch, (Space)k), .addressed = s->addressed, .all_known = true, .height = height};
			add_rings(&m, s, &pipes);
			add_regions(&m, s);
			if (s->addressed)
				add_addressed(&m, s);
			else
				add_placed(&m, s, o, arena);
			if (m.rows.n)
				qsort(m.rows.at, m.rows.n, sizeof *m.rows.at, by_address);
			mark_conflicts(&m);
			vec_push(out, m);
		}
		storage_free(s);
	}
}

void memory_maps_free(MemoryMaps *m) {
	for (uint32_t i = 0; i < m->n; i++)
		vec_free(&m->at[i].rows);
	vec_free(m);
}
