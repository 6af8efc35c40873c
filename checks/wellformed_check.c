/* P1, P2, P16: what is wrong with the program after a pass and was not wrong before it, and what it declares otherwise. */
#include "checks/unit.h"

#include "model/wellformed.h"

static const char *property_name(int property) { return property == 1 ? "P1" : property == 2 ? "P2" : "P16"; }

/* A flaw that the program before has too: the same sentence, or at least the same kind of flaw. */
static const Flaw *known_before(const Flaws *before, const Flaw *f) {
	const Flaw *alike = NULL;
	for (uint32_t i = 0; i < before->n; i++) {
		if (before->at[i].property != f->property)
			continue;
		if (!strcmp(before->at[i].text, f->text))
			return &before->at[i];
		alike = &before->at[i];
	}
	return alike;
}

static void refute(Unit *u, const Flaw *f) {
	Result *r = unit_settle(u, OB_WELLFORMED, VERDICT_REFUTED);
	Witness *w = ARENA_NEW(u->arena, Witness);
	/* No run is needed to see it: the text shows the same to everybody who reads it again. */
	*w = (Witness){.inputs = "", .trip = -1, .iteration = -1, .where = arena_text(u->arena, f->text, strlen(f->text)), .before = "well-formed",
		.after = "ill-formed", .after_at = f->span, .story = "", .replayed = true};
	r->witness = w;
	r->property = property_name(f->property);
	r->reason = w->where;
	r->after_at = f->span;
}

/* The texts show it, no run does. */
static void tell_declared(Unit *u) {
	const Declared *d = &u->declared;
	Result *r = unit_settle(u, OB_WELLFORMED, d->verdict);
	r->property = d->property;
	r->reason = d->text;
	r->before_at = d->before.line ? d->before : r->before_at;
	r->after_at = d->after;
	if (d->verdict != VERDICT_REFUTED)
		return;
	Witness *w = ARENA_NEW(u->arena, Witness);
	*w = (Witness){.inputs = "", .trip = -1, .iteration = -1, .where = d->text, .before = "", .after = d->text, .before_at = d->before, .after_at = d->after,
		.story = "", .replayed = true};
	r->witness = w;
}

/* A function vanished, and is called all the same. */
static Flaw lost_function(const Unit *u) {
	return (Flaw){.property = 2, .span = ir_stmt(u->after, u->lost_call->at)->span,
		.text = arena_printf(u->arena, "call of '%s', a function that only the program before the pass has", ir_text(u->after, u->lost_call->call->callee))};
}

void check_wellformed(Unit *u) {
	if (!(u->open >> OB_WELLFORMED & 1))
		return;
	Flaws before = {0}, after = {0};
	wellformed_function(u->before, u->f_before, &before);
	wellformed_function(u->after, u->f_after, &after);
	const Flaw *fresh = NULL;
	for (uint32_t i = 0; i < after.n && !fresh; i++)
		if (!known_before(&before, &after.at[i]))
			fresh = &after.at[i];
	Flaw lost;
	if (!fresh && u->lost_call) {
		lost = lost_function(u);
		fresh = &lost;
	}
	if (fresh) {
		refute(u, fresh);
	} else if (before.n) {
		Result *r = unit_settle(u, OB_WELLFORMED, VERDICT_UNSUPPORTED);
		r->property = property_name(before.at[0].property);
		r->before_at = before.at[0].span;
		r->reason = arena_printf(u->arena, "the program is not well-formed before the pass (line %u, column %u): %s", before.at[0].span.line,
			before.at[0].span.col, before.at[0].text);
	} else if (u->declared.text) {
		tell_declared(u);
	} else {
		unit_settle(u, OB_WELLFORMED, VERDICT_PROVED)->argument = "every use has its definition in scope";
	}
	vec_free(&before);
	vec_free(&after);
}
