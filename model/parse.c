/* Program and functions; the tokens' small helpers. */
#include "model/parse.h"
#include "model/regions.h"
#include "model/parse_internal.h"

/* ---- helpers over tokens ---- */

bool parse_accept(Parser *ps, Tok kind) {
	if (!is_token(ps, kind))
		return false;
	lex_advance(&ps->lex);
	return true;
}

/* Inside brackets line breaks mean nothing: what comes unexpected in a later line may tell of a bracket that was forgotten. */
static const char *still_open(const Lexer *l) {
	Span open = lex_open_bracket(l);
	return open.line && open.line < l->token.span.line ? arena_printf(l->diag->arena, "; the bracket of line %u, column %u is still open",
		(unsigned)open.line, (unsigned)open.col) : "";
}

void parse_expected(Parser *ps, const char *what) {
	Lexer *l = &ps->lex;
	if (!l->failed)
		lex_fail(l, SEV_ERROR, l->token.span, "expected %s, found %s%s", what, lex_describe(l, &l->token), still_open(l));
}

static const char *const token_texts[TOK_COUNT] = {
#define TOKEN(id, text) [TOK_##id] = text,
#include "model/tokens.def"
};

static const char *quote_of(Tok kind) { return kind > TOK_STRING ? "'" : ""; }

void parse_expect(Parser *ps, Tok kind, const char *where) {
	Lexer *l = &ps->lex;
	if (!parse_accept(ps, kind) && !l->failed)
		lex_fail(l, SEV_ERROR, l->token.span, "expected %s%s%s %s, found %s%s", quote_of(kind), token_texts[kind], quote_of(kind),
			where, lex_describe(l, &l->token), still_open(l));
}

void parse_unsupported(Parser *ps, Span at, const char *what) {
	lex_fail(&ps->lex, SEV_UNSUPPORTED, at, "%s is not supported here", what);
}

Target parse_plain_name(Parser *ps, const char *what) {
	Target t = {.name = ps->lex.token.str, .span = ps->lex.token.span};
	if (!is_token(ps, TOK_NAME) || ps->lex.token.is_dotted || t.name <= W_LAST_KEYWORD) {
		parse_expected(ps, what);
		t.name = W_SELF; /* any name: nobody sees the program */
	}
	lex_advance(&ps->lex);
	return t;
}

bool parse_more(Parser *ps, Tok close, uint32_t n) {
	Lexer *l = &ps->lex;
	if (n && !is_token(ps, close) && !parse_accept(ps, TOK_COMMA) && !l->failed)
		lex_fail(l, SEV_ERROR, l->token.span, "expected ',' or %s%s%s, found %s%s", quote_of(close), token_texts[close], quote_of(close),
			lex_describe(l, &l->token), still_open(l));
	if (n == MAX_ELEMENTS)
		lex_fail(&ps->lex, SEV_ERROR, ps->lex.token.span, "more than %d elements in one list", (int)MAX_ELEMENTS);
	return !is_token(ps, close) && !is_token(ps, TOK_END);
}

/* ---- functions ---- */

/* The text of the line from the current token on, which is skipped. Line breaks inside brackets become blanks. */
static StrId raw_line(Parser *ps) {
	const char *from = ps->lex.token.at, *to = from;
	while (!is_token(ps, TOK_NEWLINE) && !is_token(ps, TOK_END)) {
		to = ps->lex.token.at + ps->lex.token.length;
		lex_advance(&ps->lex);
	}
	if (ps->lex.failed)
		return 0;
	char *text = arena_text(ps->p->arena, from, (size_t)(to - from));
	size_t n = 0;
	for (const char *s = from; s < to; s++) {
		bool is_break = *s == '\n' || *s == '\r';
		if (is_break && n && text[n - 1] == ' ')
			continue;
		text[n++] = is_break ? ' ' : *s;
		while (is_break && s + 1 < to && (s[1] == ' ' || s[1] == '\t'))
			s++;
	}
	return ir_str(ps->p, text, n);
}

