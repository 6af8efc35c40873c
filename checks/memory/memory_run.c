/* Execution: loops with numbers, and for each byte who wrote it last. What a read finds there tells.
 *
 * First along paths, with all trip counts constant: all paths seen is exact. Otherwise with small numbers for what control flow
 * and slots depend on, smallest first. The first wrong read ends it; the same inputs are run again as the replay.
 */
#include "checks/memory/memory_unit.h"

#include "analyzer/rewrite.h"
#include "checks/simulate/inputs.h"
#include "checks/memory/memory_bytes.h"

enum { MOST_STEPS = 300000, MOST_PATHS = 64, MOST_RUNS = 48, INPUT_TEXT = 300, LEAST_BUDGET = 1000 };

typedef struct Instance { /* of a tile, since its last definition */
	Place place;
	uint32_t content; /* number of the definition whose value it is */
	bool loose;       /* bytes are not bound, or not known: not looked at */
	bool popped;      /* lies in a ring */
} Instance;

typedef enum Flow { FLOW_ON, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_STOP } Flow;

typedef struct Run {
	MemoryUnit *m;
	Arena *arena;
	IndexEnv env;
	Inputs *inputs;
	Oracle oracle;
	Instance *now;    /* by tile */
	ByteMap *bytes;   /* by region */
	TileEvents *events; /* by nesting: a statement's are needed no longer when it is left */
	uint32_t contents;
	int64_t iteration, trip; /* innermost loop */
	int64_t steps;    /* left */
	StmtId at;
	bool is_symbolic; /* stopped: the inputs give no number */
	const char *reason; /* stopped otherwise */
	const char *vague; /* what was seen may be wrong and may be right: nothing is decided */
	bool is_rough;    /* a place was not known: no wrong read seen does not mean none */
	RunAnswer answer;
} Run;

static Span span_of(const Run *r, StmtId s) { return s ? ir_stmt(r->m->p, s)->span : (Span){0}; }

static Flow found(Run *r, ProblemKind kind, uint32_t tile, uint32_t by, StmtId by_stmt, const Place *place, int64_t low, int64_t high) {
	r->answer = (RunAnswer){.verdict = RUN_FOUND, .kind = kind, .tile = tile, .by = by, .at = span_of(r, r->at), .by_at = span_of(r, by_stmt),
		.space = r->m->storage->tiles.at[tile].space, .low = low, .high = high, .region = place->region, .iteration = r->iteration,
		.trip = r->trip, .by_iteration = -1};
	return FLOW_STOP;
}

/* ---- numbers ---- */

static bool number_of(Run *r, Term x, DecideKind kind, const int64_t *hints, uint32_t n, int64_t *out) {
	if (term_is_int(r->m->terms, x, out) || r->oracle.decide(r->oracle.self, x, kind, hints, n, out))
		return true;
	r->is_symbolic = true;
	return false;
}

/* The place of a tile, now. */
static void locate(Run *r, uint32_t tile, Instance *out) {
	static const int64_t hints[] = {0, 1, 2, 3};
	out->place = memory_place(r->m, &r->env, tile);
	out->loose = !out->place.region || r->m->by_copy[tile];
	if (out->loose || out->place.fixed)
		return;
	out->place.fixed = out->place.offset && number_of(r, out->place.offset, DECIDE_SPAN, hints, 4, &out->place.at);
	if (out->place.fixed)
		out->place.offset = term_int(r->m->terms, out->place.at);
}

/* Bytes of an instance; an unknown size reaches to the end of the region. */
static bool extent(Run *r, const Instance *i, int64_t *low, int64_t *high) {
	if (i->loose)
		return false;
	if (!i->place.fixed || i->place.bytes < 0 || __builtin_add_overflow(i->place.at, i->place.bytes, high)) {
		r->is_rough = true;
		return false;
	}
	*low = i->place.at;
	return *low < *high;
}

/* Row k of [*low, *high). false: there is none. */
static bool row_of(const Place *p, int64_t k, int64_t *low, int64_t *high) {
	if (!p->rows)
		return k == 0;
	*low += k * p->pitch;
	*high = *low + p->row;
	return k < p->rows;
}

/* ---- reads and writes ---- */

