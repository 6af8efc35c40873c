#include "model/parse.h"
#include "model/print.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>
#include <math.h>

#define CASES(a) (sizeof(a) / sizeof *(a))

static void expect_print(const char *what, const char *header, const char *given, const char *expected) {
	Text want = { 0 }, got = { 0 };
	Program *p = snippet_program(header, given);
	snippet_text(&want, header, expected);
	print_program(p, &got);
	cr_expect_str_eq(text_end(&got), text_end(&want), "%s: got\n%s", what, text_end(&got));
	ir_free(p);
	vec_free(&want);
	vec_free(&got);
}

/* What the compiler prints comes back byte for byte. */
Test(print, canonical_text_stays) {
	static const struct { const char *what, *body; } rows[] = {
		{ "empty body", "pass" },
		{ "scalars", "a: pl.Scalar[pl.INDEX] = n * 16\nb: pl.Scalar[pl.INDEX] = (n + 1) * 16 - (n - 2)" },
		{ "precedence", "a: pl.Scalar[pl.INDEX] = n - (n - 1) - 2 + n // 2 // 3 % (n * n)" },
		{ "right operands", "a: pl.Scalar[pl.INDEX] = n + (n + 1) + n * (n // 2)" },
		{ "powers", "a: pl.Scalar[pl.INDEX] = n ** n ** 2\nb: pl.Scalar[pl.INDEX] = (n ** n) ** 2" },
		{ "constant trees", "a: pl.Scalar[pl.INDEX] = pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX)\n"
			"b: pl.Scalar[pl.INDEX] = n * 48 + pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX)\n"
			"c: pl.Scalar[pl.INDEX] = pl.const(-4, pl.INDEX) + pl.const(32, pl.INDEX) + n\n"
			"d: pl.Scalar[pl.INDEX] = n + 1 + 1" },
		{ "negated constants", "a: pl.Scalar[pl.INDEX] = -pl.const(8, pl.INDEX) * pl.const(16, pl.INDEX)\nb: pl.Scalar[pl.INDEX] = -pl.const(-2, pl.INDEX) + pl.const(1, pl.INDEX)\n"
			"c: pl.Scalar[pl.INT32] = -pl.const(4, pl.INT32)\nd: pl.Scalar[pl.INDEX] = (-pl.const(2, pl.INDEX)) ** n\npl.debug.print(-pl.const(2.0, pl.BF16))" },
		{ "minimum keeps a bare literal", "a: pl.Scalar[pl.INDEX] = pl.min(pl.const(0, pl.INDEX) + pl.const(1, pl.INDEX), 16)" },
		{ "literals", "a: pl.Scalar[pl.INT32] = pl.const(3, pl.INT32)\nb: pl.Scalar[pl.INDEX] = n - -1\nc: pl.Scalar[pl.INDEX] = -9223372036854775808" },
		{ "floats", "pl.debug.print(1.0, 0.5, -30000.0, 0.087999999999999995, 9.9999999999999995e-07, pl.const(2.0, pl.BF16))" },
		{ "infinities", "a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.full([16, 32], dtype=pl.FP32, value=-inf)\n"
			"b: pl.Scalar[pl.FP32] = inf\npl.debug.print(nan, -nan, pl.const(-inf, pl.BF16), float('-inf'), -float('inf'), float('nan'), float(n))\ninf: pl.Scalar[pl.INDEX] = n\npl.debug.print(inf)" },
		{ "logic", "a: pl.Scalar[pl.BOOL] = not n < 3 and (n == 4 or n != 5)\nb: pl.Scalar[pl.BOOL] = (n < 3) == (n < 4)" },
		{ "bits", "a: pl.Scalar[pl.INDEX] = (n & 3 | n ^ 5) << 2 >> ~n\nb: pl.Scalar[pl.INDEX] = abs(n - 4) + -n" },
		{ "casts and items", "a: pl.Scalar[pl.FP32] = pl.cast(n + 1, pl.FP32)\nt: pl.Tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]] = self.g(n)\n"
			"b: pl.Scalar[pl.INDEX] = t[0]" },
		{ "keyword and attribute quotes", "pl.system.import_peer_buffer(name='x', peer_func='it\\'s', attrs={\"pipeline_membership\": \"0:1\", \"core_num\": 4})" },
		{ "keyword kinds", "a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec, x=None, y=True)" },
		{ "tile types", "a: pl.Tile[[16, 32], pl.FP32, pl.MemRef(\"m\", slots=2)[n % 2], pl.Mem.Vec, pl.TileView(valid_shape=[n, 32])] = pl.tile.load(src, "
			"[0, 0], [16, 32], [n, 32])\nb: pl.Tile[[16, 32], pl.FP32, pl.MemRef(\"m\"), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32])" },
		{ "allocations", "m: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048, pinned=True)\na: pl.Tile[[16, 32], pl.FP32, pl.MemRef(m, pl.const(0, pl.INT64), 2048), "
			"pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32])\nb: pl.Tile[[16, 32], pl.FP32, pl.MemRef(m, n % 2 * 1024, 1024, slots=2)[n % 2], pl.Mem.Vec] = "
			"pl.tile.muls(a, 2.0)" },
		{ "other types", "a: pl.Array[4, pl.INT32] = pl.array.create(4)\nb: pl.UnknownType = self.g(a)\nc: pl.MemRefType = self.h(b)" },
		{ "composite dims", "a: pl.Tensor[[n * pl.const(2, pl.INDEX), 32], pl.FP32] = self.g(n)" },
		{ "loops", "for i in pl.range(4):\n    pass\nfor i_1 in pl.range(1, 4):\n    pass\nfor i_2 in pl.range(0, 4, 2):\n    pass\n"
			"for i_3 in pl.parallel(0, n, n):\n    pass\nfor i_4 in pl.unroll(pl.const(0, pl.INT32), pl.const(4, pl.INT32), pl.const(1, pl.INT32)):\n    break" },
		{ "bounds nobody would need", "for i in pl.range(0, 4, 1):\n    pass\nfor j in pl.range(0, 4):\n    pass" },
		{ "edited constants", "a: pl.Scalar[pl.INDEX] = 0 + 16\nb: pl.Scalar[pl.INDEX] = (-2) - n + pl.const(2, pl.INDEX)\n"
			"c: pl.Scalar[pl.INDEX] = pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX) + 16\nd: pl.Scalar[pl.INDEX] = (-2) ** n" },
		{ "one slot with an index", "a: pl.Tile[[16, 32], pl.FP32, pl.MemRef(\"m\", slots=1)[n % 2], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32])" },
		{ "pipeline", "for i in pl.pipeline(3, -1, -1, stage=2, attrs={\"pipeline_overlap_stores\": False}):\n    continue" },
		{ "carried values", "for i, (a,) in pl.range(4, init_values=(n,)):\n    b: pl.Scalar[pl.INDEX] = a + i\n    c: pl.Scalar[pl.INDEX] = pl.yield_(b)\n"
			"for j, (d, e) in pl.pipeline(4, stage=2, init_values=(c, n + 1)):\n    f, g = pl.yield_(e, d)\nreturn f, g" },
		{ "while", "while n < 4:\n    pass\nfor (a,) in pl.while_(init_values=(n,)):\n    pl.cond(a < 6)\n    b: pl.Scalar[pl.INDEX] = a + 1\n"
			"    c: pl.Scalar[pl.INDEX] = pl.yield_(b)\nreturn" },
		{ "branches", "if n == 0:\n    a: pl.Scalar[pl.INDEX] = n + 1\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)\nelse:\n    r: pl.Scalar[pl.INDEX] = pl.yield_(n)\n"
			"if r == 1:\n    return r" },
		{ "scopes", "with pl.scope(mode=pl.ScopeMode.MANUAL):\n    a: pl.Scalar[pl.INDEX] = n + 1\nfor lane in pl.split_aiv(2):\n    pl.debug.print(a, lane)" },
		{ "comments", "# first\n# second\na: pl.Scalar[pl.INDEX] = n\nif a == 1:\n    # inside\n    return a" },
		{ "free names", "pl.debug.print(a__FREE_VAR, b_1__FREE_VAR)" },
		{ "unknown calls", "a, b = pl.nowhere.split([n, (n,), ()], {\"k\": \"v\"})" },
	};
	for (unsigned i = 0; i < CASES(rows); i++)
		expect_print(rows[i].what, "", rows[i].body, rows[i].body);
	expect_print("dynamic dims", "k = pl.dynamic(\"k\")\n", "a: pl.Tensor[[k, 32], pl.FP32] = self.g(n)", "a: pl.Tensor[[k, 32], pl.FP32] = self.g(n)");
}

