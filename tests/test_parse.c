#include "model/parse.h"
#include "model/print.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>

#define CASES(a) (sizeof(a) / sizeof *(a))

/* ---- looking into a program ---- */

static const Stmt *statement(const Program *p, Block b, uint32_t i) {
	cr_assert_lt(i, b.n, "statement %u of %u", i, b.n);
	return ir_stmt(p, b.at[i]);
}

static Block body(const Program *p) { return ir_func(p, 1)->body; }

static const Expr *value(const Program *p, uint32_t i) { return ir_expr(p, statement(p, body(p), i)->expr); }

static const Variable *used(const Program *p, ExprId e) {
	cr_assert_eq(ir_expr(p, e)->kind, X_VAR);
	return ir_var(p, ir_expr(p, e)->var);
}

/* (op left right) with names and numbers, so that a tree can be read off. */
static void add_tree(const Program *p, ExprId id, Text *out) {
	static const char *const binary[] = {
#define BINARY(id, text, level) [B_##id] = text,
#include "model/operators.def"
	};
	static const char *const unary[] = { [U_NEG] = "neg", [U_NOT] = "not", [U_BITNOT] = "inv", [U_ABS] = "abs" };
	const Expr *e = ir_expr(p, id);
	switch ((ExprKind)e->kind) {
	case X_VAR: text_addz(out, ir_hint(p, e->var)); break;
	case X_INT: text_printf(out, e->dtype == DT_INDEX ? "%lld" : "%lld:%s", (long long)e->i, dtype_names[e->dtype]); break;
	case X_FLOAT: text_printf(out, e->dtype == DT_FP32 ? "%g" : "%g:%s", e->f, dtype_names[e->dtype]); break;
	case X_BOOL: text_addz(out, e->i ? "true" : "false"); break;
	case X_NONE_VALUE: text_addz(out, "none"); break;
	case X_STR: text_printf(out, "<%s>", ir_text(p, e->str)); break;
	case X_NAME: text_printf(out, "@%s", ir_text(p, e->str)); break;
	case X_UNARY:
		text_printf(out, "(%s ", unary[e->op]);
		add_tree(p, e->a, out);
		text_addz(out, ")");
		break;
	case X_BINARY:
		text_printf(out, "(%s ", binary[e->op]);
		add_tree(p, e->a, out);
		text_addz(out, " ");
		add_tree(p, e->b, out);
		text_addz(out, ")");
		break;
	case X_CAST:
		text_printf(out, "(cast:%s ", dtype_names[e->dtype]);
		add_tree(p, e->a, out);
		text_addz(out, ")");
		break;
	case X_ITEM:
		add_tree(p, e->a, out);
		text_addz(out, "[");
		add_tree(p, e->b, out);
		text_addz(out, "]");
		break;
	case X_LIST:
	case X_TUPLE:
		text_addz(out, e->kind == X_LIST ? "[" : "(tuple");
		for (uint32_t i = 0; i < e->list.n; i++) {
			if (i || e->kind == X_TUPLE)
				text_addz(out, " ");
			add_tree(p, e->list.at[i], out);
		}
		text_addz(out, e->kind == X_LIST ? "]" : ")");
		break;
	case X_DICT:
		text_printf(out, "{%u}", (unsigned)e->pairs.n);
		break;
	case X_CALL:
		text_printf(out, "%s#%u+%u+%u", ir_text(p, e->call->callee), (unsigned)e->call->args.n, (unsigned)e->call->kwargs.n,
			(unsigned)e->call->attrs.n);
		break;
	case X_TYPE: text_printf(out, "type%u", (unsigned)ir_type(p, e->type)->kind); break;
	case X_NONE: text_addz(out, "?"); break;
	}
}

