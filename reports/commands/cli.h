/* The command line: which commands there are, and what they share. Commands are the only library code that may print, and
 * options go through argp, which ends the program by itself for --help, --version and usage errors (EXIT_USAGE). */
#ifndef TILEPROOF_CLI_H
#define TILEPROOF_CLI_H

#include "reports/exit.h"

#define COMMAND(name, summary) ExitCode cmd_##name(int argc, char **argv); /* argv[0]: "tileproof name" */
#include "reports/commands/commands.def"

/* Runs the command that argv names. */
ExitCode cli_main(int argc, char **argv);

/* Ends the program by a signal that was noticed, so that whoever started it sees that. */
_Noreturn void cli_die_of(int signal);

/* A bug of this tool: says so on standard error. Returns EXIT_INTERNAL. */
ExitCode cli_internal(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
