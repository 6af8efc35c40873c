/* Cost against trip count: a software-pipelined pair checked by tileproof, and the same pair as bounded validators state it - fully
 * unrolled, arrays for the queues and the memory - decided by the z3 program (Debian package z3, if it is there).
 * Usage: bench_trips [ignored]; the programs are made here. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/tileproof-bench-XXXXXX";

static const char *const head =
	"# pypto.program: Vecs\nimport pypto.language as pl\n\n@pl.program\nclass Vecs:\n"
	"    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)\n"
	"    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):\n";

static void produce(FILE *f, int pad, const char *index, int n) {
	fprintf(f, "%*su%d: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [%s * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)\n", pad, "", n, index);
	fprintf(f, "%*sw%d: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u%d, u%d)\n", pad, "", n, n, n);
	fprintf(f, "%*spl.tile.tpush_to_aic(w%d, split=0)\n", pad, "", n);
}

static void consume(FILE *f, int pad, const char *index, int n) {
	fprintf(f, "%*sg%d: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)\n", pad, "", n);
	fprintf(f, "%*sh%d: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g%d, g%d)\n", pad, "", n, n, n);
	fprintf(f, "%*spl.system.tfree_to_aic(g%d, split=0)\n", pad, "", n);
	fprintf(f, "%*spl.tile.store(h%d, [%s * 16, 0], dst)\n", pad, "", n, index);
}

static FILE *create(const char *name) {
	char path[256];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = fopen(path, "w");
	if (!f) {
		perror(path);
		exit(1);
	}
	return f;
}

static void write_pair(int64_t trips) {
	FILE *f = create("before.py");
	fprintf(f, "%s        for i in pl.range(%lld):\n", head, (long long)trips);
	produce(f, 12, "i", 0);
	consume(f, 12, "i", 0);
	fclose(f);
	f = create("after.py");
	fputs(head, f);
	produce(f, 8, "0", 0);
	produce(f, 8, "1", 1);
	fprintf(f, "        for i in pl.range(2, %lld, 2):\n", (long long)trips);
	produce(f, 12, "i", 2);
	produce(f, 12, "(i + 1)", 3);
	consume(f, 12, "(i - 2)", 0);
	consume(f, 12, "(i - 1)", 1);
	char last[2][32];
	for (int k = 0; k < 2; k++) {
		snprintf(last[k], sizeof last[k], "%lld", (long long)(trips - 2 + k));
		consume(f, 8, last[k], 2 + k);
	}
	fclose(f);
}

/* One core's history: q the pushed messages, m the memory; step k of the produce and consume half. */
static void step(FILE *f, const char *side, bool is_produce, int64_t t, int64_t *version_q, int64_t *version_m) {
	if (is_produce) {
		fprintf(f, "(define-fun q%s%lld () (Array Int Tile) (store q%s%lld %lld (add (load %lld) (load %lld))))\n", side, (long long)*version_q + 1, side,
		        (long long)*version_q, (long long)t, (long long)t * 16, (long long)t * 16);
		++*version_q;
	} else {
		fprintf(f, "(define-fun m%s%lld () (Array Int Tile) (store m%s%lld %lld (mul (select popped %lld) (select popped %lld))))\n", side,
		        (long long)*version_m + 1, side, (long long)*version_m, (long long)t * 16, (long long)t, (long long)t);
		++*version_m;
	}
}

