/* Program -> canonical dump text, exactly as the compiler prints it (dumps.md A.9 and the corrections behind it). */
#ifndef TILEPROOF_PRINT_H
#define TILEPROOF_PRINT_H

#include "model/ir.h"

typedef VEC(char) Text; /* grows; n bytes, no NUL unless text_end */

void text_add(Text *t, const char *s, size_t n);
void text_addz(Text *t, const char *s);
void text_printf(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *text_end(Text *t); /* adds a NUL behind the n bytes, not counted */

/* The whole file, without a newline at its end. The caller frees with vec_free. */
void print_program(const Program *p, Text *out);

/* One expression, type or call as it would stand in function f, for messages and reasons (f = 0: hints as they are). */
void print_expr(const Program *p, FuncId f, ExprId e, Text *out);
void print_type(const Program *p, FuncId f, TypeId t, Text *out);

/* Printed names of the variables of one function (dumps.md A.9, "Renaming"): names[v] for every VarId that occurs in f, else 0.
 * The array has p->vars.n entries and belongs to the caller (mem_free_); new strings are interned in p. */
StrId *print_names(Program *p, FuncId f);

#endif
