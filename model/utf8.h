/* UTF-8: the only encoding of a dump, and of everything that leaves in JSON, XML or on a terminal. */
#ifndef TILEPROOF_UTF8_H
#define TILEPROOF_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Length in bytes of the valid sequence at s (n bytes left), its code point in *c; 0: s starts no valid sequence. */
size_t utf8_next(const char *s, size_t n, uint32_t *c);

/* Offset of the first byte that is NUL or belongs to no well-formed character; n when there is none. */
size_t utf8_find_bad(const char *s, size_t n);

/* Writes a code point below 0x110000 that is no surrogate; returns its 1 to 4 bytes. */
unsigned utf8_put(uint32_t code, char out[4]);

#endif