static Flow read_row(Run *r, uint32_t tile, int64_t low, int64_t high) {
	const Instance *i = &r->now[tile];
	const ByteMap *bytes = &r->bytes[i->place.region];
	const ByteSpan *other = bytes_foreign(bytes, low, high, i->content);
	if (other && i->place.is_rough && other->low > low) {
		r->vague = arena_printf(r->arena, "which bytes between its first and its last '%s' takes is not known (line %u)", memory_tile_name(r->m, tile),
			span_of(r, r->at).line);
		return FLOW_ON;
	}
	/* What reads the whole target of a partial write sees it, what reads less may not. */
	while (other && other->is_part && (low > other->target_low || high < other->target_high)) {
		r->vague = arena_printf(r->arena, "'%s', read at line %u, may lie outside of what line %u writes of '%s'", memory_tile_name(r->m, tile),
			span_of(r, r->at).line, span_of(r, other->stmt).line, memory_tile_name(r->m, other->tile));
		other = bytes_foreign(bytes, other->high, high, i->content);
	}
	if (!other)
		return FLOW_ON;
	Flow f = found(r, PROBLEM_OVERWRITTEN, tile, other->tile, other->stmt, &i->place, other->low > low ? other->low : low,
		other->high < high ? other->high : high);
	r->answer.by_iteration = other->iteration;
	return f;
}

static Flow read_tile(Run *r, uint32_t tile) {
	const Instance *i = &r->now[tile];
	int64_t first, last;
	if (!i->content || r->m->blank[tile] || !extent(r, i, &first, &last))
		return FLOW_ON;
	for (int64_t k = 0, low = first, high = last; row_of(&i->place, k, &low, &high); k++, low = first, high = last)
		if (read_row(r, tile, low, high) == FLOW_STOP)
			return FLOW_STOP;
	return FLOW_ON;
}

static void write_tile(Run *r, uint32_t tile, uint32_t content, bool is_part) {
	const Place *p = &r->now[tile].place;
	int64_t first, last;
	if (!extent(r, &r->now[tile], &first, &last))
		return;
	ByteSpan span = {.content = content, .tile = tile, .stmt = r->at, .iteration = r->iteration, .is_part = is_part || p->is_rough,
		.target_low = p->is_rough ? INT64_MIN : first, .target_high = p->is_rough ? INT64_MAX : last};
	for (int64_t k = 0, low = first, high = last; row_of(p, k, &low, &high); k++, low = first, high = last) {
		span.low = low;
		span.high = high;
		bytes_write(&r->bytes[p->region], &span);
	}
}

static Relation relation(const Instance *a, const Instance *b, int64_t *low, int64_t *high) {
	int64_t a_end, b_end;
	if (a->loose || b->loose || a->place.region != b->place.region || !a->place.fixed || !b->place.fixed || a->place.bytes < 0 ||
		b->place.bytes < 0 || __builtin_add_overflow(a->place.at, a->place.bytes, &a_end) ||
		__builtin_add_overflow(b->place.at, b->place.bytes, &b_end))
		return PLACES_APART;
	*low = a->place.at > b->place.at ? a->place.at : b->place.at;
	*high = a_end < b_end ? a_end : b_end;
	if (*low >= *high)
		return PLACES_APART;
	return a->place.at == b->place.at ? PLACES_SAME_START : PLACES_OVERLAP;
}

static Flow in_place(Run *r, const TileEvents *e, uint32_t written, const Instance *target, bool is_scratch) {
	for (uint32_t i = 0; i < e->reads.n; i++) {
		uint32_t tile = e->reads.at[i].tile;
		int64_t low, high;
		if (tile == written || r->m->blank[tile] || !r->now[tile].content || (!is_scratch && e->make == MAKE_IN_PLACE && tile == e->source))
			continue;
		Relation how = relation(&r->now[tile], target, &low, &high);
		if (how == PLACES_APART)
			continue;
		InPlace safe = is_scratch ? IN_PLACE_WRONG : memory_in_place(r->m, e->op, written, tile, e->reads.at[i].arg, how);
		const Place *a = &r->now[tile].place, *b = &target->place;
		bool has_gaps = a->rows || b->rows || a->is_rough || b->is_rough;
		if (safe == IN_PLACE_UNKNOWN || (safe == IN_PLACE_WRONG && has_gaps && how == PLACES_OVERLAP) || (safe == IN_PLACE_WRONG && e->writes_part && how == PLACES_OVERLAP))
			r->vague = arena_printf(r->arena, "whether %s may write over its operand '%s' is not known (line %u)", op_rows[e->op].name,
				memory_tile_name(r->m, tile), span_of(r, r->at).line);
		else if (safe == IN_PLACE_WRONG)
			return found(r, PROBLEM_IN_PLACE, tile, written, r->at, &target->place, low, high);
	}
	return FLOW_ON;
}

