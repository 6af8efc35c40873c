/* What is declared otherwise after a pass, though the values are the same: heads, loops, types (P1, P2). */
#include "checks/result.h"
#include "model/parse.h"
#include "model/text.h"

#include <criterion/criterion.h>

static const char original[] =
	"# pypto.program: T\nimport pypto.language as pl\n\n@pl.program\nclass T:\n"
	"    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV)\n"
	"    def f(src: pl.Tensor[[64, 32], pl.FP32], dst: pl.Out[pl.Tensor[[64, 32], pl.FP32]]) -> pl.Tensor[[64, 32], pl.FP32]:\n"
	"        pl.func_attr({\"split\": pl.SplitMode.UP_DOWN})\n"
	"        room: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='room', size=4096, base=-1)\n"
	"        blank: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
	"        for i, (d,) in pl.range(4, init_values=(dst,)):\n"
	"            k: pl.Scalar[pl.INDEX] = i * 16\n"
	"            x: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.load(src, [k, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)\n"
	"            y: pl.Tensor[[64, 32], pl.FP32] = pl.tile.store(x, [k, 0], d)\n"
	"            z: pl.Tensor[[64, 32], pl.FP32] = y\n"
	"            r: pl.Tensor[[64, 32], pl.FP32] = pl.yield_(z)\n"
	"        for j in pl.pipeline(8, stage=2, attrs={\"pipeline_overlap_stores\": True}):\n"
	"            pl.system.bar_all()\n"
	"        for j in pl.parallel(8):\n"
	"            pl.system.bar_v()\n"
	"        return r";

typedef struct Change { const char *from, *to; Verdict wellformed; const char *reason; bool doubts; } Change;

static const Change changes[] = {
	{"pl.range(4", "pl.range(4", VERDICT_PROVED, "", false},
	{"pl.range(4", "pl.parallel(4", VERDICT_REFUTED, "sequential before and parallel after", true},
	{"pl.range(4", "pl.unroll(4", VERDICT_REFUTED, "unrolled after", false},
	{"pl.parallel(8)", "pl.range(8)", VERDICT_REFUTED, "parallel before and sequential after", false},
	{"pl.pipeline(8, stage=2, ", "pl.range(8, ", VERDICT_PROVED, "", false},
	{"pl.pipeline(8, stage=2, attrs={\"pipeline_overlap_stores\": True})", "pl.range(8)", VERDICT_REFUTED, "'pipeline_overlap_stores'", false},
	{"stage=2", "stage=3", VERDICT_REFUTED, "2 stages before and for 3 after", false},
	{"stage=2", "stage=1", VERDICT_REFUTED, "2 stages before and for 1 after", false},
	{"pipeline_overlap_stores\": True", "pipeline_overlap_stores\": False", VERDICT_REFUTED, "'pipeline_overlap_stores'", false},
	{"pl.Out[pl.Tensor[[64, 32], pl.FP32]]", "pl.InOut[pl.Tensor[[64, 32], pl.FP32]]", VERDICT_REFUTED, "parameter 2, 'dst'", true},
	{"src: pl.Tensor[[64, 32], pl.FP32]", "src: pl.Tensor[[64, 32], pl.BF16]", VERDICT_REFUTED, "parameter 1, 'src'", true},
	{"src: pl.Tensor[[64, 32]", "src: pl.Tensor[[65, 32]", VERDICT_REFUTED, "parameter 1, 'src'", true},
	{"-> pl.Tensor[[64, 32], pl.FP32]", "-> pl.Tensor[[32, 64], pl.FP32]", VERDICT_REFUTED, "result 1", true},
	{"FunctionType.AIV", "FunctionType.AIC", VERDICT_REFUTED, "another kind", true},
	{"Level.AIV", "Level.AIC", VERDICT_UNKNOWN, "argument 'level'", true},
	{"UP_DOWN", "LEFT_RIGHT", VERDICT_UNKNOWN, "attribute 'split'", true},
	{"size=4096", "size=8192", VERDICT_REFUTED, "buffer of a ring", true},
	{"base=-1", "base=0", VERDICT_PROVED, "", false},
	{"blayout=pl.TileLayout.col_major", "blayout=pl.TileLayout.row_major", VERDICT_REFUTED, "'x' is declared as", true},
	{"x: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major)]", "x: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec]", VERDICT_REFUTED, "'x' is declared as", true},
	{"y: pl.Tensor[[64, 32]", "y: pl.Tensor[[64, 33]", VERDICT_REFUTED, "'y'", true},
	{"z: pl.Tensor[[64, 32], pl.FP32]", "z: pl.Tensor[[64, 32], pl.FP16]", VERDICT_REFUTED, "another name of a value", true},
	{"r: pl.Tensor[[64, 32]", "r: pl.Tensor[[64, 1]", VERDICT_REFUTED, "'r'", true},
	{"k: pl.Scalar[pl.INDEX]", "k: pl.Scalar[pl.INT64]", VERDICT_REFUTED, "a scalar has another type", true},
	{"dtype=pl.FP32, target_memory=pl.Mem.Vec)", "dtype=pl.FP32, target_memory=pl.Mem.Mat)", VERDICT_REFUTED, "the call asks for", true},
	{"[16, 32], [16, 32], target", "[16, 32], target", VERDICT_UNKNOWN, "other arguments", true},
};

