#include "checks/declared.h"

#include "checks/declared_types.h"
#include "model/print.h"

#include <stdlib.h>
#include <uthash.h>

enum { MOST_NEST = 300, SHOWN = 120 };

typedef struct Known { /* calls of the program before the pass */
	const char *call;         /* its name, or all of declared_call */
	VEC(const char *) texts;  /* kinds of arguments; or types of results */
	UT_hash_handle hh;
} Known;

typedef struct LoopSight {
	const char *calls; /* names of what it calls, sorted: passes split and clone loops, but a loop that is no pipeline stays whole */
	const Stmt *s;
} LoopSight;

typedef VEC(LoopSight) LoopSights;
typedef VEC(const char *) Names;

/* Rules that the text of one program can break by itself. */
typedef enum Rule { RULE_ALIAS, RULE_STORE, RULE_CARRY, RULE_BRANCH, RULE_SCALAR, RULE_KEYWORD, RULES } Rule;
static const char *const rule_says[RULES] = {
	[RULE_ALIAS] = "another name of a value has another type than the value",
	[RULE_STORE] = "the result of a store has another type than the tensor",
	[RULE_CARRY] = "a loop binds a name of another type than it carries",
	[RULE_BRANCH] = "an if binds a name of another type than a branch yields",
	[RULE_SCALAR] = "a scalar has another type than its expression",
	[RULE_KEYWORD] = "the type is not the one that the call asks for",
};

typedef struct Side {
	const Program *p;
	FuncId f;
	Arena *arena;
	Known *known;
	LoopSights loops;
	VEC(StmtId) buffers;   /* of rings */
	Span broken_at[RULES]; /* first break of each rule; line 0: none */
	const char *broken_name[RULES];
	Text text, other;      /* scratch */
} Side;

static const char *copy(Side *s, Text *t) { return arena_text(s->arena, t->at, t->n); }

static const char *type_text(Side *s, TypeId t) {
	s->text.n = 0;
	declared_type(s->p, t, &s->text);
	return copy(s, &s->text);
}

/* ---- rules of one program ---- */

static TypeId type_of(const Program *p, ExprId e) {
	const Expr *x = e ? ir_expr(p, e) : NULL;
	int64_t k;
	if (x && x->kind == X_ITEM && ir_const_int(p, x->b, &k) && ir_expr(p, x->a)->kind == X_VAR) {
		TypeId whole = ir_var(p, ir_expr(p, x->a)->var)->type;
		List parts = whole ? ir_type(p, whole)->elements : (List){0};
		return k >= 0 && k < parts.n ? parts.at[k] : 0;
	}
	return x && x->kind == X_VAR ? ir_var(p, x->var)->type : 0;
}

static void broken(Side *s, Rule rule, VarId v, Span at) {
	if (s->broken_at[rule].line)
		return;
	s->broken_at[rule] = at;
	s->broken_name[rule] = ir_hint(s->p, v);
}

static void demand(Side *s, Rule rule, TypeId want, VarId v, Span at) {
	TypeId has = v ? ir_var(s->p, v)->type : 0;
	if (!want || !has || want == has || s->broken_at[rule].line)
		return;
	s->text.n = s->other.n = 0;
	declared_type(s->p, want, &s->text);
	declared_type(s->p, has, &s->other);
	const char *a = text_end(&s->text), *b = text_end(&s->other);
	if (!declared_fits(a, b) && !declared_fits(b, a))
		broken(s, rule, v, at);
}

static void demand_scalar(Side *s, const Stmt *st) {
	TypeId has = ir_var(s->p, st->var)->type;
	if (!has || ir_expr(s->p, st->expr)->kind == X_VAR)
		return;
	Dtype d = declared_dtype(s->p, st->expr);
	const Type *t = ir_type(s->p, has);
	if (d != DT_NONE && (t->kind != T_SCALAR || t->dtype != d))
		broken(s, RULE_SCALAR, st->var, st->span);
}

