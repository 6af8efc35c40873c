/* JSON of results (jansson). The prefix is js_, because json_ is that of the library. */
#ifndef TILEPROOF_JSON_H
#define TILEPROOF_JSON_H

#include "checks/result.h"
#include "model/text.h"

#include <jansson.h>

/* A string; bytes that are no UTF-8 become U+FFFD. */
json_t *js_text(const char *s);
json_t *js_text_n(const char *s, size_t n);

json_t *js_result(const Result *r); /* one entry of "results" below; a position that there is not is null */

/* The object of `check --format json`:
 * {"tool", "version", "before", "after", "arch", "credits", "division", "results": [...]} */
json_t *js_check(const char *before, const char *after, const CheckOptions *o, const Report *r);

/* What js_result wrote, back into a result of report r (its arena owns the texts). false: not of that form. */
bool js_result_read(const json_t *j, Report *r);

/* Appends j, indented, and a newline. */
void js_print(const json_t *j, Text *out);
void js_print_compact(const json_t *j, Text *out); /* on one line */
/* An object with long arrays: a line for each field, and for each element of an array. */
void js_print_lines(const json_t *object, Text *out);

#endif
