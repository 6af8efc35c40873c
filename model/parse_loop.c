/* Loops: pl.range and its kin, pl.while_ with state, `while`, and iterators without a row (kept as they are). */
#include "model/parse_internal.h"

typedef struct Head { /* for <var>, (<iters>) in */
	Target var;     /* name 0: absent */
	Span span;
	uint32_t from;  /* iters: ps->targets.at[from .. n) */
	bool has_iters;
} Head;

/* iters := "(" NAME {"," NAME} [","] ")" */
static void head_iters(Parser *ps, Head *h) {
	parse_expect(ps, TOK_LPAREN, "before the iteration arguments");
	h->has_iters = true;
	if (!is_token(ps, TOK_RPAREN))
		parse_target_list(ps, TOK_RPAREN);
	parse_expect(ps, TOK_RPAREN, "after the iteration arguments");
}

/* head := NAME ["," iters] | iters | "(" NAME "," iters [","] ")" */
static Head loop_head(Parser *ps) {
	Head h = {.span = ps->lex.token.span, .from = ps->targets.n};
	if (parse_accept(ps, TOK_LPAREN)) {
		bool is_pair = false;
		uint32_t n = 0;
		h.has_iters = true;
		while (parse_more(ps, TOK_RPAREN, n++)) {
			if (n == 2 && is_token(ps, TOK_LPAREN)) {
				h.var = ps->targets.at[--ps->targets.n];
				head_iters(ps, &h);
				is_pair = true;
			} else if (is_pair) {
				parse_expected(ps, "')'");
			} else {
				Target t = parse_plain_name(ps, "a name");
				vec_push(&ps->targets, t);
			}
		}
		parse_accept(ps, TOK_RPAREN);
	} else {
		h.var = parse_plain_name(ps, "the loop variable");
		if (parse_accept(ps, TOK_COMMA))
			head_iters(ps, &h);
	}
	if (!is_word(ps, W_IN))
		parse_expected(ps, "'in'");
	lex_advance(&ps->lex);
	return h;
}

static ExprId value_of(Pairs pairs, StrId key) {
	for (uint32_t i = 0; i < pairs.n; i++)
		if (pairs.at[i].key == key)
			return pairs.at[i].value;
	return 0;
}

/* Defines the iteration arguments inside the loop's scope; init: the X_TUPLE or X_LIST of their initial values, or 0. */
static List define_iters(Parser *ps, const Head *h, ExprId init, Span at) {
	const Expr *x = init ? ir_expr(ps->p, init) : NULL;
	List values = x && (x->kind == X_TUPLE || x->kind == X_LIST) ? x->list : (List){0};
	uint32_t n = ps->targets.n - h->from, from = ps->stack.n;
	if (x && x->kind != X_TUPLE && x->kind != X_LIST)
		lex_fail(&ps->lex, SEV_ERROR, x->span, "init_values must be a tuple");
	else if (values.n != n)
		lex_fail(&ps->lex, SEV_ERROR, at, "%u iteration arguments but %u initial values", (unsigned)n, (unsigned)values.n);
	for (uint32_t i = 0; i < n && i < values.n; i++) {
		Target t = ps->targets.at[h->from + i];
		t.type = parse_type_of(ps, values.at[i]);
		VarId v = parse_define(ps, VAR_ITER, &t);
		ir_var(ps->p, v)->init = values.at[i];
		vec_push(&ps->stack, v);
	}
	ps->targets.n = h->from;
	return parse_take_list(ps, from);
}

static VarId define_loop_variable(Parser *ps, Target t) {
	t.type = ir_scalar(ps->p, DT_INDEX);
	return parse_define(ps, VAR_LOOP, &t);
}

/* (stop), (start, stop), (start, stop, step): what is left out is an INDEX constant. */
static void bounds(Parser *ps, StmtId s, List args, Span at) {
	if (args.n < 1 || args.n > 3) {
		lex_fail(&ps->lex, SEV_ERROR, at, "a loop has one to three bounds, here are %u", (unsigned)args.n);
		return;
	}
	Stmt *st = ir_stmt(ps->p, s);
	st->bounds = (uint8_t)args.n;
	st->start = args.n == 1 ? ir_int(ps->p, 0, DT_INDEX, at) : args.at[0];
	st->stop = args.n == 1 ? args.at[0] : args.at[1];
	st->step = args.n == 3 ? args.at[2] : ir_int(ps->p, 1, DT_INDEX, at);
}

static int64_t stage_count(Parser *ps, ExprId e) {
	int64_t n = 0;
	if (!ir_const_int(ps->p, e, &n) || n < 1)
		lex_fail(&ps->lex, SEV_ERROR, ir_expr(ps->p, e)->span, "the number of stages must be a positive integer");
	return n;
}

/* stage= and the attribute pipeline_stages are one thing, whatever the loop's kind. */
static void stages_and_attrs(Parser *ps, StmtId s, ExprId stage, Pairs attrs) {
	Stmt *st = ir_stmt(ps->p, s);
	uint32_t from = ps->pairs.n;
	if (stage)
		st->stages = stage_count(ps, stage);
	for (uint32_t i = 0; i < attrs.n; i++) {
		bool counts = attrs.at[i].key == W_PIPELINE_STAGES;
		if (counts && st->stages)
			lex_fail(&ps->lex, SEV_ERROR, ir_expr(ps->p, attrs.at[i].value)->span, "the number of stages is given twice");
		if (counts)
			st->stages = stage_count(ps, attrs.at[i].value);
		else
			vec_push(&ps->pairs, attrs.at[i]);
	}
	st->attrs = parse_take_pairs(ps, from);
}

