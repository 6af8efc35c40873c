/* SkewCrossCorePipeline: the first half of iteration t+1 starts before the second half of iteration t ends (skew.md). */
#include "analyzer/skew.h"

#include "analyzer/partner.h"
#include "analyzer/places.h"

enum {
	MOST_DEPTH = 1 << 16,     /* iterations ahead: the text grows with them */
	MOST_STATEMENTS = 1 << 20 /* that one loop may become */
};

static void fail(Skew *k, Severity severity, Span at, const char *text) {
	diag_add(k->d, severity, k->p->file, k->p->source, k->p->length, at, "%s", text);
	k->failed = true;
}

/* ---- one loop ---- */

void skew_open(Skew *k, StmtId loop, SkewLoop *l) {
	const Program *p = k->p;
	const Stmt *s = ir_stmt(p, loop);
	*l = (SkewLoop){.id = loop};
	for (uint32_t i = 0; i < s->body.n; i++) {
		const Stmt *t = ir_stmt(p, s->body.at[i]);
		if (t->kind == S_YIELD && i + 1 == s->body.n)
			l->yields = t->values;
		else if (t->kind != S_NOTE)
			vec_push(&l->stmts, s->body.at[i]);
	}
	l->lead = l->stmts.n;
	for (uint32_t i = 0; i < l->stmts.n; i++) {
		const Call *c = ir_call_of(p, l->stmts.at[i]);
		bool push = c && ir_is_push(c->op), pop = c && ir_is_pop(c->op);
		l->pushes += push;
		l->pops += pop;
		if ((push || pop) && l->lead == l->stmts.n)
			l->lead = i;
	}
	l->constant = ir_const_int(p, s->start, &l->start) && ir_const_int(p, s->stop, &l->stop) && ir_const_int(p, s->step, &l->step);
	if (l->constant && l->step)
		l->trip = trip_count(l->start, l->stop, l->step);
}

void skew_close(SkewLoop *l) { vec_free(&l->stmts); }

const struct Partner *skew_partner(Skew *k) {
	if (!k->partner)
		k->partner = partner_new(k->p, k->f, k->o->neighbours);
	return k->partner;
}

int64_t skew_depth(int64_t trip, int64_t most) {
	int64_t d = most < trip / 2 ? most : trip / 2;
	while (d > 0 && trip % d)
		d--;
	return d;
}

static uint64_t count_statements(const Program *p, Block b) {
	uint64_t n = b.n;
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		n += count_statements(p, s->body) + count_statements(p, s->orelse);
	}
	return n;
}

/* ---- what is decided ---- */

static void decide(Decision *x, Outcome outcome, GuardId guard, const char *reason) {
	x->outcome = outcome;
	x->guard = guard;
	x->reason = reason;
}

static void keep(Skew *k, const SkewLoop *l, Decision *x, const char *reason, StmtVec *out) {
	(void)k;
	decide(x, OUTCOME_KEPT, GUARD_NONE, reason);
	vec_push(out, l->id);
}

static void demote(Skew *k, const SkewLoop *l, Decision *x, GuardId guard, const char *reason, StmtVec *out) {
	Stmt *s = ir_stmt(k->p, l->id);
	s->loop_kind = LOOP_RANGE;
	s->stages = 0;
	decide(x, OUTCOME_DEMOTED, guard, reason);
	vec_push(out, l->id);
}

/* First ordered effect in a block, nested ones included; 0: none. */
static StmtId ordered_effect(const Program *p, Block b) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		const Call *c = ir_call_of(p, b.at[i]);
		if (c && op_rows[c->op].effect == EFFECT_ORDERED && c->op != OP_UNKNOWN)
			return b.at[i];
		StmtId inner = ordered_effect(p, s->body);
		if (!inner)
			inner = ordered_effect(p, s->orelse);
		if (inner)
			return inner;
	}
	return 0;
}

/* Why a pipelined loop is no matter for the skew. */
static const char *not_cross_core(const Program *p, const SkewLoop *l) {
	StmtId sync = ordered_effect(p, ir_stmt(p, l->id)->body);
	if (l->pushes || l->pops)
		return arena_printf(p->arena, "the body only %s, so there is no round trip to the other core to start early; the loop stays a pipeline of this core",
		                    l->pushes ? "pushes" : "pops");
	if (sync)
		return arena_printf(p->arena,
		                    "pipelining is requested, but no push and pop stand at the top level of the body while line %u synchronises by hand "
		                    "(%s): the order of its iterations against the other core is not looked at; take stage= off if they depend on it",
		                    skew_line(p, sync), ir_text(p, ir_call_of(p, sync)->callee));
	return "no push and pop stand at the top level of the body, so there is no round trip to the other core to start early; the loop "
	       "stays a pipeline of this core";
}

