#include "checks/rings/ring_release.h"

#include <stdlib.h>

const char *const release_faults[] = {
	[RELEASE_OK] = "",
	[RELEASE_MISSING] = "a popped tile is never released",
	[RELEASE_EARLY] = "a popped tile is used after its release",
	[RELEASE_TWICE] = "a popped tile is released twice",
	[RELEASE_ORDER] = "a release is not of the oldest message that is out",
	[RELEASE_FOREIGN] = "a release names a tile that was not popped from this ring",
	[RELEASE_SPLIT] = "a release has another split than its pop",
	[RELEASE_LOCAL] = "a popped tile is used when its local slot is taken by a later pop",
	[RELEASE_UNKNOWN] = "too many states of tiles and messages",
};

enum {
	MAX_HELD = 256, MAX_DECISIONS = 12, MAX_STATES = 4000, MAX_STEPS = 2000000,
	ROW_ROOM = 3 * RING_MAX_NEST + 4 * MAX_HELD + RING_MAX_RINGS + 2 * MAX_DECISIONS + 1
};

typedef struct Held { /* a variable and the message it holds */
	VarId tile;
	uint8_t ring;
	int64_t message, split;
	bool carried; /* by a loop or branch: whether that copies the tile is not in the text */
	Span at;
} Held;

typedef struct Choice { /* holds until a loop whose symbol the condition mentions goes on */
	Term condition;
	bool truth;
} Choice;

typedef struct Walk {
	RingCore core;         /* frame.left is -1 where the trip count is open */
	int64_t popped[RING_MAX_RINGS], freed[RING_MAX_RINGS];
	Held held[MAX_HELD];
	uint32_t n_held;
	Choice choice[MAX_DECISIONS];
	uint32_t n_choices;
	const int64_t *mark[RING_MAX_NEST]; /* state at an earlier end of this loop, to see repetition */
	uint32_t mark_n[RING_MAX_NEST];
	int64_t mark_left[RING_MAX_NEST], next_mark[RING_MAX_NEST];
} Walk;

typedef struct Row {
	const int64_t *at;
	uint32_t n;
} Row;

typedef struct Release {
	const ReleaseQuery *q;
	Arena *arena;
	ReleaseAnswer *out;
	RingSystem system; /* for values of terms */
	Row *seen;         /* hash set, room is a power of two and at most half full */
	uint32_t seen_n, room;
	uint64_t steps;
	VEC(Walk *) work;
} Release;


static bool fault(Release *r, Walk *w, ReleaseFault what, uint8_t ring, int64_t message, Span pop_at, Span at, VarId tile) {
	ReleaseAnswer *a = r->out;

	*a = (ReleaseAnswer){ .fault = what, .ring = ring, .message = message, .pop_at = pop_at, .at = at, .tile = tile, .path = "" };
	for (uint32_t i = 0; i < w->n_choices; i++)
		a->path = arena_printf(r->arena, "%s%s%s is %s", a->path, i ? ", " : "", term_text(r->q->terms, r->arena, w->choice[i].condition, 60),
		                       w->choice[i].truth ? "true" : "false");
	return false;
}

/* ---- state as a row of numbers ---- */

static int held_order(const void *a, const void *b) {
	const Held *x = a, *y = b;

	return x->tile < y->tile ? -1 : x->tile > y->tile;
}

/* Everything that decides the future. own: leaves out the iterations left of the innermost loop. */
static uint32_t row_of(const Release *r, Walk *w, bool own, int64_t *row) {
	uint32_t n = 0;

	qsort(w->held, w->n_held, sizeof *w->held, held_order);
	row[n++] = w->core.pc;
	for (uint32_t i = 0; i < w->core.depth; i++) {
		const RingFrame *f = &w->core.frame[i];
		bool exact = !(own && i + 1 == w->core.depth);
		row[n++] = f->loop;
		row[n++] = exact ? f->left : 0;
		row[n++] = exact && f->left >= 0 && r->q->code->at[f->loop].varies ? f->done : 0;
	}
	for (uint32_t i = 0; i < r->q->keys->n; i++)
		row[n++] = w->popped[i] - w->freed[i];
	for (uint32_t i = 0; i < w->n_held; i++) {
		const Held *h = &w->held[i];
		int64_t age = w->popped[h->ring] - h->message, out = w->popped[h->ring] - w->freed[h->ring], local = r->q->local[h->ring];
		if (age > out && age > local) /* released long ago: any further use is wrong */
			age = (out > local ? out : local) + 1;
		row[n++] = h->tile;
		row[n++] = h->ring;
		row[n++] = age;
		row[n++] = h->split * 2 + h->carried;
	}
	for (uint32_t i = 0; i < w->n_choices; i++) {
		row[n++] = w->choice[i].condition;
		row[n++] = w->choice[i].truth;
	}
	return n;
}

