/* The passes: each rewrites one function in place and says of every pipeline loop what it decided.
 *
 * skew (skew.md), slots (slots.md), loops (replicate.md). The order is that of pass_rows.
 */
#ifndef TILEPROOF_PASS_H
#define TILEPROOF_PASS_H

#include "model/ir.h"
#include "model/machine.h"

typedef enum PassId {
#define PASS(id, name, compiler_name) PASS_##id,
#include "analyzer/passes.def"
	PASS_COUNT
} PassId;

typedef enum GuardId {
	GUARD_NONE,
#define GUARD(id, name, pass, property, protects) GUARD_##id,
#include "analyzer/guards.def"
	GUARD_COUNT
} GuardId;

typedef struct GuardRow {
	const char *name; /* as in --guards=NAME and in decisions */
	PassId pass;
	const char *property; /* "P6 P7" */
	const char *protects; /* one line for people */
} GuardRow;
extern const GuardRow guard_rows[GUARD_COUNT];

typedef struct PassOptions {
	Planner planner;
	Arch arch;
	uint64_t guards; /* bit GUARD_x set: that guard is on; 0 is --reference, ~0 the default */
	const struct Neighbours *neighbours; /* of the program, when several of its functions are passed; NULL: found out for each of them */
} PassOptions;

static inline bool guard_on(const PassOptions *o, GuardId g) { return o->guards >> g & 1; }

typedef enum Outcome { OUTCOME_KEPT, OUTCOME_SKEWED, OUTCOME_DEMOTED, OUTCOME_SLOTTED, OUTCOME_DECLINED, OUTCOME_REPLICATED,
	OUTCOME_UNRECOGNISED /* read off a text that somebody else made: nothing that is known */ } Outcome;
extern const char *const outcome_names[];

typedef struct Decision {
	FuncId function;
	Span loop;          /* of the loop in the text that the pass was given */
	PassId pass;
	Outcome outcome;
	int64_t stages;     /* pipeline_stages of the loop */
	int64_t depth;      /* skewed: D */
	int64_t requested;  /* overlap that the stages ask for: max(2, stages - 1) iterations ahead for the skew, stages slots or copies for the others */
	int64_t slots;      /* slotted: F; replicated: F */
	int64_t remainder;  /* replicated: iterations of the tail; -1: decided at run time */
	int64_t bytes[SPACE_COUNT]; /* slotted: bytes added per space */
	GuardId guard;      /* the guard that decided, GUARD_NONE: the pass's own rule */
	const char *reason; /* why not more, in words that say what to change; "" when nothing was given up; program's arena */
} Decision;

typedef VEC(Decision) Decisions;

/* Runs one pass over function f. false: the input is not acceptable (one error in d, with position) and f may be half rewritten:
 * the caller must drop the program. In reference mode also false, with property P2 named, when the result would not be well-formed. */
bool pass_run(PassId pass, Program *p, FuncId f, const PassOptions *o, Decisions *out, Diag *d);

bool pass_find(const char *name, PassId *out); /* "skew", "slots", "loops" */
const char *pass_name(PassId p);               /* "skew" */
const char *pass_compiler_name(PassId p);      /* "SkewCrossCorePipeline" */

/* One function per pass file. */
bool skew_function(Program *p, FuncId f, const PassOptions *o, Decisions *out, Diag *d);
bool slots_function(Program *p, FuncId f, const PassOptions *o, Decisions *out, Diag *d);
bool replicate_function(Program *p, FuncId f, const PassOptions *o, Decisions *out, Diag *d);

#endif
