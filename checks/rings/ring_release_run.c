#include "checks/rings/ring_release_run.h"

#include "checks/simulate/difference.h"
#include "checks/simulate/inputs.h"

enum {
	MOST_RUNS = 320, MOST_PRODUCT = 256, RANDOM_RUNS = 60, MOST_ROUNDS = 6, MOST_TERMS = 3000000, MOST_NEST = 400, INPUT_TEXT = 300,
	ALL_RUNS = 4 /* times the budget of one */
};

typedef struct Search {
	const ReleaseQuery *q;
	const ReleaseAnswer *a;
	FuncId f;
	int lane;
	const CheckOptions *o;
	Terms *t;
	Interp *interp;
	Inputs *inputs;
	Oracle plain; /* of the inputs */
	uint64_t left;
	uint32_t runs, ended; /* of them, those that reached the end */
	const char *stopped;  /* why the last one did not */
	VEC(StmtId) events;   /* pops and releases of the function */
	Arena *arena;
	ReleaseRun *out;
} Search;

typedef struct Shown {
	const Pop *pop; /* NULL: not popped */
	Site at;
	uint32_t message;
	const Pop *oldest; /* what the release passes over; NULL: another fault */
	uint32_t oldest_message;
} Shown;

/* ---- the text of an event ---- */

static void collect_events(Search *s, Block b, unsigned nest) {
	for (uint32_t i = 0; i < b.n && nest < MOST_NEST; i++) {
		const Stmt *st = ir_stmt(s->q->p, b.at[i]);
		const Call *c = ir_call_of(s->q->p, b.at[i]);
		if (c && (ir_is_pop(c->op) || ir_is_free(c->op)))
			vec_push(&s->events, b.at[i]);
		collect_events(s, st->body, nest + 1);
		collect_events(s, st->orelse, nest + 1);
	}
}

static bool same_place(Span a, Span b) {
	return a.line == b.line && a.col == b.col;
}

/* 0: no pop and no release. */
static StmtId event_at(const Search *s, Span at) {
	for (uint32_t i = 0; i < s->events.n; i++) {
		const Stmt *st = ir_stmt(s->q->p, s->events.at[i]);
		if (same_place(ir_expr(s->q->p, st->expr)->span, at) || same_place(st->span, at))
			return s->events.at[i];
	}
	return 0;
}

static int64_t split_at(const Search *s, Span at) {
	StmtId e = event_at(s, at);
	int64_t split = 0;

	return e && ir_get_int(s->q->p, ir_call_of(s->q->p, e)->kwargs, "split", &split) ? split : 0;
}

static Span statement_at(const Search *s, Span at) {
	StmtId e = event_at(s, at);

	return e ? ir_stmt(s->q->p, e)->span : at;
}

static const char *tile_at(const Search *s, const Pop *pop) {
	StmtId e = pop ? event_at(s, pop->at.span) : 0;
	VarId tile = e ? ir_stmt(s->q->p, e)->var : pop ? 0 : s->a->tile;

	return tile ? ir_hint(s->q->p, tile) : "a dropped tile";
}

/* ---- what a history shows ---- */

/* By pop: when it is released first; UINT32_MAX: never. The caller frees it with mem_free_. */
static uint32_t *first_releases(const RingHistory *r) {
	uint32_t *when = mem_alloc((r->pops.n + 1) * sizeof *when);

	memset(when, 0xff, (r->pops.n + 1) * sizeof *when);
	for (uint32_t i = r->releases.n; i-- > 0;)
		if (r->releases.at[i].ordinal != NO_ORDINAL)
			when[r->releases.at[i].ordinal] = r->releases.at[i].when;
	return when;
}

