/* A requested pipelining keeps its per-stage buffers (P22), and what the author bound stays bound (P23).
 *
 * Compares a pipeline loop before with the loops that came of it: loops whose variable has its name, or its name and a number.
 * They may still be pipeline loops, be copied (a longer step, tagged calls), have slots for every load at the top of the body, or
 * exchange messages with the other core, whose ring buffers them. Where nothing of that happened the request was lost. */
#include "checks/memory/slots_check.h"

#include "analyzer/replicate.h"
#include "analyzer/storage.h"

#include <inttypes.h>

enum {
	MAX_NEST = 400,
	MOST_COPIES = 64 /* stages: a pass may refuse to write more copies of a body */
};

typedef struct LoopFacts { /* of one counted loop */
	StmtId stmt;
	bool has_fifo;    /* anywhere in the body */
	Span ordered;     /* an early exit or an ordered effect anywhere in it; line 0: none */
	Span region;      /* a tile anywhere in it that is bound to a region of the author; line 0: none */
	uint32_t loads, bound; /* tile.load at the top of the body; those with a slot or a region of the author */
	bool tagged;      /* some call at the top of the body is a member of a pipeline */
} LoopFacts;

typedef VEC(LoopFacts) LoopVec;

/* By the author, or by the slots pass: both print alike. */
static bool is_bound(const Program *p, TypeId t) {
	const MemRef *m = t && ir_type(p, t)->kind == T_TILE ? ir_type(p, t)->memref : NULL;
	return m && (m->slots > 1 || m->is_declared);
}

static void scan_deep(const Program *p, Block b, unsigned nest, LoopFacts *out) {
	for (uint32_t i = 0; i < b.n && nest < MAX_NEST; i++) {
		const Stmt *st = ir_stmt(p, b.at[i]);
		const Call *c = ir_call_of(p, b.at[i]);
		Effect e = c ? op_rows[c->op].effect : EFFECT_PURE;
		out->has_fifo |= e == EFFECT_PUSH || e == EFFECT_POP || e == EFFECT_FREE;
		if (!out->ordered.line && (e == EFFECT_ORDERED || e == EFFECT_CALL || (c && c->op == OP_UNKNOWN) || st->kind == S_BREAK || st->kind == S_CONTINUE || st->kind == S_RETURN))
			out->ordered = st->span;
		if (!out->region.line && st->kind == S_ASSIGN && is_bound(p, ir_var(p, st->var)->type))
			out->region = st->span;
		scan_deep(p, st->body, nest + 1, out);
		scan_deep(p, st->orelse, nest + 1, out);
	}
}

static void add_loop(const Program *p, StmtId id, LoopVec *out) {
	LoopFacts l = {.stmt = id};
	Block body = ir_stmt(p, id)->body;
	scan_deep(p, body, 0, &l);
	for (uint32_t i = 0; i < body.n; i++) {
		const Stmt *st = ir_stmt(p, body.at[i]);
		const Call *c = ir_call_of(p, body.at[i]);
		TypeId type = st->kind == S_ASSIGN ? ir_var(p, st->var)->type : 0;
		if (!c)
			continue;
		l.tagged |= ir_get(p, c->attrs, "pipeline_membership") != 0;
		if (c->op != OP_TILE_LOAD || !type || ir_type(p, type)->kind != T_TILE)
			continue;
		l.loads++;
		l.bound += is_bound(p, type);
	}
	vec_push(out, l);
}

static void find_loops(const Program *p, Block b, unsigned nest, LoopVec *out) {
	for (uint32_t i = 0; i < b.n && nest < MAX_NEST; i++) {
		const Stmt *st = ir_stmt(p, b.at[i]);
		if (st->kind == S_FOR)
			add_loop(p, b.at[i], out);
		find_loops(p, st->body, nest + 1, out);
		find_loops(p, st->orelse, nest + 1, out);
	}
}

/* "i" for i, i_1, i_1_2: the name of a copy. */
static bool is_copy_name(const char *name, const char *of) {
	size_t n = strlen(of);
	if (strncmp(name, of, n) != 0)
		return false;
	for (name += n; *name; ) {
		size_t digits = *name == '_' ? strspn(name + 1, "0123456789") : 0;
		if (!digits)
			return false;
		name += 1 + digits;
	}
	return true;
}

/* The loop before that a loop after came of: of the same name, else of the longest name that it extends. */
static const LoopFacts *origin(const Program *before, const LoopVec *loops, const char *name) {
	const LoopFacts *best = NULL;
	size_t length = 0;
	for (uint32_t i = 0; i < loops->n; i++) {
		const char *of = ir_hint(before, ir_stmt(before, loops->at[i].stmt)->var);
		if (!strcmp(of, name))
			return &loops->at[i];
		if (is_copy_name(name, of) && strlen(of) >= length) {
			best = &loops->at[i];
			length = strlen(of);
		}
	}
	return best;
}

