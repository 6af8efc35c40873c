/* Expressions and calls as terms. Integers are interpreted; floats, tiles and calls are not. */
#include "checks/summarize.h"

#include "model/print.h"

#include <stdio.h>

static bool is_float_type(uint8_t d) {
	switch (d) {
	case DT_FP4: case DT_FP8E4M3FN: case DT_FP8E5M2: case DT_FP8E8M0: case DT_FP16: case DT_FP32: case DT_BF16: case DT_HF4: case DT_HF8:
		return true;
	default:
		return false;
	}
}

static bool is_float(const Eval *e, ExprId x) {
	const Expr *n = ir_expr(e->p, x);
	switch (n->kind) {
	case X_FLOAT:
		return true;
	case X_VAR: {
		TypeId t = ir_var(e->p, n->var)->type;
		return t && ir_type(e->p, t)->kind == T_SCALAR && is_float_type(ir_type(e->p, t)->dtype);
	}
	case X_CAST:
		return is_float_type(n->dtype);
	case X_UNARY:
		return is_float(e, n->a);
	case X_BINARY:
		return n->op == B_FLOATDIV || is_float(e, n->a) || is_float(e, n->b);
	default:
		return false;
	}
}

static Term named(Eval *e, const char *prefix, const char *name, const Term *args, uint32_t n) {
	if (!*prefix)
		return term_apply(e->w->terms, name, args, n);
	char text[128];
	if (snprintf(text, sizeof text, "%s%s", prefix, name) < (int)sizeof text)
		return term_apply(e->w->terms, text, args, n);
	return term_apply(e->w->terms, arena_printf(e->w->arena, "%s%s", prefix, name), args, n);
}

static Term float_term(Eval *e, double f) {
	char text[40];
	snprintf(text, sizeof text, "%.17g", f);
	return term_apply(e->w->terms, text, NULL, 0);
}

static const char *const binary_text[B_COUNT] = {
#define BINARY(id, text, precedence) [B_##id] = text,
#include "model/operators.def"
};

static Term not_of(Eval *e, Term x) { return term_fn(e->w->terms, FN_NOT, &x, 1); }

static Term binary(Eval *e, const Expr *n) {
	Terms *t = e->w->terms;
	Term a = sum_term(e, n->a), b = sum_term(e, n->b), ab[] = {a, b}, ba[] = {b, a};
	if (n->op == B_FLOATDIV || is_float(e, n->a) || is_float(e, n->b))
		return named(e, "f", binary_text[n->op], ab, 2);
	switch ((BinaryOp)n->op) {
	case B_ADD: return term_add(t, a, b);
	case B_SUB: return term_sub(t, a, b);
	case B_MUL: return term_mul(t, a, b);
	case B_FLOORDIV: return term_fn(t, e->w->floor_division ? FN_FLOORDIV : FN_TRUNCDIV, ab, 2);
	case B_MOD: return term_fn(t, e->w->floor_division ? FN_FLOORMOD : FN_TRUNCMOD, ab, 2);
	case B_MIN: return term_fn(t, FN_MIN, ab, 2);
	case B_MAX: return term_fn(t, FN_MAX, ab, 2);
	case B_EQ: return term_fn(t, FN_EQ, ab, 2);
	case B_NE: return not_of(e, term_fn(t, FN_EQ, ab, 2));
	case B_LT: return term_fn(t, FN_LT, ab, 2);
	case B_LE: return term_fn(t, FN_LE, ab, 2);
	case B_GT: return term_fn(t, FN_LT, ba, 2);
	case B_GE: return term_fn(t, FN_LE, ba, 2);
	case B_AND: return term_fn(t, FN_AND, ab, 2);
	case B_OR: return term_fn(t, FN_OR, ab, 2);
	default: return named(e, "i", binary_text[n->op], ab, 2);
	}
}

static Term list_term(Eval *e, const char *name, List l) {
	TermVec v = {0};
	for (uint32_t i = 0; i < l.n; i++)
		vec_push(&v, sum_term(e, l.at[i]));
	Term t = term_apply(e->w->terms, name, v.at, v.n);
	vec_free(&v);
	return t;
}

static Term pairs_term(Eval *e, Pairs pairs) {
	TermVec v = {0};
	for (uint32_t i = 0; i < pairs.n; i++) {
		Term x = sum_term(e, pairs.at[i].value);
		vec_push(&v, named(e, "", ir_text(e->p, pairs.at[i].key), &x, 1));
	}
	Term t = term_apply(e->w->terms, "with", v.at, v.n);
	vec_free(&v);
	return t;
}

static Value plain(Term t) { return (Value){.term = t}; }