/* What a formatter or a hand made of it becomes canonical. */
Test(print, other_spellings_become_canonical) {
	static const struct { const char *what, *given, *printed; } rows[] = {
		{ "line breaks and trailing commas", "a: pl.Scalar[pl.INDEX] = pl.min(\n    n,\n    4,\n)", "a: pl.Scalar[pl.INDEX] = pl.min(n, 4)" },
		{ "redundant parentheses", "a: pl.Scalar[pl.INDEX] = ((n * 4) + (n // 2))\nfor i, (b,) in (pl.range(4, init_values=((n),))):\n    c: pl.Scalar[pl.INDEX] = (pl.yield_(b))",
			"a: pl.Scalar[pl.INDEX] = n * 4 + n // 2\nfor i, (b,) in pl.range(4, init_values=(n,)):\n    c: pl.Scalar[pl.INDEX] = pl.yield_(b)" },
		{ "quotes", "pl.system.import_peer_buffer(name=\"x\", attrs={'k': 'v'})", "pl.system.import_peer_buffer(name='x', attrs={\"k\": \"v\"})" },
		{ "stage order", "for i in pl.pipeline(4, attrs={\"a\": 1}, stage=2):\n    pass", "for i in pl.pipeline(4, stage=2, attrs={\"a\": 1}):\n    pass" },
	};
	for (unsigned i = 0; i < CASES(rows); i++)
		expect_print(rows[i].what, "", rows[i].given, rows[i].printed);
}

