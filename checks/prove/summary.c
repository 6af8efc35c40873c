/* Summaries of whole functions: see summary.h. */
#include "checks/prove/summarize.h"

#include "checks/used.h"
#include "model/walk.h"

#include <stdlib.h>

enum { MOST_SCAN = 200 }; /* nesting of statements; evaluation gives up long before */

/* ---- what there is in a function, before it is evaluated ---- */

typedef struct Scan {
	World *w;
	const Program *p;
	Walk walk;
	bool makes_tensors, writes_tiles;
} Scan;

static void scan_use(void *context, VarId v, Span at) {
	(void)context, (void)v, (void)at;
}

static void scan_call(void *context, const Call *c) {
	Scan *s = context;
	const OpRow *row = &op_rows[c->op];
	int64_t id = ir_pipe_id(s->p, c);
	switch (c->op == OP_UNKNOWN ? EFFECT_CALL : row->effect) {
	case EFFECT_PUSH:
		world_channel(s->w, CH_PUSH, row->ring, id, 0);
		break;
	case EFFECT_POP:
		world_channel(s->w, CH_POP, row->ring, id, 0);
		break;
	case EFFECT_FREE:
		world_channel(s->w, CH_FREE, row->ring, id, 0);
		break;
	case EFFECT_SETUP:
		s->makes_tensors |= c->op == OP_TENSOR_CREATE;
		/* Setting up a pipe keeps its place among everything else, too. */
		s->w->track_accesses |= c->op == OP_SYSTEM_AIC_INITIALIZE_PIPE || c->op == OP_SYSTEM_AIV_INITIALIZE_PIPE;
		break;
	case EFFECT_ORDERED: case EFFECT_CALL:
		s->w->track_accesses = true;
		break;
	case EFFECT_WRITE_TILE:
		s->writes_tiles = true;
		break;
	default:
		break;
	}
}

static void scan_block(Scan *s, Block b, int depth) {
	for (uint32_t i = 0; depth > 0 && i < b.n; i++) {
		const Stmt *stmt = ir_stmt(s->p, b.at[i]);
		walk_expr(&s->walk, stmt->expr);
		walk_expr(&s->walk, stmt->start);
		walk_expr(&s->walk, stmt->stop);
		walk_expr(&s->walk, stmt->step);
		for (uint32_t k = 0; k < stmt->iters.n; k++)
			walk_expr(&s->walk, ir_var(s->p, stmt->iters.at[k])->init);
		for (uint32_t k = 0; k < stmt->values.n; k++)
			walk_expr(&s->walk, stmt->values.at[k]);
		const Call *c = stmt->kind == S_EVAL ? ir_call_of(s->p, b.at[i]) : NULL;
		s->writes_tiles |= c && sum_writes_tile(s->p, c, true);
		scan_block(s, stmt->body, depth - 1);
		scan_block(s, stmt->orelse, depth - 1);
	}
}

/* ---- tiles written in place ---- */

static void find_written(const Program *p, Block b, bool *written, int depth) {
	for (uint32_t i = 0; depth > 0 && i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		const Call *c = ir_call_of(p, b.at[i]);
		if (c && sum_writes_tile(p, c, s->kind == S_EVAL) && ir_expr(p, c->args.at[0])->kind == X_VAR)
			written[ir_expr(p, c->args.at[0])->var] = true;
		find_written(p, s->body, written, depth - 1);
		find_written(p, s->orelse, written, depth - 1);
	}
}

/* Names of one tile: a plain alias of a tile written in place is that tile. A view of it, or an op whose result reuses it, would see
 * the write too, which is not followed: the statement that makes it, else NULL. */
static const Stmt *spread_written(const Program *p, Block b, bool *written, bool *changed, int depth) {
	for (uint32_t i = 0; depth > 0 && i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		const Call *c = ir_call_of(p, b.at[i]);
		if (s->kind == S_ASSIGN && ir_expr(p, s->expr)->kind == X_VAR) {
			VarId source = ir_expr(p, s->expr)->var;
			if (written[s->var] && !written[source])
				written[source] = *changed = true;
		} else if (s->kind == S_ASSIGN && c && c->op != OP_UNKNOWN && op_rows[c->op].effect == EFFECT_PURE && op_rows[c->op].inherits >= 0) {
			uint32_t k = (uint32_t)op_rows[c->op].inherits;
			if (k < c->args.n && ir_expr(p, c->args.at[k])->kind == X_VAR && (written[s->var] || written[ir_expr(p, c->args.at[k])->var]))
				return s;
		}
		const Stmt *bad = spread_written(p, s->body, written, changed, depth - 1);
		bad = bad ? bad : spread_written(p, s->orelse, written, changed, depth - 1);
		if (bad)
			return bad;
	}
	return NULL;
}

Term world_parameter(World *w, uint32_t position) { return term_symbol(w->terms, arena_printf(w->arena, "argument %u", position + 1)); }

static Term parameter(World *w, uint32_t position, bool is_content) {
	return is_content ? term_symbol(w->terms, arena_printf(w->arena, "argument %u at entry", position + 1)) : world_parameter(w, position);
}

