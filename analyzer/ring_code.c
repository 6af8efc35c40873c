#include "analyzer/ring_code.h"

static void add(RingBuilder *b, RingInsn insn) {
	vec_push(&b->code, insn);
}

void ring_event(RingBuilder *b, RingOp op, uint8_t ring) {
	add(b, (RingInsn){ .op = (uint8_t)op, .ring = ring });
}

static void open_loop(RingBuilder *b, RingInsn insn) {
	if (b->depth < RING_MAX_NEST)
		b->open[b->depth] = b->code.n;
	b->depth++;
	add(b, insn);
}

void ring_loop(RingBuilder *b, int64_t trip) {
	open_loop(b, (RingInsn){ .op = RC_LOOP, .trip = trip < 0 ? 0 : trip });
}

void ring_loop_term(RingBuilder *b, Term trip) {
	open_loop(b, (RingInsn){ .op = RC_LOOP, .trip = RING_UNKNOWN_TRIP, .term = trip });
}

void ring_next(RingBuilder *b) {
	uint32_t loop = b->depth && b->depth <= RING_MAX_NEST ? b->open[b->depth - 1] : 0;

	if (b->depth)
		b->depth--;
	b->code.at[loop].target = b->code.n;
	add(b, (RingInsn){ .op = RC_NEXT, .target = loop });
}

RingCode ring_finish(RingBuilder *b) {
	add(b, (RingInsn){ .op = RC_END });
	return (RingCode){ b->code.at, b->code.n };
}

void ring_discard(RingBuilder *b) {
	vec_free(&b->code);
	b->depth = 0;
}
