/* Who calls whom in a program, found in one walk over its text; functions by name. */
#ifndef TILEPROOF_CALLS_H
#define TILEPROOF_CALLS_H

#include "model/ir.h"

typedef struct CallSite {
	FuncId caller;
	StmtId at;
	const Call *call;
	bool is_top; /* among the top statements of the caller */
} CallSite;

typedef struct Calls Calls;

Calls *calls_new(const Program *p); /* p is only borrowed; calls made later are not in it */
void calls_free(Calls *c);          /* NULL is allowed */

/* Calls of functions with the name of f, in the order of the text. */
const CallSite *calls_of(const Calls *c, FuncId f, uint32_t *n);
FuncId calls_function(const Calls *c, const char *name); /* the first of that name; 0: none */

/* The functions that the calls of one function name, f's calls in the order of the text. */
typedef struct Callee { const CallSite *site; FuncId callee; } Callee; /* callee: the first of that name; 0: not in the file */
const Callee *calls_in(const Calls *c, FuncId caller, uint32_t *n);
FuncId calls_next(const Calls *c, FuncId f); /* the next function with the name of f; 0: none */

#endif
