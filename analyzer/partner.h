/* The function of the other core that a core's function exchanges messages with, and what it does to shared tensors. */
#ifndef TILEPROOF_PARTNER_H
#define TILEPROOF_PARTNER_H

#include "analyzer/neighbours.h"
#include "analyzer/places.h"
#include "analyzer/region.h"

typedef struct PartnerAccess { /* of the other function, to a tensor */
	VarId place;
	bool write;
	TensorRegion region; /* over all its loops */
	StmtId at;
} PartnerAccess;

typedef struct Partner {
	const Program *p;
	FuncId self, other;   /* other 0: not in the file, or more than one */
	const PipeUser *user; /* rings that the own function sets up; NULL: none */
	const Call *self_call, *other_call; /* in their group; NULL: no group in the file, parameters then correspond by name */
	Places *places;       /* of other */
	VEC(PartnerAccess) accesses;
} Partner;

Partner *partner_new(Program *p, FuncId f, const Neighbours *neighbours);
void partner_free(Partner *x); /* NULL is allowed */

/* An access of the other core that may touch the same elements as one of the own function, one of the two a write; NULL: none.
 * region: over all loops of the own function. */
const PartnerAccess *partner_meets(const Partner *x, Places *own, VarId place, const TensorRegion *region, bool write);

#endif
