/* Text tables: columns as wide as their widest cell, numbers to the right. What could disturb a terminal (control characters,
 * bytes that are no UTF-8) is shown as an escape. */
#ifndef TILEPROOF_GRID_H
#define TILEPROOF_GRID_H

#include "model/text.h"

#include <stdbool.h>

enum { GRID_HELP_WIDTH = 78 }; /* argp breaks longer lines itself, and does not indent the rest */

typedef struct Grid Grid;

Grid *grid_new(unsigned columns); /* at least 1 */
void grid_free(Grid *g);
/* The next cell, row by row; the first row is the heading. */
void grid_add(Grid *g, const char *s, size_t n, bool to_the_right);
void grid_addz(Grid *g, const char *s);
void grid_number(Grid *g, int64_t v);
/* All rows; an incomplete last row is filled up. */
void grid_print(const Grid *g, Text *out);

/* Appends s as lines of at most width characters where blanks allow, escaped, the first indented by indent, others by hanging. */
void grid_wrap(Text *out, const char *s, unsigned indent, unsigned hanging, unsigned width);
/* An entry of a list in --help: the name behind two blanks, says from the column on, its further lines below each other. */
void grid_entry(Text *out, const char *name, unsigned column, const char *says);
/* Characters in a line of standard output: those of the terminal when it is one and has more than 80, else 80. */
unsigned grid_width(void);

/* Appends s with everything escaped that is not printable UTF-8. */
void grid_escape(Text *out, const char *s, size_t n);

#endif