Test(parse, expressions) {
	static const struct { const char *text, *tree; } rows[] = {
		{ "n + 1 * 2 - 3", "(- (+ n (* 1 2)) 3)" },
		{ "n - (n - 1)", "(- n (- n 1))" },
		{ "n // 2 % 3 / 4", "(/ (% (// n 2) 3) 4)" },
		{ "-n ** -2", "(neg (** n -2))" },
		{ "2 ** 3 ** n", "(** 2 (** 3 n))" },
		{ "-4", "-4" }, { "-(4)", "-4" }, { "--4", "4" }, { "-pl.const(4, pl.INDEX)", "-4" }, { "-0.5", "-0.5" },
		{ "-4 ** 2", "(neg (** 4 2))" }, { "-4 % 3", "(% -4 3)" },
		{ "+4", "4" }, { "~n & 3", "(& (inv n) 3)" },
		{ "-9223372036854775808", "-9223372036854775808" }, { "--9223372036854775808", "(neg -9223372036854775808)" },
		{ "pl.const(4, pl.INT32)", "4:INT32" }, { "pl.const(0.5, pl.BF16)", "0.5:BF16" }, { "pl.const(-4, pl.INT64)", "-4:INT64" },
		{ "pl.const(n, pl.INT32)", "pl.const#2+0+0" }, { "pl.const(4, pl.NOTHING)", "pl.const#2+0+0" },
		{ "pl.cast(n, pl.FP32)", "(cast:FP32 n)" }, { "pl.cast(n, pl.FP32, mode='round')", "pl.cast#2+1+0" }, { "pl.cast(n, n)", "pl.cast#2+0+0" },
		{ "pl.min(n, 2)", "(min n 2)" }, { "pl.max(n, pl.min(1, 2))", "(max n (min 1 2))" }, { "pl.min(n, 2, 3)", "pl.min#3+0+0" },
		{ "abs(n - 1)", "(abs (- n 1))" },
		{ "n < 2 == 3", "(== (< n 2) 3)" }, { "n < (2 == 3)", "(< n (== 2 3))" },
		{ "not n == 1 and n or 2", "(or (and (not (== n 1)) n) 2)" }, { "not not n", "(not (not n))" },
		{ "n | n ^ n & n << n + n", "(| n (^ n (& n (<< n (+ n n)))))" },
		{ "True and None or False", "(or (and true none) false)" },
		{ "'a' \"b\" 'c'", "<abc>" }, { "''", "<>" },
		{ "pl.Mem.Vec", "@pl.Mem.Vec" }, { "self.entry", "@self.entry" },
		{ "[n, [1, 2], ()]", "[n [1 2] (tuple)]" }, { "(n, 1)", "(tuple n 1)" }, { "(n,)", "(tuple n)" }, { "((n))", "n" },
		{ "{'a': 1, \"b\": {}}", "{2}" },
		{ "n[0][n + 1]", "n[0][(+ n 1)]" }, { "n[1, 2]", "n[(tuple 1 2)]" },
		{ "pl.tile.load(src, [0, n], attrs={'x': 1}, target=pl.Mem.Vec,)", "pl.tile.load#2+1+1" },
		{ "f(\n    n,\n    g(),\n)", "f#2+0+0" },
		{ "f(pl.Tile[[n], pl.FP32])", "f#1+0+0" }, { "pl.Tile[[n], pl.FP32]", "type3" },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Text text = { 0 }, tree = { 0 };
		text_printf(&text, "x = %s", rows[i].text);
		Program *p = snippet_program("", text_end(&text));
		add_tree(p, statement(p, body(p), 0)->expr, &tree);
		cr_expect_str_eq(text_end(&tree), rows[i].tree, "%s: got %s", rows[i].text, tree.at);
		vec_free(&text);
		vec_free(&tree);
		ir_free(p);
	}
}

