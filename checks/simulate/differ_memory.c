/* O3 and O4: final content of each tensor, returned values; and the order of overlapping accesses. P3, P4, P13. */
#include "checks/simulate/differ.h"

#include "model/interp_state.h"
#include "model/text.h"

#include <stdlib.h>

const char *place_text(const Terms *t, const Root *root, const Region *r, Arena *a) {
	Text out = {0};
	text_printf(&out, "tensor %s", term_text(t, a, root->name, 60));
	if (r && r->view)
		text_addz(&out, " through a view");
	for (uint32_t i = 0; r && i < r->rank; i++) {
		text_addz(&out, i ? ", " : " [");
		if (r->sym[i])
			text_printf(&out, "%s + ", term_text(t, a, r->sym[i], 40));
		if (r->extent[i] >= 0 && !r->sym[i])
			text_printf(&out, "%lld:%lld", (long long)r->at[i], (long long)((uint64_t)r->at[i] + (uint64_t)r->extent[i]));
		else if (r->extent[i] >= 0)
			text_printf(&out, "%lld +: %lld", (long long)r->at[i], (long long)r->extent[i]);
		else
			text_printf(&out, "%lld ...", (long long)r->at[i]);
	}
	if (r && r->rank)
		text_addc(&out, ']');
	const char *text = arena_text(a, out.at, out.n);
	vec_free(&out);
	return text;
}

static const Root *find_root(const History *h, Term name) {
	for (uint32_t i = 0; i < h->roots.n; i++)
		if (h->roots.at[i].name == name)
			return &h->roots.at[i];
	return NULL;
}

/* ---- final content ---- */

static bool contains(const Root *r, Term x) {
	uint32_t low = 0, high = r->content.n;
	while (low < high) {
		uint32_t mid = (low + high) / 2;
		if (r->content.at[mid] < x)
			low = mid + 1;
		else
			high = mid;
	}
	return low < r->content.n && r->content.at[low] == x;
}

/* The first write of `of` that stands in its final content and not in that of `other`; at: only there; 0: anywhere. */
static const Access *first_only(const Root *of, const Root *other, Term at) {
	for (uint32_t i = 0; i < of->accesses.n; i++) {
		const Access *a = &of->accesses.at[i];
		if (a->is_write && (!at || region_term(a->region) == at) && contains(of, a->value) && !contains(other, a->value))
			return a;
	}
	return NULL;
}

static bool same_content(const Root *b, const Root *a) {
	return b->base == a->base && b->content.n == a->content.n &&
	       (!b->content.n || !memcmp(b->content.at, a->content.at, b->content.n * sizeof *b->content.at));
}

static Term stored(Differ *d, const Access *a) { return term_at(d->t, a->plain)->arg[2]; }

static const Access *store_of_value(Differ *d, const Root *r, Term value) {
	for (uint32_t i = 0; i < r->accesses.n; i++)
		if (r->accesses.at[i].is_write && stored(d, &r->accesses.at[i]) == value)
			return &r->accesses.at[i];
	return NULL;
}

static const char *place(Differ *d, const Root *r, const Access *a) { return show_place(d->t, d->arena, r->name, region_term(a->region)); }

/* The store to the same region that r makes after the one that x is; NULL: none, or r does not make x. */
static const Access *covering(const Root *r, const Access *x) {
	const Access *last = NULL;
	bool made = false;
	for (uint32_t i = 0; i < r->accesses.n; i++) {
		const Access *a = &r->accesses.at[i];
		if (!a->is_write || region_term(a->region) != region_term(x->region))
			continue;
		made |= a->plain == x->plain;
		last = a;
	}
	return made && last->plain != x->plain ? last : NULL;
}

