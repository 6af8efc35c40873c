/* Small programs for tests: the body of one function f(src, dst, n), wrapped into a whole dump. */
#ifndef TILEPROOF_TESTS_SNIPPET_H
#define TILEPROOF_TESTS_SNIPPET_H

#include "model/ir.h"
#include "model/text.h"

/* Lines of body start at column 0. header: lines between the import and the program ("" or "n = pl.dynamic(...)\n"). */
void snippet_text(Text *out, const char *header, const char *body);

/* Parses; a text with errors fails the running test. The caller frees with ir_free. */
Program *snippet_program(const char *header, const char *body);
Program *snippet_parse(const char *text, size_t length);

#endif
