/* Writers of what changed between two runs. policy: bits of CHANGE_x that fail. Without verbose, what was refuted before is counted
 * only, and so is a fault that another change tells (Row.echo); JSON lists everything. */
#ifndef TILEPROOF_CHANGES_H
#define TILEPROOF_CHANGES_H

#include "model/text.h"
#include "reports/compare.h"

typedef void ChangesWriter(const Comparison *c, uint32_t policy, bool verbose, Text *out);

ChangesWriter changes_text, changes_json, changes_markdown;

#endif
