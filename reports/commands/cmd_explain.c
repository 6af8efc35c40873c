/* tileproof explain BEFORE AFTER: every obligation as a person would put it - what had to hold, whether it does, and why. */
#include "reports/commands/cli.h"
#include "reports/formats/grid.h"
#include "reports/commands/pairwise.h"

#include <inttypes.h>

enum { LINE_LIMIT = 120 };

static void add(Text *out, const char *before, const char *text, const char *behind) {
	text_addz(out, before);
	grid_escape(out, text, strlen(text));
	text_addz(out, behind);
}

static void source(const Program *p, Span at, const char *label, Text *out) {
	const char *line;
	size_t n;
	if (!tell_source_line(p, at.line, &line, &n))
		return;
	text_printf(out, "    %s line %" PRIu32 ": ", label, at.line);
	grid_escape(out, line, n > LINE_LIMIT ? LINE_LIMIT : n);
	text_addz(out, n > LINE_LIMIT ? "...\n" : "\n");
}

static void explain(const Result *r, const Pairwise *p, Text *out) {
	add(out, "  ", obligation_rows[r->obligation].name, "");
	add(out, " (", r->property, ")");
	if (*r->unit && strcmp(r->unit, "function"))
		add(out, ", ", r->unit, "");
	text_printf(out, "\n    what must hold: %s\n", obligation_rows[r->obligation].says);
	text_printf(out, "    %s (%s)\n", verdict_names[r->verdict], verdict_says[r->verdict]);
	bool refuted = r->verdict == VERDICT_REFUTED; /* decided by what was found, not by an argument */
	const char *how = refuted ? r->reason : r->argument;
	if (*how)
		add(out, "    how it was decided: ", how, "\n");
	if (*r->reason && !refuted)
		add(out, "    note: ", r->reason, "\n");
	if (r->witness) {
		tell_witness(r, p->before, p->after, out);
		return;
	}
	source(p->before, r->before_at, "before,", out);
	source(p->after, r->after_at, "after,", out);
}

static void account(const Pairwise *p, Text *out) {
	const char *function = NULL; /* results of one function stand together */
	for (uint32_t i = 0; i < p->report->results.n; i++) {
		const Result *r = &p->report->results.at[i];
		if (!function || strcmp(function, r->function)) {
			function = r->function;
			add(out, i ? "\n" : "", function, "\n");
		}
		explain(r, p, out);
	}
	text_addc(out, '\n');
	tell_tally(&p->tally, out);
	text_addc(out, '\n');
}

ExitCode cmd_explain(int argc, char **argv) {
	return pairwise_run(argc, argv,
		"Tells of every obligation between two dumps what it demands, whether it holds, and how that was decided.\v"
		"Exit status as that of 'tileproof check'.",
		account, NULL);
}
