#include "checks/rings/ring_answers.h"
#include "checks/rings/ring_release.h"

const char *const ring_limits[] = {
	[LIMIT_NONE] = "none", [LIMIT_RING] = "ring", [LIMIT_LOCAL] = "local ring", [LIMIT_MEMORY] = "memory capacity", [LIMIT_OPEN] = "not decided",
};

static bool is_safe(const RingAnswer *a) {
	return a->deadlock == FINDING_HOLDS && a->overwrite == FINDING_HOLDS;
}

static bool safe_now(RingUnit *u, const CheckOptions *o) {
	RingAnswer a;

	ring_solve(u, o, &a);
	return is_safe(&a);
}

/* Smallest depth of the rings from..to that is safe while the others stay; not every larger one need be. */
static int64_t smallest(RingUnit *u, const CheckOptions *o, uint32_t from, uint32_t to) {
	for (int64_t depth = 1; depth <= RING_DEEPEST; depth++) {
		for (uint32_t i = from; i < to; i++)
			u->system.ring[i].depth = depth;
		if (safe_now(u, o))
			return depth;
	}
	return 0;
}

/* Only the local slots are looked at here: releases are taken for granted. */
static int64_t local_need(RingUnit *u, const CheckOptions *o, uint32_t ring) {
	uint8_t consumer = u->system.ring[ring].consumer;
	FuncId f = consumer == 0 ? u->cube : u->vector;
	ReleaseQuery q = { .keys = &u->keys, .terms = u->terms, .p = u->p, .credits = CREDITS_A2A3 };
	FifoOptions fo = { .terms = u->terms, .floor_division = o->floor_division, .lane = consumer - 1, .tiles = true, .keys = &u->keys };
	int64_t need = 0;
	Fifo code;

	if (!f)
		return 0;
	fifo_of(u->p, f, &fo, &code);
	q.code = &code.code;
	for (uint32_t k = 0; k < RING_MAX_RINGS; k++)
		q.never[k] = true;
	for (int64_t local = 1; local <= RING_DEEPEST && need == 0; local++) {
		ReleaseAnswer a;
		q.local[ring_unit_key(u, ring)] = local;
		ring_release(&q, u->arena, &a);
		if (a.fault == RELEASE_UNKNOWN)
			break;
		if (a.fault == RELEASE_OK)
			need = local;
	}
	fifo_free(&code);
	return need;
}

static RingLimit limit_of(const RingAnswers *a, const CheckOptions *o) {
	bool fails = a->answer.deadlock == FINDING_FAILS || a->answer.overwrite == FINDING_FAILS || a->answer.overwrite == FINDING_TIMING;

	if (fails)
		return LIMIT_RING;
	for (uint32_t i = 0; i < a->n; i++)
		if (o->credits == CREDITS_A2A3 && a->need[i].local > a->need[i].local_depth)
			return LIMIT_LOCAL;
	for (int s = 0; s < SPACE_COUNT; s++) {
		int64_t capacity = machine_capacity(o->arch, (Space)s);
		if (capacity > 0 && a->stored[s] > capacity)
			return LIMIT_MEMORY;
	}
	return a->safe ? LIMIT_NONE : LIMIT_OPEN;
}

void ring_answers(RingUnit *u, const CheckOptions *o, RingAnswers *out) {
	RingSpec kept[RING_MAX_RINGS];
	uint32_t n = u->system.n_rings;

	memset(out, 0, sizeof *out);
	memcpy(kept, u->system.ring, sizeof kept);
	ring_solve(u, o, &out->answer);
	out->safe = is_safe(&out->answer);
	out->n = n;
	out->common = smallest(u, o, 0, n);
	for (uint32_t i = 0; i < n; i++) {
		const RingPlace *place = &u->place[ring_unit_key(u, i)];
		RingNeed *need = &out->need[i];
		for (uint32_t k = 0; k < n; k++)
			u->system.ring[k].depth = out->safe || kept[k].depth > out->common ? kept[k].depth : out->common;
		*need = (RingNeed){ .name = ring_unit_place(u, i), .depth = kept[i].depth, .bytes = -1, .peak = -1,
			.space = place->key.direction == RING_C2V ? SPACE_VEC : SPACE_MAT };
		need->smallest = smallest(u, o, i, i + 1);
		need->margin = need->depth - need->smallest;
		if (out->answer.has_peaks)
			need->peak = out->answer.run.peak[i];
		if (place->slot_bytes > 0 && __builtin_mul_overflow(place->slot_bytes, kept[i].depth, &need->bytes))
			need->bytes = -1;
		need->local = local_need(u, o, i);
		need->local_depth = place->local > 0 ? place->local : kept[i].depth;
		if (need->bytes > 0 && i % u->lanes == 0 && __builtin_add_overflow(out->stored[need->space], need->bytes, &out->stored[need->space]))
			out->stored[need->space] = INT64_MAX;
	}
	out->limit = limit_of(out, o);
	memcpy(u->system.ring, kept, sizeof kept);
}
