/* Rewriting: what the passes share. Uses and definitions of statements, deep clones under substitution, splicing, tags. */
#ifndef TILEPROOF_REWRITE_H
#define TILEPROOF_REWRITE_H

#include "model/ir.h"

typedef VEC(StmtId) StmtVec;
typedef VEC(VarId) VarVec;

/* Variables read anywhere in a statement, nested ones included, in order of appearance, with repetitions.
 * types: also those inside types of used or defined variables (valid_shape, slot index, dims); the reference looks only at
 * the shape of a used tensor (skew.md B.3 e), which is what types = false does. */
void uses_of(const Program *p, StmtId s, bool types, VarVec *out);
void uses_of_expr(const Program *p, ExprId e, bool types, VarVec *out);

/* Substitution and clone state of one half or one replica (skew.md B.4, replicate.md D.2). */
typedef struct Clone {
	Program *p;
	ExprId *map;     /* by VarId: what replaces a use of it; 0: itself. room entries */
	uint32_t room;
	bool keep_comments;
} Clone;

void clone_begin(Clone *c, Program *p);
void clone_end(Clone *c);
void clone_map(Clone *c, VarId from, ExprId to);
/* Deep copy: every definition inside gets a fresh variable with the same hint; types follow the substitution; nothing folds. */
StmtId clone_stmt(Clone *c, StmtId s);
ExprId clone_expr(Clone *c, ExprId e);
TypeId clone_type(Clone *c, TypeId t);

/* Appends s, or its statements when the handle stands for a sequence, see Block. */
Block block_of(Program *p, const StmtVec *v);

/* Appends "group:stage" to pipeline_membership of every tagged call, nested ones included, moving the attribute last. */
typedef enum TagRule { TAG_SKEW, TAG_REPLICATE, TAG_REPLICATE_ALL } TagRule; /* _ALL: pipeline_double_buffer_c, accumulators too */
void tag_stmt(Program *p, StmtId s, TagRule rule, int64_t group, int64_t stage);

/* trip count of constant bounds (skew.md B.3 a): 0 when it does not run; saturates at INT64_MAX. step must not be 0. */
int64_t trip_count(int64_t start, int64_t stop, int64_t step);

#endif
