/* The proof: a forward dataflow over the text. Of each tile the state says whether its bytes still hold its value on every path.
 *
 * A tile is read only in iterations that have defined it, or is defined outside the loop; so an iteration harms the next one only
 * in tiles from outside. These lose their value at the head of the loop if any write in it lies on them, which is the
 * fixpoint at once. What is carried is checked at the yield and holds at the head again. Any doubt ends the proof.
 */
#include "checks/memory/memory_unit.h"

typedef enum TileState { TILE_UNSET, TILE_INTACT, TILE_LOST } TileState;

typedef struct FlowTile {
	uint8_t state;
	bool loose; /* no bytes that the dump binds: ring, unbound, carried by a copy to come */
	bool popped; /* lies in a ring */
	uint32_t by; /* lost: to this tile, written by this statement */
	StmtId by_stmt;
} FlowTile;

typedef VEC(uint32_t) TileVec;

typedef struct Flow {
	MemoryUnit *m;
	Arena *arena;
	FlowTile *tile;
	TileVec *live;    /* by region: intact tiles with bytes in it */
	TileVec lost;     /* in the order of losing */
	TileEvents events;
	uint32_t loop;    /* next of m->loops */
	bool in_carrying_loop;
	StmtId at;
	FlowAnswer answer;
} Flow;

/* ---- doubts ---- */

static Span span_of(const Flow *f, StmtId s) { return s ? ir_stmt(f->m->p, s)->span : (Span){0}; }

static void doubt(Flow *f, ProblemKind kind, uint32_t tile, uint32_t by, StmtId by_stmt, const char *unknown) {
	if (!f->answer.clean && (f->answer.unknown || !unknown))
		return;
	if (f->answer.clean) {
		f->answer.kind = kind;
		f->answer.tile = tile;
		f->answer.by = by;
		f->answer.at = span_of(f, f->at);
		f->answer.by_at = span_of(f, by_stmt);
	}
	f->answer.clean = false;
	if (unknown)
		f->answer.unknown = unknown;
}

static Relation relation(Flow *f, uint32_t a, uint32_t b) { return memory_relation(f->m, &f->m->place[a], &f->m->place[b]); }

/* ---- states ---- */

static void remove_live(Flow *f, uint32_t tile) {
	TileVec *live = &f->live[f->m->place[tile].region];
	for (uint32_t i = live->n; i-- > 0;)
		if (live->at[i] == tile) {
			live->at[i] = live->at[--live->n];
			return;
		}
}

static void set_intact(Flow *f, uint32_t tile) {
	FlowTile *t = &f->tile[tile];
	if (t->state == TILE_INTACT)
		return;
	t->state = TILE_INTACT;
	if (!t->loose)
		vec_push(&f->live[f->m->place[tile].region], tile);
}

static void lose(Flow *f, uint32_t tile, uint32_t by, StmtId by_stmt) {
	FlowTile *t = &f->tile[tile];
	t->state = TILE_LOST;
	t->by = by;
	t->by_stmt = by_stmt;
	vec_push(&f->lost, tile);
}

/* The bytes of `by` are written. keep: tile whose views and names see it as their own; NO_TILE: nobody does. */
static void overwrite(Flow *f, uint32_t by, StmtId s, uint32_t keep) {
	uint32_t region = f->m->place[by].region;
	TileVec *live = &f->live[region];
	const TileStorage *tiles = f->m->storage->tiles.at;
	if (!region || f->tile[by].loose)
		return;
	for (uint32_t i = live->n; i-- > 0;) {
		uint32_t t = live->at[i];
		if (t == by || (keep != NO_TILE && tiles[t].root == tiles[keep].root) || relation(f, t, by) == PLACES_APART)
			continue;
		live->at[i] = live->at[--live->n];
		lose(f, t, by, s);
	}
}

static void read_tile(Flow *f, uint32_t tile) {
	if (f->tile[tile].state == TILE_LOST && !f->m->blank[tile])
		doubt(f, PROBLEM_OVERWRITTEN, tile, f->tile[tile].by, f->tile[tile].by_stmt, NULL);
}

/* ---- one statement ---- */

