/* What a difference of two values consists in, in one part of a sentence. */
#include "checks/simulate/differ.h"

enum { PART_TEXT = 110 };

const char *says_site(Differ *d, Site at) {
	const char *rounds = show_rounds(d->t, d->arena, at.round);
	return arena_printf(d->arena, "line %u%s%s", at.span.line, *rounds ? " in " : "", rounds);
}

/* ---- stores that are seen ---- */

static const Root *root_named(const History *h, Term name) {
	for (uint32_t i = 0; i < h->roots.n; i++)
		if (h->roots.at[i].name == name)
			return &h->roots.at[i];
	return NULL;
}

/* The store whose term this is, by its value or by its place in the order of stores. */
static const Access *store_of(const Root *r, Term x) {
	for (uint32_t i = 0; r && i < r->accesses.n; i++) {
		const Access *a = &r->accesses.at[i];
		if (a->is_write && (a->value == x || a->full == x))
			return a;
	}
	return NULL;
}

static bool has_argument(const TermNode *n, Term x) {
	for (uint32_t i = 0; i < n->n; i++)
		if (n->arg[i] == x)
			return true;
	return false;
}

/* The first store among the arguments of `mine` that is no argument of `other`; NULL: none. */
static const Access *only_seen(const History *h, Term root, const TermNode *mine, const TermNode *other) {
	const Root *r = root_named(h, root);
	for (uint32_t i = 0; i < mine->n; i++) {
		const Access *a = has_argument(other, mine->arg[i]) ? NULL : store_of(r, mine->arg[i]);
		if (a)
			return a;
	}
	return NULL;
}

const char *says_seen(Differ *d, Term root, Term before, Term after) {
	const TermNode *x = term_at(d->t, before), *y = term_at(d->t, after);
	const Access *lost = only_seen(d->before, root, x, y), *found = only_seen(d->after, root, y, x);
	if (lost && found && lost->plain == found->plain)
		return arena_printf(d->arena, "the store of %s is seen with another one under it", says_site(d, lost->at));
	if (lost && found)
		return arena_printf(d->arena, "it came behind the store of %s before the pass, and comes behind that of %s after it", says_site(d, lost->at),
			says_site(d, found->at));
	if (lost)
		return arena_printf(d->arena, "it came behind the store of %s before the pass, and no longer does", says_site(d, lost->at));
	if (found)
		return arena_printf(d->arena, "it comes behind the store of %s after the pass, which it did not before", says_site(d, found->at));
	return "other stores came before it";
}

const char *says_behind(Differ *d, Term root, bool is_after, Term mine, Term other) {
	const TermNode *n = term_at(d->t, mine);
	const Access *a = only_seen(is_after ? d->after : d->before, root, n, term_at(d->t, other));
	return a ? arena_printf(d->arena, " behind the store of %s", says_site(d, a->at)) : "";
}

/* ---- values ---- */

static const char *words(Differ *d, Term x) { return show_term(d->t, d->arena, x, PART_TEXT); }

/* f(a, b) and f(b, a) */
static bool changed_places(const TermNode *x, const TermNode *y) {
	uint32_t differ = 0, found = 0;
	for (uint32_t i = 0; i < x->n && x->n == y->n; i++) {
		if (x->arg[i] == y->arg[i])
			continue;
		differ++;
		for (uint32_t k = 0; k < y->n; k++)
			found += x->arg[i] == y->arg[k] && x->arg[k] == y->arg[i];
	}
	return differ == 2 && found == 2;
}

/* "tile.add" of "tile.add|mode=x" */
static const char *op_of(Differ *d, Term x) {
	const char *name = term_name(d->t, x);
	return arena_text(d->arena, name, strcspn(name, "|"));
}

/* "mode=x" of it; NULL: it is no op with keyword arguments. */
static const char *arguments_of(Differ *d, Term x) {
	const TermNode *n = term_at(d->t, x);
	const char *bar = n->kind == TERM_SYMBOL || (n->kind == TERM_APPLY && !n->fn) ? strchr(term_name(d->t, x), '|') : NULL;
	return bar ? bar + 1 : NULL;
}

static const char *says_parts(Differ *d, const Difference *f) {
	const TermNode *x = term_at(d->t, f->before), *y = term_at(d->t, f->after);
	if (x->kind == TERM_APPLY && y->kind == TERM_APPLY && !x->fn && !y->fn && !strcmp(term_name(d->t, f->before), "content") &&
	    !strcmp(term_name(d->t, f->after), "content"))
		return arena_printf(d->arena, "reads %s instead of %s", words(d, f->after), words(d, f->before));
	const char *was = arguments_of(d, f->before), *is = arguments_of(d, f->after);
	if (was && is && !strcmp(op_of(d, f->before), op_of(d, f->after)) && strcmp(was, is))
		return arena_printf(d->arena, "%s has %s instead of %s", op_of(d, f->before), is, was);
	if (show_is_type(d->t, f->before) && show_is_type(d->t, f->after))
		return arena_printf(d->arena, "type %s became %s", term_text(d->t, d->arena, f->before, PART_TEXT),
			term_text(d->t, d->arena, f->after, PART_TEXT));
	return arena_printf(d->arena, "%s became %s", words(d, f->before), words(d, f->after));
}

const char *says_difference(Differ *d, const Difference *f) {
	for (uint32_t i = 0; i < f->path.n; i++)
		if (changed_places(term_at(d->t, f->path.at[i].before), term_at(d->t, f->path.at[i].after)))
			return arena_printf(d->arena, "operands of %s changed places", op_of(d, f->path.at[i].before));
	switch (f->kind) {
	case DIFFERS_IN_POP:
		return arena_printf(d->arena, "uses %s instead of %s", words(d, f->after), words(d, f->before));
	case DIFFERS_IN_SEEN: {
		const TermNode *x = term_at(d->t, f->before), *y = term_at(d->t, f->after);
		if (x->kind != TERM_APPLY || y->kind != TERM_APPLY || x->fn || y->fn || strcmp(term_name(d->t, f->before), "content") ||
		    strcmp(term_name(d->t, f->after), "content") || x->n < 2 || y->n < 2 || x->arg[0] != y->arg[0] || x->arg[1] != y->arg[1])
			break; /* below what a call made of a tensor */
		return arena_printf(d->arena, "%s is read at another time: %s", show_place(d->t, d->arena, x->arg[0], x->arg[1]),
			says_seen(d, x->arg[0], f->before, f->after));
	}
	case DIFFERS_IN_TILE: {
		bool was = !strcmp(term_name(d->t, f->before), "written"), is = !strcmp(term_name(d->t, f->after), "written");
		if (was && !is)
			return arena_printf(d->arena, "a tile is read without what %s wrote to it in place", words(d, term_at(d->t, f->before)->arg[1]));
		if (is && !was)
			return arena_printf(d->arena, "a tile is read with what %s wrote to it in place, which came later before the pass",
				words(d, term_at(d->t, f->after)->arg[1]));
		return "a tile is read between other writes in place";
	}
	case DIFFERS_IN_VALUE:
		break;
	}
	return says_parts(d, f);
}
