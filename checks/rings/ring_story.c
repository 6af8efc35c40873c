#include "checks/rings/ring_story.h"

#include "checks/rings/story_steps.h"
#include "model/text.h"

#include <inttypes.h>

enum { HEAD_ROWS = 14, TAIL_ROWS = 26 };

static void watch(void *context, uint32_t core, const RingInsn *at, const RingState *now, bool overwrites) {
	RingStory *s = context;
	const RingCounts *r = &now->ring[at->ring];
	RingRow row = { .core = (uint8_t)core, .op = at->op, .ring = at->ring, .overwrites = overwrites, .line = at->span.line };

	if (overwrites && !s->overwrites) {
		s->overwrites = true;
		s->overwritten = *now;
	}
	if (s->rows.n == STORY_ROWS) {
		s->cut = true;
		return;
	}
	row.message = (at->op == RC_PUSH ? r->pushed : at->op == RC_POP ? r->popped : r->freed) - 1;
	for (uint32_t i = 0; i < RING_MAX_RINGS; i++)
		row.in_use[i] = (int32_t)(now->ring[i].pushed - now->ring[i].freed);
	vec_push(&s->rows, row);
}

void ring_story(const RingUnit *u, const RingBinding *b, uint32_t n, uint32_t eager, RingStory *out) {
	RingRunOptions o = { .eager = eager, .terms = u->terms, .binding = b, .n_bindings = n, .watch = watch, .watch_context = out };

	memset(out, 0, sizeof *out);
	ring_run(&u->system, &o, &out->run);
}

void ring_story_stop(RingStory *s) {
	for (uint32_t i = 0; i < s->rows.n; i++)
		if (s->rows.at[i].overwrites) {
			s->rows.n = i + 1;
			s->stops = true;
		}
}

const char *ring_core_name(const RingUnit *u, uint32_t core) {
	return core == 0 ? "AIC" : u->lanes == 1 ? "AIV" : core == 1 ? "AIV lane 0" : "AIV lane 1";
}

const char *ring_story_rounds(const RingUnit *u, const RingState *st, uint32_t core, Arena *arena, int64_t *trip, int64_t *iteration) {
	const char *text = "";

	*trip = *iteration = -1;
	for (uint32_t c = 0; c < u->system.n_cores; c++) {
		const RingCore *k = &st->core[c];
		const RingFrame *f = k->depth ? &k->frame[k->depth - 1] : NULL;
		if (!f || f->left < 0)
			continue;
		text = arena_printf(arena, "%s%siteration %" PRId64 " of the loop at line %" PRIu32 " (trip count %" PRId64 ") on the %s", text, *text ? ", " : "",
		                    f->done, u->system.core[c].at[f->loop].span.line, f->done + 1 + f->left, ring_core_name(u, c));
		if (c == core) {
			*trip = f->done + 1 + f->left;
			*iteration = f->done;
		}
	}
	return text;
}

static const char *event_text(const RingUnit *u, uint8_t op, uint32_t ring, int64_t message) {
	static const char *const names[] = { [RC_PUSH] = "push", [RC_POP] = "pop", [RC_FREE] = "release" };
	const char *place = ring_unit_place(u, ring) + sizeof "ring";

	if (message < 0)
		return arena_printf(u->arena, "%s %s", names[op], place);
	return arena_printf(u->arena, "%s %s #%" PRId64, names[op], place, message);
}

static const char *cell_text(const RingUnit *u, const RingRow *r) {
	const char *event = event_text(u, r->op, r->ring, r->message);

	return r->line ? arena_printf(u->arena, "%s (line %" PRIu32 ")", event, r->line) : event;
}

/* Row i of a long schedule is left out. */
static bool is_left_out(const RingStory *s, uint32_t i) {
	return s->rows.n > HEAD_ROWS + TAIL_ROWS && i >= HEAD_ROWS && i < s->rows.n - TAIL_ROWS;
}

/* Characters of each core's column. */
static void measure(const RingUnit *u, const RingStory *s, int width[RING_MAX_CORES]) {
	for (uint32_t c = 0; c < u->system.n_cores; c++)
		width[c] = STORY_COLUMN;
	for (uint32_t i = 0; i < s->rows.n; i++) {
		int n = is_left_out(s, i) ? 0 : (int)strlen(cell_text(u, &s->rows.at[i]));
		if (n > width[s->rows.at[i].core])
			width[s->rows.at[i].core] = n;
	}
}

