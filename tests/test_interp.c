#include "model/interp.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>

#define CASES(a) (sizeof(a) / sizeof *(a))
#define TILE "pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec]"
#define LOAD(name, tensor, at) name ": " TILE " = pl.tile.load(" tensor ", [" at ", 0], [16, 32], [16, 32])\n"

/* Unknowns have the value that `fixed` says, when it says one. */
typedef struct Fixed { bool known; int64_t value; } Fixed;

static bool decide(void *self, Term x, DecideKind kind, const int64_t *hints, uint32_t n, int64_t *value) {
	const Fixed *f = self;
	(void)x, (void)kind, (void)hints, (void)n;
	*value = f->value;
	return f->known;
}

static Term atom(void *self, Term x) { (void)self; return x; }

typedef struct Ran {
	Program *p;
	Terms *t;
	Interp *in;
	History *h;
	Arena *arena;
} Ran;

static Ran run_with(const char *body, Fixed *fixed, bool floor_division, uint64_t budget) {
	Oracle oracle = { fixed, decide, atom };
	RunOptions options = { .floor_division = floor_division, .budget = budget, .term_budget = 100000 };
	Ran r = { .p = snippet_program("", body), .t = terms_new(), .arena = arena_new() };
	r.in = interp_new(r.p, r.t);
	r.h = interp_run(r.in, 1, &oracle, &options);
	return r;
}

static Ran run(const char *body) {
	static Fixed unknown;
	return run_with(body, &unknown, false, 10000);
}

static void end(Ran *r) {
	history_free(r->h);
	interp_free(r->in);
	terms_free(r->t);
	ir_free(r->p);
	arena_free(r->arena);
}

/* What is passed to the last ordered effect of the body, as text. */
static const char *printed(Ran *r) {
	if (!r->h->ordered.n)
		return "";
	const TermNode *n = term_at(r->t, r->h->ordered.at[r->h->ordered.n - 1].what);
	return n->n ? term_text(r->t, r->arena, n->arg[n->n - 1], 400) : "";
}

Test(interp, values) {
	static const struct { const char *body, *printed; bool floor_division; } rows[] = {
		{ "pl.debug.print(2 + 3 * n - n)", "2*n + 2", false },
		{ "pl.debug.print(pl.min(3, 4) + pl.max(n, n + 1))", "n + 4", false },
		{ "pl.debug.print((0 - 7) // 2)", "-3", false },
		{ "pl.debug.print((0 - 7) // 2)", "-4", true },
		{ "pl.debug.print((0 - 7) % 4)", "-3", false },
		{ "pl.debug.print((0 - 7) % 4)", "1", true },
		{ "pl.debug.print(1 << 4 | 3)", "19", false },
		{ "pl.debug.print(3 < 4 and not 4 <= 3)", "1", false },
		{ "pl.debug.print(pl.cast(n, pl.FP32))", "cast:FP32(n)", false },
		{ "pl.debug.print(pl.cast(n, pl.INT64))", "n", false },
		{ "pl.debug.print(pl.cast(pl.const(300, pl.INT32), pl.INT8))", "cast:INT8(300)", false },
		{ "pl.debug.print(pl.tile.get_block_idx() * 2)", "2*tile.get_block_idx()", false },
		{ "pl.debug.print(pl.tensor.dim(src, 1))", "32", false },
		{ "for i in pl.range(4):\n    pl.debug.print(i)", "3", false },
		{ "for i in pl.range(10, 0, -3):\n    pl.debug.print(i)", "1", false },
		{ "for i in pl.range(n, n + 6, 2):\n    pl.debug.print(i)", "n + 4", false },
		{ "for i, (a, b) in pl.range(5, init_values=(1, 1)):\n    a2, b2 = pl.yield_(b, a + b)\npl.debug.print(a2)", "8", false },
		{ "for i, (a,) in pl.range(9, init_values=(0,)):\n    if i == 3:\n        break\n    a2: pl.Scalar[pl.INDEX] = pl.yield_(a + 10)\n"
		  "pl.debug.print(a2)", "30", false },
		{ "for i in pl.range(4):\n    if i == 2:\n        continue\n    pl.debug.print(i)", "3", false },
		{ "for (a,) in pl.while_(init_values=(1,)):\n    pl.cond(a < 100)\n    b: pl.Scalar[pl.INDEX] = pl.yield_(a * 3)\npl.debug.print(b)", "243", false },
		{ "if n - n == 0:\n    r: pl.Scalar[pl.INDEX] = pl.yield_(7)\nelse:\n    r: pl.Scalar[pl.INDEX] = pl.yield_(8)\npl.debug.print(r)", "7", false },
		{ "with pl.scope(mode=pl.ScopeMode.MANUAL):\n    a: pl.Scalar[pl.INDEX] = n + 1\npl.debug.print(a)", "n + 1", false },
	};
	for (size_t i = 0; i < CASES(rows); i++) {
		static Fixed unknown;
		Ran r = run_with(rows[i].body, &unknown, rows[i].floor_division, 10000);
		cr_expect_eq(r.h->end, RUN_DONE, "%s: %s", rows[i].body, r.h->end_reason);
		cr_expect_str_eq(printed(&r), rows[i].printed, "%s: %s", rows[i].body, printed(&r));
		end(&r);
	}
}

