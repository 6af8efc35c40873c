/* Statements and blocks, except loops.
 *
 * A yield with targets ("r: T = pl.yield_(v)") at the end of a body names the return variables of the statement around
 * it. It becomes an S_YIELD; its targets wait on ps->targets until that statement has left the body's scope.
 */
#include "model/parse_internal.h"

enum { MAX_BLOCKS = 100 };

static StmtId statement(Parser *ps, bool in_body);

/* ---- blocks ---- */

/* Takes the comments that stand at column `least` or to the right of it, up to the first that does not. */
static List take_comments(Parser *ps, uint32_t least, List before) {
	uint32_t n = 0, from = ps->stack.n;
	Lexer *l = &ps->lex;
	while (n < l->comments.n && l->comments.at[n].col >= least)
		n++;
	if (n == 0)
		return before;
	for (uint32_t i = 0; i < before.n; i++)
		vec_push(&ps->stack, before.at[i]);
	for (uint32_t i = 0; i < n; i++)
		vec_push(&ps->stack, l->comments.at[i].text);
	memmove(l->comments.at, l->comments.at + n, (l->comments.n - n) * sizeof *l->comments.at);
	l->comments.n -= n;
	return parse_take_list(ps, from);
}

/* statements := {statement} up to DEDENT, which is taken. in_body: a yield at the end names somebody's returns. */
static Block statements(Parser *ps, uint32_t col, bool in_body) {
	uint32_t from = ps->stack.n;
	List none = {0};
	if (++ps->blocks > MAX_BLOCKS)
		lex_fail(&ps->lex, SEV_ERROR, ps->lex.token.span, "blocks nest too deep here (more than %d levels)", (int)MAX_BLOCKS);
	while (!is_token(ps, TOK_DEDENT) && !is_token(ps, TOK_END)) {
		if (is_word(ps, W_PASS)) {
			lex_advance(&ps->lex);
			parse_expect(ps, TOK_NEWLINE, "after pass");
			continue;
		}
		List comments = take_comments(ps, 0, none);
		StmtId s = statement(ps, in_body);
		ir_stmt(ps->p, s)->comments = comments;
		vec_push(&ps->stack, s);
	}
	/* A yield stays the last statement: comments behind it move above it. */
	Stmt *last = ps->stack.n > from ? ir_stmt(ps->p, ps->stack.at[ps->stack.n - 1]) : NULL;
	if (last && last->kind == S_YIELD) {
		last->comments = take_comments(ps, col, last->comments);
	} else {
		Span at = ps->lex.token.span;
		List comments = take_comments(ps, col, none);
		if (comments.n) {
			StmtId note = ir_add_stmt(ps->p, S_NOTE, at);
			ir_stmt(ps->p, note)->comments = comments;
			vec_push(&ps->stack, note);
		}
	}
	ps->blocks--;
	parse_accept(ps, TOK_DEDENT);
	return parse_take_list(ps, from);
}

Block parse_function_body(Parser *ps) { return statements(ps, ps->lex.token.span.col, false); }

/* ':' NEWLINE INDENT */
static bool enter_suite(Parser *ps, const char *what) {
	parse_expect(ps, TOK_COLON, what);
	if (!is_token(ps, TOK_NEWLINE))
		parse_expected(ps, "a new line after ':'");
	lex_advance(&ps->lex);
	if (!is_token(ps, TOK_INDENT))
		parse_expected(ps, "an indented block");
	lex_advance(&ps->lex);
	return !ps->lex.failed;
}

Suite parse_suite(Parser *ps, const char *what) {
	Suite s = {.from = ps->targets.n};
	if (enter_suite(ps, what))
		s.body = statements(ps, ps->lex.token.span.col, true);
	return s;
}

/* The comments above pl.cond belong to what follows it. */
Suite parse_while_suite(Parser *ps, StmtId loop) {
	Suite s = {.from = ps->targets.n};
	Call c = {0};
	if (!enter_suite(ps, "after pl.while_"))
		return s;
	uint32_t col = ps->lex.token.span.col;
	if (!is_word(ps, W_PL_COND))
		parse_expected(ps, "pl.cond(...) as the first line of the loop");
	Span at = ps->lex.token.span;
	lex_advance(&ps->lex);
	parse_arguments(ps, &c);
	if (c.args.n != 1 || c.kwargs.n || c.attrs.n)
		lex_fail(&ps->lex, SEV_ERROR, at, "pl.cond takes one condition");
	else
		ir_stmt(ps->p, loop)->expr = c.args.at[0];
	parse_expect(ps, TOK_NEWLINE, "after pl.cond");
	s.body = statements(ps, col, true);
	return s;
}

