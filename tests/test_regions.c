#include "model/parse.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Two loads of one loop, bound to regions; are they read as one allocation? */
typedef struct Case {
	const char *what, *first, *first_region, *second, *second_region;
	bool one;
} Case;

static const Case cases[] = {
	{ "as the pass names two loads of one hint", "t", "\"pipe_t\", slots=2)[i % 2]", "t_1", "\"pipe_t\", slots=2)[i % 2]", false },
	{ "another load's region", "t", "\"pipe_t\", slots=2)[i % 2]", "v", "\"pipe_t\", slots=2)[i % 2]", true },
	{ "another index", "t", "\"pipe_t\", slots=2)[i % 2]", "t_1", "\"pipe_t\", slots=2)[(i + 1) % 2]", true },
	{ "a constant slot", "t", "\"pipe_t\", slots=2)[0]", "t_1", "\"pipe_t\", slots=2)[1]", true },
	{ "an author's region", "t", "\"mine\", slots=2)[i % 2]", "t_1", "\"mine\", slots=2)[i % 2]", true },
	{ "a name that only begins alike", "t", "\"pipe_t\", slots=2)[i % 2]", "t_x", "\"pipe_t\", slots=2)[i % 2]", true },
};

static const char frame[] = "# pypto.program: P\nimport pypto.language as pl\n\n@pl.program\nclass P:\n"
	"    @pl.function(type=pl.FunctionType.AIV)\n    def f(x: pl.Tensor[[64, 8], pl.FP32]):\n        for i in pl.range(8):\n"
	"            %s: pl.Tile[[8, 8], pl.FP32, pl.MemRef(%s, pl.Mem.Vec] = pl.tile.load(x, [i, 0], [8, 8], [8, 8])\n"
	"            %s: pl.Tile[[8, 8], pl.FP32, pl.MemRef(%s, pl.Mem.Vec] = pl.tile.load(x, [i, 0], [8, 8], [8, 8])";

Test(regions, names_of_the_slots_pass_stand_for_one_load_each) {
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		const Case *c = &cases[i];
		char text[1024];
		int n = snprintf(text, sizeof text, frame, c->first, c->first_region, c->second, c->second_region);
		Diag *d = diag_new();
		Program *p = parse_program("f.py", text, (size_t)n, d);
		cr_assert_not_null(p, "%s: %s", c->what, d->list.n ? d->list.at[0].text : "");
		Block body = ir_stmt(p, ir_func(p, 1)->body.at[0])->body;
		const MemRef *a = ir_type(p, ir_var(p, ir_stmt(p, body.at[0])->var)->type)->memref;
		const MemRef *b = ir_type(p, ir_var(p, ir_stmt(p, body.at[1])->var)->type)->memref;
		cr_expect_eq(a->base == b->base, c->one, "%s", c->what);
		cr_expect_eq(ir_var(p, a->base)->hint, ir_var(p, b->base)->hint, "%s: the printed name changed", c->what);
		ir_free(p);
		diag_free(d);
	}
}
