/* Well-formedness of one program: P1 (loop kind and attribute), P2 (SSA, uses inside types included), P16 (control flow). */
#ifndef TILEPROOF_WELLFORMED_H
#define TILEPROOF_WELLFORMED_H

#include "model/ir.h"

typedef struct Flaw {
	FuncId function;
	int property;     /* 1, 2 or 16 */
	Span span;        /* the offending use or statement */
	const char *text; /* one sentence, names the variable; owned by the program's arena */
} Flaw;

typedef VEC(Flaw) Flaws;

/* Adds every flaw of function f in program order. */
void wellformed_function(Program *p, FuncId f, Flaws *out);

#endif
