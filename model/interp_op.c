/* Calls: what each kind of op does to values, tiles, tensors, rings and the order of effects. */
#include "model/interp_state.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Args { /* of one call, evaluated */
	const Call *call;
	const OpRow *row;
	Span at;
	const char *name; /* op, constant keyword arguments and attributes but the tags of a pipeline */
	Value *value;
	uint32_t n;
	TermVec varying; /* values of the keyword arguments that are not constant */
} Args;

/* ---- names: "tile.load|target_memory=pl.Mem.Vec" ---- */

typedef struct Word { const char *key; const char *value; } Word;

static int by_key(const void *a, const void *b) { return strcmp(((const Word *)a)->key, ((const Word *)b)->key); }

/* Text of a constant keyword value, NULL when it is not constant. */
static const char *constant_text(Interp *in, ExprId e, unsigned depth) {
	const Expr *x = ir_expr(in->p, e);
	switch ((ExprKind)x->kind) {
	case X_INT: return arena_printf(in->names, "%lld", (long long)x->i);
	case X_BOOL: return x->i ? "True" : "False";
	case X_FLOAT: return arena_printf(in->names, "%.17g", x->f);
	case X_STR: case X_NAME: return ir_text(in->p, x->str);
	case X_NONE_VALUE: return "None";
	case X_LIST: case X_TUPLE: {
		const char *text = "";
		for (uint32_t i = 0; i < x->list.n; i++) {
			const char *part = depth < 8 ? constant_text(in, x->list.at[i], depth + 1) : NULL;
			if (!part)
				return NULL;
			text = arena_printf(in->names, "%s%s;", text, part);
		}
		return text;
	}
	default: return NULL;
	}
}

/* An attribute that only says which clone of a pipelined body a call is. */
static bool is_tag(const Program *p, StrId key) { return !strcmp(ir_text(p, key), "pipeline_membership"); }

static const char *call_name(Interp *in, ExprId e, const Call *c) {
	CallFact *fact = call_fact(in, e);
	if (fact->name)
		return fact->name;
	Word *words = mem_alloc(((size_t)c->kwargs.n + c->attrs.n + 1) * sizeof *words);
	uint32_t n = 0;
	for (uint32_t i = 0; i < c->kwargs.n; i++) {
		const char *value = constant_text(in, c->kwargs.at[i].value, 0);
		words[n++] = (Word){ir_text(in->p, c->kwargs.at[i].key), value ? value : "?"};
	}
	for (uint32_t i = 0; i < c->attrs.n; i++) {
		const char *key = ir_text(in->p, c->attrs.at[i].key), *value = constant_text(in, c->attrs.at[i].value, 0);
		if (!is_tag(in->p, c->attrs.at[i].key))
			words[n++] = (Word){arena_printf(in->names, "@%s", key), value ? value : "?"};
	}
	qsort(words, n, sizeof *words, by_key);
	for (uint32_t i = 0; i < n; i++)
		fact->varies |= !strcmp(words[i].value, "?");
	const char *name = ir_text(in->p, c->callee);
	if (!strncmp(name, "pl.", 3))
		name += 3;
	for (uint32_t i = 0; i < n; i++)
		name = arena_printf(in->names, "%s%c%s=%s", name, i ? ' ' : '|', words[i].key, words[i].value);
	free(words);
	return fact->name = arena_text(in->names, name, strlen(name));
}

/* ---- terms of a call ---- */

static Term call_term(Interp *in, const Args *a, const Term *first, uint32_t n_first, uint32_t skip, Term type) {
	Term few[24];
	uint32_t most = n_first + a->n + a->varying.n + 1, n = 0;
	Term *parts = most > 24 ? mem_alloc(most * sizeof *parts) : few;
	for (uint32_t i = 0; i < n_first; i++)
		parts[n++] = first[i];
	for (uint32_t i = 0; i < a->n; i++)
		if (i >= 32 || !(skip & 1u << i))
			parts[n++] = value_term(in, a->value[i]);
	for (uint32_t i = 0; i < a->varying.n; i++)
		parts[n++] = a->varying.at[i];
	if (type)
		parts[n++] = type;
	Term x = term_apply(in->t, a->name, parts, n);
	if (parts != few)
		free(parts);
	return x;
}

static Value result_value(Interp *in, TypeId type, Term term) {
	if (type)
		return new_value(in, type, term);
	return (Value){.kind = V_OPAQUE, .term = term};
}

