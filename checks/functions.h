/* What is asked again and again about the functions of one program, found out once: normal forms as digests, peers. */
#ifndef TILEPROOF_FUNCTIONS_H
#define TILEPROOF_FUNCTIONS_H

#include "checks/normal.h"

typedef struct Functions Functions;

Functions *functions_new(const Program *p); /* p is only borrowed, and must not change */
void functions_free(Functions *fs);

/* f = 0: the digest of nothing. complete: false when the function is nested too deep for its digest to stand for it; may be NULL. */
Digest functions_digest(Functions *fs, FuncId f, NormalKind kind, bool *complete);
FuncId functions_peer(Functions *fs, FuncId f); /* whose ring buffer it imports, or that imports its own; 0: not in the file */
FuncId functions_named(const Functions *fs, const char *name, uint32_t nth); /* the nth with that name, from 0; 0: none */
uint32_t functions_before(const Functions *fs, FuncId f); /* how many functions in front of f have its name */
FuncId functions_counterpart(const Functions *of_from, FuncId f, const Functions *of_to); /* of the same name, the nth when f is; 0: none */

#endif
