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

/* The line of a result, unless it is the head of the function, which says nothing that its name does not. */
static void source(const Program *p, Span at, const char *label, Text *out) {
	const char *line;
	size_t n;
	if (!tell_source_line(p, at.line, &line, &n) || (n > 4 && !memcmp(line, "def ", 4)))
		return;
	text_printf(out, "    %s line %" PRIu32 ": ", label, at.line);
	grid_escape(out, line, n > LINE_LIMIT ? LINE_LIMIT : n);
	text_addz(out, n > LINE_LIMIT ? "...\n" : "\n");
}

typedef struct Account {
	const Pairwise *pair;
	uint32_t demanded;   /* obligations whose demand has been told */
	const Result *told;  /* the story told last */
} Account;

static void explain(Account *a, const Result *r, Text *out) {
	add(out, "  ", obligation_rows[r->obligation].name, "");
	add(out, " (", r->property, ")");
	if (*r->unit && strcmp(r->unit, "function"))
		add(out, ", ", r->unit, "");
	text_printf(out, ": %s (%s)\n", verdict_names[r->verdict], verdict_says[r->verdict]);
	if (!(a->demanded >> r->obligation & 1))
		text_printf(out, "    what must hold: %s\n", obligation_rows[r->obligation].says);
	a->demanded |= 1u << r->obligation;
	bool refuted = r->verdict == VERDICT_REFUTED; /* decided by what was found, not by an argument */
	const char *how = refuted ? r->reason : r->argument;
	if (*how)
		add(out, "    how it was decided: ", how, "\n");
	if (*r->reason && !refuted)
		add(out, "    note: ", r->reason, "\n");
	if (r->witness) {
		tell_witness(r, a->pair->before, a->pair->after, &a->told, out);
		return;
	}
	source(a->pair->before, r->before_at, "before,", out);
	source(a->pair->after, r->after_at, "after,", out);
}

/* Results of one function stand together. */
static uint32_t length_of_function(const Report *r, uint32_t i) {
	uint32_t n = 1;
	while (i + n < r->results.n && !strcmp(r->results.at[i].function, r->results.at[i + n].function))
		n++;
	return n;
}

/* What proves all results alike, so that one line tells them; NULL: there is more to say. Code that stands as it did needs no more
 * words, other arguments do where their obligation comes first. */
static const char *common_argument(const Account *a, const Result *r, uint32_t n) {
	const char *argument = r[n - 1].argument;
	bool identical = !strcmp(argument, "identical");
	for (uint32_t i = 0; i < n; i++) {
		bool alike = !strcmp(r[i].argument, argument) || (identical && r[i].obligation == OB_WELLFORMED);
		if (r[i].verdict != VERDICT_PROVED || *r[i].reason || !alike || !(identical || a->demanded >> r[i].obligation & 1))
			return NULL;
	}
	return identical ? "the same code up to names" : argument;
}

static void account(const Pairwise *p, Text *out) {
	const Report *r = p->report;
	Account a = {.pair = p};
	for (uint32_t i = 0, n; i < r->results.n; i += n) {
		n = length_of_function(r, i);
		add(out, i ? "\n" : "", r->results.at[i].function, "\n");
		const char *common = common_argument(&a, &r->results.at[i], n);
		if (common) {
			for (uint32_t k = 0; k < n; k++)
				text_printf(out, "%s%s", k ? ", " : "  ", obligation_rows[r->results.at[i + k].obligation].name);
			add(out, ": proved, ", common, "\n");
			continue;
		}
		for (uint32_t k = 0; k < n; k++)
			explain(&a, &r->results.at[i + k], out);
	}
	text_addc(out, '\n');
	tell_tally(&p->tally, out);
	text_addc(out, '\n');
}

ExitCode cmd_explain(int argc, char **argv) {
	return pairwise_run(argc, argv,
		"Tells of every obligation between two dumps what it demands (where it comes first), whether it holds, and how that was decided.\v"
		"Exit status as that of 'tileproof check'.",
		account, NULL);
}
