/* One function before and after a pass, and what the engines have found out about it. */
#ifndef TILEPROOF_UNIT_H
#define TILEPROOF_UNIT_H

#include "analyzer/calls.h"
#include "checks/functions.h"
#include "checks/guess.h"
#include "checks/result.h"

/* Order, values and effects: what the engines that compare two functions decide. */
enum { MEANING_BITS = 1u << OB_ORDER | 1u << OB_VALUES | 1u << OB_EFFECTS };

typedef struct Declared { /* see declared.h; text NULL: nothing is declared otherwise after the pass */
	Verdict verdict;      /* of wellformed: refuted or unknown */
	const char *property;
	Span before, after;   /* before: line 0 when it is no single place */
	const char *text;     /* one sentence part */
} Declared;

typedef struct Unit {
	Program *before, *after;
	FuncId f_before, f_after;
	Functions *of_before, *of_after; /* facts about the functions of either program */
	const CheckOptions *options;
	Arena *arena;              /* of the report: texts of results live here */
	Declared declared;         /* the worst of what is declared otherwise, the first of its kind */
	Declared doubted;          /* the first that is part of what the values are */
	uint32_t asked;            /* bits of obligations */
	const CallSite *lost_call; /* after the pass, of a function that only the program before has; NULL: none */
	Guesses guesses;           /* inputs under which a proof did not go through */
	uint32_t open;             /* bits of obligations that no engine has settled */
	uint32_t proposed;         /* bits of open ones that have a weaker answer to fall back on */
	Result answer[OB_COUNT];   /* of settled and proposed ones */
} Unit;

/* A final answer: the obligation is closed. Returns the result to complete; function, unit, spans are filled in. */
Result *unit_settle(Unit *u, Obligation o, Verdict v);
/* An answer in case that no later engine settles the obligation; a later proposal replaces an earlier one. */
Result *unit_propose(Unit *u, Obligation o, Verdict v);

/* The engines. Each looks at u->open only. */
void settle_identical(Unit *u);     /* the same code up to names and places */
void settle_aliased(Unit *u);       /* gives up where two parameters are one tensor */
void settle_by_proof(Unit *u);      /* for every trip count; leaves open what it cannot prove */
void settle_by_simulation(Unit *u); /* both run on chosen inputs; settles when that is exact, else proposes */
void check_wellformed(Unit *u);

#endif
