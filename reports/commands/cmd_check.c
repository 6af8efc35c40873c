/* tileproof check BEFORE AFTER: one object of results, or an account for people. */
#include "reports/commands/cli.h"
#include "reports/formats/json.h"
#include "reports/commands/pairwise.h"

static void account(const Pairwise *p, Text *out) {
	static const Verdict order[] = {VERDICT_REFUTED, VERDICT_UNKNOWN, VERDICT_UNSUPPORTED, VERDICT_ASSUMED, VERDICT_BOUNDED};
	const Result *told = NULL;
	for (size_t k = 0; k < sizeof order / sizeof *order; k++)
		for (uint32_t i = 0, n; i < p->report->results.n; i += n) {
			const Result *x = &p->report->results.at[i];
			n = tell_alike(p->report, i);
			if (x->verdict != order[k])
				continue;
			if (x->verdict == VERDICT_ASSUMED || x->verdict == VERDICT_BOUNDED)
				tell_line(x, n, out);
			else
				tell_result(x, n, p->before, p->after, &told, out);
		}
	text_printf(out, "%s -> %s, %s: ", p->files[0], p->files[1], arch_name(p->shared.check.arch));
	tell_tally(&p->tally, out);
	text_addc(out, '\n');
}

static void object(const Pairwise *p, Text *out) {
	json_t *j = js_check(p->files[0], p->files[1], &p->shared.check, p->report);
	js_print(j, out);
	json_decref(j);
}

ExitCode cmd_check(int argc, char **argv) {
	return pairwise_run(argc, argv,
		"Compares two dumps of one program and says of every obligation whether the transformation between them kept it.\v"
		"Exit status: 0 nothing refuted; 1 refuted; 2 and 3 see --strict; 4 a file cannot be read; 5 internal error.",
		account, object);
}