Test(parse, calls_know_their_op) {
	Program *p = snippet_program("", "pl.tile.load(src)\npl.nowhere.known()\nself.g(n, k=1)\npl.system.bar_all()");
	cr_expect_eq(value(p, 0)->call->op, OP_TILE_LOAD);
	cr_expect_eq(value(p, 1)->call->op, OP_UNKNOWN);
	cr_expect_eq(value(p, 2)->call->op, OP_UNKNOWN);
	cr_expect_eq(value(p, 3)->call->op, OP_SYSTEM_BAR_ALL);
	cr_expect_eq(ir_get(p, value(p, 2)->call->kwargs, "k"), value(p, 2)->call->kwargs.at[0].value);
	cr_expect_eq(ir_get(p, value(p, 2)->call->kwargs, "absent"), 0u);
	ir_free(p);
}

/* ---- statements ---- */

Test(parse, statement_kinds) {
	static const struct { const char *text; StmtKind kind; } rows[] = {
		{ "x: pl.Scalar[pl.INDEX] = n", S_ASSIGN }, { "x = n", S_ASSIGN }, { "x: (\n    pl.Ptr\n) = (\n    n\n)", S_ASSIGN },
		{ "a, b = f(n)", S_UNPACK }, { "(a, b) = f(n)", S_UNPACK }, { "(\n    a,\n    b,\n) = f(n)", S_UNPACK }, { "a, = f(n)", S_UNPACK },
		{ "f(n)", S_EVAL }, { "(n)", S_EVAL }, { "not n", S_EVAL },
		{ "return", S_RETURN }, { "return n, 1", S_RETURN }, { "break", S_BREAK }, { "continue", S_CONTINUE },
		{ "pl.yield_(n)", S_YIELD },
		{ "if n:\n    pass", S_IF }, { "while n:\n    pass", S_WHILE }, { "with pl.cluster():\n    pass", S_SCOPE },
		{ "for i in pl.range(4):\n    pass", S_FOR }, { "for i in pl.split_aiv(2):\n    pass", S_FOR_OTHER },
		{ "for i in pl.range(4, chunk=2):\n    pass", S_FOR_OTHER }, { "for i in n:\n    pass", S_FOR_OTHER },
		{ "for (a,) in pl.while_(init_values=(n,)):\n    pl.cond(a)\n    b = pl.yield_(a)", S_WHILE },
		{ "# only\npass", S_NOTE },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Program *p = snippet_program("", rows[i].text);
		cr_expect_eq(statement(p, body(p), 0)->kind, rows[i].kind, "%s: kind %u", rows[i].text, statement(p, body(p), 0)->kind);
		ir_free(p);
	}
}

Test(parse, bounds_and_stages) {
	static const struct { const char *head; int64_t start, stop, step, stages; LoopKind kind; uint32_t attrs; } rows[] = {
		{ "pl.range(8)", 0, 8, 1, 0, LOOP_RANGE, 0 },
		{ "pl.parallel(2, 8)", 2, 8, 1, 0, LOOP_PARALLEL, 0 },
		{ "pl.unroll(8, -2, -3)", 8, -2, -3, 0, LOOP_UNROLL, 0 },
		{ "pl.pipeline(8, stage=3)", 0, 8, 1, 3, LOOP_PIPELINE, 0 },
		{ "pl.pipeline(8)", 0, 8, 1, 0, LOOP_PIPELINE, 0 },
		{ "pl.range(8, attrs={\"a\": 1, \"pipeline_stages\": 2, \"b\": 1})", 0, 8, 1, 2, LOOP_RANGE, 2 },
		{ "pl.pipeline(8, attrs={\"pipeline_stages\": 4})", 0, 8, 1, 4, LOOP_PIPELINE, 0 },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Text text = { 0 };
		int64_t start = -99, stop = -99, step = -99;
		text_printf(&text, "for i in %s:\n    pass", rows[i].head);
		Program *p = snippet_program("", text_end(&text));
		const Stmt *s = statement(p, body(p), 0);
		cr_expect(ir_const_int(p, s->start, &start) && start == rows[i].start, "%s: start", rows[i].head);
		cr_expect(ir_const_int(p, s->stop, &stop) && stop == rows[i].stop, "%s: stop", rows[i].head);
		cr_expect(ir_const_int(p, s->step, &step) && step == rows[i].step, "%s: step", rows[i].head);
		cr_expect(s->stages == rows[i].stages && s->loop_kind == rows[i].kind && s->attrs.n == rows[i].attrs, "%s: kind and stages", rows[i].head);
		cr_expect_eq(ir_type(p, ir_var(p, s->var)->type)->dtype, DT_INDEX, "%s: the variable's type", rows[i].head);
		vec_free(&text);
		ir_free(p);
	}
}