static void unsupported(Interp *in, const Args *a, const char *why) {
	stop_run(in, RUN_UNSUPPORTED, a->at, "%s: %s", ir_text(in->p, a->call->callee), why);
}

static TypeId declared_type(const Interp *in, ExprId e) {
	const Expr *x = ir_expr(in->p, e);
	return x->kind == X_VAR ? ir_var(in->p, x->var)->type : 0;
}

/* The k-th list among the arguments; -1: there is none. */
static int nth_list(const Interp *in, const Call *c, int k) {
	for (uint32_t i = 0; i < c->args.n && i < 32; i++) {
		uint8_t kind = ir_expr(in->p, c->args.at[i])->kind;
		if ((kind == X_LIST || kind == X_TUPLE) && k-- == 0)
			return (int)i;
	}
	return -1;
}

/* The elements of a list argument; 0: too many. */
static uint32_t list_terms(Interp *in, Value v, Term out[MOST_DIMS]) {
	if (v.kind == V_TUPLE) {
		for (uint32_t i = 0; i < v.term && v.term <= MOST_DIMS; i++)
			out[i] = value_term(in, in->pool.at[v.object + i]);
		return v.term <= MOST_DIMS ? v.term : 0;
	}
	const TermNode *n = term_at(in->t, v.term);
	if (v.kind != V_OPAQUE || n->kind != TERM_APPLY || n->n > MOST_DIMS)
		return 0;
	for (uint32_t i = 0; i < n->n; i++)
		out[i] = n->arg[i];
	return n->n;
}

/* ---- global memory ---- */

static Value read_memory(Interp *in, const Args *a, TypeId type) {
	const Call *c = a->call;
	if (!a->n || a->value[0].kind != V_TENSOR) {
		unsupported(in, a, "the first argument is no tensor");
		return (Value){0};
	}
	int offsets = nth_list(in, c, 0), shapes = nth_list(in, c, 1);
	Term at[MOST_DIMS], extent[MOST_DIMS];
	uint32_t rank = offsets >= 0 ? list_terms(in, a->value[offsets], at) : 0, skip = 1;
	uint32_t sized = rank && shapes >= 0 ? list_terms(in, a->value[shapes], extent) : 0;
	if (run_over(in))
		return (Value){0};
	for (uint32_t i = 0; i < rank && sized != rank; i++)
		extent[i] = term_int(in->t, 1);
	/* A shape list of another rank says nothing we know: the whole tensor. */
	if (sized && sized != rank)
		rank = 0;
	/* What the region says already is not said again: offsets, shape, and a valid shape that is the shape. */
	int valid = nth_list(in, c, 2);
	if (rank)
		skip |= 1u << offsets;
	if (rank && sized)
		skip |= 1u << shapes;
	if (rank && sized && valid >= 0 && value_term(in, a->value[valid]) == value_term(in, a->value[shapes]))
		skip |= 1u << valid;
	Region *r = new_region(in, a->value[0], at, extent, extent, rank);
	Term seen = read_region(in, a->value[0], r);
	Term term = call_term(in, a, &seen, 1, skip, type_term(in, type));
	if (!type && c->op == OP_TENSOR_READ) {
		TypeId tensor = declared_type(in, c->args.at[0]);
		if (tensor && is_integer((Dtype)ir_type(in->p, tensor)->dtype)) {
			Term known = term_is_int(in->t, term, NULL) ? term : in->oracle->atom(in->oracle->self, term);
			return (Value){.kind = V_INT, .term = known};
		}
	}
	return result_value(in, type, term);
}

/* Extents of what is written: the tile's dimensions against the last ones of the tensor. */
static uint32_t written_box(Interp *in, ExprId source, bool is_scalar, uint32_t rank, Term extent[MOST_DIMS], Term certain[MOST_DIMS]) {
	Term one = term_int(in->t, 1);
	for (uint32_t i = 0; i < rank; i++)
		extent[i] = certain[i] = one;
	if (is_scalar)
		return rank;
	TypeId id = declared_type(in, source);
	const Type *t = id ? ir_type(in->p, id) : NULL;
	if (!t || (t->kind != T_TILE && t->kind != T_TENSOR) || t->shape.n > rank || !t->shape.n)
		return 0;
	List valid = ir_valid_shape(in->p, id);
	uint32_t lead = rank - t->shape.n;
	for (uint32_t i = 0; i < t->shape.n; i++) {
		extent[lead + i] = eval_term(in, t->shape.at[i]);
		certain[lead + i] = valid.n == t->shape.n ? eval_term(in, valid.at[i]) : extent[lead + i];
	}
	return rank;
}

