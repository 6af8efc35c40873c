/* O5: effects that keep their order, against each other and against everything they may touch. P15. */
#include "checks/simulate/differ.h"

/* Counts, for each ordered effect of one run, the events of one channel before it. */
typedef struct Channel {
	const char *name;
	const void *at;
	size_t stride, when; /* of one event; offset of its `when` */
	uint32_t n;
} Channel;

static uint32_t when_of(const Channel *c, uint32_t i) {
	uint32_t when;
	memcpy(&when, (const char *)c->at + i * c->stride + c->when, sizeof when);
	return when;
}

#define CHANNEL(text, vec, T) (Channel){text, (vec).at, sizeof(T), offsetof(T, when), (vec).n}

static void against(Differ *d, Channel b, Channel a) {
	uint32_t n = d->before->ordered.n < d->after->ordered.n ? d->before->ordered.n : d->after->ordered.n, i = 0, k = 0;
	for (uint32_t e = 0; e < n; e++) {
		const Happening *x = &d->before->ordered.at[e], *y = &d->after->ordered.at[e];
		while (i < b.n && when_of(&b, i) < x->when)
			i++;
		while (k < a.n && when_of(&a, k) < y->when)
			k++;
		if (i == k)
			continue;
		Gap *g = &d->gaps->effects;
		if (g->found)
			return;
		gap_note(d, g, "P15", arena_printf(d->arena, "ordered effect %u against %s", e, b.name),
			arena_printf(d->arena, "it came after %u of them, and comes after %u of them now", i, k), x->what, y->what, x->at, y->at);
		g->before = arena_printf(d->arena, "%s after %u of them", g->before, i);
		g->after = arena_printf(d->arena, "%s after %u of them", g->after, k);
		return;
	}
}

static void against_rings(Differ *d) {
	for (uint32_t i = 0; i < d->before->rings.n; i++) {
		const RingHistory *b = &d->before->rings.at[i], *a = history_ring(d->after, b->id, b->direction);
		RingHistory none = {.id = b->id};
		if (!a)
			a = &none;
		const char *ring = ring_text(b, d->arena);
		const char *push = arena_printf(d->arena, "pushes on %s", ring), *pop = arena_printf(d->arena, "pops on %s", ring),
			   *release = arena_printf(d->arena, "releases on %s", ring);
		against(d, CHANNEL(push, b->pushes, Push), CHANNEL(push, a->pushes, Push));
		against(d, CHANNEL(pop, b->pops, Pop), CHANNEL(pop, a->pops, Pop));
		against(d, CHANNEL(release, b->releases, Release), CHANNEL(release, a->releases, Release));
	}
}

static void against_tensors(Differ *d) {
	for (uint32_t i = 0; i < d->before->roots.n; i++) {
		const Root *b = &d->before->roots.at[i];
		for (uint32_t k = 0; k < d->after->roots.n; k++) {
			const Root *a = &d->after->roots.at[k];
			if (a->name != b->name)
				continue;
			const char *name = arena_printf(d->arena, "accesses to %s", place_text(d->t, b, NULL, d->arena));
			against(d, CHANNEL(name, b->accesses, Access), CHANNEL(name, a->accesses, Access));
		}
	}
}

void differ_effects(Differ *d, bool is_beginning) {
	const History *b = d->before, *a = d->after;
	uint32_t n = b->ordered.n < a->ordered.n ? b->ordered.n : a->ordered.n;
	for (uint32_t e = 0; e < n; e++) {
		const Happening *x = &b->ordered.at[e], *y = &a->ordered.at[e];
		if (x->what != y->what) {
			gap_note(d, &d->gaps->effects, "P15", arena_printf(d->arena, "ordered effect %u", e), NULL, x->what, y->what, x->at, y->at);
			return;
		}
	}
	if (!is_beginning && b->ordered.n != a->ordered.n) {
		gap_note(d, &d->gaps->effects, "P15", arena_printf(d->arena, "ordered effect %u", n),
			arena_printf(d->arena, "%u ordered effects before the pass, %u after it", b->ordered.n, a->ordered.n), n < b->ordered.n ? b->ordered.at[n].what : 0,
			n < a->ordered.n ? a->ordered.at[n].what : 0, n < b->ordered.n ? b->ordered.at[n].at : (Site){0},
			n < a->ordered.n ? a->ordered.at[n].at : (Site){0});
		return;
	}
	if (!n)
		return;
	against_rings(d);
	against_tensors(d);
	against(d, CHANNEL("tile writes", b->tile_writes, Happening), CHANNEL("tile writes", a->tile_writes, Happening));
}
