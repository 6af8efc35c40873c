/* One line on a terminal's standard error that tells how far a long command is, with rate and time left. Nothing at all is
 * written when standard error is no terminal. */
#ifndef TILEPROOF_PROGRESS_H
#define TILEPROOF_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
	bool shown;
	uint64_t done, total;
	double started, drawn; /* seconds of the monotonic clock */
} Progress;

void progress_begin(Progress *p, uint64_t total);
void progress_step(Progress *p, const char *what); /* one more is done; what: the next or current one */
void progress_clear(Progress *p);                  /* before anything else is printed */
double progress_clock(void);                       /* seconds, monotonic */

#endif
