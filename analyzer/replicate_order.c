/* What the reordering of a replicated body would break (replicate.md D.5, faults.md L09 L26).
 *
 * That pass sorts the statements of a pipeline body by (scalar, load, rest), then by the membership of the statement or of the
 * tile that it takes, compared as text, and keeps nothing but SSA edges. Order is kept, therefore, between statements of one
 * membership class as long as stages have one digit, and along tensors that are threaded through the loop. Everything else
 * whose order matters - messages, accesses to one tensor, barriers - may change places.
 */
#include "analyzer/replicate.h"

#include "model/walk.h"

#include <inttypes.h>

enum {
	MOST = 4096,      /* accesses that are compared pair by pair */
	ONE_DIGIT = 10,   /* stages that compare alike as numbers and as text */
	CLASS_NONE = 0,   /* no tag: sorts in front; loops and branches, too */
	CLASS_TAGGED = 1  /* this loop's tag alone; greater: older tags in front of it */
};

typedef struct Access {
	VarId name, root; /* tensor; 0 for messages */
	int64_t pipe;
	Ring ring;        /* messages: their ring */
	uint32_t class;
	bool is_write, is_nested;
	StmtId at;
} Access;

typedef struct Survey {
	Replicate *r;
	const Plan *plan;
	VEC(Access) accesses;
	const char *why; /* found already */
	StmtId top, at;  /* statement of the body, and the one inside it at hand */
} Survey;

static void make_room(Replicate *r) {
	uint32_t old = r->room, want = r->p->vars.n;
	if (old >= want)
		return;
	r->source = mem_resize(r->source, want * sizeof *r->source);
	r->home = mem_resize(r->home, want * sizeof *r->home);
	memset(r->source + old, 0, (want - old) * sizeof *r->source);
	memset(r->home + old, 0, (want - old) * sizeof *r->home);
	r->room = want;
}

static VarId plain_var(const Program *p, ExprId e) { return e && ir_expr(p, e)->kind == X_VAR ? ir_expr(p, e)->var : 0; }

static VarId source_of(const Program *p, ExprId value) {
	const Expr *e = ir_expr(p, value);
	if (e->kind != X_CALL)
		return plain_var(p, value);
	int8_t k = op_rows[e->call->op].inherits;
	return k >= 0 && (uint32_t)k < e->call->args.n ? plain_var(p, e->call->args.at[k]) : 0;
}

static VarId root_of(const Replicate *r, VarId v) { return v && r->source[v] ? r->source[v] : v; }

static void set_source(Replicate *r, VarId v, VarId from) { r->source[v] = from && from != v ? root_of(r, from) : 0; }

/* Definitions stand before uses, so that one step of source leads to the root. */
static void note_sources(Replicate *r, Block b) {
	const Program *p = r->p;
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		if (s->kind == S_ASSIGN)
			set_source(r, s->var, source_of(p, s->expr));
		for (uint32_t k = 0; k < s->iters.n; k++)
			set_source(r, s->iters.at[k], plain_var(p, ir_var(p, s->iters.at[k])->init));
		note_sources(r, s->body);
		note_sources(r, s->orelse);
		const Stmt *last = s->body.n ? ir_stmt(p, s->body.at[s->body.n - 1]) : NULL;
		for (uint32_t k = 0; k < s->returns.n; k++) {
			if (k < s->iters.n)
				set_source(r, s->returns.at[k], s->iters.at[k]);
			else if (last && last->kind == S_YIELD && k < last->values.n)
				set_source(r, s->returns.at[k], plain_var(p, last->values.at[k]));
		}
	}
}

static uint32_t class_of(const Survey *s, StmtId id) {
	const Program *p = s->r->p;
	if (!tag_applies(p, id, s->plan->rule))
		return CLASS_NONE;
	ExprId old = ir_get(p, ir_call_of(p, id)->attrs, "pipeline_membership");
	return old && ir_expr(p, old)->kind == X_STR ? CLASS_TAGGED + ir_expr(p, old)->str : CLASS_TAGGED;
}

