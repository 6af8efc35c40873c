#include "tests/support/snippet.h"

#include "model/parse.h"

#include <criterion/criterion.h>

void snippet_text(Text *out, const char *header, const char *body) {
	text_addz(out, "# pypto.program: T\nimport pypto.language as pl\n");
	if (*header) {
		text_addz(out, "\n");
		text_addz(out, header);
	}
	text_addz(out, "\n@pl.program\nclass T:\n    @pl.function(type=pl.FunctionType.AIV)\n"
		"    def f(src: pl.Tensor[[64, 32], pl.FP32], dst: pl.Out[pl.Tensor[[64, 32], pl.FP32]], n: pl.Scalar[pl.INDEX]):");
	while (*body) {
		size_t n = strcspn(body, "\n");
		text_addz(out, "\n        ");
		text_add(out, body, n);
		body += n + (body[n] == '\n');
	}
}

Program *snippet_parse(const char *text, size_t length) {
	Diag *d = diag_new();
	Program *p = parse_program("snippet.py", text, length, d);
	if (!p || d->errors)
		diag_print(d, stderr);
	cr_assert(p && !d->errors, "the snippet does not parse:\n%.*s", (int)length, text);
	diag_free(d);
	return p;
}

Program *snippet_program(const char *header, const char *body) {
	Text text = { 0 };
	snippet_text(&text, header, body);
	Program *p = snippet_parse(text.at, text.n);
	vec_free(&text);
	return p;
}
