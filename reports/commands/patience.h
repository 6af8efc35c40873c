/* How long a command waits for an answer of a database: until the user stops it, a time is over or it would take too much memory.
 * Between begin and end SIGINT and SIGTERM wait to be noticed, so that nothing is left by half and the user reads why. */
#ifndef TILEPROOF_PATIENCE_H
#define TILEPROOF_PATIENCE_H

#include <signal.h>
#include <stdbool.h>

typedef struct Patience {
	double seconds;  /* 0: no limit */
	double deadline; /* of the monotonic clock */
	sigset_t before;
	char why[100];
} Patience;

void patience_begin(Patience *p, double seconds);

/* For store_watch: NULL, or why to stop. */
const char *patience_over(void *patience);

/* The signal that came, which is then for the caller to raise; 0: none. */
int patience_end(Patience *p);

#endif
