/* Normal form of a function: its text without names, positions and comments, so that two functions that mean the same by
 * construction have equal normal forms, and a stored verdict can be found again (proofs.md section 2). */
#ifndef TILEPROOF_NORMAL_H
#define TILEPROOF_NORMAL_H

#include "checks/result.h"
#include "model/text.h"

typedef enum NormalKind {
	NORMAL_MEANING, /* without allocations, layouts, pipeline tags and loop kinds: what order, values and effects depend on */
	NORMAL_WHOLE    /* everything */
} NormalKind;

/* false: nested too deep, the text is not complete. */
bool normal_function(const Program *p, FuncId f, NormalKind kind, Text *out);

typedef struct Digest { unsigned char at[32]; } Digest;
Digest digest_text(const Text *t);
/* Of its normal form; f = 0: of nothing. complete: what normal_function answers, may be NULL. */
Digest normal_digest(const Program *p, FuncId f, NormalKind kind, bool *complete);

/* SHA-256 over the obligation, the options it depends on and the normal forms of all functions involved. */
void fingerprint(Obligation o, const CheckOptions *options, const Digest *parts, uint32_t n, char out[65]);

#endif
