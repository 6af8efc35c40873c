#include "model/lex.h"
#include "model/text.h"
#include "model/utf8.h"

#include <criterion/criterion.h>

#define CASES(a) (sizeof(a) / sizeof *(a))

typedef struct Reading {
	Program *program;
	Diag *diag;
	Text tokens; /* one word per token; names, numbers and strings as <value> */
	Text comments;
} Reading;

static void add_token(Text *out, Program *p, const Token *t) {
	static const char *const names[] = {
#define TOKEN(id, text) [TOK_##id] = text,
#include "model/tokens.def"
	};
	switch (t->kind) {
	case TOK_NEWLINE: text_addz(out, "$"); break;
	case TOK_INDENT: text_addz(out, "{{"); break;
	case TOK_DEDENT: text_addz(out, "}}"); break;
	case TOK_NAME:
	case TOK_STRING: text_printf(out, t->kind == TOK_NAME ? "%s" : "<%s>", ir_text(p, t->str)); break;
	case TOK_INT: text_printf(out, "%llu", (unsigned long long)t->u); break;
	case TOK_FLOAT: text_printf(out, "%gf", t->f); break;
	default: text_addz(out, names[t->kind]); break;
	}
}

static Reading read_tokens(const char *text, size_t length) {
	Reading r = { .program = ir_new(), .diag = diag_new() };
	Lexer l;
	r.program->file = "t";
	r.program->source = arena_text(r.program->arena, text, length);
	r.program->length = length;
	lex_start(&l, r.program, r.diag);
	for (; l.token.kind != TOK_END; lex_advance(&l)) {
		if (r.tokens.n)
			text_addz(&r.tokens, " ");
		add_token(&r.tokens, r.program, &l.token);
	}
	for (uint32_t i = 0; i < l.comments.n; i++)
		text_printf(&r.comments, "%u%s", (unsigned)l.comments.at[i].col, ir_text(r.program, l.comments.at[i].text));
	cr_expect_eq(l.failed, r.diag->errors > 0, "a failure and a message come together:\n%.200s", text);
	lex_free(&l);
	return r;
}

static void forget(Reading *r) {
	vec_free(&r->tokens);
	vec_free(&r->comments);
	ir_free(r->program);
	diag_free(r->diag);
}

Test(lex, tokens) {
	static const struct { const char *text, *tokens; } rows[] = {
		{ "", "" },
		{ "\n\n  \n", "" },
		{ "x", "x $" },
		{ "pl.tile.and_(a,b)\n", "pl.tile.and_ ( a , b ) $" },
		{ "a . b", "a . b $" },
		{ "a.1", "a 0.1f $" },
		{ "0 12 1_000 0x1F 0o17 0b101 9223372036854775808", "0 12 1000 31 15 5 9223372036854775808 $" },
		{ "1.0 .5 2. 1e3 1.5E-2 1_0.2_5 1e999", "1f 0.5f 2f 1000f 0.015f 10.25f inff $" },
		{ "1.e 2", NULL },
		{ "''\"a'b\"'c\"d'", "<> <a'b> <c\"d> $" },
		{ "'\\n\\t\\\\\\'\\\"' '\\x41\\u00e9\\101' '\\q' r'\\n' u'x'", "<\n\t\\'\"> <A\xc3\xa9" "A> <\\q> <\\n> <x> $" },
		{ "'a\\\nb' x", "<ab> x $" },
		{ "'''a\n'b''c\n''' x", "<a\n'b''c\n> x $" },
		{ "<= >= == != -> ** // << >> < > = - * / % & | ^ ~ @ ; :", "<= >= == != -> ** // << >> < > = - * / % & | ^ ~ @ ; : $" },
		{ "a\n  b\n    c\n  d\ne", "a $ {{ b $ {{ c $ }} d $ }} e $" },
		{ "a\n  b\n    c", "a $ {{ b $ {{ c $ }} }}" },
		{ "a\n\n  b\n\n# x\n\n  c\n", "a $ {{ b $ c $ }}" },
		{ "f(\n a,\n\n# inside\n    b # there\n)\n", "f ( a , b ) $" },
		{ "a \\\n  b\r\nc\r\n", "a b $ c $" },
		{ "\xef\xbb\xbf" "a", "a $" },
		{ "gr\xc3\xb6\xc3\x9f" "e = 1", "gr\xc3\xb6\xc3\x9f" "e = 1 $" },
		{ "a # behind", "a $" },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Reading r = read_tokens(rows[i].text, strlen(rows[i].text));
		if (rows[i].tokens)
			cr_expect_str_eq(text_end(&r.tokens), rows[i].tokens, "%s: got %s", rows[i].text, r.tokens.at);
		cr_expect_eq(r.diag->errors, rows[i].tokens ? 0u : 1u, "%s: errors", rows[i].text);
		forget(&r);
	}
}

Test(lex, comment_lines_are_kept_with_their_column) {
	Reading r = read_tokens("# one  \na # no\n  # two\r\n\n#three", 31);
	cr_expect_str_eq(text_end(&r.comments), "1# one3# two1#three");
	forget(&r);
}

