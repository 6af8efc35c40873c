#include "analyzer/fifo.h"
#include "analyzer/index_term.h"
#include "analyzer/uses.h"

#include <stdio.h>

enum { MAX_NEST = 400 };

typedef VEC(uint32_t) Jumps;

typedef struct OpenLoop { /* an emitted loop */
	uint32_t at;
	Jumps to_next, behind; /* jumps of continue and break */
} OpenLoop;

typedef struct Emitter {
	Program *p;
	const FifoOptions *o;
	IndexEnv env;
	bool *tile;      /* fifo_tiles; NULL: not asked for */
	uint8_t *seen;   /* by StmtId: memory of has_events and has_leave */
	VEC(RingInsn) code;
	OpenLoop loop[RING_MAX_NEST];
	uint32_t depth;
	Jumps to_end;
	unsigned quiet;  /* > 0: only scalars are followed */
	unsigned nest;
	uint32_t loops;  /* numbers loops, for their symbols */
	StrId function;
	Fifo *out;
} Emitter;

uint32_t ring_key(RingKeys *keys, Ring direction, int64_t id) {
	for (uint32_t i = 0; i < keys->n; i++)
		if (keys->at[i].direction == direction && keys->at[i].id == id)
			return i;
	if (keys->n == RING_MAX_RINGS)
		return RING_MAX_RINGS;
	keys->at[keys->n] = (RingKey){ direction, id };
	return keys->n++;
}

static void unsupported(Emitter *m, Span at, const char *what) {
	if (m->out->unsupported)
		return;
	m->out->unsupported = what;
	m->out->unsupported_at = at;
}

static uint32_t add(Emitter *m, RingInsn insn) {
	if (!m->quiet)
		vec_push(&m->code, insn);
	return m->code.n - 1;
}

static uint32_t add_jump(Emitter *m) {
	return add(m, (RingInsn){ .op = RC_JUMP });
}

static void land(Emitter *m, Jumps *jumps) {
	for (uint32_t i = 0; i < jumps->n; i++)
		m->code.at[jumps->at[i]].target = m->code.n;
	vec_free(jumps);
}

/* ---- what is worth emitting ---- */

enum { EVENTS_KNOWN = 1, EVENTS = 2, LEAVE_KNOWN = 4, LEAVE = 8 };

static bool is_event(const Call *c) {
	return c && (ir_is_push(c->op) || ir_is_pop(c->op) || ir_is_free(c->op));
}

static bool touches_tiles(const Emitter *m, StmtId s) {
	VarVec uses = { 0 };
	bool any = false;

	if (!m->tile)
		return false;
	uses_of(m->p, s, false, &uses);
	for (uint32_t i = 0; i < uses.n && !any; i++)
		any = uses.at[i] <= m->p->vars.n && m->tile[uses.at[i]];
	vec_free(&uses);
	return any;
}

static FuncId callee_of(const Program *p, const Call *c) {
	const char *name = ir_text(p, c->callee);

	if (strncmp(name, "self.", 5) != 0)
		return 0;
	for (FuncId f = 1; f <= ir_func_count(p); f++)
		if (strcmp(ir_text(p, ir_func(p, f)->name), name + 5) == 0)
			return f;
	return 0;
}

static bool block_has_events(Emitter *m, Block b, unsigned nest);

static bool has_events(Emitter *m, StmtId id, unsigned nest) {
	const Stmt *s = ir_stmt(m->p, id);
	const Call *c = ir_call_of(m->p, id);
	bool yes;

	if (m->seen[id] & EVENTS_KNOWN || nest > MAX_NEST)
		return m->seen[id] & EVENTS;
	yes = is_event(c) || s->kind == S_RETURN || (c && callee_of(m->p, c)) || touches_tiles(m, id) ||
	      block_has_events(m, s->body, nest + 1) || block_has_events(m, s->orelse, nest + 1);
	m->seen[id] = (uint8_t)(m->seen[id] | EVENTS_KNOWN | (yes ? EVENTS : 0));
	return yes;
}

static bool block_has_events(Emitter *m, Block b, unsigned nest) {
	bool any = false;

	for (uint32_t i = 0; i < b.n; i++)
		any |= has_events(m, b.at[i], nest);
	return any;
}

