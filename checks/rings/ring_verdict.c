/* Verdicts of a pair whose rings have a depth: what the answer of ring_solve says, with its witness. */
#include "checks/rings/ring_judge.h"
#include "checks/rings/ring_replay.h"
#include "checks/rings/ring_story.h"
#include "checks/rings/story_steps.h"

Result *ring_result(const RingUnit *u, Report *r, Obligation o, Verdict v, const char *property) {
	Result *out = report_add(r, o, v);

	out->function = arena_text(r->arena, u->name, strlen(u->name));
	out->unit = u->cube && u->vector ? "pair" : "function";
	out->property = property;
	if (u->assumption && v != VERDICT_PROVED)
		out->reason = arena_text(r->arena, u->assumption, strlen(u->assumption));
	return out;
}

Result *ring_holds(const RingUnit *u, Report *r, Obligation o, const char *property, const char *argument) {
	Result *out = ring_result(u, r, o, u->assumption ? VERDICT_ASSUMED : VERDICT_PROVED, property);

	out->argument = arena_text(r->arena, argument ? argument : "", argument ? strlen(argument) : 0);
	return out;
}

static const char *keep(Report *r, const char *s) {
	return arena_text(r->arena, s, strlen(s));
}

/* Holds, bounded or unknown; the caller handles a failure. */
static void open_result(const RingUnit *u, const RingAnswer *a, RingFinding f, Obligation o, const char *property, Report *r) {
	Result *out;

	if (f == FINDING_HOLDS) {
		ring_holds(u, r, o, property, a->argument);
		return;
	}
	out = ring_result(u, r, o, f == FINDING_BOUNDED ? VERDICT_BOUNDED : VERDICT_UNKNOWN, property);
	out->reason = keep(r, a->reason ? a->reason : "no method applies");
	out->after_at = a->at;
}

static bool same_end(const RingRun *a, const RingRun *b, uint32_t rings) {
	bool same = a->end == b->end && a->overwrites == b->overwrites;

	for (uint32_t i = 0; i < rings; i++)
		same &= a->last.ring[i].pushed == b->last.ring[i].pushed && a->last.ring[i].popped == b->last.ring[i].popped;
	return same;
}

/* The first that waits: what the finding is told of. */
static uint32_t waiting_core(const RingUnit *u, const RingState *st) {
	uint32_t c = 0;

	while (c + 1 < u->system.n_cores && u->system.core[c].at[st->core[c].pc].op == RC_END)
		c++;
	return c;
}

/* The schedule of the run up to the finding, and its replay; *possible: the interpreter can run these programs at all. */
static Witness *witness(RingUnit *u, const RingAnswer *a, Obligation finding, const CheckOptions *o, Report *r, bool *possible) {
	Witness *w = ARENA_NEW(r->arena, Witness);
	RingStory story;
	RingRun again;

	ring_story(u, a->binding, a->n_bindings, RING_FAIR, &story);
	*w = (Witness){ .inputs = keep(r, a->inputs), .trip = -1, .iteration = -1, .where = "", .before = "", .after = "" };
	if (finding == OB_RING_OVERWRITE) {
		ring_story_stop(&story);
		if (story.overwrites)
			w->after_rounds = ring_story_rounds(u, &story.overwritten, u->system.ring[a->run.overwrite.ring].producer, r->arena, &w->trip, &w->iteration);
	} else if (story.run.end == RING_STUCK) {
		w->after_rounds = ring_story_rounds(u, &story.run.last, waiting_core(u, &story.run.last), r->arena, &w->trip, &w->iteration);
	}
	w->story = keep(r, ring_story_text(u, &story));
	*possible = true;
	switch (ring_replay(u, a->binding, a->n_bindings, o, &again)) {
	case REPLAY_DONE:
		w->replayed = same_end(&again, &story.run, u->system.n_rings);
		break;
	case REPLAY_TOO_LONG: /* more events than the interpreter may run: step by step on the skeletons instead */
		ring_run(&u->system, &(RingRunOptions){ .eager = RING_FAIR, .plain = true, .budget = 200000000, .terms = u->terms, .binding = a->binding,
		                                        .n_bindings = a->n_bindings }, &again);
		w->replayed = again.end == RING_BUDGET ? story.run.end == a->run.end : same_end(&again, &story.run, u->system.n_rings);
		break;
	case REPLAY_IMPOSSIBLE:
		*possible = w->replayed = false;
		break;
	}
	vec_free(&story.rows);
	return w;
}

