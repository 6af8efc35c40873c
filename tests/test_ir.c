#include "model/ir.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>
#include <setjmp.h>

#define CASES(a) (sizeof(a) / sizeof *(a))

Test(ir, a_text_has_one_number) {
	enum { MANY = 50000 };
	Program *p = ir_new();
	char text[32];
	cr_expect_eq(ir_str(p, "x", 0), 0u, "the empty text is 0");
	cr_expect_str_eq(ir_text(p, 0), "");
	for (unsigned i = 0; i < MANY; i++) {
		int n = snprintf(text, sizeof text, "name_%u", i);
		cr_assert_eq(ir_str(p, text, (size_t)n), i + 1, "%s", text);
	}
	for (unsigned i = 0; i < MANY; i++) {
		snprintf(text, sizeof text, "name_%u", i);
		cr_assert(ir_strz(p, text) == i + 1 && strcmp(ir_text(p, i + 1), text) == 0 && ir_text_length(p, i + 1) == strlen(text));
	}
	ir_free(p);
}

Test(ir, tables_keep_their_elements_in_place) {
	Program *p = ir_new();
	ExprId first = ir_int(p, 7, DT_INDEX, (Span){ 0 });
	const Expr *at = ir_expr(p, first);
	cr_expect_eq(first, 1u);
	for (int i = 0; i < 5 * TABLE_CHUNK; i++)
		cr_assert_eq(ir_int(p, i, DT_INT32, (Span){ 0 }), (ExprId)i + 2);
	cr_expect(at == ir_expr(p, first) && at->i == 7);
	cr_expect_eq(ir_expr(p, 3 * TABLE_CHUNK)->i, 3 * TABLE_CHUNK - 2);
	cr_expect_eq(ir_scalar(p, DT_BF16), ir_scalar(p, DT_BF16));
	cr_expect_neq(ir_scalar(p, DT_BF16), ir_scalar(p, DT_FP32));
	ir_free(p);
}

Test(ir, constants) {
	Program *p = ir_new();
	Span at = { 0 };
	int64_t v = 0;
	ExprId four = ir_int(p, 4, DT_INT32, at), least = ir_int(p, INT64_MIN, DT_INDEX, at);
	Expr minus = { .kind = X_UNARY, .op = U_NEG };
	minus.a = four;
	cr_expect(ir_const_int(p, four, &v) && v == 4);
	cr_expect(ir_const_int(p, ir_add_expr(p, &minus), &v) && v == -4);
	minus.a = least;
	cr_expect(!ir_const_int(p, ir_add_expr(p, &minus), &v), "-INT64_MIN is no int64");
	cr_expect(!ir_const_int(p, ir_binary(p, B_ADD, four, four, at), &v), "nothing is folded");
	cr_expect(!ir_const_int(p, 0, &v), "no expression");
	ir_free(p);
}

