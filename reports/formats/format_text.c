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

void format_echoes(const Rows *rows, Text *out) {
	text_printf(out, "%" PRIu32 " of the refuted %s of these faults again, behind a later pass or end to end", rows->echoes, rows->echoes == 1 ? "is one" : "are some");
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

void format_witness(const Row *r, bool with_story, Text *out) {
	const Witness *w = r->witness;
	text_printf(out, "at %s%s%s", w->where, *w->inputs ? ", when " : "", w->inputs);
	side("before", r->file, w->before_at.line ? w->before_at.line : r->before_at.line, out);
	format_value(w->before, w->before_rounds, out);
	side("after", r->after_file, w->after_at.line ? w->after_at.line : r->after_at.line, out);
	format_value(w->after, w->after_rounds, out);
	if (with_story && *w->story)
		text_printf(out, "\n%s", w->story);
}

/* The witness, each line behind the indentation. */
static void finding(const Row *r, bool story_is_told, Text *out) {
	Text lines = {0};
	format_witness(r, !story_is_told, &lines);
	if (story_is_told)
		text_addz(&lines, "\nthe schedule is the one above");
	for (const char *s = text_end(&lines); *s;) {
		size_t n = strcspn(s, "\n");
		text_addz(out, "    ");
		grid_escape(out, s, n);
		text_addz(out, "\n");
		s += n + (s[n] == '\n');
	}
	vec_free(&lines);
}

/* A line behind two blanks; width 0: of any length. */
static void line(const Text *t, unsigned width, Text *out) {
	if (width) {
		grid_wrap(out, t->at, 2, 6, width);
		return;
	}
	text_addz(out, "  ");
	grid_escape(out, t->at, t->n);
	text_addz(out, "\n");
}

static bool says_the_same(const Row *a, const Row *b) {
	return a->verdict == b->verdict && a->file == b->file && !strcmp(a->step, b->step) && !strcmp(a->function, b->function) &&
		!strcmp(a->unit, b->unit) && *a->reason && !strcmp(a->reason, b->reason);
}

/* The schedule of a finding stands under the one in front of it already. */
static bool same_story(const Row *told, const Row *r) {
	return told && *r->witness->story && told->file == r->file && !strcmp(told->step, r->step) && !strcmp(told->witness->story, r->witness->story);
}

/* Findings first. brief: neighbours that say the same are one line, and a fault is told where it comes up only. */
static void results(const Rows *rows, bool brief, unsigned width, Text *out) {
	static const Verdict order[] = {VERDICT_REFUTED, VERDICT_UNKNOWN, VERDICT_UNSUPPORTED};
	const Row *told = NULL;
	for (size_t k = 0; k < sizeof order / sizeof *order; k++)
		for (uint32_t i = 0, n; i < rows->at.n; i += n) {
			const Row *r = &rows->at.at[i];
			n = 1;
			if (r->verdict != order[k] || (brief && r->echo))
				continue;
			while (brief && !r->witness && i + n < rows->at.n && says_the_same(r, &rows->at.at[i + n]))
				n++;
			Text t = {0};
			text_printf(&t, "%s, %s: ", r->file, r->step);
			format_headline(r, &t);
			if (n > 1)
				text_printf(&t, " (so are %" PRIu32 " more obligations of it)", n - 1);
			text_end(&t);
			line(&t, width, out);
			vec_free(&t);
			if (row_is_finding(r)) {
				finding(r, same_story(told, r), out);
				told = r;
			}
		}
}

static void text(const Rows *rows, bool brief, unsigned width, Text *out) {
	text_printf(out, "run %" PRId64 " (%s), %s, %s, tileproof %s", rows->run, rows->command, rows->started, rows->state, rows->version);
	if (*rows->label) {
		text_addz(out, ", ");
		escaped(out, rows->label);
	}
	text_addz(out, "\n");
	results(rows, brief, width, out);
	for (uint32_t i = 0; i < rows->messages.n; i++) {
		const Message *m = &rows->messages.at[i];
		Text t = {0};
		text_addz(&t, m->file);
		if (m->span.line)
			text_printf(&t, ":%" PRIu32, m->span.line);
		text_printf(&t, ": %s", m->text);
		text_end(&t);
		line(&t, width, out);
		vec_free(&t);
	}
	Tally t = format_tally(rows);
	text_printf(out, "%" PRId64 " pairs, ", rows->pairs);
	tell_tally(&t, out);
	if (brief && rows->echoes) {
		text_addz(out, "\n");
		format_echoes(rows, out);
		text_addz(out, " (--verbose lists them)");
	}
	if (rows->gave_up)
		text_printf(out, "\n%" PRIu32 " loop%s got less pipelining than asked for: query lost-pipelining", rows->gave_up, rows->gave_up == 1 ? "" : "s");
	text_addz(out, "\n");
}

void format_text(const Rows *rows, Text *out) { text(rows, false, 0, out); }

void format_brief(const Rows *rows, unsigned width, Text *out) { text(rows, true, width, out); }