/* A break or continue of the loop that the statement stands in. */
static bool has_leave(Emitter *m, StmtId id, unsigned nest) {
	const Stmt *s = ir_stmt(m->p, id);
	bool yes = s->kind == S_BREAK || s->kind == S_CONTINUE;

	if (m->seen[id] & LEAVE_KNOWN || nest > MAX_NEST)
		return m->seen[id] & LEAVE;
	if (s->kind == S_IF || s->kind == S_SCOPE) {
		for (uint32_t i = 0; i < s->body.n; i++)
			yes |= has_leave(m, s->body.at[i], nest + 1);
		for (uint32_t i = 0; i < s->orelse.n; i++)
			yes |= has_leave(m, s->orelse.at[i], nest + 1);
	}
	m->seen[id] = (uint8_t)(m->seen[id] | LEAVE_KNOWN | (yes ? LEAVE : 0));
	return yes;
}

/* ---- simple statements ---- */

static VarId tile_argument(const Emitter *m, const Call *c) {
	const Expr *e = c->args.n ? ir_expr(m->p, c->args.at[0]) : NULL;

	return e && e->kind == X_VAR ? e->var : 0;
}

static void emit_event(Emitter *m, const Stmt *s, const Call *c) {
	RingInsn in = { .op = ir_is_push(c->op) ? RC_PUSH : ir_is_pop(c->op) ? RC_POP : RC_FREE, .span = s->span };
	uint32_t key = ring_key(m->o->keys, op_rows[c->op].ring, ir_pipe_id(m->p, c));

	if (key == RING_MAX_RINGS) {
		unsupported(m, s->span, "more rings than are modelled");
		return;
	}
	in.ring = (uint8_t)key;
	if (!ir_get_int(m->p, c->kwargs, "split", &in.split))
		in.split = 0;
	in.tile = in.op == RC_POP ? s->var : tile_argument(m, c);
	in.type = in.tile ? ir_var(m->p, in.tile)->type : 0;
	m->out->events += !m->quiet;
	add(m, in);
}

static void touch(Emitter *m, StmtId id) {
	VarVec uses = { 0 };

	if (!m->tile)
		return;
	uses_of(m->p, id, false, &uses);
	for (uint32_t i = 0; i < uses.n; i++)
		if (m->tile[uses.at[i]])
			add(m, (RingInsn){ .op = RC_TOUCH, .tile = uses.at[i], .span = ir_stmt(m->p, id)->span });
	vec_free(&uses);
}

/* to now names what from names, when either may be a popped tile. */
static void bind(Emitter *m, VarId to, ExprId from, bool carried, Span at) {
	const Expr *e = from ? ir_expr(m->p, from) : NULL;
	VarId v = e && e->kind == X_VAR && m->tile && m->tile[e->var] ? e->var : 0;

	if (m->tile && m->tile[to])
		add(m, (RingInsn){ .op = RC_BIND, .tile = to, .other = v, .trip = carried, .span = at });
}

static void emit_assign(Emitter *m, StmtId id) {
	const Stmt *s = ir_stmt(m->p, id);
	const Call *c = ir_call_of(m->p, id);

	if (c && is_event(c)) {
		if (!ir_is_free(c->op))
			touch(m, id);
		emit_event(m, s, c);
		return;
	}
	if (c && callee_of(m->p, c)) {
		FuncId f = callee_of(m->p, c);
		if (block_has_events(m, ir_func(m->p, f)->body, 0))
			unsupported(m, s->span, "a call of a function that may use rings");
	}
	if (s->kind != S_ASSIGN) {
		touch(m, id);
		return;
	}
	if (!c && m->tile && m->tile[s->var]) {
		bind(m, s->var, s->expr, false, s->span);
		return;
	}
	touch(m, id);
	if (c && op_rows[c->op].inherits >= 0 && (uint32_t)op_rows[c->op].inherits < c->args.n)
		bind(m, s->var, c->args.at[op_rows[c->op].inherits], false, s->span);
	else if (m->tile && m->tile[s->var])
		bind(m, s->var, 0, false, s->span);
	if (s->var < m->env.vars && (!ir_var(m->p, s->var)->type || ir_type(m->p, ir_var(m->p, s->var)->type)->kind == T_SCALAR))
		m->env.value[s->var] = index_term(&m->env, s->expr);
}

/* ---- control ---- */

static void emit_block(Emitter *m, Block b);

static void vary(Emitter *m, uint32_t at) {
	for (uint32_t i = 0; i < m->depth; i++) {
		RingInsn *outer = &m->code.at[m->loop[i].at];
		if (m->code.at[at].trip < 0 && term_mentions(m->o->terms, m->code.at[at].term, outer->symbol))
			m->code.at[at].varies = outer->varies = true;
	}
}

static const Stmt *yield_of(const Emitter *m, Block body) {
	const Stmt *last = body.n ? ir_stmt(m->p, body.at[body.n - 1]) : NULL;

	return last && last->kind == S_YIELD ? last : NULL;
}

