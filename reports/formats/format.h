/* Writers of reports: all from the same rows. */
#ifndef TILEPROOF_FORMAT_H
#define TILEPROOF_FORMAT_H

#include "model/text.h"
#include "reports/database/rows.h"
#include "reports/tell.h"

#define FORMAT(name, says) void format_##name(const Rows *rows, Text *out);
#include "reports/formats/formats.def"

/* The text for a terminal of that width, without what repeats. */
void format_brief(const Rows *rows, unsigned width, Text *out);

/* "refuted order (P6) in f, loop at line 12: reason" without line ends */
void format_headline(const Row *r, Text *out);

/* "step skew: ", which a place in the input does not tell */
void format_step(const Row *r, Text *out);

/* Without "./" in front, as those who look files up in a repository want it. */
const char *format_path(const char *path);

Tally format_tally(const Rows *rows);

/* "add(a, b), in iteration 3 of the loop at line 12 (trip count 4, i = 3)" */
void format_value(const char *value, const char *rounds, Text *out);
/* What a finding shows in several lines: the inputs, both values with their iterations, the story. */
void format_witness(const Row *r, bool with_story, Text *out);

/* One sentence without a full stop on the rows that repeat others. */
void format_echoes(const Rows *rows, Text *out);

#endif
