#include "model/parse.h"
#include "tests/support/scratch.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>
#include <sys/stat.h>
#include <unistd.h>

#define CASES(a) (sizeof(a) / sizeof *(a))

static void expect_refusal(const char *text, size_t length, unsigned line, unsigned col, const char *message) {
	Diag *d = diag_new();
	Program *p = parse_program("bad.py", text, length, d);
	cr_expect_null(p, "accepted: %.300s", text);
	ir_free(p);
	cr_expect_eq(d->list.n, 1u, "%u messages for %.300s", d->list.n, text);
	if (d->list.n) {
		const Message *m = &d->list.at[0];
		cr_expect(strcmp(m->text, message) == 0 && m->span.line == line && m->span.col == col, "%.300s\n: got %u:%u: %s", text, m->span.line,
			m->span.col, m->text);
	}
	diag_free(d);
}

/* Bodies; the line is counted within the body, from 1. */
Test(parse_bad, bad_bodies) {
	static const struct { const char *body; unsigned line, col; const char *message; } rows[] = {
		{ "x = ", 1, 13, "expected an expression, found end of line" },
		{ "x = 1 +", 1, 16, "expected an expression, found end of line" },
		{ "x = (1", 1, 13, "this bracket is never closed" },
		{ "x = (1 2)", 1, 16, "expected ',' or ')', found '2'" },
		{ "x = [1 2]", 1, 16, "expected ',' or ']', found '2'" },
		{ "f(a b)", 1, 13, "expected ',' or ')', found 'b'" },
		{ "f(a=1, b)", 1, 16, "a positional argument behind a keyword argument" },
		{ "f(*a)", 1, 11, "unpacking of arguments is not supported here" },
		{ "x: pl.Ptr", 1, 18, "expected '=' before the value, found end of line" },
		{ "x: = 1", 1, 12, "expected a type, found '='" },
		{ "x: 4 = 1", 1, 12, "expected a type, found '4'" },
		{ "x 1", 1, 11, "expected end of line at the end of the statement, found '1'" },
		{ "x = 1; y = 2", 1, 14, "expected end of line at the end of the statement, found ';'" },
		{ "x = y = 2", 1, 15, "a chain of assignments is not supported here" },
		{ "x[0] = 2", 1, 9, "an assignment to anything but names is not supported here" },
		{ "x += 2", 1, 12, "expected an expression, found '='" },
		{ "for = 2", 1, 13, "expected the loop variable, found '='" },
		{ "a, 2 = f()", 1, 12, "expected a name, found '2'" },
		{ "x = lambda", 1, 13, "expected an expression, found 'lambda'" },
		{ "x = a if b else c", 1, 15, "expected end of line at the end of the statement, found 'if'" },
		{ "x = +n", 1, 13, "a plus sign before something that is no number is not supported here" },
		{ "x = n.shape", 1, 13, "a field of a variable is not supported here" },
		{ "x = f().y", 1, 16, "a field of an expression is not supported here" },
		{ "x = f()()", 1, 16, "a call of something that is no name is not supported here" },
		{ "x = n[1:2]", 1, 16, "a slice is not supported here" },
		{ "x = {1: 2}", 1, 14, "expected a key in quotes, found '1'" },
		{ "x = {'a' 2}", 1, 18, "expected ':' after the key, found '2'" },
		{ "x = 9223372036854775808", 1, 13, "this integer does not fit into 64 bits" },
		{ "x = -(9223372036854775808)", 1, 15, "this integer does not fit into 64 bits" },
		{ "if n\n    pass", 1, 13, "expected ':' after the condition, found end of line" },
		{ "if n: pass", 1, 15, "expected a new line after ':', found 'pass'" },
		{ "if n:\npass", 2, 9, "expected an indented block, found 'pass'" },
		{ "if n:", 1, 14, "expected an indented block, found end of the block" },
		{ "if n:\n    # only a comment\nx = 1", 3, 9, "expected an indented block, found 'x'" },
		{ "else:\n    pass", 1, 9, "this has no 'if' that it belongs to" },
		{ "  x = 1\n  y = 2", 0, 0, NULL }, /* any consistent indentation is fine */
		{ "x = 1\n  y = 2", 2, 11, "unexpected indentation" },
		{ "if n:\n    x = 1\n  y = 2", 3, 11, "this indentation matches no open block" },
		{ "\tx = 1", 1, 9, "a tab in the indentation; use spaces" },
		{ "if n:\n    r = pl.yield_(1)\nelse:\n    s = pl.yield_(2)", 4, 13, "the arms of this 'if' yield into different names: 's' here, 'r' above" },
		{ "for i pl.range(4):\n    pass", 1, 15, "expected 'in', found 'pl.range'" },
		{ "for i in pl.range():\n    pass", 1, 9, "a loop has one to three bounds, here are 0" },
		{ "for i in pl.range(1, 2, 3, 4):\n    pass", 1, 9, "a loop has one to three bounds, here are 4" },
		{ "for i, (a,) in pl.range(4):\n    pass", 1, 13, "1 iteration arguments but 0 initial values" },
		{ "for i, (a,) in pl.range(4, init_values=(1, 2)):\n    pass", 1, 13, "1 iteration arguments but 2 initial values" },
		{ "for i, (a,) in pl.range(4, init_values=n):\n    pass", 1, 48, "init_values must be a tuple" },
		{ "for (a,) in pl.range(4, init_values=(n,)):\n    pass", 1, 13, "this loop needs a variable before its iteration arguments" },
		{ "for i in pl.pipeline(4, stage=0):\n    pass", 1, 39, "the number of stages must be a positive integer" },
		{ "for i in pl.pipeline(4, stage=n):\n    pass", 1, 39, "the number of stages must be a positive integer" },
		{ "for i in pl.range(4, attrs={\"pipeline_stages\": 'x'}):\n    pass", 1, 56, "the number of stages must be a positive integer" },
		{ "for i in pl.pipeline(4, stage=2, attrs={\"pipeline_stages\": 3}):\n    pass", 1, 68, "the number of stages is given twice" },
		{ "for (a,) in pl.while_(init_values=(n,)):\n    x = 1", 2, 13, "expected pl.cond(...) as the first line of the loop, found 'x'" },
		{ "for (a,) in pl.while_(init_values=(n,)):\n    pl.cond()", 2, 13, "pl.cond takes one condition" },
		{ "for (a,) in pl.while_(n):\n    pl.cond(a)", 1, 9, "pl.while_ takes init_values and nothing else" },
		{ "for i, (a,) in pl.while_(init_values=(n,)):\n    pl.cond(a)", 1, 13, "pl.while_ has no loop variable" },
		{ "for i, (a,) in pl.other(init_values=(n,)):\n    pass", 1, 13, "iteration arguments with this iterator is not supported here" },
		{ "for i in pl.split_aiv(2):\n    r = pl.yield_(i)", 2, 13, "a named yield with this iterator is not supported here" },
		{ "x: pl.Tile[[1], pl.FP32, pl.MemRef(m, 0)] = n", 1, 34, "pl.MemRef has an offset but no size" },
		{ "x: pl.Tile[[1], pl.FP32, pl.MemRef(\"m\", slots=0)] = n", 1, 49, "the number of slots must be an integer from 1 to 2^32 - 1" },
		{ "x: pl.Tile[[1], pl.FP32, pl.MemRef(m, 0, 4, 5)] = n", 1, 53, "this argument of pl.MemRef is not supported here" },
		{ "x: pl.Tile[[1], pl.FP32, pl.MemRef()] = n", 1, 44, "expected the allocation's name, found ')'" },
		{ "try:\n    pass", 1, 9, "this statement is not supported here" },
		{ "with pl.scope() as x:\n    pass", 1, 25, "expected ':' after the scope, found 'as'" },
		{ "x = f(n\ny = 1", 2, 9, "expected ',' or ')', found 'y'; the bracket of line 8, column 14 is still open" },
		{ "x = f(g(1), [n\n    + h(2), 3\ny = 1", 3, 9, "expected ',' or ']', found 'y'; the bracket of line 8, column 21 is still open" },
		{ "x = (n\ny)", 2, 9, "expected ',' or ')', found 'y'; the bracket of line 8, column 13 is still open" },
		{ "x = f(n m,\n1)", 1, 17, "expected ',' or ')', found 'm'" },
		{ "return n n", 1, 18, "expected ',' or end of line, found 'n'" },
		{ "pass x", 1, 14, "expected end of line after pass, found 'x'" },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Text text = { 0 };
		snippet_text(&text, "", rows[i].body);
		if (rows[i].message)
			expect_refusal(text.at, text.n, rows[i].line + 7, rows[i].col, rows[i].message);
		else
			ir_free(snippet_parse(text.at, text.n));
		vec_free(&text);
	}
}

