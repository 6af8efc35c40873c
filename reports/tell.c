#include "reports/tell.h"

#include "reports/formats/grid.h"

#include <inttypes.h>

bool tell_is_finding(const Result *r) { return r->verdict == VERDICT_REFUTED && r->witness && r->witness->replayed; }

unsigned tell_rank(Verdict v) {
	static const uint8_t ranks[VERDICT_COUNT] = {[VERDICT_PROVED] = 0, [VERDICT_BOUNDED] = 1, [VERDICT_ASSUMED] = 2, [VERDICT_UNSUPPORTED] = 3,
		[VERDICT_UNKNOWN] = 4, [VERDICT_REFUTED] = 5};
	return ranks[v];
}

void tell_count(Tally *t, const Report *r) {
	for (uint32_t i = 0; i < r->results.n; i++) {
		const Result *x = &r->results.at[i];
		if (x->verdict == VERDICT_REFUTED && !tell_is_finding(x))
			t->not_replayed++;
		else
			t->of[x->verdict]++;
	}
}

ExitCode tell_exit(const Tally *t, bool strict) {
	ExitCode code = t->of[VERDICT_REFUTED] ? EXIT_REFUTED : EXIT_CLEAN;
	if (t->not_replayed)
		code = exit_worse(code, EXIT_INTERNAL);
	if (strict && t->of[VERDICT_UNSUPPORTED])
		code = exit_worse(code, EXIT_UNSUPPORTED);
	if (strict && (t->of[VERDICT_UNKNOWN] || t->of[VERDICT_BOUNDED] || t->of[VERDICT_ASSUMED]))
		code = exit_worse(code, EXIT_INCONCLUSIVE);
	return code;
}

void tell_tally(const Tally *t, Text *out) {
	uint32_t all = t->not_replayed;
	for (int v = 0; v < VERDICT_COUNT; v++)
		all += t->of[v];
	text_printf(out, "%" PRIu32 " obligation%s", all, all == 1 ? "" : "s");
	const char *between = ": ";
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (t->of[v]) {
			text_printf(out, "%s%" PRIu32 " %s", between, t->of[v], verdict_names[v]);
			between = ", ";
		}
	if (t->not_replayed)
		text_printf(out, "%s%" PRIu32 " refuted without replay (internal error)", between, t->not_replayed);
}

bool tell_source_line(const Program *p, uint32_t line, const char **text, size_t *n) {
	if (!p || !p->source || !line)
		return false;
	const char *s = p->source, *end = s + p->length;
	for (uint32_t k = 1; k < line; k++) {
		s = memchr(s, '\n', (size_t)(end - s));
		if (!s)
			return false;
		s++;
	}
	const char *stop = memchr(s, '\n', (size_t)(end - s));
	if (!stop)
		stop = end;
	while (s < stop && (*s == ' ' || *s == '\t'))
		s++;
	while (stop > s && stop[-1] == '\r')
		stop--;
	*text = s;
	*n = (size_t)(stop - s);
	return true;
}

static void escaped(Text *out, const char *s) { grid_escape(out, s ? s : "", s ? strlen(s) : 0); }

static void headline(const Result *r, const Result *rest, uint32_t n, Text *out) {
	text_printf(out, "%-12s %s", verdict_names[r->verdict], obligation_rows[r->obligation].name);
	if (!n) { /* of several, none is the narrowest */
		text_addz(out, " (");
		escaped(out, r->property);
		text_addz(out, ")");
	}
	for (uint32_t i = 0; i < n; i++)
		text_printf(out, ", %s", obligation_rows[rest[i].obligation].name);
	text_addz(out, " in ");
	escaped(out, r->function);
	if (r->unit && *r->unit && strcmp(r->unit, "function") && strcmp(r->unit, "pair")) {
		text_addz(out, ", ");
		escaped(out, r->unit);
	}
}

