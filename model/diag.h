/* Diagnostics: everything that is wrong with what a user gave goes through one list, with file, line, column and caret.
 *
 * A module that finds a fault adds it and returns failure; only the command line prints and exits.
 */
#ifndef TILEPROOF_DIAG_H
#define TILEPROOF_DIAG_H

#include "model/mem.h"

#include <stdbool.h>
#include <stdio.h>

typedef enum Severity { SEV_NOTE, SEV_WARNING, SEV_ERROR, SEV_UNSUPPORTED } Severity;

typedef struct Span {
	uint32_t line; /* from 1; 0: no position */
	uint32_t col;  /* from 1, in bytes; 0: whole line */
} Span;

typedef struct Message {
	Severity severity;
	const char *file; /* as the user named it; owned by the list */
	Span span;
	const char *text;  /* one sentence without a full stop */
	const char *quote; /* the source line, shortened around the column; NULL when unknown */
	uint32_t caret;    /* position of the caret in quote, from 0 */
} Message;

typedef struct Diag {
	Arena *arena;
	VEC(Message) list;
	unsigned errors; /* SEV_ERROR and SEV_UNSUPPORTED */
	const char *last_source; /* where diag_add found its last line, to go on from there; compared, never read through */
	size_t last_offset;
	uint32_t last_line;
} Diag;

Diag *diag_new(void);
void diag_free(Diag *d);

/* source, length: the text of the file, for the quote; may be NULL. */
void diag_add(Diag *d, Severity s, const char *file, const char *source, size_t length, Span at, const char *format, ...)
	__attribute__((format(printf, 7, 8)));
/* file:line:col: error: text, the quoted line, the caret. */
void diag_print(const Diag *d, FILE *out);

#endif
