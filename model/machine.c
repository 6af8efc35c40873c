#include "model/machine.h"

#include <strings.h>

enum { ARCHS = ARCH_A5 + 1 };

static const char *const arch_names[] = {[ARCH_A2A3] = "a2a3", [ARCH_A5] = "a5"};
static const char *const planner_names[] = {[PLANNER_PYPTO] = "pypto", [PLANNER_PTOAS] = "ptoas"};
static const char *const credits_names[] = {[CREDITS_IDEAL] = "ideal", [CREDITS_A2A3] = "a2a3", [CREDITS_A5] = "a5"};

static const struct {
	int64_t planned, present; /* bytes */
} capacities[ARCHS][SPACE_COUNT] = {
#define CAPACITY(arch, space, planned, present) [ARCH_##arch][SPACE_##space] = {planned, present},
#include "model/machine.def"
};

static const int64_t slot_alignments[SPACE_COUNT] = {
	[SPACE_NONE] = 1,
#define SPACE(name, text, align) [SPACE_##name] = align,
#include "model/machine.def"
};

static int find(const char *const *names, size_t count, const char *name, int (*compare)(const char *, const char *)) {
	for (size_t i = 0; i < count; i++)
		if (compare(names[i], name) == 0)
			return (int)i;
	return -1;
}

#define FIND(names, name, compare) find((names), sizeof(names) / sizeof *(names), (name), (compare))

bool arch_find(const char *name, Arch *out) {
	int i = FIND(arch_names, name, strcmp);
	if (i >= 0)
		*out = (Arch)i;
	return i >= 0;
}

bool planner_find(const char *name, Planner *out) {
	int i = FIND(planner_names, name, strcasecmp);
	if (i >= 0)
		*out = (Planner)i;
	return i >= 0;
}

bool credits_find(const char *name, Credits *out) {
	int i = FIND(credits_names, name, strcmp);
	if (i >= 0)
		*out = (Credits)i;
	return i >= 0;
}

const char *arch_name(Arch a) { return arch_names[a]; }
const char *planner_name(Planner p) { return planner_names[p]; }
const char *credits_name(Credits c) { return credits_names[c]; }

int64_t machine_capacity(Arch a, Space s) { return capacities[a][s].planned; }
int64_t machine_physical(Arch a, Space s) { return capacities[a][s].present; }
int64_t machine_slot_alignment(Space s) { return slot_alignments[s]; }

/* The accumulator stores whole fractal rows: the row count is rounded up to this. */
static int64_t accumulator_rows(Arch a, Dtype t) { return a == ARCH_A2A3 && t == DT_INT32 ? 32 : 16; }

static bool round_up(int64_t *n, int64_t to) {
	return !__builtin_add_overflow(*n, to - 1, n) && (*n = *n / to * to, true);
}

/* rows: what the last dimension but one is rounded up to. */
static int64_t static_bytes(const Program *p, const Type *t, int64_t rows) {
	int64_t bits = dtype_storage_bits[t->dtype], elements = 1, bytes;
	if (bits == 0)
		return -1;
	for (uint32_t i = 0; i < t->shape.n; i++) {
		const Expr *dim = ir_expr(p, t->shape.at[i]);
		if (dim->kind != X_INT || dim->i <= 0)
			return -1;
		int64_t n = dim->i;
		if (i + 2 == t->shape.n && !round_up(&n, rows))
			return -1;
		if (__builtin_mul_overflow(elements, n, &elements))
			return -1;
	}
	if (__builtin_mul_overflow(elements, bits, &bytes) || !round_up(&bytes, 8))
		return -1;
	return bytes / 8;
}

int64_t machine_tile_bytes(const Program *p, TypeId id, Arch a) {
	const Type *t = ir_type(p, id);
	bool is_acc = t->space == SPACE_ACC;
	if (t->kind != T_TILE || (is_acc && t->shape.n < 2))
		return -1;
	return static_bytes(p, t, is_acc ? accumulator_rows(a, (Dtype)t->dtype) : 1);
}

int64_t machine_tensor_bytes(const Program *p, TypeId id) {
	const Type *t = ir_type(p, id);
	return t->kind == T_TENSOR ? static_bytes(p, t, 1) : -1;
}
