/* What becomes of the rings of a file under another ring depth or pipeline stage, without editing it. */
#ifndef TILEPROOF_WHAT_IF_H
#define TILEPROOF_WHAT_IF_H

#include "checks/rings/ring_answers.h"
#include "model/text.h"

#include <jansson.h>

enum { WHAT_IF_STAGES = 17 };

typedef struct WhatIf {
	const char *file;
	RingChange change;   /* slots 0: as declared */
	int64_t stage;       /* of every pipelined loop that exchanges messages; 0: as written */
	CheckOptions check;
	/* found out: */
	Program *before, *after; /* as read; after the skew with that stage */
	bool has_loops;      /* pipelined loops with messages */
	int64_t depth;       /* deepest skew that the stage gives; 0: none */
	bool tried[WHAT_IF_STAGES + 1], runs[WHAT_IF_STAGES + 1]; /* by stage: all pairs are safe */
	int64_t depth_of[WHAT_IF_STAGES + 1];
	const char *kept;    /* why a loop is not skewed at all; NULL: no such loop */
	bool deep;           /* some stage gives a skew */
	int64_t guarded;     /* deepest skew of our own pass, which tries smaller depths too, that is safe; rings as declared; 0: none */
	int64_t safe_stage, safe_depth; /* of the deepest skew that is safe on these rings; 0: none */
} WhatIf;

/* false: the file cannot be read, or the skew refuses it (errors in d). */
bool what_if_open(WhatIf *w, Diag *d);
void what_if_close(WhatIf *w);

/* Is some pair refuted on its rings as changed? */
bool what_if_text(WhatIf *w, Text *out);
bool what_if_json(WhatIf *w, json_t *out);

#endif