/* Scratch and results against the operands that the same op reads. */
static void judge_in_place(Flow *f, uint32_t written, bool is_scratch) {
	const TileEvents *e = &f->events;
	if (f->tile[written].loose)
		return;
	for (uint32_t i = 0; i < e->reads.n; i++) {
		uint32_t r = e->reads.at[i].tile;
		if (r == written || f->tile[r].loose || f->m->blank[r] || (!is_scratch && e->make == MAKE_IN_PLACE && r == e->source))
			continue;
		Relation how = relation(f, r, written);
		if (how == PLACES_APART)
			continue;
		InPlace safe = is_scratch ? IN_PLACE_WRONG : memory_in_place(f->m, e->op, written, r, e->reads.at[i].arg, how);
		if (safe == IN_PLACE_UNKNOWN && how != PLACES_MAYBE)
			doubt(f, PROBLEM_IN_PLACE, r, written, f->at,
				arena_printf(f->arena, "whether %s may write its result over its operand '%s' is not known (line %u)", op_rows[e->op].name,
					memory_tile_name(f->m, r), span_of(f, f->at).line));
		else if (safe != IN_PLACE_SAFE)
			doubt(f, PROBLEM_IN_PLACE, r, written, f->at, NULL);
	}
}

/* A value of some bytes is taken for one of more. */
static bool is_wider(const Flow *f, uint32_t to, uint32_t from) {
	const Place *a = &f->m->place[to], *b = &f->m->place[from];
	return !a->is_rough && a->bytes >= 0 && b->bytes >= 0 && a->bytes > b->bytes && !f->m->blank[from];
}

static void doubt_width(Flow *f, uint32_t to, uint32_t from) {
	doubt(f, PROBLEM_NONE, to, from, f->at, arena_printf(f->arena, "'%s' takes more bytes than '%s', whose value it stands for (line %u)",
		memory_tile_name(f->m, to), memory_tile_name(f->m, from), span_of(f, f->at).line));
}

/* A name, a view or an in-place result must lie where its source lies. */
static void judge_source(Flow *f, uint32_t tile) {
	const TileEvents *e = &f->events;
	const FlowTile *source = &f->tile[e->source];
	Relation how = relation(f, e->source, tile);
	if (source->popped && f->m->place[tile].region)
		doubt(f, PROBLEM_MOVED, tile, e->source, f->m->storage->tiles.at[e->source].definition, NULL);
	if (!source->loose && !f->tile[tile].loose && e->make == MAKE_SAME && is_wider(f, tile, e->source))
		doubt_width(f, tile, e->source);
	if (source->loose || f->tile[tile].loose || how == PLACES_SAME_START || (e->make == MAKE_PART && how == PLACES_OVERLAP))
		return;
	doubt(f, PROBLEM_MOVED, tile, e->source, f->m->storage->tiles.at[e->source].definition, NULL);
}

static void make(Flow *f, uint32_t tile) {
	const TileEvents *e = &f->events;
	FlowTile *t = &f->tile[tile];
	bool follows = e->make == MAKE_SAME || e->make == MAKE_PART || e->make == MAKE_IN_PLACE;
	bool is_name = e->make == MAKE_SAME || e->make == MAKE_PART;
	t->popped = (e->make == MAKE_RING && !f->m->place[tile].region) || (is_name && e->source != NO_TILE && f->tile[e->source].popped);
	t->loose = !f->m->place[tile].region || (is_name && e->source != NO_TILE && f->tile[e->source].loose);
	if (follows && e->source != NO_TILE)
		judge_source(f, tile);
	if (e->make == MAKE_RING && !t->loose)
		doubt(f, PROBLEM_NONE, tile, tile, f->at, "a popped tile lies in its ring, and the dump binds it to other bytes");
	if (e->make == MAKE_WRITE || e->make == MAKE_IN_PLACE || e->make == MAKE_RING) {
		judge_in_place(f, tile, false);
		overwrite(f, tile, f->at, NO_TILE);
	}
	t->state = TILE_UNSET;
	set_intact(f, tile);
}