static Row *slot_of(Row *seen, uint32_t room, const int64_t *row, uint32_t n) {
	uint64_t h = 1469598103934665603u;
	uint32_t slot;

	for (uint32_t i = 0; i < n; i++) {
		h = (h ^ (uint64_t)row[i]) * 1099511628211u;
		h ^= h >> 31;
	}
	for (slot = (uint32_t)h & (room - 1); seen[slot].at; slot = (slot + 1) & (room - 1))
		if (seen[slot].n == n && memcmp(seen[slot].at, row, n * sizeof *row) == 0)
			break;
	return &seen[slot];
}

static void grow_seen(Release *r) {
	uint32_t room = r->room ? r->room * 2 : 64;
	Row *wider = mem_alloc(room * sizeof *wider);

	memset(wider, 0, room * sizeof *wider);
	for (uint32_t i = 0; i < r->room; i++)
		if (r->seen[i].at)
			*slot_of(wider, room, r->seen[i].at, r->seen[i].n) = r->seen[i];
	mem_free_(r->seen);
	r->seen = wider;
	r->room = room;
}

/* true: new. */
static bool add_seen(Release *r, const int64_t *row, uint32_t n) {
	Row *slot;

	if (r->seen_n * 2 >= r->room)
		grow_seen(r);
	slot = slot_of(r->seen, r->room, row, n);
	if (slot->at)
		return false;
	*slot = (Row){ arena_copy(r->arena, row, n * sizeof *row), n };
	r->seen_n++;
	return true;
}

/* ---- tiles ---- */

static Held *find(Walk *w, VarId tile) {
	for (uint32_t i = 0; i < w->n_held; i++)
		if (w->held[i].tile == tile)
			return &w->held[i];
	return NULL;
}

/* The variable names something else now; the message must not be lost by that. */
static bool let_go(Release *r, Walk *w, VarId tile) {
	Held *h = find(w, tile), was;

	if (!h)
		return true;
	was = *h;
	*h = w->held[--w->n_held];
	if (r->q->never[was.ring] || was.message < w->freed[was.ring])
		return true;
	for (uint32_t i = 0; i < w->n_held; i++)
		if (w->held[i].ring == was.ring && w->held[i].message == was.message)
			return true;
	return fault(r, w, RELEASE_MISSING, was.ring, was.message, was.at, was.at, was.tile);
}

static bool hold(Release *r, Walk *w, VarId tile, const Held *what) {
	Held h = *what;

	h.tile = tile;
	if (w->n_held == MAX_HELD)
		return fault(r, w, RELEASE_UNKNOWN, h.ring, h.message, h.at, h.at, tile);
	w->held[w->n_held++] = h;
	return true;
}

static bool do_pop(Release *r, Walk *w, const RingInsn *in) {
	Held h = { .ring = in->ring, .message = w->popped[in->ring], .split = in->split, .at = in->span };

	w->popped[in->ring]++;
	if (in->tile)
		return let_go(r, w, in->tile) && hold(r, w, in->tile, &h);
	return r->q->never[in->ring] || fault(r, w, RELEASE_MISSING, in->ring, h.message, in->span, in->span, 0);
}

static bool do_free(Release *r, Walk *w, const RingInsn *in) {
	Held *h = find(w, in->tile);

	if (!h || h->ring != in->ring)
		return fault(r, w, RELEASE_FOREIGN, in->ring, h ? h->message : -1, h ? h->at : (Span){ 0, 0 }, in->span, in->tile);
	if (h->message < w->freed[h->ring])
		return fault(r, w, RELEASE_TWICE, in->ring, h->message, h->at, in->span, in->tile);
	if (h->message > w->freed[h->ring])
		return fault(r, w, RELEASE_ORDER, in->ring, h->message, h->at, in->span, in->tile);
	if (h->split != in->split)
		return fault(r, w, RELEASE_SPLIT, in->ring, h->message, h->at, in->span, in->tile);
	w->freed[h->ring]++;
	return true;
}

