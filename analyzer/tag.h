/* The attribute pipeline_membership: "group:stage;group:stage" on calls that define tiles (P24, P25). */
#ifndef TILEPROOF_TAG_H
#define TILEPROOF_TAG_H

#include "model/ir.h"

typedef enum TagRule {
	TAG_SKEW,         /* pops are not tagged, accumulators are */
	TAG_REPLICATE,    /* pops are tagged, matrix products into Acc are not */
	TAG_REPLICATE_ALL /* pipeline_double_buffer_c: accumulators too */
} TagRule;

/* Appends "group:stage" on every tagged call of s, nested ones included; the attribute moves to the end of the list. */
void tag_stmt(Program *p, StmtId s, TagRule rule, int64_t group, int64_t stage);

/* Whether the call of s itself gets a tag. */
bool tag_applies(const Program *p, StmtId s, TagRule rule);

#endif
