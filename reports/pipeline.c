#include "reports/pipeline.h"

#include "analyzer/neighbours.h"
#include "model/wellformed.h"

#include <time.h>

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool same_word(const char *word, const char *s, size_t n) {
	return strlen(word) == n && !memcmp(word, s, n);
}

bool pipeline_passes(const char *list, uint32_t *passes) {
	*passes = 0;
	for (const char *s = list;; s++) {
		size_t n = strcspn(s, ",");
		int k = 0;
		while (k < PASS_COUNT && !same_word(pass_name((PassId)k), s, n))
			k++;
		if (k == PASS_COUNT)
			return false;
		*passes |= 1u << k;
		s += n;
		if (!*s)
			return true;
	}
}

bool pipeline_guards(const char *list, uint64_t *guards) {
	*guards = 0;
	for (const char *s = list;; s++) {
		size_t n = strcspn(s, ",");
		int k = GUARD_NONE + 1;
		while (k < GUARD_COUNT && !same_word(guard_rows[k].name, s, n))
			k++;
		if (k < GUARD_COUNT)
			*guards |= (uint64_t)1 << k;
		else if (same_word("all", s, n))
			*guards = ~(uint64_t)0;
		else if (!same_word("none", s, n))
			return false;
		s += n;
		if (!*s)
			return true;
	}
}

/* The pipeline loop of this pass that stands last above the flaw; line 0 when there is none. */
static Span loop_above(const Pipeline *pipeline, PassId pass, const Flaw *flaw) {
	Span found = { 0, 0 };
	for (uint32_t k = 0; k < pipeline->decisions.n; k++) {
		const Decision *x = &pipeline->decisions.at[k];
		if (x->pass == pass && x->function == flaw->function && x->loop.line <= flaw->span.line && x->loop.line >= found.line)
			found = x->loop;
	}
	return found;
}

static void report_flaws(const Pipeline *pipeline, const Program *p, const Flaws *flaws, int pass, Diag *d) {
	for (uint32_t k = 0; k < flaws->n; k++) {
		const Flaw *flaw = &flaws->at[k];
		const char *function = ir_text(p, ir_func(p, flaw->function)->name);
		if (pass < 0) {
			diag_add(d, SEV_ERROR, p->file, p->source, p->length, flaw->span, "P%d, in function '%s': %s", flaw->property, function,
				flaw->text);
			continue;
		}
		Span loop = loop_above(pipeline, (PassId)pass, flaw);
		diag_add(d, SEV_ERROR, p->file, p->source, p->length, loop.line ? loop : flaw->span,
			"P%d, in function '%s' after %s of this loop: %s", flaw->property, function, pass_compiler_name((PassId)pass),
			flaw->text);
	}
}

/* pass < 0: the program as it was given. */
static bool is_wellformed(Pipeline *pipeline, Program *p, int pass, Diag *d) {
	double start = now();
	Flaws flaws = { 0 };
	for (FuncId f = 1; f <= ir_func_count(p); f++)
		wellformed_function(p, f, &flaws);
	report_flaws(pipeline, p, &flaws, pass, d);
	bool good = !flaws.n;
	vec_free(&flaws);
	pipeline->check_seconds += now() - start;
	return good;
}

static bool run_pass(Pipeline *pipeline, Program *p, PassId pass, Diag *d) {
	double start = now();
	bool good = true;
	PassOptions options = pipeline->options;
	Neighbours *neighbours = neighbours_new(p);
	options.neighbours = neighbours;
	for (FuncId f = 1; good && f <= ir_func_count(p); f++)
		good = pass_run(pass, p, f, &options, &pipeline->decisions, d);
	neighbours_free(neighbours);
	pipeline->seconds[pass] += now() - start;
	return good;
}

PipelineEnd pipeline_run(Pipeline *pipeline, Program *p, Diag *d) {
	if (!is_wellformed(pipeline, p, -1, d))
		return PIPELINE_INPUT;
	for (int pass = 0; pass < PASS_COUNT; pass++) {
		if (!(pipeline->passes >> pass & 1))
			continue;
		if (!run_pass(pipeline, p, (PassId)pass, d))
			return PIPELINE_INPUT;
		if (!is_wellformed(pipeline, p, pass, d))
			return pipeline->options.guards ? PIPELINE_INTERNAL : PIPELINE_INPUT;
	}
	return PIPELINE_DONE;
}
