/* Bytes per memory space (slots.md C.2, C.5; P21).
 *
 * committed is the reference's count: author regions and slots as they are. placed is what the assembler needs: each slot
 * rounded up to the alignment of its space, above the ring storage that reserve_buffer took at the bottom of it.
 */
#include "analyzer/slots.h"

#include <inttypes.h>

static bool add(int64_t *sum, int64_t more) { return !__builtin_add_overflow(*sum, more, sum); }

static bool rounded(int64_t bytes, Space s, int64_t *out) {
	int64_t align = machine_slot_alignment(s);
	if (align < 1)
		align = 1;
	int64_t up;
	if (__builtin_add_overflow(bytes, align - 1, &up))
		return false;
	*out = up / align * align;
	return true;
}

/* Regions that tiles of the text are bound to. */
typedef struct Region {
	Space space;
	int64_t bytes, slots; /* largest tile bound to it; most slots named */
} Region;

typedef struct Seed {
	SlotBudget *b;
	uint32_t *index; /* by VarId of the base: position in regions + 1; 0: not seen; UINT32_MAX: no region */
	VEC(Region) regions;
	VarVec *bases;
} Seed;

static void note_var(Seed *s, VarId v) {
	const Program *p = s->b->p;
	TypeId id = ir_var(p, v)->type;
	if (!id)
		return;
	const Type *t = ir_type(p, id);
	if (t->kind != T_TILE || !t->memref)
		return;
	uint32_t *at = &s->index[t->memref->base];
	if (!*at) {
		vec_push(s->bases, t->memref->base);
		*at = UINT32_MAX;
	}
	if (!t->memref->is_declared || !t->space)
		return;
	int64_t bytes = machine_tile_bytes(p, id, s->b->arch);
	if (bytes < 0)
		return;
	if (*at == UINT32_MAX) {
		Region fresh = {0};
		vec_push(&s->regions, fresh);
		*at = s->regions.n;
	}
	Region *r = &s->regions.at[*at - 1];
	r->space = (Space)t->space;
	r->bytes = bytes > r->bytes ? bytes : r->bytes;
	r->slots = t->memref->slots > r->slots ? t->memref->slots : r->slots;
}

/* The consumer of a ring reserves its storage: the vector core in Vec, the cube in Mat. */
static Space ring_space(const Program *p, FuncId f, bool vector_pipe) {
	FuncKind kind = (FuncKind)ir_func(p, f)->kind;
	if (kind == FUNC_AIC)
		return SPACE_MAT;
	return kind == FUNC_AIV || vector_pipe ? SPACE_VEC : SPACE_MAT;
}

typedef struct Rings {
	int64_t bytes;
	bool vector_pipe; /* an aiv_initialize_pipe stands in the function */
} Rings;

static void find_rings(const Program *p, Block b, Rings *out) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Call *c = ir_call_of(p, b.at[i]);
		int64_t size, whole;
		if (c && c->op == OP_SYSTEM_AIV_INITIALIZE_PIPE)
			out->vector_pipe = true;
		if (c && c->op == OP_SYSTEM_RESERVE_BUFFER && ir_get_int(p, c->kwargs, "size", &size) && size > 0 && rounded(size, SPACE_VEC, &whole) &&
			!add(&out->bytes, whole))
			out->bytes = INT64_MAX;
		find_rings(p, ir_stmt(p, b.at[i])->body, out);
		find_rings(p, ir_stmt(p, b.at[i])->orelse, out);
	}
}

void slots_budget_seed(SlotBudget *b, Program *p, FuncId f, Arch arch, VarVec *bases) {
	*b = (SlotBudget){.p = p, .arch = arch};
	Seed seed = {.b = b, .bases = bases};
	seed.index = mem_alloc(p->vars.n * sizeof *seed.index);
	memset(seed.index, 0, p->vars.n * sizeof *seed.index);
	VarVec vars = {0};
	Block body = ir_func(p, f)->body;
	for (uint32_t i = 0; i < body.n; i++) {
		vars.n = 0;
		uses_of(p, body.at[i], false, &vars);
		defs_of(p, body.at[i], DEFS_ALL, &vars);
		for (uint32_t k = 0; k < vars.n; k++)
			note_var(&seed, vars.at[k]);
	}
	for (uint32_t i = 0; i < seed.regions.n; i++) {
		const Region *r = &seed.regions.at[i];
		int64_t bytes, slot;
		if (!__builtin_mul_overflow(r->bytes, r->slots, &bytes) && bytes && !add(&b->committed[r->space], bytes))
			b->committed[r->space] = INT64_MAX;
		if (!rounded(r->bytes, r->space, &slot) || __builtin_mul_overflow(slot, r->slots, &bytes) || !add(&b->placed[r->space], bytes))
			b->placed[r->space] = INT64_MAX;
	}
	Rings rings = {0};
	find_rings(p, body, &rings);
	Space space = ring_space(p, f, rings.vector_pipe);
	b->rings[space] = rings.bytes;
	if (!add(&b->placed[space], rings.bytes))
		b->placed[space] = INT64_MAX;
	vec_free(&vars);
	vec_free(&seed.regions);
	mem_free_(seed.index);
}

