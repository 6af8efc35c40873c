/* Memory: arenas released as a whole, growable arrays, and tables whose elements never move.
 *
 * Nothing here is freed element by element. When the system has no memory left, the handler set with
 * mem_on_exhaustion is called; it must not return (a worker ends, the program reports exit status 5).
 */
#ifndef TILEPROOF_MEM_H
#define TILEPROOF_MEM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *a);                          /* NULL is allowed */
void *arena_alloc(Arena *a, size_t bytes);          /* zeroed, aligned for any type, never NULL */
void *arena_copy(Arena *a, const void *from, size_t bytes);
char *arena_text(Arena *a, const char *s, size_t n); /* copy of n bytes, NUL added */
char *arena_printf(Arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
size_t arena_bytes(const Arena *a);                 /* what it holds from the system */

#define ARENA_NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_alloc((a), (size_t)(n) * sizeof(T)))

/* Heap memory that the caller frees; never NULL, size 0 gives a unique pointer. */
void *mem_alloc(size_t bytes);
void *mem_resize(void *p, size_t bytes);
void mem_on_exhaustion(void (*handler)(void));
/* Test hook: the n-th allocation from now on fails (0 switches it off). */
void mem_fail_after(unsigned long n);

/* A growable array: VEC(int) v = {0}; vec_push(&v, 3); v.at[0]; vec_free(&v). Elements move when it grows. */
#define VEC(T) struct { T *at; uint32_t n, room; }
#define vec_push(v, x) (vec_grow_((void **)&(v)->at, &(v)->room, (v)->n + 1, sizeof *(v)->at), (void)((v)->at[(v)->n++] = (x)))
#define vec_free(v) (mem_free_((v)->at), (v)->at = NULL, (v)->n = (v)->room = 0)
#define vec_reserve(v, want) vec_grow_((void **)&(v)->at, &(v)->room, (want), sizeof *(v)->at)
void vec_grow_(void **at, uint32_t *room, uint32_t want, size_t size);
void mem_free_(void *p);

/* A table of T that never moves its elements; handles are 1, 2, 3, ...; handle 0 is "none" and must not be read. */
enum { TABLE_CHUNK = 512 };
#define TABLE(T) struct { T **chunk; uint32_t n, chunks; }
#define table_at(t, id) (&(t)->chunk[(id) / TABLE_CHUNK][(id) % TABLE_CHUNK])
#define table_add(t) (table_grow_((void ***)&(t)->chunk, &(t)->n, &(t)->chunks, sizeof **(t)->chunk)) /* -> handle of a zeroed element */
#define table_free(t) table_free_((void ***)&(t)->chunk, &(t)->n, &(t)->chunks)
uint32_t table_grow_(void ***chunk, uint32_t *n, uint32_t *chunks, size_t size);
void table_free_(void ***chunk, uint32_t *n, uint32_t *chunks);

#endif
