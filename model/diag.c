#include "model/diag.h"
#include "model/utf8.h"

#include <stdarg.h>

/* Columns of source shown to the left and right of the caret when a line is longer than both. */
enum { QUOTE_LEFT = 60, QUOTE_RIGHT = 60 };

static const char *const severity_names[] = {
	[SEV_NOTE] = "note", [SEV_WARNING] = "warning", [SEV_ERROR] = "error", [SEV_UNSUPPORTED] = "unsupported",
};

Diag *diag_new(void) {
	Arena *a = arena_new();
	Diag *d = ARENA_NEW(a, Diag);
	d->arena = a;
	return d;
}

void diag_free(Diag *d) {
	if (!d)
		return;
	vec_free(&d->list);
	arena_free(d->arena);
}

/* Start of a line; continues from the last one found, so that many messages in rising order cost one walk. */
static const char *find_line(Diag *d, const char *source, size_t length, uint32_t line) {
	const char *at = source, *end = source + length;
	uint32_t n = 1;
	if (d->last_source == source && d->last_line <= line && d->last_offset <= length) {
		at += d->last_offset;
		n = d->last_line;
	}
	while (n < line) {
		const char *nl = memchr(at, '\n', (size_t)(end - at));
		if (!nl)
			return NULL;
		at = nl + 1;
		n++;
	}
	d->last_source = source;
	d->last_offset = (size_t)(at - source);
	d->last_line = line;
	return at;
}

/* A byte that would spoil the line below it: control characters, tabs (the caret would not stand under its byte). */
static bool is_odd(char c) { return (unsigned char)c < 0x20 || c == 0x7f; }

static bool continues_utf8(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

static void quote_line(Diag *d, Message *m, const char *source, size_t length) {
	const char *start = m->span.line ? find_line(d, source, length, m->span.line) : NULL;
	if (!start)
		return;
	size_t room = (size_t)(source + length - start);
	const char *nl = memchr(start, '\n', room);
	size_t n = nl ? (size_t)(nl - start) : room, caret = m->span.col ? m->span.col - 1 : 0, from = 0;
	if (n && start[n - 1] == '\r')
		n--;
	if (caret > n)
		caret = n;
	size_t to = n;
	if (caret > QUOTE_LEFT)
		from = caret - QUOTE_LEFT;
	if (n - caret > QUOTE_RIGHT)
		to = caret + QUOTE_RIGHT;
	while (from < caret && from > 0 && continues_utf8(start[from]))
		from++;
	while (to > caret && to < n && continues_utf8(start[to]))
		to--;
	const char *left = from ? "..." : "", *right = to < n ? "..." : "";
	char *quote = arena_printf(d->arena, "%s%*s%s", left, (int)(to - from), "", right);
	char *text = quote + strlen(left);
	for (size_t i = from, step; i < to; i += step) {
		uint32_t code;
		step = utf8_next(start + i, to - i, &code);
		if (step == 0) {
			step = 1;
			*text++ = '?';
		} else if (step == 1) {
			*text++ = is_odd(start[i]) ? ' ' : start[i];
		} else {
			memcpy(text, start + i, step);
			text += step;
		}
	}
	m->quote = quote;
	m->caret = (uint32_t)(caret - from + strlen(left));
}

void diag_add(Diag *d, Severity s, const char *file, const char *source, size_t length, Span at, const char *format, ...) {
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *text = arena_alloc(d->arena, n < 0 ? 1 : (size_t)n + 1);
	if (n > 0)
		vsnprintf(text, (size_t)n + 1, format, again);
	va_end(again);
	Message m = {.severity = s, .span = at, .text = text};
	bool same = d->list.n && strcmp(d->list.at[d->list.n - 1].file, file ? file : "") == 0;
	m.file = same ? d->list.at[d->list.n - 1].file : file ? arena_text(d->arena, file, strlen(file)) : "";
	if (!same)
		d->last_source = NULL; /* the next file may lie where the last one was */
	if (source)
		quote_line(d, &m, source, length);
	vec_push(&d->list, m);
	if (s >= SEV_ERROR)
		d->errors++;
}

/* The caret stands under its byte: bytes of one UTF-8 character count once, as terminals show them. */
static int caret_columns(const Message *m) {
	int columns = 0;
	for (uint32_t i = 0; i < m->caret; i++)
		columns += !continues_utf8(m->quote[i]);
	return columns;
}

void diag_print(const Diag *d, FILE *out) {
	for (uint32_t i = 0; i < d->list.n; i++) {
		const Message *m = &d->list.at[i];
		if (*m->file)
			fprintf(out, "%s:", m->file);
		if (m->span.line)
			fprintf(out, "%u:", (unsigned)m->span.line);
		if (m->span.line && m->span.col)
			fprintf(out, "%u:", (unsigned)m->span.col);
		fprintf(out, "%s%s: %s\n", *m->file || m->span.line ? " " : "", severity_names[m->severity], m->text);
		if (m->quote) {
			fprintf(out, "    %s\n", m->quote);
			if (m->span.col)
				fprintf(out, "    %*s^\n", caret_columns(m), "");
		}
	}
}