/* A refutation needs a replay: what cannot be run is suspected only. */
static void show(Result *out, const Witness *w, bool possible, Report *r) {
	if (possible) {
		out->witness = w;
		return;
	}
	out->verdict = VERDICT_UNKNOWN;
	out->reason = arena_printf(r->arena, "suspected, but the interpreter cannot run this program to confirm it: %s", out->reason);
}

static const char *wait_text(RingUnit *u, const RingAnswer *a, uint32_t core, Span *at) {
	const RingInsn *in = &u->system.core[core].at[a->run.last.core[core].pc];
	const RingCounts *c = &a->run.last.ring[in->ring];

	*at = in->span;
	if (in->op != RC_PUSH && in->op != RC_POP)
		return "is at its end";
	return arena_printf(u->arena, "waits to %s message %lld of %s", in->op == RC_PUSH ? "push" : "pop",
	                    (long long)(in->op == RC_PUSH ? c->pushed : c->popped), ring_unit_place(u, in->ring));
}

void ring_judge_deadlock(RingUnit *u, const RingAnswer *a, const CheckOptions *o, Report *r) {
	Result *out;
	Witness *w;
	bool possible;
	Span cube_at, vector_at;
	const char *cube, *vector;

	if (a->deadlock != FINDING_FAILS) {
		open_result(u, a, a->deadlock, OB_RING_DEADLOCK, "P9", r);
		return;
	}
	out = ring_result(u, r, OB_RING_DEADLOCK, VERDICT_REFUTED, "P9");
	cube = wait_text(u, a, 0, &cube_at);
	vector = wait_text(u, a, 1, &vector_at);
	w = witness(u, a, OB_RING_DEADLOCK, o, r, &possible);
	w->where = keep(r, arena_printf(u->arena, "AIC %s, AIV %s", cube, vector));
	w->after = keep(r, arena_printf(u->arena, "both block%s%s", *a->inputs ? " at " : "", a->inputs));
	w->after_at = cube_at.line ? cube_at : vector_at;
	out->after_at = w->after_at;
	out->reason = keep(r, arena_printf(u->arena, "the AIC %s, the AIV %s%s%s", cube, vector, u->assumption ? "; " : "", u->assumption ? u->assumption : ""));
	show(out, w, possible, r);
}

/* Credits let a producer run into slots in use, but only past a consumer that is slower than this program shows. */
static void assume_timing(RingUnit *u, const RingAnswer *a, Report *r) {
	Result *out = ring_result(u, r, OB_RING_OVERWRITE, VERDICT_ASSUMED, "P10");
	const RingOverwrite *w = &a->run.race;

	out->argument = keep(r, a->argument);
	out->after_at = w->at;
	out->reason = keep(r, arena_printf(u->arena, "holds while each core runs until it waits; a consumer that is slower lets the push of message %lld on %s "
	                                   "(credits %s) write the slot of message %lld, with %lld released%s%s%s%s", (long long)w->message,
	                                   ring_unit_place(u, w->ring), credits_name(u->system.credits),
	                                   (long long)(w->message - u->system.ring[w->ring].depth), (long long)w->freed, *a->inputs ? ", at " : "", a->inputs,
	                                   u->assumption ? "; " : "", u->assumption ? u->assumption : ""));
}

void ring_judge_overwrite(RingUnit *u, const RingAnswer *a, const CheckOptions *o, Report *r) {
	Result *out;
	Witness *w;
	bool possible;
	uint32_t ring = a->run.overwrite.ring;

	if (a->overwrite == FINDING_TIMING) {
		assume_timing(u, a, r);
		return;
	}
	if (a->overwrite != FINDING_FAILS) {
		RingAnswer ideal = *a;
		if (u->system.credits == CREDITS_IDEAL && a->overwrite == FINDING_HOLDS)
			ideal.argument = "each push waits until its slot is free";
		open_result(u, &ideal, a->overwrite, OB_RING_OVERWRITE, "P10", r);
		return;
	}
	out = ring_result(u, r, OB_RING_OVERWRITE, VERDICT_REFUTED, "P10");
	w = witness(u, a, OB_RING_OVERWRITE, o, r, &possible);
	w->where = keep(r, arena_printf(u->arena, "%s, message %lld", ring_unit_place(u, ring), (long long)a->run.overwrite.message));
	w->after = keep(r, arena_printf(u->arena, "only %lld messages are released, so message %lld is still in the slot", (long long)a->run.overwrite.freed,
	                                (long long)(a->run.overwrite.message - u->system.ring[ring].depth)));
	w->after_at = out->after_at = a->run.overwrite.at;
	out->reason = keep(r, arena_printf(u->arena, "the push of message %lld on %s of %lld slots writes a slot that is in use (credits %s)",
	                                   (long long)a->run.overwrite.message, ring_unit_place(u, ring), (long long)u->system.ring[ring].depth,
	                                   credits_name(u->system.credits)));
	show(out, w, possible, r);
}