Test(interp, content_that_a_load_sees) {
	/* before the load of rows 16 to 32 of dst; the stores it sees, and whether the content at entry shines through */
	static const struct { const char *what, *stores; uint32_t seen; } rows[] = {
		{ "none", "", 0 },
		{ "the same rows", "pl.tile.store(a, [16, 0], dst)\n", 1 },
		{ "other rows", "pl.tile.store(a, [0, 0], dst)\npl.tile.store(a, [32, 0], dst)\n", 0 },
		{ "some rows from both sides", "pl.tile.store(a, [8, 0], dst)\npl.tile.store(a, [24, 0], dst)\n", 2 },
		{ "covered by a later one", "pl.tile.store(a, [8, 0], dst)\npl.tile.store(a, [16, 0], dst)\n", 1 },
		{ "not covered: later, but half", "pl.tile.store(a, [16, 0], dst)\npl.tile.store(a, [8, 0], dst)\n", 2 },
		{ "rows that may be anywhere", "pl.tile.store(a, [n, 0], dst)\n", 1 },
		{ "through an alias", "d: pl.Tensor[[64, 32], pl.FP32] = pl.tile.store(a, [16, 0], dst)\ne: pl.Tensor[[64, 32], pl.FP32] = d\n"
		  "pl.tile.store(a, [16, 0], e)\n", 1 },
		{ "another tensor", "pl.tile.store(a, [16, 0], src)\n", 0 },
		{ "by elements", "pl.tensor.write(dst, [20, 3], 1.0)\npl.tensor.write(dst, [40, 3], 1.0)\n", 1 },
	};
	for (size_t i = 0; i < CASES(rows); i++) {
		Text body = { 0 };
		text_printf(&body, LOAD("a", "src", "0") "%s" LOAD("b", "dst", "16"), rows[i].stores);
		Ran r = run(text_end(&body));
		cr_assert_eq(r.h->end, RUN_DONE, "%s: %s", rows[i].what, r.h->end_reason);
		cr_assert_eq(r.h->roots.n, 2u);
		const Root *dst = &r.h->roots.at[1];
		const Access *load = &dst->accesses.at[dst->accesses.n - 1];
		cr_expect(!load->is_write);
		cr_expect_eq(term_at(r.t, load->full)->n, 2 + rows[i].seen, "%s: %s", rows[i].what, term_text(r.t, r.arena, load->full, 300));
		end(&r);
		vec_free(&body);
	}
}

Test(interp, a_loop_of_stores_is_found_by_place) {
	/* Each load sees exactly its own store, among a thousand. */
	Ran r = run_with("for i in pl.range(1000):\n    " LOAD("a", "src", "i * 16") "    pl.tile.store(a, [i * 16, 0], dst)\n"
		"for i in pl.range(1000):\n    " LOAD("a2", "dst", "i * 16") "    pl.tile.store(a2, [i * 16, 0], dst)", &(Fixed){ 0 }, false, 100000);
	cr_assert_eq(r.h->end, RUN_DONE, "%s", r.h->end_reason);
	const Root *dst = &r.h->roots.at[1];
	cr_expect_eq(dst->content.n, 1000u, "%u", dst->content.n);
	for (uint32_t i = 1000; i < dst->accesses.n; i++)
		if (!dst->accesses.at[i].is_write)
			cr_assert_eq(term_at(r.t, dst->accesses.at[i].full)->n, 3u);
	end(&r);
}

Test(interp, messages) {
	Ran r = run("for i in pl.range(3):\n    g: " TILE " = pl.tile.tpop_from_aic(split=0, id=2)\n    v: " TILE " = pl.tile.reshape(g, [16, 32])\n"
		"    pl.tile.tpush_to_aic(v, split=1)\n    pl.system.tfree_to_aic(v, split=0, id=2)");
	cr_assert_eq(r.h->end, RUN_DONE, "%s", r.h->end_reason);
	RingHistory *in = history_ring(r.h, 2, RING_C2V), *out = history_ring(r.h, 0, RING_V2C);
	cr_assert(in && out && r.h->rings.n == 2);
	cr_expect(!history_ring(r.h, 1, RING_C2V));
	cr_assert(in->pops.n == 3 && in->releases.n == 3 && out->pushes.n == 3);
	for (uint32_t k = 0; k < 3; k++) {
		cr_expect_eq(in->releases.at[k].ordinal, k, "a view of the popped tile names the same message");
		cr_expect(term_mentions(r.t, out->pushes.at[k].value, in->pops.at[k].value));
		cr_expect(k == 0 || in->pops.at[k].value != in->pops.at[k - 1].value);
	}
	end(&r);
}