/* `to` lies where `from` lies, or its value was not brought along. */
static Flow same_place(Run *r, uint32_t to, const Instance *target, uint32_t from, const Instance *source, bool part) {
	const Place *a = &target->place, *b = &source->place;
	int64_t end;
	if (source->popped && target->place.region && a->fixed)
		return found(r, PROBLEM_MOVED, to, from, r->m->storage->tiles.at[from].definition, a, a->at, a->at);
	if (target->loose || source->loose || !a->fixed || !b->fixed)
		return FLOW_ON;
	if (a->region == b->region && (a->at == b->at || (part && a->at > b->at && (b->bytes < 0 || __builtin_sub_overflow(a->at, b->at, &end) || end < b->bytes))))
		return FLOW_ON;
	if (a->bytes < 0 || __builtin_add_overflow(a->at, a->bytes, &end))
		end = a->at;
	return found(r, PROBLEM_MOVED, to, from, r->m->storage->tiles.at[from].definition, a, a->at, end);
}

static Flow make(Run *r, const TileEvents *e, uint32_t tile) {
	Instance fresh = {.content = ++r->contents};
	const Instance *source = e->source != NO_TILE ? &r->now[e->source] : NULL;
	bool is_name = e->make == MAKE_SAME || e->make == MAKE_PART;
	locate(r, tile, &fresh);
	fresh.popped = (e->make == MAKE_RING && !fresh.place.region) || (is_name && source && source->popped);
	if (is_name && source && source->loose)
		fresh.loose = true;
	if ((is_name || e->make == MAKE_IN_PLACE) && source &&
		same_place(r, tile, &fresh, e->source, source, e->make == MAKE_PART) == FLOW_STOP)
		return FLOW_STOP;
	if (is_name && source)
		fresh.content = source->content;
	bool writes = e->make == MAKE_WRITE || e->make == MAKE_IN_PLACE || e->make == MAKE_RING;
	if (writes && in_place(r, e, tile, &fresh, false) == FLOW_STOP)
		return FLOW_STOP;
	r->now[tile] = fresh;
	if (writes)
		write_tile(r, tile, fresh.content, e->writes_part);
	return FLOW_ON;
}

static Flow read_all(Run *r, const TileEvents *e) {
	for (uint32_t i = 0; i < e->reads.n; i++)
		if (read_tile(r, e->reads.at[i].tile) == FLOW_STOP)
			return FLOW_STOP;
	return FLOW_ON;
}

static Flow simple(Run *r, StmtId s, unsigned nest) {
	MemoryUnit *m = r->m;
	const Stmt *st = ir_stmt(m->p, s);
	TileEvents *e = &r->events[nest];
	r->at = s;
	if (memory_is_late(m, s))
		return FLOW_ON;
	memory_events(m, s, e);
	if (read_all(r, e) == FLOW_STOP)
		return FLOW_STOP;
	for (uint32_t i = 0; i < e->reads.n; i++) {
		uint32_t tile = e->reads.at[i].tile;
		if (!memory_is_scratch(m, e, tile))
			continue;
		if (in_place(r, e, tile, &r->now[tile], true) == FLOW_STOP)
			return FLOW_STOP;
		write_tile(r, tile, r->now[tile].content, false);
	}
	for (uint32_t i = 0; i < e->made.n; i++)
		if (make(r, e, e->made.at[i]) == FLOW_STOP)
			return FLOW_STOP;
	if (e->updated != NO_TILE)
		write_tile(r, e->updated, r->now[e->updated].content, e->writes_part);
	if (st->kind == S_ASSIGN && !e->made.n && st->var < r->env.vars)
		r->env.value[st->var] = index_term(&r->env, st->expr);
	return FLOW_ON;
}

/* ---- phis ---- */

typedef struct Carried { /* a value on its way over a border */
	Instance instance;
	uint32_t from;  /* NO_TILE: a scalar */
	Term scalar;
} Carried;

typedef VEC(Carried) CarriedVec;