Test(parse, carried_values) {
	Program *p = snippet_program("", "for i, (a, b, c) in pl.range(4, init_values=(n, 2.0, src)):\n    x, y, z, w = pl.yield_(b, a + 1, f(c), i)\nreturn x, y, z, w");
	const Stmt *s = statement(p, body(p), 0), *yield = statement(p, s->body, 0), *ret = statement(p, body(p), 1);
	cr_assert(s->iters.n == 3 && s->returns.n == 4 && yield->kind == S_YIELD && yield->values.n == 4 && ret->values.n == 4);
	cr_expect_eq(used(p, ir_var(p, s->iters.at[0])->init)->kind, VAR_PARAM);
	static const Dtype iters[] = { DT_INDEX, DT_FP32 }, returns[] = { DT_FP32, DT_INDEX };
	for (uint32_t k = 0; k < 2; k++) {
		cr_expect_eq(ir_var(p, s->iters.at[k])->kind, VAR_ITER);
		cr_expect_eq(ir_type(p, ir_var(p, s->iters.at[k])->type)->dtype, iters[k], "type of iter %u", k);
		cr_expect_eq(ir_type(p, ir_var(p, s->returns.at[k])->type)->dtype, returns[k], "type of return %u", k);
	}
	cr_expect_eq(ir_type(p, ir_var(p, s->iters.at[2])->type)->kind, T_TENSOR);
	cr_expect_eq(ir_var(p, s->returns.at[2])->type, ir_var(p, s->iters.at[2])->type, "the iter's type where the value has none");
	for (uint32_t k = 0; k < 4; k++)
		cr_expect_eq(ir_expr(p, ret->values.at[k])->var, s->returns.at[k], "return %u", k);
	ir_free(p);
}

Test(parse, both_arms_define_one_return) {
	Program *p = snippet_program("", "if n:\n    r: pl.Scalar[pl.INDEX] = pl.yield_(n)\nelse:\n    x = 2\n    r: pl.Scalar[pl.INDEX] = pl.yield_(x)\nreturn r");
	const Stmt *s = statement(p, body(p), 0);
	cr_assert(s->has_else && s->returns.n == 1 && s->orelse.n == 2);
	cr_expect_eq(ir_expr(p, statement(p, body(p), 1)->values.at[0])->var, s->returns.at[0]);
	cr_expect_eq(ir_var(p, s->returns.at[0])->kind, VAR_RETURN);
	ir_free(p);
}

Test(parse, elif_is_an_if_in_the_other_arm) {
	Program *p = snippet_program("", "if n == 1:\n    r = pl.yield_(1)\nelif n == 2:\n    r = pl.yield_(2)\nelse:\n    r = pl.yield_(3)\nreturn r");
	const Stmt *s = statement(p, body(p), 0), *inner = statement(p, s->orelse, 0), *yield = statement(p, s->orelse, 1);
	cr_assert(s->orelse.n == 2 && inner->kind == S_IF && inner->returns.n == 1 && yield->kind == S_YIELD && s->returns.n == 1);
	cr_expect_eq(ir_expr(p, yield->values.at[0])->var, inner->returns.at[0]);
	cr_expect_neq(s->returns.at[0], inner->returns.at[0]);
	cr_expect_eq(ir_expr(p, statement(p, body(p), 1)->values.at[0])->var, s->returns.at[0]);
	ir_free(p);
}

