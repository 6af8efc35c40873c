/* Expressions, with Python's operators and precedence. Comparison chains are read left-associative, as the compiler
 * builds them. Nothing is folded, except that a minus before a literal is part of the literal. */
#include "model/parse_internal.h"

#include <math.h>

static const uint8_t precedence[B_COUNT] = {
#define BINARY(id, text, level) [B_##id] = level,
#include "model/operators.def"
};

enum { NOT_LEVEL = 3 }; /* between `and` and the comparisons */

static ExprId binary_level(Parser *ps, unsigned least);

/* ---- lists ---- */

List parse_take_list(Parser *ps, uint32_t from) {
	if (ps->stack.n == from)
		return (List){0};
	List l = ir_list(ps->p, ps->stack.at + from, ps->stack.n - from);
	ps->stack.n = from;
	return l;
}

Pairs parse_take_pairs(Parser *ps, uint32_t from) {
	if (ps->pairs.n == from)
		return (Pairs){0};
	Pairs l = ir_pairs(ps->p, ps->pairs.at + from, ps->pairs.n - from);
	ps->pairs.n = from;
	return l;
}

/* elements := [expr {"," expr} [","]] close */
static List elements(Parser *ps, Tok close, uint32_t from, uint32_t *height) {
	while (parse_more(ps, close, ps->stack.n - from)) {
		ExprId e = parse_expr(ps);
		vec_push(&ps->stack, e);
		*height = ps->height > *height ? ps->height : *height;
	}
	parse_accept(ps, close);
	return parse_take_list(ps, from);
}

static ExprId list_expr(Parser *ps, Span at) {
	uint32_t height = 0;
	parse_accept(ps, TOK_LBRACKET);
	Expr e = {.kind = X_LIST, .span = at};
	e.list = elements(ps, TOK_RBRACKET, ps->stack.n, &height);
	ps->height = height + 1;
	return ir_add_expr(ps->p, &e);
}

/* parens := "(" ")" | "(" expr ")" | "(" expr "," elements */
static ExprId paren_expr(Parser *ps, Span at) {
	uint32_t height = 0, from = ps->stack.n;
	parse_accept(ps, TOK_LPAREN);
	Expr e = {.kind = X_TUPLE, .span = at};
	if (!is_token(ps, TOK_RPAREN)) {
		ExprId first = parse_expr(ps);
		if (parse_accept(ps, TOK_RPAREN)) {
			Expr *inner = ir_expr(ps->p, first);
			if (inner->kind == X_INT && inner->i < 0)
				inner->spelling |= SPELLED_PARENS;
			return first;
		}
		if (!is_token(ps, TOK_COMMA)) {
			parse_expected(ps, "',' or ')'");
			return first;
		}
		vec_push(&ps->stack, first);
		height = ps->height;
	}
	e.list = elements(ps, TOK_RPAREN, from, &height);
	ps->height = height + 1;
	return ir_add_expr(ps->p, &e);
}

/* dict := "{" [STRING ":" expr {"," STRING ":" expr} [","]] "}" */
Pairs parse_dict(Parser *ps) {
	uint32_t from = ps->pairs.n, height = 0;
	parse_expect(ps, TOK_LBRACE, "before the attributes");
	while (parse_more(ps, TOK_RBRACE, ps->pairs.n - from)) {
		StrId key = ps->lex.token.str;
		if (!is_token(ps, TOK_STRING))
			parse_expected(ps, "a key in quotes");
		lex_advance(&ps->lex);
		parse_expect(ps, TOK_COLON, "after the key");
		ExprId value = parse_expr(ps);
		height = ps->height > height ? ps->height : height;
		vec_push(&ps->pairs, ((Pair){key, value}));
	}
	parse_accept(ps, TOK_RBRACE);
	ps->height = height + 1;
	return parse_take_pairs(ps, from);
}

static ExprId dict_expr(Parser *ps, Span at) {
	Expr e = {.kind = X_DICT, .span = at};
	e.pairs = parse_dict(ps);
	return ir_add_expr(ps->p, &e);
}

/* ---- calls ---- */

