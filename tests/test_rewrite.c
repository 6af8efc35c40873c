#include "analyzer/rewrite.h"
#include "model/print.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>

Test(rewrite, trip_counts) {
	static const struct { int64_t start, stop, step, trips; } rows[] = {
		{ 0, 4, 1, 4 }, { 0, 4, 3, 2 }, { 4, 4, 1, 0 }, { 5, 4, 1, 0 }, { 4, 0, -1, 4 }, { 4, 0, -3, 2 }, { 0, 4, -1, 0 }, { -3, 3, 2, 3 },
		{ INT64_MIN, INT64_MAX, 1, INT64_MAX }, { INT64_MAX, INT64_MIN, INT64_MIN, 2 }, { 0, INT64_MAX, 2, INT64_MAX / 2 + 1 },
		{ INT64_MAX, INT64_MIN, -1, INT64_MAX }, { INT64_MIN, 0, INT64_MAX, 2 },
	};
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_eq(trip_count(rows[i].start, rows[i].stop, rows[i].step), rows[i].trips, "row %u", i);
	cr_expect_eq(wrap_add(INT64_MAX, 1), INT64_MIN);
	cr_expect_eq(wrap_mul(INT64_MAX, 2), -2);
}

/* The statements of the one function of a snippet. */
static Block body_of(const Program *p) { return ir_func(p, 1)->body; }

static void names(const Program *p, const VarVec *vars, Text *out) {
	out->n = 0;
	for (uint32_t i = 0; i < vars->n; i++)
		text_printf(out, "%s%s", i ? " " : "", ir_hint(p, vars->at[i]));
}

Test(rewrite, uses_and_definitions) {
	static const struct { const char *statement, *uses, *typed, *visible, *all, *reference; } rows[] = {
		{ "x: pl.Scalar[pl.INDEX] = n * 2 + n", "n n", "n n", "x", "x", "x" },
		{ "t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[n, 32])] = pl.tile.load(src, [0, 0], [16, 32], [16, 32])", "src",
			"n src", "t", "t", "t" },
		{ "t: pl.Tile[[16, 32], pl.FP32, pl.MemRef(\"b\", slots=2)[n], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32])", "src",
			"b n src", "t", "t", "t" },
		{ "for i, (c,) in pl.range(n, init_values=(src,)):\n    a: pl.Scalar[pl.INDEX] = i + n\n    r: pl.Tensor[[64, 32], pl.FP32] = pl.yield_(c)",
			"src n i n c", "src n i n c", "r", "i c a r", "a r" },
		{ "for (c,) in pl.while_(init_values=(n,)):\n    pl.cond(c < 5)\n    a: pl.Scalar[pl.INDEX] = c + 1\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)",
			"n c c a", "n c c a", "r", "c a r", "a" },
		{ "if n == 0:\n    a: pl.Scalar[pl.INDEX] = n\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)\nelse:\n    r: pl.Scalar[pl.INDEX] = pl.yield_(n)",
			"n n a n", "n n a n", "a r", "a r", "a r" },
		{ "with pl.scope(mode=pl.ScopeMode.MANUAL):\n    a: pl.Scalar[pl.INDEX] = n", "n", "n", "a", "a", "" },
		{ "with pl.cluster():\n    a: pl.Scalar[pl.INDEX] = n", "n", "n", "a", "a", "a" },
		{ "pl.tile.store(src, [n, 0], dst)", "src n dst", "src n dst", "", "", "" },
	};
	Text text = { 0 };
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		Program *p = snippet_program("", rows[i].statement);
		const char *wanted[] = { rows[i].uses, rows[i].typed, rows[i].visible, rows[i].all, rows[i].reference };
		for (unsigned k = 0; k < 5; k++) {
			VarVec found = { 0 };
			if (k < 2)
				uses_of(p, body_of(p).at[0], k == 1, &found);
			else
				defs_of(p, body_of(p).at[0], k == 2 ? DEFS_VISIBLE : k == 3 ? DEFS_ALL : DEFS_REFERENCE, &found);
			names(p, &found, &text);
			cr_expect_str_eq(text_end(&text), wanted[k], "row %u, question %u: '%s', wanted '%s'", i, k, text_end(&text), wanted[k]);
			vec_free(&found);
		}
		ir_free(p);
	}
	vec_free(&text);
}

/* Copies the last statement with n replaced by 3 and puts the copy behind it. */
static void copy_last(Program *p) {
	Function *f = ir_func(p, 1);
	Clone c;
	StmtVec out = { 0 };
	for (uint32_t i = 0; i < f->body.n; i++)
		vec_push(&out, f->body.at[i]);
	clone_begin(&c, p);
	clone_map(&c, f->params[2].var, ir_int(p, 3, DT_INDEX, (Span){ 0 }));
	vec_push(&out, clone_stmt(&c, f->body.at[f->body.n - 1]));
	clone_end(&c);
	f->body = block_of(p, &out);
	vec_free(&out);
}