/* Why x, a final store of b, is none of a; y stands in its place or is NULL. NULL: the values themselves must tell. */
static const char *says_store(Differ *d, const Root *b, const Access *x, const Root *a, const Access *y, const char *pass) {
	const Access *over = covering(a, x), *elsewhere = store_of_value(d, a, stored(d, x)), *from = y ? store_of_value(d, b, stored(d, y)) : NULL;
	if (over)
		return arena_printf(d->arena, "the store is there %s the pass, but that of %s comes later and covers it", pass, says_site(d, over->at));
	const char *own = elsewhere ? arena_printf(d->arena, "its own goes to %s", place(d, a, elsewhere)) : "its own is never stored";
	if (from && region_term(from->region) != region_term(x->region))
		return arena_printf(d->arena, "gets what belongs to %s, %s", place(d, b, from), own);
	if (y)
		return elsewhere ? arena_printf(d->arena, "gets another value, %s", own) : NULL;
	return elsewhere ? arena_printf(d->arena, "its value goes to %s %s the pass", place(d, a, elsewhere), pass)
			 : arena_printf(d->arena, "no such store %s the pass", pass);
}

/* The call that left this content in a tensor. */
static Site call_behind(Differ *d, const History *h, Term base) {
	const TermNode *n = base ? term_at(d->t, base) : NULL;
	for (uint32_t i = 0; n && n->kind == TERM_APPLY && n->n == 2 && i < h->ordered.n; i++)
		if (h->ordered.at[i].what == n->arg[1])
			return h->ordered.at[i].at;
	return (Site){0};
}

static void final_content(Differ *d, const Root *b, const Root *a) {
	if (same_content(b, a))
		return;
	const Access *x = first_only(b, a, 0), *y = x ? first_only(a, b, region_term(x->region)) : first_only(a, b, 0);
	if (!x && !y) {
		if (b->base != a->base)
			gap_values(d, false, "P3", place_text(d->t, b, NULL, d->arena), NULL, b->base, a->base,
				call_behind(d, d->before, b->base), call_behind(d, d->after, a->base));
		else /* the same writes, another number of times */
			gap_note(d, &d->gaps->values, "P3", place_text(d->t, b, NULL, d->arena),
				arena_printf(d->arena, "%u stores make its content before the pass, %u after it", b->content.n, a->content.n),
				b->content.n ? b->content.at[0] : 0, a->content.n ? a->content.at[0] : 0, (Site){0}, (Site){0});
		return;
	}
	const char *where = place_text(d->t, b, (x ? x : y)->region, d->arena);
	if (x && y && stored(d, x) == stored(d, y)) {
		/* The same store, with other ones under it. */
		Gap *g = &d->gaps->values;
		if (!g->found) {
			gap_seen(d, g, where, b->name, stored(d, x), x->value, y->value, x->at, y->at);
			g->property = "P4";
		}
		gap_seen(d, &d->gaps->effects, where, b->name, stored(d, x), x->value, y->value, x->at, y->at);
		return;
	}
	const char *says = x ? says_store(d, b, x, a, y, "after") : says_store(d, a, y, b, NULL, "before");
	const Access *moved = x && !y ? store_of_value(d, a, stored(d, x)) : !x ? store_of_value(d, b, stored(d, y)) : NULL;
	Gap *g = &d->gaps->values;
	if (moved && !g->found) {
		/* What is stored here on one side is stored elsewhere on the other: show that. */
		const Access *p = x ? x : moved, *q = x ? moved : y;
		gap_note(d, g, "P3", where, says, stored(d, p), stored(d, q), p->at, q->at);
		g->before = arena_printf(d->arena, "%s to %s", g->before, place(d, b, p));
		g->after = arena_printf(d->arena, "%s to %s", g->after, place(d, a, q));
		return;
	}
	gap_values(d, false, x && y ? "P4" : "P3", where, says, x ? stored(d, x) : 0, y ? stored(d, y) : 0, x ? x->at : (Site){0}, y ? y->at : (Site){0});
}

/* ---- order of accesses ---- */

static int by_plain(const void *a, const void *b) {
	const Access *x = *(const Access *const *)a, *y = *(const Access *const *)b;
	if (x->plain != y->plain)
		return x->plain < y->plain ? -1 : 1;
	Term p = x->is_write ? x->full : x->key, q = y->is_write ? y->full : y->key;
	return (p > q) - (p < q);
}

