/* Dump text -> Program. Accepts what the compiler prints and what a formatter makes of it: free line breaks inside
 * brackets, both quote styles, trailing commas, redundant parentheses, CRLF. */
#ifndef TILEPROOF_PARSE_H
#define TILEPROOF_PARSE_H

#include "model/ir.h"

enum { PARSE_MAX_BYTES = 1 << 30 }; /* lengths and columns are 32-bit numbers */

/* text: length bytes (any bytes; NUL inside is an error with its position); copied. file: name for diagnostics; copied.
 * NULL after at least one error in d. The caller frees the program with ir_free. */
Program *parse_program(const char *file, const char *text, size_t length, Diag *d);

/* Reads the file first. A directory, a missing or unreadable file: an error in d, NULL. */
Program *parse_file(const char *file, Diag *d);

#endif
