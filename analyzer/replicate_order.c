/* Replicated loops that the reordering behind this pass would break are kept from it (replicate.md D.5, faults.md L09 L26).
 *
 * That pass sorts the statements of a pipeline body and keeps nothing but SSA edges. Its order is foretold (io_order.h) and
 * compared with the program's: messages of one ring, accesses to one place, releases and uses, barriers and whatever is around
 * them must not change places. A loop where they would comes out sequential, its copies and tags as they are.
 */
#include "analyzer/replicate.h"

#include "analyzer/io_order.h"
#include "analyzer/partner.h"

#include <inttypes.h>

enum {
	MOST = 4096,    /* effects of one block that are compared pair by pair */
	ONE_DIGIT = 10  /* stages that compare alike as numbers and as text */
};

typedef enum EffectKind { KIND_ACCESS, KIND_MESSAGE, KIND_ORDERED } EffectKind;

typedef struct Event {
	EffectKind kind;
	uint32_t stmt;      /* index in the block */
	StmtId at;          /* statement, inside it perhaps */
	const Call *call;
	PlaceAccess access; /* KIND_ACCESS */
	Ring ring;          /* KIND_MESSAGE */
	Effect direction;
	int64_t pipe;
} Event;

typedef VEC(Event) Events;

typedef struct Watch {
	Replicate *r;
	Places *places;
	Partner *partner;
	LinearScope whole; /* the function */
	LinearScope scope; /* the loop at hand */
	const char *why; /* found */
} Watch;

/* ---- what statements do ---- */

static VarId target_of(const Stmt *s) { return s->kind == S_ASSIGN ? s->var : s->kind == S_UNPACK && s->returns.n ? s->returns.at[0] : 0; }

static void add_message(Watch *w, uint32_t top, StmtId at, Events *out) {
	const Call *c = ir_call_of(w->r->p, at);
	if (!c || !(ir_is_push(c->op) || ir_is_pop(c->op) || ir_is_free(c->op)))
		return;
	Event e = {.kind = KIND_MESSAGE, .stmt = top, .at = at, .call = c, .ring = op_rows[c->op].ring, .direction = op_rows[c->op].effect, .pipe = ir_pipe_id(w->r->p, c)};
	vec_push(out, e);
	const Expr *tile = c->args.n && ir_is_free(c->op) ? ir_expr(w->r->p, c->args.at[0]) : NULL;
	if (tile && tile->kind == X_VAR) {
		/* A release ends the life of the bytes, as a write would. */
		Event end = {.kind = KIND_ACCESS, .stmt = top, .at = at, .call = c, .access = {.place = place_of(w->places, tile->var), .call = c, .write = true}};
		vec_push(out, end);
	}
}

/* A tile that an op makes afresh takes no bytes from another one: buffers are given out behind the reordering. */
static bool is_fresh(const Program *p, const PlaceAccess *a, VarId target) {
	TypeId t = target ? ir_var(p, target)->type : 0;
	return a->write && !a->tensor && op_rows[a->call->op].inherits < 0 && op_rows[a->call->op].effect != EFFECT_WRITE_TILE && t && !ir_type(p, t)->memref;
}

static void collect(Watch *w, uint32_t top, StmtId at, Events *out) {
	const Stmt *s = ir_stmt(w->r->p, at);
	PlaceAccesses found = {0};
	const Call *ordered = NULL;
	ExprId bounds[] = {s->start, s->stop, s->step};
	for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
		accesses_of(w->places, bounds[i], 0, &found, &ordered);
	/* What opens a scope is written as a call and does nothing. */
	if (s->kind != S_SCOPE && s->kind != S_FOR_OTHER)
		accesses_of(w->places, s->expr, target_of(s), &found, &ordered);
	for (uint32_t i = 0; i < found.n; i++) {
		Event e = {.kind = KIND_ACCESS, .stmt = top, .at = at, .call = found.at[i].call, .access = found.at[i]};
		if (!is_fresh(w->r->p, &found.at[i], target_of(s)))
			vec_push(out, e);
	}
	if (ordered) {
		Event e = {.kind = KIND_ORDERED, .stmt = top, .at = at, .call = ordered};
		vec_push(out, e);
	}
	vec_free(&found);
	add_message(w, top, at, out);
	for (uint32_t i = 0; i < s->body.n; i++)
		collect(w, top, s->body.at[i], out);
	for (uint32_t i = 0; i < s->orelse.n; i++)
		collect(w, top, s->orelse.at[i], out);
}

/* ---- which pairs keep their order ---- */

/* The two parts lie apart in one dim at every turn of the loop. */
static bool disjoint(const Watch *w, const PlaceAccess *a, const PlaceAccess *b) {
	if (!a->tensor || place_is_viewed(w->places, a->place))
		return false;
	TensorRegion ra = region_of(&w->scope, a->call), rb = region_of(&w->scope, b->call);
	for (uint32_t i = 0; ra.n == rb.n && i < ra.n; i++) {
		Linear d;
		if (ra.known[i] && rb.known[i] && linear_minus(&ra.offset[i], &rb.offset[i], &d) && !d.n && !d.slope &&
			(d.low >= rb.extent[i] || d.high <= -ra.extent[i]))
			return true;
	}
	return false;
}

/* A message may tell the other core that data lies in global memory, or that it has been read (L07). */
static bool announces(const Watch *w, const PlaceAccess *a) {
	if (!a->tensor)
		return false;
	TensorRegion region = {0};
	if (!place_is_viewed(w->places, a->place))
		region = region_of(&w->whole, a->call);
	return partner_meets(w->partner, w->places, a->place, &region, a->write) != NULL;
}

