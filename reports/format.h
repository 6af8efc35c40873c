/* Writers of reports: all from the same rows. */
#ifndef TILEPROOF_FORMAT_H
#define TILEPROOF_FORMAT_H

#include "model/text.h"
#include "reports/rows.h"
#include "reports/tell.h"

#define FORMAT(name, says) void format_##name(const Rows *rows, Text *out);
#include "reports/formats.def"

/* "refuted order (P6) in f, loop at line 12: reason" without line ends */
void format_headline(const Row *r, Text *out);

Tally format_tally(const Rows *rows);

#endif
