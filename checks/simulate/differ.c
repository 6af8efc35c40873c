#include "checks/simulate/differ.h"

enum { VALUE_TEXT = 400, ALONE_TEXT = 240 };

static void set_sites(Differ *d, Gap *g, Site before, Site after) {
	const Round *r = before.span.line ? before.round : after.round;
	g->before_at = before.span;
	g->after_at = after.span;
	g->before_rounds = show_rounds(d->t, d->arena, before.round);
	g->after_rounds = show_rounds(d->t, d->arena, after.round);
	g->trip = r && r->loop->trip <= INT64_MAX ? (int64_t)r->loop->trip : -1;
	g->iteration = r && r->iteration <= INT64_MAX ? (int64_t)r->iteration : -1;
}

void gap_note(Differ *d, Gap *g, const char *property, const char *where, const char *says, Term before, Term after, Site before_at, Site after_at) {
	if (g->found)
		return;
	*g = (Gap){.found = true, .property = property, .where = where, .says = says, .story = ""};
	set_sites(d, g, before_at, after_at);
	if (!before || !after || before == after) {
		g->before = show_term(d->t, d->arena, before, ALONE_TEXT);
		g->after = show_term(d->t, d->arena, after, ALONE_TEXT);
		if (!says)
			g->says = before ? "missing after the pass" : "new after the pass";
		return;
	}
	Difference f;
	difference_find(d->t, before, after, &f);
	show_pair(d->t, d->arena, &f, VALUE_TEXT, &g->before, &g->after);
	if (!says)
		g->says = says_difference(d, &f);
	vec_free(&f.path);
}

void gap_seen(Differ *d, Gap *g, const char *where, Term root, Term shown, Term before, Term after, Site before_at, Site after_at) {
	if (g->found)
		return;
	gap_note(d, g, "P13", where, says_seen(d, root, before, after), shown, shown, before_at, after_at);
	g->before = arena_printf(d->arena, "%s%s", g->before, says_behind(d, root, false, before, after));
	g->after = arena_printf(d->arena, "%s%s", g->after, says_behind(d, root, true, after, before));
}

void gap_values(Differ *d, bool in_ring, const char *property, const char *where, const char *says, Term before, Term after, Site before_at,
                Site after_at) {
	DifferenceKind kind = DIFFERS_IN_VALUE;
	if (before && after) {
		Difference f;
		difference_find(d->t, before, after, &f);
		kind = f.kind;
		vec_free(&f.path);
	}
	gap_note(d, in_ring ? &d->gaps->order : &d->gaps->values, property, where, says, before, after, before_at, after_at);
	if (kind == DIFFERS_IN_POP)
		gap_note(d, &d->gaps->order, "P7", where, in_ring ? says : NULL, before, after, before_at, after_at);
	if (kind == DIFFERS_IN_SEEN)
		gap_note(d, &d->gaps->effects, "P13", where, NULL, before, after, before_at, after_at);
	if (kind == DIFFERS_IN_TILE)
		gap_note(d, &d->gaps->effects, "P14", where, NULL, before, after, before_at, after_at);
}

void differ_all(Differ *d) {
	/* Memory first: a load that sees another store is named by itself, not by the message that carries its value. */
	differ_memory(d);
	differ_rings(d, false);
	differ_effects(d, false);
}

void differ_beginnings(Differ *d) {
	differ_rings(d, true);
	differ_effects(d, true);
}

void differ_unfinished(Differ *d) {
	differ_messages_beyond(d);
	differ_stores_beyond(d);
}