Test(print, trees_that_only_passes_build) {
	Program *p = snippet_program("", "pass");
	const Span at = { 0 };
	VarId n = ir_func(p, 1)->params[2].var;
	ExprId zero = ir_int(p, 0, DT_INDEX, at), four = ir_int(p, 4, DT_INDEX, at), minus = ir_int(p, -2, DT_INDEX, at);
	Expr neg = { .kind = X_UNARY, .op = U_NEG, .a = four };
	Expr inf = { .kind = X_FLOAT, .dtype = DT_FP32, .f = (double)INFINITY };
	ExprId use = ir_use(p, n, at), constant = ir_binary(p, B_MUL, zero, four, at);
	const struct { ExprId e; const char *text; } rows[] = {
		{ zero, "0" },
		{ constant, "pl.const(0, pl.INDEX) * pl.const(4, pl.INDEX)" },
		{ ir_binary(p, B_ADD, use, constant, at), "n + pl.const(0, pl.INDEX) * pl.const(4, pl.INDEX)" },
		{ ir_binary(p, B_SUB, constant, use, at), "pl.const(0, pl.INDEX) * pl.const(4, pl.INDEX) - n" },
		{ ir_binary(p, B_POW, minus, use, at), "(-2) ** n" },
		{ ir_binary(p, B_MIN, zero, four, at), "pl.min(0, 4)" },
		{ ir_add_expr(p, &neg), "-4" },
		{ ir_add_expr(p, &inf), "inf" },
		{ ir_binary(p, B_LT, ir_binary(p, B_LT, use, four, at), use, at), "(n < 4) < n" },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Text got = { 0 };
		print_expr(p, 1, rows[i].e, &got);
		cr_expect_str_eq(text_end(&got), rows[i].text);
		vec_free(&got);
	}
	ir_free(p);
}

Test(print, long_operator_chains_do_not_exhaust_the_stack) {
	enum { LINKS = 300000 };
	Program *p = snippet_program("", "pass");
	ExprId chain = ir_use(p, ir_func(p, 1)->params[2].var, (Span){ 0 }), one = ir_int(p, 1, DT_INDEX, (Span){ 0 });
	for (unsigned i = 0; i < LINKS; i++)
		chain = ir_binary(p, B_ADD, chain, one, (Span){ 0 });
	Text got = { 0 };
	print_expr(p, 1, chain, &got);
	cr_expect_eq(got.n, 1 + 4u * LINKS);
	vec_free(&got);
	ir_free(p);
}