/* target_memory, dtype, target_type and the shape of what is made say what the type says. */
static void demand_keywords(Side *s, const Stmt *st, const Call *c) {
	TypeId has = ir_var(s->p, st->var)->type;
	const Type *t = has ? ir_type(s->p, has) : NULL;
	if (!t || t->kind != T_TILE)
		return;
	static const char *const keys[] = {"target_memory", "dtype", "target_type"};
	for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
		ExprId e = ir_get(s->p, c->kwargs, keys[k]);
		const Expr *x = e ? ir_expr(s->p, e) : NULL;
		if (!x || x->kind != X_NAME)
			continue;
		const char *name = strrchr(ir_text(s->p, x->str), '.');
		const char *want = k ? dtype_names[t->dtype] : space_names[t->space];
		if ((k || t->space) && name && strcmp(name + 1, want))
			broken(s, RULE_KEYWORD, st->var, st->span);
	}
	bool makes = c->op == OP_TILE_CREATE || c->op == OP_TILE_FULL;
	const Expr *shape = makes && c->args.n ? ir_expr(s->p, c->args.at[0]) : NULL;
	for (uint32_t i = 0; shape && (shape->kind == X_LIST || shape->kind == X_TUPLE) && i < shape->list.n; i++) {
		int64_t x, y;
		if (i >= t->shape.n || (ir_const_int(s->p, shape->list.at[i], &x) && ir_const_int(s->p, t->shape.at[i], &y) && x != y))
			broken(s, RULE_KEYWORD, st->var, st->span);
	}
}

static const Stmt *yield_of(const Program *p, Block b) {
	const Stmt *last = NULL;
	for (uint32_t i = 0; i < b.n; i++)
		if (ir_stmt(p, b.at[i])->kind != S_NOTE)
			last = ir_stmt(p, b.at[i]);
	return last && last->kind == S_YIELD ? last : NULL;
}

static void demand_yields(Side *s, Rule rule, const Stmt *st, Block body) {
	const Stmt *yield = yield_of(s->p, body);
	for (uint32_t k = 0; yield && k < yield->values.n && k < st->returns.n; k++)
		demand(s, rule, type_of(s->p, yield->values.at[k]), st->returns.at[k], yield->span);
}

/* ---- what a function declares ---- */

/* NULL: none is known, and none is to be made. */
static Known *find_known(Side *s, const char *key, size_t n, bool make) {
	Known *known;
	HASH_FIND(hh, s->known, key, n, known);
	if (!known && make) {
		known = ARENA_NEW(s->arena, Known);
		known->call = arena_text(s->arena, key, n);
		HASH_ADD_KEYPTR(hh, s->known, known->call, n, known);
	}
	return known;
}

static void know(Known *known, const char *text) {
	for (uint32_t i = 0; i < known->texts.n; i++)
		if (!strcmp(known->texts.at[i], text))
			return;
	vec_push(&known->texts, text);
}

static const char *kinds_text(Side *s, const Call *c) {
	s->text.n = 0;
	declared_kinds(s->p, c, &s->text);
	return copy(s, &s->text);
}

static void know_call(Side *s, const Stmt *st, const Call *c) {
	const char *name = ir_text(s->p, c->callee), *kinds = kinds_text(s, c);
	know(find_known(s, name, strlen(name), true), kinds);
	if (st->kind != S_ASSIGN)
		return;
	s->text.n = 0;
	declared_call(s->p, c, &s->text);
	Known *known = find_known(s, s->text.at, s->text.n, true);
	know(known, type_text(s, ir_var(s->p, st->var)->type));
}

static void look_at_call(Side *s, const Stmt *st, const Call *c) {
	if (c->op == OP_UNKNOWN)
		return;
	const OpRow *row = &op_rows[c->op];
	if (row->effect == EFFECT_WRITE_GM && row->inherits >= 0 && (uint32_t)row->inherits < c->args.n)
		demand(s, RULE_STORE, type_of(s->p, c->args.at[row->inherits]), st->var, st->span);
	demand_keywords(s, st, c);
}

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static bool is_buffer(const Call *c) { return c->op == OP_SYSTEM_RESERVE_BUFFER || c->op == OP_SYSTEM_IMPORT_PEER_BUFFER; }

static void look_at_block(Side *s, Block b, bool learn, Names *calls, unsigned nest);