static FuncKind kind_of(Parser *ps, ExprId type) {
	static const struct { const char *name; FuncKind kind; } rows[] = {
		{"Opaque", FUNC_OPAQUE}, {"AIC", FUNC_AIC}, {"AIV", FUNC_AIV}, {"InCore", FUNC_INCORE},
		{"Orchestration", FUNC_ORCHESTRATION}, {"Group", FUNC_GROUP}, {"Spmd", FUNC_SPMD},
	};
	if (!type)
		return FUNC_OPAQUE;
	const char prefix[] = "pl.FunctionType.";
	const Expr *e = ir_expr(ps->p, type);
	const char *s = e->kind == X_NAME ? ir_text(ps->p, e->str) : "";
	if (strncmp(s, prefix, sizeof prefix - 1) != 0)
		return FUNC_OTHER;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(s + sizeof prefix - 1, rows[i].name) == 0)
			return rows[i].kind;
	return FUNC_OTHER;
}

/* decorators := {"@" line NEWLINE} "@" "pl.function" [arguments] NEWLINE {"@" line NEWLINE} */
static void decorators(Parser *ps, Function *f) {
	uint32_t from = ps->stack.n;
	bool found = false;
	while (is_token(ps, TOK_AT)) {
		Call c = {0};
		bool is_function = ps->lex.ahead.kind == TOK_NAME && ps->lex.ahead.str == W_PL_FUNCTION;
		if (found && is_function)
			lex_fail(&ps->lex, SEV_ERROR, ps->lex.token.span, "a second @pl.function");
		if (!is_function) {
			StrId line = raw_line(ps);
			vec_push(&ps->stack, line);
		} else {
			found = true;
			lex_advance(&ps->lex);
			lex_advance(&ps->lex);
			f->is_bare = !is_token(ps, TOK_LPAREN);
			Span at = ps->lex.token.span;
			if (!f->is_bare)
				parse_arguments(ps, &c);
			if (c.args.n || c.attrs.n)
				parse_unsupported(ps, at, c.args.n ? "a positional argument of @pl.function" : "attrs of @pl.function");
			f->decorator = c.kwargs;
			f->kind = (uint8_t)kind_of(ps, ir_get(ps->p, c.kwargs, "type"));
		}
		parse_expect(ps, TOK_NEWLINE, "after the decorator");
	}
	f->other_decorators = parse_take_list(ps, from);
	if (!found)
		parse_expected(ps, "'@pl.function'");
}

/* A dimension that an earlier parameter's type names is this parameter. */
static VarId define_param(Parser *ps, const Target *t) {
	VarId v = parse_facts(ps, t->name)->bound;
	if (!v)
		return parse_define(ps, VAR_PARAM, t);
	Variable *x = ir_var(ps->p, v);
	if (x->kind != VAR_DIM)
		lex_fail(&ps->lex, SEV_ERROR, t->span, "two parameters are called '%.60s'", ir_text(ps->p, t->name));
	x->kind = VAR_PARAM;
	x->type = t->type;
	x->span = t->span;
	return v;
}

/* param := NAME [":" (type | ("pl.Out" | "pl.InOut") "[" type "]")] */
static void param(Parser *ps) {
	Target t = parse_plain_name(ps, "a parameter");
	Param out = {.direction = DIR_IN};
	if (parse_accept(ps, TOK_COLON)) {
		if ((is_word(ps, W_PL_OUT) || is_word(ps, W_PL_INOUT)) && ps->lex.ahead.kind == TOK_LBRACKET) {
			out.direction = is_word(ps, W_PL_OUT) ? DIR_OUT : DIR_INOUT;
			lex_advance(&ps->lex);
			lex_advance(&ps->lex);
			t.type = parse_type(ps);
			parse_accept(ps, TOK_COMMA);
			parse_expect(ps, TOK_RBRACKET, "after the parameter's type");
		} else
			t.type = parse_type(ps);
	}
	if (is_token(ps, TOK_ASSIGN))
		parse_unsupported(ps, ps->lex.token.span, "a default value");
	out.var = define_param(ps, &t);
	vec_push(&ps->params, out);
}

