/* UTF-8: the only encoding of a dump. */
#ifndef TILEPROOF_UTF8_H
#define TILEPROOF_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Offset of the first byte that is NUL or belongs to no well-formed character; n when there is none. */
size_t utf8_find_bad(const char *s, size_t n);

/* Writes a code point below 0x110000 that is no surrogate; returns its 1 to 4 bytes. */
unsigned utf8_put(uint32_t code, char out[4]);

#endif