static const char *not_constant(const Program *p, const Stmt *s) {
	int64_t value;
	bool start = ir_const_int(p, s->start, &value);
	return arena_printf(p->arena, "the %s of the loop is no integer constant, so the prologue and epilogue cannot be laid out; give constant bounds",
	                    start ? "stop" : "start");
}

/* The guard that made the halves right where the reference's are not. */
static GuardId slicing_guard(Skew *k, const SkewLoop *l, const SkewHalves *h) {
	static const GuardId widening[] = {GUARD_HIDDEN_DEF, GUARD_TYPE_USE, GUARD_YIELDED};
	SkewHalves reference;
	skew_slice(k, l, 0, &reference);
	GuardId found = GUARD_NONE;
	if (!skew_halves_same(l, h, &reference)) {
		for (size_t i = 0; i < sizeof widening / sizeof *widening && found == GUARD_NONE; i++) {
			SkewHalves one;
			if (!guard_on(k->o, widening[i]))
				continue;
			skew_slice(k, l, (uint64_t)1 << widening[i], &one);
			if (!skew_halves_same(l, &one, &reference))
				found = widening[i];
			skew_halves_free(&one);
		}
	}
	skew_halves_free(&reference);
	if (found == GUARD_NONE && !h->refusal && guard_on(k->o, GUARD_OUTER_ITER) && skew_outer_iter(k->p, l))
		found = GUARD_OUTER_ITER;
	return found;
}

static const char *shallow_reason(const Program *p, int64_t trip, int64_t requested) {
	return arena_printf(p->arena,
	                    "the depth must divide the trip count %lld and fit in it twice, so depth %lld is not possible; a trip count that is a multiple of "
	                    "%lld and at least %lld would allow it",
	                    (long long)trip, (long long)requested, (long long)requested, (long long)(2 * requested));
}

/* Largest depth that no guard objects to; 0: none. guard and reason tell what spoke against more. */
static int64_t safe_depth(Skew *k, const SkewLoop *l, const SkewHalves *h, int64_t most, GuardId *guard, const char **reason) {
	for (int64_t d = most; d > 0; d = skew_depth(l->trip, d - 1)) {
		const char *why = NULL;
		GuardId g = skew_guard_order(k, l, h, d, &why);
		if (g == GUARD_NONE)
			g = skew_guard_ring(k, l, d, &why);
		if (g == GUARD_NONE)
			return d;
		if (*guard == GUARD_NONE) {
			*guard = g;
			*reason = why;
		}
	}
	return 0;
}

static bool is_wellformed(Skew *k, const SkewLoop *l, const SkewHalves *h) {
	StmtId at = l->id;
	const char *flaw = skew_dangling(k, l, h, &at);
	if (!flaw)
		return true;
	fail(k, SEV_ERROR, ir_stmt(k->p, at)->span,
	     arena_printf(k->p->arena, "P2: skewing the pipelined loop in line %u as the reference does is not well-formed: %s", skew_line(k->p, l->id), flaw));
	return false;
}

/* What the prologue, steady loop and epilogue may grow to. NULL: acceptable. */
static const char *size_refusal(const Program *p, const SkewLoop *l, int64_t requested) {
	int64_t most = requested < l->trip / 2 ? requested : l->trip / 2;
	uint64_t statements = count_statements(p, ir_stmt(p, l->id)->body);
	if (most <= MOST_DEPTH && (uint64_t)most * 4 * statements <= MOST_STATEMENTS)
		return NULL;
	return arena_printf(p->arena, "a skew by up to %lld iterations of %llu statements would make too much text; ask for fewer stages", (long long)most,
	                    (unsigned long long)statements);
}

/* The halves are known and the loop's own rules allow the skew. */
static void skew_halves(Skew *k, const SkewLoop *l, const SkewHalves *h, GuardId slicing, Decision *x, StmtVec *out) {
	const Program *p = k->p;
	const char *reason = NULL;
	GuardId guard = skew_guard_shape(k, l, h, &reason);
	if (guard != GUARD_NONE) {
		demote(k, l, x, guard, reason, out);
		return;
	}
	const char *too_large = size_refusal(p, l, x->requested);
	if (too_large && guard_on(k->o, GUARD_SKEW_SIZE)) {
		demote(k, l, x, GUARD_SKEW_SIZE, too_large, out);
		return;
	}
	if (too_large) {
		fail(k, SEV_UNSUPPORTED, ir_stmt(p, l->id)->span, too_large);
		return;
	}
	int64_t natural = skew_depth(l->trip, x->requested);
	int64_t depth = safe_depth(k, l, h, natural, &guard, &reason);
	if (!depth) {
		demote(k, l, x, guard, reason, out);
		return;
	}
	if (!is_wellformed(k, l, h))
		return;
	x->depth = depth;
	if (guard != GUARD_NONE)
		decide(x, OUTCOME_SKEWED, guard, reason);
	else if (depth < x->requested)
		decide(x, OUTCOME_SKEWED, slicing, shallow_reason(p, l->trip, x->requested));
	else
		decide(x, OUTCOME_SKEWED, slicing, "");
	skew_emit(k, l, h, depth, out);
}