typedef VEC(const Access *) Sorted;

static void sort_accesses(const Root *r, bool writes, Sorted *out) {
	for (uint32_t i = 0; i < r->accesses.n; i++) {
		const Access *a = &r->accesses.at[i];
		if (a->is_write == writes)
			vec_push(out, a);
	}
	if (out->n > 1)
		qsort(out->at, out->n, sizeof *out->at, by_plain);
}

static uint32_t run_length(const Sorted *s, uint32_t from) {
	uint32_t n = 1;
	while (from + n < s->n && s->at[from + n]->plain == s->at[from]->plain)
		n++;
	return n;
}

/* How many stores lie one over the other under a load whose key this is. */
static long long stores_under(Differ *d, Term key) {
	const TermNode *n = term_at(d->t, key);
	int64_t most = 0;
	for (uint32_t i = 2; i < n->n; i++) {
		const TermNode *w = term_at(d->t, n->arg[i]);
		int64_t height;
		if (w->kind == TERM_APPLY && w->n == 2 && term_is_int(d->t, w->arg[1], &height) && height > most)
			most = height;
	}
	return most;
}

/* The load sees the same values through another number of stores. */
static void note_covered(Differ *d, const Root *root, const Access *x, const Access *y) {
	Gap *g = &d->gaps->effects;
	if (g->found)
		return;
	long long was = stores_under(d, x->key), is = stores_under(d, y->key);
	gap_note(d, g, "P13", arena_printf(d->arena, "load of %s", place_text(d->t, root, x->region, d->arena)),
		arena_printf(d->arena, "behind %lld stores to that place before the pass, behind %lld after it", was, is), x->plain, y->plain, x->at, y->at);
	g->before = arena_printf(d->arena, "%s behind %lld stores", g->before, was);
	g->after = arena_printf(d->arena, "%s behind %lld stores", g->after, is);
}

/* Reads of one place that happen as often as before see the same writes, whatever their values. */
static void reads(Differ *d, const Root *root, const Sorted *b, const Sorted *a) {
	uint32_t i = 0, k = 0;
	while (i < b->n && k < a->n) {
		if (b->at[i]->plain != a->at[k]->plain) {
			if (b->at[i]->plain < a->at[k]->plain)
				i++;
			else
				k++;
			continue;
		}
		uint32_t n = run_length(b, i), m = run_length(a, k);
		for (uint32_t j = 0; j < n && n == m; j++) {
			const Access *x = b->at[i + j], *y = a->at[k + j];
			if (x->key != y->key && x->full == y->full) {
				note_covered(d, root, x, y);
				return;
			}
			if (x->key != y->key) {
				gap_seen(d, &d->gaps->effects, arena_printf(d->arena, "load of %s", place_text(d->t, root, x->region, d->arena)), root->name,
					x->plain, x->full, y->full, x->at, y->at);
				return;
			}
		}
		i += n;
		k += m;
	}
}

static const char *times(Differ *d, uint32_t n) { return n ? arena_printf(d->arena, n == 1 ? "once" : "%u times", n) : "never"; }

/* Each store happens as often as before (P3), even one that a later store covers. one_sided: only look for stores that `b` has
 * more often; is_before: b is the program before. */
