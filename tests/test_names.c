#include "model/names.h"
#include "model/print.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>

#define CASES(a) (sizeof(a) / sizeof *(a))

static const Span nowhere = { 0 };

typedef struct Builder {
	Program *p;
	VEC(uint32_t) body;
} Builder;

/* hint: scalar = value */
static VarId assign(Builder *b, const char *hint, ExprId value) {
	VarId v = ir_add_var(b->p, VAR_ASSIGN, ir_strz(b->p, hint), ir_scalar(b->p, DT_INDEX), nowhere);
	StmtId s = ir_add_stmt(b->p, S_ASSIGN, nowhere);
	ir_stmt(b->p, s)->var = v;
	ir_stmt(b->p, s)->expr = value;
	vec_push(&b->body, s);
	return v;
}

static ExprId one(Builder *b) { return ir_int(b->p, 1, DT_INDEX, nowhere); }

static void expect_body(Builder *b, const char *header, const char *expected) {
	Text want = { 0 }, got = { 0 };
	ir_func(b->p, 1)->body = ir_list(b->p, b->body.at, b->body.n);
	snippet_text(&want, header, expected);
	print_program(b->p, &got);
	cr_expect_str_eq(text_end(&got), text_end(&want), "got\n%s", text_end(&got));
	vec_free(&want);
	vec_free(&got);
	vec_free(&b->body);
	ir_free(b->p);
}

Test(names, shared_hints_are_numbered_in_order) {
	Builder b = { snippet_program("", "pass"), { 0 } };
	assign(&b, "a", one(&b));
	VarId second = assign(&b, "a", one(&b));
	assign(&b, "a", ir_use(b.p, second, nowhere));
	expect_body(&b, "", "a: pl.Scalar[pl.INDEX] = 1\na_1: pl.Scalar[pl.INDEX] = 1\na_2: pl.Scalar[pl.INDEX] = a_1");
}

Test(names, a_hint_nobody_shares_stays_and_is_avoided) {
	Builder b = { snippet_program("", "pass"), { 0 } };
	assign(&b, "a", one(&b));
	assign(&b, "a", one(&b));
	assign(&b, "a_1", one(&b));
	assign(&b, "a_2_1", one(&b));
	assign(&b, "a_2", one(&b));
	assign(&b, "a_2", one(&b));
	expect_body(&b, "", "a: pl.Scalar[pl.INDEX] = 1\na_2: pl.Scalar[pl.INDEX] = 1\na_1: pl.Scalar[pl.INDEX] = 1\n"
		"a_2_1: pl.Scalar[pl.INDEX] = 1\na_2_2: pl.Scalar[pl.INDEX] = 1\na_2_3: pl.Scalar[pl.INDEX] = 1");
}

Test(names, parameters_come_first) {
	Builder b = { snippet_program("", "pass"), { 0 } };
	assign(&b, "n", ir_use(b.p, ir_func(b.p, 1)->params[2].var, nowhere));
	expect_body(&b, "", "n_1: pl.Scalar[pl.INDEX] = n");
}

