/* Statements: one symbolic evaluation of each body, loops as binders. See summary.h. */
#include "checks/prove/summarize.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_STEPS = 1000000 };

void sum_fail(Eval *e, Span at, const char *why) {
	if (e->failed)
		return;
	e->failed = true;
	e->failed_at = at;
	e->why = why;
}

Term sum_state(Eval *e, uint32_t cell) {
	return cell < e->state.n && e->state.at[cell] ? e->state.at[cell] : e->w->cells.at[cell].initial;
}

void sum_set(Eval *e, uint32_t cell, Term value) {
	while (e->state.n <= cell)
		vec_push(&e->state, 0);
	e->state.at[cell] = value;
}

void sum_outs(Eval *e) {
	if (e->outs >= e->w->channels.n)
		return;
	e->out = mem_resize(e->out, e->w->channels.n * sizeof *e->out);
	memset(e->out + e->outs, 0, (e->w->channels.n - e->outs) * sizeof *e->out);
	e->outs = e->w->channels.n;
}

void sum_append(Eval *e, uint32_t channel, const Item *item) {
	sum_outs(e);
	vec_push(&e->out[channel], *item);
}

void sum_event(Eval *e, uint32_t channel, Term term, Span at) {
	uint32_t cell = e->w->channels.at[channel].cell;
	Term count = sum_state(e, cell);
	sum_append(e, channel, &(Item){.kind = ITEM_EVENT, .term = term, .span = at, .count = count});
	sum_set(e, cell, term_add(e->w->terms, count, term_int(e->w->terms, 1)));
}

uint32_t sum_own_cell(Eval *e, CellKind kind, VarId v, Term initial) {
	World *w = e->w;
	for (uint32_t i = 0; i < e->own.n; i++)
		if (e->own.at[i].var == v)
			return e->own.at[i].cell;
	const char *name = ir_hint(e->p, v);
	uint32_t cell = 0;
	for (; cell < w->cells.n; cell++) {
		const Cell *c = &w->cells.at[cell];
		bool taken = c->kind != kind || c->is_output || strcmp(c->name, name);
		for (uint32_t i = 0; i < e->own.n && !taken; i++)
			taken = e->own.at[i].cell == cell;
		if (!taken)
			break;
	}
	if (cell == w->cells.n)
		vec_push(&w->cells, ((Cell){.kind = kind, .initial = initial, .name = arena_text(w->arena, name, strlen(name))}));
	vec_push(&e->own, ((OwnCell){v, cell}));
	return cell;
}

void sum_bind(Eval *e, VarId v, Value value) { e->env[v] = value; }

Seq sum_collect(Eval *e, ItemVec *v) {
	Seq s = {arena_copy(e->w->arena, v->at, v->n * sizeof *v->at), v->n};
	vec_free(v);
	return s;
}

/* ---- branches ---- */

typedef struct Branch {
	TermVec state;
	ItemVec *out;
	uint32_t outs;
	Value *yields;
	uint32_t n_yields;
	Flow flow;
	Term *results;
	uint32_t n_results;
} Branch;

static bool may_return(const Program *p, Block b, int depth) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		if (s->kind == S_RETURN)
			return true;
		if (depth > 0 && (s->kind == S_IF || s->kind == S_SCOPE) && (may_return(p, s->body, depth - 1) || may_return(p, s->orelse, depth - 1)))
			return true;
	}
	return false;
}

static Branch run_branch(Eval *e, Block arm, const Rest *rest, const TermVec *state, Term fact) {
	Branch b = {0};
	ItemVec *saved_out = e->out;
	uint32_t saved_outs = e->outs, facts = e->w->facts.n;
	ValueVec saved_yields = e->yields;
	e->out = NULL;
	e->outs = 0;
	e->yields = (ValueVec){0};
	e->state = (TermVec){0};
	for (uint32_t i = 0; i < state->n; i++)
		vec_push(&e->state, state->at[i]);
	e->results = NULL;
	e->n_results = 0;
	vec_push(&e->w->facts, fact);
	b.flow = sum_run(e, arm, 0, rest);
	e->w->facts.n = facts;
	b.state = e->state;
	sum_outs(e);
	b.out = e->out;
	b.outs = e->outs;
	b.n_yields = e->yields.n;
	b.yields = arena_copy(e->w->arena, e->yields.at, b.n_yields * sizeof(Value));
	vec_free(&e->yields);
	b.results = e->results;
	b.n_results = e->n_results;
	e->yields = saved_yields;
	e->out = saved_out;
	e->outs = saved_outs;
	return b;
}

