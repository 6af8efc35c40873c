#include "reports/formats/format.h"
#include "reports/formats/markdown.h"

#include <inttypes.h>
#include <stdio.h>

static void findings(const Rows *rows, uint32_t n, Text *out) {
	if (!n)
		return;
	text_addz(out, "\n### Refuted\n\n| file | step | function | obligation | what is wrong | before | after |\n|---|---|---|---|---|---|---|\n");
	uint32_t shown = 0;
	for (uint32_t i = 0; i < rows->at.n && shown < MARKDOWN_ROWS; i++) {
		const Row *r = &rows->at.at[i];
		if (!row_is_finding(r) || r->echo)
			continue;
		shown++;
		const Witness *w = r->witness;
		Text before = {0}, after = {0};
		format_value(w->before, w->before_rounds, &before);
		format_value(w->after, w->after_rounds, &after);
		markdown_cells(out, (const char *const[]){format_path(row_is_derived(r) ? r->source : r->file), r->step, r->function, obligation_rows[r->obligation].name, *r->reason ? r->reason : w->where,
			text_end(&before), text_end(&after)}, 7);
		vec_free(&before);
		vec_free(&after);
	}
	markdown_more(out, shown, n - rows->echoes);
	if (rows->echoes) {
		text_addz(out, "\n");
		format_echoes(rows, out);
		text_addz(out, ".\n");
	}
}

static void open_results(const Rows *rows, Text *out) {
	uint32_t n = rows->verdicts[VERDICT_UNKNOWN] + rows->verdicts[VERDICT_UNSUPPORTED], shown = 0;
	if (!n)
		return;
	text_addz(out, "\n### Not decided\n\n| file | step | function | obligation | verdict | reason |\n|---|---|---|---|---|---|\n");
	for (uint32_t i = 0; i < rows->at.n && shown < MARKDOWN_ROWS; i++) {
		const Row *r = &rows->at.at[i];
		if (r->verdict != VERDICT_UNKNOWN && r->verdict != VERDICT_UNSUPPORTED)
			continue;
		shown++;
		markdown_cells(out, (const char *const[]){format_path(row_is_derived(r) ? r->source : r->file), r->step, r->function, obligation_rows[r->obligation].name, verdict_names[r->verdict], r->reason}, 6);
	}
	markdown_more(out, shown, n);
}

static void gave_up(const Rows *rows, Text *out) {
	if (!rows->gave_up)
		return;
	text_printf(out, "\n<details><summary>%" PRIu32 " loop%s got less pipelining than requested</summary>\n\n| file | function | pass | outcome | reason |\n|---|---|---|---|---|\n",
		rows->gave_up, rows->gave_up == 1 ? "" : "s");
	uint32_t shown = 0;
	for (uint32_t i = 0; i < rows->decisions.n && shown < MARKDOWN_ROWS; i++) {
		const DecisionLine *d = &rows->decisions.at[i];
		if (!d->gave_up)
			continue;
		shown++;
		markdown_cells(out, (const char *const[]){d->file, d->function, d->pass, d->outcome, d->reason}, 5);
	}
	markdown_more(out, shown, rows->gave_up);
	text_addz(out, "\n</details>\n");
}

void format_markdown(const Rows *rows, Text *out) {
	Tally t = format_tally(rows);
	text_printf(out, "## tileproof: %s\n\n", t.of[VERDICT_REFUTED] ? "refuted" : t.not_replayed ? "internal error" : "nothing refuted");
	text_printf(out, "%" PRId64 " pairs of dumps, ", rows->pairs);
	tell_tally(&t, out);
	text_addz(out, ".\n");
	findings(rows, t.of[VERDICT_REFUTED], out);
	open_results(rows, out);
	gave_up(rows, out);
	if (rows->messages.n) {
		text_addz(out, "\n### Files that could not be checked\n\n| file | line | message |\n|---|---|---|\n");
		uint32_t shown = 0;
		for (; shown < rows->messages.n && shown < MARKDOWN_ROWS; shown++) {
			const Message *m = &rows->messages.at[shown];
			char line[16];
			snprintf(line, sizeof line, "%" PRIu32, m->span.line);
			markdown_cells(out, (const char *const[]){m->file, line, m->text}, 3);
		}
		markdown_more(out, shown, rows->messages.n);
	}
}