/* The loop variable, then what the loop binds, then what it carries, then its body. */
Test(names, loops_name_their_results_before_their_body) {
	Builder b = { snippet_program("", "pass"), { 0 } };
	StrId hint = ir_strz(b.p, "x");
	TypeId scalar = ir_scalar(b.p, DT_INDEX);
	VarId loop = ir_add_var(b.p, VAR_LOOP, hint, scalar, nowhere), iter = ir_add_var(b.p, VAR_ITER, hint, scalar, nowhere);
	VarId result = ir_add_var(b.p, VAR_RETURN, hint, scalar, nowhere);
	ir_var(b.p, iter)->init = one(&b);
	VarId inner = assign(&b, "x", ir_binary(b.p, B_ADD, ir_use(b.p, loop, nowhere), ir_use(b.p, iter, nowhere), nowhere));
	StmtId yield = ir_add_stmt(b.p, S_YIELD, nowhere);
	uint32_t value = ir_use(b.p, inner, nowhere);
	ir_stmt(b.p, yield)->values = ir_list(b.p, &value, 1);
	vec_push(&b.body, yield);
	StmtId s = ir_add_stmt(b.p, S_FOR, nowhere);
	Stmt *x = ir_stmt(b.p, s);
	x->var = loop;
	x->start = ir_int(b.p, 0, DT_INDEX, nowhere);
	x->stop = ir_int(b.p, 4, DT_INDEX, nowhere);
	x->step = one(&b);
	x->iters = ir_list(b.p, &iter, 1);
	x->returns = ir_list(b.p, &result, 1);
	x->body = ir_list(b.p, b.body.at, b.body.n);
	b.body.n = 0;
	vec_push(&b.body, s);
	expect_body(&b, "", "for x, (x_2,) in pl.range(4, init_values=(1,)):\n    x_3: pl.Scalar[pl.INDEX] = x + x_2\n"
		"    x_1: pl.Scalar[pl.INDEX] = pl.yield_(x_3)");
}

/* Each lost definition gets a name of its own behind those that are defined. */
Test(names, uses_without_definition_are_marked) {
	Builder b = { snippet_program("", "pass"), { 0 } };
	StrId hint = ir_strz(b.p, "a");
	VarId lost = ir_add_var(b.p, VAR_ASSIGN, hint, 0, nowhere), other = ir_add_var(b.p, VAR_ITER, hint, 0, nowhere);
	assign(&b, "a", ir_use(b.p, lost, nowhere));
	assign(&b, "b", ir_binary(b.p, B_ADD, ir_use(b.p, other, nowhere), ir_use(b.p, lost, nowhere), nowhere));
	expect_body(&b, "", "a: pl.Scalar[pl.INDEX] = a_1__FREE_VAR\nb: pl.Scalar[pl.INDEX] = a_2__FREE_VAR + a_1__FREE_VAR");
}

/* Used in types only, it prints its bare hint and the file declares it, once, in order. */
Test(names, uses_without_definition_in_types_are_declared) {
	static const char *const hints[] = { "vr", "aa", "vr" };
	Builder b = { snippet_program("", "pass"), { 0 } };
	assign(&b, "vr", one(&b));
	for (unsigned i = 0; i < CASES(hints); i++) {
		VarId lost = ir_add_var(b.p, VAR_ASSIGN, ir_strz(b.p, hints[i]), 0, nowhere);
		uint32_t dim = ir_use(b.p, lost, nowhere);
		Type t = { .kind = T_TENSOR, .dtype = DT_FP32, .shape = ir_list(b.p, &dim, 1) };
		ir_var(b.p, assign(&b, "t", one(&b)))->type = ir_add_type(b.p, &t);
	}
	expect_body(&b, "aa = pl.dynamic(\"aa\")\nvr = pl.dynamic(\"vr\")\n", "vr: pl.Scalar[pl.INDEX] = 1\nt: pl.Tensor[[vr], pl.FP32] = 1\n"
		"t_1: pl.Tensor[[aa], pl.FP32] = 1\nt_2: pl.Tensor[[vr], pl.FP32] = 1");
}

/* A function with many clones of one name costs linear time: quadratic search would run for minutes here. */
Test(names, many_clones, .timeout = 20) {
	enum { CLONES = 200000 };
	Builder b = { snippet_program("", "pass"), { 0 } };
	ExprId value = one(&b);
	VarId last = 0;
	for (unsigned i = 0; i < CLONES; i++)
		last = assign(&b, "t", value);
	ir_func(b.p, 1)->body = ir_list(b.p, b.body.at, b.body.n);
	Names *names = names_new(b.p);
	names_fill(names, 1);
	const Name *name = &names_table(names)[last];
	cr_expect(name->n == strlen("t_199999") && memcmp(name->text, "t_199999", name->n) == 0);
	names_free(names);
	vec_free(&b.body);
	ir_free(b.p);
}
