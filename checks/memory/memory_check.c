/* Verdicts of the obligation `memory`: the proof first, the execution for what it leaves in doubt. */
#include "checks/memory/memory.h"

#include "checks/memory/memory_unit.h"

#include <time.h>

enum { QUOTE_TEXT = 240 };

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static Result *add(Report *report, const MemoryUnit *m, Verdict v) {
	const Function *fn = ir_func(m->p, m->f);
	Result *r = report_add(report, OB_MEMORY, v);
	r->function = arena_text(report->arena, ir_text(m->p, fn->name), ir_text_length(m->p, fn->name));
	r->unit = "function";
	r->property = "P19";
	r->after_at = fn->span;
	return r;
}

static const char *region_text(const MemoryUnit *m, const RunAnswer *a, Arena *arena) {
	if (a->region < SPACE_COUNT)
		return space_names[a->region];
	return arena_printf(arena, "%s, allocation %s", space_names[a->space],
		ir_hint(m->p, m->storage->allocations.at[a->region - SPACE_COUNT].base));
}

static const char *iteration_text(int64_t iteration, Arena *arena) {
	return iteration < 0 ? "" : arena_printf(arena, " of iteration %lld", (long long)iteration);
}

/* What the reader finds in the bytes, in words. */
static const char *finding(const MemoryUnit *m, const RunAnswer *a, Arena *arena) {
	const char *tile = memory_tile_name(m, a->tile), *by = memory_tile_name(m, a->by);
	switch (a->kind) {
	case PROBLEM_IN_PLACE:
		return arena_printf(arena, "the op at line %u writes '%s' over its operand '%s' that it still reads", a->at.line, by, tile);
	case PROBLEM_MOVED:
		return arena_printf(arena, "'%s' stands for '%s' (line %u), which lies in other bytes, and nothing copies it", tile, by, a->by_at.line);
	default:
		return arena_printf(arena, "'%s' is read at line %u%s after '%s' was written onto it at line %u%s", tile, a->at.line,
			iteration_text(a->iteration, arena), by, a->by_at.line, iteration_text(a->by_iteration, arena));
	}
}

static void quote(const MemoryUnit *m, Span at, const char *what, Text *out) {
	const char *line = m->p->source, *end;
	for (uint32_t n = 1; line && n < at.line; n++)
		line = (line = memchr(line, '\n', m->p->length - (size_t)(line - m->p->source))) ? line + 1 : NULL;
	if (!line || !at.line)
		return;
	line += strspn(line, " \t");
	end = line + strcspn(line, "\n");
	text_printf(out, "%s, line %u: %.*s%s\n", what, at.line, (int)(end - line > QUOTE_TEXT ? QUOTE_TEXT : end - line), line,
		end - line > QUOTE_TEXT ? " ..." : "");
}

/* Both statements, as the dump has them. */
static const char *story(const MemoryUnit *m, const RunAnswer *a, Arena *arena) {
	Text out = {0};
	if (a->by_at.line != a->at.line)
		quote(m, a->by_at, a->kind == PROBLEM_MOVED ? "written" : "overwritten", &out);
	quote(m, a->at, a->kind == PROBLEM_MOVED ? "handed on" : "read", &out);
	const char *text = arena_text(arena, out.n ? out.at : "", out.n);
	vec_free(&out);
	return text;
}

static void refute(const MemoryUnit *m, const RunAnswer *a, Report *report) {
	Arena *arena = report->arena;
	Result *r = add(report, m, VERDICT_REFUTED);
	Witness *w = ARENA_NEW(arena, Witness);
	const char *where = arena_printf(arena, "%s, bytes %lld to %lld", region_text(m, a, arena), (long long)a->low,
		(long long)(a->high > a->low ? a->high - 1 : a->low));
	*w = (Witness){.inputs = a->inputs, .trip = a->trip, .iteration = a->iteration, .where = where,
		.before = arena_printf(arena, "'%s'", memory_tile_name(m, a->tile)),
		.after = a->kind == PROBLEM_MOVED ? "not written" : arena_printf(arena, "'%s'", memory_tile_name(m, a->by)),
		.after_at = a->at, .story = story(m, a, arena), .replayed = a->replayed};
	r->witness = w;
	r->after_at = a->at;
	r->reason = arena_printf(arena, "%s (%s)", finding(m, a, arena), where);
}