static void write_counts(Differ *d, const Root *root, const Sorted *b, const Sorted *a, bool one_sided, bool is_before) {
	uint32_t i = 0, k = 0;
	while (i < b->n || k < a->n) {
		Term x = i < b->n ? b->at[i]->plain : UINT32_MAX, y = k < a->n ? a->at[k]->plain : UINT32_MAX;
		uint32_t n = x <= y ? run_length(b, i) : 0, m = y <= x ? run_length(a, k) : 0;
		if (n > m || (n < m && !one_sided)) {
			const Access *some = n ? b->at[i] : a->at[k];
			Site at_b = n ? some->at : (Site){0}, at_a = m ? a->at[k]->at : (Site){0};
			Gap *g = &d->gaps->values;
			if (g->found)
				return;
			gap_note(d, g, "P3", arena_printf(d->arena, "store to %s", place_text(d->t, root, some->region, d->arena)),
				arena_printf(d->arena, "happens %s before the pass, %s after it", times(d, is_before ? n : m), times(d, is_before ? m : n)),
				stored(d, some), stored(d, some), is_before ? at_b : at_a, is_before ? at_a : at_b);
			g->before = arena_printf(d->arena, "%s %s", times(d, is_before ? n : m), g->before);
			g->after = times(d, is_before ? m : n);
			return;
		}
		i += n;
		k += m;
	}
}

/* The same stores, but two that overlap changed places. */
static void writes(Differ *d, const Root *root, const Sorted *b, const Sorted *a) {
	if (b->n != a->n)
		return;
	for (uint32_t i = 0; i < b->n; i++)
		if (b->at[i]->plain != a->at[i]->plain)
			return;
	for (uint32_t i = 0; i < b->n; i++) {
		const Access *x = b->at[i], *y = a->at[i];
		if (x->full != y->full) {
			gap_seen(d, &d->gaps->effects, arena_printf(d->arena, "store to %s", place_text(d->t, root, x->region, d->arena)), root->name,
				stored(d, x), x->full, y->full, x->at, y->at);
			return;
		}
	}
}

static void compare_root(Differ *d, const Root *b, const Root *a) {
	for (int side = 0; side < 2; side++) {
		Sorted x = {0}, y = {0};
		sort_accesses(b, side, &x);
		sort_accesses(a, side, &y);
		if (side) {
			writes(d, b, &x, &y);
			final_content(d, b, a);
			write_counts(d, b, &x, &y, false, true);
		} else {
			reads(d, b, &x, &y);
		}
		vec_free(&x);
		vec_free(&y);
	}
}

void differ_stores_beyond(Differ *d) {
	bool is_before = d->before->end != RUN_DONE;
	const History *longer = is_before ? d->before : d->after, *done = is_before ? d->after : d->before;
	for (uint32_t i = 0; i < longer->roots.n; i++) {
		const Root *r = &longer->roots.at[i], *other = find_root(done, r->name);
		Root none = {.name = r->name};
		Sorted x = {0}, y = {0};
		sort_accesses(r, true, &x);
		sort_accesses(other ? other : &none, true, &y);
		write_counts(d, r, &x, &y, true, is_before);
		vec_free(&x);
		vec_free(&y);
	}
}

/* ---- */

static void returned(Differ *d) {
	uint32_t n = d->before->results.n < d->after->results.n ? d->before->results.n : d->after->results.n;
	for (uint32_t k = 0; k < n; k++) {
		const Happening *x = &d->before->results.at[k], *y = &d->after->results.at[k];
		if (x->what != y->what) {
			gap_values(d, false, "P4", arena_printf(d->arena, "returned value %u", k), NULL, x->what, y->what, x->at, y->at);
			return;
		}
	}
	if (d->before->results.n != d->after->results.n)
		gap_note(d, &d->gaps->values, "P4", arena_printf(d->arena, "returned value %u", n), NULL, n < d->before->results.n ? d->before->results.at[n].what : 0,
			n < d->after->results.n ? d->after->results.at[n].what : 0, (Site){0}, (Site){0});
}

void differ_memory(Differ *d) {
	returned(d);
	for (uint32_t i = 0; i < d->before->roots.n; i++) {
		const Root *b = &d->before->roots.at[i], *a = find_root(d->after, b->name);
		Root none = {.name = b->name};
		compare_root(d, b, a ? a : &none);
	}
	for (uint32_t i = 0; i < d->after->roots.n; i++) {
		const Root *a = &d->after->roots.at[i];
		Root none = {.name = a->name};
		if (!find_root(d->before, a->name))
			compare_root(d, &none, a);
	}
}
