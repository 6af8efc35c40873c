/* Exit statuses of the command line, and how those of several files add up: no code masks a worse one. */
#ifndef TILEPROOF_EXIT_H
#define TILEPROOF_EXIT_H

typedef enum ExitCode {
	EXIT_CLEAN = 0,        /* nothing refuted */
	EXIT_REFUTED = 1,
	EXIT_INCONCLUSIVE = 2, /* --strict only */
	EXIT_UNSUPPORTED = 3,  /* --strict only */
	EXIT_INPUT = 4,        /* what was given cannot be read, or what was asked for cannot be written */
	EXIT_INTERNAL = 5,     /* a bug of this tool, or no memory left */
	EXIT_USAGE = 64
} ExitCode;

/* The worse of two, in the order usage > internal > input > refuted > unsupported > inconclusive > clean.
 * A code that is none of these counts as internal. */
ExitCode exit_worse(ExitCode a, ExitCode b);

#endif
