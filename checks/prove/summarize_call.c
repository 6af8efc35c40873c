/* Calls: what each kind of op adds to channels, contents and values. See summary.h. */
#include "checks/prove/summarize.h"

enum { MOST_VALUES = 16, NO_ARG = MOST_VALUES };

static Value plain(Term t) { return (Value){.term = t}; }

bool sum_writes_tile(const Program *p, const Call *c, bool is_statement) {
	if (c->op == OP_UNKNOWN || !c->args.n)
		return false;
	const OpRow *row = &op_rows[c->op];
	const Expr *first = ir_expr(p, c->args.at[0]);
	bool is_tensor = first->kind == X_VAR && sum_is_tensor(p, ir_var(p, first->var)->type);
	return row->effect == EFFECT_WRITE_TILE || (is_statement && row->effect == EFFECT_PURE && row->inherits >= 0 && !is_tensor);
}

/* ---- accesses of tensors ---- */

static uint32_t access_channel(Eval *e, uint32_t cell, bool is_store) {
	if (e->w->cells.at[cell].is_output)
		return world_channel(e->w, CH_ACCESS, RING_NONE, 0, cell);
	return world_channel(e->w, is_store ? CH_LOCAL_STORE : CH_LOCAL_LOAD, RING_NONE, 0, 0);
}

static void access_event(Eval *e, uint32_t cell, bool is_store, Term region, Span at) {
	World *w = e->w;
	*(is_store ? &w->cells.at[cell].is_written : &w->cells.at[cell].is_read) = true;
	bool is_shared = w->cells.at[cell].is_shared, counts = w->cells.at[cell].is_output || !is_store;
	if ((!is_shared && !w->track_accesses) || !counts)
		return;
	uint32_t ch = access_channel(e, cell, is_store);
	sum_event(e, ch, sum_named(e, is_store ? "store" : "load", "", &region, 1), at);
	if (!is_shared)
		return;
	Term *stamps = ARENA_ARRAY(w->arena, Term, w->stamped + 1);
	for (uint32_t i = 0; i < w->stamped; i++)
		stamps[i] = sum_state(e, w->channels.at[i].cell);
	e->out[ch].at[e->out[ch].n - 1].stamps = stamps;
}

static bool is_alive(const Eval *e, uint32_t cell) {
	const Cell *c = &e->w->cells.at[cell];
	return c->kind == CELL_CONTENT && (c->is_output || (cell < e->state.n && e->state.at[cell]));
}

/* A tensor that is not followed may be any of those there are, or one that only calls know: its content changes with each of them. */
static Term lost_content(Eval *e, Span at) {
	TermVec all = {0};
	for (uint32_t i = 0; i < e->w->cells.n; i++) {
		if (!is_alive(e, i))
			continue;
		access_event(e, i, false, region_whole(e->w), at);
		vec_push(&all, sum_state(e, i));
	}
	uint32_t effects = world_channel(e->w, CH_EFFECT, RING_NONE, 0, 0);
	vec_push(&all, sum_state(e, e->w->channels.at[effects].cell));
	Term t = term_apply(e->w->terms, "any of", all.at, all.n);
	vec_free(&all);
	return t;
}

/* A value as something that an op computes with: of a tensor also what it holds. */
static Term operand(Eval *e, Value v, Span at) {
	if (v.tile)
		return sum_state(e, v.tile - 1);
	if (!v.root && !v.is_lost)
		return v.term;
	Term content = 0;
	if (v.root) {
		access_event(e, v.root - 1, false, region_whole(e->w), at);
		content = sum_state(e, v.root - 1);
	} else
		content = lost_content(e, at);
	return term_apply(e->w->terms, "tensor", (Term[]){v.term, content}, 2);
}

/* ---- arguments ---- */

typedef struct CallTerms {
	Value value[MOST_VALUES]; /* of the first arguments */
	TermVec args;             /* all arguments, then the keyword arguments */
} CallTerms;

/* named: an argument that only says which tensor is meant. */
static CallTerms call_terms(Eval *e, const Call *c, uint32_t named, Span at) {
	CallTerms t = {0};
	for (uint32_t i = 0; i < c->args.n; i++) {
		Value v = sum_expr(e, c->args.at[i]);
		if (i < MOST_VALUES)
			t.value[i] = v;
		vec_push(&t.args, i == named && !v.tile ? v.term : operand(e, v, at));
	}
	vec_push(&t.args, sum_pairs(e, c->kwargs));
	for (uint32_t i = 0; i < c->attrs.n; i++)
		if (strcmp(ir_text(e->p, c->attrs.at[i].key), "pipeline_membership"))
			vec_push(&t.args, sum_pairs(e, (Pairs){&c->attrs.at[i], 1}));
	return t;
}

