/* A MemRef holds what its type needs, and lies in its allocation. It may be larger: the planner gives several tiles the bytes of the
 * largest. */
#include "checks/memory/memory_unit.h"

/* The MemRef of v is smaller than its type. */
static bool too_small(const MemoryUnit *m, VarId v, SizeFault *out) {
	TypeId id = v ? ir_var(m->p, v)->type : 0;
	const Type *t = id ? ir_type(m->p, id) : NULL;
	int64_t size, needs;
	if (!t || !t->memref || t->memref->is_declared || !t->memref->size || !ir_const_int(m->p, t->memref->size, &size))
		return false;
	needs = t->kind == T_TENSOR ? machine_tensor_bytes(m->p, id) : machine_tile_bytes(m->p, id, m->o->arch);
	if (needs <= size)
		return false;
	*out = (SizeFault){.var = v, .base = t->memref->base, .space = (Space)t->space, .end = needs, .size = size};
	return true;
}

static bool any_too_small(const MemoryUnit *m, List vars, SizeFault *out) {
	for (uint32_t i = 0; i < vars.n; i++)
		if (too_small(m, vars.at[i], out))
			return true;
	return false;
}

static bool scan_block(const MemoryUnit *m, Block b, SizeFault *out, unsigned nest) {
	for (uint32_t i = 0; i < b.n && nest < MEMORY_NEST; i++) {
		const Stmt *s = ir_stmt(m->p, b.at[i]);
		if ((s->kind == S_ASSIGN && too_small(m, s->var, out)) || any_too_small(m, s->iters, out) || scan_block(m, s->body, out, nest + 1) ||
			scan_block(m, s->orelse, out, nest + 1) || any_too_small(m, s->returns, out))
			return true;
	}
	return false;
}

/* Whether offsets count from the allocation or from its space, a tile that is further from the first one of the allocation than the
 * allocation is long lies outside. */
static bool outside(const MemoryUnit *m, SizeFault *out) {
	const Storage *s = m->storage;
	int64_t *first = mem_alloc((s->allocations.n + 1) * sizeof *first);
	bool found = false;
	for (uint32_t i = 0; i < s->allocations.n; i++)
		first[i] = INT64_MAX;
	for (uint32_t i = 0; i < s->tiles.n; i++) {
		const TileStorage *t = &s->tiles.at[i];
		if (t->kind == STORAGE_RESOLVED && t->is_fixed && t->at < first[t->allocation])
			first[t->allocation] = t->at;
	}
	for (uint32_t i = 0; i < s->tiles.n && !found; i++) {
		const TileStorage *t = &s->tiles.at[i];
		const Allocation *a = storage_allocation(s, t);
		int64_t low = 0, end;
		if (t->kind != STORAGE_RESOLVED || !a->alloc || a->bytes < 0 || t->bytes < 0)
			continue;
		if (t->is_fixed && __builtin_sub_overflow(t->at, first[t->allocation], &low))
			continue;
		/* A run-time offset selects one of the slots. */
		if (t->is_fixed ? __builtin_add_overflow(low, t->bytes, &end) : __builtin_mul_overflow(t->bytes, t->slots, &end))
			end = INT64_MAX;
		found = end > a->bytes;
		if (found)
			*out = (SizeFault){.var = t->var, .base = a->base, .space = t->space, .low = low, .end = end, .size = a->bytes, .beyond = true};
	}
	mem_free_(first);
	return found;
}

bool memory_size_fault(const MemoryUnit *m, SizeFault *out) {
	const Function *fn = ir_func(m->p, m->f);
	for (uint32_t i = 0; i < fn->n_params; i++)
		if (too_small(m, fn->params[i].var, out))
			return true;
	return scan_block(m, fn->body, out, 0) || outside(m, out);
}