Term sum_term(Eval *e, ExprId x) {
	Value v = sum_expr(e, x);
	return v.tile ? sum_state(e, v.tile - 1) : v.term;
}

static bool keeps_value(uint8_t d) { return d == DT_INDEX || d == DT_INT64; }

Value sum_expr(Eval *e, ExprId x) {
	if (e->failed || !x)
		return plain(term_int(e->w->terms, 0));
	Terms *t = e->w->terms;
	const Expr *n = ir_expr(e->p, x);
	Term a;
	switch (n->kind) {
	case X_VAR: {
		Value v = e->env[n->var];
		if (v.term || v.root || v.tile)
			return v;
		/* A dangling use, or a dimension that only types name: an unknown of its own. */
		return plain(named(e, "free:", ir_hint(e->p, n->var), NULL, 0));
	}
	case X_INT:
		return plain(term_int(t, n->i));
	case X_BOOL:
		return plain(term_int(t, n->i != 0));
	case X_FLOAT:
		return plain(float_term(e, n->f));
	case X_NONE_VALUE:
		return plain(term_apply(t, "None", NULL, 0));
	case X_STR:
		return plain(named(e, "'", ir_text(e->p, n->str), NULL, 0));
	case X_NAME:
		return plain(named(e, "", ir_text(e->p, n->str), NULL, 0));
	case X_UNARY:
		a = sum_term(e, n->a);
		if (n->op == U_NEG && !is_float(e, n->a))
			return plain(term_scale(t, a, -1));
		if (n->op == U_NOT)
			return plain(not_of(e, a));
		return plain(named(e, "u", (const char *const[]){"-", "not", "~", "abs"}[n->op], &a, 1));
	case X_BINARY:
		return plain(binary(e, n));
	case X_CAST:
		a = sum_term(e, n->a);
		if (keeps_value(n->dtype) && !is_float(e, n->a))
			return plain(a);
		return plain(named(e, "cast:", dtype_names[n->dtype], &a, 1));
	case X_LIST:
		return plain(list_term(e, "list", n->list));
	case X_TUPLE:
		return plain(list_term(e, "tuple", n->list));
	case X_DICT:
		return plain(pairs_term(e, n->pairs));
	case X_ITEM: {
		Term ab[] = {sum_term(e, n->a), sum_term(e, n->b)};
		const TermNode *whole = term_at(t, ab[0]);
		int64_t k;
		if (whole->kind == TERM_APPLY && !whole->fn && !strcmp(term_name(t, ab[0]), "tuple") && term_is_int(t, ab[1], &k) && k >= 0 && k < whole->n)
			return plain(whole->arg[k]);
		return plain(term_apply(t, "item", ab, 2));
	}
	case X_CALL:
		return sum_call(e, x, 0, 0);
	case X_TYPE:
		return plain(sum_type(e, n->type));
	default:
		sum_fail(e, n->span, "an expression that is not modelled");
		return plain(term_int(t, 0));
	}
}

Term sum_type(Eval *e, TypeId id) {
	if (!id)
		return term_apply(e->w->terms, "untyped", NULL, 0);
	const Type *y = ir_type(e->p, id);
	TermVec v = {0};
	vec_push(&v, term_apply(e->w->terms, dtype_names[y->dtype] ? dtype_names[y->dtype] : "?", NULL, 0));
	for (uint32_t i = 0; i < y->shape.n; i++)
		vec_push(&v, sum_term(e, y->shape.at[i]));
	if (y->kind == T_TILE)
		vec_push(&v, named(e, "", space_names[y->space] ? space_names[y->space] : "?", NULL, 0));
	if (y->view && ir_expr(e->p, y->view)->kind == X_CALL)
		vec_push(&v, pairs_term(e, ir_expr(e->p, y->view)->call->kwargs));
	Term t = term_apply(e->w->terms, "type", v.at, v.n);
	vec_free(&v);
	return t;
}

/* ---- calls ---- */

typedef struct CallTerms {
	Value value[16]; /* of the first arguments */
	TermVec args;    /* all arguments, then the keyword arguments */
} CallTerms;

static CallTerms call_terms(Eval *e, const Call *c) {
	CallTerms t = {0};
	for (uint32_t i = 0; i < c->args.n; i++) {
		Value v = sum_expr(e, c->args.at[i]);
		if (i < 16)
			t.value[i] = v;
		vec_push(&t.args, v.tile ? sum_state(e, v.tile - 1) : v.term);
	}
	vec_push(&t.args, pairs_term(e, c->kwargs));
	return t;
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
	const Expr *x = ir_expr(e->p, tile);
	if (x->kind != X_VAR || !ir_var(e->p, x->var)->type)
		return 0;
	List shape = ir_type(e->p, ir_var(e->p, x->var)->type)->shape;
	return list_term(e, "list", shape);
}