static void skew_loop(Skew *k, const SkewLoop *l, Decision *x, StmtVec *out) {
	const Program *p = k->p;
	const Stmt *s = ir_stmt(p, l->id);
	if (s->iters.n != s->returns.n || s->iters.n != l->yields.n) {
		fail(k, SEV_ERROR, s->span,
		     arena_printf(p->arena, "P2: the loop has %u iteration arguments, yields %u values and binds %u results", s->iters.n, l->yields.n, s->returns.n));
		return;
	}
	SkewHalves h;
	skew_slice(k, l, k->o->guards, &h);
	GuardId slicing = k->o->guards ? slicing_guard(k, l, &h) : GUARD_NONE;
	if (h.refusal)
		demote(k, l, x, slicing, h.refusal, out);
	else
		skew_halves(k, l, &h, slicing, x, out);
	skew_halves_free(&h);
}

/* skew.md B.2, steps 2 to 8. */
static void pipelined(Skew *k, const SkewLoop *l, Decision *x, StmtVec *out) {
	const Program *p = k->p;
	const Stmt *s = ir_stmt(p, l->id);
	int64_t step;
	bool pair = skew_has_pair(l);
	if (s->stages < 1) {
		fail(k, SEV_ERROR, s->span, "stage of a pipelined loop must be at least 1");
	} else if (s->stages == 1 && !pair) {
		keep(k, l, x, "stage=1 asks for no overlap", out);
	} else if (s->stages == 1) {
		demote(k, l, x, GUARD_NONE, "stage=1 asks for no overlap; stage=2 or more would start the next round trip early", out);
	} else if (!pair) {
		keep(k, l, x, not_cross_core(p, l), out);
	} else if (!ir_const_int(p, s->step, &step)) {
		Text text = {0};
		print_expr(p, k->f, s->step, &text);
		fail(k, SEV_ERROR, s->span,
		     arena_printf(p->arena, "SkewCrossCorePipeline: step must be a compile-time integer constant, got '%s'", text_end(&text)));
		vec_free(&text);
	} else if (!step) {
		fail(k, SEV_ERROR, s->span, "SkewCrossCorePipeline: step must not be 0");
	} else if (!l->constant) {
		demote(k, l, x, GUARD_NONE, not_constant(p, s), out);
	} else if (l->trip < 2) {
		demote(k, l, x, GUARD_NONE, arena_printf(p->arena, "the loop runs %s, so there is no next iteration to start early", l->trip ? "once" : "never"), out);
	} else {
		skew_loop(k, l, x, out);
	}
}

/* ---- the function ---- */

static Block walk(Skew *k, Block b);

static void walk_stmt(Skew *k, StmtId id, StmtVec *out) {
	Stmt *s = ir_stmt(k->p, id);
	bool pipeline = s->kind == S_FOR && s->loop_kind == LOOP_PIPELINE && s->stages;
	uint32_t mine = k->out->n;
	if (pipeline) {
		/* Decisions stand in the order of the text, although inner loops are decided first. */
		Decision x = {.function = k->f, .loop = s->span, .pass = PASS_SKEW, .stages = s->stages, .reason = ""};
		x.requested = s->stages > 3 ? s->stages - 1 : 2;
		vec_push(k->out, x);
	}
	int64_t groups = k->groups;
	s->body = walk(k, s->body);
	s->orelse = walk(k, s->orelse);
	if (k->failed)
		return;
	if (!pipeline) {
		vec_push(out, id);
		return;
	}
	SkewLoop l;
	skew_open(k, id, &l);
	for (uint32_t i = mine + 1; i < k->out->n && groups != k->groups; i++)
		if (k->out->at[i].outcome == OUTCOME_SKEWED)
			l.inner_skewed = k->out->at[i].loop.line;
	pipelined(k, &l, &k->out->at[mine], out);
	skew_close(&l);
}

static Block walk(Skew *k, Block b) {
	StmtVec out = {0};
	for (uint32_t i = 0; i < b.n && !k->failed; i++)
		walk_stmt(k, b.at[i], &out);
	bool same = k->failed || (out.n == b.n && (!b.n || !memcmp(out.at, b.at, b.n * sizeof *out.at)));
	Block rebuilt = same ? b : block_of(k->p, &out);
	vec_free(&out);
	return rebuilt;
}

bool skew_function(Program *p, FuncId f, const PassOptions *o, Decisions *out, Diag *d) {
	Skew k = {.p = p, .f = f, .o = o, .out = out, .d = d};
	Function *fn = ir_func(p, f);
	fn->body = walk(&k, fn->body);
	places_free(k.places);
	partner_free(k.partner);
	return !k.failed;
}