/* A statement without a tile of its own sorts with the tile that it takes first. */
static uint32_t class_of_operand(const Survey *s, const Call *c) {
	VarId v = c->args.n ? plain_var(s->r->p, c->args.at[0]) : 0;
	uint32_t home = v ? s->r->home[v] : 0;
	return home ? class_of(s, s->plan->body.at[home - 1]) : CLASS_NONE;
}

static uint32_t class_here(const Survey *s, const Call *c) {
	if (s->at != s->top)
		return CLASS_NONE;
	return tag_applies(s->r->p, s->top, s->plan->rule) ? class_of(s, s->top) : class_of_operand(s, c);
}

static void on_use(void *context, VarId v, Span at) {
	(void)context;
	(void)v;
	(void)at;
}

static const char *text_of(const Program *p, const Call *c) {
	const char *text = ir_text(p, c->callee);
	return strncmp(text, "pl.", 3) ? text : text + 3;
}

static void on_call(void *context, const Call *c) {
	Survey *s = context;
	const Program *p = s->r->p;
	const OpRow *row = &op_rows[c->op];
	Access a = {.class = class_here(s, c), .is_nested = s->at != s->top, .at = s->at};
	uint32_t line = ir_stmt(p, s->at)->span.line;
	uint32_t k = 0;
	if (s->why)
		return;
	if (c->op == OP_UNKNOWN && ir_stmt(p, s->at)->kind != S_EVAL)
		return;
	switch (c->op == OP_UNKNOWN ? EFFECT_ORDERED : row->effect) {
	case EFFECT_PUSH:
	case EFFECT_POP:
	case EFFECT_FREE:
		a.ring = row->ring;
		a.pipe = ir_pipe_id(p, c);
		vec_push(&s->accesses, a);
		break;
	case EFFECT_WRITE_GM:
		a.is_write = true;
		k = row->inherits > 0 ? (uint32_t)row->inherits : 0;
		/* fall through */
	case EFFECT_READ_GM:
		a.name = k < c->args.n ? plain_var(p, c->args.at[k]) : 0;
		a.root = root_of(s->r, a.name);
		if (a.root)
			vec_push(&s->accesses, a);
		break;
	case EFFECT_WRITE_TILE:
		if (class_of_operand(s, c) == CLASS_NONE)
			s->why = arena_printf(s->r->p->arena, "%s at line %" PRIu32 " writes a tile that the copies share", text_of(p, c), line);
		break;
	case EFFECT_ORDERED:
	case EFFECT_CALL:
		s->why = arena_printf(s->r->p->arena, "%s at line %" PRIu32 " orders what is around it", text_of(p, c), line);
		break;
	case EFFECT_PURE:
	case EFFECT_LAUNCH:
	case EFFECT_SETUP:
		break;
	}
}

static void survey(Survey *s, StmtId id) {
	const Stmt *st = ir_stmt(s->r->p, id);
	Walk w = {.program = s->r->p, .use = on_use, .call = on_call, .context = s};
	s->at = id;
	walk_expr(&w, st->start);
	walk_expr(&w, st->stop);
	walk_expr(&w, st->expr);
	for (uint32_t k = 0; k < st->iters.n; k++)
		walk_expr(&w, ir_var(s->r->p, st->iters.at[k])->init);
	walk_end(&w);
	for (uint32_t i = 0; i < st->body.n; i++)
		survey(s, st->body.at[i]);
	for (uint32_t i = 0; i < st->orelse.n; i++)
		survey(s, st->orelse.at[i]);
}

static uint32_t line_of(const Survey *s, const Access *a) { return ir_stmt(s->r->p, a->at)->span.line; }

static const char *two(const Survey *s, const Access *a, const Access *b, const char *what) {
	return arena_printf(s->r->p->arena, "%s at lines %" PRIu32 " and %" PRIu32 " may change places", what, line_of(s, a), line_of(s, b));
}

