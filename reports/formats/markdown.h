/* Tables of Markdown as GitHub has it: one place that escapes. */
#ifndef TILEPROOF_MARKDOWN_H
#define TILEPROOF_MARKDOWN_H

#include "model/text.h"

enum { MARKDOWN_ROWS = 50 }; /* of one table: a comment on a pull request is not a database */

/* A row of a table. */
void markdown_cells(Text *out, const char *const *texts, unsigned n);

/* Behind a table: how many rows it lacks, if any. */
void markdown_more(Text *out, uint32_t shown, uint32_t all);

#endif