/* ---- yields and targets ---- */

/* names := NAME {"," NAME} [","] */
void parse_target_list(Parser *ps, Tok close) {
	uint32_t n = 0;
	do {
		Target t = parse_plain_name(ps, "a name");
		vec_push(&ps->targets, t);
	} while (parse_more(ps, close, ++n));
}

/* The return variable's type: as annotated, else of the value, else of the iteration argument in its place. */
static TypeId return_type(Parser *ps, const Target *t, ExprId value, List iters, uint32_t i) {
	TypeId type = t->type ? t->type : value ? parse_type_of(ps, value) : 0;
	return type || i >= iters.n ? type : ir_var(ps->p, iters.at[i])->type;
}

static List yielded(const Parser *ps, Block body) {
	const Stmt *last = body.n ? ir_stmt(ps->p, body.at[body.n - 1]) : NULL;
	return last && last->kind == S_YIELD ? last->values : (List){0};
}

List parse_take_returns(Parser *ps, const Suite *s, List iters) {
	uint32_t from = ps->stack.n;
	List values = yielded(ps, s->body);
	for (uint32_t i = 0; s->from + i < ps->targets.n; i++) {
		Target t = ps->targets.at[s->from + i];
		t.type = return_type(ps, &t, i < values.n ? values.at[i] : 0, iters, i);
		VarId v = parse_define(ps, VAR_RETURN, &t);
		vec_push(&ps->stack, v);
	}
	ps->targets.n = s->from;
	return parse_take_list(ps, from);
}

/* expr {"," expr}, or the same in one pair of parentheses. */
static List values_of(Parser *ps) {
	uint32_t from = ps->stack.n;
	ExprId e = parse_expr(ps);
	if (ir_expr(ps->p, e)->kind == X_TUPLE && is_token(ps, TOK_NEWLINE))
		return ir_expr(ps->p, e)->list;
	vec_push(&ps->stack, e);
	while (parse_more(ps, TOK_NEWLINE, ps->stack.n - from)) {
		e = parse_expr(ps);
		vec_push(&ps->stack, e);
	}
	return parse_take_list(ps, from);
}

static StmtId yield_statement(Parser *ps, ExprId call, Span at) {
	StmtId s = ir_add_stmt(ps->p, S_YIELD, at);
	ir_stmt(ps->p, s)->values = ir_expr(ps->p, call)->call->args;
	return s;
}

/* A yield without keyword arguments; anything else called so stays an ordinary call. */
static bool is_plain_yield(const Parser *ps, ExprId e) {
	const Expr *x = ir_expr(ps->p, e);
	return x->kind == X_CALL && x->call->callee == W_PL_YIELD && x->call->kwargs.n == 0 && x->call->attrs.n == 0;
}

/* ---- simple statements ---- */

static void end_line(Parser *ps) { parse_expect(ps, TOK_NEWLINE, "at the end of the statement"); }

static StmtId define_one(Parser *ps, Target t, ExprId value, Span at) {
	VarId v = parse_define(ps, VAR_ASSIGN, &t);
	StmtId s = ir_add_stmt(ps->p, S_ASSIGN, at);
	ir_stmt(ps->p, s)->var = v;
	ir_stmt(ps->p, s)->expr = value;
	return s;
}

static TypeId element_type(Parser *ps, ExprId value, uint32_t i, uint32_t n) {
	TypeId t = parse_type_of(ps, value);
	const Type *tuple = t ? ir_type(ps->p, t) : NULL;
	return tuple && tuple->kind == T_TUPLE && tuple->elements.n == n ? tuple->elements.at[i] : 0;
}

static StmtId define_many(Parser *ps, uint32_t from, ExprId value, Span at) {
	uint32_t list = ps->stack.n, n = ps->targets.n - from;
	for (uint32_t i = 0; i < n; i++) {
		Target t = ps->targets.at[from + i];
		t.type = element_type(ps, value, i, n);
		VarId v = parse_define(ps, VAR_ASSIGN, &t);
		vec_push(&ps->stack, v);
	}
	ps->targets.n = from;
	StmtId s = ir_add_stmt(ps->p, S_UNPACK, at);
	ir_stmt(ps->p, s)->expr = value;
	ir_stmt(ps->p, s)->returns = parse_take_list(ps, list);
	return s;
}