Test(parse_bad, bad_files) {
#define HEAD "import pypto.language as pl\n@pl.program\nclass T:\n"
	static const struct { const char *text; unsigned line, col; const char *message; } rows[] = {
		{ "", 1, 1, "expected '@pl.program', found end of file" },
		{ "\n# only\n", 3, 1, "expected '@pl.program', found end of file" },
		{ "x", 1, 2, "expected '=' after the dimension's name, found end of line" },
		{ "x = 4", 1, 5, "expected 'pl.dynamic', found '4'" },
		{ "x = pl.dynamic(4)", 1, 16, "expected the dimension's name in quotes, found '4'" },
		{ "def f():\n    pass", 1, 1, "expected an import, pl.dynamic or @pl.program, found 'def'" },
		{ "@pl.jit\n", 1, 1, "expected '@pl.program', found '@'" },
		{ "@pl.program\nx", 2, 1, "expected 'class', found 'x'" },
		{ "@pl.program\nclass T(object):\n    pass", 2, 8, "expected ':' after the program's name, found '('" },
		{ "@pl.program\nclass T:\n", 3, 1, "expected indentation of the program's functions, found end of file" },
		{ HEAD "    pass\nx = 1\n", 5, 1, "text behind the program is not supported here" },
		{ HEAD "    x = 1\n", 4, 5, "expected '@pl.function', found 'x'" },
		{ HEAD "    @other\n    def f():\n        pass\n", 5, 5, "expected '@pl.function', found 'def'" },
		{ HEAD "    @pl.function\n    @pl.function\n    def f():\n        pass\n", 5, 5, "a second @pl.function" },
		{ HEAD "    @pl.function(4)\n    def f():\n        pass\n", 4, 17, "a positional argument of @pl.function is not supported here" },
		{ HEAD "    @pl.function\n    x = 1\n", 5, 5, "expected 'def', found 'x'" },
		{ HEAD "    @pl.function\n    def f(a, a):\n        pass\n", 5, 14, "two parameters are called 'a'" },
		{ HEAD "    @pl.function\n    def f(a: pl.Ptr = 4):\n        pass\n", 5, 21, "a default value is not supported here" },
		{ HEAD "    @pl.function\n    def f(*a):\n        pass\n", 5, 11, "expected a parameter, found '*'" },
		{ HEAD "    @pl.function\n    def f(a: pl.Out[pl.Ptr, pl.Ptr]):\n        pass\n", 5, 29, "expected ']' after the parameter's type, found 'pl.Ptr'" },
		{ HEAD "    @pl.function\n    def f()\n        pass\n", 5, 12, "expected ':' after the signature, found end of line" },
		{ HEAD "    @pl.function\n    def f():\n", 6, 1, "expected indentation of the function's body, found end of the block" },
		{ HEAD "    @pl.function\n    def f(a: pl.T", 5, 10, "this bracket is never closed" },
		{ HEAD "    @pl.function\n    def f():\n        pl.func_attr(4)\n", 6, 22, "expected '{' before the attributes, found '4'" },
	};
	for (unsigned i = 0; i < CASES(rows); i++)
		expect_refusal(rows[i].text, strlen(rows[i].text), rows[i].line, rows[i].col, rows[i].message);
	expect_refusal("a\0b", 3, 1, 2, "a NUL byte; a dump is text");
}

