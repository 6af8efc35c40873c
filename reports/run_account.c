#include "reports/run_account.h"

#include "reports/decisions.h"
#include "reports/formats/grid.h"

#include <inttypes.h>

enum { OUTCOMES = OUTCOME_UNRECOGNISED + 1, INDENT = 2, HANGING = 6 };

/* How the step that a decision belongs to was judged. */
typedef enum Judged { JUDGED_PROVED, JUDGED_REFUTED, JUDGED_OPEN, JUDGED_NOT, JUDGED_COUNT } Judged;
static const char *const judged_names[JUDGED_COUNT] = {"proved", "refuted", "not decided", "not checked"};

struct RunAccount {
	bool verbose;
	unsigned width;
	uint32_t of[PASS_COUNT][OUTCOMES][JUDGED_COUNT];
	uint32_t loops, left_out;
	Text lines;
};

RunAccount *run_account_new(bool verbose, unsigned width) {
	RunAccount *a = mem_alloc(sizeof *a);
	*a = (RunAccount){.verbose = verbose, .width = width};
	return a;
}

void run_account_free(RunAccount *a) {
	if (!a)
		return;
	vec_free(&a->lines);
	mem_free_(a);
}

static Judged judged(Verdict v) {
	return v == VERDICT_COUNT ? JUDGED_NOT : v == VERDICT_PROVED ? JUDGED_PROVED : v == VERDICT_REFUTED ? JUDGED_REFUTED : JUDGED_OPEN;
}

static bool less_than_asked(const Decision *x) {
	return x->outcome == OUTCOME_DEMOTED || x->outcome == OUTCOME_DECLINED || (x->outcome == OUTCOME_SKEWED && x->depth < x->requested);
}

void run_account_add(RunAccount *a, const Job *j, const char *path) {
	bool headed = false;
	for (uint32_t k = 0; k < j->decisions.n; k++) {
		const JobDecision *x = &j->decisions.at[k];
		const Program *p = j->text[x->text];
		const char *function = ir_text(p, ir_func(p, x->decision.function)->name);
		Verdict v = x->step < j->steps ? job_verdict(&j->step[x->step], function) : VERDICT_COUNT;
		a->of[x->decision.pass][x->decision.outcome][judged(v)]++;
		a->loops++;
		if (!a->verbose && v == VERDICT_PROVED && !less_than_asked(&x->decision)) {
			a->left_out++;
			continue;
		}
		if (!headed)
			grid_wrap(&a->lines, path, 0, HANGING, a->width);
		headed = true;
		Text line = {0};
		text_printf(&line, "%s, line %" PRIu32 ", %s: ", function, x->decision.loop.line, pass_name(x->decision.pass));
		decisions_outcome(&x->decision, &line);
		text_printf(&line, " (%s)", v == VERDICT_COUNT ? judged_names[JUDGED_NOT] : verdict_names[v]);
		if (x->decision.reason && *x->decision.reason)
			text_printf(&line, ": %s", x->decision.reason);
		grid_wrap(&a->lines, text_end(&line), INDENT, HANGING, a->width);
		vec_free(&line);
	}
}

void run_account_print(const RunAccount *a, Text *out) {
	if (!a->loops)
		return;
	text_add(out, a->lines.at ? a->lines.at : "", a->lines.n);
	if (a->lines.n)
		text_addz(out, "\n");
	uint32_t all[JUDGED_COUNT] = {0};
	for (int p = 0; p < PASS_COUNT; p++)
		for (int o = 0; o < OUTCOMES; o++)
			for (int k = 0; k < JUDGED_COUNT; k++)
				all[k] += a->of[p][o][k];
	unsigned columns = 3;
	for (int k = 0; k < JUDGED_COUNT; k++)
		columns += all[k] != 0;
	Grid *g = grid_new(columns);
	static const char *const heads[] = {"pass", "outcome", "loops"};
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		grid_addz(g, heads[i]);
	for (int k = 0; k < JUDGED_COUNT; k++)
		if (all[k])
			grid_addz(g, judged_names[k]);
	for (int p = 0; p < PASS_COUNT; p++)
		for (int o = 0; o < OUTCOMES; o++) {
			uint32_t loops = 0;
			for (int k = 0; k < JUDGED_COUNT; k++)
				loops += a->of[p][o][k];
			if (!loops)
				continue;
			grid_addz(g, pass_name((PassId)p));
			grid_addz(g, outcome_names[o]);
			grid_number(g, loops);
			for (int k = 0; k < JUDGED_COUNT; k++)
				if (all[k])
					grid_number(g, a->of[p][o][k]);
		}
	grid_print(g, out);
	grid_free(g);
	if (a->left_out)
		text_printf(out, "(%" PRIu32 " of %" PRIu32 " decisions are as asked for and proved: --verbose lists them)\n", a->left_out, a->loops);
}