static bool do_touch(Release *r, Walk *w, const RingInsn *in) {
	const Held *h = find(w, in->tile);
	int64_t later;

	if (!h)
		return true;
	later = w->popped[h->ring] - 1 - h->message;
	if (h->carried && h->message < w->freed[h->ring]) {
		if (!r->out->carried_at.line)
			r->out->carried_at = in->span;
		return true;
	}
	if (!r->q->never[h->ring] && h->message < w->freed[h->ring])
		return fault(r, w, RELEASE_EARLY, h->ring, h->message, h->at, in->span, in->tile);
	if (r->q->credits == CREDITS_A2A3 && r->q->local[h->ring] > 0 && later >= r->q->local[h->ring])
		return fault(r, w, RELEASE_LOCAL, h->ring, h->message, h->at, in->span, in->tile);
	return true;
}

static bool do_bind(Release *r, Walk *w, const RingInsn *in) {
	Held *from = in->other ? find(w, in->other) : NULL, copy = from ? *from : (Held){ 0 };

	copy.carried |= in->trip == 1;

	if (in->tile == in->other)
		return true;
	if (from && find(w, in->tile) && find(w, in->tile)->message == copy.message && find(w, in->tile)->ring == copy.ring)
		return true;
	return let_go(r, w, in->tile) && (!from || hold(r, w, in->tile, &copy));
}

static bool at_end(Release *r, Walk *w) {
	for (uint32_t i = 0; i < r->q->keys->n; i++) {
		if (r->q->never[i] || w->freed[i] == w->popped[i])
			continue;
		for (uint32_t k = 0; k < w->n_held; k++)
			if (w->held[k].ring == i && w->held[k].message == w->freed[i])
				return fault(r, w, RELEASE_MISSING, (uint8_t)i, w->freed[i], w->held[k].at, w->held[k].at, w->held[k].tile);
		return fault(r, w, RELEASE_MISSING, (uint8_t)i, w->freed[i], (Span){ 0, 0 }, (Span){ 0, 0 }, 0);
	}
	return true;
}

/* ---- control ---- */

static Walk *fork_walk(Release *r, Walk *w) {
	Walk *other = arena_copy(r->arena, w, sizeof *w);

	vec_push(&r->work, other);
	return other;
}

/* From here on the walk stands for several: loops around it may end after any iteration. */
static void open_loops(const Release *r, Walk *w) {
	for (uint32_t i = 0; i < w->core.depth; i++)
		if (!r->q->code->at[w->core.frame[i].loop].varies)
			w->core.frame[i].left = -1;
}

static bool value_at(Release *r, const Walk *w, Term t, int64_t *v) {
	RingState st;
	RingRunOptions o = { .terms = r->q->terms };

	st.core[0] = w->core;
	return ring_value(&r->system, &o, &st, 0, t, v);
}

static bool take_loop(Release *r, Walk *w, const RingInsn *in) {
	uint32_t d = w->core.depth;
	int64_t trip = in->trip;

	if (trip < 0 && !value_at(r, w, in->term, &trip)) {
		open_loops(r, w);
		fork_walk(r, w)->core.pc = in->target + 1;
		trip = -1;
	}
	if (trip == 0) {
		w->core.pc = in->target + 1;
		return true;
	}
	if (d == RING_MAX_NEST)
		return fault(r, w, RELEASE_UNKNOWN, 0, -1, in->span, in->span, 0);
	w->core.frame[d] = (RingFrame){ w->core.pc, 0, trip < 0 ? -1 : trip - 1 };
	w->mark[d] = NULL;
	w->next_mark[d] = 1;
	w->core.depth++;
	w->core.pc++;
	return true;
}

/* Looks for a state that this loop's end had before: then only the iterations that the period leaves over are run. */
static void skip_iterations(Release *r, Walk *w, RingFrame *f) {
	uint32_t d = w->core.depth - 1, n;
	int64_t row[ROW_ROOM];

	if (f->left <= 0 || r->q->code->at[f->loop].varies)
		return;
	n = row_of(r, w, true, row);
	if (w->mark[d] && w->mark_n[d] == n && memcmp(w->mark[d], row, n * sizeof *row) == 0) {
		f->left %= w->mark_left[d] - f->left;
		w->mark[d] = NULL;
		w->next_mark[d] = INT64_MAX;
	} else if (f->done + 1 >= w->next_mark[d]) {
		w->mark[d] = arena_copy(r->arena, row, n * sizeof *row);
		w->mark_n[d] = n;
		w->mark_left[d] = f->left;
		w->next_mark[d] = w->next_mark[d] > INT64_MAX / 2 ? INT64_MAX : w->next_mark[d] * 2;
	}
}