/* Nesting without end is refused before it hurts; what is wide but flat is not. */
Test(parse_bad, limits) {
	static const struct { const char *before, *repeated; unsigned times; const char *after, *message; } rows[] = {
		{ "x = ", "[", 100000, "", "brackets nest too deep here (more than 200 levels)" },
		{ "x: ", "pl.Tuple[", 100000, "", "brackets nest too deep here (more than 200 levels)" },
		{ "x = ", "-", 100000, "1", "this expression is too deep (more than 1000 levels)" },
		{ "x = ", "not ", 100000, "1", "this expression is too deep (more than 1000 levels)" },
		{ "x = ", "2 ** ", 100000, "1", "this expression is too deep (more than 1000 levels)" },
		{ "x = ", "n + ", 100000, "1", "this expression is too deep (more than 1000 levels)" },
		{ "x = n", "[0]", 100000, "", "this expression is too deep (more than 1000 levels)" },
		{ "x = [", "1, ", 200000, "]", "more than 100000 elements in one list" },
		{ "if n:\n    pass\n", "elif n:\n    pass\n", 1000, "", "blocks nest too deep here (more than 100 levels)" },
		{ "x = ", "[n + ", 199, "n", "this bracket is never closed" },
		{ "x = ", "n + ", 900, "1", NULL },
		{ "f(", "n, ", 90000, ")", NULL },
		{ "x = ", "'a' ", 100000, "", NULL },
		{ "", "x = n\n", 100000, "", NULL },
		{ "", "# c\n", 100000, "pass", NULL },
	};
	for (unsigned i = 0; i < CASES(rows); i++) {
		Text many = { 0 }, text = { 0 };
		text_addz(&many, rows[i].before);
		for (unsigned k = 0; k < rows[i].times; k++)
			text_addz(&many, rows[i].repeated);
		text_addz(&many, rows[i].after);
		snippet_text(&text, "", text_end(&many));
		Diag *d = diag_new();
		Program *p = parse_program("deep.py", text.at, text.n, d);
		const char *got = d->list.n ? d->list.at[0].text : NULL;
		if (rows[i].message)
			cr_expect(!p && got && strcmp(got, rows[i].message) == 0, "%s%s...: got %s", rows[i].before, rows[i].repeated, got ? got : "no error");
		else
			cr_expect(p && !got, "%s%s...: got %s", rows[i].before, rows[i].repeated, got ? got : "no program");
		ir_free(p);
		diag_free(d);
		vec_free(&many);
		vec_free(&text);
	}
}

