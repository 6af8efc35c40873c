#include "model/text.h"

#include <stdarg.h>
#include <stdio.h>

void text_room(Text *t, size_t n) {
	/* A size that no system gives sends the overflow the way of every exhausted memory. */
	if (n > UINT32_MAX / 2 - t->n) {
		mem_free_(mem_alloc(PTRDIFF_MAX));
		return;
	}
	vec_reserve(t, t->n + (uint32_t)n);
}

void text_printf(Text *t, const char *format, ...) {
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (n > 0) {
		text_room(t, (size_t)n + 1);
		vsnprintf(t->at + t->n, (size_t)n + 1, format, again);
		t->n += (uint32_t)n;
	}
	va_end(again);
}

const char *text_end(Text *t) {
	text_room(t, 1);
	t->at[t->n] = '\0';
	return t->at;
}

void text_int(Text *t, int64_t v) {
	char digits[20];
	uint32_t n = sizeof digits;
	uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
	do
		digits[--n] = (char)('0' + u % 10);
	while (u /= 10);
	if (v < 0)
		text_addc(t, '-');
	text_add(t, digits + n, sizeof digits - n);
}