static void forget(const Release *r, Walk *w, Term symbol) {
	uint32_t kept = 0;

	for (uint32_t i = 0; i < w->n_choices; i++)
		if (!symbol || !term_mentions(r->q->terms, w->choice[i].condition, symbol))
			w->choice[kept++] = w->choice[i];
	w->n_choices = kept;
}

/* false: the walk ends here, an equal one has been followed. */
static bool take_next(Release *r, Walk *w, const RingInsn *in) {
	RingFrame *f = &w->core.frame[w->core.depth - 1];
	int64_t row[ROW_ROOM];

	forget(r, w, r->q->code->at[in->target].symbol);
	skip_iterations(r, w, f);
	if (!add_seen(r, row, row_of(r, w, false, row)))
		return false;
	if (f->left == -1) {
		Walk *out = fork_walk(r, w);
		out->core.depth--;
		out->core.pc++;
	}
	if (f->left == 0) {
		w->core.depth--;
		w->core.pc++;
		return true;
	}
	f->left -= f->left > 0;
	f->done++;
	w->core.pc = in->target + 1;
	return true;
}

static bool take_branch(Release *r, Walk *w, const RingInsn *in) {
	int64_t truth = in->trip;

	if (truth < 0 && !value_at(r, w, in->term, &truth)) {
		Term opposite = term_fn(r->q->terms, FN_NOT, &in->term, 1);
		for (uint32_t i = 0; i < w->n_choices; i++) {
			const Choice *c = &w->choice[i];
			if (c->condition == in->term || c->condition == opposite)
				truth = c->truth == (c->condition == in->term);
		}
	}
	if (truth < 0) {
		Walk *other;
		if (w->n_choices == MAX_DECISIONS)
			return fault(r, w, RELEASE_UNKNOWN, 0, -1, in->span, in->span, 0);
		open_loops(r, w);
		other = fork_walk(r, w);
		other->choice[other->n_choices++] = (Choice){ in->term, false };
		other->core.pc = in->target;
		w->choice[w->n_choices++] = (Choice){ in->term, true };
		truth = 1;
	}
	w->core.pc = truth ? w->core.pc + 1 : in->target;
	return true;
}

/* Follows a walk to its end, or to a state that was followed before. false: a fault. */
static bool follow(Release *r, Walk *w) {
	for (;;) {
		const RingInsn *in = &r->q->code->at[w->core.pc];
		bool ok = true;
		if (++r->steps > MAX_STEPS || r->seen_n > MAX_STATES)
			return fault(r, w, RELEASE_UNKNOWN, in->ring, -1, in->span, in->span, 0);
		switch ((RingOp)in->op) {
		case RC_END: return at_end(r, w);
		case RC_POP: ok = do_pop(r, w, in); break;
		case RC_FREE: ok = r->q->never[in->ring] || do_free(r, w, in); break;
		case RC_TOUCH: ok = do_touch(r, w, in); break;
		case RC_BIND: ok = do_bind(r, w, in); break;
		case RC_PUSH: break;
		case RC_JUMP: w->core.pc = in->target; continue;
		case RC_LEAVE: w->core.depth -= (uint32_t)in->trip; break;
		case RC_LOOP:
			if (!take_loop(r, w, in))
				return false;
			continue;
		case RC_BRANCH:
			if (!take_branch(r, w, in))
				return false;
			continue;
		case RC_NEXT:
			if (!take_next(r, w, in))
				return true;
			continue;
		}
		if (!ok)
			return false;
		w->core.pc++;
	}
}

void ring_release(const ReleaseQuery *q, Arena *arena, ReleaseAnswer *out) {
	Release r = { .q = q, .arena = arena_new(), .out = out };
	Walk *start = ARENA_NEW(r.arena, Walk);
	bool ok = true;

	*out = (ReleaseAnswer){ .fault = RELEASE_OK, .path = "" };
	r.system = (RingSystem){ .n_cores = 1, .core = { *q->code } };
	vec_push(&r.work, start);
	while (ok && r.work.n > 0)
		ok = follow(&r, r.work.at[--r.work.n]);
	out->states = r.seen_n;
	out->path = arena_text(arena, out->path, strlen(out->path));
	vec_free(&r.work);
	mem_free_(r.seen);
	arena_free(r.arena);
}
