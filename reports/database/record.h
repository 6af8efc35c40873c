/* What commands know, as rows of the store: programs with their functions and loops, decisions, checks. The caller owns the
 * transaction; every function returns false after an error, which the store has reported. */
#ifndef TILEPROOF_RECORD_H
#define TILEPROOF_RECORD_H

#include "analyzer/pass.h"
#include "reports/database/outline.h"
#include "reports/database/store.h"

typedef struct RecordedLoop {
	FuncId function;
	Span at;
	int64_t id;
} RecordedLoop;

typedef struct Recorded { /* ids of a program's rows */
	int64_t file;
	char sha256[65];
	VEC(int64_t) functions; /* by FuncId; [0] is 0 */
	VEC(RecordedLoop) loops;
} Recorded;

/* path, role: see FileRow. The content is the program's source. */
bool record_program(Store *s, int64_t run, const char *path, const char *role, const Program *p, Recorded *out);
void recorded_free(Recorded *r);

/* Functions and loops of the text that out->file is the row of. */
bool record_outline(Store *s, const Outline *o, Recorded *out);

typedef struct LoopWay { /* of a loop through a pass, see analyzer/fate.h */
	uint32_t number;     /* 0: not known */
	const char *becomes; /* JSON array of numbers; NULL: not known */
} LoopWay;

/* A decision about a loop of the recorded program; texts must still be alive. A pass that is none of ours is called "pass". */
bool record_decision(Store *s, const Recorded *r, const Decision *d, const LoopWay *way);

/* -> id of the check, 0 after an error */
int64_t record_check(Store *s, const char *key, Arch arch, double seconds, const Report *report);

#endif
