#include "analyzer/partner.h"

static void find_other(Partner *x, const Neighbours *neighbours) {
	const Neighbour *own = &neighbours->of[x->self];
	x->user = own->user;
	if (!own->pair)
		return;
	bool cube = own->pair->cube->function == x->self;
	x->other = cube ? own->pair->vector->function : own->pair->cube->function;
	if (own->pair->group) {
		x->self_call = ir_call_of(x->p, cube ? own->pair->cube_call : own->pair->vector_call);
		x->other_call = ir_call_of(x->p, cube ? own->pair->vector_call : own->pair->cube_call);
	}
}

static void note_accesses(Partner *x, const LinearScope *scope, Block b) {
	const Program *p = x->p;
	PlaceAccesses found = {0};
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		const Call *ordered = NULL;
		found.n = 0;
		if (s->kind != S_SCOPE && s->kind != S_FOR_OTHER)
			accesses_of(x->places, s->expr, s->kind == S_ASSIGN ? s->var : 0, &found, &ordered);
		for (uint32_t k = 0; k < found.n; k++) {
			PartnerAccess a = {.place = found.at[k].place, .write = found.at[k].write, .at = b.at[i]};
			if (!place_is_viewed(x->places, a.place))
				a.region = region_of(scope, found.at[k].call);
			if (found.at[k].tensor)
				vec_push(&x->accesses, a);
		}
		/* A call of unknown effect may write what it is given. */
		for (uint32_t k = 0; ordered && ordered->op == OP_UNKNOWN && k < ordered->args.n; k++) {
			const Expr *e = ir_expr(p, ordered->args.at[k]);
			PartnerAccess a = {.place = e->kind == X_VAR ? place_of(x->places, e->var) : 0, .write = true, .at = b.at[i]};
			if (a.place)
				vec_push(&x->accesses, a);
		}
		note_accesses(x, scope, s->body);
		note_accesses(x, scope, s->orelse);
	}
	vec_free(&found);
}

Partner *partner_new(Program *p, FuncId f, const Neighbours *neighbours) {
	Partner *x = mem_alloc(sizeof *x);
	*x = (Partner){.p = p, .self = f};
	find_other(x, neighbours);
	if (!x->other)
		return x;
	x->places = places_new(p, x->other, neighbours->calls);
	LinearScope scope;
	linear_open_function(&scope, p, x->other);
	note_accesses(x, &scope, ir_func(p, x->other)->body);
	linear_close(&scope);
	return x;
}

void partner_free(Partner *x) {
	if (!x)
		return;
	places_free(x->places);
	vec_free(&x->accesses);
	mem_free_(x);
}

static VarId argument(const Program *p, const Call *c, uint32_t i) {
	return i < c->args.n && ir_expr(p, c->args.at[i])->kind == X_VAR ? ir_expr(p, c->args.at[i])->var : 0;
}

/* Do parameter i of the own function and parameter j of the other name one tensor? */
static bool corresponds(const Partner *x, uint32_t i, uint32_t j) {
	const Program *p = x->p;
	if (x->self_call) {
		VarId a = argument(p, x->self_call, i), b = argument(p, x->other_call, j);
		if (a && b)
			return a == b;
	}
	return ir_var(p, ir_func(p, x->self)->params[i].var)->hint == ir_var(p, ir_func(p, x->other)->params[j].var)->hint;
}

/* Does a place of the own function hold a parameter that is the tensor of a place of the other? */
static bool is_shared(const Partner *x, Places *own, VarId place, VarId others) {
	const Function *self = ir_func(x->p, x->self), *other = ir_func(x->p, x->other);
	for (uint32_t i = 0; i < self->n_params; i++) {
		if (place_of(own, self->params[i].var) != place)
			continue;
		for (uint32_t j = 0; j < other->n_params; j++)
			if (place_of(x->places, other->params[j].var) == others && corresponds(x, i, j))
				return true;
	}
	return false;
}

const PartnerAccess *partner_meets(const Partner *x, Places *own, VarId place, const TensorRegion *region, bool write) {
	for (uint32_t i = 0; i < x->accesses.n; i++) {
		const PartnerAccess *a = &x->accesses.at[i];
		if ((write || a->write) && !region_apart(region, &a->region) && is_shared(x, own, place, a->place))
			return a;
	}
	return NULL;
}
