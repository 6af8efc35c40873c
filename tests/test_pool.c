#include "reports/pool.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum Deed { ANSWER, EMPTY, LARGE, ABORT, QUIT, HANG, DEVOUR };

typedef struct Jobs {
	const enum Deed *deeds;
	uint32_t n, next, answered;
	PoolEnd ends[64];
	size_t lengths[64];
	uint32_t stop_after;
} Jobs;

static void work(void *context, uint32_t job, Text *answer) {
	const Jobs *j = context;
	switch (j->deeds[job]) {
	case ANSWER: text_printf(answer, "job %u", job); break;
	case EMPTY: break;
	case LARGE:
		for (int i = 0; i < 500000; i++)
			text_addz(answer, "ten bytes.");
		break;
	case ABORT: abort();
	case QUIT: _exit(3);
	case HANG: pause(); break;
	case DEVOUR:
		for (;;)
			memset(mem_alloc(1 << 24), 1, 1); /* address space counts; touching it all takes seconds on a busy machine */
	}
}

static bool next(void *context, uint32_t *job) {
	Jobs *j = context;
	if (j->next == j->n)
		return false;
	*job = j->next++;
	return true;
}

static bool done(void *context, const PoolAnswer *a) {
	Jobs *j = context;
	j->ends[a->job] = a->end;
	j->lengths[a->job] = a->n;
	j->answered++;
	cr_expect(a->end == POOL_ANSWERED || (a->why && *a->why));
	if (a->end == POOL_ANSWERED && j->deeds[a->job] == ANSWER)
		cr_expect(a->n >= 5 && !memcmp(a->bytes, "job ", 4));
	return !j->stop_after || j->answered < j->stop_after;
}

static void expect_ends(const enum Deed *deeds, uint32_t n, const PoolLimits *limits) {
	static const PoolEnd wanted[] = {[ANSWER] = POOL_ANSWERED, [EMPTY] = POOL_ANSWERED, [LARGE] = POOL_ANSWERED, [ABORT] = POOL_CRASHED,
		[QUIT] = POOL_CRASHED, [HANG] = POOL_TIMEOUT, [DEVOUR] = POOL_MEMORY};
	Diag *d = diag_new();
	Jobs j = {.deeds = deeds, .n = n};
	cr_expect_eq(pool_run(&(PoolTask){&j, work, next, done}, limits, d), 0);
	cr_expect_eq(j.answered, n, "%u workers: %u answers", limits->workers, j.answered);
	for (uint32_t i = 0; i < n; i++) {
		cr_expect_eq(j.ends[i], wanted[deeds[i]], "%u workers, job %u: %d", limits->workers, i, (int)j.ends[i]);
		if (deeds[i] == LARGE)
			cr_expect_eq(j.lengths[i], 5000000);
	}
	cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1, "a child is left");
	diag_free(d);
}

Test(pool, each_job_ends_in_its_own_way) {
	static const enum Deed deeds[] = {ANSWER, ABORT, ANSWER, LARGE, QUIT, EMPTY, ANSWER, ANSWER, ABORT, ANSWER, DEVOUR, ANSWER};
	uint32_t n = sizeof deeds / sizeof *deeds;
#ifdef __SANITIZE_ADDRESS__
	n -= 2; /* its shadow memory does not fit under a limit */
#endif
	for (unsigned workers = 1; workers <= 4; workers += 3)
		expect_ends(deeds, n, &(PoolLimits){.workers = workers, .memory_bytes = (uint64_t)128 << 20});
}

Test(pool, a_job_that_hangs_is_given_up) {
	static const enum Deed deeds[] = {HANG, HANG, HANG};
	expect_ends(deeds, 3, &(PoolLimits){.workers = 2, .seconds = 0.2});
}

Test(pool, done_can_stop_everything) {
	static const enum Deed deeds[32] = {HANG, ANSWER, ANSWER, ANSWER};
	Diag *d = diag_new();
	Jobs j = {.deeds = deeds, .n = 32, .stop_after = 2};
	cr_expect_eq(pool_run(&(PoolTask){&j, work, next, done}, &(PoolLimits){.workers = 2}, d), -1);
	cr_expect_eq(j.answered, 2);
	cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1, "a child is left");
	diag_free(d);
}

Test(pool, a_signal_ends_it_and_the_children) {
	static const enum Deed deeds[] = {HANG, HANG, HANG};
	for (int k = 0; k < 2; k++) {
		int which = k ? SIGTERM : SIGINT;
		pid_t parent = getpid(), killer = fork();
		if (killer == 0) {
			usleep(150000);
			kill(parent, which);
			_exit(0);
		}
		Diag *d = diag_new();
		Jobs j = {.deeds = deeds, .n = 3};
		cr_expect_eq(pool_run(&(PoolTask){&j, work, next, done}, &(PoolLimits){.workers = 2}, d), which);
		waitpid(killer, NULL, 0);
		cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1, "a child is left");
		diag_free(d);
	}
}
