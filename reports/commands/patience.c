#include "reports/commands/patience.h"

#include "reports/progress.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

enum { MOST_MEGABYTES = 2048 };
static const int noticed[] = {SIGINT, SIGTERM};

void patience_begin(Patience *p, double seconds) {
	*p = (Patience){.seconds = seconds, .deadline = progress_clock() + seconds};
	sigset_t wanted;
	sigemptyset(&wanted);
	for (size_t i = 0; i < sizeof noticed / sizeof *noticed; i++)
		sigaddset(&wanted, noticed[i]);
	sigprocmask(SIG_BLOCK, &wanted, &p->before);
}

static int came(void) {
	sigset_t pending;
	sigpending(&pending);
	for (size_t i = 0; i < sizeof noticed / sizeof *noticed; i++)
		if (sigismember(&pending, noticed[i]) == 1)
			return noticed[i];
	return 0;
}

const char *patience_over(void *patience) {
	Patience *p = patience;
	struct rusage used;
	if (came())
		return "interrupted";
	if (p->seconds > 0 && progress_clock() > p->deadline) {
		snprintf(p->why, sizeof p->why, "given up after %g s", p->seconds);
		return p->why;
	}
	if (getrusage(RUSAGE_SELF, &used) == 0 && used.ru_maxrss >> 10 > MOST_MEGABYTES) {
		snprintf(p->why, sizeof p->why, "given up: the answer takes more than %d MB, ask for less of it (LIMIT)", MOST_MEGABYTES);
		return p->why;
	}
	return NULL;
}

int patience_end(Patience *p) {
	int signal = came();
	sigset_t it;
	sigemptyset(&it);
	sigaddset(&it, signal);
	if (signal)
		sigtimedwait(&it, NULL, &(struct timespec){0}); /* taken, so that the caller can still say what happened */
	sigprocmask(SIG_SETMASK, &p->before, NULL);
	return signal;
}
