/* A tile that does not lie in its allocation lies in somebody else's bytes, whatever is written there. */
#include "checks/memory/memory_unit.h"

static bool is_inside_always(MemoryUnit *m, const Place *p, int64_t bytes) {
	int64_t last;
	if (p->fixed)
		return p->at >= 0 && p->bytes <= bytes && p->at <= bytes - p->bytes;
	if (!p->offset || p->bytes < 0 || __builtin_sub_overflow(bytes, p->bytes, &last))
		return false;
	if (!m->solver)
		m->solver = solver_new(m->terms, m->o->solver_ms, m->o->solver_rlimit, NULL);
	Term low = term_fn(m->terms, FN_LE, (Term[]){term_int(m->terms, 0), p->offset}, 2);
	Term high = term_fn(m->terms, FN_LE, (Term[]){p->offset, term_int(m->terms, last)}, 2);
	return solver_implies(m->solver, m->facts.at, m->facts.n, term_fn(m->terms, FN_AND, (Term[]){low, high}, 2)) == ANSWER_YES;
}

OutsideAnswer memory_outside(MemoryUnit *m, Arena *a) {
	OutsideAnswer doubt = {.verdict = VERDICT_PROVED};
	for (uint32_t i = 0; i < m->n; i++) {
		const TileStorage *t = &m->storage->tiles.at[i];
		const Allocation *of = storage_allocation(m->storage, t);
		const Place *p = &m->place[i];
		OutsideAnswer out = {.verdict = VERDICT_REFUTED, .tile = i};
		if (t->kind != STORAGE_RESOLVED || !p->region || !of || !of->alloc)
			continue;
		const char *name = memory_tile_name(m, i), *base = ir_hint(m->p, of->base);
		if (of->space && t->space != of->space) {
			out.reason = arena_printf(a, "'%s' is a tile in %s, and '%s', where it lies, is allocated in %s", name, space_names[t->space], base, space_names[of->space]);
			return out;
		}
		if (p->fixed && p->at < 0) {
			out.reason = arena_printf(a, "'%s' begins %lld bytes before %s '%s'", name, -(long long)p->at, m->storage->addressed ? "the memory of" : "its allocation", base);
			return out;
		}
		if (m->storage->addressed || of->bytes < 0 || p->bytes < 0 || is_inside_always(m, p, of->bytes))
			continue;
		/* One that begins where another allocation could is perhaps an address after all: analyzer/storage.c goes by the majority. */
		if (p->fixed && !p->is_rough && (p->at < of->bytes || !p->at)) {
			out.reason = arena_printf(a, "'%s' takes %lld bytes at %lld of its allocation '%s', which has %lld", name, (long long)p->bytes, (long long)p->at, base,
				(long long)of->bytes);
			return out;
		}
		if (t->index || p->is_rough) /* whether the slot exists is asked by slots.range */
			continue;
		doubt = (OutsideAnswer){.verdict = VERDICT_UNKNOWN, .tile = i,
			.reason = arena_printf(a, "whether '%s' lies within the %lld bytes of its allocation '%s' is not known", name, (long long)of->bytes, base)};
	}
	return doubt;
}
