#include "reports/progress.h"

#include "reports/formats/grid.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

double progress_clock(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress_begin(Progress *p, uint64_t total) {
	double now = progress_clock();
	*p = (Progress){.shown = isatty(STDERR_FILENO) == 1, .total = total, .started = now, .drawn = now};
}

void progress_step(Progress *p, const char *what) {
	p->done++;
	if (!p->shown)
		return;
	double now = progress_clock();
	if (now - p->drawn < 0.1 && p->done != p->total)
		return;
	p->drawn = now;
	double spent = now - p->started, rate = spent > 0 ? (double)p->done / spent : 0;
	Text line = {0};
	text_printf(&line, "%" PRIu64 " of %" PRIu64 ", %.0f a second", p->done, p->total, rate);
	if (p->done < p->total && rate > 0) {
		double left = (double)(p->total - p->done) / rate;
		text_printf(&line, ", %.0f:%02.0f left", (double)(int64_t)(left / 60), left - 60 * (double)(int64_t)(left / 60));
	}
	text_addz(&line, "  ");
	grid_escape(&line, what, strlen(what));
	struct winsize w = {0};
	unsigned room = ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 10 ? w.ws_col - 1u : 79;
	if (line.n > room)
		line.n = room; /* a line that wraps would stay on the screen */
	fprintf(stderr, "\r\033[K%.*s", (int)line.n, line.at);
	fflush(stderr);
	vec_free(&line);
}

void progress_clear(Progress *p) {
	if (p->shown)
		fputs("\r\033[K", stderr), fflush(stderr);
}