Test(parse, yields_that_end_no_body) {
	Program *p = snippet_program("", "for i in pl.range(2):\n    a = pl.yield_(i)\n    pl.yield_(i)\n    x = 1\nb = pl.yield_(n)\nreturn a");
	const Stmt *s = statement(p, body(p), 0);
	cr_expect_eq(statement(p, s->body, 0)->kind, S_ASSIGN);
	cr_expect_eq(statement(p, s->body, 1)->kind, S_YIELD);
	cr_expect_eq(s->returns.n, 0u);
	cr_expect_eq(statement(p, body(p), 1)->kind, S_ASSIGN);
	cr_expect_eq(used(p, statement(p, body(p), 2)->values.at[0])->kind, VAR_FREE);
	ir_free(p);
}

Test(parse, comments_go_to_the_next_statement_or_end_the_block) {
	Program *p = snippet_program("", "# one\n# two\nif n:\n    x = 1\n    # tail\n# three\nfor i in pl.range(2):\n    # four\n    r = pl.yield_(i)\n    # five\n# end");
	const Stmt *branch = statement(p, body(p), 0), *loop = statement(p, body(p), 1), *note = statement(p, body(p), 2);
	cr_assert(body(p).n == 3 && branch->comments.n == 2 && branch->body.n == 2 && loop->comments.n == 1 && loop->body.n == 1);
	cr_expect_eq(statement(p, branch->body, 1)->kind, S_NOTE);
	cr_expect_eq(statement(p, loop->body, 0)->kind, S_YIELD, "a yield stays last");
	cr_expect_eq(statement(p, loop->body, 0)->comments.n, 2u);
	cr_expect_eq(note->kind, S_NOTE);
	cr_expect_str_eq(ir_text(p, note->comments.at[0]), "# end");
	ir_free(p);
}

/* ---- names ---- */

/* In each body the last statement is f(<uses>); want lists, per use, the kind of its variable and the line of its definition
 * within the body (0: the signature). */
Test(parse, uses_resolve_to_the_latest_visible_definition) {
	enum { BEFORE_BODY = 7 }; /* lines of a snippet before its body */
	static const struct { const char *what, *body; struct { VarKind kind; uint32_t line; } want[3]; } rows[] = {
		{ "latest", "x = 1\nx = 2\nf(x, n)", { { VAR_ASSIGN, 2 }, { VAR_PARAM, 0 } } },
		{ "value before target", "x = 1\nx = x\nf(x)", { { VAR_ASSIGN, 2 } } },
		{ "a body hides and gives back", "x = 1\nfor x in pl.range(2):\n    x = 3\nf(x)", { { VAR_ASSIGN, 1 } } },
		{ "arms give back", "x = 1\nif n:\n    x = 2\nelse:\n    x = 3\nf(x)", { { VAR_ASSIGN, 1 } } },
		{ "definitions of a body die", "for i in pl.range(2):\n    x = i\nf(i, x)", { { VAR_FREE, 3 }, { VAR_FREE, 3 } } },
		{ "returns live", "for i, (a,) in pl.range(2, init_values=(n,)):\n    r = pl.yield_(a)\nf(r, a)", { { VAR_RETURN, 2 }, { VAR_FREE, 3 } } },
		{ "scopes hand on", "with pl.scope():\n    x = 1\n    with pl.scope():\n        y = 2\nf(x, y)", { { VAR_ASSIGN, 2 }, { VAR_ASSIGN, 4 } } },
		{ "but not out of a loop", "for i in pl.range(2):\n    with pl.scope():\n        x = 1\nf(x)", { { VAR_FREE, 4 } } },
		{ "lanes hand on", "for i in pl.split_aiv(2):\n    x = 1\nf(x)", { { VAR_ASSIGN, 2 } } },
		{ "state of a while", "for (a,) in pl.while_(init_values=(n,)):\n    pl.cond(a < 2)\n    r = pl.yield_(a)\nf(r, a)", { { VAR_RETURN, 3 }, { VAR_FREE, 4 } } },
		{ "one free variable per name", "f(x)\nf(x, y, x)", { { VAR_FREE, 1 }, { VAR_FREE, 2 }, { VAR_FREE, 1 } } },
		{ "unpacked", "a, b = g(n)\nf(b, a)", { { VAR_ASSIGN, 1 }, { VAR_ASSIGN, 1 } } },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Program *p = snippet_program("", rows[i].body);
		List args = value(p, body(p).n - 1)->call->args;
		for (uint32_t k = 0; k < args.n; k++)
			cr_expect(used(p, args.at[k])->kind == rows[i].want[k].kind && used(p, args.at[k])->span.line == BEFORE_BODY + rows[i].want[k].line,
				"%s: use %u is of kind %u from line %u", rows[i].what, k, used(p, args.at[k])->kind, used(p, args.at[k])->span.line - BEFORE_BODY);
		ir_free(p);
	}
}

