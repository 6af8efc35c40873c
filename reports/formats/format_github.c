/* Workflow commands: ::error file=...,line=...::text. Findings are errors, what was not decided is a notice. GitHub shows ten of a kind
 * per step, so a fault is told once. */
#include "reports/formats/format.h"

#include <inttypes.h>

static void data(Text *out, const char *s, bool in_property) {
	for (; *s; s++)
		if (*s == '%' || *s == '\n' || *s == '\r' || (in_property && (*s == ':' || *s == ',')))
			text_printf(out, "%%%02X", (unsigned char)*s);
		else
			text_addc(out, *s);
}

static void command(Text *out, const char *kind, const char *file, Span at, const char *title, const char *says) {
	text_printf(out, "::%s file=", kind);
	data(out, format_path(file), true);
	if (at.line)
		text_printf(out, ",line=%" PRIu32, at.line);
	if (at.line && at.col)
		text_printf(out, ",col=%" PRIu32, at.col);
	text_addz(out, ",title=");
	data(out, title, true);
	text_addz(out, "::");
	data(out, says, false);
	text_addz(out, "\n");
}

void format_github(const Rows *rows, Text *out) {
	for (uint32_t i = 0; i < rows->at.n; i++) {
		const Row *r = &rows->at.at[i];
		bool open = r->verdict == VERDICT_UNKNOWN || r->verdict == VERDICT_UNSUPPORTED;
		if (!open && (!row_is_finding(r) || r->echo))
			continue;
		Text says = {0};
		format_step(r, &says);
		format_headline(r, &says);
		if (!open) {
			text_addc(&says, '\n');
			format_witness(r, false, &says); /* a schedule is a table, for which an annotation has no room */
		}
		command(out, open ? "notice" : "error", r->source, r->source_at,
			obligation_rows[r->obligation].name, text_end(&says));
		vec_free(&says);
	}
	for (uint32_t i = 0; i < rows->messages.n; i++) {
		const Message *m = &rows->messages.at[i];
		command(out, m->severity >= SEV_ERROR ? "error" : "warning", m->file, m->span, "input", m->text);
	}
}