static void refute_setup(const RingUnit *u, const RingFault *f, Report *r) {
	Result *out = ring_result(u, r, OB_RING_BALANCE, VERDICT_REFUTED, "P8");
	Witness *w = ARENA_NEW(r->arena, Witness);
	StoryStep steps[] = { { .core = "AIC", .says = arena_printf(r->arena, "%s: %s", f->what, f->cube), .line = f->cube_at.line },
		{ .core = "AIV", .says = arena_printf(r->arena, "%s: %s", f->what, f->vector), .line = f->vector_at.line } };

	*w = (Witness){ .inputs = "", .trip = -1, .iteration = -1, .where = keep(r, f->where), .before = "",
		.after = keep(r, arena_printf(u->arena, "%s: %s and %s", f->what, f->cube, f->vector)),
		.after_at = f->cube_at.line ? f->cube_at : f->vector_at, .story = story_steps_story(r->arena, steps, 2), .replayed = true };
	out->reason = keep(r, arena_printf(u->arena, "%s: %s (%s and %s)", f->where, f->what, f->cube, f->vector));
	out->after_at = f->cube_at.line ? f->cube_at : f->vector_at;
	out->witness = w;
}

/* Counts of the run, or of each core alone when the run blocks. */
static int64_t count_at_end(const RingUnit *u, const RingAnswer *a, RingOp op, uint32_t ring) {
	const RingCounts *c = &a->run.last.ring[ring];
	const RingSpec *s = &u->system.ring[ring];
	Term t;
	int64_t n;

	if (a->run.end == RING_STUCK && ring_count(u, op == RC_PUSH ? s->producer : s->consumer, op, ring, &t) && term_is_int(u->terms, t, &n))
		return n;
	return op == RC_PUSH ? c->pushed : op == RC_POP ? c->popped : c->freed;
}

static void refute_counts(RingUnit *u, const RingAnswer *a, const CheckOptions *o, Report *r) {
	Result *out = ring_result(u, r, OB_RING_BALANCE, VERDICT_REFUTED, "P8");
	bool possible;
	Witness *w = witness(u, a, OB_RING_BALANCE, o, r, &possible);
	const char *where = "", *text = "";

	for (uint32_t i = 0; i < u->system.n_rings && !*text; i++) {
		int64_t pushed = count_at_end(u, a, RC_PUSH, i), popped = count_at_end(u, a, RC_POP, i), freed = count_at_end(u, a, RC_FREE, i);
		where = ring_unit_place(u, i);
		if (pushed != popped)
			text = arena_printf(u->arena, "%lld messages pushed, %lld popped", (long long)pushed, (long long)popped);
		else if (popped != freed && a->run.end == RING_COMPLETE)
			text = arena_printf(u->arena, "%lld messages popped, %lld released", (long long)popped, (long long)freed);
	}
	w->where = keep(r, where);
	w->after = keep(r, text);
	out->reason = keep(r, arena_printf(u->arena, "%s: %s%s%s", where, text, *a->inputs ? ", " : "", a->inputs));
	show(out, w, possible, r);
}

void ring_judge_balance(RingUnit *u, const RingAnswer *a, const CheckOptions *o, Report *r) {
	RingFault f;

	ring_setup(u, o, &f);
	if (f.found)
		refute_setup(u, &f, r);
	else if (a->balance == FINDING_FAILS)
		refute_counts(u, a, o, r);
	else
		open_result(u, a, a->balance, OB_RING_BALANCE, "P8", r);
}
