#include "model/same.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>

#define CASES(a) (sizeof(a) / sizeof *(a))
#define LOAD(name, tag) name ": pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], attrs={\"pipeline_membership\": \"" tag "\"})"
#define TILE(name, type) name ": pl.Tile[[16, 32], " type "] = pl.tile.load(src, [0, 0], [16, 32], [16, 32])\n"

typedef struct Row {
	const char *what, *a, *b;
	const char *says; /* part of the difference; NULL: equal */
	uint32_t line_a, line_b; /* of the bodies, from 1 */
} Row;

static const Row rows[] = {
	{ "renamed", "a: pl.Scalar[pl.INDEX] = n\nb: pl.Scalar[pl.INDEX] = a", "x: pl.Scalar[pl.INDEX] = n\na: pl.Scalar[pl.INDEX] = x", NULL, 0, 0 },
	{ "not one to one", "a: pl.Scalar[pl.INDEX] = n\nb: pl.Scalar[pl.INDEX] = n\npl.debug.print(a, b)",
		"a: pl.Scalar[pl.INDEX] = n\nb: pl.Scalar[pl.INDEX] = n\npl.debug.print(a, a)", "different variables", 3, 3 },
	{ "comments and spelling", "# note\npl.debug.print(n, (n + 1))", "pl.debug.print(n, n + 1)\n# end", NULL, 0, 0 },
	{ "op", "pl.tile.abs(n)", "pl.tile.neg(n)", "pl.tile.abs and pl.tile.neg", 1, 1 },
	{ "operator", "pl.debug.print(n + 1)", "pl.debug.print(n - 1)", "n + 1 and n - 1", 1, 1 },
	{ "left end of a chain", "pl.debug.print(n + 1 + 2)", "pl.debug.print(4 + 1 + 2)", "n and 4", 1, 1 },
	{ "integer", "pl.debug.print(n)\npl.debug.print(3)", "pl.debug.print(n)\npl.debug.print(4)", "3 and 4", 2, 2 },
	{ "integer type", "pl.debug.print(pl.const(3, pl.INT32))", "pl.debug.print(3)", "INT32", 1, 1 },
	{ "zero's sign", "pl.debug.print(0.0)", "pl.debug.print(-0.0)", "0.0", 1, 1 },
	{ "arguments", "pl.debug.print(n)", "pl.debug.print(n, n)", "arguments: 1 and 2", 1, 1 },
	{ "keyword value", "pl.system.wait(id=1)", "pl.system.wait(id=2)", "keyword 'id': 1 and 2", 1, 1 },
	{ "keyword missing", "pl.system.wait(id=1, split=0)", "pl.system.wait(id=1)", "'split'", 1, 1 },
	{ "keyword surplus", "pl.system.wait(id=1)", "pl.system.wait(id=1, split=0)", "keyword", 1, 1 },
	{ "keyword order", "pl.system.wait(id=1, split=0)", "pl.system.wait(split=0, id=1)", NULL, 0, 0 },
	{ "membership", LOAD("t", "0:1"), LOAD("t", "0:2"), "'pipeline_membership'", 1, 1 },
	{ "dtype", "a: pl.Scalar[pl.INDEX] = n", "a: pl.Scalar[pl.INT64] = n", "INDEX] and pl.Scalar[pl.INT64]", 1, 1 },
	{ "space", TILE("t", "pl.FP32, pl.Mem.Vec"), TILE("t", "pl.FP32, pl.Mem.Mat"), "Vec", 1, 1 },
	{ "view", TILE("t", "pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[n, 32])"), TILE("t", "pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[16, 32])"), "n and 16", 1, 1 },
	{ "allocations renamed", TILE("t", "pl.FP32, pl.MemRef(\"m\", slots=2)[n % 2], pl.Mem.Vec"), TILE("t", "pl.FP32, pl.MemRef(\"o\", slots=2)[n % 2], pl.Mem.Vec"), NULL, 0, 0 },
	{ "allocations merged", TILE("t", "pl.FP32, pl.MemRef(\"m\"), pl.Mem.Vec") TILE("u", "pl.FP32, pl.MemRef(\"o\"), pl.Mem.Vec"),
		TILE("t", "pl.FP32, pl.MemRef(\"m\"), pl.Mem.Vec") TILE("u", "pl.FP32, pl.MemRef(\"m\"), pl.Mem.Vec"), "'o' and 'm'", 2, 2 },
	{ "slots", TILE("t", "pl.FP32, pl.MemRef(\"m\", slots=2)[n % 2], pl.Mem.Vec"), TILE("t", "pl.FP32, pl.MemRef(\"m\", slots=3)[n % 2], pl.Mem.Vec"), "2 and 3", 1, 1 },
	{ "loop kind", "for i in pl.range(4):\n    pass", "for i in pl.parallel(4):\n    pass", "kinds", 1, 1 },
	{ "stages", "for i in pl.pipeline(4, stage=2):\n    pass", "for i in pl.pipeline(4, stage=3):\n    pass", "2 and 3", 1, 1 },
	{ "loop attribute", "for i in pl.range(4, attrs={\"a\": 1}):\n    pass", "for i in pl.range(4):\n    pass", "'a'", 1, 1 },
	{ "step", "for i in pl.range(0, 4, 2):\n    pass", "for i in pl.range(4):\n    pass", "2 and 1", 1, 1 },
	{ "initial value", "for i, (a,) in pl.range(4, init_values=(n,)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)",
		"for i, (a,) in pl.range(4, init_values=(5,)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)", "n and 5", 1, 1 },
	{ "yielded value", "for i, (a,) in pl.range(4, init_values=(n,)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)",
		"for i, (a,) in pl.range(4, init_values=(n,)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(i)", "'a' and 'i'", 2, 2 },
	{ "result of a loop", "for i, (a,) in pl.range(4, init_values=(n,)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)\npl.debug.print(r)",
		"for i, (a,) in pl.range(4, init_values=(n,)):\n    q: pl.Scalar[pl.INDEX] = pl.yield_(a)\npl.debug.print(q)", NULL, 0, 0 },
	{ "missing statement", "pl.debug.print(n)\npl.debug.print(n)", "pl.debug.print(n)", "only the first", 2, 1 },
	{ "missing else", "if n == 0:\n    pass\nelse:\n    pass", "if n == 0:\n    pass", "else", 1, 1 },
	{ "kind of statement", "break", "continue", "a break and a continue", 1, 1 },
	{ "lost definitions", "pl.debug.print(a__FREE_VAR, b__FREE_VAR)", "pl.debug.print(c__FREE_VAR, d__FREE_VAR)", NULL, 0, 0 },
	{ "a lost definition", "pl.debug.print(a__FREE_VAR)", "pl.debug.print(n)", "different variables", 1, 1 },
};