/* Messages of one ring keep their order only within one class; without a tag even two alike ones may pass each other. */
static const char *messages_swap(const Survey *s) {
	for (uint32_t i = 0; i < s->accesses.n; i++) {
		const Access *a = &s->accesses.at[i];
		if (!a->ring)
			continue;
		if (s->plan->factor > ONE_DIGIT)
			return arena_printf(s->r->p->arena, "stages are compared as text, '0:10' in front of '0:2', and the messages at line %" PRIu32 " would be exchanged (stage %d or less would not)",
				line_of(s, a), ONE_DIGIT);
		if (a->class > CLASS_TAGGED)
			return arena_printf(s->r->p->arena, "the message at line %" PRIu32 " has older membership tags that sort in front of the stage", line_of(s, a));
		for (uint32_t k = 0; k < i; k++) {
			const Access *b = &s->accesses.at[k];
			if (b->ring == a->ring && b->pipe == a->pipe && (b->class != a->class || a->class == CLASS_NONE))
				return two(s, b, a, "messages of one ring");
		}
	}
	return NULL;
}

static bool is_own_iter(const Survey *s, VarId v) {
	List iters = ir_stmt(s->r->p, s->plan->loop)->iters;
	for (uint32_t k = 0; k < iters.n; k++)
		if (iters.at[k] == v)
			return true;
	return false;
}

/* SSA edges order it against the writes in front of it: the tensor comes from an earlier write of the body or of the copy before. */
static bool is_threaded(const Survey *s, const Access *a) { return s->r->home[a->name] || is_own_iter(s, a->name); }

static const char *accesses_swap(const Survey *s) {
	for (uint32_t i = 0; i < s->accesses.n; i++) {
		const Access *w = &s->accesses.at[i];
		if (!w->is_write)
			continue;
		const char *tensor = ir_hint(s->r->p, w->root);
		if (s->plan->factor > ONE_DIGIT && !is_threaded(s, w))
			return arena_printf(s->r->p->arena, "stages are compared as text, '0:10' in front of '0:2', and writes to '%s' at line %" PRIu32 " would be exchanged (stage %d or less would not)",
				tensor, line_of(s, w), ONE_DIGIT);
		for (uint32_t k = 0; k < s->accesses.n; k++) {
			const Access *a = &s->accesses.at[k];
			if (a == w || a->root != w->root || (a->is_write && k < i))
				continue;
			bool kept = a->is_write
				? (is_threaded(s, a) && is_threaded(s, w)) || (a->class == w->class && a->class != CLASS_NONE)
				: is_threaded(s, a) && !a->is_nested;
			if (!kept)
				return two(s, w, a, arena_printf(s->r->p->arena, "accesses to '%s'", tensor));
		}
	}
	return NULL;
}

/* home of everything that the body defines; at = 0 clears it. */
static void set_home(Replicate *r, const Plan *plan, bool set) {
	VarVec defs = {0};
	for (uint32_t i = 0; i < plan->body.n; i++) {
		defs.n = 0;
		defs_of(r->p, plan->body.at[i], DEFS_ALL, &defs);
		for (uint32_t k = 0; k < defs.n; k++)
			r->home[defs.at[k]] = set ? i + 1 : 0;
	}
	vec_free(&defs);
}

const char *replicate_disorder(Replicate *r, const Plan *plan) {
	Survey s = {.r = r, .plan = plan};
	bool first = !r->room;
	make_room(r);
	if (first)
		note_sources(r, ir_func(r->p, r->f)->body);
	note_sources(r, plan->body);
	set_home(r, plan, true);
	for (uint32_t i = 0; !s.why && i < plan->body.n; i++) {
		s.top = plan->body.at[i];
		survey(&s, s.top);
	}
	if (!s.why && s.accesses.n > MOST)
		s.why = arena_printf(r->p->arena, "the body has more than %d accesses, too many to compare", MOST);
	if (!s.why)
		s.why = messages_swap(&s);
	if (!s.why)
		s.why = accesses_swap(&s);
	set_home(r, plan, false);
	vec_free(&s.accesses);
	if (!s.why)
		return NULL;
	return arena_printf(r->p->arena, "the copies stay a sequential loop, since the reordering of pipeline bodies behind this pass knows no order but that of names: %s", s.why);
}
