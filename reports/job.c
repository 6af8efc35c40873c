#include "reports/job.h"

#include "model/parse.h"
#include "model/print.h"
#include "reports/pipeline.h"
#include "reports/progress.h"

static const char *const roles[PASS_COUNT] = {
#define PASS(id, name, compiler_name) "after " name,
#include "analyzer/passes.def"
};

static void compare(Job *j, const JobOptions *o, const char *name, unsigned before, unsigned after) {
	JobStep *s = &j->step[j->steps++];
	*s = (JobStep){.name = name, .before = before, .after = after, .report = report_new()};
	double start = progress_clock();
	check_programs(j->text[before], j->text[after], &o->check, s->report);
	s->seconds = progress_clock() - start;
	tell_count(&j->tally, s->report);
}

/* The last text through one pass -> a further text. */
static bool transform(Job *j, const JobOptions *o, PassId pass, Diag *d) {
	const Program *from = j->text[j->texts - 1];
	Program *p = parse_program(from->file, from->source, from->length, d);
	if (!p) {
		j->code = EXIT_INTERNAL; /* it was read before */
		return false;
	}
	j->rewritten[pass] = p;
	Pipeline pipeline = {.passes = 1u << pass, .options = o->pass};
	PipelineEnd end = pipeline_run(&pipeline, p, d);
	for (uint32_t i = 0; i < pipeline.decisions.n; i++) {
		JobDecision x = {.decision = pipeline.decisions.at[i], .text = j->texts - 1, .step = j->steps};
		vec_push(&j->decisions, x);
	}
	vec_free(&pipeline.decisions);
	if (end != PIPELINE_DONE) {
		j->code = exit_worse(j->code, end == PIPELINE_INPUT ? EXIT_INPUT : EXIT_INTERNAL);
		return false;
	}
	Text out = {0}, name = {0};
	print_program(p, &out);
	text_printf(&name, "%s (%s)", j->text[0]->file, roles[pass]); /* positions in it are not positions in the file */
	Program *next = parse_program(text_end(&name), out.at ? out.at : "", out.n, d);
	vec_free(&name);
	vec_free(&out);
	if (!next) { /* what we print must be readable */
		j->code = EXIT_INTERNAL;
		return false;
	}
	j->role[j->texts] = roles[pass];
	j->text[j->texts++] = next;
	return true;
}

void job_run(Job *j, const char *path, const JobOptions *o, Diag *d) {
	*j = (Job){.code = EXIT_CLEAN};
	j->text[0] = parse_file(path, d);
	if (!j->text[0]) {
		j->code = EXIT_INPUT;
		return;
	}
	j->role[0] = "input";
	j->texts = 1;
	for (int pass = 0; pass < PASS_COUNT; pass++) {
		if (!(o->passes >> pass & 1))
			continue;
		if (!transform(j, o, (PassId)pass, d))
			return;
		compare(j, o, pass_name((PassId)pass), j->texts - 2, j->texts - 1);
	}
	if (j->steps > 1)
		compare(j, o, JOB_WHOLE, 0, j->texts - 1);
	j->code = exit_worse(j->code, tell_exit(&j->tally, o->strict));
}

void job_free(Job *j) {
	for (unsigned i = 0; i < j->steps; i++)
		report_free(j->step[i].report);
	for (unsigned i = 0; i < j->texts; i++)
		ir_free(j->text[i]);
	for (unsigned i = 0; i < PASS_COUNT; i++)
		ir_free(j->rewritten[i]);
	vec_free(&j->decisions);
}

const char *job_input(const char *name, Arena *a) {
	static const char mark[] = " (after ";
	const char *tail = NULL;
	for (const char *s = name; (s = strstr(s, mark)); s++)
		tail = s;
	return tail && tail != name && name[strlen(name) - 1] == ')' ? arena_text(a, name, (size_t)(tail - name)) : NULL;
}

/* "f" in "f", or one part of "f+g". */
static bool concerns(const char *names, const char *function) {
	size_t length = strlen(function);
	for (const char *s = names;;) {
		size_t n = strcspn(s, "+");
		if (n == length && !memcmp(s, function, n))
			return true;
		if (!s[n])
			return false;
		s += n + 1;
	}
}

Verdict job_verdict(const JobStep *s, const char *function) {
	Verdict worst = VERDICT_COUNT;
	for (uint32_t i = 0; i < s->report->results.n; i++) {
		const Result *r = &s->report->results.at[i];
		if (concerns(r->function, function) && (worst == VERDICT_COUNT || tell_rank(r->verdict) > tell_rank(worst)))
			worst = r->verdict;
	}
	return worst;
}
