/* Bytes of one region during an execution: who wrote them last. Spans are ascending and apart. */
#ifndef TILEPROOF_MEMORY_BYTES_H
#define TILEPROOF_MEMORY_BYTES_H

#include "model/ir.h"

typedef struct ByteSpan {
	int64_t low, high;  /* [low, high) */
	uint32_t content;   /* number of the definition whose value they hold */
	uint32_t tile;      /* that wrote them, */
	StmtId stmt;        /* in this statement, */
	int64_t iteration;  /* in this iteration of the innermost loop around; -1: in none */
	bool is_part;       /* only some bytes of [target_low, target_high) were written, and which is not known */
	int64_t target_low, target_high;
} ByteSpan;

typedef struct ByteMap {
	VEC(ByteSpan) spans;
} ByteMap;

void bytes_clear(ByteMap *map);
void bytes_free(ByteMap *map);
void bytes_write(ByteMap *map, const ByteSpan *span);
/* The first span in [low, high) that holds something else; NULL: none, or it was never written. Valid until the next write. */
const ByteSpan *bytes_foreign(const ByteMap *map, int64_t low, int64_t high, uint32_t content);

#endif