static bool shows_release(const Search *s, const RingHistory *r, const uint32_t *freed, Shown *out) {
	uint32_t oldest = 0; /* message that is out */

	for (uint32_t i = 0; i < r->releases.n; i++) {
		const Release *e = &r->releases.at[i];
		const Pop *pop = e->ordinal == NO_ORDINAL ? NULL : &r->pops.at[e->ordinal];
		bool wrong = false;
		while (oldest < r->pops.n && freed[oldest] < e->when)
			oldest++;
		switch (s->a->fault) {
		case RELEASE_FOREIGN: wrong = !pop; break;
		case RELEASE_TWICE: wrong = pop && freed[e->ordinal] < e->when; break;
		case RELEASE_ORDER: wrong = pop && e->ordinal > oldest; break;
		case RELEASE_SPLIT: wrong = pop && split_at(s, pop->at.span) != split_at(s, e->at.span); break;
		default: break;
		}
		if (wrong) {
			*out = (Shown){ .pop = pop, .at = e->at, .message = pop ? e->ordinal : i };
			if (s->a->fault == RELEASE_ORDER)
				out->oldest = &r->pops.at[oldest], out->oldest_message = oldest;
			return true;
		}
	}
	return false;
}

static bool shows_use(const Search *s, const RingHistory *r, const uint32_t *freed, Shown *out) {
	int64_t local = s->q->local[s->a->ring];
	uint32_t popped = 0;

	for (uint32_t i = 0; i < r->uses.n; i++) {
		const TileUse *e = &r->uses.at[i];
		bool late = e->when > freed[e->ordinal];
		while (popped < r->pops.n && r->pops.at[popped].when < e->when)
			popped++;
		if (e->is_carried && late)
			continue; /* perhaps of a copy */
		if (s->a->fault == RELEASE_EARLY ? late : local > 0 && (int64_t)popped - 1 - e->ordinal >= local) {
			*out = (Shown){ .pop = &r->pops.at[e->ordinal], .at = e->at, .message = e->ordinal };
			return true;
		}
	}
	return false;
}

static bool shows(const Search *s, const History *h, Shown *out) {
	const RingKey *key = &s->q->keys->at[s->a->ring];
	const RingHistory *r = history_ring(h, key->id, key->direction);
	uint32_t *freed;
	bool yes = false;

	if (!r)
		return false;
	freed = first_releases(r);
	switch (s->a->fault) {
	case RELEASE_MISSING:
		for (uint32_t i = 0; i < r->pops.n && !yes && h->end == RUN_DONE; i++)
			if (freed[i] == UINT32_MAX) {
				*out = (Shown){ .pop = &r->pops.at[i], .at = r->pops.at[i].at, .message = i };
				yes = true;
			}
		break;
	case RELEASE_EARLY: case RELEASE_LOCAL:
		yes = shows_use(s, r, freed, out);
		break;
	case RELEASE_TWICE: case RELEASE_ORDER: case RELEASE_FOREIGN: case RELEASE_SPLIT:
		yes = shows_release(s, r, freed, out);
		break;
	case RELEASE_OK: case RELEASE_UNKNOWN:
		break;
	}
	mem_free_(freed);
	return yes;
}

static void tell(Search *s, const Shown *x) {
	const Round *round = x->at.round;

	*s->out = (ReleaseRun){ .found = true, .inputs = inputs_text(s->inputs, s->arena, INPUT_TEXT), .message = x->message,
		.pop_at = x->pop ? statement_at(s, x->pop->at.span) : (Span){ 0, 0 }, .at = statement_at(s, x->at.span),
		.trip = round ? (int64_t)round->loop->trip : -1, .iteration = round ? (int64_t)round->iteration : -1,
		.oldest = x->oldest_message, .oldest_at = x->oldest ? statement_at(s, x->oldest->at.span) : (Span){ 0, 0 },
		.rounds = show_rounds(s->t, s->arena, round), .why = "" };
	s->out->tile = arena_printf(s->arena, "%s", tile_at(s, x->pop));
}

/* ---- runs ---- */

static bool decide(void *self, Term x, DecideKind kind, const int64_t *hints, uint32_t n, int64_t *value) {
	const Search *s = self;

	return s->plain.decide(s->plain.self, x, kind, hints, n, value);
}

