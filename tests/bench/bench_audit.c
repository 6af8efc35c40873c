/* bench_audit TILEPROOF FOLDER...: an audit of the folders with an empty database (cold) and again (warm), with one and with two
 * workers: wall time, CPU time of all processes, and the peak memory of the parent and of the largest worker. Memory is read from /proc every
 * few milliseconds, so what a process took in its very last ones is not seen. */
#include "model/text.h"
#include "reports/progress.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WARM_TURNS = 5 };

typedef struct Measured {
	double seconds, cpu;
	long parent_kb, worker_kb;
} Measured;

/* The number behind a word at the start of a line of /proc/PID/status, 0: none. */
static long status_number(const char *pid, const char *word) {
	char path[64], line[256];
	snprintf(path, sizeof path, "/proc/%s/status", pid);
	FILE *f = fopen(path, "r");
	long n = 0;
	while (f && !n && fgets(line, sizeof line, f))
		if (!strncmp(line, word, strlen(word)))
			n = strtol(line + strlen(word), NULL, 10);
	if (f)
		fclose(f);
	return n;
}

static void larger(long *most, long n) { *most = n > *most ? n : *most; }

static void look(pid_t parent, Measured *m) {
	char pid[32];
	snprintf(pid, sizeof pid, "%ld", (long)parent);
	larger(&m->parent_kb, status_number(pid, "VmHWM:"));
	DIR *all = opendir("/proc");
	const struct dirent *entry;
	while (all && (entry = readdir(all)))
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && strlen(entry->d_name) < sizeof pid && status_number(entry->d_name, "PPid:") == parent)
			larger(&m->worker_kb, status_number(entry->d_name, "VmHWM:"));
	if (all)
		closedir(all);
}

static double cpu_seconds(const struct timeval *t) { return (double)t->tv_sec + (double)t->tv_usec * 1e-6; }

static bool audit(const char *tool, const char *db, const char *workers, char **folders, int n, Measured *m) {
	char **args = mem_alloc(((size_t)n + 8) * sizeof *args);
	const char *const head[] = {tool, "audit", "-j", workers, "--db", db};
	size_t k = 0;
	for (; k < sizeof head / sizeof *head; k++)
		args[k] = strdup(head[k]);
	for (int i = 0; i < n; i++)
		args[k++] = folders[i];
	args[k] = NULL;
	double start = progress_clock();
	pid_t pid = fork();
	if (pid == 0) {
		int out = open("/dev/null", O_WRONLY);
		dup2(out, 1);
		execv(tool, args);
		_exit(127);
	}
	int status = 0;
	struct rusage used = {0};
	while (pid > 0 && wait4(pid, &status, WNOHANG, &used) == 0) {
		look(pid, m);
		nanosleep(&(struct timespec){.tv_nsec = 4000000}, NULL);
	}
	m->seconds = progress_clock() - start;
	m->cpu = cpu_seconds(&used.ru_utime) + cpu_seconds(&used.ru_stime);
	for (k = 0; k < sizeof head / sizeof *head; k++)
		free(args[k]);
	mem_free_(args);
	return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) <= 3; /* findings are no failure */
}

static void show(const char *what, const Measured *m) {
	printf("%-10s %6.2f s, %6.2f s CPU   parent %3ld MB", what, m->seconds, m->cpu, m->parent_kb / 1024);
	if (m->worker_kb)
		printf(", worker %3ld MB", m->worker_kb / 1024);
	putchar('\n');
	fflush(stdout);
}

int main(int argc, char **argv) {
	if (argc < 3)
		return fputs("usage: bench_audit TILEPROOF FOLDER...\n", stderr), 64;
	char folder[] = "/tmp/bench-audit-XXXXXX", db[64], what[32];
	if (!mkdtemp(folder))
		return perror(folder), 1;
	snprintf(db, sizeof db, "%s/audit.db", folder);
	bool ok = true;
	printf("%d folders\n", argc - 2);
	for (int j = 1; ok && j <= 2; j++) {
		const char *workers = j == 1 ? "1" : "2";
		Measured cold = {0}, warm = {0};
		ok = audit(argv[1], db, workers, argv + 2, argc - 2, &cold);
		snprintf(what, sizeof what, "-j %s cold", workers);
		show(what, &cold);
		for (int i = 0; ok && i < WARM_TURNS; i++) {
			Measured m = {0};
			ok = audit(argv[1], db, workers, argv + 2, argc - 2, &m);
			if (!i || m.seconds < warm.seconds)
				warm = m;
		}
		snprintf(what, sizeof what, "-j %s warm", workers);
		show(what, &warm);
		printf("ratio %.1f (warm: the best of %d)\n", cold.seconds / warm.seconds, WARM_TURNS);
		unlink(db);
	}
	rmdir(folder);
	if (!ok)
		fprintf(stderr, "bench_audit: an audit failed\n");
	return !ok;
}