/* arguments := "(" {expr ","} {NAME "=" expr ","} ")" */
void parse_arguments(Parser *ps, Call *c) {
	uint32_t from = ps->stack.n, from_pairs = ps->pairs.n, height = 0;
	bool has_keywords = false;
	parse_expect(ps, TOK_LPAREN, "before the arguments");
	for (uint32_t n = 0; parse_more(ps, TOK_RPAREN, n); n++) {
		if (is_token(ps, TOK_STAR) || is_token(ps, TOK_STARSTAR)) {
			parse_unsupported(ps, ps->lex.token.span, "unpacking of arguments");
		} else if (is_token(ps, TOK_NAME) && ps->lex.ahead.kind == TOK_ASSIGN) {
			StrId key = ps->lex.token.str;
			lex_advance(&ps->lex);
			lex_advance(&ps->lex);
			ExprId value = parse_expr(ps);
			has_keywords = true;
			if (key == W_ATTRS && ir_expr(ps->p, value)->kind == X_DICT && c->attrs.n == 0)
				c->attrs = ir_expr(ps->p, value)->pairs;
			else
				vec_push(&ps->pairs, ((Pair){key, value}));
		} else {
			if (has_keywords)
				lex_fail(&ps->lex, SEV_ERROR, ps->lex.token.span, "a positional argument behind a keyword argument");
			ExprId e = parse_expr(ps);
			vec_push(&ps->stack, e);
		}
		height = ps->height > height ? ps->height : height;
	}
	parse_accept(ps, TOK_RPAREN);
	c->args = parse_take_list(ps, from);
	c->kwargs = parse_take_pairs(ps, from_pairs);
	ps->height = height + 1;
}

static OpId op_of(Parser *ps, StrId callee) {
	NameFacts *f = parse_facts(ps, callee);
	if (!f->op) {
		const char *s = ir_text(ps->p, callee);
		size_t n = ir_text_length(ps->p, callee);
		bool fits = n > 3 && memcmp(s, "pl.", 3) == 0;
		f->op = (uint16_t)(1 + (fits ? op_find(s + 3, n - 3) : OP_UNKNOWN));
	}
	return (OpId)(f->op - 1);
}

static Dtype dtype_argument(Parser *ps, ExprId e) {
	const Expr *x = ir_expr(ps->p, e);
	return x->kind == X_NAME ? parse_dtype(ps, x->str) : DT_NONE;
}

/* float('-inf'); other texts are no business of ours. 0: not such a one. */
static ExprId quoted_float(Parser *ps, ExprId argument, Span at) {
	static const struct { const char *text; double f; } rows[] = {{"inf", (double)INFINITY}, {"-inf", -(double)INFINITY}, {"nan", (double)NAN}};
	const Expr *x = ir_expr(ps->p, argument);
	for (size_t i = 0; x->kind == X_STR && i < sizeof rows / sizeof *rows; i++)
		if (!strcmp(ir_text(ps->p, x->str), rows[i].text))
			return ir_add_expr(ps->p, &(Expr){.kind = X_FLOAT, .dtype = DT_FP32, .spelling = SPELLED_QUOTED, .span = at, .f = rows[i].f});
	return 0;
}

/* Calls that are nodes of their own in the IR; 0: c is an ordinary call. */
static ExprId special_form(Parser *ps, StrId callee, const Call *c, Span at) {
	if (c->kwargs.n || c->attrs.n)
		return 0;
	Expr e = {.span = at};
	Dtype t;
	if (c->args.n == 1) {
		if (callee == W_FLOAT)
			return quoted_float(ps, c->args.at[0], at);
		if (callee != W_ABS)
			return 0;
		e.kind = X_UNARY;
		e.op = U_ABS;
		e.a = c->args.at[0];
		return ir_add_expr(ps->p, &e);
	}
	if (c->args.n != 2)
		return 0;
	switch (callee) {
	case W_PL_MIN: return ir_binary(ps->p, B_MIN, c->args.at[0], c->args.at[1], at);
	case W_PL_MAX: return ir_binary(ps->p, B_MAX, c->args.at[0], c->args.at[1], at);
	case W_PL_CONST:
		e = *ir_expr(ps->p, c->args.at[0]);
		t = dtype_argument(ps, c->args.at[1]);
		if (t == DT_NONE || (e.kind != X_INT && e.kind != X_FLOAT))
			return 0;
		e.dtype = (uint8_t)t;
		e.span = at;
		e.spelling = (uint8_t)((e.spelling & SPELLED_QUOTED) | SPELLED_CONST);
		return ir_add_expr(ps->p, &e);
	case W_PL_CAST:
		t = dtype_argument(ps, c->args.at[1]);
		if (t == DT_NONE)
			return 0;
		e.kind = X_CAST;
		e.dtype = (uint8_t)t;
		e.a = c->args.at[0];
		return ir_add_expr(ps->p, &e);
	default: return 0;
	}
}