Test(rewrite, clones) {
	static const struct { const char *what, *body, *copy; } rows[] = {
		{ "nothing folds", "x: pl.Scalar[pl.INDEX] = n * 16 + n", "x_1: pl.Scalar[pl.INDEX] = pl.const(3, pl.INDEX) * pl.const(16, pl.INDEX) + pl.const(3, pl.INDEX)" },
		{ "types follow", "t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[n, 32])] = pl.tile.load(src, [n, 0], [16, 32], [n, 32])",
			"t_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[3, 32])] = pl.tile.load(src, [3, 0], [16, 32], [3, 32])" },
		{ "slot index follows, base stays", "t: pl.Tile[[16, 32], pl.FP32, pl.MemRef(\"b\", slots=2)[n % 2], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32])",
			"t_1: pl.Tile[[16, 32], pl.FP32, pl.MemRef(\"b\", slots=2)[pl.const(3, pl.INDEX) % pl.const(2, pl.INDEX)], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32])" },
		{ "loops get their own variables", "for i, (c,) in pl.range(n, init_values=(n,)):\n    a: pl.Scalar[pl.INDEX] = c + i\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)",
			"for i_1, (c_1,) in pl.range(3, init_values=(3,)):\n            a_1: pl.Scalar[pl.INDEX] = c_1 + i_1\n            r_1: pl.Scalar[pl.INDEX] = pl.yield_(a_1)" },
		{ "comments stay behind", "# why\npl.tile.store(src, [n, 0], dst)", "pl.tile.store(src, [3, 0], dst)" },
	};
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		Program *p = snippet_program("", rows[i].body);
		Text before = { 0 }, after = { 0 };
		copy_last(p);
		print_program(p, &after);
		size_t n = strlen(rows[i].copy);
		const char *end = text_end(&after) + after.n - (after.n < n ? after.n : n);
		cr_expect_str_eq(end, rows[i].copy, "%s: ...%s", rows[i].what, end);
		vec_free(&before);
		vec_free(&after);
		ir_free(p);
	}
}

/* A sum of a million terms is as deep as it is long. */
Test(rewrite, long_chains) {
	Program *p = snippet_program("", "x: pl.Scalar[pl.INDEX] = n");
	VarId n = ir_func(p, 1)->params[2].var;
	ExprId sum = ir_use(p, n, (Span){ 0 });
	for (int i = 0; i < 1000000; i++)
		sum = ir_binary(p, B_ADD, sum, ir_int(p, 1, DT_INDEX, (Span){ 0 }), (Span){ 0 });
	VarVec found = { 0 };
	uses_of_expr(p, sum, true, &found);
	cr_expect(found.n == 1 && found.at[0] == n);
	vec_free(&found);
	Clone c;
	clone_begin(&c, p);
	cr_expect_eq(clone_expr(&c, sum), sum, "what nothing replaces is shared");
	clone_map(&c, n, ir_int(p, 7, DT_INDEX, (Span){ 0 }));
	cr_expect_neq(clone_expr(&c, sum), sum);
	clone_reset(&c);
	cr_expect_eq(clone_expr(&c, sum), sum, "a reset forgets the substitution");
	clone_end(&c);
	ir_free(p);
}

Test(rewrite, tags) {
#define TILE "pl.Tile[[16, 32], pl.FP32, pl.Mem."
	static const struct { const char *what, *body; TagRule rule; const char *tagged; } rows[] = {
		{ "a load", "t: " TILE "Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32])", TAG_SKEW, "attrs={\"pipeline_membership\": \"7:1\"})" },
		{ "appended, and last", "t: " TILE "Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], attrs={\"pipeline_membership\": \"2:0\", \"x\": 1})", TAG_SKEW,
			"attrs={\"x\": 1, \"pipeline_membership\": \"2:0;7:1\"})" },
		{ "the skew leaves pops", "t: " TILE "Vec] = pl.tile.tpop_from_aic(split=0)", TAG_SKEW, "pl.tile.tpop_from_aic(split=0)" },
		{ "replication tags pops", "t: " TILE "Vec] = pl.tile.tpop_from_aic(split=0)", TAG_REPLICATE, "split=0, attrs={\"pipeline_membership\": \"7:1\"})" },
		{ "the skew tags accumulators", "t: " TILE "Acc] = pl.tile.matmul(src, dst)", TAG_SKEW, "attrs={\"pipeline_membership\": \"7:1\"})" },
		{ "replication leaves accumulators", "t: " TILE "Acc] = pl.tile.matmul(src, dst)", TAG_REPLICATE, "pl.tile.matmul(src, dst)" },
		{ "unless two of them are wanted", "t: " TILE "Acc] = pl.tile.matmul(src, dst)", TAG_REPLICATE_ALL, "attrs={\"pipeline_membership\": \"7:1\"})" },
		{ "a product elsewhere", "t: " TILE "Vec] = pl.tile.matmul(src, dst)", TAG_REPLICATE, "attrs={\"pipeline_membership\": \"7:1\"})" },
		{ "nested", "for i in pl.range(2):\n    t: " TILE "Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32])", TAG_SKEW, "attrs={\"pipeline_membership\": \"7:1\"})" },
		{ "scalars stay", "x: pl.Scalar[pl.INDEX] = pl.tensor.read(src, [n])", TAG_REPLICATE_ALL, "pl.tensor.read(src, [n])" },
		{ "stores stay", "pl.tile.store(src, [n, 0], dst)", TAG_REPLICATE_ALL, "pl.tile.store(src, [n, 0], dst)" },
	};
#undef TILE
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		Program *p = snippet_program("", rows[i].body);
		Text after = { 0 };
		tag_stmt(p, body_of(p).at[0], rows[i].rule, 7, 1);
		print_program(p, &after);
		size_t n = strlen(rows[i].tagged);
		const char *end = text_end(&after) + after.n - (after.n < n ? after.n : n);
		cr_expect_str_eq(end, rows[i].tagged, "%s: ...%s", rows[i].what, end);
		vec_free(&after);
		ir_free(p);
	}
}
