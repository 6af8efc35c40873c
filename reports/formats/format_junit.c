#include "reports/formats/format.h"
#include "reports/formats/xml.h"

#include <inttypes.h>

static void attribute(Text *out, const char *name, const char *value) {
	text_printf(out, " %s=\"", name);
	xml_text(out, value);
	text_addz(out, "\"");
}

static bool same_pair(const Row *a, const Row *b) {
	return !strcmp(a->file, b->file) && !strcmp(a->after_file, b->after_file) && !strcmp(a->step, b->step);
}

static void outcome(const Row *r, Text *out) {
	Text says = {0};
	format_headline(r, &says);
	if (row_is_finding(r)) {
		text_addz(out, "<failure");
		attribute(out, "message", text_end(&says));
		attribute(out, "type", obligation_rows[r->obligation].name);
		text_addz(out, ">");
		Text story = {0};
		format_witness(r, true, &story);
		xml_text(out, text_end(&story));
		vec_free(&story);
		text_addz(out, "</failure>");
	} else if (r->verdict == VERDICT_REFUTED) {
		text_addz(out, "<error");
		attribute(out, "message", "refuted without replay: a bug of tileproof");
		attribute(out, "type", "internal");
		text_addz(out, "/>");
	} else if (r->verdict == VERDICT_UNKNOWN || r->verdict == VERDICT_UNSUPPORTED) {
		text_addz(out, "<skipped");
		attribute(out, "message", text_end(&says));
		text_addz(out, "/>");
	}
	vec_free(&says);
}

static void test_case(const Row *r, Text *out) {
	Text name = {0};
	text_printf(&name, "%s%s%s", obligation_rows[r->obligation].name, *r->unit ? ", " : "", r->unit);
	text_addz(out, "    <testcase");
	attribute(out, "classname", r->function);
	attribute(out, "name", text_end(&name));
	vec_free(&name);
	text_printf(out, " time=\"%.6f\">", r->seconds);
	outcome(r, out);
	text_addz(out, "</testcase>\n");
}

static void suite(const Rows *rows, uint32_t from, uint32_t to, Text *out) {
	unsigned failures = 0, errors = 0, skipped = 0;
	double seconds = 0;
	for (uint32_t i = from; i < to; i++) {
		const Row *r = &rows->at.at[i];
		failures += row_is_finding(r);
		errors += r->verdict == VERDICT_REFUTED && !row_is_finding(r);
		skipped += r->verdict == VERDICT_UNKNOWN || r->verdict == VERDICT_UNSUPPORTED;
		seconds += r->seconds;
	}
	Text name = {0};
	text_printf(&name, "%s, %s", rows->at.at[from].file, rows->at.at[from].step);
	text_addz(out, "  <testsuite");
	attribute(out, "name", text_end(&name));
	vec_free(&name);
	text_printf(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.6f\"", to - from, failures, errors, skipped, seconds);
	Text stamp = {0};
	text_addz(&stamp, rows->started);
	if (stamp.n > 19)
		stamp.n = 19; /* seconds are enough, and the schema knows no fraction */
	attribute(out, "timestamp", text_end(&stamp));
	vec_free(&stamp);
	text_addz(out, ">\n");
	for (uint32_t i = from; i < to; i++)
		test_case(&rows->at.at[i], out);
	text_addz(out, "  </testsuite>\n");
}

void format_junit(const Rows *rows, Text *out) {
	Tally t = format_tally(rows);
	text_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tileproof\" tests=\"%u\" failures=\"%u\" errors=\"%u\">\n",
		(unsigned)(rows->at.n + rows->messages.n), (unsigned)t.of[VERDICT_REFUTED], (unsigned)(t.not_replayed + rows->messages.n));
	for (uint32_t from = 0, to; from < rows->at.n; from = to) {
		to = from + 1;
		while (to < rows->at.n && same_pair(&rows->at.at[from], &rows->at.at[to]))
			to++;
		suite(rows, from, to, out);
	}
	if (rows->messages.n) {
		text_printf(out, "  <testsuite name=\"files\" tests=\"%u\" failures=\"0\" errors=\"%u\" skipped=\"0\" time=\"0\">\n", (unsigned)rows->messages.n,
			(unsigned)rows->messages.n);
		for (uint32_t i = 0; i < rows->messages.n; i++) {
			const Message *m = &rows->messages.at[i];
			text_addz(out, "    <testcase classname=\"input\"");
			attribute(out, "name", m->file);
			text_addz(out, "><error");
			attribute(out, "message", m->text);
			attribute(out, "type", "input");
			text_addz(out, "/></testcase>\n");
		}
		text_addz(out, "  </testsuite>\n");
	}
	text_addz(out, "</testsuites>\n");
}
