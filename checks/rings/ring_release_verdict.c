#include "checks/rings/ring_judge.h"
#include "checks/rings/ring_release_run.h"
#include "checks/rings/story_steps.h"

static bool releases(const Fifo *f, uint32_t ring) {
	for (uint32_t i = 0; i < f->code.n; i++)
		if (f->code.at[i].op == RC_FREE && f->code.at[i].ring == ring)
			return true;
	return false;
}

static void read_tiles(Program *p, FuncId f, RingUnit *u, const CheckOptions *o, int lane, Fifo *out) {
	FifoOptions fo = { .terms = u->terms, .floor_division = o->floor_division, .lane = lane, .tiles = true, .keys = &u->keys };

	fifo_of(p, f, &fo, out);
}

static const char *keep(Report *r, const char *s) {
	return arena_text(r->arena, s, strlen(s));
}

/* A run shows it, or nothing is refuted: states stand for more than what can happen. */
static void refute(RingUnit *u, FuncId f, const ReleaseAnswer *a, const ReleaseRun *run, Report *r) {
	Result *out = report_add(r, OB_RING_RELEASE, run->found ? VERDICT_REFUTED : VERDICT_UNKNOWN);
	const RingKey *key = &u->keys.at[a->ring];
	const char *core = f == u->vector ? "AIV" : "AIC", *fault = release_faults[a->fault];
	const char *ring = arena_printf(r->arena, "%s id %lld", key->direction == RING_C2V ? "c2v" : "v2c", (long long)key->id);
	bool popped = run->pop_at.line != 0;
	Witness *w;

	out->function = keep(r, ir_text(u->p, ir_func(u->p, f)->name));
	out->unit = "function";
	out->property = "P11";
	if (!run->found) {
		out->after_at = a->at.line ? a->at : ir_func(u->p, f)->span;
		out->reason = arena_printf(r->arena, "suspected: %s (ring %s%s%s); %s", fault, ring, *a->path ? ", " : "", a->path, run->why);
		return;
	}
	w = ARENA_NEW(r->arena, Witness);
	*w = (Witness){ .inputs = run->inputs, .trip = run->trip, .iteration = run->iteration, .replayed = true, .before = "", .after_at = run->at,
		.after_rounds = run->rounds };
	w->where = arena_printf(r->arena, "ring %s, %s %lld", ring, popped ? "message" : "release", (long long)run->message);
	w->after = popped ? arena_printf(r->arena, "%s, line %u; %s popped at line %u", fault, run->at.line, run->tile, run->pop_at.line)
	                  : arena_printf(r->arena, "%s, line %u", fault, run->at.line);
	StoryStep steps[] = { { .core = core, .says = arena_printf(r->arena, "pop %s #%lld", ring, (long long)run->message), .line = run->pop_at.line },
		{ .core = core, .says = fault, .line = run->at.line } };
	w->story = story_steps_story(r->arena, steps + !popped, 1 + popped);
	out->after_at = run->at;
	out->reason = arena_printf(r->arena, "%s: %s of %s", fault, run->tile, w->where);
	if (run->oldest_at.line)
		out->reason = arena_printf(r->arena, "%s; message %lld, popped at line %u, has not been released", out->reason, (long long)run->oldest,
			run->oldest_at.line);
	out->witness = w;
}

/* One lane of a function. true: a result that is no proof was added. */
static bool judge_lane(RingUnit *u, FuncId f, const Fifo *before, const CheckOptions *o, int lane, ReleaseAnswer *a, bool *spared, Report *r) {
	ReleaseRun run;
	ReleaseQuery q = { .keys = &u->keys, .terms = u->terms, .p = u->p, .credits = o->credits };
	Fifo code;
	Result *out;

	read_tiles(u->p, f, u, o, lane, &code);
	q.code = &code.code;
	for (uint32_t k = 0; k < u->keys.n; k++) {
		const RingPlace *place = &u->place[k];
		q.never[k] = o->credits == CREDITS_A2A3 && !releases(&code, k) && !(before && releases(before, k));
		*spared |= q.never[k] && (u->keys.at[k].direction == RING_C2V) == (f == u->vector);
		q.local[k] = place->local > 0 ? place->local : place->known ? place->depth : 0;
	}
	ring_release(&q, u->arena, a);
	if (code.unsupported || a->fault == RELEASE_UNKNOWN) {
		out = report_add(r, OB_RING_RELEASE, code.unsupported ? VERDICT_UNSUPPORTED : VERDICT_UNKNOWN);
		out->function = keep(r, ir_text(u->p, ir_func(u->p, f)->name));
		out->unit = "function";
		out->property = "P11";
		out->reason = keep(r, code.unsupported ? code.unsupported : release_faults[a->fault]);
		out->after_at = code.unsupported ? code.unsupported_at : a->at;
	} else if (a->fault != RELEASE_OK) {
		ring_release_run(&q, f, lane, a, o, r->arena, &run);
		refute(u, f, a, &run, r);
	}
	fifo_free(&code);
	return code.unsupported || a->fault != RELEASE_OK;
}

void ring_judge_release(RingUnit *u, FuncId f, Program *before, FuncId like, const CheckOptions *o, Report *r) {
	bool vector = f == u->vector, spared = false;
	ReleaseAnswer a = { .path = "" };
	uint32_t states = 0;
	Span carried = { 0, 0 };
	Fifo was;
	Result *out;

	if (like)
		read_tiles(before, like, u, o, vector ? 0 : -1, &was);
	for (uint32_t lane = 0; lane < (vector ? u->lanes : 1); lane++) {
		if (judge_lane(u, f, like ? &was : NULL, o, vector ? (int)lane : -1, &a, &spared, r)) {
			if (like)
				fifo_free(&was);
			return;
		}
		states += a.states;
		carried = a.carried_at.line ? a.carried_at : carried;
	}
	if (like)
		fifo_free(&was);
	out = report_add(r, OB_RING_RELEASE, carried.line ? VERDICT_ASSUMED : VERDICT_PROVED);
	if (carried.line) {
		out->reason = "a tile that a loop or branch carries on is used after its release: the code generator is taken to copy it before";
		out->after_at = carried;
	}
	out->function = keep(r, ir_text(u->p, ir_func(u->p, f)->name));
	out->unit = "function";
	out->property = "P11";
	out->argument = arena_printf(r->arena, "all states of tiles and messages visited (%u at loop ends)%s", states,
	                             spared ? "; a ring that never releases is given back by its pops on a2a3, as before the pass" : "");
}
