/* What became of each pipeline loop, read off the texts before and after a pass and nothing else: whoever made the text after,
 * the loop is recognised by the shape of what stands in its place. What has no known shape is OUTCOME_UNRECOGNISED.
 *
 * Statements are matched by what they do (kind, callee, bounds), never by names. Copies of a body are counted, not assumed. */
#ifndef TILEPROOF_FATE_H
#define TILEPROOF_FATE_H

#include "analyzer/pass.h"

typedef struct Fate {
	Decision decision; /* of the loop of the text before; pass is left to the caller, reason: what was seen, in the arena of fates */
	uint32_t number;   /* of the loop among the pipeline loops of its function, from 1 in the order of the text */
	VEC(uint32_t) becomes; /* numbers of the pipeline loops of the text after that stem from it, ascending */
} Fate;

typedef struct Fates {
	Arena *arena;
	VEC(Fate) at; /* by function, then in the order of the text before */
} Fates;

/* The caller calls fates_free. Functions are paired by name. */
void fates_read(const Program *before, const Program *after, Fates *out);
void fates_free(Fates *f);

/* The same for a pass by its name, with what that name says: a loop that the slots pass leaves to the next one is declined when
 * the planner is ptoas, and each reason tells what our own pass, as the reference does it, decides for the loop and why.
 * planner_known false: o->planner is not looked at, the text after tells. pass PASS_COUNT: one that has no name here. */
void fates_of_pass(const Program *before, const Program *after, PassId pass, const PassOptions *o, bool planner_known, Fates *out);

/* The one at this position; NULL: there is no pipeline loop. */
const Fate *fates_find(const Fates *f, FuncId function, Span loop);

#endif
