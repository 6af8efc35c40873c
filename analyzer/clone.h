/* Deep copies of statements under substitution (skew.md B.4, replicate.md D.2). */
#ifndef TILEPROOF_CLONE_H
#define TILEPROOF_CLONE_H

#include "analyzer/uses.h"

#include "model/ir.h"

/* State of one half or one replica. The map grows with the variables it is asked about. */
typedef struct Clone {
	Program *p;
	ExprId *map;     /* by VarId: what replaces a use of it; 0: itself. room entries, on the heap */
	uint32_t room;
	VarVec mapped;   /* what clone_reset has to clear */
	bool keep_comments; /* the copies keep the comment lines of what they copy */
} Clone;

void clone_begin(Clone *c, Program *p);
void clone_reset(Clone *c); /* forgets the substitution, for the next half or replica */
void clone_end(Clone *c);
void clone_map(Clone *c, VarId from, ExprId to);

/* Deep copy: every definition inside gets a fresh variable with the same hint and is mapped to it from then on;
 * types follow the substitution; nothing folds. Parts that nothing replaces are shared with the original. */
StmtId clone_stmt(Clone *c, StmtId s);
ExprId clone_expr(Clone *c, ExprId e);
TypeId clone_type(Clone *c, TypeId t);
VarId clone_def(Clone *c, VarId v); /* the fresh variable of one definition */

#endif
