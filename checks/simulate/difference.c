#include "checks/simulate/difference.h"

enum { MOST_STEPS = 100000 };

static bool both(const Terms *t, Term a, Term b, const char *name) {
	return !strcmp(term_name(t, a), name) && !strcmp(term_name(t, b), name);
}

static bool either(const Terms *t, Term a, Term b, const char *name) {
	return !strcmp(term_name(t, a), name) || !strcmp(term_name(t, b), name);
}

/* content(root, region, ...) of a load; that of a whole tensor has no region. */
static bool is_load(const Terms *t, const TermNode *content) {
	if (content->n < 2 || term_at(t, content->arg[1])->kind != TERM_APPLY || term_at(t, content->arg[1])->fn)
		return false;
	const char *name = term_name(t, content->arg[1]);
	return !strcmp(name, "at") || !strcmp(name, "all");
}

/* Does the walk end at this pair? Then its kind is known. */
static bool ends(const Terms *t, Term a, Term b, DifferenceKind *kind) {
	const TermNode *x = term_at(t, a), *y = term_at(t, b);
	*kind = DIFFERS_IN_VALUE;
	if (either(t, a, b, "written")) {
		*kind = DIFFERS_IN_TILE;
		return true;
	}
	if (x->kind != TERM_APPLY || y->kind != TERM_APPLY || x->fn || y->fn || x->name != y->name)
		return true;
	if (!strncmp(term_name(t, a), "pop:", 4) && x->arg[0] != y->arg[0]) {
		*kind = DIFFERS_IN_POP;
		return true;
	}
	if (both(t, a, b, "content") && (is_load(t, x) || is_load(t, y))) {
		if (x->n >= 2 && y->n >= 2 && x->arg[0] == y->arg[0] && x->arg[1] == y->arg[1])
			*kind = DIFFERS_IN_SEEN;
		return true;
	}
	/* What a call made of a tensor: the difference of its operands lies below. */
	if (both(t, a, b, "changed") || both(t, a, b, "content"))
		*kind = DIFFERS_IN_SEEN;
	return x->n != y->n;
}

void difference_find(const Terms *t, Term a, Term b, Difference *out) {
	bool seen = false;
	*out = (Difference){.before = a, .after = b};
	for (int step = 0; step < MOST_STEPS && a != b; step++) {
		out->before = a;
		out->after = b;
		bool end = ends(t, a, b, &out->kind);
		seen |= out->kind == DIFFERS_IN_SEEN;
		if (seen && out->kind == DIFFERS_IN_VALUE)
			out->kind = DIFFERS_IN_SEEN;
		if (end)
			return;
		const TermNode *x = term_at(t, a), *y = term_at(t, b);
		uint32_t i = 0;
		while (i < x->n && x->arg[i] == y->arg[i])
			i++;
		if (i == x->n)
			return;
		vec_push(&out->path, ((Fork){a, b}));
		a = x->arg[i];
		b = y->arg[i];
	}
}
