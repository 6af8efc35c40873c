/* Guards on memory and effects: what moves when the produce half runs ahead.
 *
 * With depth D a produce statement of iteration t overtakes a consume statement of iteration t - d for d = 1 .. 2 * D - 1, and for
 * d = 0 when the consume statement stands before it in the body. Nothing else changes its order.
 */
#include "analyzer/partner.h"
#include "analyzer/skew.h"

#include "analyzer/region.h"

typedef struct Event {
	PlaceAccess access;
	uint32_t stmt; /* index of the top statement */
	StmtId at;
} Event;

typedef struct Order {
	Skew *k;
	const SkewLoop *l;
	const SkewHalves *h;
	VEC(Event) events;
	StmtId ordered; /* first statement with an ordered effect; 0: none */
	const Call *ordered_call;
	LinearScope scope;
} Order;

static VarId target_of(const Stmt *s) {
	return s->kind == S_ASSIGN ? s->var : s->kind == S_UNPACK && s->returns.n ? s->returns.at[0] : 0;
}

static void collect(Order *o, uint32_t top, StmtId id) {
	const Program *p = o->k->p;
	const Stmt *s = ir_stmt(p, id);
	PlaceAccesses found = {0};
	const Call *ordered = NULL;
	ExprId bounds[] = {s->start, s->stop, s->step};
	for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
		accesses_of(o->k->places, bounds[i], 0, &found, &ordered);
	/* What opens a scope is written as a call and does nothing. */
	if (s->kind != S_SCOPE && s->kind != S_FOR_OTHER)
		accesses_of(o->k->places, s->expr, target_of(s), &found, &ordered);
	for (uint32_t i = 0; i < s->values.n; i++)
		accesses_of(o->k->places, s->values.at[i], 0, &found, &ordered);
	for (uint32_t i = 0; i < found.n; i++) {
		Event e = {.access = found.at[i], .stmt = top, .at = id};
		vec_push(&o->events, e);
	}
	if (ordered && !o->ordered) {
		o->ordered = id;
		o->ordered_call = ordered;
	}
	vec_free(&found);
	for (uint32_t i = 0; i < s->body.n; i++)
		collect(o, top, s->body.at[i]);
	for (uint32_t i = 0; i < s->orelse.n; i++)
		collect(o, top, s->orelse.at[i]);
}

/* ---- regions ---- */

/* Can the two intervals [a, a + a_extent) and [b, b + b_extent) meet when a - b lies between low and high? */
static bool may_meet(int64_t low, int64_t high, int64_t a_extent, int64_t b_extent) { return low < b_extent && high > -a_extent; }

/* Offset of the produce access in iteration t + ahead minus that of the consume access in iteration t, for all t in range. */
static bool distance(const Order *o, const Linear *produce, const Linear *consume, int64_t ahead, int64_t *low, int64_t *high) {
	Linear d;
	int64_t lead, at_first, last, at_last;
	if (!linear_minus(produce, consume, &d) || d.n)
		return false;
	/* produce.slope * ahead * step + (produce.slope - consume.slope) * (start + t * step), t = 0 .. trip - 1 - ahead */
	if (__builtin_mul_overflow(ahead, o->l->step, &lead) || __builtin_mul_overflow(lead, produce->slope, &lead))
		return false;
	if (__builtin_mul_overflow(o->l->trip - 1 - ahead, o->l->step, &last) || __builtin_add_overflow(last, o->l->start, &last))
		return false;
	if (__builtin_mul_overflow(d.slope, o->l->start, &at_first) || __builtin_mul_overflow(d.slope, last, &at_last))
		return false;
	int64_t least = at_first < at_last ? at_first : at_last, most = at_first < at_last ? at_last : at_first;
	return !__builtin_add_overflow(least, lead, &least) && !__builtin_add_overflow(least, d.low, low) &&
	       !__builtin_add_overflow(most, lead, &most) && !__builtin_add_overflow(most, d.high, high);
}

