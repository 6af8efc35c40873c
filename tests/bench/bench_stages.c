/* Throughput of each stage on one dump, in this process, best of many rounds. The last column relates a stage to a plain scan
 * of the same bytes in the same run, which makes figures of different machines comparable. */
#include "model/parse.h"
#include "model/print.h"
#include "model/wellformed.h"
#include "reports/pipeline.h"

#include <stdlib.h>
#include <time.h>

typedef struct Input {
	const char *file;
	char *text;
	size_t length;
	unsigned long sum; /* keeps the scan from being optimised away */
} Input;

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static Program *parse(const Input *in) {
	Diag *d = diag_new();
	Program *p = parse_program(in->file, in->text, in->length, d);
	diag_print(d, stderr);
	diag_free(d);
	if (!p)
		exit(1);
	return p;
}

static double scan(Input *in) {
	double start = now();
	for (size_t k = 0; k < in->length; k++)
		in->sum = in->sum * 31 + (unsigned char)in->text[k];
	return now() - start;
}

static double parsing(Input *in) {
	double start = now();
	Program *p = parse(in);
	double seconds = now() - start;
	ir_free(p);
	return seconds;
}

static double printing(Input *in) {
	Program *p = parse(in);
	Text text = { 0 };
	double start = now();
	print_program(p, &text);
	double seconds = now() - start;
	in->sum += text.n;
	vec_free(&text);
	ir_free(p);
	return seconds;
}

static double wellformed(Input *in) {
	Program *p = parse(in);
	Flaws flaws = { 0 };
	double start = now();
	for (FuncId f = 1; f <= ir_func_count(p); f++)
		wellformed_function(p, f, &flaws);
	double seconds = now() - start;
	vec_free(&flaws);
	ir_free(p);
	return seconds;
}

/* The passes alone, without the checks between them. */
static double passes(Input *in) {
	Program *p = parse(in);
	Diag *d = diag_new();
	Pipeline pipeline = { .passes = (1u << PASS_COUNT) - 1, .options = { PLANNER_PYPTO, ARCH_A2A3, ~(uint64_t)0 } };
	PipelineEnd end = pipeline_run(&pipeline, p, d);
	diag_print(d, stderr);
	if (end != PIPELINE_DONE)
		exit(1);
	double seconds = 0;
	for (int k = 0; k < PASS_COUNT; k++)
		seconds += pipeline.seconds[k];
	vec_free(&pipeline.decisions);
	diag_free(d);
	ir_free(p);
	return seconds;
}

static bool read_input(Input *in) {
	FILE *f = fopen(in->file, "rb");
	if (!f)
		return false;
	Text text = { 0 };
	char block[65536];
	for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;)
		text_add(&text, block, n);
	bool good = !ferror(f) && text.n;
	fclose(f);
	in->text = text.at;
	in->length = text.n;
	return good;
}

int main(int argc, char **argv) {
	static const struct {
		const char *name;
		double (*run)(Input *in);
	} stages[] = { { "scan of the bytes", scan }, { "parse", parsing }, { "print", printing }, { "well-formedness", wellformed },
		{ "skew, slots, loops", passes } };
	Input in = { .file = argc == 2 ? argv[1] : "" };
	if (argc != 2 || !read_input(&in)) {
		fprintf(stderr, "usage: bench_stages FILE\n");
		return 64;
	}
	printf("%s, %zu bytes\n%-22s %12s %12s %12s\n", in.file, in.length, "stage", "ms", "MB/s", "x scan");
	double unit = 0;
	for (unsigned s = 0; s < sizeof stages / sizeof *stages; s++) {
		double best = 1e9, until = now() + 1;
		for (unsigned round = 0; round < 5 || (now() < until && round < 1000); round++) {
			double seconds = stages[s].run(&in);
			best = seconds < best ? seconds : best;
		}
		unit = s ? unit : best;
		printf("%-22s %12.3f %12.1f %12.1f\n", stages[s].name, best * 1e3, (double)in.length / best / 1e6, best / unit);
	}
	mem_free_(in.text);
	return in.sum == 42;
}
