/* Numbers beyond 64 bits: a run that computes one shows no difference by it. */
#include "tests/support/agree.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>

#define STORE(where) \
	"for i in pl.range(4):\n" \
	"    k: pl.Scalar[pl.INDEX] = " where "\n" \
	"    x: pl.Tile[[1, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [k, 0], [1, 32], [1, 32], target_memory=pl.Mem.Vec)\n" \
	"    r: pl.Tensor[[64, 32], pl.FP32] = pl.tile.store(x, [k, 0], dst)\n"

static const struct { const char *before, *after; Verdict values; } cases[] = {
	{STORE("i"), STORE("i + 9223372036854775807 - 9223372036854775807"), VERDICT_UNKNOWN},
	{STORE("i * 2"), STORE("i * 9223372036854775807 * 3 - i * 9223372036854775807 * 3 + i * 2"), VERDICT_PROVED},
	{STORE("i + 9223372036854775807"), STORE("i + 9223372036854775807"), VERDICT_PROVED},
	{STORE("i"), STORE("i + 9223372036854775800 - 9223372036854775800"), VERDICT_PROVED},
	{STORE("i"), STORE("i + 9223372036854775800 - 9223372036854775799"), VERDICT_REFUTED},
};

Test(wide, simulation) {
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Program *before = snippet_program("", cases[i].before), *after = snippet_program("", cases[i].after);
		CheckOptions o = check_defaults();
		Arena *arena = arena_new();
		Verdict run[OB_COUNT];
		agree_ask(settle_by_simulation, before, after, 1, &o, arena, run, NULL);
		cr_expect_eq(run[OB_VALUES], cases[i].values, "%s: %s", cases[i].after, verdict_names[run[OB_VALUES]]);
		arena_free(arena);
		ir_free(before);
		ir_free(after);
	}
}
