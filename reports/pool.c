#include "reports/pool.h"

#include "reports/progress.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* AddressSanitizer maps terabytes for itself, which no limit on the address space would let it have. */
#if defined __SANITIZE_ADDRESS__
enum { SHADOWED = 1 };
#elif defined __has_feature
#if __has_feature(address_sanitizer)
enum { SHADOWED = 1 };
#else
enum { SHADOWED = 0 };
#endif
#else
enum { SHADOWED = 0 };
#endif

enum { NO_MEMORY_STATUS = 77, MOST_ANSWER = 1 << 30 };

typedef struct Worker {
	pid_t pid; /* 0: not running */
	int fd;    /* socket to the child */
	bool busy;
	uint32_t job;
	double deadline; /* of the monotonic clock, 0: none */
	Text answer;     /* a length of 8 bytes, then what it announces; as far as it came */
} Worker;

typedef struct Pool {
	const PoolTask *task;
	const PoolLimits *limits;
	Worker *workers;
	int signals;
	bool exhausted; /* no further job */
} Pool;

static bool send_all(int fd, const void *bytes, size_t n) {
	for (const char *s = bytes; n;) {
		ssize_t k = send(fd, s, n, MSG_NOSIGNAL);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		s += k;
		n -= (size_t)k;
	}
	return true;
}

/* ---- the child ---- */

static void no_memory(void) { _exit(NO_MEMORY_STATUS); }

_Noreturn static void serve(const Pool *pool, int fd, pid_t parent) {
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0); /* it died before the line above */
	signal(SIGINT, SIG_IGN); /* the terminal sends it to all; the parent decides */
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	struct rlimit core = {0, 0}, memory = {pool->limits->memory_bytes, pool->limits->memory_bytes};
	setrlimit(RLIMIT_CORE, &core);
	if (pool->limits->memory_bytes && !SHADOWED)
		setrlimit(RLIMIT_AS, &memory);
	mem_on_exhaustion(no_memory);
	uint32_t job;
	while (recv(fd, &job, sizeof job, MSG_WAITALL) == (ssize_t)sizeof job) {
		Text answer = {0};
		pool->task->work(pool->task->context, job, &answer);
		uint64_t n = answer.n;
		if (!send_all(fd, &n, sizeof n) || !send_all(fd, answer.at, answer.n))
			break;
		vec_free(&answer);
	}
	_exit(0);
}

/* ---- the parent ---- */

static bool start(Pool *pool, Worker *w) {
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return false;
	fflush(NULL); /* or the child would write it again */
	pid_t parent = getpid(), pid = fork();
	if (pid == 0) {
		close(ends[0]);
		for (unsigned k = 0; k < pool->limits->workers; k++)
			if (pool->workers[k].pid)
				close(pool->workers[k].fd);
		close(pool->signals);
		serve(pool, ends[1], parent);
	}
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return false;
	}
	w->pid = pid;
	w->fd = ends[0];
	w->busy = false;
	w->answer.n = 0;
	return true;
}

/* Waits for the end of a child whose socket is to be closed -> its wait status. */
static int reap(Worker *w) {
	int status = 0;
	close(w->fd);
	while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
		;
	w->pid = 0;
	w->busy = false;
	return status;
}

static bool assign(Pool *pool, Worker *w) {
	if (pool->exhausted || !pool->task->next(pool->task->context, &w->job)) {
		pool->exhausted = true;
		return true;
	}
	if (!w->pid && !start(pool, w))
		return false;
	w->busy = true;
	w->answer.n = 0;
	w->deadline = pool->limits->seconds > 0 ? progress_clock() + pool->limits->seconds : 0;
	send_all(w->fd, &w->job, sizeof w->job); /* a child that is gone shows when its socket is read */
	return true;
}

