/* Finds the dumps that paths mean: a file means itself, a folder those in and below it, told by the line
 * "# pypto.program: ..." at their top. */
#ifndef TILEPROOF_COLLECT_H
#define TILEPROOF_COLLECT_H

#include "model/diag.h"
#include "model/machine.h"

typedef struct Dump {
	const char *path;
	const char *relative; /* to the folder that was named; of a file that was named: its last part */
	Arch arch;
	Planner planner;
	bool arch_known, planner_known; /* a folder above it is called a2a3_PYPTO, a5_PTOAS, ... */
} Dump;

typedef VEC(Dump) Dumps;

/* Appends the dumps of path in the order of their names; texts live in the arena. A folder of compiler snapshots
 * (NN_after_<Pass>.py) stands for its snapshot before the passes of ours. false: an error was added. */
bool collect_dumps(const char *path, Arena *a, Dumps *out, Diag *d);

typedef struct Snapshot {
	unsigned number;
	const char *pass, *path; /* "SkewCrossCorePipeline" */
} Snapshot;

typedef VEC(Snapshot) Snapshots;

/* The compiler snapshots of one folder in the order of their numbers. */
bool collect_snapshots(const char *folder, Arena *a, Snapshots *out, Diag *d);

typedef VEC(const char *) Folders;

/* The folders at and below path that hold snapshots, in the order of their names. */
bool collect_folders(const char *path, Arena *a, Folders *out, Diag *d);

/* What the folder names above a path say of the target. */
void collect_target(Dump *dump);

#endif