static void look_at_loop(Side *s, const Stmt *st, bool learn, Names *calls, unsigned nest) {
	uint32_t from = calls->n, at = s->loops.n;
	vec_push(&s->loops, ((LoopSight){NULL, st}));
	look_at_block(s, st->body, learn, calls, nest + 1);
	Names own = {0};
	for (uint32_t i = from; i < calls->n; i++)
		vec_push(&own, calls->at[i]);
	if (own.n)
		qsort(own.at, own.n, sizeof *own.at, by_name);
	s->text.n = 0;
	for (uint32_t i = 0; i < own.n; i++)
		if (!i || strcmp(own.at[i], own.at[i - 1]))
			text_printf(&s->text, "%.100s;", own.at[i]);
	vec_free(&own);
	s->loops.at[at].calls = copy(s, &s->text);
	for (uint32_t k = 0; k < st->iters.n && k < st->returns.n; k++) {
		demand(s, RULE_CARRY, type_of(s->p, ir_var(s->p, st->iters.at[k])->init), st->returns.at[k], st->span);
	}
	demand_yields(s, RULE_CARRY, st, st->body);
}

static void look_at_block(Side *s, Block b, bool learn, Names *calls, unsigned nest) {
	for (uint32_t i = 0; i < b.n && nest < MOST_NEST; i++) {
		const Stmt *st = ir_stmt(s->p, b.at[i]);
		const Call *c = ir_call_of(s->p, b.at[i]);
		if (c && c->op != OP_TILE_ALLOC)
			vec_push(calls, ir_text(s->p, c->callee));
		if (c && learn)
			know_call(s, st, c);
		if (c && is_buffer(c))
			vec_push(&s->buffers, b.at[i]);
		if (st->kind == S_ASSIGN) {
			if (c)
				look_at_call(s, st, c);
			else
				demand_scalar(s, st);
			demand(s, RULE_ALIAS, type_of(s->p, st->expr), st->var, st->span);
		} else if (st->kind == S_FOR || st->kind == S_WHILE) {
			look_at_loop(s, st, learn, calls, nest);
			continue;
		} else if (st->kind == S_IF) {
			demand_yields(s, RULE_BRANCH, st, st->body);
			demand_yields(s, RULE_BRANCH, st, st->orelse);
		}
		look_at_block(s, st->body, learn, calls, nest + 1);
		look_at_block(s, st->orelse, learn, calls, nest + 1);
	}
}

static void look(Side *s, const Program *p, FuncId f, Arena *arena, bool learn) {
	*s = (Side){.p = p, .f = f, .arena = arena};
	Names calls = {0};
	look_at_block(s, ir_func(p, f)->body, learn, &calls, 0);
	vec_free(&calls);
}

static void forget(Side *s) {
	Known *known, *next;
	HASH_ITER(hh, s->known, known, next) {
		HASH_DEL(s->known, known);
		vec_free(&known->texts);
	}
	vec_free(&s->loops);
	vec_free(&s->buffers);
	vec_free(&s->text);
	vec_free(&s->other);
}

/* ---- comparisons ---- */

typedef struct Finder {
	Side before, after;
	Arena *arena;
	Declared worst, doubted; /* as in a unit */
} Finder;

static void report(Finder *d, Verdict v, const char *property, bool is_meaning, Span before, Span after, const char *text) {
	Declared one = {v, property, before, after, text};
	if (!d->worst.text || (v == VERDICT_REFUTED && d->worst.verdict != VERDICT_REFUTED))
		d->worst = one;
	if (is_meaning && !d->doubted.text)
		d->doubted = one;
}

/* Nothing that could still be found would change the answers. */
static bool is_settled(const Finder *d) { return d->worst.text && d->worst.verdict == VERDICT_REFUTED && d->doubted.text; }

static const char *pair_text(Side *s, const Pair *pair) {
	if (!pair)
		return "nothing";
	s->text.n = 0;
	print_expr(s->p, 0, pair->value, &s->text);
	return copy(s, &s->text);
}

static const Pair *find_pair(const Program *p, Pairs pairs, const char *key) {
	for (uint32_t i = 0; i < pairs.n; i++)
		if (!strcmp(ir_text(p, pairs.at[i].key), key))
			return &pairs.at[i];
	return NULL;
}

