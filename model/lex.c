#include "model/lex.h"
#include "model/lex_string.h"
#include "model/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAME_START = 1, NAME_PART = 2, DIGIT = 4, BLANK = 8 };

static const uint8_t class_of[256] = {
	['a' ... 'z'] = NAME_START | NAME_PART,
	['A' ... 'Z'] = NAME_START | NAME_PART,
	['_'] = NAME_START | NAME_PART,
	['0' ... '9'] = NAME_PART | DIGIT,
	[0x80 ... 0xff] = NAME_START | NAME_PART, /* letters of other scripts; well-formedness is checked before */
	[' '] = BLANK,
	['\t'] = BLANK,
};

static bool is_a(char c, int classes) { return class_of[(unsigned char)c] & classes; }

static Span span_at(const Lexer *l, const char *at) { return (Span){l->line, (uint32_t)(at - l->line_start) + 1}; }

/* ---- faults ---- */

void lex_fail(Lexer *l, Severity s, Span at, const char *format, ...) {
	if (!l->failed) {
		va_list args, again;
		va_start(args, format);
		va_copy(again, args);
		int n = vsnprintf(NULL, 0, format, args);
		va_end(args);
		char *text = arena_alloc(l->diag->arena, n < 0 ? 1 : (size_t)n + 1);
		if (n > 0)
			vsnprintf(text, (size_t)n + 1, format, again);
		va_end(again);
		diag_add(l->diag, s, l->program->file, l->program->source, l->program->length, at, "%s", text);
	}
	l->failed = true;
	l->token = l->ahead = (Token){.kind = TOK_END, .span = at, .at = l->end};
}

const char *lex_describe(Lexer *l, const Token *t) {
	enum { SHOWN = 40 };
	static const char *const texts[TOK_COUNT] = {
#define TOKEN(id, text) [TOK_##id] = text,
#include "model/tokens.def"
	};
	if (t->kind < TOK_NAME)
		return texts[t->kind];
	size_t n = t->length;
	if (n > SHOWN)
		for (n = SHOWN; n > 0 && ((unsigned char)t->at[n] & 0xc0) == 0x80;)
			n--;
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)t->at[i] < 0x20)
			n = i;
	return arena_printf(l->diag->arena, "'%.*s%s'", (int)n, t->at, n < t->length ? "..." : "");
}

static Token bad(Lexer *l, Span at, const char *why) {
	l->at = l->end;
	return (Token){.kind = TOK_BAD, .span = at, .at = l->end, .why = why};
}

/* ---- tokens inside a line ---- */

static Token name_token(Lexer *l, Token t) {
	const char *s = l->at + 1;
	for (;;) {
		while (is_a(*s, NAME_PART))
			s++;
		if (s[0] != '.' || !is_a(s[1], NAME_START))
			break;
		t.is_dotted = true;
		s += 2;
	}
	t.length = (uint32_t)(s - t.at);
	if ((*s == '\'' || *s == '"') && t.length <= 2)
		return lex_string(l, t, s);
	l->at = s;
	t.kind = TOK_NAME;
	t.str = ir_str(l->program, t.at, t.length);
	return t;
}