ExprId parse_call_at(Parser *ps, StrId callee, Span at) {
	Call c = {.callee = callee};
	parse_arguments(ps, &c);
	ExprId special = special_form(ps, callee, &c, at);
	if (special)
		return special;
	c.op = op_of(ps, callee);
	/* The lists are in the arena already: only the struct is copied. */
	Expr e = {.kind = X_CALL, .span = at};
	e.call = arena_copy(ps->p->arena, &c, sizeof c);
	return ir_add_expr(ps->p, &e);
}

/* ---- primaries ---- */

static ExprId constant(Parser *ps, ExprKind kind, int64_t value, Span at) {
	ps->height = 0;
	lex_advance(&ps->lex);
	return ir_add_expr(ps->p, &(Expr){.kind = (uint8_t)kind, .dtype = kind == X_BOOL ? DT_BOOL : DT_NONE, .span = at, .i = value});
}

/* A dotted name is a constant of the language unless its first part is a variable: fields of variables do not exist. */
static void refuse_field(Parser *ps, StrId name, Span at) {
	const char *s = ir_text(ps->p, name), *dot = strchr(s, '.');
	size_t n = (size_t)(dot - s);
	if ((n == 2 && memcmp(s, "pl", n) == 0) || (n == 4 && memcmp(s, "self", n) == 0))
		return;
	if (parse_facts(ps, ir_str(ps->p, s, n))->bound)
		parse_unsupported(ps, at, "a field of a variable");
}

static ExprId name_expr(Parser *ps, Span at) {
	Token t = ps->lex.token;
	Expr e = {.span = at};
	ps->height = 0;
	if (t.str <= W_LAST_KEYWORD) {
		switch (t.str) {
		case W_TRUE: return constant(ps, X_BOOL, 1, at);
		case W_FALSE: return constant(ps, X_BOOL, 0, at);
		case W_NONE: return constant(ps, X_NONE_VALUE, 0, at);
		default: parse_expected(ps, "an expression"); return ir_add_expr(ps->p, &e);
		}
	}
	if (ps->lex.ahead.kind == TOK_LBRACKET && parse_is_type_word(t.str)) {
		e.kind = X_TYPE;
		e.type = parse_type(ps);
		return ir_add_expr(ps->p, &e);
	}
	lex_advance(&ps->lex);
	if (t.is_dotted)
		refuse_field(ps, t.str, at);
	if (is_token(ps, TOK_LPAREN))
		return parse_call_at(ps, t.str, at);
	if ((t.str == W_INF || t.str == W_NAN) && !parse_facts(ps, t.str)->bound) {
		e.kind = X_FLOAT;
		e.dtype = DT_FP32;
		e.f = t.str == W_INF ? (double)INFINITY : (double)NAN;
		return ir_add_expr(ps->p, &e);
	}
	if (!t.is_dotted)
		return ir_use(ps->p, parse_resolve(ps, t.str, at), at);
	e.kind = X_NAME;
	e.str = t.str;
	return ir_add_expr(ps->p, &e);
}

static ExprId int_expr(Parser *ps, Span at) {
	uint64_t u = ps->lex.token.u;
	if (u > INT64_MAX && !ps->least)
		lex_fail(&ps->lex, SEV_ERROR, at, "this integer does not fit into 64 bits");
	lex_advance(&ps->lex);
	ps->least = false;
	ps->height = 0;
	return ir_int(ps->p, u > INT64_MAX ? INT64_MIN : (int64_t)u, DT_INDEX, at);
}

/* Adjacent strings are one. */
static ExprId string_expr(Parser *ps, Span at) {
	Expr e = {.kind = X_STR, .span = at, .str = ps->lex.token.str};
	lex_advance(&ps->lex);
	VEC(char) joined = {0};
	while (is_token(ps, TOK_STRING)) {
		StrId parts[2] = {joined.n ? 0 : e.str, ps->lex.token.str};
		for (int i = 0; i < 2; i++) {
			uint32_t n = (uint32_t)ir_text_length(ps->p, parts[i]);
			vec_reserve(&joined, joined.n + n + 1);
			memcpy(joined.at + joined.n, ir_text(ps->p, parts[i]), n);
			joined.n += n;
		}
		lex_advance(&ps->lex);
		if (!is_token(ps, TOK_STRING))
			e.str = ir_str(ps->p, joined.at, joined.n);
	}
	vec_free(&joined);
	ps->height = 0;
	return ir_add_expr(ps->p, &e);
}

