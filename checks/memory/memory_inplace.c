/* Results on the bytes of their own operands. Partial overlap is never right: an op may have written what it still reads. */
#include "checks/memory/memory_unit.h"

typedef enum Class { CLASS_UNKNOWN, CLASS_EACH, CLASS_FIRST, CLASS_FOLD, CLASS_COPY, CLASS_NEVER } Class;

static const unsigned char classes[OP_COUNT] = {
#define INPLACE(op, class) [OP_##op] = CLASS_##class,
#include "checks/memory/memory_inplace.def"
};

static const Type *type_of(const MemoryUnit *m, uint32_t tile) {
	return ir_type(m->p, ir_var(m->p, m->storage->tiles.at[tile].var)->type);
}

/* -1: not constant. */
static int64_t elements(const MemoryUnit *m, uint32_t tile) {
	const Type *t = type_of(m, tile);
	int64_t n = 1;
	for (uint32_t i = 0; i < t->shape.n; i++) {
		int64_t d;
		if (!ir_const_int(m->p, t->shape.at[i], &d) || d < 0 || __builtin_mul_overflow(n, d, &n))
			return -1;
	}
	return n;
}

static bool same_type(const MemoryUnit *m, uint32_t a, uint32_t b) {
	const Type *x = type_of(m, a), *y = type_of(m, b);
	bool same = x->dtype == y->dtype && x->shape.n == y->shape.n && !x->view == !y->view && (!x->view || ir_same_expr(m->p, x->view, y->view));
	for (uint32_t i = 0; same && i < x->shape.n; i++)
		same = ir_same_expr(m->p, x->shape.at[i], y->shape.at[i]);
	return same;
}

/* Element k is written after it was read, and no later one is harmed. */
static InPlace each(const MemoryUnit *m, uint32_t result, uint32_t operand) {
	int64_t a = elements(m, result), b = elements(m, operand);
	if (dtype_storage_bits[type_of(m, result)->dtype] > dtype_storage_bits[type_of(m, operand)->dtype])
		return IN_PLACE_WRONG;
	return a >= 0 && a == b ? IN_PLACE_SAFE : IN_PLACE_UNKNOWN;
}

InPlace memory_in_place(const MemoryUnit *m, OpId op, uint32_t result, uint32_t operand, uint32_t arg, Relation relation) {
	Class class = (Class)classes[op];
	if (relation == PLACES_APART)
		return IN_PLACE_SAFE;
	if (relation == PLACES_MAYBE)
		return IN_PLACE_UNKNOWN;
	if (class == CLASS_UNKNOWN)
		return IN_PLACE_UNKNOWN;
	if (class == CLASS_NEVER || relation == PLACES_OVERLAP)
		return IN_PLACE_WRONG;
	if (class == CLASS_COPY)
		return same_type(m, result, operand) ? IN_PLACE_SAFE : IN_PLACE_UNKNOWN;
	if (class == CLASS_FOLD)
		return arg == 0 ? IN_PLACE_SAFE : IN_PLACE_UNKNOWN;
	if (class == CLASS_FIRST && arg > 0 && elements(m, result) != elements(m, operand))
		return IN_PLACE_UNKNOWN;
	return each(m, result, operand);
}
