/* Text that grows: what the printer writes, messages, reasons. */
#ifndef TILEPROOF_TEXT_H
#define TILEPROOF_TEXT_H

#include "model/mem.h"

typedef VEC(char) Text; /* n bytes, no NUL unless text_end; vec_free releases it */

/* Makes room for n more bytes; more than 2 GB in all counts as memory exhausted. */
void text_room(Text *t, size_t n);
void text_printf(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *text_end(Text *t); /* adds a NUL behind the n bytes, not counted */

static inline void text_add(Text *t, const char *s, size_t n) {
	if (n > t->room - t->n)
		text_room(t, n);
	if (n)
		memcpy(t->at + t->n, s, n);
	t->n += (uint32_t)n;
}

static inline void text_addz(Text *t, const char *s) { text_add(t, s, strlen(s)); }

static inline void text_addc(Text *t, char c) { text_add(t, &c, 1); }
void text_int(Text *t, int64_t v); /* in decimal digits; text_printf costs ten times as much */

#endif