static void access_event(Eval *e, uint32_t root_cell, const char *what, Term region, Span at) {
	if (!e->w->track_accesses && !e->w->cells.at[root_cell].is_shared)
		return;
	uint32_t ch = world_channel(e->w, CH_ACCESS, RING_NONE, 0, root_cell);
	sum_event(e, ch, named(e, what, "", &region, 1), at);
	if (e->w->cells.at[root_cell].is_shared) {
		Term *stamps = ARENA_ARRAY(e->w->arena, Term, e->w->stamped + 1);
		for (uint32_t i = 0; i < e->w->stamped; i++)
			stamps[i] = sum_state(e, e->w->channels.at[i].cell);
		e->out[ch].at[e->out[ch].n - 1].stamps = stamps;
	}
}

static Value load_call(Eval *e, const Call *c, CallTerms *t, TypeId type, Span at) {
	World *w = e->w;
	bool scalar = c->op == OP_TENSOR_READ;
	if (!c->args.n || !t->value[0].root) {
		/* A tensor whose content is not followed changes with calls only: the number of ordered effects so far stands for its content. */
		vec_push(&t->args, sum_state(e, w->channels.at[world_channel(w, CH_EFFECT, RING_NONE, 0, 0)].cell));
		vec_push(&t->args, sum_type(e, type));
		return plain(named(e, "", ir_text(e->p, c->callee), t->args.at, t->args.n));
	}
	uint32_t cell = t->value[0].root - 1;
	w->cells.at[cell].is_read = true;
	Term sizes = !scalar && c->args.n > 2 ? t->args.at[2] : 0;
	Term region = access_region(e, c, 1, sizes, t->value[0].is_view || (!scalar && !sizes));
	if (c->op == OP_TILE_MGATHER)
		region = region_whole(w);
	access_event(e, cell, "load", region, at);
	/* The tensor itself stands in the read as its content; the other arguments say what of it and how. */
	t->args.at[0] = t->value[0].is_view ? t->value[0].term : term_int(w->terms, 0);
	if (!scalar)
		vec_push(&t->args, sum_type(e, type));
	Term what = named(e, "", ir_text(e->p, c->callee), t->args.at, t->args.n);
	return plain(memory_read(w, sum_state(e, cell), region, what));
}

static Value store_call(Eval *e, const Call *c, CallTerms *t, Span at) {
	World *w = e->w;
	uint32_t target = op_rows[c->op].inherits < 0 ? 0 : (uint32_t)op_rows[c->op].inherits;
	if (target >= c->args.n || target >= 16 || !t->value[target].root) {
		sum_fail(e, at, "a store to something that is no tensor of this function");
		return plain(term_int(w->terms, 0));
	}
	Value tensor = t->value[target];
	uint32_t cell = tensor.root - 1;
	w->cells.at[cell].is_written = true;
	bool scalar = c->op == OP_TENSOR_WRITE;
	Term sizes = c->op == OP_TILE_STORE ? shape_list(e, c->args.at[0]) : 0;
	Term region = c->op == OP_TILE_STORE || scalar ? access_region(e, c, 1, sizes, tensor.is_view || (!scalar && !sizes)) : region_whole(w);
	t->args.at[target] = tensor.is_view ? tensor.term : term_int(w->terms, 0);
	Term value = named(e, "", ir_text(e->p, c->callee), t->args.at, t->args.n);
	access_event(e, cell, "store", region, at);
	sum_set(e, cell, memory_store(w, sum_state(e, cell), region, value));
	return tensor;
}

static Value fifo_call(Eval *e, const Call *c, CallTerms *t, TypeId type, Span at) {
	const OpRow *row = &op_rows[c->op];
	ChannelKind kind = row->effect == EFFECT_PUSH ? CH_PUSH : row->effect == EFFECT_POP ? CH_POP : CH_FREE;
	uint32_t ch = world_channel(e->w, kind, row->ring, ir_pipe_id(e->p, c), 0);
	Term result = term_int(e->w->terms, 0);
	if (kind == CH_POP) {
		vec_push(&t->args, sum_type(e, type));
		/* The n-th message of the ring: an unknown numbered n. */
		Term what = named(e, "", world_channel_name(e->w, ch), t->args.at, t->args.n);
		result = term_apply(e->w->terms, "popped", (Term[]){what, sum_state(e, e->w->channels.at[ch].cell)}, 2);
		sum_event(e, ch, what, at);
	} else
		sum_event(e, ch, named(e, "", ir_text(e->p, c->callee), t->args.at, t->args.n), at);
	return plain(result);
}

