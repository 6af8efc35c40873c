/* UTF-8 as it must be before it may leave in JSON, XML or on a terminal. */
#ifndef TILEPROOF_UTF8_H
#define TILEPROOF_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Length in bytes of the valid sequence at s (n bytes left), its code point in *c; 0: s starts no valid sequence. */
size_t utf8_next(const char *s, size_t n, uint32_t *c);

#endif