void tell_line(const Result *r, uint32_t alike, Text *out) {
	headline(r, r + 1, alike - 1, out);
	const char *why = r->verdict == VERDICT_PROVED && !(r->reason && *r->reason) ? r->argument : r->reason;
	if (why && *why) {
		text_addz(out, ": ");
		escaped(out, why);
	}
	text_addc(out, '\n');
}

static bool say_the_same(const Result *a, const Result *b) {
	return a->verdict == b->verdict && !a->witness && !b->witness && !strcmp(a->function, b->function) && !strcmp(a->unit, b->unit) &&
		*a->reason && !strcmp(a->reason, b->reason) && a->before_at.line == b->before_at.line && a->after_at.line == b->after_at.line;
}

uint32_t tell_alike(const Report *r, uint32_t i) {
	uint32_t n = 1;
	while (i + n < r->results.n && say_the_same(&r->results.at[i], &r->results.at[i + n]))
		n++;
	return n;
}

enum { QUOTE_LIMIT = 160 };

static void side(const char *label, const Program *p, Span at, const char *value, const char *rounds, Text *out) {
	if (value && *value) {
		text_printf(out, "  %-7s ", label);
		escaped(out, value);
		text_addc(out, '\n');
	}
	const char *quoted;
	size_t n;
	if (!tell_source_line(p, at.line, &quoted, &n))
		return;
	text_printf(out, "          %s:%" PRIu32, p->file ? p->file : "", at.line);
	if (at.col)
		text_printf(out, ":%" PRIu32, at.col);
	text_addz(out, ": ");
	const char *head = n > 4 && !memcmp(quoted, "def ", 4) ? memchr(quoted, '(', n) : NULL;
	if (head) { /* parameters say nothing about what happens where */
		grid_escape(out, quoted, (size_t)(head - quoted));
		text_addz(out, "(...)\n");
	} else {
		grid_escape(out, quoted, n > QUOTE_LIMIT ? QUOTE_LIMIT : n);
		text_addz(out, n > QUOTE_LIMIT ? "...\n" : "\n");
	}
	if (rounds && *rounds) {
		text_addz(out, "          in ");
		escaped(out, rounds);
		text_addc(out, '\n');
	}
}

/* Line by line; the same schedule may lead to several findings. */
static void story(const Result *r, const Result **told, Text *out) {
	const char *s = r->witness->story;
	if (!s || !*s)
		return;
	if (told && *told && !strcmp((*told)->function, r->function) && !strcmp((*told)->witness->story, s)) {
		text_printf(out, "  | the schedule is that of %s above\n", obligation_rows[(*told)->obligation].name);
		return;
	}
	if (told)
		*told = r;
	while (*s) {
		size_t n = strcspn(s, "\n");
		text_addz(out, "  | ");
		grid_escape(out, s, n);
		text_addc(out, '\n');
		s += n + (s[n] == '\n');
	}
}

void tell_witness(const Result *r, const Program *before, const Program *after, const Result **told, Text *out) {
	const Witness *w = r->witness;
	text_addz(out, "  where   ");
	escaped(out, w->where);
	if (w->inputs && *w->inputs) {
		text_addz(out, ", when ");
		escaped(out, w->inputs);
	}
	text_addc(out, '\n');
	side("before", before, w->before_at.line ? w->before_at : r->before_at, w->before, w->before_rounds, out);
	side("after", after, w->after_at.line ? w->after_at : r->after_at, w->after, w->after_rounds, out);
	story(r, told, out);
	if (!w->replayed)
		text_addz(out, "  This difference was not seen when both programs were run: it is a bug of tileproof, not a finding.\n");
}

void tell_result(const Result *r, uint32_t alike, const Program *before, const Program *after, const Result **told, Text *out) {
	tell_line(r, alike, out);
	if (r->witness) {
		tell_witness(r, before, after, told, out);
		return;
	}
	if (r->verdict != VERDICT_PROVED) {
		side("before", before, r->before_at, NULL, NULL, out);
		side("after", after, r->after_at, NULL, NULL, out);
	}
}
