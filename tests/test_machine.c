#include "model/machine.h"

#include <criterion/criterion.h>

#define CASES(a) (sizeof(a) / sizeof *(a))

Test(machine, names) {
	Arch arch;
	Planner planner;
	Credits credits;
	cr_expect(arch_find("a5", &arch) && arch == ARCH_A5);
	cr_expect(arch_find("a2a3", &arch) && arch == ARCH_A2A3);
	cr_expect_not(arch_find("A5", &arch));
	cr_expect(planner_find("PTOAS", &planner) && planner == PLANNER_PTOAS);
	cr_expect(planner_find("pypto", &planner) && planner == PLANNER_PYPTO);
	cr_expect_not(planner_find("", &planner));
	cr_expect(credits_find("ideal", &credits) && credits == CREDITS_IDEAL);
	cr_expect_not(credits_find("a4", &credits));
	cr_expect_str_eq(arch_name(ARCH_A5), "a5");
	cr_expect_str_eq(planner_name(PLANNER_PTOAS), "ptoas");
	cr_expect_str_eq(credits_name(CREDITS_A2A3), "a2a3");
}

Test(machine, capacities) {
	static const struct { Arch arch; Space space; int64_t planned, present, alignment; } rows[] = {
		{ ARCH_A2A3, SPACE_VEC, 188416, 196608, 32 },
		{ ARCH_A5, SPACE_VEC, 245760, 253952, 32 },
		{ ARCH_A2A3, SPACE_MAT, 524288, 524288, 32 },
		{ ARCH_A2A3, SPACE_ACC, 131072, 131072, 512 },
		{ ARCH_A5, SPACE_ACC, 262144, 262144, 512 },
		{ ARCH_A2A3, SPACE_LEFTSCALE, 0, 0, 32 },
		{ ARCH_A5, SPACE_LEFTSCALE, 4096, 4096, 32 },
		{ ARCH_A5, SPACE_DDR, 0, 0, 32 },
		{ ARCH_A5, SPACE_NONE, 0, 0, 1 },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		cr_expect_eq(machine_capacity(rows[i].arch, rows[i].space), rows[i].planned, "row %u", i);
		cr_expect_eq(machine_physical(rows[i].arch, rows[i].space), rows[i].present, "row %u", i);
		cr_expect_eq(machine_slot_alignment(rows[i].space), rows[i].alignment, "row %u", i);
	}
}

static TypeId tile(Program *p, Dtype dtype, Space space, unsigned n, const int64_t *dims) {
	uint32_t shape[4];
	for (unsigned i = 0; i < n; i++)
		shape[i] = ir_int(p, dims[i], DT_INDEX, (Span){ 0 });
	Type t = { .kind = T_TILE, .dtype = (uint8_t)dtype, .space = (uint8_t)space, .shape = ir_list(p, shape, n) };
	return ir_add_type(p, &t);
}

Test(machine, bytes_of_tiles) {
	static const struct { const char *what; Dtype dtype; Space space; Arch arch; unsigned n; int64_t dims[4], bytes; } rows[] = {
		{ "plain", DT_FP32, SPACE_VEC, ARCH_A2A3, 2, { 16, 32 }, 2048 },
		{ "not rounded to 32 bytes", DT_INT8, SPACE_VEC, ARCH_A2A3, 2, { 1, 3 }, 3 },
		{ "nibbles, odd count", DT_INT4, SPACE_MAT, ARCH_A5, 1, { 7 }, 4 },
		{ "a bool takes a byte", DT_BOOL, SPACE_VEC, ARCH_A5, 1, { 7 }, 7 },
		{ "rows of the accumulator", DT_FP32, SPACE_ACC, ARCH_A2A3, 2, { 1, 8 }, 512 },
		{ "rows of the accumulator, int32 on a2a3", DT_INT32, SPACE_ACC, ARCH_A2A3, 2, { 1, 8 }, 1024 },
		{ "rows of the accumulator, int32 on a5", DT_INT32, SPACE_ACC, ARCH_A5, 2, { 1, 8 }, 512 },
		{ "leading dims", DT_FP32, SPACE_ACC, ARCH_A5, 3, { 3, 17, 4 }, 3 * 32 * 4 * 4 },
		{ "the accumulator needs two dims", DT_FP32, SPACE_ACC, ARCH_A5, 1, { 16 }, -1 },
		{ "empty", DT_FP32, SPACE_VEC, ARCH_A5, 2, { 0, 4 }, -1 },
		{ "negative", DT_FP32, SPACE_VEC, ARCH_A5, 2, { -4, -4 }, -1 },
		{ "too many elements", DT_FP32, SPACE_VEC, ARCH_A5, 3, { INT64_MAX, 3, 1 }, -1 },
		{ "too many bits", DT_FP32, SPACE_VEC, ARCH_A5, 1, { INT64_MAX / 2 }, -1 },
		{ "rounding overflows", DT_INT8, SPACE_ACC, ARCH_A5, 2, { INT64_MAX, 1 }, -1 },
	};
	Program *p = ir_new();
	for (unsigned i = 0; i < CASES(rows); i++) {
		int64_t got = machine_tile_bytes(p, tile(p, rows[i].dtype, rows[i].space, rows[i].n, rows[i].dims), rows[i].arch);
		cr_expect_eq(got, rows[i].bytes, "%s: %lld", rows[i].what, (long long)got);
	}
	ir_free(p);
}

Test(machine, bytes_are_known_for_static_tiles_only) {
	Program *p = ir_new();
	VarId v = ir_add_var(p, VAR_DIM, ir_strz(p, "n"), 0, (Span){ 0 });
	uint32_t dims[] = { ir_use(p, v, (Span){ 0 }), ir_int(p, 4, DT_INDEX, (Span){ 0 }) };
	Type t = { .kind = T_TILE, .dtype = DT_FP32, .space = SPACE_VEC, .shape = ir_list(p, dims, 2) };
	cr_expect_eq(machine_tile_bytes(p, ir_add_type(p, &t), ARCH_A5), -1);
	t.shape = ir_list(p, dims + 1, 1);
	cr_expect_eq(machine_tile_bytes(p, ir_add_type(p, &t), ARCH_A5), 16);
	t.kind = T_TENSOR;
	cr_expect_eq(machine_tile_bytes(p, ir_add_type(p, &t), ARCH_A5), -1);
	cr_expect_eq(machine_tile_bytes(p, ir_scalar(p, DT_FP32), ARCH_A5), -1);
	ir_free(p);
}