/* Results of a loop: names before it, and at the end of each iteration. All yields are read before an iteration argument changes. */
static void loop_names(Emitter *m, const Stmt *s, bool at_end) {
	const Stmt *yield = at_end ? yield_of(m, s->body) : NULL;

	for (uint32_t i = 0; i < s->iters.n && i < s->returns.n; i++)
		bind(m, s->returns.at[i], at_end ? (yield && i < yield->values.n ? yield->values.at[i] : 0) : ir_var(m->p, s->iters.at[i])->init, true,
		     s->span);
	for (uint32_t i = 0; i < s->iters.n && i < s->returns.n; i++)
		if (m->tile && m->tile[s->iters.at[i]])
			add(m, (RingInsn){ .op = RC_BIND, .tile = s->iters.at[i], .other = s->returns.at[i], .trip = 1, .span = s->span });
}

static void emit_loop(Emitter *m, StmtId id) {
	const Stmt *s = ir_stmt(m->p, id);
	RingInsn in = { .op = RC_LOOP, .trip = RING_UNKNOWN_TRIP, .span = s->span };
	char name[160];
	uint32_t at, next, number = ++m->loops;

	if (m->depth == RING_MAX_NEST || m->env.loops == INDEX_MAX_LOOPS) {
		unsupported(m, s->span, "loops nested too deep");
		return;
	}
	snprintf(name, sizeof name, "%s iteration#%u", ir_text(m->p, m->function), number);
	in.symbol = term_symbol(m->o->terms, name);
	if (s->kind == S_FOR) {
		in.start = index_term(&m->env, s->start);
		in.step = index_term(&m->env, s->step);
		in.term = index_trip(&m->env, in.start, index_term(&m->env, s->stop), in.step, number);
	} else {
		in.start = term_int(m->o->terms, 0);
		in.step = term_int(m->o->terms, 1);
		in.term = index_unknown(&m->env, "trip count", number);
		if (s->kind == S_FOR_OTHER)
			unsupported(m, s->span, "ring operations under an iterator that is not modelled");
	}
	if (!term_is_int(m->o->terms, in.term, &in.trip))
		in.trip = RING_UNKNOWN_TRIP;
	loop_names(m, s, false);
	at = add(m, in);
	vary(m, at);
	m->loop[m->depth++] = (OpenLoop){ .at = at };
	m->env.loop[m->env.loops++] = in.symbol;
	if (s->var < m->env.vars)
		m->env.value[s->var] = in.symbol;
	emit_block(m, s->body);
	m->env.loops--;
	m->depth--;
	land(m, &m->loop[m->depth].to_next);
	loop_names(m, s, true);
	next = add(m, (RingInsn){ .op = RC_NEXT, .target = at });
	m->code.at[at].target = next;
	land(m, &m->loop[m->depth].behind);
}

static void branch_names(Emitter *m, const Stmt *s, Block arm, Term *values) {
	const Stmt *yield = yield_of(m, arm);

	for (uint32_t i = 0; i < s->returns.n; i++) {
		ExprId e = yield && i < yield->values.n ? yield->values.at[i] : 0;
		bind(m, s->returns.at[i], e, true, s->span);
		values[i] = e ? index_term(&m->env, e) : index_unknown(&m->env, "result", s->returns.at[i]);
	}
}

static void emit_if(Emitter *m, StmtId id) {
	const Stmt *s = ir_stmt(m->p, id);
	Term cond = index_term(&m->env, s->expr), *yes, *no;
	int64_t known;
	uint32_t n = s->returns.n, branch, over;

	yes = ARENA_ARRAY(m->p->arena, Term, n + 1);
	no = ARENA_ARRAY(m->p->arena, Term, n + 1);
	if (term_is_int(m->o->terms, cond, &known)) {
		Block arm = known ? s->body : s->orelse;
		emit_block(m, arm);
		branch_names(m, s, arm, yes);
		memcpy(no, yes, n * sizeof *no);
	} else {
		branch = add(m, (RingInsn){ .op = RC_BRANCH, .trip = RING_UNKNOWN_TRIP, .term = cond, .span = s->span });
		if (!m->quiet)
			vary(m, branch);
		emit_block(m, s->body);
		branch_names(m, s, s->body, yes);
		over = add_jump(m);
		if (!m->quiet)
			m->code.at[branch].target = m->code.n;
		emit_block(m, s->orelse);
		branch_names(m, s, s->orelse, no);
		if (!m->quiet)
			m->code.at[over].target = m->code.n;
	}
	for (uint32_t i = 0; i < n; i++) {
		Term args[3] = { cond, yes[i], no[i] };
		if (s->returns.at[i] < m->env.vars)
			m->env.value[s->returns.at[i]] = term_fn(m->o->terms, FN_ITE, args, 3);
	}
}