/* assignment := NAME [":" type] "=" expr | names "=" expr | "(" names ")" "=" expr */
static StmtId assignment(Parser *ps, bool in_body) {
	Span at = ps->lex.token.span;
	uint32_t from = ps->targets.n;
	bool is_many = true;
	if (parse_accept(ps, TOK_LPAREN)) {
		parse_target_list(ps, TOK_RPAREN);
		parse_expect(ps, TOK_RPAREN, "after the names");
	} else if (ps->lex.ahead.kind == TOK_COMMA) {
		parse_target_list(ps, TOK_ASSIGN);
	} else {
		Target t = parse_plain_name(ps, "a name");
		is_many = false;
		if (parse_accept(ps, TOK_COLON))
			t.type = parse_type(ps);
		vec_push(&ps->targets, t);
	}
	parse_expect(ps, TOK_ASSIGN, "before the value");
	ExprId value = parse_expr(ps);
	if (is_token(ps, TOK_ASSIGN))
		parse_unsupported(ps, ps->lex.token.span, "a chain of assignments");
	end_line(ps);
	if (in_body && is_token(ps, TOK_DEDENT) && is_plain_yield(ps, value))
		return yield_statement(ps, value, at);
	if (ps->targets.n == from) /* after a fault */
		return ir_add_stmt(ps->p, S_NOTE, at);
	if (is_many)
		return define_many(ps, from, value, at);
	Target t = ps->targets.at[from];
	ps->targets.n = from;
	return define_one(ps, t, value, at);
}

static StmtId expression_statement(Parser *ps) {
	Span at = ps->lex.token.span;
	ExprId e = parse_expr(ps);
	if (is_token(ps, TOK_ASSIGN))
		parse_unsupported(ps, at, "an assignment to anything but names");
	end_line(ps);
	if (is_plain_yield(ps, e))
		return yield_statement(ps, e, at);
	StmtId s = ir_add_stmt(ps->p, S_EVAL, at);
	ir_stmt(ps->p, s)->expr = e;
	return s;
}

static StmtId plain_statement(Parser *ps, StmtKind kind, Span at) {
	StmtId s = ir_add_stmt(ps->p, kind, at);
	if (kind == S_RETURN && !is_token(ps, TOK_NEWLINE))
		ir_stmt(ps->p, s)->values = values_of(ps);
	end_line(ps);
	return s;
}

/* ---- compound statements ---- */

/* The other arm must name the returns alike; it may name more of them when its yield has more values. */
static void match_returns(Parser *ps, StmtId s, const Suite *other) {
	List returns = ir_stmt(ps->p, s)->returns, values = yielded(ps, other->body);
	uint32_t n = ps->targets.n - other->from, from = ps->stack.n;
	for (uint32_t i = 0; i < returns.n; i++)
		vec_push(&ps->stack, returns.at[i]);
	for (uint32_t i = 0; i < n; i++) {
		Target t = ps->targets.at[other->from + i];
		t.type = return_type(ps, &t, i < values.n ? values.at[i] : 0, (List){0}, 0);
		if (i >= returns.n) {
			VarId v = parse_define(ps, VAR_RETURN, &t);
			vec_push(&ps->stack, v);
			continue;
		}
		Variable *v = ir_var(ps->p, returns.at[i]);
		if (v->hint != t.name)
			lex_fail(&ps->lex, SEV_ERROR, t.span, "the arms of this 'if' yield into different names: '%.60s' here, '%.60s' above",
				ir_text(ps->p, t.name), ir_text(ps->p, v->hint));
		if (!v->type)
			v->type = t.type;
	}
	ps->targets.n = other->from;
	ir_stmt(ps->p, s)->returns = parse_take_list(ps, from);
}

