#include "analyzer/lifetimes.h"

#include "analyzer/uses.h"

enum { MAX_NEST = 400, MAX_OPEN = MAX_NEST + 2 };

typedef struct Open { /* a loop or an else branch around the current statement */
	uint32_t at;      /* number of its statement */
	uint32_t until;   /* position to which something read inside and defined before it lives */
} Open;

typedef struct Scan {
	const Storage *s;
	LifetimeRule rule;
	Lifetimes *out;
	uint32_t *entry;     /* by tile place (Storage.number - 1): entry in out + 1 */
	uint32_t *of_region; /* by allocation number: the same */
	uint32_t *parent;    /* by tile place: carried together with; a forest */
	uint32_t at;
	Open open[MAX_OPEN];
	uint32_t opened;
	VarVec scratch;
} Scan;

static uint32_t count(const Program *p, Block b, unsigned nest) {
	uint32_t n = b.n;
	for (uint32_t i = 0; i < b.n && nest < MAX_NEST; i++)
		n += count(p, ir_stmt(p, b.at[i])->body, nest + 1) + count(p, ir_stmt(p, b.at[i])->orelse, nest + 1);
	return n;
}

static uint32_t place(const Scan *x, VarId v) { return v < x->s->vars ? x->s->number[v] : 0; }

static uint32_t carried_root(const Scan *x, uint32_t k) {
	while (x->parent[k] != k)
		k = x->parent[k] = x->parent[x->parent[k]];
	return k;
}

/* The tile that stands for the buffer of v: its root, and what it is carried together with. */
static uint32_t buffer(const Scan *x, VarId v) {
	uint32_t n = place(x, storage_root(x->s, v));
	return n ? carried_root(x, n - 1) + 1 : 0;
}

static void join(Scan *x, VarId a, VarId b) {
	uint32_t i = buffer(x, a), k = buffer(x, b);
	if (i && k && i != k)
		x->parent[i > k ? i - 1 : k - 1] = i > k ? k - 1 : i - 1;
}

static void join_expr(Scan *x, VarId v, ExprId e) {
	const Expr *value = e ? ir_expr(x->s->p, e) : NULL;
	if (value && value->kind == X_VAR)
		join(x, v, value->var);
}

static List yielded(const Program *p, Block b) {
	const Stmt *last = b.n ? ir_stmt(p, b.at[b.n - 1]) : NULL;
	for (uint32_t i = b.n; i-- && last->kind == S_NOTE;)
		last = ir_stmt(p, b.at[i]);
	return last && last->kind == S_YIELD ? last->values : (List){0};
}

static void join_block(Scan *x, Block b, unsigned nest) {
	const Program *p = x->s->p;
	for (uint32_t i = 0; i < b.n && nest < MAX_NEST; i++) {
		const Stmt *st = ir_stmt(p, b.at[i]);
		List one = yielded(p, st->body), two = yielded(p, st->orelse);
		for (uint32_t k = 0; k < st->iters.n; k++) {
			join_expr(x, st->iters.at[k], ir_var(p, st->iters.at[k])->init);
			if (k < one.n)
				join_expr(x, st->iters.at[k], one.at[k]);
			if (k < st->returns.n)
				join(x, st->iters.at[k], st->returns.at[k]);
		}
		for (uint32_t k = 0; st->kind == S_IF && k < st->returns.n; k++) {
			if (k < one.n)
				join_expr(x, st->returns.at[k], one.at[k]);
			if (k < two.n)
				join_expr(x, st->returns.at[k], two.at[k]);
		}
		join_block(x, st->body, nest + 1);
		join_block(x, st->orelse, nest + 1);
	}
}

static Lifetime *entry_of(Scan *x, VarId v, Span at) {
	const TileStorage *t = storage_tile(x->s, v);
	uint32_t k = buffer(x, v);
	if (!t || !k || t->kind == STORAGE_RING)
		return NULL;
	const Allocation *a = storage_allocation(x->s, t);
	bool whole = a && x->rule != LIVE_TILES && !(a->pinned && x->rule == LIVE_APART);
	uint32_t *number = whole ? &x->of_region[t->allocation] : &x->entry[k - 1];
	if (!*number) {
		Lifetime fresh = {.var = v, .allocation = t->allocation, .space = t->space, .bytes = t->bytes, .from = UINT32_MAX, .first = at, .last = at};
		if (whole) {
			fresh.var = a->base;
			fresh.bytes = a->bytes;
			fresh.pinned = a->pinned;
		}
		vec_push(x->out, fresh);
		*number = x->out->n;
	}
	Lifetime *l = &x->out->at[*number - 1];
	if (!whole && (l->bytes < t->bytes || t->bytes < 0) && l->bytes >= 0)
		l->bytes = t->bytes;
	return l;
}