static void row_text(const RingUnit *u, Text *t, const RingRow *r, uint32_t number, const int *width) {
	text_printf(t, "%5" PRIu32 " ", number + 1);
	for (uint32_t c = 0; c < u->system.n_cores; c++)
		text_printf(t, "| %-*s ", width[c], c == r->core ? cell_text(u, r) : "");
	for (uint32_t i = 0; i < u->system.n_rings; i++) {
		int wide = (int)strlen(ring_unit_place(u, i) + sizeof "ring");
		bool known = u->place[ring_unit_key(u, i)].known;
		const char *cell = known ? arena_printf(u->arena, "%" PRId32 "/%" PRId64, r->in_use[i], u->system.ring[i].depth)
			: arena_printf(u->arena, "%" PRId32 "/?", r->in_use[i]);
		text_printf(t, "| %-*s ", wide, cell);
	}
	text_printf(t, "%s\n", r->overwrites ? "  <- overwrites a slot in use" : "");
}

static void waits_text(const RingUnit *u, Text *t, const RingState *st) {
	for (uint32_t c = 0; c < u->system.n_cores; c++) {
		const RingInsn *in = &u->system.core[c].at[st->core[c].pc];
		const RingCounts *r = &st->ring[in->ring];
		if (in->op == RC_END) {
			text_printf(t, "%s is at its end\n", ring_core_name(u, c));
			continue;
		}
		if (in->op != RC_PUSH && in->op != RC_POP)
			continue;
		text_printf(t, "%s waits at line %" PRIu32 ": %s, ", ring_core_name(u, c), in->span.line,
		            event_text(u, in->op, in->ring, in->op == RC_PUSH ? r->pushed : r->popped));
		if (in->op == RC_POP)
			text_printf(t, "nothing is on the ring\n");
		else if (u->system.credits == CREDITS_IDEAL)
			text_printf(t, "%" PRId64 " of %" PRId64 " slots are in use\n", r->pushed - r->freed, u->system.ring[in->ring].depth);
		else
			text_printf(t, "no credit, one comes per %" PRId64 " messages; %" PRId64 " of %" PRId64 " slots are in use\n",
			            ring_credit_period(u->system.ring[in->ring].depth), r->pushed - r->freed, u->system.ring[in->ring].depth);
	}
}

static void idle_text(const RingUnit *u, Text *t, const RingStory *s) {
	for (uint32_t c = 0; c < u->system.n_cores; c++) {
		uint32_t i = 0;
		while (i < s->rows.n && s->rows.at[i].core != c)
			i++;
		if (i == s->rows.n)
			text_printf(t, "%s has done nothing yet\n", ring_core_name(u, c));
	}
}

const char *ring_story_text(const RingUnit *u, const RingStory *s) {
	Text t = { 0 };
	int width[RING_MAX_CORES];
	const char *out;

	measure(u, s, width);
	text_addz(&t, " step ");
	for (uint32_t c = 0; c < u->system.n_cores; c++)
		text_printf(&t, "| %-*s ", width[c], ring_core_name(u, c));
	for (uint32_t i = 0; i < u->system.n_rings; i++)
		text_printf(&t, "| %s ", ring_unit_place(u, i) + sizeof "ring");
	text_addz(&t, "\n");
	for (uint32_t i = 0; i < s->rows.n; i++) {
		if (!is_left_out(s, i))
			row_text(u, &t, &s->rows.at[i], i, width);
		else if (i == HEAD_ROWS)
			text_printf(&t, "  ... %" PRIu32 " events\n", s->rows.n - HEAD_ROWS - TAIL_ROWS);
	}
	if (s->cut && !s->stops)
		text_addz(&t, "  ... and so on\n");
	else if (s->run.skips)
		text_addz(&t, "(repetitions are left out)\n");
	if (s->stops)
		idle_text(u, &t, s);
	else
		waits_text(u, &t, &s->run.last);
	out = arena_text(u->arena, t.at ? t.at : "", t.n);
	vec_free(&t);
	return out;
}