static Term call_term(Eval *e, const Call *c, const CallTerms *t) {
	/* The name of a function without a dot could be one that means something to us. */
	return sum_named(e, c->op == OP_UNKNOWN ? "call " : "", ir_text(e->p, c->callee), t->args.at, t->args.n);
}

static TypeId declared_type(const Eval *e, ExprId x) {
	const Expr *n = ir_expr(e->p, x);
	return n->kind == X_VAR ? ir_var(e->p, n->var)->type : 0;
}

/* The part of a tensor that an access touches. sizes: list of extents, 0: one element. */
static Term access_region(Eval *e, const Call *c, uint32_t offset_arg, Term sizes, bool is_view) {
	const TermNode *size = sizes ? term_at(e->w->terms, sizes) : NULL;
	if (is_view || offset_arg >= c->args.n)
		return region_whole(e->w);
	/* Keywords other than the target space may turn the rectangle (transposing loads). */
	for (uint32_t i = 0; i < c->kwargs.n; i++)
		if (strcmp(ir_text(e->p, c->kwargs.at[i].key), "target_memory"))
			return region_whole(e->w);
	const TermNode *offset = term_at(e->w->terms, sum_term(e, c->args.at[offset_arg]));
	if (offset->kind != TERM_APPLY || (size && size->n != offset->n) || offset->n > 8)
		return region_whole(e->w);
	Term one[8];
	for (uint32_t i = 0; i < 8; i++)
		one[i] = term_int(e->w->terms, 1);
	return region_at(e->w, offset->arg, size ? size->arg : one, offset->n);
}

static Term shape_list(Eval *e, ExprId tile) {
	TypeId type = declared_type(e, tile);
	return type ? sum_list(e, "list", ir_type(e->p, type)->shape) : 0;
}

/* ---- loads and stores ---- */

static bool gives_integer(const Eval *e, const Call *c, TypeId type) {
	if (type)
		return sum_is_integer(e->p, type);
	TypeId tensor = c->op == OP_TENSOR_READ && c->args.n ? declared_type(e, c->args.at[0]) : 0;
	return sum_is_tensor(e->p, tensor) && sum_is_integer_dtype(ir_type(e->p, tensor)->dtype);
}

static Value load_call(Eval *e, const Call *c, TypeId type, Span at) {
	World *w = e->w;
	CallTerms t = call_terms(e, c, 0, at);
	bool scalar = c->op == OP_TENSOR_READ;
	Value v = {.is_int = gives_integer(e, c, type)};
	if (!scalar)
		vec_push(&t.args, sum_type(e, type));
	if (!c->args.n || !t.value[0].root) {
		vec_push(&t.args, lost_content(e, at));
		v.term = call_term(e, c, &t);
		if (e->unused)
			sum_event(e, world_channel(w, CH_UNUSED_LOAD, RING_NONE, 0, 0), v.term, at);
		vec_free(&t.args);
		return v;
	}
	uint32_t cell = t.value[0].root - 1;
	Term sizes = !scalar && c->args.n > 2 ? t.args.at[2] : 0;
	Term region = access_region(e, c, 1, sizes, t.value[0].is_view || (!scalar && !sizes));
	if (c->op == OP_TILE_MGATHER)
		region = region_whole(w);
	access_event(e, cell, false, region, at);
	/* The tensor itself stands in the read as its content; the other arguments say what of it and how. */
	t.args.at[0] = t.value[0].is_view ? t.value[0].term : term_int(w->terms, 0);
	v.term = memory_read(w, sum_state(e, cell), region, call_term(e, c, &t));
	if (e->unused && term_at(w->terms, v.term)->arg[0] != w->cells.at[cell].initial)
		sum_event(e, world_channel(w, CH_UNUSED_LOAD, RING_NONE, 0, 0), v.term, at);
	vec_free(&t.args);
	return v;
}

