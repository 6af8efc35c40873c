/* Output files: whole or not at all. Content is complete in memory before anything is opened. */
#ifndef TILEPROOF_OUTPUT_H
#define TILEPROOF_OUTPUT_H

#include "model/diag.h"

typedef struct Output {
	const char *path; /* NULL: standard output */
	const char *bytes;
	size_t length;
} Output;

/* Writes each to a temporary file in its folder, flushes all of them to disk, then renames. After a failure none of the
 * files has changed, no temporary file is left, and d has an error. What is no regular file (a device, a pipe) is written
 * directly. */
bool output_write(const Output *files, unsigned count, Diag *d);

#endif
