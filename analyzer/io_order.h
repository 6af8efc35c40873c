/* What CanonicalizeIOOrder will make of a block of a pipeline loop (replicate.md D.5): the order in which it puts the statements. */
#ifndef TILEPROOF_IO_ORDER_H
#define TILEPROOF_IO_ORDER_H

#include "model/ir.h"

enum { IO_ORDER_MOST = 4096 }; /* statements of one block that it can be asked about */

/* order[k]: index in b of the statement that comes out at place k. order has b.n entries, b.n at most IO_ORDER_MOST.
 * The order follows SSA edges, then (scalar, load, rest), then the membership text of the statement or of the tile that it takes
 * first, then the original place. A trailing yield stays last. */
void io_order(const Program *p, Block b, uint32_t *order);

#endif