/* The key of the first pair that the other side has not, or otherwise; NULL: none. */
static const char *other_pair(Side *a, Pairs x, Side *b, Pairs y) {
	for (uint32_t i = 0; i < x.n; i++) {
		const char *key = ir_text(a->p, x.at[i].key);
		const Pair *other = find_pair(b->p, y, key);
		if (!other || strcmp(pair_text(a, &x.at[i]), pair_text(b, other)))
			return key;
	}
	return NULL;
}

static const char *differing_pair(Finder *d, Pairs x, Pairs y) {
	const char *key = other_pair(&d->before, x, &d->after, y);
	return key ? key : other_pair(&d->after, y, &d->before, x);
}

static void compare_pairs(Finder *d, const char *what, Pairs x, Pairs y, Span at_x, Span at_y) {
	const char *key = differing_pair(d, x, y);
	if (key)
		report(d, VERDICT_UNKNOWN, "P1", true, at_x, at_y, arena_printf(d->arena, "%s '%s' of the function is %s before and %s after", what, key,
			pair_text(&d->before, find_pair(d->before.p, x, key)), pair_text(&d->after, find_pair(d->after.p, y, key))));
}

static void compare_head(Finder *d) {
	const Function *x = ir_func(d->before.p, d->before.f), *y = ir_func(d->after.p, d->after.f);
	Arena *a = d->arena;
	if (x->kind != y->kind)
		report(d, VERDICT_REFUTED, "P1", true, x->span, y->span, "the function is of another kind");
	if (x->n_params != y->n_params) {
		report(d, VERDICT_REFUTED, "P1", true, x->span, y->span, arena_printf(a, "the function has %u parameters before and %u after", x->n_params, y->n_params));
		return;
	}
	static const char *const directions[] = {"input", "output", "input and output"};
	for (uint32_t i = 0; i < x->n_params; i++) {
		VarId v = x->params[i].var, w = y->params[i].var;
		Span at_x = ir_var(d->before.p, v)->span, at_y = ir_var(d->after.p, w)->span;
		if (x->params[i].direction != y->params[i].direction)
			report(d, VERDICT_REFUTED, "P1", true, at_x, at_y, arena_printf(a, "parameter %u, '%s', is %s before and %s after", i + 1,
				ir_hint(d->after.p, w), directions[x->params[i].direction], directions[y->params[i].direction]));
		const char *s = type_text(&d->before, ir_var(d->before.p, v)->type), *t = type_text(&d->after, ir_var(d->after.p, w)->type);
		if (strcmp(s, t))
			report(d, VERDICT_REFUTED, "P2", true, at_x, at_y, arena_printf(a, "parameter %u, '%s', is %.*s before and %.*s after", i + 1,
				ir_hint(d->after.p, w), SHOWN, s, SHOWN, t));
	}
	if (x->results.n != y->results.n || x->returns_tuple != y->returns_tuple)
		report(d, VERDICT_REFUTED, "P2", true, x->span, y->span, arena_printf(a, "the function declares %u results before and %u after", x->results.n, y->results.n));
	for (uint32_t i = 0; i < x->results.n && i < y->results.n; i++) {
		const char *s = type_text(&d->before, x->results.at[i]), *t = type_text(&d->after, y->results.at[i]);
		if (strcmp(s, t))
			report(d, VERDICT_REFUTED, "P2", true, x->span, y->span, arena_printf(a, "result %u is %.*s before and %.*s after", i + 1, SHOWN, s, SHOWN, t));
	}
	compare_pairs(d, "argument", x->decorator, y->decorator, x->span, y->span);
	compare_pairs(d, "attribute", x->attrs, y->attrs, x->span, y->span);
}

static const char *const kind_says[] = {"sequential", "parallel", "unrolled", "a pipeline"};