enum { FIRST_LINE = 8 };

static bool compare(const Program *a, const Program *b, bool ignore, Arena *arena, Difference *d) {
	*d = (Difference){ 0, { 0, 0 }, { 0, 0 }, "equal" };
	return same_programs(a, b, ignore, arena, d);
}

Test(same, first_difference) {
	for (unsigned i = 0; i < CASES(rows); i++) {
		const Row *r = &rows[i];
		Program *a = snippet_program("", r->a), *b = snippet_program("", r->b);
		Arena *arena = arena_new();
		Difference d;
		cr_expect_eq(compare(a, b, false, arena, &d), r->says == NULL, "%s: %s", r->what, d.text);
		if (r->says) {
			cr_expect(strstr(d.text, r->says), "%s: %s", r->what, d.text);
			cr_expect_eq(d.function, 1u, "%s", r->what);
			cr_expect_eq(d.in_a.line, FIRST_LINE + r->line_a - 1, "%s: line %u", r->what, d.in_a.line);
			cr_expect_eq(d.in_b.line, FIRST_LINE + r->line_b - 1, "%s: line %u", r->what, d.in_b.line);
			cr_expect_not(compare(b, a, false, arena, &d), "%s, the other way round", r->what);
		}
		cr_expect(compare(a, a, false, arena, &d), "%s, with itself: %s", r->what, d.text);
		arena_free(arena);
		ir_free(a);
		ir_free(b);
	}
}