/* Digits of a base with underscores between them, up to 2^63: the magnitude of the least integer. */
static Token radix_token(Lexer *l, Token t, const char *s, unsigned base) {
	static const int8_t value_of[256] = {
		['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6, ['6'] = 7, ['7'] = 8, ['8'] = 9, ['9'] = 10,
		['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
		['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
	};
	const uint64_t most = (uint64_t)1 << 63;
	bool digits = false, too_big = false;
	for (; is_a(*s, NAME_PART); s++) {
		if (*s == '_')
			continue;
		int v = value_of[(unsigned char)*s] - 1;
		if (v < 0 || v >= (int)base)
			return bad(l, span_at(l, s), "this character does not belong to a number");
		digits = true;
		if (__builtin_mul_overflow(t.u, (uint64_t)base, &t.u) || __builtin_add_overflow(t.u, (uint64_t)v, &t.u) || t.u > most) {
			too_big = true;
			t.u = 0;
		}
	}
	if (!digits)
		return bad(l, t.span, "a number without digits");
	if (too_big)
		return bad(l, t.span, "this integer does not fit into 64 bits");
	t.kind = TOK_INT;
	t.length = (uint32_t)(s - t.at);
	l->at = s;
	return t;
}

static const char *skip_digits(const char *s) {
	while (is_a(*s, DIGIT) || (*s == '_' && is_a(s[-1], DIGIT)))
		s++;
	return s;
}

static Token float_token(Lexer *l, Token t, const char *end) {
	char digits[400];
	size_t n = 0;
	if ((size_t)(end - t.at) >= sizeof digits)
		return bad(l, t.span, "this number has too many digits");
	for (const char *s = t.at; s < end; s++)
		if (*s != '_')
			digits[n++] = *s;
	digits[n] = '\0';
	t.f = strtod(digits, NULL); /* too large: infinity, as in Python */
	if (is_a(*end, NAME_PART))
		return bad(l, span_at(l, end), "this character does not belong to a number");
	t.kind = TOK_FLOAT;
	t.length = (uint32_t)(end - t.at);
	l->at = end;
	return t;
}

static Token number_token(Lexer *l, Token t) {
	const char *s = l->at;
	if (s[0] == '0') {
		unsigned base = s[1] == 'x' || s[1] == 'X' ? 16 : s[1] == 'o' || s[1] == 'O' ? 8 : s[1] == 'b' || s[1] == 'B' ? 2 : 0;
		if (base)
			return radix_token(l, t, s + 2, base);
	}
	s = skip_digits(s);
	bool is_float = *s == '.';
	if (is_float)
		s = skip_digits(s + 1);
	if (*s == 'e' || *s == 'E') {
		const char *exponent = s + 1 + (s[1] == '+' || s[1] == '-');
		if (is_a(*exponent, DIGIT)) {
			is_float = true;
			s = skip_digits(exponent);
		}
	}
	return is_float ? float_token(l, t, s) : radix_token(l, t, t.at, 10);
}

static Token open_bracket(Lexer *l, Token t, char closes) {
	if (l->brackets == LEX_MAX_BRACKETS)
		return bad(l, t.span, "brackets nest too deep here (more than 200 levels)");
	l->open[l->brackets].closes = closes;
	l->open[l->brackets++].span = t.span;
	return t;
}

static Token close_bracket(Lexer *l, Token t) {
	if (l->brackets == 0)
		return bad(l, t.span, "this bracket closes nothing");
	if (l->open[l->brackets - 1].closes != *t.at)
		return bad(l, t.span, arena_printf(l->diag->arena, "'%c' cannot close the bracket opened at line %u, column %u; expected '%c'",
			*t.at, (unsigned)l->open[l->brackets - 1].span.line, (unsigned)l->open[l->brackets - 1].span.col,
			l->open[l->brackets - 1].closes));
	l->brackets--;
	return t;
}

/* The token ahead has been read: a bracket that it closes is still open here, one that it opens is not yet. */
Span lex_open_bracket(const Lexer *l) {
	bool closes = l->ahead.kind == TOK_RPAREN || l->ahead.kind == TOK_RBRACKET || l->ahead.kind == TOK_RBRACE;
	Span at = l->token.span;
	for (uint32_t n = l->brackets + closes; n; n--) {
		Span open = l->open[n - 1].span;
		if (open.line < at.line || (open.line == at.line && open.col < at.col))
			return open;
	}
	return (Span){0, 0};
}

static Token unexpected_character(Lexer *l, Token t) {
	unsigned char c = (unsigned char)*t.at;
	if (c > 0x20 && c < 0x7f)
		return bad(l, t.span, arena_printf(l->diag->arena, "unexpected character '%c'", c));
	return bad(l, t.span, arena_printf(l->diag->arena, "unexpected byte 0x%02x", (unsigned)c));
}

/* One row per character that starts punctuation; doubled and followed by '=' give the longer tokens. */
static Token punctuation_token(Lexer *l, Token t) {
	static const struct { uint8_t one, twice, equals; } row[128] = {
		['('] = {TOK_LPAREN, 0, 0}, [')'] = {TOK_RPAREN, 0, 0}, ['['] = {TOK_LBRACKET, 0, 0}, [']'] = {TOK_RBRACKET, 0, 0},
		['{'] = {TOK_LBRACE, 0, 0}, ['}'] = {TOK_RBRACE, 0, 0}, [','] = {TOK_COMMA, 0, 0}, [':'] = {TOK_COLON, 0, 0},
		['.'] = {TOK_DOT, 0, 0}, [';'] = {TOK_SEMICOLON, 0, 0}, ['@'] = {TOK_AT, 0, 0}, ['='] = {TOK_ASSIGN, TOK_EQ, 0},
		['!'] = {0, 0, TOK_NE}, ['<'] = {TOK_LT, TOK_LSHIFT, TOK_LE}, ['>'] = {TOK_GT, TOK_RSHIFT, TOK_GE},
		['+'] = {TOK_PLUS, 0, 0}, ['-'] = {TOK_MINUS, 0, 0}, ['*'] = {TOK_STAR, TOK_STARSTAR, 0},
		['/'] = {TOK_SLASH, TOK_SLASHSLASH, 0}, ['%'] = {TOK_PERCENT, 0, 0}, ['&'] = {TOK_AMPERSAND, 0, 0},
		['|'] = {TOK_BAR, 0, 0}, ['^'] = {TOK_CARET, 0, 0}, ['~'] = {TOK_TILDE, 0, 0},
	};
	unsigned char c = (unsigned char)*t.at;
	if (c >= 128)
		return unexpected_character(l, t);
	t.kind = row[c].one;
	t.length = 1;
	if (row[c].twice && t.at[1] == t.at[0])
		t.kind = row[c].twice, t.length = 2;
	else if (row[c].equals && t.at[1] == '=')
		t.kind = row[c].equals, t.length = 2;
	else if (c == '-' && t.at[1] == '>')
		t.kind = TOK_ARROW, t.length = 2;
	if (!t.kind)
		return unexpected_character(l, t);
	l->at += t.length;
	switch (t.kind) {
	case TOK_LPAREN: return open_bracket(l, t, ')');
	case TOK_LBRACKET: return open_bracket(l, t, ']');
	case TOK_LBRACE: return open_bracket(l, t, '}');
	case TOK_RPAREN:
	case TOK_RBRACKET:
	case TOK_RBRACE: return close_bracket(l, t);
	default: return t;
	}
}

/* ---- lines ---- */

static void next_line(Lexer *l) { /* at a line feed */
	l->at++;
	l->line++;
	l->line_start = l->at;
}

static bool is_line_end(const char *s) { return *s == '\n' || (*s == '\r' && s[1] == '\n'); }

static void skip_comment(Lexer *l) {
	const char *nl = memchr(l->at, '\n', (size_t)(l->end - l->at));
	l->at = nl ? nl : l->end;
}

static void keep_comment(Lexer *l) {
	const char *from = l->at;
	skip_comment(l);
	const char *to = l->at;
	while (is_a(to[-1], BLANK) || to[-1] == '\r')
		to--;
	Comment c = {ir_str(l->program, from, (size_t)(to - from)), (uint32_t)(from - l->line_start) + 1};
	vec_push(&l->comments, c);
}

/* To the first line with a token; NULL: no such line is left. */
static bool find_line(Lexer *l) {
	for (;;) {
		while (is_a(*l->at, BLANK))
			l->at++;
		if (*l->at == '\r' && is_line_end(l->at))
			l->at++;
		if (*l->at == '#')
			keep_comment(l);
		if (l->at == l->end)
			return false;
		if (*l->at != '\n')
			return true;
		next_line(l);
	}
}

/* Compares the indentation with the blocks that are open. Makes t an INDENT, DEDENT or BAD when there is one. */
static bool indentation(Lexer *l, Token *t) {
	bool more = find_line(l);
	uint32_t width = more ? (uint32_t)(l->at - l->line_start) : 0, *top = &l->indent[l->indents];
	const char *tab = more ? memchr(l->line_start, '\t', width) : NULL;
	l->at_line_start = false;
	*t = (Token){.span = span_at(l, l->at), .at = l->at};
	if (tab) {
		*t = bad(l, span_at(l, tab), "a tab in the indentation; use spaces");
		return true;
	}
	if (width > *top) {
		if (l->indents == LEX_MAX_BLOCKS) {
			*t = bad(l, t->span, "blocks nest too deep here (more than 100 levels)");
			return true;
		}
		top[1] = width;
		l->indents++;
		t->kind = TOK_INDENT;
		return true;
	}
	for (; width < *top; top--, l->indents--)
		l->dedents++;
	if (width > *top) {
		*t = bad(l, t->span, "this indentation matches no open block");
		return true;
	}
	return false;
}

static Token lex_one(Lexer *l) {
	Token t;
	if (l->at_line_start && l->brackets == 0 && indentation(l, &t))
		return t;
	if (l->dedents) {
		l->dedents--;
		return (Token){.kind = TOK_DEDENT, .span = span_at(l, l->at), .at = l->at};
	}
	for (;;) {
		while (is_a(*l->at, BLANK))
			l->at++;
		if (*l->at == '#')
			skip_comment(l);
		if (l->brackets && is_line_end(l->at)) {
			l->at += *l->at == '\r';
			next_line(l);
		} else if (*l->at == '\\' && is_line_end(l->at + 1)) {
			l->at += 1 + (l->at[1] == '\r');
			next_line(l);
		} else
			break;
	}
	t = (Token){.span = span_at(l, l->at), .at = l->at};
	if (l->at == l->end && l->brackets)
		return bad(l, l->open[l->brackets - 1].span, "this bracket is never closed");
	if (is_line_end(l->at) || (l->at == l->end && l->has_tokens)) {
		t.kind = TOK_NEWLINE;
		l->has_tokens = false;
		l->at_line_start = true;
		if (l->at < l->end) {
			l->at += *l->at == '\r';
			next_line(l);
		}
		return t;
	}
	if (l->at == l->end)
		return t;
	l->has_tokens = true;
	if (is_a(*l->at, NAME_START))
		return name_token(l, t);
	if (is_a(*l->at, DIGIT) || (*l->at == '.' && is_a(l->at[1], DIGIT)))
		return number_token(l, t);
	if (*l->at == '\'' || *l->at == '"')
		return lex_string(l, t, l->at);
	return punctuation_token(l, t);
}

void lex_advance(Lexer *l) {
	if (l->failed || l->token.kind == TOK_END)
		return;
	l->token = l->ahead;
	if (l->token.kind == TOK_BAD)
		lex_fail(l, SEV_ERROR, l->token.span, "%s", l->token.why);
	else if (l->token.kind != TOK_END)
		l->ahead = lex_one(l);
}

/* ---- start and end ---- */

static void intern_words(Program *p) {
	static const char *const words[] = {
#define KEYWORD(id, text) text,
#include "model/words.def"
#define WORD(id, text) text,
#include "model/words.def"
	};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		ir_strz(p, words[i]);
}

static bool check_bytes(Lexer *l) {
	const char *source = l->program->source;
	size_t offset = utf8_find_bad(source, l->program->length);
	if (offset == l->program->length)
		return true;
	Span at = {1, (uint32_t)offset + 1};
	for (const char *s = source, *nl; (nl = memchr(s, '\n', (size_t)(source + offset - s))); s = nl + 1) {
		at.line++;
		at.col = (uint32_t)(source + offset - nl);
	}
	if (source[offset] == '\0')
		lex_fail(l, SEV_ERROR, at, "a NUL byte; a dump is text");
	else
		lex_fail(l, SEV_ERROR, at, "byte 0x%02x is no UTF-8 text", (unsigned)(unsigned char)source[offset]);
	return false;
}

void lex_start(Lexer *l, Program *p, Diag *d) {
	*l = (Lexer){.program = p, .diag = d, .line = 1, .at_line_start = true};
	l->at = l->line_start = p->source;
	l->end = p->source + p->length;
	intern_words(p);
	if (!check_bytes(l))
		return;
	if (p->length >= 3 && memcmp(p->source, "\xef\xbb\xbf", 3) == 0)
		l->at = l->line_start = p->source + 3;
	l->token.kind = TOK_NEWLINE; /* anything but END, so that the first call moves on */
	l->ahead = lex_one(l);
	lex_advance(l);
}

void lex_free(Lexer *l) {
	vec_free(&l->comments);
	vec_free(&l->scratch);
}

bool lex_is_target_list(const Lexer *l) {
	const char *s = l->token.at + 1;
	int names = 0;
	while (is_a(*s, NAME_PART | BLANK) || is_line_end(s) || *s == '\n' || *s == ',') {
		names += *s == ',';
		s++;
	}
	if (*s != ')' || names == 0)
		return false;
	for (s++; is_a(*s, BLANK);)
		s++;
	return s[0] == '=' && s[1] != '=';
}