static bool disjoint(const Order *o, const TensorRegion *produce, const TensorRegion *consume, int64_t ahead) {
	if (produce->n != consume->n)
		return false;
	for (uint32_t i = 0; i < produce->n; i++) {
		int64_t low, high;
		if (produce->known[i] && consume->known[i] && distance(o, &produce->offset[i], &consume->offset[i], ahead, &low, &high) &&
		    !may_meet(low, high, produce->extent[i], consume->extent[i]))
			return true;
	}
	return false;
}

/* Does the body itself make this tile, in the iteration that uses it? Then no other half sees its bytes, whatever lies in them
 * before and after: a half runs through without the other in between. */
static bool is_own(const Order *o, VarId v) {
	const Program *p = o->k->p;
	for (uint32_t steps = 0; steps <= o->l->stmts.n; steps++) {
		StmtId def = v < o->scope.n ? o->scope.definition[v] : 0;
		const Stmt *s = def ? ir_stmt(p, def) : NULL;
		if (!s || s->kind != S_ASSIGN)
			return false;
		const Expr *e = ir_expr(p, s->expr);
		if (e->kind == X_VAR) {
			v = e->var;
			continue;
		}
		if (e->kind != X_CALL || e->call->op == OP_UNKNOWN)
			return false;
		int from = op_rows[e->call->op].inherits;
		if (from < 0)
			return true;
		if ((uint32_t)from >= e->call->args.n || ir_expr(p, e->call->args.at[from])->kind != X_VAR)
			return false;
		v = ir_expr(p, e->call->args.at[from])->var;
	}
	return false;
}

/* Does a produce access overtake a consume access to the same bytes? */
static bool overtakes(const Order *o, const Event *a, const Event *b, int64_t depth) {
	if (a->access.place != b->access.place || !(a->access.write || b->access.write))
		return false;
	if (!a->access.tensor && is_own(o, a->access.var) && is_own(o, b->access.var))
		return false;
	int64_t first = b->stmt < a->stmt ? 0 : 1;
	bool regions = a->access.tensor && !place_is_viewed(o->k->places, a->access.place);
	TensorRegion ra = {0}, rb = {0};
	if (regions) {
		ra = region_of(&o->scope, a->access.call);
		rb = region_of(&o->scope, b->access.call);
	}
	for (int64_t ahead = first; ahead < 2 * depth && ahead < o->l->trip; ahead++)
		if (!ra.n || !disjoint(o, &ra, &rb, ahead))
			return true;
	return false;
}

/* ---- what is said ---- */

static const char *name_in(const Program *p, const Event *e, Places *places) {
	const Call *c = e->access.call;
	for (uint32_t i = 0; i < c->args.n; i++) {
		const Expr *x = ir_expr(p, c->args.at[i]);
		if (x->kind == X_VAR && place_of(places, x->var) == e->access.place)
			return ir_hint(p, x->var);
	}
	return ir_hint(p, e->access.place);
}

static GuardId conflict(const Order *o, int64_t depth, const char **reason) {
	const Program *p = o->k->p;
	for (uint32_t i = 0; i < o->events.n; i++) {
		const Event *a = &o->events.at[i];
		GuardId guard = a->access.tensor ? GUARD_MEMORY : GUARD_EFFECT;
		if (!o->h->produce[a->stmt] || !guard_on(o->k->o, guard))
			continue;
		for (uint32_t j = 0; j < o->events.n; j++) {
			const Event *b = &o->events.at[j];
			if (!o->h->consume[b->stmt] || !overtakes(o, a, b, depth))
				continue;
			*reason = arena_printf(p->arena,
			                       "%s in line %u %s '%s' and would run ahead of %s in line %u, which %s it in an earlier iteration; %s",
			                       ir_text(p, a->access.call->callee), skew_line(p, a->at), a->access.write ? "writes" : "reads",
			                       name_in(p, a, o->k->places), ir_text(p, b->access.call->callee), skew_line(p, b->at),
			                       b->access.write ? "writes" : "reads",
			                       a->access.tensor ? "keep the two in one half, or let their rows lie apart by more than the depth"
			                                        : "give each half a buffer of its own");
			return guard;
		}
	}
	return GUARD_NONE;
}