static void pick_up(Run *r, List values, CarriedVec *out) {
	out->n = 0;
	for (uint32_t i = 0; i < values.n; i++) {
		uint32_t tile = memory_value_tile(r->m, values.at[i]);
		Carried c = {.from = tile};
		if (tile != NO_TILE)
			c.instance = r->now[tile];
		else
			c.scalar = index_term(&r->env, values.at[i]);
		vec_push(out, c);
	}
}

static Flow put_down(Run *r, List to, const CarriedVec *values) {
	for (uint32_t i = 0; i < to.n; i++) {
		VarId v = to.at[i];
		uint32_t tile = memory_tile(r->m, v);
		Carried none = {.from = NO_TILE, .scalar = 0};
		const Carried *c = i < values->n ? &values->at[i] : &none;
		if (tile != NO_TILE) {
			Instance fresh = {.content = c->from != NO_TILE ? c->instance.content : ++r->contents};
			locate(r, tile, &fresh);
			if (c->from == NO_TILE || c->instance.loose || !c->instance.content)
				fresh.loose = true;
			else if (same_place(r, tile, &fresh, c->from, &c->instance, false) == FLOW_STOP)
				return FLOW_STOP;
			r->now[tile] = fresh;
		} else if (v < r->env.vars) {
			r->env.value[v] = c->scalar ? c->scalar : index_unknown(&r->env, ir_hint(r->m->p, v), v);
		}
	}
	return FLOW_ON;
}

static List yielded(const Run *r, Block b) {
	const Stmt *last = b.n ? ir_stmt(r->m->p, b.at[b.n - 1]) : NULL;
	return last && last->kind == S_YIELD ? last->values : (List){0};
}

static List inits(Run *r, const Stmt *st, ExprId *room, uint32_t most) {
	uint32_t n = st->iters.n < most ? st->iters.n : most;
	for (uint32_t i = 0; i < n; i++)
		room[i] = ir_var(r->m->p, st->iters.at[i])->init;
	return (List){room, n};
}

/* ---- control flow ---- */

static Flow block(Run *r, Block b, unsigned nest);

static Flow stop(Run *r, const char *why) {
	r->reason = why;
	return FLOW_STOP;
}

/* Trip count, first value and step of a counted loop. */
static bool bounds(Run *r, const Stmt *st, Term *start, Term *step, int64_t *trip) {
	Terms *t = r->m->terms;
	int64_t by, span, hints[16];
	*start = index_term(&r->env, st->start);
	*step = index_term(&r->env, st->step);
	if (!number_of(r, *step, DECIDE_STEP, (int64_t[]){1, 2}, 2, &by) || by == 0 || by == INT64_MIN)
		return false;
	*step = term_int(t, by);
	for (int64_t k = 0; k < 16; k++)
		if (__builtin_mul_overflow(by, k, &hints[k]))
			return false;
	if (!number_of(r, term_sub(t, index_term(&r->env, st->stop), *start), DECIDE_SPAN, hints, 16, &span))
		return false;
	*trip = trip_count(0, span, by);
	return true;
}

static bool goes_on(Run *r, const Stmt *st, int64_t done, int64_t trip, bool *out) {
	int64_t truth;
	*out = st->kind == S_FOR ? done < trip : done < 1; /* an iterator that is not modelled: one round stands for all */
	if (st->kind != S_WHILE)
		return true;
	if (!number_of(r, index_term(&r->env, st->expr), DECIDE_WHILE, &done, 1, &truth))
		return false;
	*out = truth != 0;
	return true;
}