static void simple(Flow *f, StmtId s) {
	TileEvents *e = &f->events;
	f->at = s;
	memory_events(f->m, s, e);
	if (memory_is_late(f->m, s))
		return;
	for (uint32_t i = 0; i < e->reads.n; i++)
		read_tile(f, e->reads.at[i].tile);
	for (uint32_t i = 0; i < e->reads.n; i++) {
		uint32_t tile = e->reads.at[i].tile;
		if (memory_is_scratch(f->m, e, tile)) {
			judge_in_place(f, tile, true);
			overwrite(f, tile, s, tile);
		}
	}
	for (uint32_t i = 0; i < e->made.n; i++)
		make(f, e->made.at[i]);
	if (e->updated != NO_TILE)
		overwrite(f, e->updated, s, e->updated);
}

/* ---- phis ---- */

/* to takes over the value of from, which was read already. */
static void take_over(Flow *f, uint32_t to, uint32_t from) {
	if (to == NO_TILE || from == NO_TILE || f->m->by_copy[to] || !f->m->place[to].region)
		return;
	if (!f->m->place[from].region || f->tile[from].loose)
		return;
	if (is_wider(f, to, from))
		doubt_width(f, to, from);
	if (relation(f, to, from) == PLACES_SAME_START)
		return;
	doubt(f, PROBLEM_MOVED, to, from, f->at, NULL);
}

static void hold(Flow *f, VarId v) {
	uint32_t tile = memory_tile(f->m, v);
	if (tile == NO_TILE)
		return;
	f->tile[tile].loose = f->m->by_copy[tile] || !f->m->place[tile].region;
	f->tile[tile].state = TILE_UNSET;
	set_intact(f, tile);
}

static List yielded(const Flow *f, Block b) {
	const Stmt *last = b.n ? ir_stmt(f->m->p, b.at[b.n - 1]) : NULL;
	return last && last->kind == S_YIELD ? last->values : (List){0};
}

static void take_over_all(Flow *f, List to, List values, StmtId at) {
	f->at = at;
	for (uint32_t i = 0; i < to.n && i < values.n; i++)
		take_over(f, memory_tile(f->m, to.at[i]), memory_value_tile(f->m, values.at[i]));
}

/* ---- blocks ---- */

typedef enum Leaves { LEAVES_NOTHING, LEAVES_ITERATION, LEAVES_FUNCTION } Leaves; /* at the end of a block, on all paths at least */

static Leaves block(Flow *f, Block b, unsigned nest);

static bool carries_tiles(const Flow *f, const Stmt *st) {
	for (uint32_t i = 0; i < st->iters.n; i++)
		if (memory_tile(f->m, st->iters.at[i]) != NO_TILE)
			return true;
	return false;
}

static void loop(Flow *f, StmtId s, unsigned nest) {
	MemoryUnit *m = f->m;
	const Stmt *st = ir_stmt(m->p, s);
	while (m->loops.at[f->loop].stmt != s)
		f->loop++; /* loops behind a return were not entered */
	MemoryLoop l = m->loops.at[f->loop++];
	bool outer = f->in_carrying_loop;
	f->at = s;
	for (uint32_t i = 0; i < st->iters.n; i++) {
		uint32_t init = memory_value_tile(m, ir_var(m->p, st->iters.at[i])->init);
		if (init != NO_TILE) {
			read_tile(f, init);
			take_over(f, memory_tile(m, st->iters.at[i]), init);
		}
	}
	for (uint32_t i = l.first; i < l.last && !l.once; i++) {
		const MemoryWrite *w = &m->writes.at[i];
		if (m->by_copy[w->tile])
			continue;
		overwrite(f, w->tile, w->stmt, w->is_update ? w->tile : NO_TILE);
	}
	for (uint32_t i = 0; i < st->iters.n; i++)
		hold(f, st->iters.at[i]);
	if (memory_is_late(m, s)) { /* of all iterations: the head has what is lost in any */
		f->at = s;
		memory_events(m, s, &f->events);
		for (uint32_t i = 0; i < f->events.reads.n; i++)
			read_tile(f, f->events.reads.at[i].tile);
	}
	f->in_carrying_loop = carries_tiles(f, st);
	block(f, st->body, nest + 1);
	f->in_carrying_loop = outer;
	List values = yielded(f, st->body);
	take_over_all(f, st->iters, values, st->body.n ? st->body.at[st->body.n - 1] : s);
	take_over_all(f, st->returns, values, st->body.n ? st->body.at[st->body.n - 1] : s);
	f->at = s;
	for (uint32_t i = 0; i < st->returns.n; i++) {
		if (i < st->iters.n)
			take_over(f, memory_tile(m, st->returns.at[i]), memory_tile(m, st->iters.at[i]));
		hold(f, st->returns.at[i]);
	}
}

