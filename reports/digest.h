/* SHA-256, for everything whose equality is taken as a proof: contents of files, keys of reused results. */
#ifndef TILEPROOF_DIGEST_H
#define TILEPROOF_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DIGEST_TEXT = 65 }; /* 64 hexadecimal digits and a NUL */

void digest_bytes(const void *bytes, size_t n, char hex[DIGEST_TEXT]);

/* Over several parts; each part is preceded by its length, so that no two lists of parts look alike. */
void digest_parts(const char *const *parts, size_t n, char hex[DIGEST_TEXT]);

/* Of a file's content, and its length in bytes when that is wanted; false: not readable, errno says why. */
bool digest_file(const char *path, char hex[DIGEST_TEXT], uint64_t *bytes);

#endif
