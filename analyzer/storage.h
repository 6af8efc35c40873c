/* Storage: where each tile of a function lives, in a dump of any stage (issue of on-chip memory; dumps.md A.6, A.7).
 *
 * A tile is unbound (before InitMemRef), bound to a declared allocation and perhaps a slot of it, resolved to bytes of an
 * allocation, or lives in a ring (what a pop returns, and views of it). An allocation is its base variable: allocations that
 * only print alike are different variables already (model/regions.h). Sizes and offsets are bytes. Facts only: what is wrong
 * with them is judged in checks/.
 */
#ifndef TILEPROOF_STORAGE_H
#define TILEPROOF_STORAGE_H

#include "model/ir.h"
#include "model/machine.h"

typedef enum StorageKind {
	STORAGE_UNBOUND,  /* no MemRef yet */
	STORAGE_RING,     /* no MemRef ever: popped, or a view of what was popped */
	STORAGE_DECLARED, /* pl.MemRef("base", slots=N)[index] */
	STORAGE_RESOLVED  /* pl.MemRef(base, offset, size) */
} StorageKind;

typedef struct Allocation {
	VarId base;
	Space space;        /* of tile.alloc, else of the first tile bound to it */
	StmtId alloc;       /* the tile.alloc statement; 0: there is none */
	bool pinned;        /* declared by the author or the slots pass: declared tiles, or pinned=True */
	bool is_declared;   /* only types name it, sizes are not resolved */
	int64_t slots;      /* most slots that a tile bound to it names; at least 1 */
	int64_t slot_bytes; /* largest tile bound to it, or size of a slot; -1: not known */
	int64_t bytes;      /* of tile.alloc, else slots * slot_bytes; -1: not known */
	int64_t address;    /* lowest byte in its space, when the dump has addresses (Storage.addressed); else -1 */
	uint32_t alike;     /* number of an earlier allocation that prints with the same name; 0: none. Copies that replication
	                       makes of a loop with slots share one allocation in truth, so a sum over all is an upper bound */
} Allocation;

typedef struct TileStorage {
	VarId var;
	StorageKind kind;
	Space space;
	uint32_t allocation; /* number in Storage.allocations; 0: none */
	ExprId offset;       /* in the allocation, in its space when the dump has addresses; 0: none (declared, unbound) */
	bool is_fixed;       /* the offset is constant: */
	int64_t at;          /* its value */
	int64_t bytes;       /* size of the MemRef, else what the type needs; -1: not known */
	int64_t slots;       /* as its type says */
	ExprId index;        /* slot index; 0: none */
	VarId root;          /* whose buffer it is by aliases and ops that hand on their argument's buffer (ops.def); itself: its own.
	                        Iteration arguments, loop results and branch results are roots of their own */
	StmtId definition;   /* assignment, or the statement whose iteration argument or result it is; 0: a parameter */
	StmtId loop;         /* innermost S_FOR, S_WHILE or S_FOR_OTHER around the definition; 0: none */
} TileStorage;

typedef struct ReservedRegion { /* system.reserve_buffer: ring storage at the bottom of the space */
	StmtId stmt;
	Space space;
	int64_t bytes;       /* -1: not constant */
	int64_t base;        /* assigned address; -1: not yet */
} ReservedRegion;

typedef struct Storage {
	const Program *p;
	FuncId f;
	Arch arch;
	bool addressed;      /* offsets are addresses in the space (after AllocateMemoryAddr); else relative to the allocation */
	bool resolved;       /* some tile is resolved */
	Arena *arena;
	uint32_t *number;    /* by VarId, vars entries: place in tiles + 1; 0: no tile of this function */
	uint32_t vars;
	VEC(TileStorage) tiles;       /* in program order of definitions */
	VEC(Allocation) allocations;  /* numbers 1..n-1; entry 0 is empty */
	VEC(ReservedRegion) reserved;
} Storage;

Storage *storage_new(const Program *p, FuncId f, Arch arch);
void storage_free(Storage *s); /* NULL is allowed */

const TileStorage *storage_tile(const Storage *s, VarId v); /* NULL: no tile of this function; valid as long as s */
const Allocation *storage_allocation(const Storage *s, const TileStorage *t); /* NULL: none */
VarId storage_root(const Storage *s, VarId v); /* v itself when it is no tile */

/* Two different allocations never overlap in a dump without addresses; with addresses bytes decide. Answers for constant
 * offsets, and for one allocation with any; declared slots count as overlapping when one allocation has both. */
bool storage_may_overlap(const Storage *s, const TileStorage *a, const TileStorage *b);

/* bytes rounded up to the slot alignment of its space; -1 when it does not fit int64 or bytes < 0. */
int64_t storage_round(int64_t bytes, Space space);

#endif
