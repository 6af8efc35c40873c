/* Results: what the checks found out, one row per obligation of a unit (proofs.md section 2). */
#ifndef TILEPROOF_RESULT_H
#define TILEPROOF_RESULT_H

#include "model/ir.h"
#include "model/machine.h"

typedef enum Verdict {
#define VERDICT(id, name, says) VERDICT_##id,
#include "checks/verdicts.def"
	VERDICT_COUNT
} Verdict;

typedef enum Obligation {
#define OBLIGATION(id, name, properties, says) OB_##id,
#include "checks/obligations.def"
	OB_COUNT
} Obligation;

typedef struct ObligationRow { const char *name, *properties, *says; } ObligationRow;
extern const ObligationRow obligation_rows[OB_COUNT];
extern const char *const verdict_names[VERDICT_COUNT];
extern const char *const verdict_says[VERDICT_COUNT];

/* What a refutation shows. Texts are owned by the report's arena; "" when it does not apply. */
typedef struct Witness {
	const char *inputs;    /* "n = 3, if value@12 then" ; the smallest found */
	int64_t trip, iteration; /* of the innermost loop around it, before the pass; after it when it does not happen before; -1: does not apply */
	const char *where;     /* "ring v2c id 0, message 4" or "tensor dst [16:32, 0:32]" */
	const char *before, *after; /* the two values */
	Span before_at, after_at;
	const char *before_rounds, *after_rounds; /* "iteration 1 of the loop at line 12 (trip count 4, i = 16), in iteration ..." */
	const char *story;     /* several lines: schedule, layout; "" */
	bool replayed;         /* seen a second time: the interpreter ran both programs and saw the same difference, or the texts alone show it */
} Witness;

typedef struct Result {
	const char *function;  /* name; a pair: "aic+aiv" */
	const char *unit;      /* "function", "loop at line 12", "pair", "ring v2c id 0" */
	const char *property;  /* "P6" - the narrowest that applies */
	Obligation obligation;
	Verdict verdict;
	const char *argument;  /* proved: "identical", "simulated exactly", "induction over ...", ... */
	const char *reason;    /* everything else: why; also the bound and assumption */
	bool inherited;        /* refuted only: the program before has the same fault, this pass did not bring it */
	Span before_at, after_at;
	const Witness *witness; /* refuted only */
	char fingerprint[65];   /* SHA-256 of the normalised obligation, hexadecimal */
	double seconds;
	uint64_t rlimit;        /* of the solver, 0 when it was not asked */
} Result;

/* Defaults, as --help shows them. */
#define CHECK_MAX_EVENTS 400000
#define CHECK_BOUND 12
#define CHECK_SOLVER_MS 10000
#define CHECK_SOLVER_RLIMIT 50000000

typedef struct CheckOptions {
	Arch arch;
	Credits credits;
	bool floor_division;   /* --division floor: both programs read as the IR says; else as the emitted code runs */
	uint32_t only;         /* bit OB_x: check it; all bits by default */
	uint64_t max_events;   /* budget of the interpreter per unit */
	unsigned bound;        /* largest trip count tried for symbolic bounds */
	unsigned solver_ms;    /* per query */
	uint64_t solver_rlimit;
	const char *smt2_dir;  /* NULL: queries are not exported */
} CheckOptions;

typedef struct Report {
	Arena *arena;
	VEC(Result) results;
	uint32_t paired, vanished, added; /* functions: in both programs, before only, after only */
} Report;

CheckOptions check_defaults(void);
Report *report_new(void);
void report_free(Report *r);
Result *report_add(Report *r, Obligation o, Verdict v); /* other fields "" or 0; valid until the next add */

bool obligations_parse(const char *list, uint32_t *only); /* "order,values" or a prefix such as "ring", "slots"; false: unknown name */

/* Compares two programs function by function and pair by pair, and adds one result per obligation. Never exits; what cannot be
 * decided is a verdict. before and after may be the same program. */
void check_programs(Program *before, Program *after, const CheckOptions *o, Report *r);

#endif