/* Bytes of one slot of each load together, per space; false with the load when a size is unknown or the sum overflows. */
static bool demand(const SlotBudget *b, const SlotLoads *loads, bool placed, int64_t one[SPACE_COUNT], const SlotLoad **culprit) {
	for (uint32_t i = 0; i < loads->n; i++) {
		const SlotLoad *l = &loads->at[i];
		int64_t bytes = machine_tile_bytes(b->p, ir_var(b->p, l->var)->type, b->arch);
		*culprit = l;
		if (bytes < 0 || (placed && !rounded(bytes, l->space, &bytes)) || !add(&one[l->space], bytes))
			return false;
	}
	return true;
}

static const char *too_big(const SlotBudget *b, const SlotLoads *loads, int64_t stages, bool placed, Space s, int64_t one, int64_t taken, int64_t limit) {
	Arena *a = b->p->arena;
	const char *who = "";
	for (uint32_t i = 0, named = 0; i < loads->n && named <= 3; i++) {
		const SlotLoad *l = &loads->at[i];
		if (l->space != s)
			continue;
		const char *next = named == 3 ? "..."
			: arena_printf(a, "'%s' (tile.load at line %" PRIu32 ", %" PRId64 " bytes)", ir_hint(b->p, l->var), ir_stmt(b->p, l->stmt)->span.line,
				machine_tile_bytes(b->p, ir_var(b->p, l->var)->type, b->arch));
		who = arena_printf(a, "%s%s%s", who, named ? ", " : "", next);
		named++;
	}
	int64_t left = taken < limit ? limit - taken : 0;
	int64_t fits = left / (one ? one : 1);
	const char *before = "";
	if (placed && b->rings[s])
		before = arena_printf(a, " (%" PRId64 " of %" PRId64 " bytes are taken, %" PRId64 " of them by reserve_buffer)", taken, limit, b->rings[s]);
	else if (taken)
		before = arena_printf(a, " (%" PRId64 " of %" PRId64 " bytes are taken by other regions)", taken, limit);
	const char *what = fits >= 2 ? arena_printf(a, "ask for stage %" PRId64 " or less", fits > SLOTS_MOST ? SLOTS_MOST : fits)
		: arena_printf(a, "tiles of %" PRId64 " bytes together would fit twice", left / 2);
	return arena_printf(a, "%" PRId64 " slots of %s need %" PRId64 " bytes%s of %s; %s has %" PRId64 " left%s: %s", stages, who, one * stages,
		placed ? " after rounding" : "", space_names[s], arch_name(b->arch), left, before, what);
}

const char *slots_budget_refuses(const SlotBudget *b, const SlotLoads *loads, int64_t stages, bool placed) {
	int64_t one[SPACE_COUNT] = {0};
	const SlotLoad *culprit = NULL;
	if (!demand(b, loads, placed, one, &culprit))
		return arena_printf(b->p->arena, "the size of '%s' (tile.load at line %" PRIu32 ") is not a constant that can be added up; give it a constant shape",
			ir_hint(b->p, culprit->var), ir_stmt(b->p, culprit->stmt)->span.line);
	const int64_t *taken = placed ? b->placed : b->committed;
	for (int s = 1; s < SPACE_COUNT; s++) {
		int64_t limit = machine_capacity(b->arch, (Space)s), added;
		if (!one[s])
			continue;
		if (__builtin_mul_overflow(one[s], stages, &added))
			return arena_printf(b->p->arena, "the bytes of %" PRId64 " slots in %s exceed 64 bits", stages, space_names[s]);
		if (limit && (taken[s] >= limit || added > limit - taken[s]))
			return too_big(b, loads, stages, placed, (Space)s, one[s], taken[s], limit);
	}
	return NULL;
}

void slots_budget_commit(SlotBudget *b, const SlotLoads *loads, int64_t stages, int64_t added[SPACE_COUNT]) {
	int64_t exact[SPACE_COUNT] = {0}, whole[SPACE_COUNT] = {0};
	const SlotLoad *culprit;
	bool fits = demand(b, loads, true, whole, &culprit);
	demand(b, loads, false, exact, &culprit);
	for (int s = 1; s < SPACE_COUNT; s++) {
		/* The exact count was checked before; the rounded one may be beyond 64 bits when its guard is off. */
		int64_t more = exact[s] * stages, up;
		added[s] += more;
		if (!add(&b->committed[s], more))
			b->committed[s] = INT64_MAX;
		if (!fits || __builtin_mul_overflow(whole[s], stages, &up) || !add(&b->placed[s], up))
			b->placed[s] = INT64_MAX;
	}
}
