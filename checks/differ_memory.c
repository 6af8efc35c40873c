/* O3 and O4: final content of each tensor, returned values; and the order of overlapping accesses. P3, P4, P13. */
#include "checks/differ.h"

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

static void final_content(Differ *d, const Root *b, const Root *a) {
	if (same_content(b, a))
		return;
	const Access *x = first_only(b, a, 0), *y = x ? first_only(a, b, region_term(x->region)) : first_only(a, b, 0);
	if (!x && !y) {
		if (b->base != a->base)
			gap_values(d, false, "P3", place_text(d->t, b, NULL, d->arena), b->base, a->base, (Span){0}, (Span){0});
		else /* the same writes, another number of times */
			gap_note(d, &d->gaps->values, "P3", place_text(d->t, b, NULL, d->arena), b->content.n ? b->content.at[0] : 0,
				a->content.n ? a->content.at[0] : 0, (Span){0}, (Span){0});
		return;
	}
	const char *where = place_text(d->t, b, (x ? x : y)->region, d->arena);
	/* What is stored, without the name and place in front of it. */
	Term before = x ? term_at(d->t, x->plain)->arg[2] : 0, after = y ? term_at(d->t, y->plain)->arg[2] : 0;
	if (before && before == after) {
		before = x->value;
		after = y->value;
	}
	gap_values(d, false, x && y ? "P4" : "P3", where, before, after, x ? x->at : (Span){0}, y ? y->at : (Span){0});
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
			if (x->key != y->key) {
				gap_note(d, &d->gaps->effects, "P13", arena_printf(d->arena, "load of %s", place_text(d->t, root, x->region, d->arena)), x->full,
					y->full, x->at, y->at);
				return;
			}
		}
		i += n;
		k += m;
	}
}

/* Each store happens as often as before (P3), even one that a later store covers. one_sided: only look for stores that `b` has
 * more often; is_before: b is the program before. */
static void write_counts(Differ *d, const Root *root, const Sorted *b, const Sorted *a, bool one_sided, bool is_before) {
	uint32_t i = 0, k = 0;
	while (i < b->n || k < a->n) {
		Term x = i < b->n ? b->at[i]->plain : UINT32_MAX, y = k < a->n ? a->at[k]->plain : UINT32_MAX;
		uint32_t n = x <= y ? run_length(b, i) : 0, m = y <= x ? run_length(a, k) : 0;
		if (n > m || (n < m && !one_sided)) {
			const Access *some = n ? b->at[i] : a->at[k];
			Span at_b = n ? some->at : (Span){0}, at_a = m ? a->at[k]->at : (Span){0};
			Gap *g = &d->gaps->values;
			if (g->found)
				return;
			gap_note(d, g, "P3", arena_printf(d->arena, "store to %s", place_text(d->t, root, some->region, d->arena)), some->plain, some->plain,
				is_before ? at_b : at_a, is_before ? at_a : at_b);
			g->before = arena_printf(d->arena, "%u times %s", is_before ? n : m, g->before);
			g->after = arena_printf(d->arena, "%u times", is_before ? m : n);
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
			gap_note(d, &d->gaps->effects, "P13", arena_printf(d->arena, "store to %s", place_text(d->t, root, x->region, d->arena)), x->full,
				y->full, x->at, y->at);
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
			gap_values(d, false, "P4", arena_printf(d->arena, "returned value %u", k), x->what, y->what, x->at, y->at);
			return;
		}
	}
	if (d->before->results.n != d->after->results.n)
		gap_note(d, &d->gaps->values, "P4", arena_printf(d->arena, "returned value %u", n), n < d->before->results.n ? d->before->results.at[n].what : 0,
			n < d->after->results.n ? d->after->results.at[n].what : 0, (Span){0}, (Span){0});
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