/* The losses from `from` on, of tiles before `tiles`, are taken back and handed over. */
static void take_back(Flow *f, uint32_t from, TileVec *out) {
	for (uint32_t i = f->lost.n; i-- > from;) {
		uint32_t t = f->lost.at[i];
		vec_push(out, t);
	}
	f->lost.n = from;
	for (uint32_t i = 0; i < out->n; i++)
		set_intact(f, out->at[i]);
}

static Leaves branches(Flow *f, StmtId s, unsigned nest) {
	const Stmt *st = ir_stmt(f->m->p, s);
	uint32_t from = f->lost.n;
	TileVec first = {0};
	Leaves first_ends = block(f, st->body, nest + 1);
	List values = yielded(f, st->body), other = yielded(f, st->orelse);
	take_over_all(f, st->returns, values, st->body.n ? st->body.at[st->body.n - 1] : s);
	take_back(f, from, &first);
	Leaves second_ends = block(f, st->orelse, nest + 1);
	take_over_all(f, st->returns, other, st->orelse.n ? st->orelse.at[st->orelse.n - 1] : s);
	if (second_ends == LEAVES_FUNCTION) {
		TileVec second = {0};
		take_back(f, from, &second);
		vec_free(&second);
	}
	for (uint32_t i = 0; i < first.n && first_ends != LEAVES_FUNCTION; i++) {
		uint32_t t = first.at[i];
		if (f->tile[t].state != TILE_INTACT)
			continue;
		if (!f->tile[t].loose)
			remove_live(f, t);
		lose(f, t, f->tile[t].by, f->tile[t].by_stmt);
	}
	vec_free(&first);
	for (uint32_t i = 0; i < st->returns.n; i++)
		hold(f, st->returns.at[i]);
	return first_ends < second_ends ? first_ends : second_ends;
}

static Leaves block(Flow *f, Block b, unsigned nest) {
	if (nest >= MEMORY_NEST) {
		doubt(f, PROBLEM_NONE, 0, 0, 0, "nested too deep");
		return LEAVES_NOTHING;
	}
	for (uint32_t k = 0; k < b.n; k++) {
		const Stmt *st = ir_stmt(f->m->p, b.at[k]);
		Leaves ends = LEAVES_NOTHING;
		simple(f, b.at[k]);
		switch ((StmtKind)st->kind) {
		case S_FOR: case S_WHILE: case S_FOR_OTHER:
			loop(f, b.at[k], nest);
			break;
		case S_IF:
			ends = branches(f, b.at[k], nest);
			break;
		case S_RETURN:
			ends = LEAVES_FUNCTION;
			break;
		case S_BREAK: case S_CONTINUE:
			if (f->in_carrying_loop)
				doubt(f, PROBLEM_NONE, 0, 0, 0, "a loop that carries tiles is left by break or continue");
			ends = LEAVES_ITERATION;
			break;
		default:
			ends = block(f, st->body, nest + 1);
			break;
		}
		if (ends)
			return ends;
	}
	return LEAVES_NOTHING;
}

FlowAnswer memory_flow(MemoryUnit *m, Arena *a) {
	Flow f = {.m = m, .arena = a, .answer = {.clean = true}};
	const Function *fn = ir_func(m->p, m->f);
	f.tile = ARENA_ARRAY(m->storage->arena, FlowTile, m->n + 1);
	f.live = ARENA_ARRAY(m->storage->arena, TileVec, m->regions);
	for (uint32_t i = 0; i < fn->n_params; i++)
		hold(&f, fn->params[i].var);
	block(&f, fn->body, 0);
	for (uint32_t i = 0; i < m->regions; i++)
		vec_free(&f.live[i]);
	vec_free(&f.lost);
	memory_events_free(&f.events);
	return f.answer;
}