static Flow rounds(Run *r, StmtId s, unsigned nest, CarriedVec *values) {
	const Stmt *st = ir_stmt(r->m->p, s);
	int64_t trip = -1;
	Term start = 0, step = 0;
	bool more;
	if (st->kind == S_FOR && !bounds(r, st, &start, &step, &trip))
		return FLOW_STOP;
	if (st->kind == S_FOR_OTHER)
		r->is_rough = true;
	Term *symbol = r->env.loops < INDEX_MAX_LOOPS ? &r->env.loop[r->env.loops++] : NULL;
	for (int64_t k = 0;; k++) {
		Term number = term_int(r->m->terms, k);
		if (symbol)
			*symbol = number;
		if (st->kind == S_FOR && k >= trip)
			return FLOW_ON; /* nothing is handed on to an iteration that is not there */
		if (put_down(r, st->iters, values) == FLOW_STOP)
			return FLOW_STOP;
		if (memory_is_late(r->m, s)) {
			r->at = s;
			memory_events(r->m, s, &r->events[nest]);
			if (read_all(r, &r->events[nest]) == FLOW_STOP)
				return FLOW_STOP;
		}
		if (!goes_on(r, st, k, trip, &more))
			return FLOW_STOP;
		if (!more)
			return FLOW_ON;
		if (r->steps-- <= 0)
			return stop(r, "too many steps");
		r->iteration = k;
		r->trip = trip;
		if (st->kind == S_FOR && st->var < r->env.vars)
			r->env.value[st->var] = term_add(r->m->terms, start, term_mul(r->m->terms, step, number));
		Flow f = block(r, st->body, nest + 1);
		if (f == FLOW_BREAK || (f == FLOW_CONTINUE && st->iters.n))
			return st->iters.n ? stop(r, "a loop that carries values is left by break or continue") : FLOW_ON;
		if (f == FLOW_RETURN || f == FLOW_STOP)
			return f;
		r->iteration = k;
		r->trip = trip;
		pick_up(r, yielded(r, st->body), values);
	}
}

static Flow loop(Run *r, StmtId s, unsigned nest) {
	const Stmt *st = ir_stmt(r->m->p, s);
	ExprId room[64];
	CarriedVec values = {0};
	uint32_t outer = r->env.loops;
	int64_t iteration = r->iteration, trip = r->trip;
	if (st->iters.n > 64)
		return stop(r, "a loop carries more than 64 values");
	List first = inits(r, st, room, 64);
	for (uint32_t i = 0; i < first.n; i++) {
		uint32_t tile = memory_value_tile(r->m, first.at[i]);
		if (tile != NO_TILE && read_tile(r, tile) == FLOW_STOP)
			return FLOW_STOP;
	}
	pick_up(r, first, &values);
	Flow f = rounds(r, s, nest, &values);
	r->env.loops = outer;
	if (f == FLOW_ON) {
		r->at = s;
		f = put_down(r, st->returns, &values);
	}
	r->iteration = iteration;
	r->trip = trip;
	vec_free(&values);
	return f;
}

static Flow branches(Run *r, StmtId s, unsigned nest) {
	const Stmt *st = ir_stmt(r->m->p, s);
	CarriedVec values = {0};
	int64_t truth;
	if (!number_of(r, index_term(&r->env, st->expr), DECIDE_IF, NULL, 0, &truth))
		return FLOW_STOP;
	Block taken = truth ? st->body : st->orelse;
	Flow f = block(r, taken, nest + 1);
	if (f == FLOW_ON) {
		pick_up(r, yielded(r, taken), &values);
		f = put_down(r, st->returns, &values);
	}
	vec_free(&values);
	return f;
}

static Flow block(Run *r, Block b, unsigned nest) {
	if (nest >= MEMORY_NEST)
		return stop(r, "nested too deep");
	for (uint32_t k = 0; k < b.n; k++) {
		const Stmt *st = ir_stmt(r->m->p, b.at[k]);
		if (r->steps-- <= 0)
			return stop(r, "too many steps");
		Flow f = simple(r, b.at[k], nest);
		if (f == FLOW_ON) {
			switch ((StmtKind)st->kind) {
			case S_FOR: case S_WHILE: case S_FOR_OTHER: f = loop(r, b.at[k], nest); break;
			case S_IF: f = branches(r, b.at[k], nest); break;
			case S_RETURN: f = FLOW_RETURN; break;
			case S_BREAK: f = FLOW_BREAK; break;
			case S_CONTINUE: f = FLOW_CONTINUE; break;
			default: f = block(r, st->body, nest + 1); break;
			}
		}
		if (f != FLOW_ON)
			return f;
	}
	return FLOW_ON;
}

/* ---- runs ---- */

static void run_once(Run *r) {
	MemoryUnit *m = r->m;
	const Function *fn = ir_func(m->p, m->f);
	memset(r->now, 0, (m->n + 1) * sizeof *r->now);
	memset(r->env.value, 0, r->env.vars * sizeof *r->env.value);
	for (uint32_t i = 0; i < m->regions; i++)
		bytes_clear(&r->bytes[i]);
	r->contents = 0;
	r->iteration = r->trip = -1;
	r->env.loops = 0;
	r->is_symbolic = false;
	r->reason = NULL;
	r->answer = (RunAnswer){.verdict = RUN_OPEN};
	for (uint32_t i = 0; i < fn->n_params; i++) {
		VarId v = fn->params[i].var;
		if (memory_tile(m, v) == NO_TILE && v < r->env.vars)
			r->env.value[v] = term_symbol(m->terms, ir_hint(m->p, v));
	}
	block(r, fn->body, 0);
}