Test(lex, faults_have_a_place) {
	static const struct { const char *text; unsigned line, col; const char *message; } rows[] = {
		{ "a $", 1, 3, "unexpected character '$'" },
		{ "a ?\n", 1, 3, "unexpected character '?'" },
		{ "a ! b", 1, 3, "unexpected character '!'" },
		{ "a \x01", 1, 3, "unexpected byte 0x01" },
		{ "a\rb", 1, 2, "unexpected byte 0x0d" },
		{ "x = 12ab", 1, 7, "this character does not belong to a number" },
		{ "x = 0b12", 1, 8, "this character does not belong to a number" },
		{ "x = 1.5x", 1, 8, "this character does not belong to a number" },
		{ "x = 0x", 1, 5, "a number without digits" },
		{ "x = 9223372036854775809", 1, 5, "this integer does not fit into 64 bits" },
		{ "x = 99999999999999999999999999", 1, 5, "this integer does not fit into 64 bits" },
		{ "x = 'abc\n'", 1, 5, "this string is not closed" },
		{ "x = '''abc\n'", 1, 5, "this string is not closed" },
		{ "x = 'a\\x4'", 1, 7, "this escape has too few digits" },
		{ "x = 'a\\x00'", 1, 7, "a NUL character in a string" },
		{ "x = '\\ud800'", 1, 6, "this escape is no character" },
		{ "x = '\\N{DASH}'", 1, 6, "characters by name are not supported" },
		{ "x = b'a'", 1, 5, "strings with this prefix are not supported" },
		{ "f(a\nb = 1\n", 1, 2, "this bracket is never closed" },
		{ "f(a]", 1, 4, "']' cannot close the bracket opened at line 1, column 2; expected ')'" },
		{ "f)", 1, 2, "this bracket closes nothing" },
		{ "a\n\tb", 2, 1, "a tab in the indentation; use spaces" },
		{ "a\n  \tb", 2, 3, "a tab in the indentation; use spaces" },
		{ "a\n    b\n  c", 3, 3, "this indentation matches no open block" },
		{ "a\n\xff", 2, 1, "byte 0xff is no UTF-8 text" },
		{ "a\nb\xc3(", 2, 2, "byte 0xc3 is no UTF-8 text" },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Reading r = read_tokens(rows[i].text, strlen(rows[i].text));
		cr_assert_eq(r.diag->list.n, 1u, "%s: %u messages", rows[i].text, r.diag->list.n);
		const Message *m = &r.diag->list.at[0];
		cr_expect(strcmp(m->text, rows[i].message) == 0 && m->span.line == rows[i].line && m->span.col == rows[i].col,
			"%s: got %u:%u: %s", rows[i].text, m->span.line, m->span.col, m->text);
		forget(&r);
	}
	Reading r = read_tokens("ab\n\0c", 5);
	cr_expect_str_eq(r.diag->list.at[0].text, "a NUL byte; a dump is text");
	cr_expect(r.diag->list.at[0].span.line == 2 && r.diag->list.at[0].span.col == 1);
	forget(&r);
}

Test(lex, brackets_and_blocks_have_a_limit) {
	Text deep = { 0 };
	for (int i = 0; i < 100000; i++)
		text_addz(&deep, "[");
	Reading r = read_tokens(deep.at, deep.n);
	cr_expect_str_eq(r.diag->list.at[0].text, "brackets nest too deep here (more than 200 levels)");
	cr_expect_eq(r.diag->list.at[0].span.col, 201u);
	forget(&r);
	deep.n = 0;
	for (int i = 0; i < 200; i++)
		text_printf(&deep, "%*sa\n", i, "");
	r = read_tokens(deep.at, deep.n);
	cr_expect_str_eq(r.diag->list.at[0].text, "blocks nest too deep here (more than 100 levels)");
	cr_expect_eq(r.diag->list.at[0].span.line, 104u);
	forget(&r);
	vec_free(&deep);
}

Test(lex, words_are_their_own_numbers) {
	static const struct { Word word; const char *text; } rows[] = {
#define KEYWORD(id, text) { W_##id, text },
#include "model/words.def"
#define WORD(id, text) { W_##id, text },
#include "model/words.def"
	};
	Reading r = read_tokens("", 0);
	for (unsigned i = 0; i < CASES(rows); i++)
		cr_expect_str_eq(ir_text(r.program, (StrId)rows[i].word), rows[i].text, "word %u", i);
	forget(&r);
}

Test(utf8, bad_bytes_are_found_where_they_are) {
	static const struct { const char *text; size_t length, bad; } rows[] = {
		{ "", 0, 0 }, { "abc", 3, 3 }, { "abcdefghijklmnop", 16, 16 }, { "abcdefgh\0jklmnop", 16, 8 }, { "abcdefghijk\x80mnop", 16, 11 },
		{ "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9, 9 }, { "\xc0\x80", 2, 0 }, { "\xe0\x80\x80", 3, 0 }, { "\xed\xa0\x80", 3, 0 },
		{ "\xf4\x90\x80\x80", 4, 0 }, { "\xf8\x88\x80\x80", 4, 0 }, { "a\xe2\x82", 3, 1 }, { "\xf0\x8f\xbf\xbf", 4, 0 },
	};
	for (unsigned i = 0; i < CASES(rows); i++)
		cr_expect_eq(utf8_find_bad(rows[i].text, rows[i].length), rows[i].bad, "row %u", i);
	for (uint32_t code = 1; code < 0x110000; code += code < 0x900 ? 1 : 257) {
		char bytes[4];
		uint32_t back = 0;
		if (code >= 0xd800 && code < 0xe000)
			continue;
		unsigned n = utf8_put(code, bytes);
		cr_assert(utf8_next(bytes, n, &back) == n && back == code, "U+%04X", (unsigned)code);
	}
}