static Value store_call(Eval *e, const Call *c, Span at) {
	World *w = e->w;
	uint32_t target = op_rows[c->op].inherits < 0 ? 0 : (uint32_t)op_rows[c->op].inherits;
	CallTerms t = call_terms(e, c, target, at);
	if (target >= c->args.n || target >= MOST_VALUES || !t.value[target].root) {
		sum_fail(e, at, "a store to something that is no tensor of this function");
		vec_free(&t.args);
		return plain(term_int(w->terms, 0));
	}
	Value tensor = t.value[target];
	uint32_t cell = tensor.root - 1;
	bool scalar = c->op == OP_TENSOR_WRITE;
	Term sizes = c->op == OP_TILE_STORE ? shape_list(e, c->args.at[0]) : 0;
	Term region = c->op == OP_TILE_STORE || scalar ? access_region(e, c, 1, sizes, tensor.is_view || (!scalar && !sizes)) : region_whole(w);
	t.args.at[target] = tensor.is_view ? tensor.term : term_int(w->terms, 0);
	/* How much of the source is valid may be said by its type alone. */
	uint32_t source = scalar ? 2 : target ? 0 : 1;
	if (source < c->args.n && !t.value[source].is_int)
		vec_push(&t.args, sum_type(e, declared_type(e, c->args.at[source])));
	Term value = call_term(e, c, &t);
	access_event(e, cell, true, region, at);
	if (!w->cells.at[cell].is_output)
		sum_event(e, world_channel(w, CH_LOCAL_STORE, RING_NONE, 0, 0), term_apply(w->terms, "store in", (Term[]){tensor.term, region, value}, 3), at);
	sum_set(e, cell, memory_store(w, sum_state(e, cell), region, value));
	vec_free(&t.args);
	return tensor;
}

/* The n-th tensor that is made has a content of its own. */
static Value create_call(Eval *e, const Call *c, VarId target, Span at) {
	World *w = e->w;
	CallTerms t = call_terms(e, c, NO_ARG, at);
	Term made = call_term(e, c, &t);
	uint32_t ch = world_channel(w, CH_CREATE, RING_NONE, 0, 0);
	Term name = term_apply(w->terms, "new", (Term[]){made, sum_state(e, w->channels.at[ch].cell)}, 2);
	uint32_t cell = sum_own_cell(e, CELL_CONTENT, target, made);
	sum_event(e, ch, made, at);
	sum_set(e, cell, name);
	vec_free(&t.args);
	return (Value){.term = name, .root = cell + 1};
}

/* ---- rings, effects ---- */

static Value fifo_call(Eval *e, const Call *c, TypeId type, Span at) {
	const OpRow *row = &op_rows[c->op];
	CallTerms t = call_terms(e, c, NO_ARG, at);
	ChannelKind kind = row->effect == EFFECT_PUSH ? CH_PUSH : row->effect == EFFECT_POP ? CH_POP : CH_FREE;
	uint32_t ch = world_channel(e->w, kind, row->ring, ir_pipe_id(e->p, c), 0);
	Term result = term_int(e->w->terms, 0);
	if (kind == CH_POP) {
		vec_push(&t.args, sum_type(e, type));
		/* The n-th message of the ring: an unknown numbered n. */
		Term what = sum_named(e, "", world_channel_name(e->w, ch), t.args.at, t.args.n);
		result = term_apply(e->w->terms, "popped", (Term[]){what, sum_state(e, e->w->channels.at[ch].cell)}, 2);
		sum_event(e, ch, what, at);
	} else
		sum_event(e, ch, call_term(e, c, &t), at);
	vec_free(&t.args);
	return plain(result);
}

/* The counts of every other channel: where the effect stands among everything else. */
static void stamp(Eval *e, uint32_t mine, TermVec *args) {
	for (uint32_t i = 0; i < e->w->stamped; i++)
		if (i != mine)
			vec_push(args, sum_state(e, e->w->channels.at[i].cell));
}

static Value effect_call(Eval *e, const Call *c, TypeId type, Span at) {
	World *w = e->w;
	uint32_t ch = world_channel(w, CH_EFFECT, RING_NONE, 0, 0);
	Term number = sum_state(e, w->channels.at[ch].cell);
	CallTerms t = call_terms(e, c, NO_ARG, at);
	Term what = call_term(e, c, &t);
	TermVec args = {0};
	vec_push(&args, what);
	stamp(e, ch, &args);
	vec_free(&t.args);
	sum_event(e, ch, term_apply(w->terms, "effect", args.at, args.n), at);
	vec_free(&args);
	Term result = term_apply(w->terms, "result", (Term[]){what, number}, 2);
	/* A call may write every tensor there is: its arguments may be other names of them. */
	for (uint32_t i = 0; c->op == OP_UNKNOWN && i < w->cells.n; i++) {
		if (!is_alive(e, i))
			continue;
		w->cells.at[i].is_read = w->cells.at[i].is_written = true;
		sum_set(e, i, term_apply(w->terms, "written", (Term[]){sum_state(e, i), result}, 2));
	}
	return (Value){.term = result, .is_int = sum_is_integer(e->p, type), .is_lost = !type || sum_is_tensor(e->p, type)};
}