/* params := "(" ["self" ","] {param ","} ")" */
static void params(Parser *ps, Function *f) {
	uint32_t n = 0;
	ps->params.n = 0;
	parse_expect(ps, TOK_LPAREN, "before the parameters");
	for (; parse_more(ps, TOK_RPAREN, n); n++) {
		if (n == 0 && is_word(ps, W_SELF) && ps->lex.ahead.kind != TOK_COLON) {
			f->has_self = true;
			lex_advance(&ps->lex);
		} else
			param(ps);
	}
	parse_accept(ps, TOK_RPAREN);
	f->n_params = ps->params.n;
	f->params = arena_copy(ps->p->arena, ps->params.at, ps->params.n * sizeof *ps->params.at);
}

/* result := ["->" type] */
static void result(Parser *ps, Function *f) {
	if (!parse_accept(ps, TOK_ARROW))
		return;
	f->returns_tuple = is_word(ps, W_TUPLE);
	TypeId t = parse_type(ps);
	f->results = f->returns_tuple && ir_type(ps->p, t)->kind == T_TUPLE ? ir_type(ps->p, t)->elements : ir_list(ps->p, &t, 1);
}

/* func_attr := "pl.func_attr" "(" dict ")" NEWLINE, as the first line */
static void function_attrs(Parser *ps, Function *f) {
	if (!is_word(ps, W_PL_FUNC_ATTR) || ps->lex.ahead.kind != TOK_LPAREN)
		return;
	lex_advance(&ps->lex);
	lex_advance(&ps->lex);
	f->has_attrs = true;
	f->attrs = parse_dict(ps);
	parse_accept(ps, TOK_COMMA);
	parse_expect(ps, TOK_RPAREN, "after the attributes");
	parse_expect(ps, TOK_NEWLINE, "after pl.func_attr");
}

/* function := decorators "def" NAME params result ":" NEWLINE INDENT [func_attr] statements DEDENT */
static void function(Parser *ps) {
	Function f = {0};
	ps->lex.comments.n = 0; /* nothing carries comments above a function */
	decorators(ps, &f);
	f.span = ps->lex.token.span;
	if (!is_word(ps, W_DEF))
		parse_expected(ps, "'def'");
	lex_advance(&ps->lex);
	f.name = parse_plain_name(ps, "the function's name").name;
	ps->in_signature = true;
	params(ps, &f);
	result(ps, &f);
	ps->in_signature = false;
	parse_expect(ps, TOK_COLON, "after the signature");
	parse_expect(ps, TOK_NEWLINE, "after the signature");
	parse_expect(ps, TOK_INDENT, "of the function's body");
	function_attrs(ps, &f);
	f.body = parse_function_body(ps);
	regions_split(ps->p, f.body);
	parse_leave_function(ps);
	FuncId id = table_add(&ps->p->funcs);
	*ir_func(ps->p, id) = f;
}

/* ---- the file ---- */

static void title(Parser *ps) {
	const char prefix[] = "# pypto.program:";
	for (uint32_t i = 0; i < ps->lex.comments.n && !ps->p->title; i++) {
		const char *s = ir_text(ps->p, ps->lex.comments.at[i].text);
		if (strncmp(s, prefix, sizeof prefix - 1) == 0) {
			for (s += sizeof prefix - 1; *s == ' ' || *s == '\t';)
				s++;
			ps->p->title = ir_strz(ps->p, s);
		}
	}
}

