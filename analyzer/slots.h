/* Parts of the slots pass (slots.md C.2 to C.5); nobody outside the pass needs them. Sizes are bytes. */
#ifndef TILEPROOF_SLOTS_H
#define TILEPROOF_SLOTS_H

#include "analyzer/pass.h"
#include "analyzer/uses.h"

enum { SLOTS_MOST = 16 }; /* slots that the code generator can describe in one region */

/* One load that wants a region of its own. */
typedef struct SlotLoad {
	StmtId stmt;
	VarId var;
	Space space;
} SlotLoad;

typedef VEC(SlotLoad) SlotLoads;

/* What the walk over one loop body says of a variable. */
typedef struct SlotFact {
	VarId root;        /* the variable whose buffer it is; 0: its own */
	StmtId carried_by; /* yield or loop that makes the buffer of this root a phi's; 0: none */
	StmtId viewed_by;  /* statement whose call takes it and hands out its buffer; 0: none */
} SlotFact;

typedef struct SlotScan {
	Program *p;
	SlotFact *fact; /* by VarId, room entries, on the heap */
	uint32_t room;
	VarVec touched; /* entries to clear before the next loop */
} SlotScan;

void slots_scan_begin(SlotScan *s, Program *p);
void slots_scan_end(SlotScan *s);
/* The candidate loads of a pipeline loop in body order (C.4). NULL and a non-empty list, or the reason why the loop has none. */
const char *slots_collect(SlotScan *s, StmtId loop, SlotLoads *out);

/* Bytes taken in each space of one function: the reference's count, and the one with ring storage and rounded regions (P21). */
typedef struct SlotBudget {
	Program *p;
	Arch arch;
	int64_t committed[SPACE_COUNT]; /* author regions and accepted slots, as the reference adds them */
	int64_t placed[SPACE_COUNT];    /* the same with every slot rounded up to the alignment of its space, and the rings */
	int64_t rings[SPACE_COUNT];     /* the part of placed that reserve_buffer took */
} SlotBudget;

/* Counts what the text of f has. bases: gets every allocation that a tile of f names, once each. */
void slots_budget_seed(SlotBudget *b, Program *p, FuncId f, Arch arch, VarVec *bases);
/* Whether stages slots per load fit; the reason in words when they do not. placed: by the stricter count. */
const char *slots_budget_refuses(const SlotBudget *b, const SlotLoads *loads, int64_t stages, bool placed);
/* Takes the bytes of loads that were not refused; adds what each space got to added. */
void slots_budget_commit(SlotBudget *b, const SlotLoads *loads, int64_t stages, int64_t added[SPACE_COUNT]);

#endif
