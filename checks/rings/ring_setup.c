#include "checks/rings/ring_judge.h"

static bool differs(RingUnit *u, RingFault *f, uint32_t k, const char *what, int64_t a, int64_t b) {
	const RingPlace *r = &u->place[k];

	if (a == b)
		return false;
	*f = (RingFault){ .found = true, .where = ring_unit_place(u, k * u->lanes), .what = what, .cube_at = r->cube->span,
		.vector_at = r->vector->span, .cube = arena_printf(u->arena, "%lld", (long long)a),
		.vector = arena_printf(u->arena, "%lld", (long long)b) };
	return true;
}

static bool wrong(RingUnit *u, RingFault *f, uint32_t k, const char *what, const char *cube, const char *vector, Span cube_at, Span vector_at) {
	*f = (RingFault){ true, ring_unit_place(u, k * u->lanes), what, cube, vector, cube_at, vector_at };
	return true;
}

static const char *number(const RingUnit *u, int64_t n) {
	return arena_printf(u->arena, "%lld", (long long)n);
}

static bool pipes_disagree(RingUnit *u, RingFault *f, uint32_t k) {
	const RingPlace *r = &u->place[k];

	if (!u->cube || !u->vector || (!r->cube && !r->vector))
		return false;
	if (!r->cube || !r->vector)
		return wrong(u, f, k, "one core does not initialise the pipe", r->cube ? "initialised" : "not initialised",
		             r->vector ? "initialised" : "not initialised", r->cube ? r->cube->span : (Span){ 0, 0 },
		             r->vector ? r->vector->span : (Span){ 0, 0 });
	return differs(u, f, k, "dir_mask differs", r->cube->mask, r->vector->mask) ||
	       differs(u, f, k, "slot_size differs", r->cube->slot_bytes, r->vector->slot_bytes) ||
	       differs(u, f, k, "slot_num differs", r->cube->slots, r->vector->slots) ||
	       differs(u, f, k, "local_slot_num differs", r->cube->local, r->vector->local);
}

/* The consumer reserves the ring in its own memory; the producer imports it by name. */
static bool storage_is_wrong(RingUnit *u, RingFault *f, uint32_t k) {
	const RingPlace *r = &u->place[k];
	bool c2v = r->key.direction == RING_C2V;
	const Pipe *to = c2v ? r->vector : r->cube, *from = c2v ? r->cube : r->vector;
	const RingSide *in = to ? &to->side[r->key.direction] : NULL, *out = from ? &from->side[r->key.direction] : NULL;
	int64_t need;

	if (in && !in->used)
		return wrong(u, f, k, "dir_mask does not name this direction", number(u, to->mask), "used", to->span, to->span);
	if (in && in->reserved && in->bytes >= 0 && r->slot_bytes > 0 && r->declared) {
		if (__builtin_mul_overflow(r->slot_bytes, r->depth, &need) || in->bytes < need)
			return wrong(u, f, k, "the reserved buffer is smaller than slot_size * slot_num", number(u, in->bytes), number(u, need), in->span, to->span);
	}
	if (in && out && in->reserved && in->buffer && out->buffer && in->buffer != out->buffer)
		return wrong(u, f, k, "the producer imports another buffer than the consumer reserves", ir_text(u->p, out->buffer),
		             ir_text(u->p, in->buffer), out->span, in->span);
	return false;
}

typedef struct Splits { /* of one core on one ring */
	uint32_t seen; /* bit s: split s occurs */
	Span at[8];
} Splits;

static Splits splits_of(const RingUnit *u, uint32_t core, uint32_t ring) {
	Splits out = { 0 };
	const RingCode *code = &u->system.core[core];

	for (uint32_t i = 0; i < code->n; i++) {
		const RingInsn *in = &code->at[i];
		if ((in->op != RC_PUSH && in->op != RC_POP) || in->ring != ring || in->split < 0 || in->split > 7)
			continue;
		out.seen |= 1u << in->split;
		out.at[in->split] = in->span;
	}
	return out;
}

