/* A folder of its own for a test that writes files; gone at the end of the process. */
#ifndef TILEPROOF_TESTS_SCRATCH_H
#define TILEPROOF_TESTS_SCRATCH_H

#include <stddef.h>

/* "<folder>/<name>"; valid until the fourth next call. */
const char *scratch_path(const char *name);
void scratch_write(const char *name, const void *bytes, size_t n);

#endif
