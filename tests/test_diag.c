#include "model/diag.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#define CASES(a) (sizeof(a) / sizeof *(a))

static void expect_quote(const char *source, Span at, const char *quote, uint32_t caret) {
	Diag *d = diag_new();
	diag_add(d, SEV_ERROR, "f", source, strlen(source), at, "m");
	const Message *m = &d->list.at[0];
	cr_expect(m->quote && strcmp(m->quote, quote) == 0 && m->caret == caret, "%u:%u: got '%s', caret %u", at.line, at.col,
		m->quote ? m->quote : "(none)", m->caret);
	diag_free(d);
}

Test(diag, quotes_the_line_around_the_column) {
	expect_quote("one\ntwo\nthree", (Span){ 2, 2 }, "two", 1);
	expect_quote("one\ntwo\nthree", (Span){ 3, 9 }, "three", 5);
	expect_quote("one\r\ntwo\r\n", (Span){ 1, 1 }, "one", 0);
	expect_quote("a\tb\xff", (Span){ 1, 4 }, "a b?", 3);
	expect_quote("", (Span){ 1, 1 }, "", 0);
	char line[400], want[200];
	memset(line, 'x', sizeof line - 1);
	line[sizeof line - 1] = '\0';
	line[200] = '!';
	snprintf(want, sizeof want, "...%.60s!%.59s...", line, line);
	expect_quote(line, (Span){ 1, 201 }, want, 63);
}

Test(diag, lines_are_found_in_any_order_and_in_any_source) {
	const char *a = "a1\na2\na3\na4", *b = "b1\nb2\nb3";
	static const struct { int source; uint32_t line; const char *quote; } rows[] = {
		{ 0, 3, "a3" }, { 0, 4, "a4" }, { 0, 1, "a1" }, { 1, 2, "b2" }, { 0, 2, "a2" }, { 1, 3, "b3" }, { 1, 9, NULL }, { 1, 1, "b1" },
	};
	Diag *d = diag_new();
	for (unsigned i = 0; i < CASES(rows); i++) {
		const char *source = rows[i].source ? b : a;
		diag_add(d, SEV_WARNING, "f", source, strlen(source), (Span){ rows[i].line, 1 }, "m");
		const char *quote = d->list.at[i].quote;
		cr_expect(rows[i].quote ? quote && strcmp(quote, rows[i].quote) == 0 : !quote, "row %u: %s", i, quote ? quote : "(none)");
	}
	cr_expect_eq(d->errors, 0u, "warnings are no errors");
	diag_free(d);
}

Test(diag, prints_place_severity_text_and_caret) {
	Diag *d = diag_new();
	const char *source = "a\nx = \xc3\xa9 $";
	diag_add(d, SEV_ERROR, "f.py", source, strlen(source), (Span){ 2, 8 }, "unexpected '%c'", '$');
	diag_add(d, SEV_UNSUPPORTED, "f.py", NULL, 0, (Span){ 3, 0 }, "no quote");
	diag_add(d, SEV_NOTE, NULL, NULL, 0, (Span){ 0, 0 }, "no place");
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	cr_assert(out);
	diag_print(d, out);
	fclose(out);
	cr_expect_str_eq(text, "f.py:2:8: error: unexpected '$'\n    x = \xc3\xa9 $\n          ^\nf.py:3: unsupported: no quote\nnote: no place\n", "got\n%s", text);
	cr_expect_eq(d->errors, 2u);
	free(text);
	diag_free(d);
}
