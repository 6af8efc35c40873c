#include "reports/formats/format.h"

#include "reports/formats/grid.h"

#include <inttypes.h>

static void escaped(Text *out, const char *s) { grid_escape(out, s, strlen(s)); }

void format_headline(const Row *r, Text *out) {
	text_printf(out, "%s %s (%s) in %s", verdict_names[r->verdict], obligation_rows[r->obligation].name, r->property, r->function);
	if (*r->unit && strcmp(r->unit, "function") && strcmp(r->unit, "pair"))
		text_printf(out, ", %s", r->unit);
	if (*r->reason)
		text_printf(out, ": %s", r->reason);
}

void format_step(const Row *r, Text *out) {
	if (*r->step)
		text_printf(out, "step %s: ", r->step);
}

const char *format_path(const char *path) {
	while (path[0] == '.' && path[1] == '/')
		for (path += 2; *path == '/';)
			path++;
	return path;
}

Tally format_tally(const Rows *rows) {
	Tally t = {0};
	memcpy(t.of, rows->verdicts, sizeof t.of);
	for (uint32_t i = 0; i < rows->at.n; i++)
		t.not_replayed += rows->at.at[i].verdict == VERDICT_REFUTED && !row_is_finding(&rows->at.at[i]);
	t.of[VERDICT_REFUTED] -= t.not_replayed;
	return t;
}

void format_value(const char *value, const char *rounds, Text *out) {
	text_addz(out, *value ? value : "nothing");
	if (rounds && *rounds)
		text_printf(out, ", in %s", rounds);
}

static void side(const char *which, const char *file, uint32_t line, Text *out) {
	text_printf(out, "\n%s (%s", which, file);
	if (line)
		text_printf(out, ":%" PRIu32, line);
	text_addz(out, "): ");
}

void format_witness(const Row *r, Text *out) {
	const Witness *w = r->witness;
	text_printf(out, "at %s%s%s", w->where, *w->inputs ? ", when " : "", w->inputs);
	side("before", r->file, w->before_at.line ? w->before_at.line : r->before_at.line, out);
	format_value(w->before, w->before_rounds, out);
	side("after", r->after_file, w->after_at.line ? w->after_at.line : r->after_at.line, out);
	format_value(w->after, w->after_rounds, out);
	if (*w->story)
		text_printf(out, "\n%s", w->story);
}

/* The witness, each line behind the indentation. */
static void finding(const Row *r, Text *out) {
	Text lines = {0};
	format_witness(r, &lines);
	for (const char *s = text_end(&lines); *s;) {
		size_t n = strcspn(s, "\n");
		text_addz(out, "    ");
		grid_escape(out, s, n);
		text_addz(out, "\n");
		s += n + (s[n] == '\n');
	}
	vec_free(&lines);
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
		if (m->span.line)
			text_printf(out, ":%" PRIu32, m->span.line);
		text_addz(out, ": ");
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
