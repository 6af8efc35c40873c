/* Allocations that print alike. The slots pass names the region of a load "pipe_" and the load's hint; two loads with one hint
 * get two regions of one printed name (slots.md C.6), of which a reader that knows allocations by name would make one.
 */
#ifndef TILEPROOF_REGIONS_H
#define TILEPROOF_REGIONS_H

#include "model/ir.h"

/* Gives the second and every further load of a body that is bound to such a region an allocation of its own. Bindings that do not
 * have the form the pass writes - another load's name, a constant or shifted index - keep what their author wrote. */
void regions_split(Program *p, Block body);

#endif