/* `elif` is an `if` alone in the other arm; what it yields, that arm yields. */
static Suite elif_suite(Parser *ps) {
	Suite arm = {.from = ps->targets.n};
	Span at = ps->lex.token.span;
	lex_advance(&ps->lex);
	if (++ps->blocks > MAX_BLOCKS)
		lex_fail(&ps->lex, SEV_ERROR, at, "blocks nest too deep here (more than %d levels)", (int)MAX_BLOCKS);
	StmtId body[2] = {parse_if(ps, at)};
	ps->blocks--;
	List returns = ir_stmt(ps->p, body[0])->returns;
	uint32_t from = ps->stack.n;
	for (uint32_t i = 0; i < returns.n; i++) {
		const Variable *v = ir_var(ps->p, returns.at[i]);
		vec_push(&ps->targets, ((Target){v->hint, v->span, v->type}));
		ExprId use = ir_use(ps->p, returns.at[i], at);
		vec_push(&ps->stack, use);
	}
	if (returns.n) {
		body[1] = ir_add_stmt(ps->p, S_YIELD, at);
		ir_stmt(ps->p, body[1])->values = parse_take_list(ps, from);
	}
	arm.body = ir_list(ps->p, body, returns.n ? 2 : 1);
	return arm;
}

/* if := expr suite ["elif" if | "else" suite] */
StmtId parse_if(Parser *ps, Span at) {
	StmtId s = ir_add_stmt(ps->p, S_IF, at);
	ir_stmt(ps->p, s)->expr = parse_expr(ps);
	uint32_t mark = ps->undo.n;
	Suite arm = parse_suite(ps, "after the condition");
	ir_stmt(ps->p, s)->body = arm.body;
	parse_undo(ps, mark);
	Suite other = {.from = ps->targets.n};
	if (is_word(ps, W_ELIF) || is_word(ps, W_ELSE)) {
		ir_stmt(ps->p, s)->has_else = true;
		if (is_word(ps, W_ELIF))
			other = elif_suite(ps);
		else {
			lex_advance(&ps->lex);
			other = parse_suite(ps, "after else");
		}
		parse_undo(ps, mark);
	}
	ir_stmt(ps->p, s)->orelse = other.body;
	/* The targets of the second arm lie above those of the first. */
	uint32_t n = ps->targets.n - other.from, first = other.from - arm.from, all = ps->targets.n;
	ps->targets.n = other.from;
	List returns = parse_take_returns(ps, &arm, (List){0});
	ir_stmt(ps->p, s)->returns = returns;
	if (n) {
		ps->targets.n = all;
		match_returns(ps, s, &other);
		ps->targets.n -= first;
	}
	return s;
}

/* with := expr suite; what the body defines stays visible */
StmtId parse_with(Parser *ps, Span at) {
	StmtId s = ir_add_stmt(ps->p, S_SCOPE, at);
	ir_stmt(ps->p, s)->expr = parse_expr(ps);
	if (enter_suite(ps, "after the scope")) {
		Block body = statements(ps, ps->lex.token.span.col, false);
		ir_stmt(ps->p, s)->body = body;
	}
	return s;
}

static StmtId keyword_statement(Parser *ps, Span at) {
	Word w = (Word)ps->lex.token.str;
	lex_advance(&ps->lex);
	switch (w) {
	case W_FOR: return parse_for(ps, at);
	case W_WHILE: return parse_while(ps, at);
	case W_IF: return parse_if(ps, at);
	case W_WITH: return parse_with(ps, at);
	case W_RETURN: return plain_statement(ps, S_RETURN, at);
	case W_BREAK: return plain_statement(ps, S_BREAK, at);
	case W_CONTINUE: return plain_statement(ps, S_CONTINUE, at);
	case W_ELSE:
	case W_ELIF: lex_fail(&ps->lex, SEV_ERROR, at, "this has no 'if' that it belongs to"); break;
	default: parse_unsupported(ps, at, "this statement"); break;
	}
	return ir_add_stmt(ps->p, S_NOTE, at);
}

static StmtId statement(Parser *ps, bool in_body) {
	const Token *t = &ps->lex.token, *ahead = &ps->lex.ahead;
	Span at = t->span;
	if (t->kind == TOK_NAME) {
		if (t->str <= W_LAST_KEYWORD && t->str != W_NOT && t->str != W_TRUE && t->str != W_FALSE && t->str != W_NONE)
			return keyword_statement(ps, at);
		if (!t->is_dotted && (ahead->kind == TOK_COLON || ahead->kind == TOK_ASSIGN || ahead->kind == TOK_COMMA))
			return assignment(ps, in_body);
	} else if (t->kind == TOK_LPAREN && lex_is_target_list(&ps->lex)) {
		return assignment(ps, in_body);
	} else if (t->kind == TOK_INDENT) {
		lex_fail(&ps->lex, SEV_ERROR, at, "unexpected indentation");
	}
	return expression_statement(ps);
}
