#include "reports/format.h"

#include "reports/grid.h"

#include <inttypes.h>

static void escaped(Text *out, const char *s) { grid_escape(out, s, strlen(s)); }

void format_headline(const Row *r, Text *out) {
	text_printf(out, "%s %s (%s) in %s", verdict_names[r->verdict], obligation_rows[r->obligation].name, r->property, r->function);
	if (*r->unit && strcmp(r->unit, "function") && strcmp(r->unit, "pair"))
		text_printf(out, ", %s", r->unit);
	if (*r->reason)
		text_printf(out, ": %s", r->reason);
}

Tally format_tally(const Rows *rows) {
	Tally t = {0};
	for (uint32_t i = 0; i < rows->at.n; i++) {
		const Row *r = &rows->at.at[i];
		if (r->verdict == VERDICT_REFUTED && !row_is_finding(r))
			t.not_replayed++;
		else
			t.of[r->verdict]++;
	}
	return t;
}

static void side(const char *label, const char *file, Span at, const char *value, Text *out) {
	text_printf(out, "    %-7s ", label);
	escaped(out, file);
	if (at.line)
		text_printf(out, ":%" PRIu32, at.line);
	text_addz(out, ": ");
	escaped(out, value);
	text_addz(out, "\n");
}

static void finding(const Row *r, Text *out) {
	const Witness *w = r->witness;
	text_addz(out, "    where   ");
	escaped(out, w->where);
	if (w->iteration >= 0)
		text_printf(out, ", in iteration %" PRId64, w->iteration);
	if (*w->inputs) {
		text_addz(out, ", when ");
		escaped(out, w->inputs);
	}
	text_addz(out, "\n");
	side("before", r->file, w->before_at.line ? w->before_at : r->before_at, w->before, out);
	side("after", r->after_file, w->after_at.line ? w->after_at : r->after_at, w->after, out);
}

void format_text(const Rows *rows, Text *out) {
	text_printf(out, "run %" PRId64 " (%s), %s, %s, tileproof %s", rows->run, rows->command, rows->started, rows->state, rows->version);
	if (*rows->label) {
		text_addz(out, ", ");
		escaped(out, rows->label);
	}
	text_addz(out, "\n");
	static const Verdict order[] = {VERDICT_REFUTED, VERDICT_UNKNOWN, VERDICT_UNSUPPORTED};
	for (size_t k = 0; k < sizeof order / sizeof *order; k++)
		for (uint32_t i = 0; i < rows->at.n; i++) {
			const Row *r = &rows->at.at[i];
			if (r->verdict != order[k])
				continue;
			Text line = {0};
			format_headline(r, &line);
			text_addz(out, "  ");
			escaped(out, r->file);
			text_printf(out, ", %s: ", r->step);
			grid_escape(out, line.at, line.n);
			text_addz(out, "\n");
			vec_free(&line);
			if (row_is_finding(r))
				finding(r, out);
		}
	for (uint32_t i = 0; i < rows->messages.n; i++) {
		const Message *m = &rows->messages.at[i];
		text_addz(out, "  ");
		escaped(out, m->file);
		text_printf(out, ":%" PRIu32 ": ", m->span.line);
		escaped(out, m->text);
		text_addz(out, "\n");
	}
	Tally t = format_tally(rows);
	text_printf(out, "%" PRId64 " pairs, ", rows->pairs);
	tell_tally(&t, out);
	if (rows->gave_up)
		text_printf(out, "; %" PRIu32 " loops got less pipelining than they asked for", rows->gave_up);
	text_addz(out, "\n");
}
