#include "model/wellformed.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>

#define CASES(a) (sizeof(a) / sizeof *(a))
#define LOAD(name, tag) name ": pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], attrs={\"pipeline_membership\": \"" tag "\"})\n"

typedef struct Row {
	const char *what, *header, *body;
	int property;     /* 0: no flaw */
	const char *says; /* part of its text */
	uint32_t line;    /* of body, from 1 */
} Row;

static const Row rows[] = {
	{ "P1: pipeline loop", "", "for i in pl.pipeline(4, stage=1):\n    pass", 0, NULL, 0 },
	{ "P1: attribute without the kind", "", "for i in pl.range(4, attrs={\"pipeline_stages\": 2}):\n    pass", 1, "no pipeline", 1 },
	{ "P1: kind without the attribute", "", "for i in pl.pipeline(4):\n    pass", 1, "without a stage count", 1 },

	{ "P2: free name", "", "a: pl.Scalar[pl.INDEX] = n\npl.debug.print(b__FREE_VAR)", 2, "'b__FREE_VAR'", 2 },
	{ "P2: use before the definition", "", "pl.debug.print(a)\na: pl.Scalar[pl.INDEX] = n", 2, "'a'", 1 },
	{ "P2: use behind the body", "", "for i in pl.range(4):\n    a: pl.Scalar[pl.INDEX] = i\npl.debug.print(a)", 2, "'a'", 3 },
	{ "P2: use in the other branch", "", "if n == 0:\n    a: pl.Scalar[pl.INDEX] = n\nelse:\n    pl.debug.print(a)", 2, "'a'", 4 },
	{ "P2: loop variable behind the loop", "", "for i in pl.range(4):\n    pass\npl.debug.print(i)", 2, "'i'", 3 },
	{ "P2: carried value behind the loop", "", "for i, (a,) in pl.range(4, init_values=(n,)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)\npl.debug.print(a)", 2, "'a'", 3 },
	{ "P2: result of a loop", "", "for i, (a,) in pl.range(4, init_values=(n,)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)\npl.debug.print(r)", 0, NULL, 0 },
	{ "P2: result of a while loop", "", "for (a,) in pl.while_(init_values=(n,)):\n    pl.cond(a < 9)\n    b: pl.Scalar[pl.INDEX] = a + 1\n"
		"    r: pl.Scalar[pl.INDEX] = pl.yield_(b)\npl.debug.print(r)", 0, NULL, 0 },
	{ "P2: result of an if", "", "if n == 0:\n    r: pl.Scalar[pl.INDEX] = pl.yield_(n)\nelse:\n    r: pl.Scalar[pl.INDEX] = pl.yield_(n)\npl.debug.print(r)", 0, NULL, 0 },
	{ "P2: definition in a scope", "", "with pl.scope(mode=pl.ScopeMode.MANUAL):\n    a: pl.Scalar[pl.INDEX] = n\npl.debug.print(a)", 0, NULL, 0 },
	{ "P2: if with results, no else", "", "if n == 0:\n    r: pl.Scalar[pl.INDEX] = pl.yield_(n)\npl.debug.print(n)", 2, "no else", 1 },
	{ "P2: too few yielded", "", "for i, (a, b) in pl.range(4, init_values=(n, n)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)", 2, "carries 2", 1 },
	{ "P2: nothing yielded", "", "for i, (a,) in pl.range(4, init_values=(n,)):\n    pass", 2, "carries 1", 1 },
	{ "P2: yield in the middle", "", "for i, (a,) in pl.range(4, init_values=(n,)):\n    r: pl.Scalar[pl.INDEX] = pl.yield_(a)\n    pl.debug.print(a)", 2, "", 0 },

	{ "P2: type, visible", "", "a: pl.Scalar[pl.INDEX] = n\nt: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[a, 32])] = "
		"pl.tile.load(src, [0, 0], [16, 32], [a, 32])", 0, NULL, 0 },
	{ "P2: type, defined nowhere", "", "t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[a, 32])] = pl.tile.load(src, [0, 0], [16, 32], [16, 32])",
		2, "'a'", 1 },
	{ "P2: type, slot index of another loop", "", "for i in pl.range(4):\n    pass\nt: pl.Tile[[16, 32], pl.FP32, pl.MemRef(\"m\", slots=2)[i % 2], pl.Mem.Vec] = "
		"pl.tile.load(src, [0, 0], [16, 32], [16, 32])", 2, "'i'", 3 },
	{ "P2: type, declared dim", "k = pl.dynamic(\"k\")\n", "t: pl.Tensor[[k, 32], pl.FP32] = self.g(n)", 0, NULL, 0 },
	{ "P2: type, declared because its definition is out of scope", "k = pl.dynamic(\"k\")\n",
		"if n == 0:\n    k: pl.Scalar[pl.INDEX] = n\nt: pl.Tensor[[k, 32], pl.FP32] = self.g(n)", 2, "outside the scope", 3 },
	{ "P2: type, declared although a definition of the name is visible", "k = pl.dynamic(\"k\")\n",
		"k: pl.Scalar[pl.INDEX] = n\nt: pl.Tensor[[k, 32], pl.FP32] = self.g(n)", 2, "lost its own", 1 },
	{ "P2: allocation", "", "m: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)\nt: pl.Tile[[16, 32], pl.FP32, pl.MemRef(m, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = "
		"pl.tile.load(src, [0, 0], [16, 32], [16, 32])", 0, NULL, 0 },

	{ "P16: break of a loop", "", "for i in pl.range(4):\n    if i == 2:\n        break", 0, NULL, 0 },
	{ "P16: break of an untouched pipeline loop", "", "for i in pl.pipeline(4, stage=2):\n    if i == 2:\n        break", 0, NULL, 0 },
	{ "P16: break outside", "", "if n == 2:\n    break", 16, "outside every loop", 2 },
	{ "P16: continue outside", "", "for i in pl.range(4):\n    pass\ncontinue", 16, "outside every loop", 3 },
	{ "P16: break in a replicated body", "", "for i in pl.pipeline(0, 4, 2, stage=1):\n    " LOAD("a", "0:0") "    if i == 2:\n        break\n    " LOAD("b", "0:1"),
		16, "clones", 4 },
	{ "P16: continue among clones behind a loop, inside an outer one", "",
		"for o in pl.range(4):\n    " LOAD("a", "3:0;7:0") "    if o == 1:\n        continue\n    " LOAD("b", "3:0;7:1"), 16, "clones", 4 },
	{ "P16: break of an inner loop that was cloned", "",
		"for i in pl.range(0, 4, 2):\n    " LOAD("a", "0:0") "    for j in pl.range(4):\n        " LOAD("b", "0:0") "        break\n    " LOAD("c", "0:1"), 0, NULL, 0 },
	{ "P16: break behind what an unrolled inner loop left", "",
		"for o in pl.range(4):\n    " LOAD("a", "3:0") "    " LOAD("b", "3:1") "    if o == 1:\n        break", 0, NULL, 0 },
	{ "P16: continue ahead of what an unrolled inner loop left", "",
		"for o in pl.range(4):\n    if o == 1:\n        continue\n    " LOAD("a", "3:0") "    " LOAD("b", "3:1"), 0, NULL, 0 },
	{ "P16: return from a replicated body", "", "for i in pl.range(0, 4, 2):\n    " LOAD("a", "0:0") "    for j in pl.range(4):\n        return\n    " LOAD("b", "0:1"),
		16, "return", 4 },
};

