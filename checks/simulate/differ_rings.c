/* O1 and O2: messages pushed, popped and released on each ring. P6, P7, P12. */
#include "checks/simulate/differ.h"

const char *ring_text(const RingHistory *r, Arena *a) {
	return arena_printf(a, "ring %s id %lld", r->direction == RING_C2V ? "c2v" : "v2c", (long long)r->id);
}

static const char *message(Differ *d, const RingHistory *r, const char *event, uint32_t k) {
	return arena_printf(d->arena, "%s, %s %u", ring_text(r, d->arena), event, k);
}

/* One of the two runs makes more of these events. */
static void more_or_less(Differ *d, const RingHistory *r, const char *event, const char *events, uint32_t before, uint32_t after, Term x, Term y,
                         Site before_at, Site after_at) {
	uint32_t first = before < after ? before : after;
	/* A run that did not end has made at least as many. */
	const char *least[2] = {d->before->end != RUN_DONE ? "at least " : "", d->after->end != RUN_DONE ? "at least " : ""};
	gap_note(d, &d->gaps->order, "P12", message(d, r, event, first),
		arena_printf(d->arena, "%s%u %s before the pass, %s%u after it", least[0], before, events, least[1], after), x, y, before_at, after_at);
}

/* ---- pushes ---- */

static uint32_t push_of(const RingHistory *r, Term value) {
	for (uint32_t k = 0; k < r->pushes.n; k++)
		if (r->pushes.at[k].value == value)
			return k;
	return NO_ORDINAL;
}

/* The tile sent is known as another message of the other program; NULL: it is not. */
static const char *says_push(Differ *d, const RingHistory *b, const RingHistory *a, uint32_t k) {
	uint32_t was = push_of(b, a->pushes.at[k].value), is = push_of(a, b->pushes.at[k].value);
	const char *own = is == NO_ORDINAL ? arena_printf(d->arena, "that of message %u is never sent", k)
					   : arena_printf(d->arena, "that of message %u goes out as message %u", k, is);
	if (b->pushes.n != a->pushes.n && d->before->end == RUN_DONE && d->after->end == RUN_DONE)
		own = arena_printf(d->arena, "%s; %u messages before the pass, %u after it", own, b->pushes.n, a->pushes.n);
	if (was != NO_ORDINAL)
		return arena_printf(d->arena, "carries the tile of message %u, %s", was, own);
	return is != NO_ORDINAL ? arena_printf(d->arena, "carries a tile that was never sent, %s", own) : NULL;
}

static void pushes(Differ *d, const RingHistory *b, const RingHistory *a, bool is_beginning) {
	uint32_t n = b->pushes.n < a->pushes.n ? b->pushes.n : a->pushes.n;
	for (uint32_t k = 0; k < n; k++) {
		const Push *x = &b->pushes.at[k], *y = &a->pushes.at[k];
		if (x->value != y->value) {
			gap_values(d, true, "P6", message(d, b, "message", k), says_push(d, b, a, k), x->value, y->value, x->at, y->at);
			return;
		}
		if (x->how != y->how) {
			gap_note(d, &d->gaps->order, "P6", message(d, b, "message", k), NULL, x->how, y->how, x->at, y->at);
			return;
		}
	}
	if (is_beginning || b->pushes.n == a->pushes.n)
		return;
	const Push *x = n < b->pushes.n ? &b->pushes.at[n] : NULL, *y = n < a->pushes.n ? &a->pushes.at[n] : NULL;
	more_or_less(d, b, "message", "pushes", b->pushes.n, a->pushes.n, x ? x->value : 0, y ? y->value : 0, x ? x->at : (Site){0}, y ? y->at : (Site){0});
}

/* ---- pops and releases ---- */

