#include "checks/prove/summary.h"

#include <stdlib.h>

enum { MOST_DOUBTS = 256, LAST_DOUBTS = 16 };

World *world_new(bool floor_division, unsigned solver_ms, uint64_t solver_rlimit, const char *smt2_dir) {
	World *w = mem_alloc(sizeof *w);
	*w = (World){.arena = arena_new(), .terms = terms_new(), .floor_division = floor_division};
	w->solver = solver_new(w->terms, solver_ms, solver_rlimit, smt2_dir);
	w->points = points_new(w->terms);
	w->most_rlimit = solver_rlimit > UINT64_MAX / 4 ? UINT64_MAX : 4 * solver_rlimit;
	return w;
}

void world_free(World *w) {
	if (!w)
		return;
	solver_free(w->solver);
	points_free(w->points);
	terms_free(w->terms);
	arena_free(w->arena);
	vec_free(&w->cells);
	vec_free(&w->channels);
	vec_free(&w->loops);
	vec_free(&w->facts);
	vec_free(&w->open);
	vec_free(&w->standing);
	vec_free(&w->answers);
	vec_free(&w->carry_free);
	vec_free(&w->doubts);
	free(w);
}

static const char *ring_name(Ring r) { return r == RING_C2V ? "c2v" : "v2c"; }

uint32_t world_channel(World *w, ChannelKind kind, Ring ring, int64_t id, uint32_t root) {
	for (uint32_t i = 0; i < w->channels.n; i++) {
		const Channel *c = &w->channels.at[i];
		if (c->kind == kind && c->ring == ring && c->id == id && c->root == root)
			return i;
	}
	vec_push(&w->cells, ((Cell){.kind = CELL_COUNT, .initial = term_int(w->terms, 0)}));
	vec_push(&w->channels, ((Channel){.kind = kind, .ring = ring, .id = id, .root = root, .cell = w->cells.n - 1}));
	w->cells.at[w->cells.n - 1].name = world_channel_name(w, w->channels.n - 1);
	return w->channels.n - 1;
}

const char *world_channel_name(World *w, uint32_t channel) {
	const Channel *c = &w->channels.at[channel];
	switch (c->kind) {
	case CH_PUSH: case CH_POP: case CH_FREE:
		return arena_printf(w->arena, "ring %s id %lld", ring_name(c->ring), (long long)c->id);
	case CH_EFFECT:
		return "ordered effects";
	case CH_CREATE:
		return "tensors made";
	case CH_LOCAL_STORE: case CH_LOCAL_LOAD:
		return "accesses of tensors made here";
	case CH_TILE_WRITE:
		return "writes to tiles in place";
	case CH_UNUSED_LOAD:
		return "loads that nothing uses";
	case CH_ACCESS:
		return arena_printf(w->arena, "accesses of %s", w->cells.at[c->root].name);
	}
	return "";
}

void world_enter(World *w, unsigned height) { vec_push(&w->standing, ((Standing){height, w->facts.n, w->open.n})); }

void world_leave(World *w) { w->standing.n--; }

void world_add_loop(World *w, const LoopFact *l) {
	while (w->loops.n <= l->term)
		vec_push(&w->loops, NULL);
	w->loops.at[l->term] = l;
}

const LoopFact *world_loop(const World *w, Term loop) { return loop < w->loops.n ? w->loops.at[loop] : NULL; }

/* The claim and the facts in one term, so that a question that is asked again is the same one. */
static Term query_of(World *w, Term claim) {
	Term few[24], *args = w->facts.n > 22 ? mem_alloc((w->facts.n + 2) * sizeof *args) : few;
	uint32_t n = 0;
	args[n++] = claim;
	for (uint32_t i = 0; i < w->facts.n; i++)
		args[n++] = w->facts.at[i];
	Term query = term_apply(w->terms, "query", args, n);
	if (args != few)
		free(args);
	return query;
}

static void doubt(World *w, Term query) {
	if (w->doubts.n == MOST_DOUBTS) { /* the older half is forgotten */
		w->doubts.n /= 2;
		memmove(w->doubts.at, w->doubts.at + w->doubts.n, w->doubts.n * sizeof *w->doubts.at);
	}
	vec_push(&w->doubts, query);
}

static bool ask(World *w, Term goal) {
	if (points_refute(w->points, w->facts.at, w->facts.n, goal))
		return false;
	Answer answer = solver_implies(w->solver, w->facts.at, w->facts.n, goal);
	if (answer == ANSWER_NO)
		points_keep(w->points, w->solver, w->facts.at, w->facts.n, goal);
	return answer == ANSWER_YES;
}

bool world_implies(World *w, Term goal) {
	int64_t v;
	if (term_is_int(w->terms, goal, &v))
		return v != 0;
	if (solver_stats(w->solver).rlimit >= w->most_rlimit)
		return false;
	Term query = query_of(w, goal);
	while (w->answers.n <= query)
		vec_push(&w->answers, 0);
	if (!w->answers.at[query]) {
		w->answers.at[query] = ask(w, goal) ? 2 : 1;
		if (w->answers.at[query] == 1)
			doubt(w, query);
	}
	return w->answers.at[query] == 2;
}

void world_stopped(World *w) {
	Term query = query_of(w, term_int(w->terms, 0));
	for (uint32_t i = w->doubts.n; i > 0 && w->doubts.n - i < LAST_DOUBTS; i--)
		if (w->doubts.at[i - 1] == query)
			return; /* the comparisons around it stop there too */
	doubt(w, query);
}