static uint32_t parameter_cell(World *w, uint32_t position) {
	Term initial = parameter(w, position, true);
	for (uint32_t i = 0; i < w->cells.n; i++)
		if (w->cells.at[i].kind == CELL_CONTENT && w->cells.at[i].initial == initial)
			return i;
	return UINT32_MAX;
}

void summary_scan(World *w, const Program *p, FuncId f, const SummaryOptions *o) {
	const Function *fn = ir_func(p, f);
	Scan s = {.w = w, .p = p};
	s.walk = (Walk){.program = p, .use = scan_use, .call = scan_call, .context = &s};
	scan_block(&s, fn->body, MOST_SCAN);
	walk_end(&s.walk);
	for (uint32_t i = 0; i < fn->n_params; i++) {
		if (!sum_is_tensor(p, ir_var(p, fn->params[i].var)->type))
			continue;
		uint32_t cell = parameter_cell(w, i);
		if (cell == UINT32_MAX) {
			Cell c = {.kind = CELL_CONTENT, .initial = parameter(w, i, true), .is_output = true};
			c.name = arena_text(w->arena, ir_hint(p, fn->params[i].var), strlen(ir_hint(p, fn->params[i].var)));
			vec_push(&w->cells, c);
			cell = w->cells.n - 1;
		}
		if (o && o->shared && o->shared[i])
			w->cells.at[cell].is_shared = true;
	}
	for (uint32_t i = 0; i < w->cells.n; i++)
		if (w->cells.at[i].kind == CELL_CONTENT && (w->track_accesses || w->cells.at[i].is_shared))
			world_channel(w, CH_ACCESS, RING_NONE, 0, i);
	world_channel(w, CH_EFFECT, RING_NONE, 0, 0);
	if (s.makes_tensors)
		for (ChannelKind kind = CH_CREATE; kind <= CH_LOCAL_LOAD; kind++)
			world_channel(w, kind, RING_NONE, 0, 0);
	if (s.writes_tiles)
		world_channel(w, CH_TILE_WRITE, RING_NONE, 0, 0);
	w->stamped = w->channels.n;
}

Summary *summarize(World *w, const Program *p, FuncId f, const SummaryOptions *o) {
	(void)o;
	const Function *fn = ir_func(p, f);
	uint32_t vars = p->vars.n + 1;
	bool *written = ARENA_ARRAY(w->arena, bool, vars);
	find_written(p, fn->body, written, MOST_SCAN);
	Eval e = {.w = w, .p = p, .f = f, .env = ARENA_ARRAY(w->arena, Value, vars), .written_tiles = written,
		.used = used_variables(p, f, w->arena)};
	const Stmt *view = NULL;
	for (bool changed = true; changed && !view;) {
		changed = false;
		view = spread_written(p, fn->body, written, &changed, MOST_SCAN);
	}
	if (view)
		sum_fail(&e, view->span, "a view of a tile that a statement writes in place");
	for (uint32_t i = 0; i < fn->n_params; i++) {
		Value v = {.term = parameter(w, i, false), .is_int = sum_is_integer(p, ir_var(p, fn->params[i].var)->type)};
		if (sum_is_tensor(p, ir_var(p, fn->params[i].var)->type))
			v.root = parameter_cell(w, i) + 1;
		e.env[fn->params[i].var] = v;
	}
	sum_body(&e, fn->body);
	Summary *s = ARENA_NEW(w->arena, Summary);
	s->ok = !e.failed;
	s->stopped_at = e.failed_at;
	s->why = e.why;
	s->opaque = e.opaque;
	s->opaque_at = e.opaque_at;
	s->n_results = e.n_results;
	s->results = e.results;
	s->n_cells = w->cells.n;
	Term *cells = ARENA_ARRAY(w->arena, Term, w->cells.n + 1);
	for (uint32_t i = 0; i < w->cells.n; i++)
		cells[i] = sum_state(&e, i);
	s->cells = cells;
	s->n_channels = w->channels.n;
	Seq *channels = ARENA_ARRAY(w->arena, Seq, w->channels.n + 1);
	for (uint32_t i = 0; i < w->channels.n; i++)
		channels[i] = sum_take(&e, i);
	s->channels = channels;
	vec_free(&e.state);
	vec_free(&e.yields);
	vec_free(&e.own);
	free(e.out);
	return s;
}

const uint8_t *summary_accesses(const Program *p, FuncId f, Arena *arena) {
	const Function *fn = ir_func(p, f);
	uint8_t *access = ARENA_ARRAY(arena, uint8_t, fn->n_params + 1);
	World *w = world_new(false, 0, 0, NULL);
	summary_scan(w, p, f, NULL);
	const Summary *s = summarize(w, p, f, NULL);
	for (uint32_t i = 0; i < fn->n_params; i++) {
		uint32_t cell = parameter_cell(w, i);
		if (cell == UINT32_MAX)
			continue;
		if (!s->ok || s->opaque)
			access[i] = ACCESS_READ | ACCESS_WRITE;
		else
			access[i] = (uint8_t)((w->cells.at[cell].is_read ? ACCESS_READ : 0) | (w->cells.at[cell].is_written ? ACCESS_WRITE : 0));
	}
	world_free(w);
	return access;
}