static Program *parse_function_text(const char *function) {
	Text text = { 0 };
	text_printf(&text, "import pypto.language as pl\n@pl.program\nclass T:\n%s\n", function);
	Program *p = snippet_parse(text.at, text.n);
	vec_free(&text);
	return p;
}

Test(parse, names_in_types) {
	Program *p = parse_function_text(
		"    @pl.function\n"
		"    def f(a: pl.Tensor[[m, k], pl.FP32], k: pl.Scalar[pl.INDEX], b: pl.Tensor[[m, 4], pl.FP32, pl.MemRef(\"mem\", 0, 8)]) -> pl.Tensor[[m, q], pl.FP32]:\n"
		"        x: pl.Tile[[m, v], pl.FP32, pl.MemRef(\"mem\", 0, 8), pl.TileView(valid_shape=[v, w__FREE_VAR])] = g(m, v)\n"
		"        mem: pl.Ptr = g()\n"
		"        y: pl.Tile[[1, 1], pl.FP32, pl.MemRef(mem, 0, 8, slots=2)[k]] = g()\n"
		"    @pl.function\n"
		"    def h(a: pl.Tensor[[m], pl.FP32]):\n"
		"        pass\n");
	const Function *f = ir_func(p, 1);
	List a = ir_type(p, ir_var(p, f->params[0].var)->type)->shape, b = ir_type(p, ir_var(p, f->params[2].var)->type)->shape;
	VarId m = ir_expr(p, a.at[0])->var;
	cr_expect_eq(ir_var(p, m)->kind, VAR_DIM);
	cr_expect_eq(ir_expr(p, a.at[1])->var, f->params[1].var, "a dimension may be a later parameter");
	cr_expect_eq(ir_var(p, f->params[1].var)->kind, VAR_PARAM);
	cr_expect_eq(ir_expr(p, b.at[0])->var, m);
	cr_expect_eq(used(p, ir_type(p, f->results.at[0])->shape.at[1])->kind, VAR_DIM);

	const Stmt *x = statement(p, f->body, 0), *mem = statement(p, f->body, 1), *y = statement(p, f->body, 2);
	const Type *t = ir_type(p, ir_var(p, x->var)->type), *u = ir_type(p, ir_var(p, y->var)->type);
	List args = ir_expr(p, x->expr)->call->args, valid = ir_valid_shape(p, ir_var(p, x->var)->type);
	cr_expect_eq(ir_expr(p, t->shape.at[0])->var, m, "a dimension of the signature");
	cr_expect_eq(used(p, t->shape.at[1])->kind, VAR_DIM, "a dangling name in a type");
	cr_expect_eq(ir_expr(p, valid.at[0])->var, ir_expr(p, t->shape.at[1])->var);
	cr_expect_eq(used(p, valid.at[1])->kind, VAR_FREE, "marked as free");
	cr_expect_eq(ir_expr(p, args.at[0])->var, m);
	cr_expect_eq(used(p, args.at[1])->kind, VAR_FREE, "outside types it is free");

	const MemRef *param = ir_type(p, ir_var(p, f->params[2].var)->type)->memref;
	cr_assert(param && t->memref && u->memref);
	cr_expect(param->is_quoted && ir_var(p, param->base)->kind == VAR_BASE);
	cr_expect_eq(t->memref->base, param->base, "one allocation per name");
	cr_expect(!u->memref->is_quoted && u->memref->base == mem->var && u->memref->slots == 2 && u->memref->index);
	cr_expect_neq(ir_expr(p, ir_type(p, ir_var(p, ir_func(p, 2)->params[0].var)->type)->shape.at[0])->var, m, "each function has its own");
	ir_free(p);
}

