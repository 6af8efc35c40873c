/* Text tables: columns as wide as their widest cell, numbers to the right. What could disturb a terminal (control characters,
 * bytes that are no UTF-8) is shown as an escape. */
#ifndef TILEPROOF_GRID_H
#define TILEPROOF_GRID_H

#include "model/text.h"

#include <stdbool.h>

typedef struct Grid Grid;

Grid *grid_new(unsigned columns); /* at least 1 */
void grid_free(Grid *g);
/* The next cell, row by row; the first row is the heading. */
void grid_add(Grid *g, const char *s, size_t n, bool to_the_right);
void grid_addz(Grid *g, const char *s);
void grid_number(Grid *g, int64_t v);
/* All rows; an incomplete last row is filled up. */
void grid_print(const Grid *g, Text *out);

/* Appends s with everything escaped that is not printable UTF-8. */
void grid_escape(Text *out, const char *s, size_t n);

#endif
