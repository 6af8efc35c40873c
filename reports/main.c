#include "model/mem.h"
#include "reports/cli.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void no_memory(void)
{
	static const char text[] = "tileproof: no memory left\n";
	ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
	(void)ignored;
	_exit(EXIT_INTERNAL);
}

/* However the program ends, --help of argp included: text that did not reach standard output is an error. */
static void check_stdout(int status, void *unused)
{
	(void)unused;
	if (!ferror(stdout) && !fflush(stdout))
		return;
	fprintf(stderr, "tileproof: error: cannot write standard output: %s\n", strerror(errno));
	fflush(stderr);
	_exit((int)exit_worse((ExitCode)status, EXIT_INPUT));
}

int main(int argc, char **argv)
{
	/* A full disk, a file size limit and a closed pipe are errors of write, not ends of the program. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	mem_on_exhaustion(no_memory);
	if (on_exit(check_stdout, NULL))
		return EXIT_INTERNAL;
	return (int)cli_main(argc, argv);
}