/* What a loop may become: itself; a pipeline one of fewer stages, or none. */
static const char *not_from(Finder *d, const Stmt *x, const Stmt *y) {
	if (x->kind != S_FOR || y->kind != S_FOR)
		return NULL;
	if (x->loop_kind != y->loop_kind && (x->loop_kind != LOOP_PIPELINE || y->loop_kind != LOOP_RANGE))
		return arena_printf(d->arena, "the loop is %s before and %s after", kind_says[x->loop_kind], kind_says[y->loop_kind]);
	/* One stage is what replication leaves, and then it is a longer step. */
	int64_t step_x, step_y;
	bool replicated = y->stages == 1 && !(ir_const_int(d->before.p, x->step, &step_x) && ir_const_int(d->after.p, y->step, &step_y) && step_x == step_y);
	if (y->stages && y->stages != x->stages && !replicated)
		return arena_printf(d->arena, "the loop asks for %lld stages before and for %lld after", (long long)x->stages, (long long)y->stages);
	const char *key = differing_pair(d, x->attrs, y->attrs);
	return key ? arena_printf(d->arena, "attribute '%s' of the loop is another one", key) : NULL;
}

static void compare_loop(Finder *d, const LoopSight *y) {
	const char *why = NULL;
	const Stmt *from = NULL;
	for (uint32_t i = 0; i < d->before.loops.n; i++) {
		if (strcmp(d->before.loops.at[i].calls, y->calls))
			continue;
		const Stmt *x = d->before.loops.at[i].s;
		const char *no = not_from(d, x, y->s);
		if (!no)
			return;
		if (!why) {
			why = no;
			from = x;
		}
	}
	if (from)
		report(d, VERDICT_REFUTED, "P1", y->s->loop_kind == LOOP_PARALLEL, from->span, y->s->span, why);
	else if (y->s->kind == S_FOR && y->s->loop_kind == LOOP_PARALLEL)
		report(d, VERDICT_UNKNOWN, "P1", true, (Span){0}, y->s->span, "a parallel loop that the program before the pass has not");
}

static void compare_loops(Finder *d) {
	const LoopSights *x = &d->before.loops, *y = &d->after.loops;
	/* As many loops as before, with the same calls: each is itself. */
	bool same = x->n == y->n;
	for (uint32_t i = 0; same && i < x->n; i++)
		same = !strcmp(x->at[i].calls, y->at[i].calls);
	for (uint32_t i = 0; i < y->n && !is_settled(d); i++) {
		const char *why = same ? not_from(d, x->at[i].s, y->at[i].s) : NULL;
		if (why)
			report(d, VERDICT_REFUTED, "P1", y->at[i].s->loop_kind == LOOP_PARALLEL, x->at[i].s->span, y->at[i].s->span, why);
		else if (!same)
			compare_loop(d, &y->at[i]);
	}
}

static void compare_call(Finder *d, const Stmt *st, const Call *c) {
	Side *s = &d->after;
	const char *name = ir_text(s->p, c->callee), *kinds = kinds_text(s, c);
	Known *known = find_known(&d->before, name, strlen(name), false);
	bool same = !known; /* a call that is new: what it computes is for the engines */
	for (uint32_t i = 0; !same && i < known->texts.n; i++)
		same = !strcmp(known->texts.at[i], kinds);
	if (!same)
		report(d, VERDICT_UNKNOWN, "P2", true, (Span){0}, st->span, arena_printf(d->arena, "%s takes other arguments than before the pass", name));
	if (st->kind != S_ASSIGN)
		return;
	s->text.n = 0;
	declared_call(s->p, c, &s->text);
	known = find_known(&d->before, s->text.at, s->text.n, false);
	if (!known)
		return;
	const char *type = type_text(s, ir_var(s->p, st->var)->type);
	for (uint32_t i = 0; i < known->texts.n; i++)
		if (declared_fits(known->texts.at[i], type))
			return;
	report(d, VERDICT_REFUTED, "P2", true, (Span){0}, st->span, arena_printf(d->arena, "'%s' is declared as %.*s, but %s gives %.*s before the pass",
		ir_hint(s->p, st->var), SHOWN, type, ir_text(s->p, c->callee), SHOWN, known->texts.at[0]));
}

