/* Results in words, and what they mean for the exit status. */
#ifndef TILEPROOF_TELL_H
#define TILEPROOF_TELL_H

#include "checks/result.h"
#include "model/text.h"
#include "reports/exit.h"

typedef struct Tally {
	uint32_t of[VERDICT_COUNT];
	uint32_t not_replayed; /* refuted by the method, not seen by the interpreter: a bug of this tool */
} Tally;

/* A refutation that did not replay is no finding. */
bool tell_is_finding(const Result *r);

unsigned tell_rank(Verdict v); /* from harmless to bad: proved 0, bounded, assumed, unsupported, unknown, refuted */

void tell_count(Tally *t, const Report *r);
ExitCode tell_exit(const Tally *t, bool strict);

/* "16 obligations: 12 proved, 3 bounded, 1 refuted"; without the number of obligations when there are none. */
void tell_tally(const Tally *t, Text *out);

/* How many results from i on, next to each other, say the same of one unit about several obligations; at least 1. */
uint32_t tell_alike(const Report *r, uint32_t i);

/* One result as several lines: verdict, obligation, where, why; a refutation with its witness and both source lines.
 * alike: it and those behind it, as tell_alike counts them, are told as one. The programs may lack their source. */
void tell_result(const Result *r, uint32_t alike, const Program *before, const Program *after, const Result **told, Text *out);

/* Where, both values with their source lines, the story. Indented by two. r->witness must be there. *told: the result whose story was
 * told last, which is not told again, or NULL; it becomes r when r has one. told may be NULL. */
void tell_witness(const Result *r, const Program *before, const Program *after, const Result **told, Text *out);

/* One line: "bounded      order (P6) in f, loop at line 12: up to 16 iterations". */
void tell_line(const Result *r, uint32_t alike, Text *out);

/* Line `line` of a program's source without its indentation; false: it has none. */
bool tell_source_line(const Program *p, uint32_t line, const char **text, size_t *n);

#endif