/* The counts of every other channel: where the effect stands among everything else. */
static void stamp(Eval *e, uint32_t mine, TermVec *args) {
	for (uint32_t i = 0; i < e->w->stamped; i++)
		if (i != mine)
			vec_push(args, sum_state(e, e->w->channels.at[i].cell));
}

static Value effect_call(Eval *e, const Call *c, CallTerms *t, Span at) {
	World *w = e->w;
	uint32_t ch = world_channel(w, CH_EFFECT, RING_NONE, 0, 0);
	Term number = sum_state(e, w->channels.at[ch].cell);
	Term what = named(e, "", ir_text(e->p, c->callee), t->args.at, t->args.n);
	TermVec args = {0};
	vec_push(&args, what);
	stamp(e, ch, &args);
	sum_event(e, ch, term_apply(w->terms, "effect", args.at, args.n), at);
	vec_free(&args);
	Term result = term_apply(w->terms, "result", (Term[]){what, number}, 2);
	/* A call may write every tensor there is: its arguments may be other names of them. */
	for (uint32_t i = 0; c->op == OP_UNKNOWN && i < w->cells.n; i++)
		if (w->cells.at[i].kind == CELL_CONTENT && (w->cells.at[i].is_output || (i < e->state.n && e->state.at[i])))
			sum_set(e, i, term_apply(w->terms, "written", (Term[]){sum_state(e, i), result}, 2));
	return plain(result);
}

Value sum_call(Eval *e, ExprId x, TypeId type, VarId target) {
	const Expr *n = ir_expr(e->p, x);
	const Call *c = n->call;
	const OpRow *row = &op_rows[c->op];
	CallTerms t = call_terms(e, c);
	Value v = {0};
	if (c->op == OP_UNKNOWN && strncmp(ir_text(e->p, c->callee), "self.", 5) && !e->opaque) {
		e->opaque = arena_printf(e->w->arena, "the op %s has no row", ir_text(e->p, c->callee));
		e->opaque_at = n->span;
	}
	switch (c->op == OP_UNKNOWN ? EFFECT_CALL : row->effect) {
	case EFFECT_READ_GM:
		v = load_call(e, c, &t, type, n->span);
		break;
	case EFFECT_WRITE_GM:
		v = store_call(e, c, &t, n->span);
		break;
	case EFFECT_PUSH: case EFFECT_POP: case EFFECT_FREE:
		v = fifo_call(e, c, &t, type, n->span);
		break;
	case EFFECT_ORDERED: case EFFECT_CALL:
		v = effect_call(e, c, &t, n->span);
		break;
	case EFFECT_WRITE_TILE:
		if (c->args.n && t.value[0].tile)
			sum_set(e, t.value[0].tile - 1, named(e, "", row->name, t.args.at, t.args.n));
		else
			sum_fail(e, n->span, "a write in place to a tile that is not followed");
		break;
	case EFFECT_SETUP:
		if (target && ir_var(e->p, target)->type && ir_type(e->p, ir_var(e->p, target)->type)->kind == T_TENSOR) {
			Term made = named(e, "", row->name, t.args.at, t.args.n);
			v = (Value){.term = made, .root = sum_new_content(e, made, ir_hint(e->p, target)) + 1};
			break;
		}
		/* Where a buffer lies is no part of what the function does; that a pipe is set up, and how, is. */
		if (c->op == OP_TILE_ALLOC || c->op == OP_SYSTEM_RESERVE_BUFFER || c->op == OP_SYSTEM_IMPORT_PEER_BUFFER) {
			Term name = ir_get(e->p, c->kwargs, "name") ? sum_term(e, ir_get(e->p, c->kwargs, "name")) : term_int(e->w->terms, 0);
			v = plain(named(e, "", row->name, &name, 1));
			break;
		}
		v = effect_call(e, c, &t, n->span);
		break;
	case EFFECT_PURE: case EFFECT_LAUNCH:
		if (type && ir_type(e->p, type)->kind == T_TILE)
			vec_push(&t.args, sum_type(e, type));
		v = plain(named(e, "", row->name, t.args.at, t.args.n));
		if (row->inherits >= 0 && (uint32_t)row->inherits < c->args.n && row->inherits < 16 && t.value[row->inherits].root)
			v = (Value){.term = v.term, .root = t.value[row->inherits].root, .is_view = true};
		break;
	}
	vec_free(&t.args);
	return v;
}