static Result *result(const Program *p, FuncId f, Report *r, Verdict v, const char *property, Span before_at, Span after_at) {
	Result *x = report_add(r, OB_SLOTS_PRIVACY, v);
	x->function = arena_text(r->arena, ir_text(p, ir_func(p, f)->name), ir_text_length(p, ir_func(p, f)->name));
	x->property = property;
	x->unit = "function";
	x->before_at = before_at;
	x->after_at = after_at;
	return x;
}

static void refute(Result *r, Report *report, const char *before, const char *after, const char *reason) {
	Witness *w = ARENA_NEW(report->arena, Witness);
	*w = (Witness){.inputs = "", .trip = -1, .iteration = -1, .where = r->unit, .before = before, .after = after, .story = "", .before_at = r->before_at,
		.after_at = r->after_at, .replayed = true}; /* the two texts show it */
	r->verdict = VERDICT_REFUTED;
	r->argument = ""; /* that of the proof it seemed to be */
	r->reason = reason;
	r->witness = w;
}

static bool copied(const Program *before, const LoopFacts *x, const Program *after, const LoopFacts *y) {
	int64_t was, is;
	if (y->tagged)
		return true;
	return ir_const_int(before, ir_stmt(before, x->stmt)->step, &was) && ir_const_int(after, ir_stmt(after, y->stmt)->step, &is) && was != is;
}

/* Iterations are a constant number below two: there is nothing to overlap. */
static bool runs_once(const Program *p, const Stmt *loop) {
	int64_t start, stop, step, next;
	if (!ir_const_int(p, loop->start, &start) || !ir_const_int(p, loop->stop, &stop) || !ir_const_int(p, loop->step, &step) || !step)
		return false;
	if (__builtin_add_overflow(start, step, &next))
		return true;
	return step > 0 ? next >= stop : next <= stop;
}

/* Steps over several iterations may leave 64 bits. */
static bool is_near_the_end(const Program *p, const Stmt *loop) {
	int64_t step, stride, bound, next;
	if (!ir_const_int(p, loop->step, &step))
		return false;
	if (__builtin_mul_overflow(step, loop->stages, &stride))
		return true;
	return (ir_const_int(p, loop->stop, &bound) && __builtin_add_overflow(bound, stride, &next)) ||
		(ir_const_int(p, loop->start, &bound) && __builtin_add_overflow(bound, stride, &next));
}

/* What lets a pass give the request up for good reason, with its line; NULL: nothing. */
static const char *why_in_order(const Program *before, const LoopFacts *x, Arena *a) {
	const Stmt *request = ir_stmt(before, x->stmt);
	if (x->ordered.line)
		return arena_printf(a, "the effect or exit at line %" PRIu32, x->ordered.line);
	if (x->region.line)
		return arena_printf(a, "the region that the author declared at line %" PRIu32, x->region.line);
	const char *what = replicate_bound_call(before, request) ? "the call in a bound" : is_near_the_end(before, request) ? "bounds near the end of 64 bits"
		: request->stages > MOST_COPIES ? "the number of stages" : NULL;
	return what ? arena_printf(a, "%s at line %" PRIu32, what, request->span.line) : NULL;
}

/* One pipeline loop, and all that came of it. */
static void judge_request(const Program *before, const LoopFacts *x, const LoopVec *old, const Program *after, FuncId f, const LoopVec *now, Report *report) {
	Arena *a = report->arena;
	const Stmt *request = ir_stmt(before, x->stmt);
	Result *r = result(after, f, report, VERDICT_PROVED, "P22", request->span, ir_func(after, f)->span);
	r->unit = arena_printf(a, "loop at line %" PRIu32, request->span.line);
	r->argument = "no loop is left of it, its iterations are copies";
	for (uint32_t i = 0; i < now->n && r->verdict != VERDICT_REFUTED; i++) {
		const LoopFacts *y = &now->at[i];
		const Stmt *loop = ir_stmt(after, y->stmt);
		if (origin(before, old, ir_hint(after, loop->var)) != x)
			continue;
		const char *excuse, *stage = arena_printf(a, "stage=%" PRId64, request->stages);
		if (r->verdict == VERDICT_PROVED)
			r->after_at = loop->span;
		if (loop->loop_kind == LOOP_PIPELINE) {
			r->argument = "it is still a pipeline loop";
		} else if (y->bound > x->bound && y->bound < y->loads && !copied(before, x, after, y)) {
			r->after_at = loop->span;
			refute(r, report, stage, arena_printf(a, "%" PRIu32 " of %" PRIu32 " loads have slots", y->bound, y->loads),
				arena_printf(a, "the loop at line %" PRIu32 " has slots for %" PRIu32 " of its %" PRIu32 " loads; the others use one buffer for all iterations", loop->span.line, y->bound, y->loads));
		} else if (y->loads && y->bound == y->loads) {
			r->argument = "every load of the body has slots or a region of the author";
		} else if (copied(before, x, after, y)) {
			r->argument = "its iterations are copied side by side";
		} else if (runs_once(before, request)) {
			r->argument = "it runs at most once";
		} else if (x->has_fifo) {
			r->argument = "the ring between the cores buffers it";
		} else if ((excuse = why_in_order(before, x, a))) {
			r->verdict = VERDICT_ASSUMED;
			r->argument = "";
			r->reason = arena_printf(a, "runs in order because of %s of the dump before", excuse);
		} else if (y->loads) {
			r->after_at = loop->span;
			refute(r, report, stage, "a loop in order, one buffer per load",
				arena_printf(a, "the loop at line %" PRIu32 " runs in order, is not copied and has no slots: the %s requested at line %" PRIu32 " is lost", loop->span.line, stage, request->span.line));
		} else {
			r->argument = "it has no load at the top of its body";
		}
	}
}