/* Every prefix of a program with all kinds of statements either reads or is refused with a place inside the text. */
Test(parse_bad, truncated_texts) {
	static const char text[] = "# pypto.program: T\nimport pypto.language as pl\n\nN = pl.dynamic(\"N\")\n\n@pl.program\nclass T:\n"
		"    @pl.function(type=pl.FunctionType.AIC)\n    def f(self, a: pl.Out[pl.Tensor[[N, 4], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Ptr, pl.Ptr]:\n"
		"        pl.func_attr({\"split\": 1})\n        for i, (x,) in pl.pipeline(0, n, 2, stage=2, init_values=(n,), attrs={\"a\": True}):\n"
		"            # note\n            t: pl.Tile[[4, 4], pl.FP32, pl.MemRef(\"m\", slots=2)[i % 2], pl.Mem.Vec, pl.TileView(valid_shape=[n, 4])] = pl.tile.load(a, [0, 0])\n"
		"            y: pl.Scalar[pl.INDEX] = pl.yield_(-x ** 2 + 3)\n        for (w,) in pl.while_(init_values=(y,)):\n            pl.cond(not w < 4)\n"
		"            z = pl.yield_(w)\n        if z == 'it\\'s':\n            p, q = f(1.5e3)\n        elif z:\n            break\n        else:\n            pass\n"
		"        with pl.scope(mode=None):\n            r = {}\n        return (p, q)\n";
	for (size_t n = 0; n < sizeof text; n++) {
		Diag *d = diag_new();
		Program *p = parse_program("cut.py", text, n, d);
		cr_expect_eq(!p, d->errors > 0, "cut at %zu", n);
		if (d->list.n) {
			Span at = d->list.at[0].span;
			cr_expect(d->list.n == 1 && at.line >= 1 && at.line <= 30 && at.col >= 1 && at.col <= 160, "cut at %zu: %u:%u", n, at.line, at.col);
		}
		ir_free(p);
		diag_free(d);
	}
}

Test(parse_bad, files) {
	static const struct { const char *name, *message; } rows[] = {
		{ "absent.py", "No such file or directory" }, { "", "this is a directory, not a dump" }, { "locked.py", "Permission denied" },
	};
	const char program[] = "@pl.program\nclass T:\n    pass";
	scratch_write("locked.py", program, sizeof program - 1);
	Diag *d = diag_new();
	Program *p = parse_file(scratch_path("locked.py"), d);
	cr_expect(p && !d->list.n && strcmp(p->file, scratch_path("locked.py")) == 0);
	ir_free(p);
	chmod(scratch_path("locked.py"), 0);
	for (unsigned i = 0; i < CASES(rows); i++) {
		if (i == 2 && geteuid() == 0)
			continue; /* root reads everything */
		const char *path = scratch_path(rows[i].name);
		cr_expect_null(parse_file(path, d));
		cr_assert_eq(d->list.n, i + 1, "%s", path);
		const Message *m = &d->list.at[i];
		cr_expect(strcmp(m->text, rows[i].message) == 0 && strcmp(m->file, path) == 0 && m->span.line == 0, "%s: %s", path, m->text);
	}
	diag_free(d);
}