static void refute_size(const MemoryUnit *m, const SizeFault *f, Report *report) {
	Arena *arena = report->arena;
	Result *r = add(report, m, VERDICT_REFUTED);
	Witness *w = ARENA_NEW(arena, Witness);
	const char *name = ir_hint(m->p, f->var), *base = ir_hint(m->p, f->base);
	Text line = {0};
	quote(m, ir_var(m->p, f->var)->span, "declared", &line);
	*w = (Witness){.inputs = "", .trip = -1, .iteration = -1, .before = arena_printf(arena, "'%s'", name), .after_at = ir_var(m->p, f->var)->span,
		.where = arena_printf(arena, "%s, allocation %s, bytes %lld to %lld", f->space ? space_names[f->space] : "DDR", base,
			(long long)f->low, (long long)f->end - 1),
		.after = arena_printf(arena, "room for %lld", (long long)f->size), .story = arena_text(arena, line.n ? line.at : "", line.n),
		.replayed = true}; /* the text itself shows it */
	vec_free(&line);
	r->witness = w;
	r->after_at = w->after_at;
	r->reason = f->beyond ? arena_printf(arena, "'%s' takes bytes %lld to %lld of the allocation '%s', which has %lld", name, (long long)f->low,
		(long long)f->end - 1, base, (long long)f->size)
		: arena_printf(arena, "'%s' takes %lld bytes, its place in '%s' has %lld", name, (long long)f->end, base, (long long)f->size);
}

static void refute_outside(const MemoryUnit *m, const OutsideAnswer *o, Report *report) {
	Result *r = add(report, m, VERDICT_REFUTED);
	const TileStorage *t = &m->storage->tiles.at[o->tile];
	Witness *w = ARENA_NEW(report->arena, Witness);
	Text quoted = {0};
	r->after_at = ir_var(m->p, t->var)->span;
	quote(m, r->after_at, "defined", &quoted);
	*w = (Witness){.inputs = "", .trip = -1, .iteration = -1, .where = arena_printf(report->arena, "allocation %s", ir_hint(m->p,
		storage_allocation(m->storage, t)->base)), .before = arena_printf(report->arena, "'%s'", memory_tile_name(m, o->tile)),
		.after = "outside", .after_at = r->after_at, .story = arena_text(report->arena, quoted.n ? quoted.at : "", quoted.n), .replayed = true};
	vec_free(&quoted);
	r->witness = w;
	r->reason = o->reason;
}

static const char *doubt_text(const MemoryUnit *m, const FlowAnswer *f, Arena *arena) {
	if (f->kind == PROBLEM_NONE || !f->at.line)
		return "no proof";
	return arena_printf(arena, "'%s' at line %u may share bytes with '%s' of line %u", memory_tile_name(m, f->tile), f->at.line,
		memory_tile_name(m, f->by), f->by_at.line);
}

static void say_proved(const MemoryUnit *m, const char *argument, Report *report) {
	Result *r = add(report, m, m->has_copies ? VERDICT_ASSUMED : VERDICT_PROVED);
	r->argument = argument;
	if (m->has_copies)
		r->reason = "what a loop or a branch hands on from one buffer to another is copied by whoever emits it";
}

/* Once allocations are resolved, what an op writes lies in one of them. */
static bool has_resolved(const MemoryUnit *m) {
	for (uint32_t i = 0; i < m->storage->tiles.n; i++) {
		TypeId t = ir_var(m->p, m->storage->tiles.at[i].var)->type;
		const MemRef *ref = t ? ir_type(m->p, t)->memref : NULL;
		if (ref && !ref->is_declared)
			return true;
	}
	return false;
}