/* dynamic := NAME "=" "pl.dynamic" "(" STRING ")" NEWLINE */
static StrId dynamic(Parser *ps) {
	Target t = parse_plain_name(ps, "an import, pl.dynamic or @pl.program");
	parse_expect(ps, TOK_ASSIGN, "after the dimension's name");
	if (!is_word(ps, W_PL_DYNAMIC))
		parse_expected(ps, "'pl.dynamic'");
	lex_advance(&ps->lex);
	parse_expect(ps, TOK_LPAREN, "after pl.dynamic");
	StrId text = ps->lex.token.str;
	if (!is_token(ps, TOK_STRING))
		parse_expected(ps, "the dimension's name in quotes");
	lex_advance(&ps->lex);
	parse_accept(ps, TOK_COMMA);
	parse_expect(ps, TOK_RPAREN, "after the dimension's name");
	parse_expect(ps, TOK_NEWLINE, "after pl.dynamic");
	return ir_strz(ps->p, arena_printf(ps->p->arena, "%s = pl.dynamic(\"%s\")", ir_text(ps->p, t.name), ps->lex.failed ? "" : ir_text(ps->p, text)));
}

/* header := {("import" | "from") line | dynamic} */
static void header(Parser *ps) {
	uint32_t from = ps->stack.n;
	while (is_word(ps, W_IMPORT) || is_word(ps, W_FROM)) {
		StrId line = raw_line(ps);
		vec_push(&ps->stack, line);
		parse_expect(ps, TOK_NEWLINE, "after the import");
	}
	ps->p->imports = parse_take_list(ps, from);
	while (!is_token(ps, TOK_AT) && !is_token(ps, TOK_END)) {
		StrId line = dynamic(ps);
		vec_push(&ps->stack, line);
	}
	ps->p->dynamics = parse_take_list(ps, from);
}

/* program := header "@" "pl.program" NEWLINE "class" NAME ":" NEWLINE INDENT {"pass" NEWLINE | function} DEDENT */
static void program(Parser *ps) {
	title(ps);
	header(ps);
	if (!is_token(ps, TOK_AT) || ps->lex.ahead.kind != TOK_NAME || ps->lex.ahead.str != W_PL_PROGRAM)
		parse_expected(ps, "'@pl.program'");
	lex_advance(&ps->lex);
	lex_advance(&ps->lex);
	parse_expect(ps, TOK_NEWLINE, "after @pl.program");
	if (!is_word(ps, W_CLASS))
		parse_expected(ps, "'class'");
	lex_advance(&ps->lex);
	ps->p->name = parse_plain_name(ps, "the program's name").name;
	parse_expect(ps, TOK_COLON, "after the program's name");
	parse_expect(ps, TOK_NEWLINE, "after the program's name");
	parse_expect(ps, TOK_INDENT, "of the program's functions");
	while (!is_token(ps, TOK_DEDENT) && !is_token(ps, TOK_END)) {
		if (is_word(ps, W_PASS)) {
			lex_advance(&ps->lex);
			parse_expect(ps, TOK_NEWLINE, "after pass");
		} else
			function(ps);
	}
	parse_accept(ps, TOK_DEDENT);
	if (!is_token(ps, TOK_END))
		parse_unsupported(ps, ps->lex.token.span, "text behind the program");
}

static void release(Parser *ps) {
	lex_free(&ps->lex);
	mem_free_(ps->facts);
	vec_free(&ps->undo);
	vec_free(&ps->touched);
	vec_free(&ps->stack);
	vec_free(&ps->pairs);
	vec_free(&ps->targets);
	vec_free(&ps->params);
}

Program *parse_program(const char *file, const char *text, size_t length, Diag *d) {
	if (length > PARSE_MAX_BYTES) {
		diag_add(d, SEV_ERROR, file, NULL, 0, (Span){0}, "the file is too large (%zu bytes)", length);
		return NULL;
	}
	Program *p = ir_new();
	p->file = arena_text(p->arena, file, strlen(file));
	p->source = arena_text(p->arena, text, length);
	p->length = length;
	Parser ps = {.p = p};
	lex_start(&ps.lex, p, d);
	program(&ps);
	bool failed = ps.lex.failed;
	release(&ps);
	if (failed) {
		ir_free(p);
		return NULL;
	}
	return p;
}
