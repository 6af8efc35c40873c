/* Functions that only one of two programs has by name: renamed ones are found again, calls of vanished ones are found. */
#ifndef TILEPROOF_UNPAIRED_H
#define TILEPROOF_UNPAIRED_H

#include "analyzer/calls.h"
#include "checks/functions.h"

/* A copy of after in which each function without counterpart bears the name of the one of before that it stands for: the one that it
 * equals up to names, or else the one with its kind and parameters, where that is one on either side. Functions keep their handles.
 * NULL: there is none, or the text of a program is not at hand. The caller frees it with ir_free. */
Program *unpaired_renamed(const Program *before, const Functions *of_before, const Program *after, const Functions *of_after);

/* The first call in f, a function of after, of a function that before has and after has not. NULL: there is none. */
const CallSite *unpaired_call(const Functions *of_before, const Calls *after, FuncId f, const Program *p);

#endif