/* The first statement that writes a tile of which the dump does not say where it lies; 0: none. */
static StmtId unbound(const MemoryUnit *m, Block b, TileEvents *e, unsigned nest) {
	for (uint32_t i = 0; i < b.n && nest < MEMORY_NEST; i++) {
		const Stmt *s = ir_stmt(m->p, b.at[i]);
		if (s->kind == S_ASSIGN) {
			memory_events(m, b.at[i], e);
			for (uint32_t k = 0; e->make == MAKE_WRITE && k < e->made.n; k++)
				if (!m->place[e->made.at[k]].region)
					return b.at[i];
		}
		StmtId inner = unbound(m, s->body, e, nest + 1);
		inner = inner ? inner : unbound(m, s->orelse, e, nest + 1);
		if (inner)
			return inner;
	}
	return 0;
}

static StmtId find_unbound(const MemoryUnit *m) {
	TileEvents e = {0};
	StmtId s = has_resolved(m) ? unbound(m, ir_func(m->p, m->f)->body, &e, 0) : 0;
	memory_events_free(&e);
	return s;
}

static void judge(MemoryUnit *m, Report *report) {
	Arena *arena = report->arena;
	SizeFault size;
	if (memory_size_fault(m, &size)) {
		refute_size(m, &size, report);
		return;
	}
	if (!m->bound) {
		add(report, m, VERDICT_PROVED)->argument = "vacuous: no tile is bound to bytes";
		return;
	}
	OutsideAnswer outside = memory_outside(m, arena);
	if (outside.verdict == VERDICT_REFUTED) {
		refute_outside(m, &outside, report);
		return;
	}
	FlowAnswer flow = memory_flow(m, arena);
	RunAnswer run = {.verdict = RUN_OPEN, .reason = ""};
	if (!flow.clean)
		run = memory_run(m, arena);
	if (run.verdict == RUN_FOUND) {
		refute(m, &run, report);
	} else if (m->unsupported) {
		Result *r = add(report, m, VERDICT_UNSUPPORTED);
		r->after_at = m->unsupported_at;
		r->reason = arena_printf(arena, "%s is not modelled: which bytes it touches is not known (line %u, column %u)", m->unsupported,
			m->unsupported_at.line, m->unsupported_at.col);
	} else if (find_unbound(m)) {
		Result *r = add(report, m, VERDICT_UNKNOWN);
		r->after_at = ir_stmt(m->p, find_unbound(m))->span;
		r->reason = "a tile of which the dump does not say where it lies, though it does of others";
	} else if (outside.verdict == VERDICT_UNKNOWN) {
		Result *r = add(report, m, VERDICT_UNKNOWN);
		r->after_at = ir_var(m->p, m->storage->tiles.at[outside.tile].var)->span;
		r->reason = outside.reason;
	} else if (flow.clean) {
		say_proved(m, "dataflow over bytes", report);
	} else if (flow.unknown || run.verdict == RUN_OPEN) {
		Result *r = add(report, m, VERDICT_UNKNOWN);
		r->after_at = flow.at;
		r->reason = flow.unknown ? flow.unknown : arena_printf(arena, "%s; execution: %s", doubt_text(m, &flow, arena), run.reason);
	} else if (run.verdict == RUN_EXACT) {
		say_proved(m, arena_printf(arena, run.runs == 1 ? "executed exactly" : "executed exactly on all %u paths", run.runs), report);
	} else {
		Result *r = add(report, m, VERDICT_BOUNDED);
		r->after_at = flow.at;
		r->reason = arena_printf(arena, "%s; executed with %u choices of inputs, trip counts and inputs up to %u (--bound)%s%s", doubt_text(m, &flow, arena),
			run.runs, m->o->bound, *run.reason ? ", " : "", run.reason);
	}
}

void memory_check(const Program *after, Functions *of_after, const CheckOptions *o, Report *report) {
	if (!(o->only >> OB_MEMORY & 1))
		return;
	for (FuncId f = 1; f <= ir_func_count(after); f++) {
		MemoryUnit m;
		double start = now();
		memory_open(&m, after, f, o);
		judge(&m, report);
		memory_close(&m);
		Result *r = &report->results.at[report->results.n - 1];
		Digest whole = functions_digest(of_after, f, NORMAL_WHOLE, NULL);
		fingerprint(OB_MEMORY, o, &whole, 1, r->fingerprint);
		r->seconds = now() - start;
	}
}