static Term atom(void *self, Term unknown) {
	const Search *s = self;

	if (s->lane >= 0 && strstr(term_name(s->t, unknown), op_rows[OP_TILE_GET_SUBBLOCK_IDX].name))
		return term_int(s->t, s->lane);
	return s->plain.atom(s->plain.self, unknown);
}

/* Runs until every number chosen on the way holds from the start. false: no further run makes sense. */
static bool try_inputs(Search *s, Pick pick) {
	Oracle oracle = { s, decide, atom };
	bool again = true, goes_on = true;

	inputs_begin(s->inputs, INPUT_VALUES, pick);
	s->runs++;
	for (unsigned k = 0; k < MOST_ROUNDS && again && goes_on && s->left > 0; k++) {
		uint64_t budget = s->left < s->o->max_events ? s->left : s->o->max_events;
		RunOptions ro = { .floor_division = s->o->floor_division, .budget = budget, .term_budget = MOST_TERMS };
		History *h = interp_run(s->interp, s->f, &oracle, &ro);
		Shown x;
		s->left -= h->events < s->left ? h->events : s->left;
		again = inputs_fresh(s->inputs);
		if (!again && shows(s, h, &x))
			tell(s, &x);
		if (!again && h->end == RUN_DONE)
			s->ended++;
		if (h->end != RUN_DONE)
			s->stopped = arena_printf(s->arena, "%s (line %u)", h->end_reason, h->end_at.line);
		goes_on = h->end != RUN_UNSUPPORTED && term_count(s->t) <= MOST_TERMS / 2;
		history_free(h);
	}
	return goes_on && s->left > 0 && !s->out->found;
}

static void search(Search *s) {
	uint32_t most = 1;
	uint64_t product = 1, more;
	PickKind kind;

	for (uint32_t rank = 0; rank < most && rank <= s->o->bound + 8; rank++) {
		if (!try_inputs(s, (Pick){ PICK_RANK, rank }))
			return;
		most = inputs_most_candidates(s->inputs) > most ? inputs_most_candidates(s->inputs) : most;
		if (inputs_count(s->inputs) > 1 && inputs_product(s->inputs) > product)
			product = inputs_product(s->inputs);
	}
	kind = product <= MOST_PRODUCT ? PICK_PRODUCT : PICK_RANDOM;
	more = product <= 1 ? 0 : kind == PICK_PRODUCT ? product : RANDOM_RUNS;
	for (uint64_t k = 0; k < more && s->runs < MOST_RUNS; k++)
		if (!try_inputs(s, (Pick){ kind, k }))
			return;
}

void ring_release_run(const ReleaseQuery *q, FuncId f, int lane, const ReleaseAnswer *a, const CheckOptions *o, Arena *arena, ReleaseRun *out) {
	Search s = { .q = q, .a = a, .f = f, .lane = lane, .o = o, .t = terms_new(), .arena = arena, .out = out };

	*out = (ReleaseRun){ .why = "", .inputs = "", .rounds = "", .tile = "", .trip = -1, .iteration = -1 };
	s.interp = interp_new(q->p, s.t);
	s.inputs = inputs_new(s.t, o->bound);
	s.plain = inputs_oracle(s.inputs);
	if (__builtin_mul_overflow(o->max_events, ALL_RUNS, &s.left))
		s.left = UINT64_MAX;
	collect_events(&s, ir_func(q->p, f)->body, 0);
	search(&s);
	if (!out->found)
		out->why = s.ended || !s.stopped ? arena_printf(arena, "none of %u runs with inputs up to %u (--bound) shows it", s.runs, o->bound)
		                                 : arena_printf(arena, "the interpreter cannot run the function to confirm it: %s", s.stopped);
	vec_free(&s.events);
	inputs_free(s.inputs);
	interp_free(s.interp);
	terms_free(s.t);
}