static ExprId atom(Parser *ps, Span at) {
	Expr e = {.kind = X_FLOAT, .dtype = DT_FP32, .span = at};
	switch ((Tok)ps->lex.token.kind) {
	case TOK_NAME: return name_expr(ps, at);
	case TOK_INT: return int_expr(ps, at);
	case TOK_STRING: return string_expr(ps, at);
	case TOK_LPAREN: return paren_expr(ps, at);
	case TOK_LBRACKET: return list_expr(ps, at);
	case TOK_LBRACE: return dict_expr(ps, at);
	case TOK_FLOAT:
		e.f = ps->lex.token.f;
		lex_advance(&ps->lex);
		ps->height = 0;
		return ir_add_expr(ps->p, &e);
	default:
		parse_expected(ps, "an expression");
		ps->height = 0;
		return ir_add_expr(ps->p, &e);
	}
}

static void grow_height(Parser *ps, uint32_t other, Span at) {
	ps->height = 1 + (ps->height > other ? ps->height : other);
	if (ps->height > MAX_DEPTH)
		lex_fail(&ps->lex, SEV_ERROR, at, "this expression is too deep (more than %d levels)", (int)MAX_DEPTH);
}

/* index := expr {"," expr} */
static ExprId index_expr(Parser *ps, Span at) {
	ExprId first = parse_expr(ps);
	if (!is_token(ps, TOK_COMMA))
		return first;
	uint32_t height = ps->height, from = ps->stack.n;
	vec_push(&ps->stack, first);
	while (parse_more(ps, TOK_RBRACKET, ps->stack.n - from)) {
		ExprId e = parse_expr(ps);
		vec_push(&ps->stack, e);
		height = ps->height > height ? ps->height : height;
	}
	Expr e = {.kind = X_TUPLE, .span = at};
	e.list = parse_take_list(ps, from);
	ps->height = height + 1;
	return ir_add_expr(ps->p, &e);
}

/* postfix := atom {"[" index "]"} */
static ExprId postfix(Parser *ps) {
	Span at = ps->lex.token.span;
	ExprId left = atom(ps, at);
	for (;;) {
		if (is_token(ps, TOK_LPAREN))
			parse_unsupported(ps, ps->lex.token.span, "a call of something that is no name");
		else if (is_token(ps, TOK_DOT))
			parse_unsupported(ps, ps->lex.token.span, "a field of an expression");
		if (!is_token(ps, TOK_LBRACKET))
			return left;
		uint32_t height = ps->height;
		lex_advance(&ps->lex);
		Expr e = {.kind = X_ITEM, .span = at};
		e.a = left;
		e.b = index_expr(ps, ps->lex.token.span);
		if (is_token(ps, TOK_COLON))
			parse_unsupported(ps, ps->lex.token.span, "a slice");
		parse_expect(ps, TOK_RBRACKET, "after the index");
		grow_height(ps, height, at);
		left = ir_add_expr(ps->p, &e);
	}
}

/* ---- operators ---- */

static void enter(Parser *ps) {
	if (++ps->depth > MAX_DEPTH)
		lex_fail(&ps->lex, SEV_ERROR, ps->lex.token.span, "this expression is too deep (more than %d levels)", (int)MAX_DEPTH);
}

static ExprId unary_node(Parser *ps, UnaryOp op, ExprId a, Span at) {
	Expr e = {.kind = X_UNARY, .op = (uint8_t)op, .span = at};
	e.a = a;
	grow_height(ps, 0, at);
	return ir_add_expr(ps->p, &e);
}

/* Literals take their sign in place: the node was made for this text and nobody else has it yet. */
static ExprId negate(Parser *ps, ExprId a, bool was_least, Span at) {
	Expr *e = ir_expr(ps->p, a);
	if (e->kind == X_INT && (was_least || e->i != INT64_MIN))
		e->i = e->i == INT64_MIN ? e->i : -e->i;
	else if (e->kind == X_FLOAT)
		e->f = -e->f;
	else
		return unary_node(ps, U_NEG, a, at);
	e->spelling &= (uint8_t)~SPELLED_PARENS;
	if (e->spelling & (SPELLED_CONST | SPELLED_QUOTED))
		e->spelling ^= SPELLED_MINUS;
	e->span = at;
	return a;
}