/* ---- types ---- */

Test(parse, types) {
	static const struct { const char *text; TypeKind kind; Dtype dtype; Space space; uint32_t shape, extra, elements; bool memref, view; } rows[] = {
		{ "pl.Scalar[pl.BF16]", T_SCALAR, DT_BF16, SPACE_NONE, 0, 0, 0, false, false },
		{ "pl.Tensor[[4, n], pl.FP32]", T_TENSOR, DT_FP32, SPACE_NONE, 2, 0, 0, false, false },
		{ "pl.Tensor[[4], pl.FP32, pl.TensorView(stride=[1]), pl.MemRef(\"a\", 0, 4)]", T_TENSOR, DT_FP32, SPACE_NONE, 1, 0, 0, true, true },
		{ "pl.Tensor[[4], pl.FP32, pl.TensorLayout.ND]", T_TENSOR, DT_FP32, SPACE_NONE, 1, 1, 0, false, false },
		{ "pl.Tile[[4, 4], pl.FP32, pl.MemRef(\"a\"), pl.Mem.Acc, pl.TileView()]", T_TILE, DT_FP32, SPACE_ACC, 2, 0, 0, true, true },
		{ "pl.Tile[[4, 4], pl.FP32, pl.Mem.Nowhere, 3]", T_TILE, DT_FP32, SPACE_NONE, 2, 2, 0, false, false },
		{ "pl.Tile[\n    [4, 4],\n    pl.FP32,\n]", T_TILE, DT_FP32, SPACE_NONE, 2, 0, 0, false, false },
		{ "pl.Tile[[4, 4], pl.FP99, pl.Mem.Vec]", T_OTHER, DT_NONE, SPACE_NONE, 0, 3, 0, false, false },
		{ "pl.Tile[n, pl.FP32]", T_OTHER, DT_NONE, SPACE_NONE, 0, 2, 0, false, false },
		{ "pl.Ptr", T_PTR, DT_NONE, SPACE_NONE, 0, 0, 0, false, false },
		{ "pl.MemRefType", T_MEMREF, DT_NONE, SPACE_NONE, 0, 0, 0, false, false },
		{ "pl.UnknownType", T_UNKNOWN, DT_NONE, SPACE_NONE, 0, 0, 0, false, false },
		{ "pl.Tuple[pl.Ptr, pl.Tuple[pl.Ptr]]", T_TUPLE, DT_NONE, SPACE_NONE, 0, 0, 2, false, false },
		{ "tuple[pl.Ptr, pl.Ptr, pl.Ptr]", T_TUPLE, DT_NONE, SPACE_NONE, 0, 0, 3, false, false },
		{ "pl.Array[8, pl.INT32]", T_ARRAY, DT_INT32, SPACE_NONE, 1, 0, 0, false, false },
		{ "pld.DistributedTensor[[4], pl.FP32, n]", T_OTHER, DT_NONE, SPACE_NONE, 0, 3, 0, false, false },
		{ "int", T_OTHER, DT_NONE, SPACE_NONE, 0, 0, 0, false, false },
		{ "(pl.Ptr)", T_PTR, DT_NONE, SPACE_NONE, 0, 0, 0, false, false },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Text text = { 0 };
		text_printf(&text, "x: %s = n", rows[i].text);
		Program *p = snippet_program("", text_end(&text));
		const Type *t = ir_type(p, ir_var(p, statement(p, body(p), 0)->var)->type);
		cr_expect(t->kind == rows[i].kind && t->dtype == rows[i].dtype && t->space == rows[i].space && t->shape.n == rows[i].shape
				&& t->extra.n == rows[i].extra && t->elements.n == rows[i].elements && !t->memref == !rows[i].memref && !t->view == !rows[i].view,
			"%s: kind %u dtype %u space %u shape %u extra %u", rows[i].text, t->kind, t->dtype, t->space, t->shape.n, t->extra.n);
		vec_free(&text);
		ir_free(p);
	}
}