Term sum_state_in(const Eval *e, const TermVec *s, uint32_t cell) {
	return cell < s->n && s->at[cell] ? s->at[cell] : e->w->cells.at[cell].initial;
}

static Term choose(Eval *e, Term c, Term a, Term b) { return term_fn(e->w->terms, FN_ITE, (Term[]){c, a, b}, 3); }

/* The two arms become one state, and on every channel one item where they differ. */
static void merge(Eval *e, Term c, Branch *yes, Branch *no, const TermVec *entry, Span at) {
	World *w = e->w;
	sum_outs(e);
	for (uint32_t ch = 0; ch < w->channels.n; ch++) {
		ItemVec none = {0};
		Seq a = sum_collect(e, ch < yes->outs ? &yes->out[ch] : &none), b = sum_collect(e, ch < no->outs ? &no->out[ch] : &none);
		if (seq_term(w, a) == seq_term(w, b)) {
			for (uint32_t i = 0; i < a.n; i++)
				sum_append(e, ch, &a.at[i]);
		} else {
			Item item = if_item(w, c, a, b, sum_state_in(e, entry, w->channels.at[ch].cell), at);
			sum_append(e, ch, &item);
		}
	}
	free(yes->out);
	free(no->out);
	e->state = (TermVec){0};
	for (uint32_t i = 0; i < w->cells.n; i++) {
		bool alive = (i < yes->state.n && yes->state.at[i]) || (i < no->state.n && no->state.at[i]);
		vec_push(&e->state, alive ? choose(e, c, sum_state_in(e, &yes->state, i), sum_state_in(e, &no->state, i)) : 0);
	}
	vec_free(&yes->state);
	vec_free(&no->state);
}

static void bind_yields(Eval *e, const Stmt *s) {
	if (e->yields.n < s->returns.n)
		sum_fail(e, s->span, "a branch that does not yield all values");
	for (uint32_t i = 0; i < s->returns.n && i < e->yields.n; i++)
		sum_bind(e, s->returns.at[i], e->yields.at[i]);
}

static Flow run_if(Eval *e, const Stmt *s, Block block, uint32_t index, const Rest *rest) {
	World *w = e->w;
	Term c = sum_term(e, s->expr), not_c = term_fn(w->terms, FN_NOT, &c, 1);
	int64_t known;
	bool returns = may_return(e->p, s->body, 50) || may_return(e->p, s->orelse, 50);
	Rest after = {s, block, index + 1, rest};
	const Rest *tail = returns ? &after : NULL;
	if (e->failed)
		return FLOW_RETURNED;
	if (term_is_int(w->terms, c, &known)) {
		e->yields.n = 0;
		Flow flow = sum_run(e, known ? s->body : s->orelse, 0, tail);
		if (returns)
			return FLOW_RETURNED;
		bind_yields(e, s);
		return flow;
	}
	TermVec entry = e->state;
	Branch yes = run_branch(e, s->body, tail, &entry, c), no = run_branch(e, s->orelse, tail, &entry, not_c);
	merge(e, c, &yes, &no, &entry, s->span);
	vec_free(&entry);
	for (uint32_t i = 0; !returns && i < s->returns.n; i++) {
		if (i >= yes.n_yields || i >= no.n_yields) {
			sum_fail(e, s->span, "a branch that does not yield all values");
			return FLOW_RETURNED;
		}
		Value a = yes.yields[i], b = no.yields[i];
		Value v = {.term = choose(e, c, a.term, b.term), .root = a.root, .is_view = a.is_view, .is_int = a.is_int && b.is_int};
		/* Arms that yield different tensors: which one it is becomes a value, and its content is not followed. */
		if (a.root != b.root || a.is_lost || b.is_lost || (a.root && (a.is_view != b.is_view || (a.is_view && a.term != b.term))))
			v = (Value){.term = v.term, .is_lost = true};
		sum_bind(e, s->returns.at[i], v);
	}
	if (!returns)
		return FLOW_FELL;
	e->n_results = yes.n_results < no.n_results ? yes.n_results : no.n_results;
	if (yes.n_results != no.n_results)
		sum_fail(e, s->span, "arms that return different numbers of values");
	e->results = ARENA_ARRAY(w->arena, Term, e->n_results + 1);
	for (uint32_t i = 0; i < e->n_results; i++)
		e->results[i] = choose(e, c, yes.results[i], no.results[i]);
	return FLOW_RETURNED;
}

/* ---- blocks ---- */

