/* One function whose tiles are bound to slots: its bindings, the loops around them, and their indices as terms.
 *
 * Positions number the statements in program order. The iteration of a loop is a symbol that counts from 0; all symbols of
 * one function differ, so a pair of bindings shares exactly the iterations of the loops around both.
 */
#ifndef TILEPROOF_SLOT_UNIT_H
#define TILEPROOF_SLOT_UNIT_H

#include "analyzer/index_term.h"
#include "analyzer/storage.h"
#include "checks/result.h"
#include "checks/solver.h"
#include "model/text.h"

enum { SLOT_FACTS = 96 };

typedef struct SlotLoop {
	StmtId stmt;
	uint32_t outer;         /* number of the loop around it; 0: none */
	uint32_t at, end;       /* positions of the statement and of the last one inside */
	Term iteration;         /* symbol; 0: a loop that does not count (while) */
	Term value, stop;       /* of the loop variable */
	int64_t step;           /* 0: not constant */
} SlotLoop;

typedef struct SlotCondition { /* an if around a binding */
	ExprId condition;
	Term truth;
	bool holds;             /* false: the else branch */
	uint32_t outer;         /* number of the condition around it; 0: none */
} SlotCondition;

typedef struct SlotBinding {
	const TileStorage *tile;
	StmtId stmt;
	uint32_t loop;          /* innermost; 0: none */
	uint32_t condition;     /* innermost; 0: none */
	uint32_t at, end;       /* positions: definition, and last use - of the whole loop where a later iteration uses it again */
	Term index;             /* 0: none */
	int64_t slots;
	bool is_authors;        /* not named as the slots pass names its regions */
} SlotBinding;

typedef struct SlotUse { /* of a bound tile */
	uint32_t binding;       /* place in bindings */
	StmtId stmt;
	uint32_t until;         /* position, as SlotBinding.end */
	uint32_t condition;     /* innermost; 0 also where a later iteration may take another branch */
	bool again;             /* the use stands in a loop that the definition is outside of */
} SlotUse;

typedef struct SlotUnit {
	const Program *p;
	FuncId f;
	const CheckOptions *options;
	Report *report;
	Storage *storage;
	Terms *terms;
	Solver *solver;         /* made when first asked */
	IndexEnv env;
	ExprId *definition;     /* by VarId: what a scalar was assigned; 0: nothing */
	uint32_t *loop_of;      /* by VarId of a loop variable: number of its loop */
	uint32_t *position;     /* by StmtId */
	VEC(SlotLoop) loops;            /* numbers from 1 */
	VEC(SlotCondition) conditions;  /* numbers from 1 */
	VEC(SlotBinding) bindings;      /* in program order */
	VEC(SlotUse) uses;
} SlotUnit;

void slot_unit_open(SlotUnit *u, const Program *p, FuncId f, const CheckOptions *o, Report *r);
void slot_unit_close(SlotUnit *u);

/* What holds where a binding is executed; returns how many facts were written (at most SLOT_FACTS). */
uint32_t slot_facts(const SlotUnit *u, uint32_t loop, uint32_t condition, Term *out);
Solver *slot_solver(SlotUnit *u);
bool slot_inside(const SlotUnit *u, uint32_t inner, uint32_t loop); /* inner is loop or lies in it; loop 0 holds all */

/* Values of a run: iterations by loop number, inputs from the solver's last model. */
typedef struct SlotRun {
	int64_t *iteration; /* by loop number; owned by the unit */
	Text *inputs;                      /* gets "n = 3, " for each input that was read; NULL: not wanted */
	bool opaque;                       /* something could not be evaluated */
	unsigned depth;
} SlotRun;
void slot_run_from_model(SlotUnit *u, SlotRun *run);
/* Evaluates as the emitted code does (or as --division says), independently of the solver's encoding. */
bool slot_eval(SlotUnit *u, SlotRun *run, ExprId e, int64_t *out);
/* Whether the loops around really reach these iterations, and no condition that can be evaluated is against it. */
bool slot_reached(SlotUnit *u, SlotRun *run, const SlotBinding *b);

int64_t slot_loop_value(SlotUnit *u, SlotRun *run, uint32_t loop); /* of its variable; 0 when it cannot be evaluated */
/* Gives w the trip count and the iteration of the innermost loop; loop 0: none is around. */
void slot_round(SlotUnit *u, SlotRun *run, uint32_t loop, Witness *w);

/* A result about a loop, or the function when loop is 0. */
Result *slot_result(SlotUnit *u, uint32_t loop, Obligation o, Verdict v, const char *property);
/* Gives r a verdict that is worse than the one it has; otherwise r stays. */
void slot_weaken(Result *r, Verdict v, const char *reason, Span at);
const char *slot_who(SlotUnit *u, const SlotBinding *b); /* "'u' at line 3 in region 'pipe_u'" */
/* Makes r refuted; the witness is to be completed, with replayed. */
Witness *slot_witness(SlotUnit *u, Result *r, Span at);

void slots_judge_range(SlotUnit *u, uint32_t loop);
void slots_judge_rotation(SlotUnit *u, uint32_t loop);
void slots_judge_lifetime(SlotUnit *u, uint32_t loop);
void slots_judge_binding(SlotUnit *u, uint32_t loop);

#endif
