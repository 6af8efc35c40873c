/* Options that several commands share, as argp parsers to be used as children, and as JSON for keys and run rows. */
#ifndef TILEPROOF_OPTIONS_H
#define TILEPROOF_OPTIONS_H

#include "checks/result.h"

#include <argp.h>

typedef struct SharedOptions {
	CheckOptions check;
	bool arch_given; /* --arch; otherwise a folder of dumps may say it */
	bool credits_given; /* --credits; otherwise the architecture says it */
	bool strict;
} SharedOptions;

/* --arch, --only, --division, --credits, --strict and the budgets. Its input is a SharedOptions filled by options_defaults. */
extern const struct argp options_argp;
void options_defaults(SharedOptions *o);
/* The architecture, and its credit model unless one was asked for. */
void options_set_arch(SharedOptions *o, Arch arch);

/* All that results of a check depend on besides contents and tool, as a canonical JSON object. */
char *options_json(const CheckOptions *o); /* the caller frees with free */

/* SHA-256 of this very program (its executable file). false: it cannot read itself, so that no result of an earlier process
 * may be used again. */
bool options_program(char hex[65]);

/* SHA-256 of contents, options and program: equal keys mean equal results. */
void options_key(const char *program, const char *before_sha256, const char *after_sha256, const CheckOptions *o, char key[65]);

#endif
