/* What the database keeps of a text: its functions and loops. Made from a program, and passed on as JSON by the process that read it. */
#ifndef TILEPROOF_OUTLINE_H
#define TILEPROOF_OUTLINE_H

#include "model/ir.h"

#include <jansson.h>

typedef struct OutlineFunction { const char *name, *kind; uint32_t line; } OutlineFunction;

typedef struct OutlineLoop {
	FuncId function;
	Span at;
	const char *kind, *trip; /* trip: iterations as far as the text shows them, a number or the bounds */
	int64_t stages;          /* 0: none */
} OutlineLoop;

typedef struct Outline {
	Arena *arena;
	VEC(OutlineFunction) functions; /* function k + 1 at k */
	VEC(OutlineLoop) loops;         /* by function, in the order of the text */
} Outline;

void outline_of(const Program *p, Outline *out);
json_t *outline_json(const Outline *o);
bool outline_read(const json_t *j, Outline *out); /* false: it is none */
void outline_free(Outline *o); /* in either case */

#endif