static Value write_memory(Interp *in, const Args *a) {
	const Call *c = a->call;
	uint32_t target = a->row->inherits < 0 ? 0 : (uint32_t)a->row->inherits;
	if (target >= a->n || a->value[target].kind != V_TENSOR) {
		unsupported(in, a, "the written argument is no tensor");
		return (Value){0};
	}
	int offsets = nth_list(in, c, 0);
	Term at[MOST_DIMS], extent[MOST_DIMS], certain[MOST_DIMS];
	uint32_t rank = offsets >= 0 ? list_terms(in, a->value[offsets], at) : 0, skip = 1u << target;
	/* The source is the first other argument that is not a list. */
	uint32_t source = a->n;
	for (uint32_t i = a->n; i-- > 0;)
		if (i != target && ir_expr(in->p, c->args.at[i])->kind != X_LIST)
			source = i;
	Term content = 0;
	if (source < a->n && a->value[source].kind == V_TENSOR) {
		Region *whole = new_region(in, a->value[source], NULL, NULL, NULL, 0);
		content = read_region(in, a->value[source], whole);
	}
	if (rank && source < a->n)
		rank = written_box(in, c->args.at[source], a->value[source].kind == V_INT || a->value[source].kind == V_OPAQUE, rank, extent, certain);
	if (run_over(in))
		return (Value){0};
	if (rank)
		skip |= 1u << offsets;
	Region *r = new_region(in, a->value[target], at, extent, certain, rank);
	/* An integer is its value, whether a variable of some type or a literal stands for it. */
	TypeId type = source < a->n && a->value[source].kind != V_INT ? declared_type(in, c->args.at[source]) : 0;
	write_region(in, a->value[target], r, call_term(in, a, &content, content != 0, skip, type_term(in, type)));
	return a->value[target];
}

/* ---- tiles written in place ---- */

static void write_tile(Interp *in, const Args *a, Value target, Term what) {
	TileObject *o = &in->objects.at[target.object];
	Term args[2] = {what, o->version};
	o->version = o->version ? term_apply(in->t, "then", args, 2) : what;
	Happening w = {.what = what, .when = in->when++, .at = site(in, a->at)};
	vec_push(&in->h->tile_writes, w);
}

static Value write_first(Interp *in, const Args *a) {
	if (!a->n || a->value[0].kind != V_TILE) {
		unsupported(in, a, "the written argument is no tile");
		return (Value){0};
	}
	write_tile(in, a, a->value[0], call_term(in, a, NULL, 0, 0, 0));
	Value now = a->value[0];
	now.term = value_term(in, now);
	now.version = in->objects.at[now.object].version;
	return now;
}

/* ---- rings ---- */

static uint32_t ring_of(Interp *in, const Args *a) {
	int64_t id = ir_pipe_id(in->p, a->call);
	History *h = in->h;
	for (uint32_t i = 0; i < h->rings.n; i++)
		if (h->rings.at[i].id == id && h->rings.at[i].direction == a->row->ring)
			return i;
	vec_push(&h->rings, ((RingHistory){.id = id, .direction = a->row->ring}));
	return h->rings.n - 1;
}

static Term how_of(Interp *in, const Args *a) {
	return a->varying.n ? term_apply(in->t, a->name, a->varying.at, a->varying.n) : term_symbol(in->t, a->name);
}

static Value push_message(Interp *in, const Args *a) {
	uint32_t ring = ring_of(in, a);
	Term value = a->n ? value_term(in, a->value[0]) : term_symbol(in->t, "nothing");
	Push push = {.value = value, .how = how_of(in, a), .when = in->when++, .at = site(in, a->at)};
	vec_push(&in->h->rings.at[ring].pushes, push);
	return (Value){0};
}