/* ---- regions of the author ---- */

typedef struct Region { /* bindings to all regions of one printed name */
	uint32_t tiles;
	int64_t slots;
	Span at;
} Region;

static bool declares(const Storage *s, const char *name) {
	for (uint32_t k = 1; k < s->allocations.n; k++)
		if (!strcmp(ir_hint(s->p, s->allocations.at[k].base), name))
			return true;
	return false;
}

/* was: copies count too, that is regions whose name continues this one and that were not there before; NULL: they do not. */
static Region bindings(const Storage *s, const char *name, const Storage *was) {
	Region r = {.slots = -1};
	for (uint32_t i = 0; i < s->tiles.n; i++) {
		/* What a loop carries has the type of its initial value and is no binding of its own. */
		if (ir_var(s->p, s->tiles.at[i].var)->kind != VAR_ASSIGN)
			continue;
		const Allocation *a = storage_allocation(s, &s->tiles.at[i]);
		const char *base = a ? ir_hint(s->p, a->base) : "";
		if (!a || (strcmp(base, name) != 0 && (!was || !is_copy_name(base, name) || declares(was, base))))
			continue;
		r.tiles++;
		if (r.slots < 0 || s->tiles.at[i].slots != r.slots)
			r.slots = r.slots < 0 ? s->tiles.at[i].slots : 0;
		r.at = ir_var(s->p, s->tiles.at[i].var)->span;
	}
	return r;
}

static void judge_bindings(const Storage *was, const Storage *is, Report *report) {
	Result *r = NULL;
	Arena *a = report->arena;
	for (uint32_t k = 1; k < was->allocations.n; k++) {
		const Allocation *x = &was->allocations.at[k];
		const char *name = ir_hint(was->p, x->base);
		if (!x->is_declared || x->alike)
			continue;
		Region old = bindings(was, name, NULL), now = bindings(is, name, was);
		if (!r) {
			r = result(is->p, is->f, report, VERDICT_PROVED, "P23", old.at, now.at);
			r->argument = "regions that were declared before are bound as before";
		}
		if (r->verdict == VERDICT_REFUTED || (now.tiles >= old.tiles && (now.slots == old.slots || !old.slots)))
			continue;
		r->before_at = old.at;
		r->after_at = now.tiles ? now.at : ir_func(is->p, is->f)->span;
		if (now.tiles < old.tiles)
			refute(r, report, arena_printf(a, "%" PRIu32 " tiles in region '%s'", old.tiles, name), arena_printf(a, "%" PRIu32 " tiles", now.tiles),
				arena_printf(a, "%" PRIu32 " of the %" PRIu32 " tiles that were bound to region '%s' no longer are", old.tiles - now.tiles, old.tiles, name));
		else
			refute(r, report, arena_printf(a, "region '%s' of %" PRId64 " slots", name, old.slots), "another number of slots",
				arena_printf(a, "region '%s' had %" PRId64 " slots and has another number after the pass", name, old.slots));
	}
}

void privacy_judge(const Program *before, FuncId f_before, const Program *after, FuncId f_after, const CheckOptions *o, Report *r) {
	uint32_t from = r->results.n;
	LoopVec old = {0}, now = {0};
	if (f_before)
		find_loops(before, ir_func(before, f_before)->body, 0, &old);
	find_loops(after, ir_func(after, f_after)->body, 0, &now);
	for (uint32_t i = 0; i < old.n; i++) {
		const Stmt *st = ir_stmt(before, old.at[i].stmt);
		if (st->loop_kind == LOOP_PIPELINE && st->stages > 1)
			judge_request(before, &old.at[i], &old, after, f_after, &now, r);
	}
	if (f_before) {
		Storage *was = storage_new(before, f_before, o->arch), *is = storage_new(after, f_after, o->arch);
		judge_bindings(was, is, r);
		storage_free(was);
		storage_free(is);
	}
	if (r->results.n == from)
		result(after, f_after, r, VERDICT_PROVED, "P22", (Span){0}, ir_func(after, f_after)->span)->argument = "no pipelining was requested";
	vec_free(&old);
	vec_free(&now);
}
