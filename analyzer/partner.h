/* The function of the other core that a core's function exchanges messages with, and what it does to shared tensors. */
#ifndef TILEPROOF_PARTNER_H
#define TILEPROOF_PARTNER_H

#include "analyzer/pipes.h"
#include "analyzer/places.h"

typedef struct Partner {
	const Program *p;
	FuncId self, other;   /* other 0: not in the file, or more than one */
	const PipeUser *user; /* rings that the own function sets up; NULL: none */
	const Call *self_call, *other_call; /* in their group; NULL: no group in the file, parameters then correspond by name */
	Places *places;       /* of other */
	uint8_t *use;         /* by VarId, for the variable that stands for a place of other */
} Partner;

typedef struct PartnerUse {
	bool known; /* the other function is in the file */
	bool tied;  /* their group passes one tensor to both; else they are taken for one because of their names */
	bool reads, writes;
} PartnerUse;

Partner *partner_new(Program *p, FuncId f);
void partner_free(Partner *x); /* NULL is allowed */
/* What the other core does to the tensor of a place of the own function. */
PartnerUse partner_use(const Partner *x, Places *own, VarId place);

#endif