static void write_tile(Eval *e, const Call *c, Span at) {
	World *w = e->w;
	CallTerms t = call_terms(e, c, NO_ARG, at);
	if (t.value[0].tile) {
		Term content = call_term(e, c, &t);
		if (w->track_accesses)
			sum_event(e, world_channel(w, CH_TILE_WRITE, RING_NONE, 0, 0), content, at);
		sum_set(e, t.value[0].tile - 1, content);
	} else if (!t.value[0].root)
		sum_fail(e, at, "a write in place to a tile that is not followed");
	vec_free(&t.args);
}

static Value setup_call(Eval *e, const Call *c, TypeId type, VarId target, Span at) {
	if (target && sum_is_tensor(e->p, type))
		return create_call(e, c, target, at);
	/* Where a buffer lies is no part of what the function does; that a pipe is set up, and how, is. */
	if (c->op == OP_TILE_ALLOC || c->op == OP_SYSTEM_RESERVE_BUFFER || c->op == OP_SYSTEM_IMPORT_PEER_BUFFER) {
		Term name = ir_get(e->p, c->kwargs, "name") ? sum_term(e, ir_get(e->p, c->kwargs, "name")) : term_int(e->w->terms, 0);
		return plain(sum_named(e, "", op_rows[c->op].name, &name, 1));
	}
	return effect_call(e, c, type, at);
}

static Value pure_call(Eval *e, const Call *c, TypeId type, Span at) {
	const OpRow *row = &op_rows[c->op];
	bool launch = row->effect == EFFECT_LAUNCH;
	/* A view of a tensor is a name; what it shows is read where it is loaded from. */
	bool is_view = row->inherits >= 0 && (!type || sum_is_tensor(e->p, type));
	uint32_t source = is_view ? (uint32_t)row->inherits : launch ? 0 : NO_ARG;
	CallTerms t = call_terms(e, c, source, at);
	if (type && ir_type(e->p, type)->kind == T_TILE)
		vec_push(&t.args, sum_type(e, type));
	Value v = {.term = sum_named(e, "", row->name, t.args.at, t.args.n), .is_int = launch || sum_is_integer(e->p, type)};
	if (is_view && source < c->args.n && source < MOST_VALUES) {
		v.root = t.value[source].root;
		v.is_view = v.root != 0;
		v.is_lost = t.value[source].is_lost;
	}
	vec_free(&t.args);
	return v;
}

Value sum_call(Eval *e, ExprId x, TypeId type, VarId target, bool is_statement) {
	const Expr *n = ir_expr(e->p, x);
	const Call *c = n->call;
	if (c->op == OP_UNKNOWN && strncmp(ir_text(e->p, c->callee), "self.", 5) && !e->opaque) {
		e->opaque = arena_printf(e->w->arena, "the op %s has no row", ir_text(e->p, c->callee));
		e->opaque_at = n->span;
	}
	if (sum_writes_tile(e->p, c, is_statement)) {
		write_tile(e, c, n->span);
		return (Value){0};
	}
	switch (c->op == OP_UNKNOWN ? EFFECT_CALL : op_rows[c->op].effect) {
	case EFFECT_READ_GM:
		return load_call(e, c, type, n->span);
	case EFFECT_WRITE_GM:
		return store_call(e, c, n->span);
	case EFFECT_PUSH: case EFFECT_POP: case EFFECT_FREE:
		return fifo_call(e, c, type, n->span);
	case EFFECT_ORDERED: case EFFECT_CALL:
		return effect_call(e, c, type, n->span);
	case EFFECT_SETUP:
		return setup_call(e, c, type, target, n->span);
	case EFFECT_PURE: case EFFECT_LAUNCH:
		return pure_call(e, c, type, n->span);
	case EFFECT_WRITE_TILE:
		sum_fail(e, n->span, "a write in place without a target");
		break;
	}
	return (Value){0};
}
