#include "reports/pass_cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_QUOTED = 1000, GRACE_SECONDS = 10, MOST_WRITTEN_MB = 64, MOST_ROUNDS = 1000 };

bool pass_cmd_valid(const char *command) { return strstr(command, "{in}") && strstr(command, "{out}"); }

/* How far quotes and substitutions of the shell are open. A command nested deeper counts as open no further. */
typedef struct Quotes {
	char open[32]; /* of ' " ( ` */
	unsigned n;
} Quotes;

static char innermost(const Quotes *q) { return q->n ? q->open[q->n - 1] : 0; }

/* Takes in what stands at s -> its length: 2 for what a backslash protects. */
static size_t follow(Quotes *q, const char *s) {
	char in = innermost(q);
	bool quoted = in == '\'' || in == '"';
	if (in != '\'' && *s == '\\' && s[1])
		return 2;
	if ((in == *s && *s != '(') || (in == '(' && *s == ')'))
		q->n--;
	else if (((*s == '\'' || *s == '"') && !quoted) || (*s == '`' && in != '\'') || (*s == '(' && (!quoted || (in == '"' && s[-1] == '$'))))
		q->n += q->n < sizeof q->open && (q->open[q->n] = *s);
	return 1;
}

/* The command with {in} and {out} as its arguments 1 and 2, each one word in whatever quotes it stands. */
static const char *script_of(Arena *a, const char *command) {
	Text t = {0};
	Quotes quotes = {0};
	for (const char *s = command; *s;) {
		bool in = !strncmp(s, "{in}", 4);
		if (!in && strncmp(s, "{out}", 5)) {
			size_t n = follow(&quotes, s);
			text_add(&t, s, n);
			s += n;
			continue;
		}
		const char *around = innermost(&quotes) == '"' ? "" : innermost(&quotes) == '\'' ? "'\"" : "\"";
		text_printf(&t, "%s${%d}%s", around, in ? 1 : 2, *around == '\'' ? "\"'" : around);
		s += in ? 4 : 5;
	}
	const char *script = arena_text(a, text_end(&t), t.n);
	vec_free(&t);
	return script;
}

bool pass_cmd_add(PassCmd *p, const char *path, Diag *d) {
	if (!p->arena)
		p->arena = arena_new();
	return collect_dumps(path, p->arena, &p->dumps, d);
}

/* ---- in a worker ---- */

