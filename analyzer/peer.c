#include "analyzer/peer.h"

enum { READS = 1, WRITES = 2 };

static FuncId function_named(const Program *p, const char *name) {
	for (FuncId f = 1; f <= ir_func_count(p); f++)
		if (!strcmp(ir_text(p, ir_func(p, f)->name), name))
			return f;
	return 0;
}

/* The name in import_peer_buffer(peer_func='name'); NULL: none. */
static const char *imported_from(const Program *p, Block b) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		const Call *c = ir_call_of(p, b.at[i]);
		ExprId name = c && c->op == OP_SYSTEM_IMPORT_PEER_BUFFER ? ir_get(p, c->kwargs, "peer_func") : 0;
		if (name && ir_expr(p, name)->kind == X_STR)
			return ir_text(p, ir_expr(p, name)->str);
		const char *inner = imported_from(p, s->body);
		if (!inner)
			inner = imported_from(p, s->orelse);
		if (inner)
			return inner;
	}
	return NULL;
}

FuncId peer_function(const Program *p, FuncId f) {
	const Function *fn = ir_func(p, f);
	FuncKind wanted = fn->kind == FUNC_AIC ? FUNC_AIV : fn->kind == FUNC_AIV ? FUNC_AIC : FUNC_OTHER;
	if (wanted == FUNC_OTHER)
		return 0;
	const char *name = imported_from(p, fn->body);
	if (name)
		return function_named(p, name);
	FuncId only = 0;
	for (FuncId g = 1; g <= ir_func_count(p); g++) {
		if (ir_func(p, g)->kind != wanted)
			continue;
		if (only)
			return 0;
		only = g;
	}
	return only;
}

/* Calls of the two functions in one body. */
static void find_calls(Peer *x, Block b, const char *self, const char *other) {
	const Program *p = x->p;
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		const Call *c = ir_call_of(p, b.at[i]);
		if (c && !x->self_call && !strcmp(ir_text(p, c->callee), self))
			x->self_call = c;
		if (c && !x->other_call && !strcmp(ir_text(p, c->callee), other))
			x->other_call = c;
		find_calls(x, s->body, self, other);
		find_calls(x, s->orelse, self, other);
	}
}

static void find_caller(Peer *x) {
	const Program *p = x->p;
	const char *self = arena_printf(p->arena, "self.%s", ir_text(p, ir_func(p, x->self)->name));
	const char *other = arena_printf(p->arena, "self.%s", ir_text(p, ir_func(p, x->other)->name));
	for (FuncId f = 1; f <= ir_func_count(p); f++) {
		x->self_call = x->other_call = NULL;
		find_calls(x, ir_func(p, f)->body, self, other);
		if (x->self_call && x->other_call)
			return;
	}
	x->self_call = x->other_call = NULL;
}

static void note_uses(Peer *x, Block b) {
	const Program *p = x->p;
	Accesses found = {0};
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		const Call *ordered = NULL;
		found.n = 0;
		if (s->kind != S_SCOPE && s->kind != S_FOR_OTHER)
			accesses_of(x->places, s->expr, s->kind == S_ASSIGN ? s->var : 0, &found, &ordered);
		for (uint32_t k = 0; k < found.n; k++)
			x->use[found.at[k].place] |= found.at[k].write ? WRITES : READS;
		/* A call of unknown effect may read and write what it is given. */
		for (uint32_t k = 0; ordered && ordered->op == OP_UNKNOWN && k < ordered->args.n; k++)
			if (ir_expr(p, ordered->args.at[k])->kind == X_VAR)
				x->use[place_of(x->places, ir_expr(p, ordered->args.at[k])->var)] |= READS | WRITES;
		note_uses(x, s->body);
		note_uses(x, s->orelse);
	}
	vec_free(&found);
}

void peer_open(Peer *x, const Program *p, FuncId f) {
	*x = (Peer){.p = p, .self = f, .other = peer_function(p, f)};
	if (!x->other)
		return;
	find_caller(x);
	x->places = places_new(p, x->other);
	x->use = mem_alloc(p->vars.n + 1);
	memset(x->use, 0, p->vars.n + 1);
	note_uses(x, ir_func(p, x->other)->body);
}

void peer_close(Peer *x) {
	places_free(x->places);
	mem_free_(x->use);
	*x = (Peer){0};
}

static VarId argument(const Program *p, const Call *c, uint32_t i) {
	return i < c->args.n && ir_expr(p, c->args.at[i])->kind == X_VAR ? ir_expr(p, c->args.at[i])->var : 0;
}

/* Do parameter i of the own function and parameter j of the other name one tensor? */
static bool corresponds(const Peer *x, uint32_t i, uint32_t j) {
	const Program *p = x->p;
	if (x->self_call) {
		VarId a = argument(p, x->self_call, i), b = argument(p, x->other_call, j);
		if (a && b)
			return a == b;
	}
	return ir_var(p, ir_func(p, x->self)->params[i].var)->hint == ir_var(p, ir_func(p, x->other)->params[j].var)->hint;
}

PeerUse peer_use(const Peer *x, Places *own, VarId place) {
	PeerUse use = {.known = x->other != 0, .tied = x->self_call != NULL};
	if (!use.known)
		return use;
	const Function *self = ir_func(x->p, x->self), *other = ir_func(x->p, x->other);
	for (uint32_t i = 0; i < self->n_params; i++) {
		if (place_of(own, self->params[i].var) != place)
			continue;
		for (uint32_t j = 0; j < other->n_params; j++) {
			if (!corresponds(x, i, j))
				continue;
			uint8_t seen = x->use[place_of(x->places, other->params[j].var)];
			use.reads |= (seen & READS) != 0;
			use.writes |= (seen & WRITES) != 0;
		}
	}
	return use;
}
