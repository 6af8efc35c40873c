#include "model/lex_string.h"
#include "model/utf8.h"

typedef struct Literal {
	Lexer *lexer;
	const char *at; /* the next byte to read */
	const char *why; /* set by a fault, with its place */
	Span where;
} Literal;

static Span here(const Literal *x, const char *at) {
	return (Span){x->lexer->line, (uint32_t)(at - x->lexer->line_start) + 1};
}

static void fault(Literal *x, const char *at, const char *why) {
	if (!x->why) {
		x->why = why;
		x->where = here(x, at);
	}
}

static void put(Literal *x, const char *s, size_t n) {
	Lexer *l = x->lexer;
	if (n == 0)
		return;
	vec_reserve(&l->scratch, l->scratch.n + (uint32_t)n);
	memcpy(l->scratch.at + l->scratch.n, s, n);
	l->scratch.n += (uint32_t)n;
}

static int digit_value(char c) {
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* Up to most digits of a base, at least `least`; puts the code point. */
static void put_code(Literal *x, const char *escape, int base, int least, int most) {
	uint32_t code = 0;
	int n = 0;
	for (; n < most && digit_value(*x->at) < base; n++)
		code = code * (uint32_t)base + (uint32_t)digit_value(*x->at++);
	char bytes[4];
	if (n < least)
		fault(x, escape, "this escape has too few digits");
	else if (code == 0)
		fault(x, escape, "a NUL character in a string");
	else if (code >= 0x110000 || (code >= 0xd800 && code < 0xe000))
		fault(x, escape, "this escape is no character");
	else
		put(x, bytes, utf8_put(code, bytes));
}

static void line_feed(Literal *x) { /* behind one */
	x->lexer->line++;
	x->lexer->line_start = x->at;
}

static void put_escape(Literal *x) { /* at the backslash */
	static const char plain[128] = {
		['\\'] = '\\', ['\''] = '\'', ['"'] = '"', ['a'] = '\a', ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r',
		['t'] = '\t', ['v'] = '\v',
	};
	const char *escape = x->at++;
	char c = *x->at;
	if ((unsigned char)c < 128 && plain[(unsigned char)c]) {
		x->at++;
		put(x, &plain[(unsigned char)c], 1);
		return;
	}
	switch (c) {
	case '\r':
	case '\n':
		x->at += c == '\r' && x->at[1] == '\n' ? 2 : 1;
		if (x->at[-1] == '\n')
			line_feed(x);
		return;
	case 'x': x->at++; put_code(x, escape, 16, 2, 2); return;
	case 'u': x->at++; put_code(x, escape, 16, 4, 4); return;
	case 'U': x->at++; put_code(x, escape, 16, 8, 8); return;
	case 'N': fault(x, escape, "characters by name are not supported"); return;
	default:
		if (c >= '0' && c <= '7')
			put_code(x, escape, 8, 1, 3);
		else
			put(x, escape, 1); /* as Python: an unknown escape is two characters */
	}
}

Token lex_string(Lexer *l, Token t, const char *quote) {
	bool is_raw = false;
	Literal x = {.lexer = l};
	for (const char *s = t.at; s < quote; s++) {
		if (*s == 'r' || *s == 'R')
			is_raw = true;
		else if (*s != 'u' && *s != 'U')
			fault(&x, t.at, "strings with this prefix are not supported");
	}
	const char end = *quote;
	const bool is_triple = quote[1] == end && quote[2] == end;
	x.at = quote + (is_triple ? 3 : 1);
	l->scratch.n = 0;
	while (!x.why) {
		const char *from = x.at;
		while (*x.at != end && *x.at != '\\' && *x.at != '\n' && x.at < l->end)
			x.at++;
		put(&x, from, (size_t)(x.at - from));
		if (x.at >= l->end || (*x.at == '\n' && !is_triple)) {
			x.why = "this string is not closed";
			x.where = t.span;
		} else if (*x.at == '\n') {
			x.at++;
			put(&x, "\n", 1);
			line_feed(&x);
		} else if (*x.at == '\\' && is_raw) {
			uint32_t n = x.at[1] == end || x.at[1] == '\\' ? 2 : 1;
			put(&x, x.at, n);
			x.at += n;
		} else if (*x.at == '\\') {
			put_escape(&x);
		} else if (!is_triple || (x.at[1] == end && x.at[2] == end)) {
			break;
		} else {
			put(&x, x.at++, 1);
		}
	}
	if (x.why) {
		l->at = l->end;
		return (Token){.kind = TOK_BAD, .span = x.where, .at = l->end, .why = x.why};
	}
	x.at += is_triple ? 3 : 1;
	t.kind = TOK_STRING;
	t.is_dotted = false;
	t.length = (uint32_t)(x.at - t.at);
	t.str = ir_str(l->program, l->scratch.at, l->scratch.n);
	l->at = x.at;
	return t;
}