enum { FIRST_LINE = 8 }; /* of the body in a snippet without header lines; each header adds itself and an empty line */

static bool has_flaw(const Flaws *flaws, const Row *r) {
	uint32_t first = FIRST_LINE + (*r->header ? 2 : 0);
	for (uint32_t i = 0; i < flaws->n; i++)
		if (flaws->at[i].property == r->property && strstr(flaws->at[i].text, r->says) && (!r->line || flaws->at[i].span.line == first + r->line - 1))
			return true;
	return false;
}

Test(wellformed, each_flaw_is_found_where_it_is) {
	for (unsigned i = 0; i < CASES(rows); i++) {
		Program *p = snippet_program(rows[i].header, rows[i].body);
		Flaws flaws = { 0 };
		wellformed_function(p, 1, &flaws);
		const char *first = flaws.n ? flaws.at[0].text : "nothing";
		if (rows[i].property)
			cr_expect(has_flaw(&flaws, &rows[i]), "%s: found %s (line %u)", rows[i].what, first, flaws.n ? flaws.at[0].span.line : 0);
		else
			cr_expect_eq(flaws.n, 0u, "%s: found %s", rows[i].what, first);
		vec_free(&flaws);
		ir_free(p);
	}
}

/* Text cannot say these: the reader resolves every name. */
Test(wellformed, programs_that_a_pass_built) {
	Program *p = snippet_program("", "for i in pl.range(4):\n    a: pl.Scalar[pl.INDEX] = i\nb: pl.Scalar[pl.INDEX] = n");
	Flaws flaws = { 0 };
	Stmt *loop = ir_stmt(p, ir_func(p, 1)->body.at[0]), *last = ir_stmt(p, ir_func(p, 1)->body.at[1]);
	VarId a = ir_stmt(p, loop->body.at[0])->var, b = last->var;
	last->expr = ir_use(p, a, last->span);
	wellformed_function(p, 1, &flaws);
	cr_assert_eq(flaws.n, 1u);
	cr_expect(strstr(flaws.at[0].text, "'a'") && strstr(flaws.at[0].text, "outside the body"), "%s", flaws.at[0].text);
	flaws.n = 0;
	loop->loop_kind = LOOP_PIPELINE;
	loop->stages = -1;
	last->expr = ir_use(p, ir_func(p, 1)->params[2].var, last->span);
	wellformed_function(p, 1, &flaws);
	cr_assert_eq(flaws.n, 1u);
	cr_expect(flaws.at[0].property == 1 && strstr(flaws.at[0].text, "below 1"), "%s", flaws.at[0].text);
	flaws.n = 0;
	loop->stages = 2;
	last->expr = ir_use(p, b, last->span);
	wellformed_function(p, 1, &flaws);
	cr_assert_eq(flaws.n, 1u);
	cr_expect(strstr(flaws.at[0].text, "'b'") && strstr(flaws.at[0].text, "before"), "%s", flaws.at[0].text);
	flaws.n = 0;
	last->expr = ir_use(p, ir_func(p, 1)->params[2].var, last->span);
	last->var = a;
	wellformed_function(p, 1, &flaws);
	cr_assert_eq(flaws.n, 1u);
	cr_expect(strstr(flaws.at[0].text, "twice"), "%s", flaws.at[0].text);
	vec_free(&flaws);
	ir_free(p);
}