static void run_assign(Eval *e, const Stmt *s) {
	const Expr *x = ir_expr(e->p, s->expr);
	TypeId type = ir_var(e->p, s->var)->type;
	e->unused = !e->used[s->var];
	Value v = x->kind == X_CALL ? sum_call(e, s->expr, type, s->var, false) : sum_expr(e, s->expr);
	e->unused = false;
	if (type)
		v.is_lost = sum_is_tensor(e->p, type) && !v.root;
	if (type && ir_type(e->p, type)->kind == T_SCALAR && !sum_is_integer(e->p, type))
		v.is_int = false;
	if (e->written_tiles[s->var] && !v.tile && !v.root && !v.is_lost) {
		/* A statement writes this tile in place: it becomes a cell of its own. */
		v.tile = sum_own_cell(e, CELL_TILE, s->var, v.term) + 1;
		sum_set(e, v.tile - 1, v.term);
		if (e->loop_depth)
			sum_fail(e, s->span, "a tile that is made in a loop and written in place");
	}
	sum_bind(e, s->var, v);
}

static void run_eval(Eval *e, const Stmt *s) {
	const Expr *x = ir_expr(e->p, s->expr);
	e->unused = true;
	if (x->kind == X_CALL)
		sum_call(e, s->expr, 0, 0, true);
	else
		sum_expr(e, s->expr);
	e->unused = false;
}

/* Each target is a part of one value; which tensor a part is is not followed. */
static void run_unpack(Eval *e, const Stmt *s) {
	Terms *t = e->w->terms;
	Term whole = sum_term(e, s->expr);
	for (uint32_t k = 0; k < s->returns.n; k++) {
		TypeId type = ir_var(e->p, s->returns.at[k])->type;
		Value v = {.term = term_apply(t, "item", (Term[]){whole, term_int(t, k)}, 2)};
		v.is_lost = sum_is_tensor(e->p, type);
		v.is_int = sum_is_integer(e->p, type);
		sum_bind(e, s->returns.at[k], v);
	}
}

static void run_yield(Eval *e, const Stmt *s) {
	ValueVec values = {0};
	for (uint32_t i = 0; i < s->values.n; i++) {
		Value v = sum_expr(e, s->values.at[i]);
		if (v.tile)
			sum_fail(e, s->span, "a tile written in place that a block yields");
		vec_push(&values, v);
	}
	vec_free(&e->yields);
	e->yields = values;
}

static Flow run_return(Eval *e, const Stmt *s) {
	if (e->loop_depth)
		sum_fail(e, s->span, "a return inside a loop");
	e->n_results = s->values.n;
	e->results = ARENA_ARRAY(e->w->arena, Term, s->values.n + 1);
	for (uint32_t i = 0; i < s->values.n; i++)
		e->results[i] = sum_term(e, s->values.at[i]);
	return FLOW_RETURNED;
}

Flow sum_run(Eval *e, Block b, uint32_t from, const Rest *rest) {
	for (uint32_t i = from; i < b.n && !e->failed; i++) {
		const Stmt *s = ir_stmt(e->p, b.at[i]);
		if (++e->steps > MOST_STEPS) {
			sum_fail(e, s->span, "too many paths through the code");
			break;
		}
		switch (s->kind) {
		case S_ASSIGN:
			run_assign(e, s);
			break;
		case S_EVAL:
			run_eval(e, s);
			break;
		case S_UNPACK:
			run_unpack(e, s);
			break;
		case S_FOR:
			sum_loop(e, s, false);
			break;
		case S_WHILE:
			sum_loop(e, s, true);
			break;
		case S_IF:
			if (run_if(e, s, b, i, rest) == FLOW_RETURNED)
				return FLOW_RETURNED;
			break;
		case S_SCOPE: {
			Rest after = {NULL, b, i + 1, rest};
			bool returns = may_return(e->p, s->body, 50);
			if (sum_run(e, s->body, 0, returns ? &after : NULL) == FLOW_RETURNED || returns)
				return FLOW_RETURNED;
			break;
		}
		case S_YIELD:
			run_yield(e, s);
			break;
		case S_RETURN:
			return run_return(e, s);
		case S_NOTE:
			break;
		case S_BREAK: case S_CONTINUE:
			sum_fail(e, s->span, "break or continue");
			break;
		default:
			sum_fail(e, s->span, "an iterator that is not modelled");
			break;
		}
	}
	if (e->failed)
		return FLOW_RETURNED;
	if (rest && rest->owner)
		bind_yields(e, rest->owner);
	return rest ? sum_run(e, rest->block, rest->from, rest->outer) : FLOW_FELL;
}

void sum_body(Eval *e, Block body) {
	sum_run(e, body, 0, NULL);
	sum_outs(e);
}

Seq sum_take(Eval *e, uint32_t channel) { return sum_collect(e, &e->out[channel]); }