static Value pop_message(Interp *in, const Args *a, TypeId type) {
	uint32_t ring = ring_of(in, a);
	RingHistory *r = &in->h->rings.at[ring];
	char name[64];
	snprintf(name, sizeof name, "pop:%s:%lld", r->direction == RING_C2V ? "c2v" : "v2c", (long long)r->id);
	Term kind = type_term(in, type), args[2] = {term_int(in->t, r->pops.n), kind};
	Term value = term_apply(in->t, name, args, kind ? 2 : 1);
	Pop pop = {.value = value, .how = how_of(in, a), .when = in->when++, .at = site(in, a->at)};
	vec_push(&r->pops, pop);
	Value v = new_tile(in, value);
	in->objects.at[v.object].ring = ring + 1;
	in->objects.at[v.object].ordinal = r->pops.n - 1;
	return v;
}

static Value release_message(Interp *in, const Args *a) {
	uint32_t ring = ring_of(in, a);
	Release release = {.ordinal = NO_ORDINAL, .how = how_of(in, a), .at = site(in, a->at)};
	release.tile = a->n ? value_term(in, a->value[0]) : term_symbol(in->t, "nothing");
	if (a->n && a->value[0].kind == V_TILE && in->objects.at[a->value[0].object].ring == ring + 1)
		release.ordinal = in->objects.at[a->value[0].object].ordinal;
	release.when = in->when++;
	vec_push(&in->h->rings.at[ring].releases, release);
	return (Value){0};
}

/* ---- effects that keep their order, calls of functions, unknown ops ---- */

static const Function *callee_of(const Interp *in, const Call *c) {
	const char *name = ir_text(in->p, c->callee) + strlen("self.");
	for (FuncId f = 1; f <= ir_func_count(in->p); f++)
		if (!strcmp(ir_text(in->p, ir_func(in->p, f)->name), name))
			return ir_func(in->p, f);
	return NULL;
}

static const Stmt *first_return(const Interp *in, Block b, unsigned depth) {
	for (uint32_t i = 0; i < b.n && depth < 16; i++) {
		const Stmt *s = ir_stmt(in->p, b.at[i]);
		if (s->kind == S_RETURN)
			return s;
		const Stmt *inner = first_return(in, s->body, depth + 1);
		if (!inner)
			inner = first_return(in, s->orelse, depth + 1);
		if (inner)
			return inner;
	}
	return NULL;
}

/* The argument that the k-th result of a called function is; -1: none that we know of. */
static int result_argument(const Interp *in, const Function *f, uint32_t k) {
	const Stmt *r = f ? first_return(in, f->body, 0) : NULL;
	if (!r || k >= r->values.n)
		return -1;
	const Expr *x = ir_expr(in->p, r->values.at[k]);
	if (x->kind == X_VAR)
		for (uint32_t i = 0; i < f->n_params; i++)
			if (f->params[i].var == x->var)
				return (int)i;
	uint32_t outs = 0;
	for (uint32_t i = 0; i < f->n_params; i++)
		if (f->params[i].direction != DIR_IN && outs++ == k)
			return (int)i;
	return -1;
}

static Value one_result(Interp *in, const Args *a, const Function *f, uint32_t k, TypeId type, Term term) {
	const Type *t = type ? ir_type(in->p, type) : NULL;
	if (t && t->kind == T_TENSOR && !f)
		unsupported(in, a, "the file does not define it, and the tensor that it returns may be any of its arguments");
	int from = t && t->kind == T_TENSOR ? result_argument(in, f, k) : -1;
	if (from >= 0 && (uint32_t)from < a->n && a->value[from].kind == V_TENSOR)
		return a->value[from];
	return result_value(in, type, term);
}

/* Everything reachable through the arguments is read, and changed unless the callee only takes it in. */
static Term touch_arguments(Interp *in, const Args *a, const Function *f, bool only_read) {
	TermVec contents = {0};
	for (uint32_t i = 0; i < a->n; i++) {
		if (a->value[i].kind != V_TENSOR)
			continue;
		Term content = root_content(in, in->views.at[a->value[i].object].root);
		vec_push(&contents, content);
	}
	Term what = call_term(in, a, contents.at, contents.n, 0, 0);
	vec_free(&contents);
	for (uint32_t i = 0; i < a->n; i++) {
		bool is_read = only_read || (f && i < f->n_params && f->params[i].direction == DIR_IN);
		if (a->value[i].kind == V_TENSOR && !is_read)
			touch_root(in, in->views.at[a->value[i].object].root, what);
	}
	return what;
}