/* Lives on to a position. The outermost loop or branch that the first definition is outside of decides how far that is; an
 * iteration argument is defined inside its loop. */
static void live_to(const Scan *x, Lifetime *l, uint32_t to, Span span) {
	uint32_t born = l->from / 2;
	for (uint32_t k = 0; k < x->opened; k++)
		if (born < x->open[k].at) {
			to = x->open[k].until;
			break;
		}
	l->to = to > l->to ? to : l->to;
	if (span.line >= l->last.line)
		l->last = span;
}

static void define(Scan *x, VarId v, uint32_t at, Span span) {
	Lifetime *l = entry_of(x, v, span);
	uint32_t from = 2 * at + (x->rule != LIVE_CARRIED);
	if (!l)
		return;
	if (l->from == UINT32_MAX) /* else: a view, a result in place, or another tile of the allocation */
		l->from = l->to = from;
	live_to(x, l, from, span);
}

static void use(Scan *x, VarId v, Span span) {
	Lifetime *l = entry_of(x, v, span);
	if (!l)
		return;
	l->used = true;
	live_to(x, l, 2 * x->at + (x->rule == LIVE_CARRIED), span);
}

static void use_expr(Scan *x, ExprId e, Span span) {
	if (!e)
		return;
	x->scratch.n = 0;
	uses_of_expr(x->s->p, e, false, &x->scratch);
	for (uint32_t i = 0; i < x->scratch.n; i++)
		use(x, x->scratch.at[i], span);
}

static void scan_block(Scan *x, Block b, unsigned nest) {
	const Program *p = x->s->p;
	for (uint32_t i = 0; i < b.n && nest < MAX_NEST; i++) {
		const Stmt *st = ir_stmt(p, b.at[i]);
		bool is_loop = st->kind == S_FOR || st->kind == S_WHILE || st->kind == S_FOR_OTHER;
		uint32_t at = ++x->at;
		for (uint32_t k = 0; k < st->iters.n; k++)
			use_expr(x, ir_var(p, st->iters.at[k])->init, st->span);
		use_expr(x, st->expr, st->span);
		for (uint32_t k = 0; k < st->values.n; k++)
			use_expr(x, st->values.at[k], st->span);
		for (uint32_t k = 0; k < st->iters.n; k++)
			define(x, st->iters.at[k], at, st->span);
		if (st->kind == S_ASSIGN)
			define(x, st->var, at, st->span);
		if (is_loop)
			x->open[x->opened++] = (Open){at, 2 * (at + count(p, st->body, nest)) + 1};
		scan_block(x, st->body, nest + 1);
		x->opened -= is_loop;
		bool cut = x->rule != LIVE_CARRIED && st->orelse.n;
		if (cut)
			x->open[x->opened++] = (Open){at, 2 * at};
		scan_block(x, st->orelse, nest + 1);
		x->opened -= cut;
		for (uint32_t k = 0; k < st->returns.n; k++)
			define(x, st->returns.at[k], x->at, st->span);
	}
}

void lifetimes_of(const Storage *s, LifetimeRule rule, Lifetimes *out) {
	Arena *a = arena_new();
	Scan *x = ARENA_NEW(a, Scan);
	*x = (Scan){.s = s, .rule = rule, .out = out, .entry = ARENA_ARRAY(a, uint32_t, s->tiles.n + 1),
		.of_region = ARENA_ARRAY(a, uint32_t, s->allocations.n + 1), .parent = ARENA_ARRAY(a, uint32_t, s->tiles.n + 1)};
	for (uint32_t k = 0; k < s->tiles.n; k++)
		x->parent[k] = k;
	const Function *fn = ir_func(s->p, s->f);
	if (rule == LIVE_CARRIED)
		join_block(x, fn->body, 0);
	for (uint32_t k = 0; k < fn->n_params; k++)
		define(x, fn->params[k].var, 0, fn->span);
	scan_block(x, fn->body, 0);
	for (uint32_t k = 0; k < out->n; k++)
		if (out->at[k].pinned)
			out->at[k].from = 0, out->at[k].to = 2 * x->at + 1;
	vec_free(&x->scratch);
	arena_free(a);
}
