/* What an audit compares: pairs of snapshots out of the compiler's dump folders, each with the obligations that suit it. */
#ifndef TILEPROOF_PLAN_H
#define TILEPROOF_PLAN_H

#include "analyzer/pass.h"
#include "checks/result.h"
#include "reports/collect.h"

#include <uthash.h>

typedef struct PlanFile {
	const char *path;
	const char *content; /* the file that holds it; NULL: path does */
	const char *name;    /* of content, in messages and the database: "k.py (after licm)"; NULL: path */
	const char *role;    /* for the database */
	char sha256[65];
	uint64_t bytes;
	int64_t row; /* in the database, 0: not yet there */
} PlanFile;

enum { PLAN_NO_PASS = -1, PLAN_ANY_PASS = -2 }; /* nothing to do with pipelining; several passes at once, or one without a name here */

typedef struct PlanPair {
	uint32_t before, after; /* files */
	const char *step;       /* "SkewCrossCorePipeline", or JOB_WHOLE */
	Arch arch;
	uint32_t only;          /* obligations */
	int pass;               /* PassId when it is one of ours, or one of the two below */
	Planner planner;        /* of the folder */
	bool planner_known;
	bool settled;           /* its results are there already */
} PlanPair;

typedef struct PlanRemark {
	const char *folder, *says;
	bool fatal; /* the folder is left out */
} PlanRemark;

typedef struct PlanFolder { /* one that was added */
	const char *path;
	UT_hash_handle hh;
} PlanFolder;

typedef struct Plan {
	Arena *arena;
	VEC(PlanFile) files;
	VEC(PlanPair) pairs;
	VEC(PlanRemark) remarks; /* on folders that are not as usual */
	PlanFolder *folders;
} Plan;

typedef struct PlanOptions {
	CheckOptions check;
	bool arch_given;       /* else a folder may say it */
	unsigned shard, shards; /* of the folders: only those that fall to shard 1..shards; 0 of 0: all */
} PlanOptions;

/* Appends the pairs of every folder of snapshots at or below path, hashing the files. false: an error was added. */
bool plan_add(Plan *plan, const char *path, const PlanOptions *o, Diag *d);

/* Appends the pair of a dump and what a pass made of it, in a file that goes away; obligations that suit step. */
bool plan_add_pass(Plan *plan, const Dump *dump, const char *made, const char *step, const PlanOptions *o, Diag *d);

/* Whether a folder or dump falls to the shard. */
bool plan_falls_to(const char *path, const PlanOptions *o);
void plan_free(Plan *plan);

/* Obligations that suit a pass, see audit_passes.def. */
uint32_t plan_obligations(const char *pass);

#endif
