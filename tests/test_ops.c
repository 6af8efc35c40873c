#include "model/ir.h"

#include <criterion/criterion.h>

#define CASES(a) (sizeof(a) / sizeof *(a))

Test(ops, every_row_is_found_by_its_name_and_by_no_other) {
	for (unsigned id = 1; id < OP_COUNT; id++) {
		const char *name = op_rows[id].name;
		size_t n = strlen(name);
		cr_expect_eq((unsigned)op_find(name, n), id, "%s", name);
		cr_expect_neq((unsigned)op_find(name, n - 1), id, "%s without its last letter", name);
		cr_expect_lt(op_rows[id].inherits, 3, "%s", name);
	}
	cr_expect_eq(op_find("", 0), OP_UNKNOWN);
	cr_expect_eq(op_find("tile.nosuch", 11), OP_UNKNOWN);
	cr_expect_eq(op_find("tile.load\0", 10), OP_UNKNOWN);
}

Test(ops, unknown_ops_keep_their_order) {
	cr_expect_eq(op_rows[OP_UNKNOWN].effect, EFFECT_ORDERED);
	cr_expect_eq(op_rows[OP_UNKNOWN].inherits, -1);
}

Test(ops, only_the_matmul_family_spares_its_accumulator) {
	static const struct { const char *name; bool is_matmul; } rows[] = {
		{ "tile.matmul", true },
		{ "tile.matmul_acc", true },
		{ "tile.matmul_bias", true },
		{ "tile.matmul_mx_acc", true },
		{ "tile.batch_matmul", false },
		{ "tile.gemv_acc", false },
		{ "tile.mul", false },
	};
	for (unsigned i = 0; i < CASES(rows); i++)
		cr_expect_eq(op_rows[op_find(rows[i].name, strlen(rows[i].name))].is_matmul, rows[i].is_matmul, "%s", rows[i].name);
}

Test(ops, dtypes_and_spaces) {
	static const struct { const char *name; unsigned bits, storage; } rows[] = {
		{ "BOOL", 1, 8 }, { "INT4", 4, 4 }, { "FP8E4M3FN", 8, 8 }, { "BF16", 16, 16 }, { "FP32", 32, 32 }, { "INDEX", 64, 64 },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Dtype t = dtype_find(rows[i].name, strlen(rows[i].name));
		cr_assert_neq(t, DT_NONE, "%s", rows[i].name);
		cr_expect_str_eq(dtype_names[t], rows[i].name);
		cr_expect_eq(dtype_bits[t], rows[i].bits, "%s", rows[i].name);
		cr_expect_eq(dtype_storage_bits[t], rows[i].storage, "%s", rows[i].name);
	}
	cr_expect_eq(dtype_find("FP3", 3), DT_NONE);
	cr_expect_eq(dtype_find("FP320", 5), DT_NONE);
	cr_expect_eq(dtype_find("", 0), DT_NONE);
	for (unsigned s = 1; s < SPACE_COUNT; s++)
		cr_expect_eq((unsigned)space_find(space_names[s], strlen(space_names[s])), s, "%s", space_names[s]);
	cr_expect_eq(space_find("vec", 3), SPACE_NONE);
}