static bool keep_order(const Watch *w, const Event *a, const Event *b) {
	if (a->kind == KIND_ORDERED || b->kind == KIND_ORDERED)
		return true;
	if (a->kind == KIND_MESSAGE && b->kind == KIND_MESSAGE)
		return a->ring == b->ring && a->pipe == b->pipe && a->direction == b->direction;
	if (a->kind == KIND_MESSAGE || b->kind == KIND_MESSAGE)
		return announces(w, a->kind == KIND_ACCESS ? &a->access : &b->access);
	return a->access.place == b->access.place && (a->access.write || b->access.write) && !disjoint(w, &a->access, &b->access);
}

/* ---- one block, one loop, one function ---- */

static const char *describe(const Watch *w, const Event *e) {
	const Program *p = w->r->p;
	return arena_printf(p->arena, "%s in line %" PRIu32, ir_text(p, e->call->callee), ir_stmt(p, e->at)->span.line);
}

static const char *explain(const Watch *w, const Event *a, const Event *b, int64_t stages) {
	const Program *p = w->r->p;
	bool messages = a->kind == KIND_MESSAGE && b->kind == KIND_MESSAGE;
	bool ordered = a->kind == KIND_ORDERED || b->kind == KIND_ORDERED;
	const char *what = ordered ? "take the stage off the loop, or that call out of it"
		: stages > ONE_DIGIT ? arena_printf(p->arena, "stages of two digits are compared as text: ask for stage %d or less", ONE_DIGIT)
		: messages ? "give every message a tile that its own iteration computes"
		: a->access.tensor ? "thread the tensor through the loop (carry on what the store returns), or take the stage off the loop"
		: "give every iteration a tile of its own, or take the stage off the loop";
	return arena_printf(p->arena, "the copies stay a sequential loop, because the reordering of pipeline bodies would put %s in front of %s, which comes first (of %s copy); %s", describe(w, b),
		describe(w, a), ir_stmt(p, a->at)->span.line == ir_stmt(p, b->at)->span.line ? "an earlier" : "the same or an earlier", what);
}

static void watch_block(Watch *w, Block b, int64_t stages) {
	const Program *p = w->r->p;
	for (uint32_t i = 0; !w->why && i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		if (s->kind == S_FOR && s->loop_kind == LOOP_PIPELINE)
			continue; /* has a turn of its own */
		watch_block(w, s->body, stages);
		watch_block(w, s->orelse, stages);
	}
	if (w->why || b.n < 2)
		return;
	Events events = {0};
	for (uint32_t i = 0; events.n <= MOST && i < b.n; i++)
		collect(w, i, b.at[i], &events);
	if (b.n > IO_ORDER_MOST || events.n > MOST) {
		w->why = arena_printf(p->arena, "the copies stay a sequential loop, because the body has become too large to foretell how it will be reordered: ask for a smaller stage");
		vec_free(&events);
		return;
	}
	uint32_t *order = mem_alloc(b.n * sizeof *order), *place = mem_alloc(b.n * sizeof *place);
	io_order(p, b, order);
	for (uint32_t k = 0; k < b.n; k++)
		place[order[k]] = k;
	for (uint32_t j = 0; !w->why && j < events.n; j++)
		for (uint32_t i = 0; !w->why && i < j; i++) {
			const Event *a = &events.at[i], *c = &events.at[j];
			if (place[a->stmt] > place[c->stmt] && keep_order(w, a, c))
				w->why = explain(w, a, c, stages);
		}
	mem_free_(order);
	mem_free_(place);
	vec_free(&events);
}

/* The decision whose main loop this is; copies of a loop keep its position. NULL: the author's own stage 1. */
static Decision *decision_of(const Replicate *r, const Stmt *loop) {
	for (uint32_t i = r->first; i < r->out->n; i++) {
		Decision *d = &r->out->at[i];
		if (d->outcome == OUTCOME_REPLICATED && d->loop.line == loop->span.line && d->loop.col == loop->span.col)
			return d;
	}
	return NULL;
}

static void watch_loops(Watch *w, Block b) {
	const Program *p = w->r->p;
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		Decision *d = s->kind == S_FOR && s->loop_kind == LOOP_PIPELINE ? decision_of(w->r, s) : NULL;
		if (d && d->guard != GUARD_IO_ORDER) {
			linear_open(&w->scope, p, b.at[i]);
			watch_block(w, s->body, d->slots);
			linear_close(&w->scope);
			if (w->why) {
				d->guard = GUARD_IO_ORDER;
				d->reason = w->why;
			}
			w->why = NULL;
		}
		watch_loops(w, s->body);
		watch_loops(w, s->orelse);
	}
}

static void withdraw(const Replicate *r, Block b) {
	for (uint32_t i = 0; i < b.n; i++) {
		Stmt *s = ir_stmt(r->p, b.at[i]);
		const Decision *d = s->kind == S_FOR && s->loop_kind == LOOP_PIPELINE ? decision_of(r, s) : NULL;
		if (d && d->guard == GUARD_IO_ORDER) {
			s->loop_kind = LOOP_RANGE;
			s->stages = 0;
		}
		withdraw(r, s->body);
		withdraw(r, s->orelse);
	}
}

void replicate_watch_order(Replicate *r) {
	Watch w = {.r = r};
	Block body = ir_func(r->p, r->f)->body;
	w.places = places_new(r->p, r->f, r->o->neighbours->calls);
	w.partner = partner_new(r->p, r->f, r->o->neighbours);
	linear_open_function(&w.whole, r->p, r->f);
	watch_loops(&w, body);
	linear_close(&w.whole);
	partner_free(w.partner);
	places_free(w.places);
	withdraw(r, body);
}
