#include "model/ir.h"

/* The prefix is the compiler's own test (replicate.md D.2): tile.matmul, tile.matmul_acc, tile.matmul_mx, ..., not tile.batch_matmul. */
#define IS_MATMUL(name) (__builtin_strncmp((name), "tile.matmul", sizeof "tile.matmul" - 1) == 0)

const OpRow op_rows[OP_COUNT] = {
	[OP_UNKNOWN] = {"", CORE_ANY, EFFECT_ORDERED, RING_NONE, -1, false},
#define OP(id, name, core, effect, ring, inherits) [OP_##id] = {name, core, effect, ring, inherits, IS_MATMUL(name)},
#include "model/ops.def"
};

static const unsigned char op_lengths[OP_COUNT] = {
#define OP(id, name, ...) [OP_##id] = sizeof(name) - 1,
#include "model/ops.def"
};

/* Few names share a length, so one search through a short array of bytes leaves only a handful to compare. */
OpId op_find(const char *name, size_t length) {
	if (length == 0 || length > UINT8_MAX)
		return OP_UNKNOWN;
	size_t from = 1;
	const unsigned char *hit;
	while (from < OP_COUNT && (hit = memchr(op_lengths + from, (int)length, OP_COUNT - from))) {
		size_t id = (size_t)(hit - op_lengths);
		if (memcmp(op_rows[id].name, name, length) == 0)
			return (OpId)id;
		from = id + 1;
	}
	return OP_UNKNOWN;
}

const char *const dtype_names[DT_COUNT] = {
	[DT_NONE] = "",
#define DTYPE(name, bits, storage) [DT_##name] = #name,
#include "model/dtypes.def"
};

const uint8_t dtype_bits[DT_COUNT] = {
	[DT_NONE] = 0,
#define DTYPE(name, bits, storage) [DT_##name] = bits,
#include "model/dtypes.def"
};

const uint8_t dtype_storage_bits[DT_COUNT] = {
	[DT_NONE] = 0,
#define DTYPE(name, bits, storage) [DT_##name] = storage,
#include "model/dtypes.def"
};

const char *const space_names[SPACE_COUNT] = {
	[SPACE_NONE] = "",
#define SPACE(name, text, align) [SPACE_##name] = text,
#include "model/machine.def"
};

static uint32_t find_name(const char *const *names, uint32_t count, const char *name, size_t length) {
	for (uint32_t i = 1; i < count; i++)
		if (strncmp(names[i], name, length) == 0 && names[i][length] == '\0')
			return i;
	return 0;
}

Dtype dtype_find(const char *name, size_t length) { return (Dtype)find_name(dtype_names, DT_COUNT, name, length); }
Space space_find(const char *name, size_t length) { return (Space)find_name(space_names, SPACE_COUNT, name, length); }