/* return, break, continue: give up the loops in between, then jump. */
static void emit_leave(Emitter *m, const Stmt *s) {
	uint32_t frames = s->kind == S_RETURN ? m->depth : s->kind == S_BREAK ? 1 : 0;
	uint32_t jump;

	if (m->quiet || (s->kind != S_RETURN && m->depth == 0))
		return;
	if (frames)
		add(m, (RingInsn){ .op = RC_LEAVE, .trip = frames, .span = s->span });
	jump = add_jump(m);
	if (s->kind == S_RETURN)
		vec_push(&m->to_end, jump);
	else if (s->kind == S_BREAK)
		vec_push(&m->loop[m->depth - 1].behind, jump);
	else
		vec_push(&m->loop[m->depth - 1].to_next, jump);
}

static void emit_stmt(Emitter *m, StmtId id) {
	const Stmt *s = ir_stmt(m->p, id);
	bool wanted = has_events(m, id, 0) || (m->depth > 0 && has_leave(m, id, 0));

	switch ((StmtKind)s->kind) {
	case S_ASSIGN: case S_UNPACK: case S_EVAL:
		emit_assign(m, id);
		break;
	case S_FOR: case S_WHILE: case S_FOR_OTHER:
		if (wanted && !m->quiet)
			emit_loop(m, id);
		break;
	case S_IF:
		m->quiet += !wanted;
		emit_if(m, id);
		m->quiet -= !wanted;
		break;
	case S_SCOPE:
		emit_block(m, s->body);
		break;
	case S_RETURN:
		touch(m, id);
		emit_leave(m, s);
		break;
	case S_BREAK: case S_CONTINUE:
		emit_leave(m, s);
		break;
	case S_YIELD: case S_NOTE:
		break;
	}
}

static void emit_block(Emitter *m, Block b) {
	if (m->nest >= MAX_NEST) {
		unsupported(m, b.n ? ir_stmt(m->p, b.at[0])->span : (Span){ 0, 0 }, "statements nested too deep");
		return;
	}
	m->nest++;
	for (uint32_t i = 0; i < b.n; i++)
		emit_stmt(m, b.at[i]);
	m->nest--;
}

void fifo_of(Program *p, FuncId f, const FifoOptions *o, Fifo *out) {
	const Function *fn = ir_func(p, f);
	Emitter m = { .p = p, .o = o, .function = fn->name, .out = out };
	uint32_t vars = p->vars.n + 1;

	memset(out, 0, sizeof *out);
	m.env = (IndexEnv){ .p = p, .terms = o->terms, .vars = vars, .floor_division = o->floor_division, .lane = o->lane };
	m.env.scope = o->lane > 0 ? arena_printf(p->arena, "%s lane %d", ir_text(p, fn->name), o->lane) : ir_text(p, fn->name);
	m.env.value = mem_alloc(vars * sizeof *m.env.value);
	memset(m.env.value, 0, vars * sizeof *m.env.value);
	m.seen = mem_alloc(p->stmts.n + 1);
	memset(m.seen, 0, p->stmts.n + 1);
	m.tile = o->tiles ? fifo_tiles(p, f) : NULL;
	for (uint32_t i = 0; i < fn->n_params && o->params; i++)
		m.env.value[fn->params[i].var] = o->params[i];
	emit_block(&m, fn->body);
	land(&m, &m.to_end);
	add(&m, (RingInsn){ .op = RC_END });
	out->code = (RingCode){ m.code.at, m.code.n };
	mem_free_(m.env.value);
	mem_free_(m.seen);
	mem_free_(m.tile);
}

void fifo_free(Fifo *f) {
	mem_free_((void *)(uintptr_t)f->code.at);
	f->code = (RingCode){ NULL, 0 };
}

bool fifo_same(const Fifo *a, const Fifo *b) {
	if (a->code.n != b->code.n)
		return false;
	for (uint32_t i = 0; i < a->code.n; i++) {
		const RingInsn *x = &a->code.at[i], *y = &b->code.at[i];
		if (x->op != y->op || x->ring != y->ring || x->target != y->target || x->trip != y->trip || x->split != y->split ||
		    (x->trip < 0 && x->term != y->term))
			return false;
	}
	return true;
}
