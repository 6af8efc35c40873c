/* Statements: control flow, bindings, the run itself. */
#include "model/interp_state.h"

#include <stdarg.h>
#include <stdlib.h>

bool run_over(const Interp *in) { return in->h->end != RUN_DONE; }

void stop_run(Interp *in, RunEnd why, Span at, const char *format, ...) {
	if (run_over(in))
		return;
	char text[256];
	va_list args;
	va_start(args, format);
	int n = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (n < 0)
		n = 0;
	in->h->end = why;
	in->h->end_at = at;
	in->h->end_reason = arena_text(in->h->arena, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

bool count_events(Interp *in, uint64_t n) {
	in->h->events += n;
	if (in->h->events <= in->options.budget && term_count(in->t) <= in->options.term_budget)
		return true;
	stop_run(in, RUN_BUDGET, in->at, "more than %llu events or %u terms", (unsigned long long)in->options.budget, in->options.term_budget);
	return false;
}

Site site(const Interp *in, Span span) { return (Site){span, in->round}; }

/* ---- the variables of a function ---- */

static void widen(Interp *in, VarId v) {
	if (!v)
		return;
	if (!in->first || v < in->first)
		in->first = v;
	if (v > in->last)
		in->last = v;
}

static void widen_block(Interp *in, Block b, unsigned depth) {
	if (depth > MOST_DEPTH)
		return; /* the run itself stops there with a message */
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(in->p, b.at[i]);
		widen(in, s->var);
		for (uint32_t k = 0; k < s->iters.n; k++)
			widen(in, s->iters.at[k]);
		for (uint32_t k = 0; k < s->returns.n; k++)
			widen(in, s->returns.at[k]);
		widen_block(in, s->body, depth + 1);
		widen_block(in, s->orelse, depth + 1);
	}
}

static void bind(Interp *in, VarId v, Value x) {
	if (v >= in->first && v <= in->last)
		in->env[v - in->first] = x;
}

/* ---- statements ---- */

static Flow run_block(Interp *in, Block b);

static Value eval_typed(Interp *in, ExprId e, TypeId type) {
	const Expr *x = ir_expr(in->p, e);
	return x->kind == X_CALL ? eval_call(in, e, type, false) : eval(in, e);
}

static void collect_values(Interp *in, List values) {
	in->yielded.n = 0;
	for (uint32_t i = 0; i < values.n && !run_over(in); i++) {
		Value v = eval(in, values.at[i]);
		vec_push(&in->yielded, v);
	}
}

/* Takes the values of the trailing yield that just ran into carried[0..n). */
static void take_yield(Interp *in, Value *carried, uint32_t n) {
	for (uint32_t i = 0; i < n && i < in->yielded.n; i++)
		carried[i] = in->yielded.at[i];
}

static void bind_all(Interp *in, List vars, const Value *values, uint32_t n) {
	for (uint32_t i = 0; i < vars.n && i < n; i++) {
		Value v = values[i];
		v.is_carried = true;
		bind(in, vars.at[i], v);
	}
}

static Value *initial_values(Interp *in, List iters) {
	Value *v = ARENA_ARRAY(in->h->arena, Value, iters.n + 1);
	for (uint32_t i = 0; i < iters.n && !run_over(in); i++) {
		ExprId init = ir_var(in->p, iters.at[i])->init;
		if (init)
			v[i] = eval(in, init);
	}
	return v;
}

/* Number of iterations of start, start + step, ... before stop. false: the run ended. */
static bool trip_count(Interp *in, const Stmt *s, Term start, Term stop, Term step, uint64_t *trip, int64_t *by) {
	Terms *t = in->t;
	if (!term_is_int(t, step, by)) {
		int64_t one = 1;
		if (!in->oracle->decide(in->oracle->self, step, DECIDE_STEP, &one, 1, by)) {
			stop_run(in, RUN_SYMBOLIC, s->span, "the step of the loop is not constant");
			return false;
		}
	}
	if (*by == 0) {
		stop_run(in, RUN_UNSUPPORTED, s->span, "a loop with step 0");
		return false;
	}
	Term span = term_sub(t, stop, start);
	int64_t width, from, to;
	if (term_is_int(t, start, &from) && term_is_int(t, stop, &to)) {
		/* The difference of two constants may not fit: count in unsigned arithmetic. */
		bool runs = *by > 0 ? from < to : from > to;
		uint64_t distance = *by > 0 ? (uint64_t)to - (uint64_t)from : (uint64_t)from - (uint64_t)to;
		uint64_t stride = *by > 0 ? (uint64_t)*by : 0 - (uint64_t)*by;
		*trip = runs ? (distance - 1) / stride + 1 : 0;
		return true;
	}
	if (!term_is_int(t, span, &width)) {
		int64_t hints[EMPTY_SPANS + 18];
		uint32_t n = 0;
		for (int64_t k = 0; k < EMPTY_SPANS; k++)
			hints[n++] = *by > 0 ? -k : k;
		for (int64_t k = 0; k < 18; k++)
			if (!__builtin_mul_overflow(k, *by, &hints[n]))
				n++;
		if (!in->oracle->decide(in->oracle->self, span, DECIDE_SPAN, hints, n, &width)) {
			stop_run(in, RUN_SYMBOLIC, s->span, "the trip count is not constant");
			return false;
		}
	}
	bool runs = *by > 0 ? width > 0 : width < 0;
	uint64_t distance = width > 0 ? (uint64_t)width : 0 - (uint64_t)width, stride = *by > 0 ? (uint64_t)*by : 0 - (uint64_t)*by;
	*trip = runs ? (distance - 1) / stride + 1 : 0;
	return true;
}

/* Enters an iteration; the caller puts in->round back when the loop ends. */
static void enter(Interp *in, const LoopRun *loop, uint64_t iteration, Term index, const Round *outer) {
	Round *r = ARENA_NEW(in->h->arena, Round);
	*r = (Round){loop, iteration, index, outer};
	in->round = r;
}

static LoopRun *loop_run(Interp *in, const Stmt *s, const char *variable, uint64_t trip) {
	LoopRun *loop = ARENA_NEW(in->h->arena, LoopRun);
	*loop = (LoopRun){s->span, variable, trip};
	return loop;
}

static Flow run_for(Interp *in, const Stmt *s) {
	Term start = eval_term(in, s->start), stop = eval_term(in, s->stop), step = eval_term(in, s->step);
	Value *carried = initial_values(in, s->iters);
	uint64_t trip;
	int64_t by;
	if (run_over(in) || !trip_count(in, s, start, stop, step, &trip, &by))
		return FLOW_END;
	Term index = start;
	Flow flow = FLOW_NEXT;
	const Round *outer = in->round;
	const LoopRun *loop = loop_run(in, s, ir_hint(in->p, s->var), trip);
	for (uint64_t k = 0; k < trip; k++) {
		enter(in, loop, k, index, outer);
		bind(in, s->var, (Value){.kind = V_INT, .term = index});
		bind_all(in, s->iters, carried, s->iters.n);
		in->yielded.n = 0;
		flow = run_block(in, s->body);
		if (flow == FLOW_RETURN || flow == FLOW_END)
			break;
		take_yield(in, carried, s->iters.n);
		if (flow == FLOW_BREAK)
			break;
		if (!count_events(in, 1)) {
			flow = FLOW_END;
			break;
		}
		index = term_add(in->t, index, term_int(in->t, by));
	}
	in->round = outer;
	if (flow == FLOW_RETURN || flow == FLOW_END)
		return flow;
	in->yielded.n = 0;
	bind_all(in, s->returns, carried, s->iters.n);
	return FLOW_NEXT;
}

static bool truth(Interp *in, ExprId condition, DecideKind kind, int64_t round, bool *value) {
	Term c = eval_term(in, condition);
	if (run_over(in))
		return false;
	int64_t v;
	if (!term_is_int(in->t, c, &v) && !in->oracle->decide(in->oracle->self, c, kind, &round, 1, &v)) {
		stop_run(in, RUN_SYMBOLIC, ir_expr(in->p, condition)->span.line ? ir_expr(in->p, condition)->span : in->at,
			"the condition is not constant");
		return false;
	}
	*value = v != 0;
	return true;
}

static Flow run_while(Interp *in, const Stmt *s) {
	Value *carried = initial_values(in, s->iters);
	Flow flow = FLOW_NEXT;
	const Round *outer = in->round;
	LoopRun *loop = loop_run(in, s, NULL, 0);
	for (int64_t round = 0; flow == FLOW_NEXT || flow == FLOW_CONTINUE; round++) {
		bool again;
		bind_all(in, s->iters, carried, s->iters.n);
		if (run_over(in) || !truth(in, s->expr, DECIDE_WHILE, round, &again)) {
			flow = FLOW_END;
			break;
		}
		if (!again)
			break;
		enter(in, loop, loop->trip++, 0, outer);
		in->yielded.n = 0;
		flow = run_block(in, s->body);
		if (flow == FLOW_RETURN || flow == FLOW_END)
			break;
		take_yield(in, carried, s->iters.n);
		if (flow != FLOW_BREAK && !count_events(in, 1))
			flow = FLOW_END;
	}
	in->round = outer;
	if (flow == FLOW_RETURN || flow == FLOW_END)
		return flow;
	in->yielded.n = 0;
	bind_all(in, s->returns, carried, s->iters.n);
	return FLOW_NEXT;
}

static Flow run_if(Interp *in, const Stmt *s) {
	bool yes;
	if (!truth(in, s->expr, DECIDE_IF, 0, &yes))
		return FLOW_END;
	in->yielded.n = 0;
	Flow flow = yes ? run_block(in, s->body) : s->has_else ? run_block(in, s->orelse) : FLOW_NEXT;
	if (flow == FLOW_NEXT && s->returns.n)
		bind_all(in, s->returns, in->yielded.at, in->yielded.n);
	in->yielded.n = 0;
	return flow;
}

static void unpack(Interp *in, const Stmt *s) {
	const Expr *x = ir_expr(in->p, s->expr);
	if (x->kind == X_CALL) {
		/* Each target is a result of its own; the call happens once, its value is a tuple of unknown parts. */
		Value call = eval_call(in, s->expr, 0, false);
		for (uint32_t i = 0; i < s->returns.n && !run_over(in); i++) {
			if (call.kind == V_TUPLE && i < call.term) {
				bind(in, s->returns.at[i], in->pool.at[call.object + i]);
				continue;
			}
			Term part = term_apply(in->t, "item", (Term[]){value_term(in, call), term_int(in->t, i)}, 2);
			bind(in, s->returns.at[i], new_value(in, ir_var(in->p, s->returns.at[i])->type, part));
		}
		return;
	}
	Value v = eval(in, s->expr);
	for (uint32_t i = 0; i < s->returns.n && !run_over(in); i++) {
		if (v.kind == V_TUPLE && i < v.term)
			bind(in, s->returns.at[i], in->pool.at[v.object + i]);
		else
			bind(in, s->returns.at[i], new_value(in, ir_var(in->p, s->returns.at[i])->type,
				term_apply(in->t, "item", (Term[]){value_term(in, v), term_int(in->t, i)}, 2)));
	}
}

static Flow run_statement(Interp *in, const Stmt *s) {
	in->at = s->span;
	if (!count_events(in, 1))
		return FLOW_END;
	switch ((StmtKind)s->kind) {
	case S_ASSIGN: {
		Value v = eval_typed(in, s->expr, ir_var(in->p, s->var)->type);
		bind(in, s->var, v);
		break;
	}
	case S_UNPACK:
		unpack(in, s);
		break;
	case S_EVAL:
		if (ir_expr(in->p, s->expr)->kind == X_CALL)
			eval_call(in, s->expr, 0, true);
		else
			eval(in, s->expr);
		break;
	case S_FOR:
		return run_for(in, s);
	case S_WHILE:
		return run_while(in, s);
	case S_IF:
		return run_if(in, s);
	case S_SCOPE:
		return run_block(in, s->body);
	case S_FOR_OTHER:
		stop_run(in, RUN_UNSUPPORTED, s->span, "a loop over an iterator that is not modelled");
		break;
	case S_YIELD:
		collect_values(in, s->values);
		break;
	case S_RETURN:
		in->is_use = true;
		for (uint32_t i = 0; i < s->values.n && !run_over(in); i++) {
			Happening r = {.what = eval_term(in, s->values.at[i]), .when = in->when, .at = site(in, s->span)};
			vec_push(&in->h->results, r);
		}
		in->is_use = false;
		return run_over(in) ? FLOW_END : FLOW_RETURN;
	case S_BREAK:
		return FLOW_BREAK;
	case S_CONTINUE:
		return FLOW_CONTINUE;
	case S_NOTE:
		break;
	}
	return run_over(in) ? FLOW_END : FLOW_NEXT;
}

static Flow run_block(Interp *in, Block b) {
	if (in->depth >= MOST_DEPTH) {
		stop_run(in, RUN_UNSUPPORTED, in->at, "statements nested more than %d deep", MOST_DEPTH);
		return FLOW_END;
	}
	in->depth++;
	Flow flow = FLOW_NEXT;
	for (uint32_t i = 0; i < b.n && flow == FLOW_NEXT; i++)
		flow = run_statement(in, ir_stmt(in->p, b.at[i]));
	in->depth--;
	return flow;
}

/* ---- the run ---- */

Interp *interp_new(const Program *p, Terms *t) {
	Interp *in = mem_alloc(sizeof *in);
	*in = (Interp){.p = p, .t = t, .names = arena_new()};
	in->calls = ARENA_ARRAY(in->names, CallFact *, p->exprs.n / FACT_CHUNK + 1);
	in->types = ARENA_ARRAY(in->names, TypeFact *, p->types.n / FACT_CHUNK + 1);
	return in;
}

CallFact *call_fact(Interp *in, ExprId e) {
	CallFact **chunk = &in->calls[e / FACT_CHUNK];
	if (!*chunk)
		*chunk = ARENA_ARRAY(in->names, CallFact, FACT_CHUNK);
	return &(*chunk)[e % FACT_CHUNK];
}

TypeFact *type_fact(Interp *in, TypeId t) {
	TypeFact **chunk = &in->types[t / FACT_CHUNK];
	if (!*chunk)
		*chunk = ARENA_ARRAY(in->names, TypeFact, FACT_CHUNK);
	return &(*chunk)[t % FACT_CHUNK];
}

void interp_free(Interp *in) {
	if (!in)
		return;
	arena_free(in->names);
	vec_free(&in->objects);
	vec_free(&in->views);
	vec_free(&in->pool);
	vec_free(&in->yielded);
	free(in);
}

static void bind_params(Interp *in, const Function *fn) {
	for (uint32_t i = 0; i < fn->n_params; i++) {
		const char *name = in->options.names && i < in->options.n_names ? in->options.names[i] : ir_hint(in->p, fn->params[i].var);
		VarId v = fn->params[i].var;
		TypeId type = ir_var(in->p, v)->type;
		if (type && ir_type(in->p, type)->kind == T_TENSOR)
			bind(in, v, new_tensor(in, term_symbol(in->t, name), i));
		else
			bind(in, v, new_symbol(in, type, name));
	}
}

History *interp_run(Interp *in, FuncId f, const Oracle *o, const RunOptions *options) {
	const Function *fn = ir_func(in->p, f);
	History *h = mem_alloc(sizeof *h);
	*h = (History){.arena = arena_new(), .end_reason = ""};
	in->h = h;
	in->oracle = o;
	in->options = *options;
	in->first = in->last = 0;
	in->when = in->made_calls = 0;
	in->depth = 0;
	in->is_use = false;
	in->at = fn->span;
	in->round = NULL;
	in->objects.n = in->views.n = in->pool.n = in->yielded.n = 0;
	vec_push(&in->objects, (TileObject){0});
	vec_push(&in->views, (View){0});
	for (uint32_t i = 0; i < fn->n_params; i++)
		widen(in, fn->params[i].var);
	widen_block(in, fn->body, 0);
	in->env = ARENA_ARRAY(h->arena, Value, in->last - in->first + 1);
	bind_params(in, fn);
	Flow flow = run_block(in, fn->body);
	if (flow == FLOW_BREAK || flow == FLOW_CONTINUE)
		stop_run(in, RUN_UNSUPPORTED, in->at, "break or continue outside a loop");
	close_roots(in);
	in->env = NULL;
	return h;
}

void history_free(History *h) {
	if (!h)
		return;
	for (uint32_t i = 0; i < h->rings.n; i++) {
		vec_free(&h->rings.at[i].pushes);
		vec_free(&h->rings.at[i].pops);
		vec_free(&h->rings.at[i].releases);
		vec_free(&h->rings.at[i].uses);
	}
	vec_free(&h->rings);
	for (uint32_t i = 0; i < h->roots.n; i++) {
		vec_free(&h->roots.at[i].accesses);
		vec_free(&h->roots.at[i].content);
	}
	vec_free(&h->roots);
	vec_free(&h->ordered);
	vec_free(&h->unknown_ops);
	vec_free(&h->tile_writes);
	vec_free(&h->results);
	arena_free(h->arena);
	free(h);
}

RingHistory *history_ring(const History *h, int64_t id, Ring direction) {
	for (uint32_t i = 0; i < h->rings.n; i++)
		if (h->rings.at[i].id == id && h->rings.at[i].direction == direction)
			return &h->rings.at[i];
	return NULL;
}
