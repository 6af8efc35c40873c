#include "checks/differ.h"

enum { VALUE_TEXT = 200, MOST_STEPS = 100000 };

static bool both(const Terms *t, Term a, Term b, const char *name) {
	return !strcmp(term_name(t, a), name) && !strcmp(term_name(t, b), name);
}

static bool either(const Terms *t, Term a, Term b, const char *name) {
	return !strcmp(term_name(t, a), name) || !strcmp(term_name(t, b), name);
}

DifferenceKind difference_kind(const Terms *t, Term a, Term b, Term *part_a, Term *part_b) {
	for (int step = 0; step < MOST_STEPS; step++) {
		*part_a = a;
		*part_b = b;
		if (!a || !b || a == b)
			return DIFFERS_IN_VALUE;
		const TermNode *x = term_at(t, a), *y = term_at(t, b);
		if (either(t, a, b, "written"))
			return DIFFERS_IN_TILE;
		if (x->kind != TERM_APPLY || y->kind != TERM_APPLY || x->fn || y->fn || x->name != y->name)
			return DIFFERS_IN_VALUE;
		if (!strncmp(term_name(t, a), "pop:", 4) && x->arg[0] != y->arg[0])
			return DIFFERS_IN_POP;
		if (both(t, a, b, "content"))
			return x->n >= 2 && y->n >= 2 && x->arg[0] == y->arg[0] && x->arg[1] == y->arg[1] ? DIFFERS_IN_SEEN : DIFFERS_IN_VALUE;
		if (both(t, a, b, "changed"))
			return DIFFERS_IN_SEEN;
		if (x->n != y->n)
			return DIFFERS_IN_VALUE;
		uint32_t i = 0;
		while (i < x->n && x->arg[i] == y->arg[i])
			i++;
		if (i == x->n)
			return DIFFERS_IN_VALUE;
		a = x->arg[i];
		b = y->arg[i];
	}
	return DIFFERS_IN_VALUE;
}

void gap_note(Differ *d, Gap *g, const char *property, const char *where, Term before, Term after, Span before_at, Span after_at) {
	if (g->found)
		return;
	g->found = true;
	g->property = property;
	g->where = where;
	g->before = before ? term_text(d->t, d->arena, before, VALUE_TEXT) : "nothing";
	g->after = after ? term_text(d->t, d->arena, after, VALUE_TEXT) : "nothing";
	g->before_at = before_at;
	g->after_at = after_at;
	g->story = "";
	Term a, b;
	if (!before || !after)
		return;
	difference_kind(d->t, before, after, &a, &b);
	if (a != before)
		g->story = arena_printf(d->arena, "first different part: %s before, %s after", term_text(d->t, d->arena, a, VALUE_TEXT),
			term_text(d->t, d->arena, b, VALUE_TEXT));
}

void gap_values(Differ *d, bool in_ring, const char *property, const char *where, Term before, Term after, Span before_at, Span after_at) {
	Term a, b;
	DifferenceKind kind = before && after ? difference_kind(d->t, before, after, &a, &b) : DIFFERS_IN_VALUE;
	gap_note(d, in_ring ? &d->gaps->order : &d->gaps->values, property, where, before, after, before_at, after_at);
	if (kind == DIFFERS_IN_POP)
		gap_note(d, &d->gaps->order, "P7", where, before, after, before_at, after_at);
	if (kind == DIFFERS_IN_SEEN)
		gap_note(d, &d->gaps->effects, "P13", where, before, after, before_at, after_at);
	if (kind == DIFFERS_IN_TILE)
		gap_note(d, &d->gaps->effects, "P14", where, before, after, before_at, after_at);
}

void differ_all(Differ *d) {
	/* Memory first: a load that sees another store is named by itself, not by the message that carries its value. */
	differ_memory(d);
	differ_rings(d);
	differ_effects(d);
}

void differ_unfinished(Differ *d) {
	differ_messages_beyond(d);
	differ_stores_beyond(d);
}
