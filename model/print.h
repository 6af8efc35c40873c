/* Program -> canonical dump text, exactly as the compiler prints it (dumps.md A.9 and the corrections behind it). */
#ifndef TILEPROOF_PRINT_H
#define TILEPROOF_PRINT_H

#include "model/ir.h"
#include "model/text.h"

/* The whole file, without a newline at its end. The caller frees with vec_free. */
void print_program(const Program *p, Text *out);

/* One expression, type or call as it would stand in function f, for messages and reasons (f = 0: hints as they are). */
void print_expr(const Program *p, FuncId f, ExprId e, Text *out);
void print_type(const Program *p, FuncId f, TypeId t, Text *out);

#endif
