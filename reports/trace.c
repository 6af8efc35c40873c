#include "reports/trace.h"

#include "checks/rings/ring_pairs.h"
#include "checks/rings/ring_solve.h"
#include "checks/rings/ring_story.h"
#include "reports/formats/json.h"

enum { TICK = 10, WIDTH = 8 }; /* units of the trace per event, and how wide it is drawn */

typedef struct Trace {
	const CheckOptions *o;
	json_t *events;
	int pid;
} Trace;

static void put(json_t *j, const char *key, json_t *value) {
	json_object_set_new(j, key, value);
}

static json_t *event(Trace *t, const char *phase, const char *name, int64_t ts) {
	json_t *j = json_object();

	put(j, "ph", json_string(phase));
	put(j, "name", js_text(name));
	put(j, "pid", json_integer(t->pid));
	put(j, "ts", json_integer((json_int_t)ts));
	json_array_append_new(t->events, j);
	return j;
}

static void name_track(Trace *t, const char *what, int tid, const char *name) {
	json_t *j = event(t, "M", what, 0), *args = json_object();

	put(j, "tid", json_integer(tid));
	put(args, "name", js_text(name));
	put(j, "args", args);
}

/* When the event could happen at the earliest: after what it waits for on its ring has happened. */
static int64_t enabled(const RingUnit *u, const RingStory *s, const int64_t *end, uint32_t at) {
	const RingRow *r = &s->rows.at[at];
	RingOp wants = r->op == RC_POP ? RC_PUSH : u->system.credits == CREDITS_A2A3 ? RC_POP : RC_FREE;
	int64_t message = r->op == RC_POP ? r->message : r->message - u->system.ring[r->ring].depth;

	if (r->op == RC_FREE || message < 0)
		return 0;
	for (uint32_t i = at; i-- > 0;)
		if (s->rows.at[i].ring == r->ring && s->rows.at[i].op == wants && s->rows.at[i].message == message)
			return end[i];
	return 0;
}

static void counters(Trace *t, const RingUnit *u, const RingRow *r, int64_t ts) {
	json_t *j = event(t, "C", ring_unit_place(u, r->ring), ts), *args = json_object();

	put(args, "slots in use", json_integer(r->in_use[r->ring]));
	put(j, "args", args);
}

static void waits(Trace *t, const RingUnit *u, const RingStory *s, const int64_t *core_end, int64_t last) {
	for (uint32_t c = 0; s->run.end == RING_STUCK && c < u->system.n_cores; c++) {
		const RingInsn *in = &u->system.core[c].at[s->run.last.core[c].pc];
		json_t *j, *args = json_object();
		if (in->op != RC_PUSH && in->op != RC_POP) {
			json_decref(args);
			continue;
		}
		j = event(t, "X", arena_printf(u->arena, "blocked: %s %s", in->op == RC_PUSH ? "push" : "pop", ring_unit_place(u, in->ring)), core_end[c]);
		put(j, "tid", json_integer((json_int_t)c));
		put(j, "dur", json_integer((json_int_t)(last - core_end[c] + 10 * TICK)));
		put(args, "line", json_integer(in->span.line));
		put(j, "args", args);
	}
}

static void play(void *context, RingUnit *u) {
	static const char *const verbs[] = { [RC_PUSH] = "push", [RC_POP] = "pop", [RC_FREE] = "release" };
	Trace *t = context;
	RingAnswer a;
	RingStory s;
	int64_t core_end[RING_MAX_CORES] = { 0 }, *end, last = 0;

	t->pid++;
	if (u->unsupported)
		return;
	ring_solve(u, t->o, &a);
	ring_story(u, a.binding, a.n_bindings, RING_FAIR, &s);
	end = mem_alloc((s.rows.n + 1) * sizeof *end);
	name_track(t, "process_name", 0, u->name);
	for (uint32_t c = 0; c < u->system.n_cores; c++)
		name_track(t, "thread_name", (int)c, ring_core_name(u, c));
	for (uint32_t i = 0; i < s.rows.n; i++) {
		const RingRow *r = &s.rows.at[i];
		int64_t from = enabled(u, &s, end, i);
		json_t *j, *args = json_object();
		if (from < core_end[r->core])
			from = core_end[r->core];
		end[i] = core_end[r->core] = from + TICK;
		last = end[i] > last ? end[i] : last;
		j = event(t, "X", arena_printf(u->arena, "%s %s #%lld", verbs[r->op], ring_unit_place(u, r->ring) + sizeof "ring", (long long)r->message), from);
		put(j, "tid", json_integer(r->core));
		put(j, "dur", json_integer(WIDTH));
		put(args, "line", json_integer(r->line));
		put(args, "message", json_integer((json_int_t)r->message));
		if (r->overwrites)
			put(args, "overwrites", json_true());
		put(j, "args", args);
		counters(t, u, r, end[i]);
	}
	waits(t, u, &s, core_end, last);
	mem_free_(end);
	vec_free(&s.rows);
}

void trace_programs(Program *before, Program *after, const CheckOptions *o, const RingChange *change, Text *out) {
	Trace t = { .o = o, .events = json_array() };
	json_t *whole = json_object(), *other = json_object();

	ring_pairs(before, after, o, change, play, &t);
	put(whole, "traceEvents", t.events);
	put(whole, "displayTimeUnit", json_string("ns"));
	put(other, "file", js_text(after->file));
	put(other, "credits", json_string(credits_name(o->credits)));
	put(other, "meaning", json_string("the order of ring events; an event takes one unit whatever it does"));
	put(whole, "otherData", other);
	js_print_compact(whole, out);
	json_decref(whole);
}