/* Two statements x = A and y = B: whether A and B are the same expression. */
Test(ir, same_expressions) {
	static const struct { const char *a, *b; bool same; } rows[] = {
		{ "n + 1", "(n + (1))", true }, { "n + 1", "1 + n", false }, { "n + 1", "n - 1", false }, { "n + 1", "n + 2", false },
		{ "1", "pl.const(1, pl.INT32)", false }, { "1", "1.0", false }, { "0.0", "-0.0", false }, { "1e999", "1e999", true },
		{ "'a'", "\"a\"", true }, { "'a'", "'b'", false }, { "pl.FP32", "pl.FP32", true }, { "pl.FP32", "pl.BF16", false },
		{ "[n, 1]", "[n, 1,]", true }, { "[n, 1]", "[n]", false }, { "[n]", "(n,)", false }, { "n[0]", "n[0]", true }, { "n[0]", "n[1]", false },
		{ "f(n, k=1)", "f(n, k=1)", true }, { "f(n, k=1)", "f(n, k=2)", false }, { "f(n, k=1)", "f(n, j=1)", false }, { "f(n)", "g(n)", false },
		{ "f(attrs={'a': 1})", "f(attrs={'a': 1})", true }, { "f(attrs={'a': 1})", "f(attrs={'a': 2})", false }, { "f()", "f(attrs={'a': 2})", false },
		{ "{'a': n}", "{'a': n}", true }, { "{'a': n}", "{'b': n}", false }, { "True", "False", false }, { "None", "None", true },
		{ "-n", "-n", true }, { "-n", "~n", false }, { "pl.cast(n, pl.FP32)", "pl.cast(n, pl.BF16)", false }, { "a", "a", true }, { "a", "b", false },
		{ "pl.Tile[[n], pl.FP32, pl.MemRef('m', 0, 4)]", "pl.Tile[[n], pl.FP32, pl.MemRef(\"m\", 0, 4)]", true },
		{ "pl.Tile[[n], pl.FP32, pl.MemRef('m', 0, 4)]", "pl.Tile[[n], pl.FP32, pl.MemRef('m', 4, 4)]", false },
		{ "pl.Tile[[n], pl.FP32, pl.MemRef('m', 0, 4)]", "pl.Tile[[n], pl.FP32]", false },
		{ "pl.Tuple[pl.Ptr]", "pl.Tuple[pl.Ptr]", true }, { "pl.Tuple[pl.Ptr]", "pl.Tuple[pl.MemRefType]", false },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Text text = { 0 };
		text_printf(&text, "x = %s\ny = %s", rows[i].a, rows[i].b);
		Program *p = snippet_program("", text_end(&text));
		Block body = ir_func(p, 1)->body;
		ExprId a = ir_stmt(p, body.at[0])->expr, b = ir_stmt(p, body.at[1])->expr;
		cr_expect_eq(ir_same_expr(p, a, b), rows[i].same, "%s and %s", rows[i].a, rows[i].b);
		cr_expect_eq(ir_same_expr(p, b, a), rows[i].same, "%s and %s", rows[i].b, rows[i].a);
		cr_expect(ir_same_expr(p, a, a) && !ir_same_expr(p, a, 0));
		vec_free(&text);
		ir_free(p);
	}
}

Test(ir, questions_about_calls) {
	Program *p = snippet_program("", "x = pl.tile.tpush_to_aiv(n, id=3)\npl.tile.tpop_from_aiv()\na, b = f(n)\ny = n\nreturn n\nfor i in pl.range(4):\n    pass");
	Block b = ir_func(p, 1)->body;
	static const bool has_call[] = { true, true, true, false, false, false };
	for (uint32_t i = 0; i < CASES(has_call); i++)
		cr_expect_eq(ir_call_of(p, b.at[i]) != NULL, has_call[i], "statement %u", i);
	const Call *push = ir_call_of(p, b.at[0]), *pop = ir_call_of(p, b.at[1]);
	int64_t id = 0;
	cr_expect(ir_is_push(push->op) && !ir_is_pop(push->op) && !ir_is_free(push->op) && ir_is_pop(pop->op));
	cr_expect_eq(ir_pipe_id(p, push), 3);
	cr_expect_eq(ir_pipe_id(p, pop), 0);
	cr_expect(ir_get_int(p, push->kwargs, "id", &id) && id == 3 && !ir_get_int(p, push->kwargs, "i", &id));
	ir_free(p);
}

/* ---- memory ---- */

static jmp_buf no_memory;
static void leave(void) { longjmp(no_memory, 1); }

/* Whatever allocation fails, what was held before is still whole. */
Test(mem, a_failed_growth_leaves_the_old_elements) {
	static VEC(int) v;
	for (int i = 0; i < 8; i++)
		vec_push(&v, i);
	mem_on_exhaustion(leave);
	if (setjmp(no_memory) == 0) {
		mem_fail_after(1);
		vec_push(&v, 8);
		cr_expect_fail("the growth did not fail");
	}
	mem_on_exhaustion(NULL);
	mem_fail_after(0);
	cr_assert_eq(v.n, 8u);
	for (int i = 0; i < 8; i++)
		cr_expect_eq(v.at[i], i);
	vec_push(&v, 8);
	cr_expect_eq(v.at[8], 8);
	vec_free(&v);
}