static bool splits_disagree(RingUnit *u, RingFault *f, uint32_t k) {
	uint32_t ring = k * u->lanes;
	Splits from = splits_of(u, u->system.ring[ring].producer, ring), to = splits_of(u, u->system.ring[ring].consumer, ring);
	bool c2v = u->place[k].key.direction == RING_C2V;
	uint32_t only = from.seen ^ to.seen;
	int s = only ? __builtin_ctz(only) : 0;
	Span a = from.seen >> s & 1 ? from.at[s] : (Span){ 0, 0 }, b = to.seen >> s & 1 ? to.at[s] : (Span){ 0, 0 };

	if (!only || !from.seen || !to.seen)
		return false;
	return wrong(u, f, k, arena_printf(u->arena, "split %d is used by one core only", s), (c2v ? from : to).seen >> s & 1 ? "used" : "not used",
	             (c2v ? to : from).seen >> s & 1 ? "used" : "not used", c2v ? a : b, c2v ? b : a);
}

static bool tile_is_too_large(RingUnit *u, const CheckOptions *o, RingFault *f, uint32_t k) {
	const RingPlace *r = &u->place[k];
	Span none = { 0, 0 };

	if (r->slot_bytes <= 0)
		return false;
	for (uint32_t c = 0; c < u->system.n_cores; c++) {
		if ((c == 0 && !u->cube) || (c > 0 && !u->vector))
			continue;
		for (uint32_t i = 0; i < u->system.core[c].n; i++) {
			const RingInsn *in = &u->system.core[c].at[i];
			int64_t bytes;
			if ((in->op != RC_PUSH && in->op != RC_POP) || in->ring / u->lanes != k || !in->type)
				continue;
			bytes = machine_tile_bytes(u->p, in->type, o->arch);
			if (bytes > r->slot_bytes) {
				const char *what = arena_printf(u->arena, "a tile of %lld bytes does not fit its slot", (long long)bytes);
				const char *tile = number(u, bytes), *slot = number(u, r->slot_bytes);
				return c == 0 ? wrong(u, f, k, what, tile, slot, in->span, r->vector ? r->vector->span : none) :
					wrong(u, f, k, what, slot, tile, r->cube ? r->cube->span : none, in->span);
			}
		}
	}
	return false;
}

/* Without a split both lanes of a dual launch push the whole tile; only code that tells the lanes apart can keep one of them quiet. */
static bool both_lanes_push(RingUnit *u, const CheckOptions *o, RingFault *f, uint32_t k) {
	FifoOptions fo = { .terms = u->terms, .floor_division = o->floor_division, .lane = -1, .params = u->params[1], .keys = &u->keys };
	const RingInsn *push = NULL;
	bool alike;
	Fifo any;

	if (!u->vector || !u->pair.vector->dual || u->lanes != 1 || u->place[k].key.direction != RING_V2C)
		return false;
	for (uint32_t i = 0; i < u->fifo[1].code.n; i++)
		if (u->fifo[1].code.at[i].op == RC_PUSH && u->fifo[1].code.at[i].ring == k && u->fifo[1].code.at[i].split == 0)
			push = &u->fifo[1].code.at[i];
	if (!push)
		return false;
	fifo_of(u->p, u->vector, &fo, &any);
	alike = fifo_same(&any, &u->fifo[1]);
	fifo_free(&any);
	return alike && wrong(u, f, k, "both lanes push the whole tile without a split: twice the messages", "one message", "two messages",
	                      (Span){ 0, 0 }, push->span);
}

void ring_setup(RingUnit *u, const CheckOptions *o, RingFault *out) {
	memset(out, 0, sizeof *out);
	for (uint32_t k = 0; k < u->keys.n; k++)
		if (pipes_disagree(u, out, k) || storage_is_wrong(u, out, k) || splits_disagree(u, out, k) || tile_is_too_large(u, o, out, k) ||
		    both_lanes_push(u, o, out, k))
			return;
}