static void pops(Differ *d, const RingHistory *b, const RingHistory *a, bool is_beginning) {
	uint32_t n = b->pops.n < a->pops.n ? b->pops.n : a->pops.n;
	for (uint32_t k = 0; k < n; k++) {
		const Pop *x = &b->pops.at[k], *y = &a->pops.at[k];
		if (x->value != y->value || x->how != y->how) {
			bool value = x->value != y->value;
			gap_note(d, &d->gaps->order, "P7", message(d, b, "pop", k), NULL, value ? x->value : x->how, value ? y->value : y->how, x->at, y->at);
			return;
		}
	}
	if (is_beginning || b->pops.n == a->pops.n)
		return;
	const Pop *x = n < b->pops.n ? &b->pops.at[n] : NULL, *y = n < a->pops.n ? &a->pops.at[n] : NULL;
	more_or_less(d, b, "pop", "pops", b->pops.n, a->pops.n, x ? x->value : 0, y ? y->value : 0, x ? x->at : (Site){0}, y ? y->at : (Site){0});
}

static const char *released(Differ *d, const Release *r) {
	if (r->ordinal == NO_ORDINAL)
		return "a tile that was not popped from this ring";
	return arena_printf(d->arena, "pop %u", r->ordinal);
}

static void releases(Differ *d, const RingHistory *b, const RingHistory *a, bool is_beginning) {
	uint32_t n = b->releases.n < a->releases.n ? b->releases.n : a->releases.n;
	for (uint32_t k = 0; k < n; k++) {
		const Release *x = &b->releases.at[k], *y = &a->releases.at[k];
		/* What it releases is told by the pop; the content of the tile is judged where it is used. */
		bool same = x->ordinal == y->ordinal && x->how == y->how && (x->ordinal != NO_ORDINAL || x->tile == y->tile);
		if (!same) {
			bool how = x->how != y->how;
			const char *says = how ? NULL : arena_printf(d->arena, "releases %s instead of %s", released(d, y), released(d, x));
			gap_note(d, &d->gaps->order, "P12", message(d, b, "release", k), says, how ? x->how : x->tile, how ? y->how : y->tile, x->at, y->at);
			return;
		}
	}
	if (is_beginning || b->releases.n == a->releases.n)
		return;
	const Release *x = n < b->releases.n ? &b->releases.at[n] : NULL, *y = n < a->releases.n ? &a->releases.at[n] : NULL;
	more_or_less(d, b, "release", "releases", b->releases.n, a->releases.n, x ? x->tile : 0, y ? y->tile : 0, x ? x->at : (Site){0},
		y ? y->at : (Site){0});
}

void differ_rings(Differ *d, bool is_beginning) {
	const History *sides[2] = {d->before, d->after};
	for (int side = 0; side < 2; side++) {
		for (uint32_t i = 0; i < sides[side]->rings.n; i++) {
			const RingHistory *r = &sides[side]->rings.at[i], *other = history_ring(sides[!side], r->id, r->direction);
			if (side == 1 && other)
				continue; /* compared from the other side */
			RingHistory none = {.id = r->id, .direction = r->direction};
			const RingHistory *b = side ? &none : r, *a = side ? r : other ? other : &none;
			pushes(d, b, a, is_beginning);
			pops(d, b, a, is_beginning);
			releases(d, b, a, is_beginning);
		}
	}
}

void differ_messages_beyond(Differ *d) {
	const History *longer = d->before->end == RUN_DONE ? d->after : d->before, *done = longer == d->before ? d->after : d->before;
	for (uint32_t i = 0; i < longer->rings.n; i++) {
		const RingHistory *r = &longer->rings.at[i], *other = history_ring(done, r->id, r->direction);
		RingHistory none = {.id = r->id, .direction = r->direction};
		if (!other)
			other = &none;
		const RingHistory *b = longer == d->before ? r : other, *a = longer == d->before ? other : r;
		if (r->pushes.n > other->pushes.n)
			pushes(d, b, a, false);
		if (r->pops.n > other->pops.n)
			pops(d, b, a, false);
	}
}
