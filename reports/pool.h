/* Worker processes: jobs are done in children with limits on memory and time, answers come back as bytes. A child that dies
 * costs the answer of its job and nothing else. Children end with the parent, however that ends. */
#ifndef TILEPROOF_POOL_H
#define TILEPROOF_POOL_H

#include "model/diag.h"
#include "model/text.h"

typedef enum PoolEnd {
	POOL_ANSWERED,
	POOL_CRASHED,  /* the child died of a bug: why says by what */
	POOL_TIMEOUT,  /* killed after the limit */
	POOL_MEMORY    /* the child reached its limit */
} PoolEnd;

typedef struct PoolAnswer {
	uint32_t job;
	PoolEnd end;
	const char *bytes; /* POOL_ANSWERED: n bytes */
	size_t n;
	const char *why;   /* otherwise: "signal 11 (Segmentation fault)", "after 60 s", ... */
} PoolAnswer;

typedef struct PoolTask {
	void *context;
	void (*work)(void *context, uint32_t job, Text *answer);   /* runs in a child */
	bool (*next)(void *context, uint32_t *job);                /* in the parent; false: no further job */
	bool (*done)(void *context, const PoolAnswer *answer);     /* in the parent; false: stop everything */
} PoolTask;

typedef struct PoolLimits {
	unsigned workers;      /* at least 1 */
	uint64_t memory_bytes; /* address space of a child, 0: no limit */
	double seconds;        /* wall time of a job, 0: no limit */
} PoolLimits;

/* 0: every job was done. A signal number: SIGINT or SIGTERM came, the children are gone. -1: done said stop, or no child could
 * be started (an error was added). */
int pool_run(const PoolTask *task, const PoolLimits *limits, Diag *d);

#endif