static Program *read_text(const Text *t) {
	Diag *d = diag_new();
	Program *p = parse_program("case", t->at, t->n, d);
	cr_assert(p, "%.*s", (int)t->n, t->at);
	diag_free(d);
	return p;
}

/* Adds the text with the first place of a change changed. */
static void put_changed(Text *out, const char *text, const Change *c) {
	const char *at = strstr(text, c->from);
	cr_assert(at, "%s", c->from);
	text_add(out, text, (size_t)(at - text));
	text_addz(out, c->to);
	text_addz(out, at + strlen(c->from));
}

static void expect(const Text *x, const Text *y, const Change *c) {
	Program *before = read_text(x), *after = read_text(y);
	CheckOptions o = check_defaults();
	cr_assert(obligations_parse("wellformed,order,values,effects", &o.only));
	Report *r = report_new();
	check_programs(before, after, &o, r);
	cr_expect_eq(r->results.n, 4, "%s", c->to);
	for (uint32_t k = 0; k < r->results.n; k++) {
		const Result *is = &r->results.at[k];
		if (is->obligation != OB_WELLFORMED) {
			bool good = is->verdict == VERDICT_PROVED;
			cr_expect_eq(good, !c->doubts, "%s: %s is %s: %s", c->to, obligation_rows[is->obligation].name, verdict_names[is->verdict], is->reason);
			continue;
		}
		cr_expect_eq(is->verdict, c->wellformed, "%s: %s: %s", c->to, verdict_names[is->verdict], is->reason);
		cr_expect(strstr(is->reason, c->reason), "%s: %s", c->to, is->reason);
		cr_expect(is->verdict != VERDICT_REFUTED || is->after_at.line, "%s", c->to);
	}
	report_free(r);
	ir_free(before);
	ir_free(after);
}

Test(declared, changes) {
	Text x = {0};
	text_addz(&x, original);
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		Text y = {0};
		put_changed(&y, original, &changes[i]);
		expect(&x, &y, &changes[i]);
		vec_free(&y);
	}
	vec_free(&x);
}

/* Of two changes the worse decides well-formedness, and either may take the proofs away, whichever stands first. */
Test(declared, two_changes) {
	static const struct { Change first, both; } pairs[] = {
		{{.from = "Level.AIV", .to = "Level.AIC"}, {"z: pl.Tensor[[64, 32], pl.FP32]", "z: pl.Tensor[[64, 32], pl.FP16]", VERDICT_REFUTED, "another name of a value", true}},
		{{.from = "stage=2", .to = "stage=3"}, {"z: pl.Tensor[[64, 32], pl.FP32]", "z: pl.Tensor[[64, 32], pl.FP16]", VERDICT_REFUTED, "2 stages before", true}},
		{{.from = "stage=2", .to = "stage=3"}, {"[16, 32], [16, 32], target", "[16, 32], target", VERDICT_REFUTED, "2 stages before", true}},
	};
	Text x = {0};
	text_addz(&x, original);
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		Text one = {0}, two = {0};
		put_changed(&one, original, &pairs[i].first);
		put_changed(&two, text_end(&one), &pairs[i].both);
		expect(&x, &two, &pairs[i].both);
		vec_free(&one);
		vec_free(&two);
	}
	vec_free(&x);
}