/* What is not a use: an alias, a yield, the release. What is carried is said to be. */
Test(interp, uses_of_popped_tiles) {
	static const struct { const char *what, *body; uint32_t uses, carried, late; } rows[] = {
		{ "a push of a view", "v: " TILE " = pl.tile.reshape(g, [16, 32])\npl.tile.tpush_to_aic(v, split=0)\npl.system.tfree_to_aic(g, split=0)", 2, 0, 0 },
		{ "an alias", "v: " TILE " = g\npl.system.tfree_to_aic(v, split=0)", 0, 0, 0 },
		{ "after the release", "pl.system.tfree_to_aic(g, split=0)\nh: " TILE " = pl.tile.add(g, g)", 2, 0, 2 },
		{ "a result of its own", "h: " TILE " = pl.tile.neg(g)\npl.system.tfree_to_aic(g, split=0)\nk: " TILE " = pl.tile.neg(h)", 1, 0, 0 },
		{ "carried", "for i, (c,) in pl.range(2, init_values=(g,)):\n    h: " TILE " = pl.tile.neg(c)\n    r: " TILE " = pl.yield_(c)\n"
			"pl.system.tfree_to_aic(r, split=0)\nk: " TILE " = pl.tile.neg(r)", 3, 3, 1 },
	};
	for (size_t i = 0; i < CASES(rows); i++) {
		Text body = { 0 };
		text_printf(&body, "g: " TILE " = pl.tile.tpop_from_aic(split=0)\n%s", rows[i].body);
		Ran r = run(text_end(&body));
		RingHistory *ring = history_ring(r.h, 0, RING_C2V);
		uint32_t carried = 0, late = 0;
		cr_assert(r.h->end == RUN_DONE && ring && ring->releases.n == 1, "%s: %s", rows[i].what, r.h->end_reason);
		for (uint32_t k = 0; k < ring->uses.n; k++) {
			carried += ring->uses.at[k].is_carried;
			late += ring->uses.at[k].when > ring->releases.at[0].when;
		}
		cr_expect(ring->uses.n == rows[i].uses && carried == rows[i].carried && late == rows[i].late, "%s: %u uses, %u carried, %u late", rows[i].what,
			ring->uses.n, carried, late);
		end(&r);
		vec_free(&body);
	}
}

Test(interp, ends) {
	static const struct { const char *what, *body; Fixed fixed; uint64_t budget; RunEnd end; uint32_t line; } rows[] = {
		{ "unknown trip count", "for i in pl.range(n):\n    pl.debug.print(i)", { 0 }, 1000, RUN_SYMBOLIC, 8 },
		{ "a trip count from the oracle", "for i in pl.range(n):\n    pl.debug.print(i)", { true, 3 }, 1000, RUN_DONE, 0 },
		{ "unknown condition", "if n < 3:\n    pl.debug.print(n)", { 0 }, 1000, RUN_SYMBOLIC, 8 },
		{ "too long", "for i in pl.range(2147483647):\n    pl.debug.print(i)", { 0 }, 1000, RUN_BUDGET, 9 },
		{ "too long without a body", "for i in pl.range(9223372036854775807):\n    pass", { 0 }, 1000, RUN_BUDGET, 0 },
		{ "endless", "while 1 == 1:\n    pl.debug.print(n)", { 0 }, 1000, RUN_BUDGET, 9 },
		{ "step 0", "for i in pl.range(0, 4, 0):\n    pass", { 0 }, 1000, RUN_UNSUPPORTED, 8 },
		{ "an iterator without a row", "for lane in pl.split_aiv(2):\n    pl.debug.print(n)", { 0 }, 1000, RUN_UNSUPPORTED, 8 },
		{ "break outside", "break", { 0 }, 1000, RUN_UNSUPPORTED, 8 },
	};
	for (size_t i = 0; i < CASES(rows); i++) {
		Fixed fixed = rows[i].fixed;
		Ran r = run_with(rows[i].body, &fixed, false, rows[i].budget);
		cr_expect_eq(r.h->end, rows[i].end, "%s: %d (%s)", rows[i].what, r.h->end, r.h->end_reason);
		cr_expect(!rows[i].line || r.h->end_at.line == rows[i].line, "%s: line %u", rows[i].what, r.h->end_at.line);
		end(&r);
	}
}

Test(interp, deep_expressions) {
	/* As deep as the reader lets them be. */
	Text body = { 0 };
	text_addz(&body, "pl.debug.print(n");
	for (int i = 0; i < 900; i++)
		text_addz(&body, " + 1");
	text_addz(&body, ")");
	Ran r = run(text_end(&body));
	cr_expect_eq(r.h->end, RUN_DONE, "%s", r.h->end_reason);
	cr_expect_str_eq(printed(&r), "n + 900");
	end(&r);
	vec_free(&body);
}
