#include "reports/database/outline.h"

#include "analyzer/rewrite.h"
#include "model/print.h"
#include "model/text.h"
#include "reports/formats/json.h"

#include <inttypes.h>

static const char *const function_kinds[] = { /* by FuncKind */
	"opaque", "aic", "aiv", "incore", "orchestration", "group", "spmd", "other"};
static const char *const loop_kinds[] = {"range", "parallel", "unroll", "pipeline"}; /* by LoopKind */

typedef struct Sketch {
	const Program *program;
	FuncId function;
	Outline *out;
} Sketch;

/* Iterations as far as the text shows them: a number, or the bounds. */
static void trip_text(const Sketch *r, const Stmt *s, Text *out) {
	const Program *p = r->program;
	int64_t start, stop, step;
	bool from_const = ir_const_int(p, s->start, &start), by_const = ir_const_int(p, s->step, &step);
	if (from_const && by_const && step && ir_const_int(p, s->stop, &stop)) {
		text_printf(out, "%" PRId64, trip_count(start, stop, step));
		return;
	}
	if (!(from_const && start == 0 && by_const && step == 1)) {
		print_expr(p, r->function, s->start, out);
		text_addz(out, " to ");
	}
	print_expr(p, r->function, s->stop, out);
	if (!(by_const && step == 1)) {
		text_addz(out, " by ");
		print_expr(p, r->function, s->step, out);
	}
}

static void add_loop(const Sketch *r, const Stmt *s) {
	Text trip = {0};
	if (s->kind == S_FOR)
		trip_text(r, s, &trip);
	const char *text = text_end(&trip);
	OutlineLoop x = {.function = r->function, .at = s->span, .stages = s->stages, .trip = arena_text(r->out->arena, text, strlen(text)),
		.kind = s->kind == S_FOR ? loop_kinds[s->loop_kind] : s->kind == S_WHILE ? "while" : "other"};
	vec_free(&trip);
	vec_push(&r->out->loops, x);
}

/* Recursion follows the nesting of the program, which the reader limits. */
static void add_block(const Sketch *r, Block b) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(r->program, b.at[i]);
		if (s->kind == S_FOR || s->kind == S_WHILE || s->kind == S_FOR_OTHER)
			add_loop(r, s);
		add_block(r, s->body);
		add_block(r, s->orelse);
	}
}

void outline_of(const Program *p, Outline *out) {
	*out = (Outline){.arena = arena_new()};
	Sketch r = {.program = p, .out = out};
	for (r.function = 1; r.function <= ir_func_count(p); r.function++) {
		const Function *fn = ir_func(p, r.function);
		OutlineFunction x = {.name = arena_text(out->arena, ir_text(p, fn->name), ir_text_length(p, fn->name)), .kind = function_kinds[fn->kind],
			.line = fn->span.line};
		vec_push(&out->functions, x);
		add_block(&r, fn->body);
	}
}

json_t *outline_json(const Outline *o) {
	json_t *functions = json_array(), *loops = json_array();
	for (uint32_t i = 0; i < o->functions.n; i++) {
		const OutlineFunction *f = &o->functions.at[i];
		json_array_append_new(functions, json_pack("[o, o, I]", js_text(f->name), js_text(f->kind), (json_int_t)f->line));
	}
	for (uint32_t i = 0; i < o->loops.n; i++) {
		const OutlineLoop *l = &o->loops.at[i];
		json_array_append_new(loops, json_pack("[I, I, I, o, o, I]", (json_int_t)l->function, (json_int_t)l->at.line, (json_int_t)l->at.col,
			js_text(l->kind), js_text(l->trip), (json_int_t)l->stages));
	}
	return json_pack("{s:o, s:o}", "functions", functions, "loops", loops);
}

bool outline_read(const json_t *j, Outline *out) {
	*out = (Outline){.arena = arena_new()};
	json_t *functions = json_object_get(j, "functions"), *loops = json_object_get(j, "loops"), *x;
	size_t i;
	const char *name, *kind;
	json_int_t function, line, column, stages;
	json_array_foreach(functions, i, x) {
		if (json_unpack(x, "[s, s, I]", &name, &kind, &line))
			return false;
		vec_push(&out->functions, ((OutlineFunction){arena_text(out->arena, name, strlen(name)), arena_text(out->arena, kind, strlen(kind)), (uint32_t)line}));
	}
	json_array_foreach(loops, i, x) {
		if (json_unpack(x, "[I, I, I, s, s, I]", &function, &line, &column, &kind, &name, &stages) || function < 1 || function > out->functions.n)
			return false;
		vec_push(&out->loops, ((OutlineLoop){.function = (FuncId)function, .at = {(uint32_t)line, (uint32_t)column}, .stages = stages,
			.kind = arena_text(out->arena, kind, strlen(kind)), .trip = arena_text(out->arena, name, strlen(name))}));
	}
	return json_is_array(functions) && json_is_array(loops);
}

void outline_free(Outline *o) {
	vec_free(&o->functions);
	vec_free(&o->loops);
	arena_free(o->arena);
}