static void compare_calls(Finder *d, Block b, unsigned nest) {
	for (uint32_t i = 0; i < b.n && nest < MOST_NEST && !is_settled(d); i++) {
		const Stmt *st = ir_stmt(d->after.p, b.at[i]);
		const Call *c = ir_call_of(d->after.p, b.at[i]);
		if (c)
			compare_call(d, st, c);
		compare_calls(d, st->body, nest + 1);
		compare_calls(d, st->orelse, nest + 1);
	}
}

static const char *without_base(Side *s, StmtId id) {
	const Call *c = ir_call_of(s->p, id);
	s->text.n = 0;
	text_addz(&s->text, ir_text(s->p, c->callee));
	for (uint32_t i = 0; i < c->kwargs.n; i++)
		if (strcmp(ir_text(s->p, c->kwargs.at[i].key), "base")) {
			text_printf(&s->text, ", %.60s=", ir_text(s->p, c->kwargs.at[i].key));
			print_expr(s->p, 0, c->kwargs.at[i].value, &s->text);
		}
	return copy(s, &s->text);
}

/* -1: not placed yet. What is placed stays where it is. */
static int64_t base_of(const Program *p, StmtId id) {
	int64_t base;
	return ir_get_int(p, ir_call_of(p, id)->kwargs, "base", &base) ? base : -1;
}

static void compare_buffers(Finder *d) {
	if (d->before.buffers.n != d->after.buffers.n)
		report(d, VERDICT_UNKNOWN, "P8", true, (Span){0}, ir_func(d->after.p, d->after.f)->span, "it has other buffers for its rings");
	for (uint32_t i = 0; i < d->before.buffers.n && i < d->after.buffers.n; i++) {
		StmtId x = d->before.buffers.at[i], y = d->after.buffers.at[i];
		Span at_x = ir_stmt(d->before.p, x)->span, at_y = ir_stmt(d->after.p, y)->span;
		const char *was = without_base(&d->before, x), *is = without_base(&d->after, y);
		if (strcmp(was, is))
			report(d, VERDICT_REFUTED, "P8", true, at_x, at_y, arena_printf(d->arena, "the buffer of a ring is %.*s before and %.*s after", SHOWN, was, SHOWN, is));
		if (base_of(d->before.p, x) >= 0 && base_of(d->before.p, x) != base_of(d->after.p, y))
			report(d, VERDICT_REFUTED, "P8", true, at_x, at_y, "the buffer of a ring was placed before, and elsewhere");
	}
}

static void compare_rules(Finder *d) {
	int first = -1;
	for (int rule = 0; rule < RULES; rule++)
		if (d->after.broken_at[rule].line && !d->before.broken_at[rule].line &&
		    (first < 0 || d->after.broken_at[rule].line < d->after.broken_at[first].line))
			first = rule;
	if (first >= 0)
		report(d, VERDICT_REFUTED, "P2", true, (Span){0}, d->after.broken_at[first], arena_printf(d->arena, "'%s': %s", d->after.broken_name[first],
			rule_says[first]));
}

void declared_find(Unit *u) {
	Finder d = {.arena = u->arena};
	look(&d.before, u->before, u->f_before, u->arena, true);
	look(&d.after, u->after, u->f_after, u->arena, false);
	compare_head(&d);
	compare_loops(&d);
	compare_buffers(&d);
	compare_rules(&d);
	compare_calls(&d, ir_func(u->after, u->f_after)->body, 0);
	forget(&d.before);
	forget(&d.after);
	u->declared = d.worst;
	u->doubted = d.doubted;
}

void doubt_declared(Unit *u) {
	const Declared *d = &u->doubted;
	if (!d->text)
		return;
	for (uint32_t o = 0; o < OB_COUNT; o++) {
		bool mine = MEANING_BITS >> o & 1 && (u->asked & ~u->open) >> o & 1;
		Verdict v = u->answer[o].verdict;
		if (!mine || (v != VERDICT_PROVED && v != VERDICT_ASSUMED))
			continue;
		Result *r = unit_settle(u, (Obligation)o, VERDICT_UNKNOWN);
		r->reason = arena_printf(u->arena, "what is computed is the same, but not what is declared: %s", d->text);
		r->before_at = d->before.line ? d->before : r->before_at;
		r->after_at = d->after;
	}
}