static void answer(Run *r, RunVerdict v, const char *reason) {
	r->answer = (RunAnswer){.verdict = v, .reason = reason ? reason : "", .runs = r->answer.runs};
}

/* Takes a finding over when the same inputs show it again. */
static bool confirmed(Run *r) {
	RunAnswer first = r->answer;
	r->steps = r->steps < LEAST_BUDGET ? MOST_STEPS : r->steps + MOST_STEPS;
	run_once(r);
	bool same = r->answer.verdict == RUN_FOUND && r->answer.tile == first.tile && r->answer.by == first.by && r->answer.low == first.low &&
		r->answer.high == first.high && r->answer.iteration == first.iteration;
	r->answer = first;
	r->answer.replayed = same;
	r->answer.inputs = inputs_text(r->inputs, r->arena, INPUT_TEXT);
	return true;
}

/* true: decided. */
static bool along_paths(Run *r, uint32_t *runs) {
	inputs_begin(r->inputs, INPUT_PATHS, (Pick){0});
	for (uint32_t k = 0; k < MOST_PATHS; k++) {
		run_once(r);
		++*runs;
		if (r->answer.verdict == RUN_FOUND)
			return confirmed(r);
		if (r->is_symbolic)
			return false;
		if (r->reason) {
			answer(r, RUN_OPEN, r->reason);
			return true;
		}
		if (!inputs_next_path(r->inputs)) {
			answer(r, r->is_rough ? RUN_BOUND : RUN_EXACT, r->is_rough ? "sizes or places that are not known were left out" : NULL);
			return true;
		}
	}
	return false;
}

static void with_values(Run *r, uint32_t *runs) {
	uint32_t complete = 0, most = 1;
	uint64_t product = 1;
	const char *open = NULL;
	for (uint32_t k = 0; k < MOST_RUNS; k++) {
		bool ranks = k < most && k <= r->m->o->bound + 8;
		if (!ranks && k >= most + (product > MOST_RUNS ? MOST_RUNS : product))
			break;
		inputs_begin(r->inputs, INPUT_VALUES, ranks ? (Pick){PICK_RANK, k} : (Pick){PICK_PRODUCT, k - most});
		run_once(r);
		++*runs;
		if (r->answer.verdict == RUN_FOUND) {
			confirmed(r);
			return;
		}
		open = r->is_symbolic ? "a place or a trip count has no number" : r->reason;
		complete += open == NULL;
		if (r->steps <= 0)
			break;
		if (inputs_most_candidates(r->inputs) > most)
			most = inputs_most_candidates(r->inputs);
		if (inputs_count(r->inputs) > 1 && inputs_product(r->inputs) > product)
			product = inputs_product(r->inputs);
	}
	answer(r, complete ? RUN_BOUND : RUN_OPEN, complete ? NULL : open);
}

RunAnswer memory_run(MemoryUnit *m, Arena *a) {
	Arena *own = m->storage->arena;
	Run r = {.m = m, .arena = a, .steps = MOST_STEPS};
	uint32_t runs = 0;
	r.env = (IndexEnv){.p = m->p, .terms = m->terms, .value = m->value, .vars = m->storage->vars, .floor_division = m->o->floor_division, .lane = -1,
		.scope = ""};
	r.now = ARENA_ARRAY(own, Instance, m->n + 1);
	r.bytes = ARENA_ARRAY(own, ByteMap, m->regions);
	r.events = ARENA_ARRAY(own, TileEvents, MEMORY_NEST + 1);
	r.inputs = inputs_new(m->terms, m->o->bound);
	r.oracle = inputs_oracle(r.inputs);
	if (!along_paths(&r, &runs))
		with_values(&r, &runs);
	if (r.vague && r.answer.verdict != RUN_FOUND)
		answer(&r, RUN_OPEN, r.vague);
	r.answer.runs = runs;
	for (uint32_t i = 0; i < m->regions; i++)
		bytes_free(&r.bytes[i]);
	for (uint32_t i = 0; i <= MEMORY_NEST; i++)
		memory_events_free(&r.events[i]);
	inputs_free(r.inputs);
	return r.answer;
}