static void write_unrolled(int64_t trips) {
	FILE *f = create("pair.smt2");
	fputs("(set-logic ALL)\n(declare-sort Tile 0)\n(declare-fun load (Int) Tile)\n(declare-fun add (Tile Tile) Tile)\n(declare-fun mul (Tile Tile) Tile)\n"
	      "(declare-const popped (Array Int Tile))\n(declare-const q (Array Int Tile))\n(declare-const m (Array Int Tile))\n"
	      "(define-fun qb0 () (Array Int Tile) q)\n(define-fun qa0 () (Array Int Tile) q)\n(define-fun mb0 () (Array Int Tile) m)\n(define-fun ma0 () (Array Int Tile) m)\n", f);
	int64_t q = 0, m = 0;
	for (int64_t t = 0; t < trips; t++) {
		step(f, "b", true, t, &q, &m);
		step(f, "b", false, t, &q, &m);
	}
	q = m = 0;
	for (int64_t t = 0; t < 2; t++)
		step(f, "a", true, t, &q, &m);
	for (int64_t k = 2; k < trips; k += 2) {
		for (int64_t t = k; t < k + 2; t++)
			step(f, "a", true, t, &q, &m);
		for (int64_t t = k - 2; t < k; t++)
			step(f, "a", false, t, &q, &m);
	}
	for (int64_t t = trips - 2; t < trips; t++)
		step(f, "a", false, t, &q, &m);
	fprintf(f, "(assert (not (and (= qb%lld qa%lld) (= mb%lld ma%lld))))\n(check-sat)\n", (long long)trips, (long long)trips, (long long)trips, (long long)trips);
	fclose(f);
}

typedef struct Cost {
	double seconds;
	double megabytes;
	int status; /* -1: not run, -2: out of time */
} Cost;

enum { MOST_SECONDS = 60 };

static Cost measure(const char *const argv[]) {
	fflush(stdout); /* or the child writes it once more */
	pid_t pid = fork();
	if (pid == 0) {
		if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
			_exit(126);
		alarm(MOST_SECONDS);
		execvp(argv[0], (char *const *)(uintptr_t)argv); /* execvp changes none of them */
		_exit(127);
	}
	int status;
	struct rusage used;
	if (pid < 0 || wait4(pid, &status, 0, &used) < 0)
		return (Cost){.status = -1};
	double cpu = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
	return (Cost){cpu, (double)used.ru_maxrss / 1024, WIFEXITED(status) ? (WEXITSTATUS(status) == 127 ? -1 : WEXITSTATUS(status)) : -2};
}

static void cell(Cost c) {
	if (c.status == -1)
		printf("  %18s", "not installed");
	else if (c.status == -2)
		printf("  %17s ", "over the limit");
	else
		printf("  %8.3f s %5.0f MB", c.seconds, c.megabytes);
}

int main(int argc, char **argv) {
	/* The tool to measure lies beside this program, unless TILEPROOF names another. */
	char tool[4096];
	const char *named = getenv("TILEPROOF"), *slash = strrchr(argv[0], '/');
	if (named || !slash)
		snprintf(tool, sizeof tool, "%s", named ? named : "tileproof");
	else if (!realpath(argv[0], tool)) {
		perror(argv[0]);
		return 1;
	} else
		snprintf(strrchr(tool, '/') + 1, 16, "tileproof");
	(void)argc;
	if (!mkdtemp(folder) || chdir(folder)) {
		perror(folder);
		return 1;
	}
	static const int64_t trips[] = {8, 64, 512, 1024, 2048, 4096, 32768, 2147483648};
	double first = 0, most = 0;
	printf("%12s  %18s  %18s   (CPU time, peak memory; limit %d s)\n", "trip count", "tileproof check", "z3, unrolled", MOST_SECONDS);
	for (size_t i = 0; i < sizeof trips / sizeof *trips; i++) {
		write_pair(trips[i]);
		Cost best = {.seconds = 1e9};
		for (int k = 0; k < 9; k++) {
			Cost c = measure((const char *const[]){tool, "check", "--only", "order,values,effects", "before.py", "after.py", NULL});
			if (c.seconds < best.seconds)
				best = c;
		}
		printf("%12lld", (long long)trips[i]);
		cell(best);
		first = i ? first : best.seconds;
		most = best.seconds > most ? best.seconds : most;
		if (trips[i] <= 4096) {
			write_unrolled(trips[i]);
			cell(measure((const char *const[]){"z3", "pair.smt2", NULL}));
		}
		printf("\n");
	}
	printf("largest against trip count 8: %.2f\n", most / first);
	return 0;
}