static Value call_function(Interp *in, const Args *a, TypeId type) {
	const Function *f = a->call->op == OP_UNKNOWN ? callee_of(in, a->call) : NULL;
	Term what = touch_arguments(in, a, f, false);
	Happening happening = {.what = what, .when = in->when++, .at = site(in, a->at)};
	vec_push(&in->h->ordered, happening);
	Term result = term_apply(in->t, "result", (Term[]){what, term_int(in->t, in->made_calls++)}, 2);
	const Type *t = type ? ir_type(in->p, type) : NULL;
	if (t && t->kind == T_TUPLE) {
		uint32_t n = t->elements.n;
		Value *parts = ARENA_ARRAY(in->h->arena, Value, n + 1);
		for (uint32_t k = 0; k < n; k++)
			parts[k] = one_result(in, a, f, k, t->elements.at[k], term_apply(in->t, "item", (Term[]){result, term_int(in->t, k)}, 2));
		Value v = {.kind = V_TUPLE, .object = in->pool.n, .term = n};
		for (uint32_t k = 0; k < n; k++)
			vec_push(&in->pool, parts[k]);
		return v;
	}
	return one_result(in, a, f, 0, type, result);
}

static Value unknown_op(Interp *in, const Args *a, TypeId type) {
	bool is_function = !strncmp(ir_text(in->p, a->call->callee), "self.", 5);
	if (is_function)
		return call_function(in, a, type);
	Term what = touch_arguments(in, a, NULL, false);
	Happening happening = {.what = what, .when = in->when++, .at = site(in, a->at)};
	vec_push(&in->h->unknown_ops, happening);
	for (uint32_t i = 0; i < a->n; i++)
		if (a->value[i].kind == V_TILE && !type)
			write_tile(in, a, a->value[i], what);
	Term kind = type_term(in, type);
	return result_value(in, type, kind ? term_apply(in->t, "typed", (Term[]){what, kind}, 2) : what);
}

static Value ordered_effect(Interp *in, const Args *a, TypeId type) {
	Term what = touch_arguments(in, a, NULL, true);
	Happening happening = {.what = what, .when = in->when++, .at = site(in, a->at)};
	vec_push(&in->h->ordered, happening);
	return result_value(in, type, what);
}

/* ---- the rest ---- */

static Value launch_constant(Interp *in, const Args *a) {
	if (a->call->op == OP_TENSOR_DIM && a->n == 2) {
		TypeId tensor = declared_type(in, a->call->args.at[0]);
		int64_t k;
		if (tensor && term_is_int(in->t, a->value[1].term, &k)) {
			List shape = ir_type(in->p, tensor)->shape;
			if (k >= 0 && k < shape.n)
				return (Value){.kind = V_INT, .term = eval_term(in, shape.at[k])};
		}
	}
	Term x = call_term(in, a, NULL, 0, 0, 0);
	return (Value){.kind = V_INT, .term = in->oracle->atom(in->oracle->self, x)};
}

/* A move inside one space that changes nothing but the buffer is a copy: the same value. */
static bool is_copy(Interp *in, const Args *a, TypeId type) {
	if (a->call->op != OP_TILE_MOVE || a->n != 1 || a->value[0].kind != V_TILE || !type)
		return false;
	for (uint32_t i = 0; i < a->call->kwargs.n; i++)
		if (strcmp(ir_text(in->p, a->call->kwargs.at[i].key), "target_memory"))
			return false;
	TypeId from = declared_type(in, a->call->args.at[0]);
	return from && type_term(in, from) == type_term(in, type);
}

static Value pure(Interp *in, const Args *a, TypeId type, bool is_statement) {
	int from = a->row->inherits;
	bool shares = from >= 0 && (uint32_t)from < a->n;
	if (is_statement && shares && a->value[from].kind == V_TILE)
		return write_first(in, a); /* an in-place op without a result */
	if (shares && a->value[from].kind == V_TENSOR && (!type || ir_type(in->p, type)->kind == T_TENSOR))
		return tensor_view(in, a->value[from], call_term(in, a, NULL, 0, 0, type_term(in, type)));
	if (is_copy(in, a, type))
		return new_tile(in, value_term(in, a->value[0]));
	/* A tensor as a plain operand is read as a whole. */
	for (uint32_t i = 0; i < a->n; i++)
		if (a->value[i].kind == V_TENSOR)
			a->value[i] = (Value){.kind = V_OPAQUE, .term = read_region(in, a->value[i], new_region(in, a->value[i], NULL, NULL, NULL, 0))};
	Value v = result_value(in, type, call_term(in, a, NULL, 0, 0, type_term(in, type)));
	if (shares && v.kind == V_TILE && a->value[from].kind == V_TILE) {
		v.object = a->value[from].object;
		v.version = in->objects.at[v.object].version;
		v.is_carried = a->value[from].is_carried;
	}
	return v;
}

