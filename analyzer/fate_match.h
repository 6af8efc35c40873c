/* Parts of reading fates: walking two texts side by side, and the shapes in which a pipeline loop comes out of a pass.
 * Nobody outside needs them. */
#ifndef TILEPROOF_FATE_MATCH_H
#define TILEPROOF_FATE_MATCH_H

#include "analyzer/fate.h"

enum { FATE_NOWHERE = UINT32_MAX };

typedef struct Seq { /* statements of a block without its trailing yield and closing comments */
	const StmtId *at;
	uint32_t n;
} Seq;

/* One place of the text after that a loop of the text before was found in. */
typedef struct Sighting {
	uint32_t loop;   /* index into the fates */
	uint32_t became; /* number of a pipeline loop of the text after; 0: none */
	Outcome outcome;
	int64_t depth, slots, remainder;
	const char *seen;
} Sighting;

typedef struct FateMatch { /* one function */
	const Program *before, *after;
	Fates *out;
	uint32_t *fate;   /* by StmtId of before: index of its fate + 1; 0: no pipeline loop */
	uint32_t *number; /* by StmtId of after: its number; 0: no pipeline loop */
	VEC(Sighting) sightings; /* cut back when a shape turns out not to fit */
	uint64_t budget;  /* steps left; without any nothing fits any more */
} FateMatch;

Seq fate_seq(const Program *p, Block b);
static inline Seq fate_body(const Program *p, StmtId loop) { return fate_seq(p, ir_stmt(p, loop)->body); }

/* Statement b of the text before at position j of a -> the position behind it; FATE_NOWHERE: it does not stand there. */
uint32_t fate_fit(FateMatch *m, StmtId b, Seq a, uint32_t j);
uint32_t fate_fit_list(FateMatch *m, Seq b, Seq a, uint32_t j);

/* Bounds are alike: constants are equal, what is computed may be anything. */
bool fate_same_bounds(const FateMatch *m, StmtId b, StmtId a);

/* Assigns something that is no call: a scalar, or another name of a value. */
bool fate_is_plain(const Program *p, StmtId s);

/* The same for a pipeline loop, in every shape that is known. */
uint32_t fate_shapes(FateMatch *m, StmtId loop, Seq a, uint32_t j);

/* A loop over the same range as the pipeline loop: what its header says. */
void fate_header(FateMatch *m, StmtId loop, StmtId a);
void fate_saw(FateMatch *m, StmtId loop, Sighting s);

#endif
