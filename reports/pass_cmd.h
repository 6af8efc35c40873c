/* A pass given as a command: run on each dump by worker processes, with their limits on memory and time. The command is a line for
 * /bin/sh in which {in} and {out} stand for the dump and the file to be written; the names get there as arguments, so that no
 * name whatsoever is read as a command. */
#ifndef TILEPROOF_PASS_CMD_H
#define TILEPROOF_PASS_CMD_H

#include "reports/collect.h"
#include "reports/pool.h"
#include "reports/progress.h"

typedef struct PassDump {
	const Dump *dump;
	const char *out; /* what the pass wrote */
	const char *why; /* it failed: how; NULL: it did not */
} PassDump;

typedef struct PassCmd {
	Arena *arena;
	const char *script;
	char folder[4096]; /* of what is written; "": none */
	Dumps dumps;
	VEC(PassDump) at;
	PoolLimits limits;
	uint32_t next;
	Progress progress;
} PassCmd;

/* Whether the command names {in} and {out}. */
bool pass_cmd_valid(const char *command);

/* Adds the dumps that path means. false: an error was added. */
bool pass_cmd_add(PassCmd *p, const char *path, Diag *d);

/* 0: all have been tried; a signal; -1: an error was added. */
int pass_cmd_run(PassCmd *p, const char *command, Diag *d);

/* Removes what was written, too. */
void pass_cmd_free(PassCmd *p);

#endif