static Value set_up(Interp *in, const Args *a, TypeId type) {
	OpId op = a->call->op;
	if (op == OP_TENSOR_CREATE)
		return result_value(in, type, call_term(in, a, NULL, 0, 0, type_term(in, type)));
	/* Where a ring lies is not what it carries: allocation fills in the address later. */
	if (op == OP_SYSTEM_RESERVE_BUFFER || op == OP_SYSTEM_IMPORT_PEER_BUFFER) {
		ExprId name = ir_get(in->p, a->call->kwargs, "name");
		Term buffer = name ? eval_term(in, name) : term_symbol(in->t, "unnamed");
		return (Value){.kind = V_OPAQUE, .term = term_apply(in->t, "buffer", &buffer, 1)};
	}
	Term what = call_term(in, a, NULL, 0, 0, 0);
	if (op == OP_SYSTEM_AIC_INITIALIZE_PIPE || op == OP_SYSTEM_AIV_INITIALIZE_PIPE) {
		Happening happening = {.what = what, .when = in->when++, .at = site(in, a->at)};
		vec_push(&in->h->ordered, happening);
	}
	return (Value){.kind = V_OPAQUE, .term = what};
}

static Value dispatch(Interp *in, const Args *a, TypeId type, bool is_statement) {
	if (a->call->op == OP_UNKNOWN)
		return unknown_op(in, a, type);
	switch (a->row->effect) {
	case EFFECT_PURE: return pure(in, a, type, is_statement);
	case EFFECT_LAUNCH: return launch_constant(in, a);
	case EFFECT_READ_GM: return read_memory(in, a, type);
	case EFFECT_WRITE_GM: return write_memory(in, a);
	case EFFECT_WRITE_TILE: return write_first(in, a);
	case EFFECT_PUSH: return push_message(in, a);
	case EFFECT_POP: return pop_message(in, a, type);
	case EFFECT_FREE: return release_message(in, a);
	case EFFECT_ORDERED: return ordered_effect(in, a, type);
	case EFFECT_SETUP: return set_up(in, a, type);
	case EFFECT_CALL: return call_function(in, a, type);
	}
	return (Value){0};
}

Value eval_call(Interp *in, ExprId e, TypeId type, bool is_statement) {
	const Expr *x = ir_expr(in->p, e);
	const Call *c = x->call;
	if (in->depth >= MOST_DEPTH) {
		stop_run(in, RUN_UNSUPPORTED, x->span, "expressions nested more than %d deep", MOST_DEPTH);
		return (Value){0};
	}
	if (!count_events(in, 1))
		return (Value){0};
	in->depth++;
	bool outer = in->is_use;
	in->is_use = !ir_is_free(c->op);
	Value few[8];
	Args a = {.call = c, .row = &op_rows[c->op], .at = x->span.line ? x->span : in->at, .n = c->args.n};
	a.value = a.n > 8 ? ARENA_ARRAY(in->h->arena, Value, a.n) : few;
	for (uint32_t i = 0; i < a.n; i++)
		a.value[i] = eval(in, c->args.at[i]);
	a.name = call_name(in, e, c);
	for (uint32_t i = 0; call_fact(in, e)->varies && i < c->kwargs.n && !run_over(in); i++) {
		Term value = eval_term(in, c->kwargs.at[i].value);
		vec_push(&a.varying, value);
	}
	for (uint32_t i = 0; call_fact(in, e)->varies && i < c->attrs.n && !run_over(in); i++) {
		if (!is_tag(in->p, c->attrs.at[i].key)) {
			Term value = eval_term(in, c->attrs.at[i].value);
			vec_push(&a.varying, value);
		}
	}
	Value v = run_over(in) ? (Value){0} : dispatch(in, &a, type, is_statement);
	in->is_use = outer;
	vec_free(&a.varying);
	in->depth--;
	return v;
}
