#include "analyzer/ring_cycles.h"

#include <stdlib.h>

/* A signature is what decides the future but for iterations left; a record adds the counters. Both are int64 rows of one block. */
enum {
	RECORD_ROOM = RING_MAX_CORES * RING_MAX_NEST * 2 + RING_MAX_RINGS * 4,
	SLOTS = 512 /* direct mapped: a newer state replaces an older one */
};

typedef struct Visit {
	uint64_t hash;
	uint32_t n_signature, n_record;
	int64_t *row; /* signature, then record; NULL: unused */
} Visit;

struct RingCycles {
	bool skip;
	Visit visit[SLOTS];
	VEC(RingCycle) noted;
};

RingCycles *ring_cycles_new(bool skip) {
	RingCycles *c = mem_alloc(sizeof *c);

	memset(c, 0, sizeof *c);
	c->skip = skip;
	return c;
}

void ring_cycles_free(RingCycles *c) {
	if (!c)
		return;
	for (unsigned i = 0; i < SLOTS; i++)
		mem_free_(c->visit[i].row);
	vec_free(&c->noted);
	mem_free_(c);
}

uint32_t ring_signature(const RingSystem *s, const RingState *st, int64_t *out) {
	uint32_t n = 0;

	out[n++] = st->turn;
	for (uint32_t i = 0; i < s->n_cores; i++) {
		const RingCore *c = &st->core[i];
		out[n++] = c->pc;
		out[n++] = c->depth;
		for (uint32_t d = 0; d < c->depth; d++)
			out[n++] = c->frame[d].loop;
	}
	for (uint32_t i = 0; i < s->n_rings; i++) {
		const RingCounts *r = &st->ring[i];
		int64_t period = ring_credit_period(s->ring[i].depth);
		out[n++] = r->pushed - r->popped;
		out[n++] = r->pushed - r->freed;
		if (s->credits == CREDITS_IDEAL)
			continue;
		out[n++] = r->credit;
		out[n++] = r->pushed % period;
		out[n++] = r->popped % period;
		out[n++] = r->pushed < s->ring[i].depth ? r->pushed : s->ring[i].depth; /* the first round waits for no credit */
	}
	return n;
}

static uint32_t record(const RingSystem *s, const RingState *st, int64_t *out) {
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n_cores; i++)
		for (uint32_t d = 0; d < st->core[i].depth; d++) {
			out[n++] = st->core[i].frame[d].done;
			out[n++] = st->core[i].frame[d].left;
		}
	for (uint32_t i = 0; i < s->n_rings; i++) {
		out[n++] = st->ring[i].pushed;
		out[n++] = st->ring[i].popped;
		out[n++] = st->ring[i].freed;
	}
	return n;
}

static uint64_t hash_of(const int64_t *row, uint32_t n) {
	uint64_t h = 1469598103934665603u;

	for (uint32_t i = 0; i < n; i++) {
		h = (h ^ (uint64_t)row[i]) * 1099511628211u;
		h ^= h >> 29;
	}
	return h;
}

/* Fills the cycle between an earlier record and now; false when more than one loop of a core moved, or one whose body varies. */
static bool compare(const RingSystem *s, const RingState *st, const int64_t *before, const int64_t *now, RingCycle *out, int64_t *times) {
	uint32_t n = 0;

	*times = INT64_MAX;
	for (uint32_t i = 0; i < s->n_cores; i++) {
		out->loop[i] = 0;
		out->used[i] = 0;
		for (uint32_t d = 0; d < st->core[i].depth; d++, n += 2) {
			int64_t used = before[n + 1] - now[n + 1];
			if (used == 0 && before[n] == now[n])
				continue;
			if (used <= 0 || out->used[i] != 0 || now[n] - before[n] != used || s->core[i].at[st->core[i].frame[d].loop].varies)
				return false;
			out->loop[i] = st->core[i].frame[d].loop;
			out->used[i] = used;
			if (now[n + 1] / used < *times)
				*times = now[n + 1] / used;
		}
	}
	return *times != INT64_MAX;
}