_Noreturn static void become_pass(const PassCmd *p, const char *in, const char *out, const char *said) {
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGINT, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	int nothing = open("/dev/null", O_RDONLY), log = open(said, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (nothing < 0 || log < 0 || dup2(nothing, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
		_exit(126);
	close(nothing);
	close(log);
	struct rlimit written = {(rlim_t)MOST_WRITTEN_MB << 20, (rlim_t)MOST_WRITTEN_MB << 20};
	setrlimit(RLIMIT_FSIZE, &written);
	execl("/bin/sh", "sh", "-c", p->script, "pass", in, out, (char *)NULL);
	_exit(127);
}

/* What the pass said on standard error and output, on one line. */
static void quote(const char *said, Text *answer) {
	char text[MOST_QUOTED];
	FILE *f = fopen(said, "rb");
	size_t n = f ? fread(text, 1, sizeof text, f) : 0;
	if (f)
		fclose(f);
	while (n && (text[n - 1] == '\n' || text[n - 1] == ' '))
		n--;
	if (!n)
		return;
	text_addz(answer, ": '");
	for (size_t i = 0; i < n; i++)
		if (text[i] == '\n')
			text_addz(answer, " / ");
		else
			text_add(answer, text[i] ? &text[i] : " ", 1);
	text_addz(answer, "'");
}

/* What left the group of the command has become a child of this process, a subreaper, when its own parent ended. */
static void end_orphans(void) {
	for (int round = 0; round < MOST_ROUNDS; round++) {
		FILE *f = fopen("/proc/thread-self/children", "r");
		long pid;
		bool any = f && fscanf(f, "%ld", &pid) == 1;
		if (f)
			fclose(f);
		if (!any)
			return;
		kill((pid_t)pid, SIGKILL);
		while (waitpid((pid_t)pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
}

static void work(void *context, uint32_t job, Text *answer) {
	const PassCmd *p = context;
	const PassDump *x = &p->at.at[job];
	Text in = {0}, said = {0};
	text_printf(&in, "%s%s", *x->dump->path == '-' ? "./" : "", x->dump->path); /* no option */
	text_printf(&said, "%s.said", x->out);
	text_end(&in), text_end(&said);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	pid_t pid = fork();
	if (pid == 0)
		become_pass(p, in.at, x->out, said.at);
	int status = 0, watch = pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
	bool late = false;
	if (pid > 0) {
		double end = progress_clock() + p->limits.seconds;
		struct pollfd fd = {.fd = watch, .events = POLLIN};
		while (watch >= 0 && !late && poll(&fd, 1, p->limits.seconds > 0 ? (int)((end - progress_clock()) * 1000) + 1 : -1) <= 0)
			late = p->limits.seconds > 0 && progress_clock() >= end;
		if (watch >= 0)
			kill(-pid, SIGKILL); /* what it started, too */
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		if (watch >= 0)
			close(watch);
		end_orphans();
	}
	struct stat made;
	if (pid < 0)
		text_printf(answer, "the pass cannot be started: %s", strerror(errno));
	else if (late)
		text_printf(answer, "the pass was given up after %.0f s", p->limits.seconds);
	else if ((WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ) || (WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGXFSZ))
		text_printf(answer, "the pass wrote more than %d MB", MOST_WRITTEN_MB);
	else if (WIFSIGNALED(status))
		text_printf(answer, "the pass died of signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status))
		text_printf(answer, "the pass failed with status %d", WEXITSTATUS(status));
	else if (lstat(x->out, &made) || !S_ISREG(made.st_mode))
		text_addz(answer, "the pass wrote no {out}");
	if (answer->n)
		quote(said.at, answer);
	unlink(said.at);
	vec_free(&in);
	vec_free(&said);
}

/* ---- in the parent ---- */

static bool next(void *context, uint32_t *job) {
	PassCmd *p = context;
	*job = p->next;
	return p->next < p->at.n && ++p->next;
}

static bool done(void *context, const PoolAnswer *answer) {
	PassCmd *p = context;
	PassDump *x = &p->at.at[answer->job];
	if (answer->end != POOL_ANSWERED)
		x->why = arena_printf(p->arena, "the pass was not run: %s", answer->why);
	else if (answer->n)
		x->why = arena_text(p->arena, answer->bytes, answer->n);
	progress_step(&p->progress, x->dump->path);
	return true;
}

int pass_cmd_run(PassCmd *p, const char *command, Diag *d) {
	const char *parent = getenv("TMPDIR");
	snprintf(p->folder, sizeof p->folder, "%s/tileproof-XXXXXX", parent && *parent ? parent : "/tmp");
	if (!mkdtemp(p->folder)) {
		diag_add(d, SEV_ERROR, p->folder, NULL, 0, (Span){0, 0}, "cannot be made: %s", strerror(errno));
		*p->folder = '\0';
		return -1;
	}
	p->script = script_of(p->arena, command);
	for (uint32_t i = 0; i < p->dumps.n; i++) {
		bool known = false; /* named twice */
		for (uint32_t k = 0; k < i; k++)
			known |= !strcmp(p->dumps.at[k].path, p->dumps.at[i].path);
		PassDump x = {.dump = &p->dumps.at[i], .out = arena_printf(p->arena, "%s/%u.py", p->folder, i)};
		if (!known)
			vec_push(&p->at, x);
	}
	PoolLimits limits = p->limits;
	if (limits.seconds > 0)
		limits.seconds += GRACE_SECONDS; /* the worker ends the command itself, with all that it started */
	if (limits.workers > p->at.n)
		limits.workers = p->at.n ? p->at.n : 1;
	progress_begin(&p->progress, p->at.n);
	int end = pool_run(&(PoolTask){.context = p, .work = work, .next = next, .done = done}, &limits, d);
	progress_clear(&p->progress);
	return end;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place) {
	(void)about, (void)kind, (void)place;
	remove(path);
	return 0;
}

void pass_cmd_free(PassCmd *p) {
	if (*p->folder) /* a pass may have written more than it was asked for */
		nftw(p->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	vec_free(&p->dumps);
	vec_free(&p->at);
	if (p->arena)
		arena_free(p->arena);
}