static bool lost(Pool *pool, Worker *w, bool timeout) {
	char why[120];
	if (timeout)
		kill(w->pid, SIGKILL);
	uint32_t job = w->job;
	int status = reap(w);
	PoolEnd end = timeout ? POOL_TIMEOUT : WIFEXITED(status) && WEXITSTATUS(status) == NO_MEMORY_STATUS ? POOL_MEMORY : POOL_CRASHED;
	if (timeout)
		snprintf(why, sizeof why, "given up after %.0f s", pool->limits->seconds);
	else if (end == POOL_MEMORY)
		snprintf(why, sizeof why, "needs more than %llu MB of memory", (unsigned long long)(pool->limits->memory_bytes >> 20));
	else if (WIFSIGNALED(status))
		snprintf(why, sizeof why, "the worker died of signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		snprintf(why, sizeof why, "the worker ended with status %d", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	return pool->task->done(pool->task->context, &(PoolAnswer){.job = job, .end = end, .why = why});
}

/* Reads what has come; hands over a complete answer. false: stop. */
static bool receive(Pool *pool, Worker *w) {
	char block[65536];
	ssize_t n = recv(w->fd, block, sizeof block, MSG_DONTWAIT);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return true;
	if (n <= 0)
		return lost(pool, w, false);
	text_add(&w->answer, block, (size_t)n);
	uint64_t length;
	if (w->answer.n < sizeof length)
		return true;
	memcpy(&length, w->answer.at, sizeof length);
	if (length > MOST_ANSWER) {
		kill(w->pid, SIGKILL);
		return lost(pool, w, false);
	}
	if (w->answer.n < sizeof length + length)
		return true;
	w->busy = false;
	return pool->task->done(pool->task->context,
		&(PoolAnswer){.job = w->job, .end = POOL_ANSWERED, .bytes = w->answer.at + sizeof length, .n = (size_t)length});
}

/* Milliseconds until the next deadline, -1: there is none. */
static int until_deadline(const Pool *pool) {
	double first = 0, now = progress_clock();
	for (unsigned k = 0; k < pool->limits->workers; k++) {
		const Worker *w = &pool->workers[k];
		if (w->busy && w->deadline > 0 && (first == 0 || w->deadline < first))
			first = w->deadline;
	}
	if (first == 0)
		return -1;
	double left = (first - now) * 1000 + 1;
	return left < 0 ? 0 : left > 3600e3 ? 3600000 : (int)left;
}

/* One round: wait, read, give up on what is late. 0: go on; a signal; -1: stop. */
static int turn(Pool *pool, struct pollfd *fds) {
	unsigned n = pool->limits->workers;
	for (unsigned k = 0; k < n; k++)
		fds[k] = (struct pollfd){.fd = pool->workers[k].busy ? pool->workers[k].fd : -1, .events = POLLIN};
	fds[n] = (struct pollfd){.fd = pool->signals, .events = POLLIN};
	if (poll(fds, n + 1, until_deadline(pool)) < 0 && errno != EINTR)
		return -1;
	struct signalfd_siginfo came;
	if (fds[n].revents && read(pool->signals, &came, sizeof came) == (ssize_t)sizeof came)
		return (int)came.ssi_signo;
	double now = progress_clock();
	for (unsigned k = 0; k < n; k++) {
		Worker *w = &pool->workers[k];
		if (w->busy && fds[k].revents && !receive(pool, w))
			return -1;
		if (w->busy && w->deadline > 0 && now > w->deadline && !lost(pool, w, true))
			return -1;
	}
	return 0;
}

static bool any_busy(const Pool *pool) {
	for (unsigned k = 0; k < pool->limits->workers; k++)
		if (pool->workers[k].busy)
			return true;
	return false;
}

int pool_run(const PoolTask *task, const PoolLimits *limits, Diag *d) {
	Pool pool = {.task = task, .limits = limits};
	sigset_t wanted, before;
	sigemptyset(&wanted);
	sigaddset(&wanted, SIGINT);
	sigaddset(&wanted, SIGTERM);
	sigprocmask(SIG_BLOCK, &wanted, &before);
	pool.signals = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
	pool.workers = mem_alloc(limits->workers * sizeof *pool.workers);
	memset(pool.workers, 0, limits->workers * sizeof *pool.workers);
	struct pollfd *fds = mem_alloc((limits->workers + 1) * sizeof *fds);
	int end = 0;
	do {
		for (unsigned k = 0; end == 0 && k < limits->workers; k++)
			if (!pool.workers[k].busy && !assign(&pool, &pool.workers[k])) {
				diag_add(d, SEV_ERROR, NULL, NULL, 0, (Span){0, 0}, "cannot start a worker process: %s", strerror(errno));
				end = -1;
			}
		if (end == 0 && any_busy(&pool))
			end = turn(&pool, fds);
	} while (end == 0 && (any_busy(&pool) || !pool.exhausted));
	for (unsigned k = 0; k < limits->workers; k++) {
		Worker *w = &pool.workers[k];
		if (w->pid && w->busy)
			kill(w->pid, SIGKILL);
		if (w->pid)
			reap(w); /* an idle child ends when its socket closes */
		vec_free(&w->answer);
	}
	close(pool.signals);
	mem_free_(fds);
	mem_free_(pool.workers);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return end;
}
