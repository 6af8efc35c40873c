/* What lies where in each memory of each function: the data of the table and the picture of `tileproof memory`. */
#ifndef TILEPROOF_MEMORY_MAP_H
#define TILEPROOF_MEMORY_MAP_H

#include "checks/result.h"

typedef enum MemoryKind { MEMORY_RING, MEMORY_REGION, MEMORY_TILE } MemoryKind;

typedef struct MemoryRow {
	MemoryKind kind;
	const char *name;
	int64_t at;        /* address: of the dump, else of the layout found; -1: none */
	int64_t bytes;     /* -1: not constant */
	int64_t slots;     /* of a region or ring; else 1 */
	uint32_t from, to; /* positions in the function, both inclusive (analyzer/lifetimes.h) */
	Span first, last;
	bool in_conflict;  /* shares bytes with another row that lives at the same time, or lies beyond the limit */
} MemoryRow;

typedef struct MemoryMap { /* of one function and space; texts belong to the program or the arena */
	const char *function;
	Space space;
	int64_t limit, physical; /* bytes to plan with, and there; 0: not limited */
	int64_t rings, regions;  /* reserved for ring storage and for regions */
	int64_t peak;            /* most bytes of other tiles that live together */
	int64_t need;            /* highest byte in use, by the addresses of the dump or of the layout */
	bool addressed;          /* the dump says where things lie */
	bool all_known;          /* every size is a constant */
	uint32_t height;         /* highest position */
	VEC(MemoryRow) rows;
} MemoryMap;

typedef VEC(MemoryMap) MemoryMaps;

void memory_maps(Program *p, const CheckOptions *o, Arena *arena, MemoryMaps *out);
void memory_maps_free(MemoryMaps *m);

#endif