static bool loop_kind_of(StrId callee, LoopKind *kind) {
	static const struct { Word word; LoopKind kind; } rows[] = {
		{W_PL_RANGE, LOOP_RANGE}, {W_PL_PARALLEL, LOOP_PARALLEL}, {W_PL_UNROLL, LOOP_UNROLL}, {W_PL_PIPELINE, LOOP_PIPELINE},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (callee == (StrId)rows[i].word) {
			*kind = rows[i].kind;
			return true;
		}
	return false;
}

/* Whether every keyword argument of a range has its place in a Stmt. */
static bool has_known_keywords(Pairs kwargs) {
	for (uint32_t i = 0; i < kwargs.n; i++)
		if (kwargs.at[i].key != W_INIT_VALUES && kwargs.at[i].key != W_STAGE)
			return false;
	return true;
}

/* for lane in pl.split_aiv(2): a scope in disguise, its definitions stay visible. */
static StmtId for_other(Parser *ps, const Head *h, ExprId iterator, Span at) {
	StmtId s = ir_add_stmt(ps->p, S_FOR_OTHER, at);
	if (h->has_iters || !h->var.name)
		parse_unsupported(ps, h->span, "iteration arguments with this iterator");
	VarId v = define_loop_variable(ps, h->var);
	Suite body = parse_suite(ps, "after the iterator");
	if (ps->targets.n > body.from)
		parse_unsupported(ps, ps->targets.at[body.from].span, "a named yield with this iterator");
	ps->targets.n = body.from;
	Stmt *st = ir_stmt(ps->p, s);
	st->var = v;
	st->expr = iterator;
	st->body = body.body;
	return s;
}

/* for (a, b) in pl.while_(init_values=(x, y)): NEWLINE INDENT pl.cond(expr) ... */
static StmtId while_with_state(Parser *ps, const Head *h, const Call *c, Span at) {
	StmtId s = ir_add_stmt(ps->p, S_WHILE, at);
	uint32_t mark = ps->undo.n;
	if (h->var.name)
		lex_fail(&ps->lex, SEV_ERROR, h->span, "pl.while_ has no loop variable");
	if (c->args.n || c->attrs.n || c->kwargs.n > 1 || !value_of(c->kwargs, W_INIT_VALUES))
		lex_fail(&ps->lex, SEV_ERROR, at, "pl.while_ takes init_values and nothing else");
	List iters = define_iters(ps, h, c->kwargs.n ? c->kwargs.at[0].value : 0, at);
	Suite body = parse_while_suite(ps, s);
	parse_undo(ps, mark);
	List returns = parse_take_returns(ps, &body, iters);
	Stmt *st = ir_stmt(ps->p, s);
	st->iters = iters;
	st->returns = returns;
	st->body = body.body;
	return s;
}

static StmtId range_loop(Parser *ps, const Head *h, LoopKind kind, const Call *c, Span at) {
	StmtId s = ir_add_stmt(ps->p, S_FOR, at);
	uint32_t mark = ps->undo.n;
	ir_stmt(ps->p, s)->loop_kind = (uint8_t)kind;
	if (!h->var.name)
		lex_fail(&ps->lex, SEV_ERROR, h->span, "this loop needs a variable before its iteration arguments");
	bounds(ps, s, c->args, at);
	stages_and_attrs(ps, s, value_of(c->kwargs, W_STAGE), c->attrs);
	ExprId init = value_of(c->kwargs, W_INIT_VALUES);
	VarId v = define_loop_variable(ps, h->var);
	List iters = define_iters(ps, h, init, h->span);
	Suite body = parse_suite(ps, "after the range");
	parse_undo(ps, mark);
	List returns = parse_take_returns(ps, &body, iters);
	Stmt *st = ir_stmt(ps->p, s);
	st->var = v;
	st->iters = iters;
	st->returns = returns;
	st->body = body.body;
	return s;
}

/* The iterator is read as any expression, so that parentheses around it make no difference. */
StmtId parse_for(Parser *ps, Span at) {
	Head h = loop_head(ps);
	ExprId e = parse_expr(ps);
	const Expr *x = ir_expr(ps->p, e);
	LoopKind kind = LOOP_RANGE;
	if (x->kind == X_CALL && x->call->callee == W_PL_WHILE)
		return while_with_state(ps, &h, x->call, at);
	if (x->kind == X_CALL && loop_kind_of(x->call->callee, &kind) && has_known_keywords(x->call->kwargs))
		return range_loop(ps, &h, kind, x->call, at);
	return for_other(ps, &h, e, at);
}

/* while := expr suite */
StmtId parse_while(Parser *ps, Span at) {
	StmtId s = ir_add_stmt(ps->p, S_WHILE, at);
	ir_stmt(ps->p, s)->expr = parse_expr(ps);
	uint32_t mark = ps->undo.n;
	Suite body = parse_suite(ps, "after the condition");
	parse_undo(ps, mark);
	List returns = parse_take_returns(ps, &body, (List){0});
	ir_stmt(ps->p, s)->returns = returns;
	ir_stmt(ps->p, s)->body = body.body;
	return s;
}
