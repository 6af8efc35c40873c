#include "model/mem.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Chunk Chunk;
struct Chunk {
	Chunk *next;
	size_t size; /* bytes behind this header */
};

struct Arena {
	Chunk *chunks;
	char *free, *end;
	size_t held;
};

enum { FIRST_CHUNK = 16 * 1024, LARGEST_CHUNK = 1024 * 1024 };

static void (*exhausted)(void);
static unsigned long fail_after;

void mem_on_exhaustion(void (*handler)(void)) { exhausted = handler; }
void mem_fail_after(unsigned long n) { fail_after = n; }

static void *checked(void *p) {
	if (!p) {
		if (exhausted)
			exhausted();
		fputs("tileproof: out of memory\n", stderr);
		abort();
	}
	return p;
}

/* Asked before the system is: a call that fails must leave the old block as it was, whoever lets it fail. */
static bool is_made_to_fail(void) { return fail_after && --fail_after == 0; }

void *mem_alloc(size_t bytes) { return checked(is_made_to_fail() ? NULL : malloc(bytes ? bytes : 1)); }

void *mem_resize(void *p, size_t bytes) { return checked(is_made_to_fail() ? NULL : realloc(p, bytes ? bytes : 1)); }

void mem_free_(void *p) { free(p); }

Arena *arena_new(void) {
	Arena *a = mem_alloc(sizeof *a);
	*a = (Arena){0};
	return a;
}

void arena_free(Arena *a) {
	if (!a)
		return;
	for (Chunk *c = a->chunks, *next; c; c = next) {
		next = c->next;
		free(c);
	}
	free(a);
}

static void add_chunk(Arena *a, size_t bytes) {
	size_t size = a->held < FIRST_CHUNK ? FIRST_CHUNK : a->held < LARGEST_CHUNK ? a->held : LARGEST_CHUNK;
	if (size < bytes)
		size = bytes;
	size_t head = (sizeof(Chunk) + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
	Chunk *c = mem_alloc(head + size);
	c->next = a->chunks;
	c->size = size;
	a->chunks = c;
	a->free = (char *)c + head;
	a->end = a->free + size;
	a->held += head + size;
}

void *arena_alloc(Arena *a, size_t bytes) {
	size_t rounded = (bytes + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
	if ((size_t)(a->end - a->free) < rounded || !a->free)
		add_chunk(a, rounded);
	void *p = a->free;
	a->free += rounded;
	return memset(p, 0, rounded);
}

void *arena_copy(Arena *a, const void *from, size_t bytes) {
	void *p = arena_alloc(a, bytes);
	return bytes ? memcpy(p, from, bytes) : p;
}

char *arena_text(Arena *a, const char *s, size_t n) {
	char *p = arena_alloc(a, n + 1);
	if (n)
		memcpy(p, s, n);
	return p;
}

char *arena_printf(Arena *a, const char *format, ...) {
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *p = arena_alloc(a, n < 0 ? 1 : (size_t)n + 1);
	if (n > 0)
		vsnprintf(p, (size_t)n + 1, format, again);
	va_end(again);
	return p;
}

size_t arena_bytes(const Arena *a) { return a->held; }

void vec_grow_(void **at, uint32_t *room, uint32_t want, size_t size) {
	if (want == 0 && *room == UINT32_MAX) /* one more element than a uint32_t counts */
		checked(NULL);
	if (want <= *room)
		return;
	uint32_t next = *room ? *room + *room / 2 + 4 : 8;
	if (next < *room)
		next = UINT32_MAX;
	if (next < want)
		next = want;
	*at = mem_resize(*at, (size_t)next * size);
	*room = next;
}

uint32_t table_grow_(void ***chunk, uint32_t *n, uint32_t *chunks, size_t size) {
	uint32_t id = *n ? *n : 1; /* n is one past the last handle once anything was added */
	if (id / TABLE_CHUNK >= *chunks) {
		if ((*chunks & (*chunks - 1)) == 0) /* full: there is room for the next power of two, or for one */
			*chunk = mem_resize(*chunk, (*chunks ? 2 * (size_t)*chunks : 1) * sizeof **chunk);
		void *fresh = mem_alloc(TABLE_CHUNK * size);
		memset(fresh, 0, TABLE_CHUNK * size);
		(*chunk)[(*chunks)++] = fresh;
	}
	*n = id + 1;
	return id;
}

void table_free_(void ***chunk, uint32_t *n, uint32_t *chunks) {
	for (uint32_t i = 0; i < *chunks; i++)
		free((*chunk)[i]);
	free(*chunk);
	*chunk = NULL;
	*n = *chunks = 0;
}
