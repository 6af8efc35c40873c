#include "model/mem.h"
#include "reports/commands/cli.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

static void no_memory(void) {
	static const char text[] = "tileproof: no memory left\n";
	ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
	(void)ignored;
	_exit(EXIT_INTERNAL);
}

/* However the program ends, --help of argp included: text that did not reach standard output is an error. */
static void check_stdout(int status, void *unused) {
	(void)unused;
	if (!ferror(stdout) && !fflush(stdout))
		return;
	if (errno != EPIPE) { /* a reader like head has enough: no word, the status tells */
		fprintf(stderr, "tileproof: error: cannot write standard output: %s\n", strerror(errno));
		fflush(stderr);
	}
	_exit((int)exit_worse((ExitCode)status, EXIT_INPUT));
}

/* Solver contexts and arenas come and go by the thousand. Giving their pages back each time and faulting them in again cost
 * nine tenths of the time of a check of two thousand functions; the peak is the same. */
static void keep_pages(void) {
#ifdef __GLIBC__
	mallopt(M_TRIM_THRESHOLD, 256 << 20);
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TOP_PAD, 4 << 20);
#endif
}

int main(int argc, char **argv) {
	keep_pages();
	/* A full disk, a file size limit and a closed pipe are errors of write, not ends of the program. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	mem_on_exhaustion(no_memory);
	if (on_exit(check_stdout, NULL))
		return EXIT_INTERNAL;
	return (int)cli_main(argc, argv);
}