Test(same, membership_on_request) {
	Program *a = snippet_program("", LOAD("t", "0:1")), *b = snippet_program("", "u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = "
		"pl.tile.load(src, [0, 0], [16, 32], [16, 32])");
	Arena *arena = arena_new();
	Difference d;
	cr_expect(compare(a, b, true, arena, &d) && compare(b, a, true, arena, &d), "%s", d.text);
	cr_expect_not(compare(a, b, false, arena, &d));
	cr_expect_not(compare(b, a, false, arena, &d));
	arena_free(arena);
	ir_free(a);
	ir_free(b);
}

Test(same, declared_dimensions) {
	static const char *const body = "k: pl.Scalar[pl.INDEX] = n\nt: pl.Tensor[[k, 32], pl.FP32] = self.g(n)";
	Program *a = snippet_program("", body), *b = snippet_program("k = pl.dynamic(\"k\")\n", body);
	Arena *arena = arena_new();
	Difference d;
	cr_expect_not(compare(a, b, false, arena, &d));
	cr_expect(d.function == 0 && strstr(d.text, "0 and 1"), "%s", d.text);
	arena_free(arena);
	ir_free(a);
	ir_free(b);
}

Test(same, heads_of_functions) {
	static const char *const heads[] = {
		"    @pl.function(type=pl.FunctionType.AIV)\n    def f(a: pl.Scalar[pl.INDEX]):",
		"    @pl.function(type=pl.FunctionType.AIC)\n    def f(a: pl.Scalar[pl.INDEX]):",
		"    @pl.function(type=pl.FunctionType.AIV)\n    def g(a: pl.Scalar[pl.INDEX]):",
		"    @pl.function(type=pl.FunctionType.AIV)\n    def f(a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX]):",
		"    @pl.function(type=pl.FunctionType.AIV)\n    def f(a: pl.Scalar[pl.INT64]):",
		"    @pl.function(type=pl.FunctionType.AIV)\n    def f(a: pl.Out[pl.Scalar[pl.INDEX]]):",
		"    @pl.function(type=pl.FunctionType.AIV)\n    def f(a: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:",
		"    @pl.function(type=pl.FunctionType.AIV)\n    def f(a: pl.Scalar[pl.INDEX]):\n        pl.func_attr({\"split_aiv\": True})",
		"    @pl.function(type=pl.FunctionType.AIV)\n    def f(a: pl.Scalar[pl.INDEX]):\n        return\n    @pl.function(type=pl.FunctionType.AIV)\n    def g():",
	};
	Program *programs[CASES(heads)];
	Arena *arena = arena_new();
	for (unsigned i = 0; i < CASES(heads); i++) {
		Text text = { 0 };
		text_printf(&text, "# pypto.program: T\nimport pypto.language as pl\n\n@pl.program\nclass T%u:\n%s\n        return", i, heads[i]);
		programs[i] = snippet_parse(text.at, text.n);
		vec_free(&text);
	}
	for (unsigned i = 0; i < CASES(heads); i++)
		for (unsigned k = 0; k < CASES(heads); k++) {
			Difference d;
			cr_expect_eq(compare(programs[i], programs[k], false, arena, &d), i == k, "%u and %u: %s", i, k, d.text);
		}
	for (unsigned i = 0; i < CASES(heads); i++)
		ir_free(programs[i]);
	arena_free(arena);
}