static ExprId written_operator(Parser *ps, BinaryOp op, ExprId a, ExprId b, Span at) {
	ExprId e = ir_binary(ps->p, op, a, b, at);
	ir_expr(ps->p, e)->spelling = SPELLED_LEAVES;
	return e;
}

/* unary := ("-" | "+" | "~") unary | postfix ["**" unary] */
static ExprId unary(Parser *ps) {
	Span at = ps->lex.token.span;
	ExprId e;
	enter(ps);
	if (parse_accept(ps, TOK_MINUS)) {
		bool least = is_token(ps, TOK_INT) && ps->lex.token.u > INT64_MAX && ps->lex.ahead.kind != TOK_STARSTAR;
		ps->least = least;
		e = unary(ps);
		ps->least = false;
		e = negate(ps, e, least, at);
	} else if (parse_accept(ps, TOK_PLUS)) {
		e = unary(ps);
		if (ir_expr(ps->p, e)->kind != X_INT && ir_expr(ps->p, e)->kind != X_FLOAT)
			parse_unsupported(ps, at, "a plus sign before something that is no number");
	} else if (parse_accept(ps, TOK_TILDE)) {
		e = unary(ps);
		e = unary_node(ps, U_BITNOT, e, at);
	} else {
		e = postfix(ps);
		if (parse_accept(ps, TOK_STARSTAR)) {
			uint32_t height = ps->height;
			ExprId exponent = unary(ps);
			grow_height(ps, height, at);
			e = written_operator(ps, B_POW, e, exponent, at);
		}
	}
	ps->depth--;
	return e;
}

/* The binary operator that the token is, B_COUNT: none. `**` is the business of unary. */
static BinaryOp operator_at(const Parser *ps) {
	static const uint8_t of_token[TOK_COUNT] = { /* BinaryOp + 1 */
		[TOK_EQ] = B_EQ + 1, [TOK_NE] = B_NE + 1, [TOK_LT] = B_LT + 1, [TOK_LE] = B_LE + 1, [TOK_GT] = B_GT + 1,
		[TOK_GE] = B_GE + 1, [TOK_BAR] = B_BITOR + 1, [TOK_CARET] = B_BITXOR + 1, [TOK_AMPERSAND] = B_BITAND + 1,
		[TOK_LSHIFT] = B_SHL + 1, [TOK_RSHIFT] = B_SHR + 1, [TOK_PLUS] = B_ADD + 1, [TOK_MINUS] = B_SUB + 1,
		[TOK_STAR] = B_MUL + 1, [TOK_SLASHSLASH] = B_FLOORDIV + 1, [TOK_SLASH] = B_FLOATDIV + 1, [TOK_PERCENT] = B_MOD + 1,
	};
	const Token *t = &ps->lex.token;
	if (t->kind == TOK_NAME)
		return t->str == W_AND ? B_AND : t->str == W_OR ? B_OR : B_COUNT;
	return of_token[t->kind] ? (BinaryOp)(of_token[t->kind] - 1) : B_COUNT;
}

/* level(n) := level(n + 1) {operator of precedence n, level(n + 1)}; "not" level(3) at 3 */
static ExprId binary_level(Parser *ps, unsigned least) {
	Span at = ps->lex.token.span;
	ExprId left;
	enter(ps);
	if (least <= NOT_LEVEL && is_word(ps, W_NOT)) {
		lex_advance(&ps->lex);
		left = binary_level(ps, NOT_LEVEL);
		left = unary_node(ps, U_NOT, left, at);
	} else
		left = unary(ps);
	for (BinaryOp op; (op = operator_at(ps)) != B_COUNT && precedence[op] >= least;) {
		uint32_t height = ps->height;
		lex_advance(&ps->lex);
		ExprId right = binary_level(ps, precedence[op] + 1u);
		grow_height(ps, height, at);
		left = written_operator(ps, op, left, right, at);
	}
	ps->depth--;
	return left;
}

ExprId parse_expr(Parser *ps) {
	ExprId e = binary_level(ps, 1);
	if (ps->height > ps->tallest)
		ps->tallest = ps->height;
	return e;
}
