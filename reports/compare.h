/* What changed between two runs. Results are matched by the fingerprint of their code, which neither a line shift nor a renaming
 * changes, and, where the code is another one, by file, step, function and obligation. Files are matched by the ends of their
 * names, so that the corpus may lie elsewhere. Loops are matched by their number in the function, through all passes: see
 * compare_loops.h. */
#ifndef TILEPROOF_COMPARE_H
#define TILEPROOF_COMPARE_H

#include "reports/database/rows.h"

typedef enum ChangeKind {
#define CHANGE(id, name, says) CHANGE_##id,
#include "reports/changes.def"
	CHANGE_COUNT
} ChangeKind;

extern const char *const change_names[CHANGE_COUNT];
extern const char *const change_says[CHANGE_COUNT];

typedef struct Change { /* of a result or of a decision; what there is not is NULL */
	ChangeKind kind;
	const Row *old, *now;
	const DecisionLine *old_decision, *now_decision; /* the first that differ */
	const DecisionLine *old_end, *now_end;           /* the last ones about the loop */
} Change;

typedef struct Comparison {
	VEC(Change) changes;
	uint32_t of[CHANGE_COUNT];
} Comparison;

void compare_add(Comparison *c, Change x);

/* The changes keep pointers into both. */
void compare_rows(const Rows *old, const Rows *now, Comparison *out);

/* "introduced,lost-pipelining" -> bits of 1 << kind; "none": no bit. false: a name that is none. */
bool compare_policy(const char *list, uint32_t *kinds);

#endif
