#include "analyzer/storage.h"
#include "model/parse.h"
#include "model/text.h"

#include <criterion/criterion.h>

/* The body of a function of the vector core, and what the storage model says of its tiles in order of definition. */
typedef struct Case {
	const char *what, *body, *says;
} Case;

#define T "pl.Tile[[8, 8], pl.FP32, "
#define LOAD " = pl.tile.load(x, [0, 0], [8, 8], [8, 8], target_memory=pl.Mem.Vec)\n"
#define IN "        "

static const Case cases[] = {
	{ "no MemRef, a view of it and a copy of the view", IN "a: " T "pl.Mem.Vec]" LOAD IN "b: " T "pl.Mem.Vec] = pl.tile.reshape(a, [8, 8])\n" IN
		"c: " T "pl.Mem.Vec] = b\n" IN "d: " T "pl.Mem.Vec] = pl.tile.add(c, a)",
		"a unbound 256 of a; b unbound 256 of a; c unbound 256 of a; d unbound 256 of d; " },
	{ "what is popped stays in the ring", IN "a: " T "pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)\n" IN "b: " T
		"pl.Mem.Vec] = pl.tile.reshape(a, [8, 8])\n" IN "c: " T "pl.Mem.Vec] = pl.tile.add(a, a)",
		"a ring 256 of a; b ring 256 of a; c unbound 256 of c; " },
	{ "one printed name, two regions", IN "for i in pl.range(8):\n" IN "    t: " T "pl.MemRef(\"pipe_t\", slots=2)[i % 2], pl.Mem.Vec]" LOAD
		IN "for j in pl.range(8):\n" IN "    t_1: " T "pl.MemRef(\"pipe_t\", slots=2)[j % 2], pl.Mem.Vec]" LOAD,
		"t declared 256 of t in 1 (pipe_t, 2 slots, 512); t_1 declared 256 of t_1 in 2 (pipe_t, 2 slots, 512, like 1); " },
	{ "an author's region in two loops is one", IN "for i in pl.range(8):\n" IN "    t: " T "pl.MemRef(\"mine\", slots=3)[i % 3], pl.Mem.Vec]" LOAD
		IN "u: " T "pl.MemRef(\"mine\", slots=3)[0], pl.Mem.Vec]" LOAD,
		"t declared 256 of t in 1 (mine, 3 slots, 768); u declared 256 of u in 1 (mine, 3 slots, 768); " },
	{ "offsets in their allocations", IN "m0: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 512, pinned=True)\n" IN "m1: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 256)\n" IN
		"for i in pl.range(8):\n" IN "    t: " T "pl.MemRef(m0, i % 2 * 256, 256, slots=2)[i % 2], pl.Mem.Vec]" LOAD IN "    u: " T
		"pl.MemRef(m1, pl.const(0, pl.INT64), 256), pl.Mem.Vec] = pl.tile.add(t, t)",
		"t resolved 256 of t in 1 (m0, 2 slots, 512); u resolved 256 at 0 of u in 2 (m1, 1 slots, 256); " },
	{ "addresses", IN "m0: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 256)\n" IN "m1: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 256)\n" IN "t: " T
		"pl.MemRef(m0, pl.const(256, pl.INT64), 256), pl.Mem.Vec]" LOAD IN "u: " T "pl.MemRef(m1, pl.const(0, pl.INT64), 256), pl.Mem.Vec] = pl.tile.add(t, t)",
		"t resolved 256 at 256 of t in 1 (m0, 1 slots, 256, address 256); u resolved 256 at 0 of u in 2 (m1, 1 slots, 256, address 0); " },
};

static void describe(const Storage *s, Text *out) {
	static const char *const kinds[] = { "unbound", "ring", "declared", "resolved" };
	for (uint32_t i = 0; i < s->tiles.n; i++) {
		const TileStorage *t = &s->tiles.at[i];
		const Allocation *a = storage_allocation(s, t);
		text_printf(out, "%s %s %d", ir_hint(s->p, t->var), kinds[t->kind], (int)t->bytes);
		if (t->is_fixed)
			text_printf(out, " at %d", (int)t->at);
		text_printf(out, " of %s", ir_hint(s->p, t->root));
		if (a) {
			text_printf(out, " in %u (%s, %d slots, %d", t->allocation, ir_hint(s->p, a->base), (int)a->slots, (int)a->bytes);
			if (a->alike)
				text_printf(out, ", like %u", a->alike);
			if (a->address >= 0)
				text_printf(out, ", address %d", (int)a->address);
			text_printf(out, ")");
		}
		text_printf(out, "; ");
	}
	text_end(out);
}

Test(storage, where_tiles_live_at_each_stage) {
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		Text text = {0}, says = {0};
		text_printf(&text, "# pypto.program: P\nimport pypto.language as pl\n\n@pl.program\nclass P:\n"
			"    @pl.function(type=pl.FunctionType.AIV)\n    def f(x: pl.Tensor[[64, 8], pl.FP32]):\n%s", cases[i].body);
		Diag *d = diag_new();
		Program *p = parse_program("f.py", text.at, text.n, d);
		cr_assert_not_null(p, "%s: %s", cases[i].what, d->list.n ? d->list.at[0].text : "");
		Storage *s = storage_new(p, 1, ARCH_A2A3);
		describe(s, &says);
		cr_expect_str_eq(says.at, cases[i].says, "%s: %s", cases[i].what, says.at);
		storage_free(s);
		ir_free(p);
		diag_free(d);
		vec_free(&text);
		vec_free(&says);
	}
}
