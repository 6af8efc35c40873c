/* What one statement does to tiles: reads, writes, views. Nested statements are not looked at. */
#include "checks/memory/memory_unit.h"

#include "model/walk.h"

typedef struct Collect {
	const MemoryUnit *m;
	TileEvents *out;
	uint32_t arg;
} Collect;

static bool is_tile(const MemoryUnit *m, uint32_t tile) { return tile != NO_TILE && m->storage->tiles.at[tile].space != SPACE_NONE; }

static void add_read(Collect *c, uint32_t tile) {
	if (is_tile(c->m, tile))
		vec_push(&c->out->reads, ((TileRead){tile, c->arg}));
}

static void use(void *context, VarId v, Span at) {
	(void)at;
	Collect *c = context;
	add_read(c, memory_tile(c->m, v));
}

/* Calls inside an expression: reads of tile elements and of memory change nothing, others are not modelled here. */
static void inner_call(void *context, const Call *call) {
	Collect *c = context;
	if (call->op == OP_UNKNOWN)
		c->out->unknown = ir_text(c->m->p, call->callee);
}

static void collect(Collect *c, ExprId e) {
	const Expr *x = e ? ir_expr(c->m->p, e) : NULL;
	if (!x)
		return;
	if (x->kind == X_VAR) {
		use(c, x->var, x->span);
		return;
	}
	if (x->kind == X_INT || x->kind == X_FLOAT || x->kind == X_NAME || x->kind == X_STR || x->kind == X_BOOL)
		return;
	Walk w = {.program = c->m->p, .use = use, .call = inner_call, .context = c};
	walk_expr(&w, e);
	walk_end(&w);
}

static bool is_whole_view(OpId op) {
	return op == OP_TILE_RESHAPE || op == OP_TILE_REINTERPRET_VIEW || op == OP_TILE_TRANSPOSE_VIEW || op == OP_TILE_SET_VALIDSHAPE;
}

/* Rows, a mask, the padding, one element: the rest of the target keeps what it held. */
static bool writes_part(OpId op) {
	switch (op) {
	case OP_TILE_ASSEMBLE: case OP_TILE_SCATTER: case OP_TILE_SCATTER_MASK: case OP_TILE_SCATTER_UPDATE: case OP_TILE_GATHER_ROW:
	case OP_TILE_FILLPAD_INPLACE: case OP_TILE_WRITE:
		return true;
	default:
		return false;
	}
}

static MakeKind make_kind(const Call *c) {
	const OpRow *row = &op_rows[c->op];
	if (ir_is_pop(c->op))
		return MAKE_RING;
	if (c->op == OP_TILE_CREATE)
		return MAKE_BLANK;
	if (row->inherits < 0)
		return MAKE_WRITE;
	if (is_whole_view(c->op))
		return MAKE_SAME;
	return c->op == OP_TILE_SLICE || c->op == OP_TILE_TGET_SCALE_ADDR ? MAKE_PART : MAKE_IN_PLACE;
}

uint32_t memory_value_tile(const MemoryUnit *m, ExprId e) {
	const Expr *x = e ? ir_expr(m->p, e) : NULL;
	uint32_t tile = x && x->kind == X_VAR ? memory_tile(m, x->var) : NO_TILE;
	return is_tile(m, tile) ? tile : NO_TILE;
}

static void call_events(Collect *c, const Call *call, bool has_result) {
	const MemoryUnit *m = c->m;
	TileEvents *out = c->out;
	out->op = call->op;
	for (uint32_t i = 0; i < call->args.n; i++) {
		c->arg = i;
		collect(c, call->args.at[i]);
	}
	c->arg = UINT32_MAX;
	for (uint32_t i = 0; i < call->kwargs.n; i++)
		collect(c, call->kwargs.at[i].value);
	int inherits = op_rows[call->op].inherits;
	out->writes_part = writes_part(call->op);
	if (op_rows[call->op].effect == EFFECT_WRITE_TILE && call->args.n)
		out->updated = memory_value_tile(m, call->args.at[0]);
	if (call->op == OP_UNKNOWN || op_rows[call->op].effect == EFFECT_CALL)
		out->unknown = ir_text(m->p, call->callee);
	if (has_result) {
		out->make = make_kind(call);
		if (inherits >= 0 && (uint32_t)inherits < call->args.n)
			out->source = memory_value_tile(m, call->args.at[inherits]);
	}
}

static void make(TileEvents *out, const MemoryUnit *m, VarId v) {
	uint32_t tile = memory_tile(m, v);
	if (is_tile(m, tile))
		vec_push(&out->made, tile);
}

void memory_events(const MemoryUnit *m, StmtId s, TileEvents *out) {
	const Stmt *st = ir_stmt(m->p, s);
	Collect c = {m, out, UINT32_MAX};
	out->op = OP_UNKNOWN;
	out->make = MAKE_NONE;
	out->source = out->updated = NO_TILE;
	out->writes_part = false;
	out->unknown = NULL;
	out->reads.n = out->made.n = 0;
	switch ((StmtKind)st->kind) {
	case S_ASSIGN: case S_UNPACK: case S_EVAL: {
		const Expr *e = st->expr ? ir_expr(m->p, st->expr) : NULL;
		if (st->kind == S_ASSIGN)
			make(out, m, st->var);
		for (uint32_t i = 0; st->kind == S_UNPACK && i < st->returns.n; i++)
			make(out, m, st->returns.at[i]);
		if (e && e->kind == X_CALL) {
			call_events(&c, e->call, st->kind != S_EVAL);
		} else {
			collect(&c, st->expr);
			out->source = memory_value_tile(m, st->expr);
			if (out->made.n && out->source != NO_TILE)
				out->make = MAKE_SAME;
			else if (out->made.n)
				out->unknown = "a tile that is neither a call nor another tile";
		}
		if (!out->made.n)
			out->make = MAKE_NONE;
		break;
	}
	case S_FOR:
		collect(&c, st->start);
		collect(&c, st->stop);
		collect(&c, st->step);
		break;
	case S_IF: case S_WHILE: case S_SCOPE: case S_FOR_OTHER:
		collect(&c, st->expr);
		break;
	case S_YIELD: case S_RETURN:
		for (uint32_t i = 0; i < st->values.n; i++)
			collect(&c, st->values.at[i]);
		break;
	case S_BREAK: case S_CONTINUE: case S_NOTE:
		break;
	}
	/* What touches no tile needs no model. */
	if (!out->reads.n && !out->made.n)
		out->unknown = NULL;
}

bool memory_is_late(const MemoryUnit *m, StmtId s) { return ir_stmt(m->p, s)->kind == S_WHILE; }

bool memory_is_scratch(const MemoryUnit *m, const TileEvents *e, uint32_t tile) {
	return m->blank[tile] && tile != e->source && e->op != OP_UNKNOWN && e->op != OP_TILE_READ && op_rows[e->op].effect == EFFECT_PURE;
}

void memory_events_free(TileEvents *e) {
	vec_free(&e->reads);
	vec_free(&e->made);
}