/* Member by member: between them there may be bytes that nobody sets. */
static bool same_cycle(const RingCycle *a, const RingCycle *b) {
	return memcmp(a->loop, b->loop, sizeof a->loop) == 0 && memcmp(a->used, b->used, sizeof a->used) == 0;
}

static void note(RingCycles *c, const RingCycle *one) {
	for (uint32_t i = 0; i < c->noted.n; i++)
		if (same_cycle(&c->noted.at[i], one))
			return;
	vec_push(&c->noted, *one);
}

/* Moves the state on by so many repetitions; false when a counter would overflow. */
static bool move_on(const RingSystem *s, RingState *st, const RingCycle *cycle, const int64_t *before, int64_t times) {
	uint32_t n = 0;
	int64_t way[RING_MAX_RINGS * 3];

	for (uint32_t i = 0; i < s->n_cores; i++)
		n += 2 * st->core[i].depth;
	for (uint32_t i = 0; i < s->n_rings; i++) {
		const int64_t now[3] = { st->ring[i].pushed, st->ring[i].popped, st->ring[i].freed };
		int64_t sum;
		for (unsigned k = 0; k < 3; k++)
			if (__builtin_mul_overflow(now[k] - before[n + 3 * i + k], times, &way[3 * i + k]) ||
			    __builtin_add_overflow(now[k], way[3 * i + k], &sum))
				return false;
	}
	for (uint32_t i = 0; i < s->n_rings; i++) {
		st->ring[i].pushed += way[3 * i];
		st->ring[i].popped += way[3 * i + 1];
		st->ring[i].freed += way[3 * i + 2];
	}
	for (uint32_t i = 0; i < s->n_cores; i++)
		for (uint32_t d = 0; d < st->core[i].depth; d++) {
			RingFrame *f = &st->core[i].frame[d];
			if (cycle->used[i] == 0 || f->loop != cycle->loop[i])
				continue;
			f->left -= cycle->used[i] * times;
			f->done += cycle->used[i] * times;
		}
	return true;
}

static void remember(Visit *v, uint64_t hash, const int64_t *sig, uint32_t n_sig, const int64_t *rec, uint32_t n_rec) {
	if (!v->row || v->n_signature + v->n_record < n_sig + n_rec)
		v->row = mem_resize(v->row, (size_t)(n_sig + n_rec) * sizeof *v->row);
	*v = (Visit){ hash, n_sig, n_rec, v->row };
	memcpy(v->row, sig, n_sig * sizeof *sig);
	memcpy(v->row + n_sig, rec, n_rec * sizeof *rec);
}

unsigned ring_cycles_visit(RingCycles *c, const RingSystem *s, RingState *st) {
	int64_t sig[RING_SIGNATURE_ROOM], rec[RECORD_ROOM], times;
	uint32_t n_sig = ring_signature(s, st, sig), n_rec = record(s, st, rec);
	uint64_t hash = hash_of(sig, n_sig);
	Visit *v = &c->visit[hash % SLOTS];
	unsigned skipped = 0;
	RingCycle cycle;

	if (v->row && v->hash == hash && v->n_signature == n_sig && memcmp(v->row, sig, n_sig * sizeof *sig) == 0 &&
	    compare(s, st, v->row + n_sig, rec, &cycle, &times)) {
		if (!c->skip) {
			note(c, &cycle);
		} else if (times > 0 && move_on(s, st, &cycle, v->row + n_sig, times)) {
			skipped = 1;
			n_rec = record(s, st, rec);
		}
	}
	remember(v, hash, sig, n_sig, rec, n_rec);
	return skipped;
}

const RingCycle *ring_cycles_noted(const RingCycles *c, uint32_t *n) {
	*n = c->noted.n;
	return c->noted.at;
}