/* An access that the other core's accesses meet must keep its place between the messages that order the two: the pushes of
 * later iterations overtake those of the consume half, and those of the produce half overtake earlier pops. */
static GuardId announced(const Order *o, const Partner *partner, const char **reason) {
	const Program *p = o->k->p;
	uint32_t lead_line = skew_line(p, o->l->stmts.at[o->l->lead]);
	LinearScope whole;
	GuardId found = GUARD_NONE;
	linear_open_function(&whole, p, o->k->f);
	for (uint32_t i = 0; i < o->events.n && found == GUARD_NONE; i++) {
		const Event *e = &o->events.at[i];
		if (!e->access.tensor)
			continue;
		const char *name = name_in(p, e, o->k->places), *op = ir_text(p, e->access.call->callee);
		TensorRegion region = place_is_viewed(o->k->places, e->access.place) ? (TensorRegion){0} : region_of(&whole, e->access.call);
		const PartnerAccess *other = partner_meets(partner, o->k->places, e->access.place, &region, e->access.write);
		if (other) {
			*reason = arena_printf(p->arena,
			                       "%s of '%s' in line %u would change its order against the messages to and from the other core, which %s that tensor in "
			                       "line %u and may rely on them; send the data in the message, or let the two cores use different rows",
			                       op, name, skew_line(p, e->at), other->write ? "writes" : "reads", skew_line(p, other->at));
			found = GUARD_TOKEN;
		} else if (!partner->other && o->h->consume[e->stmt] && e->access.write && e->stmt < o->l->lead) {
			*reason = arena_printf(p->arena,
			                       "the push in line %u would run ahead of %s to '%s' in line %u, which it may announce to the other core; store what the "
			                       "message announces before the loop, or send the data in the message",
			                       lead_line, op, name, skew_line(p, e->at));
			found = GUARD_TOKEN;
		}
	}
	linear_close(&whole);
	return found;
}

static GuardId barrier(const Order *o, const char **reason) {
	const Program *p = o->k->p;
	if (!o->ordered)
		return GUARD_NONE;
	const char *op = ir_text(p, o->ordered_call->callee);
	*reason = arena_printf(p->arena,
	                       "%s in line %u keeps its order against everything around it%s, and the push in line %u would run ahead of it; move it out of "
	                       "the loop",
	                       op, skew_line(p, o->ordered), o->ordered_call->op == OP_UNKNOWN ? " (its effect is not known)" : "",
	                       skew_line(p, o->l->stmts.at[o->l->lead]));
	return GUARD_EFFECT;
}

GuardId skew_guard_order(Skew *k, const SkewLoop *l, const SkewHalves *h, int64_t depth, const char **reason) {
	bool effect = guard_on(k->o, GUARD_EFFECT), token = guard_on(k->o, GUARD_TOKEN);
	if (!effect && !token && !guard_on(k->o, GUARD_MEMORY))
		return GUARD_NONE;
	if (!k->places)
		k->places = places_new(k->p, k->f, k->o->neighbours->calls);
	Order o = {.k = k, .l = l, .h = h};
	linear_open(&o.scope, k->p, l->id);
	for (uint32_t i = 0; i < l->stmts.n; i++)
		collect(&o, i, l->stmts.at[i]);
	GuardId found = effect ? barrier(&o, reason) : GUARD_NONE;
	if (found == GUARD_NONE && token) {
		found = announced(&o, skew_partner(k), reason);
	}
	if (found == GUARD_NONE)
		found = conflict(&o, depth, reason);
	linear_close(&o.scope);
	vec_free(&o.events);
	return found;
}