/* ---- functions and files ---- */

Test(parse, functions) {
	Program *p = parse_function_text(
		"    # dropped\n"
		"    @other(1,\n"
		"        2)\n"
		"    @pl.function(type=pl.FunctionType.AIV, auto_scope=False)\n"
		"    def f(self, a: pl.InOut[pl.Tensor[[4], pl.FP32]], b: pl.Out[pl.Ptr], c) -> tuple[pl.Ptr, pl.Ptr]:\n"
		"        pl.func_attr({\"split\": 1, \"slot_num\": 2})\n"
		"        return a, b\n"
		"    @pl.function\n"
		"    def g():\n"
		"        pass\n"
		"    @pl.function(type=pl.FunctionType.Later)\n"
		"    def h(\n"
		"        a: pl.Ptr,\n"
		"    ) -> pl.Ptr:\n"
		"        return (\n"
		"            a,\n"
		"            a,\n"
		"        )\n");
	const Function *f = ir_func(p, 1), *g = ir_func(p, 2), *h = ir_func(p, 3);
	cr_assert_eq(ir_func_count(p), 3u);
	cr_expect(f->kind == FUNC_AIV && f->has_self && !f->is_bare && f->decorator.n == 2 && f->has_attrs && f->attrs.n == 2);
	cr_expect(f->n_params == 3 && f->params[0].direction == DIR_INOUT && f->params[1].direction == DIR_OUT && f->params[2].direction == DIR_IN);
	cr_expect(f->returns_tuple && f->results.n == 2 && f->body.n == 1 && ir_var(p, f->params[2].var)->type == 0);
	cr_expect_str_eq(ir_text(p, f->other_decorators.at[0]), "@other(1, 2)");
	cr_expect(g->kind == FUNC_OPAQUE && g->is_bare && !g->has_self && g->n_params == 0 && g->results.n == 0 && g->body.n == 0);
	cr_expect(h->kind == FUNC_OTHER && !h->returns_tuple && h->results.n == 1 && statement(p, h->body, 0)->values.n == 2);
	ir_free(p);
}

Test(parse, header) {
	const char *text = "# a note\n# pypto.program: a name\nimport  pypto.language as pl # x\nfrom a import (b,\n   c)\n\nN = pl.dynamic('N')\n\n\n@pl.program\n"
		"class T:\n    pass\n";
	Program *p = snippet_parse(text, strlen(text));
	Text out = { 0 };
	cr_expect_str_eq(ir_text(p, p->title), "a name");
	cr_expect_eq(p->imports.n, 2u);
	cr_expect_str_eq(ir_text(p, p->imports.at[0]), "import  pypto.language as pl");
	cr_expect_str_eq(ir_text(p, p->imports.at[1]), "from a import (b, c)");
	cr_expect_str_eq(ir_text(p, p->dynamics.at[0]), "N = pl.dynamic(\"N\")");
	cr_expect_eq(ir_func_count(p), 0u);
	print_program(p, &out);
	vec_free(&out);
	ir_free(p);
}
