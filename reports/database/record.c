#include "reports/database/record.h"

#include "analyzer/rewrite.h"
#include "model/print.h"
#include "reports/digest.h"

#include <inttypes.h>

static const char *const function_kinds[] = { /* by FuncKind */
	"opaque", "aic", "aiv", "incore", "orchestration", "group", "spmd", "other"};
static const char *const loop_kinds[] = {"range", "parallel", "unroll", "pipeline"}; /* by LoopKind */

typedef struct Recorder {
	Store *store;
	const Program *program;
	FuncId function;
	Recorded *out;
	bool ok;
} Recorder;

/* Iterations as far as the text shows them: a number, or the bounds. */
static void trip_text(const Recorder *r, const Stmt *s, Text *out) {
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

static void record_loop(Recorder *r, const Stmt *s) {
	Text trip = {0};
	if (s->kind == S_FOR)
		trip_text(r, s, &trip);
	const char *kind = s->kind == S_FOR ? loop_kinds[s->loop_kind] : s->kind == S_WHILE ? "while" : "other";
	RecordedLoop loop = {.function = r->function, .at = s->span,
		.id = store_loop(r->store, r->out->functions.at[r->function], s->span.line, kind, s->stages, text_end(&trip))};
	vec_free(&trip);
	vec_push(&r->out->loops, loop);
	r->ok = loop.id != 0;
}

/* Recursion follows the nesting of the program, which the reader limits. */
static void record_block(Recorder *r, Block b) {
	for (uint32_t i = 0; r->ok && i < b.n; i++) {
		const Stmt *s = ir_stmt(r->program, b.at[i]);
		if (s->kind == S_FOR || s->kind == S_WHILE || s->kind == S_FOR_OTHER)
			record_loop(r, s);
		record_block(r, s->body);
		record_block(r, s->orelse);
	}
}

bool record_program(Store *s, int64_t run, const char *path, const char *role, const Program *p, Recorded *out) {
	*out = (Recorded){0};
	digest_bytes(p->source, p->length, out->sha256);
	out->file = store_file(s, &(FileRow){.run = run, .path = path, .role = role, .sha256 = out->sha256, .bytes = p->length});
	Recorder r = {.store = s, .program = p, .out = out, .ok = out->file != 0};
	vec_push(&out->functions, 0);
	for (FuncId f = 1; r.ok && f <= ir_func_count(p); f++) {
		const Function *fn = ir_func(p, f);
		int64_t id = store_function(s, out->file, f, ir_text(p, fn->name), function_kinds[fn->kind], fn->span.line);
		vec_push(&out->functions, id);
		r.function = f;
		r.ok = id != 0;
		record_block(&r, fn->body);
	}
	return r.ok;
}

void recorded_free(Recorded *r) {
	vec_free(&r->functions);
	vec_free(&r->loops);
}

static void bytes_text(const Decision *d, Text *out) {
	const char *before = "{";
	for (int k = 0; k < SPACE_COUNT; k++)
		if (d->bytes[k]) {
			text_printf(out, "%s\"%s\": %" PRId64, before, space_names[k], d->bytes[k]);
			before = ", ";
		}
	if (out->n)
		text_addz(out, "}");
}

bool record_decision(Store *s, const Recorded *r, const Decision *d) {
	int64_t loop = 0;
	for (uint32_t i = 0; i < r->loops.n; i++)
		if (r->loops.at[i].function == d->function && r->loops.at[i].at.line == d->loop.line && r->loops.at[i].at.col == d->loop.col)
			loop = r->loops.at[i].id;
	Text bytes = {0};
	bytes_text(d, &bytes);
	DecisionRow row = {.file = r->file, .function = d->function < r->functions.n ? r->functions.at[d->function] : 0, .loop = loop,
		.line = d->loop.line, .pass = pass_name(d->pass), .outcome = outcome_names[d->outcome],
		.guard = d->guard == GUARD_NONE ? NULL : guard_rows[d->guard].name, .stages = d->stages, .depth = d->depth, .requested = d->requested,
		.slots = d->slots, .remainder = d->remainder, .bytes = bytes.n ? text_end(&bytes) : NULL, .reason = d->reason ? d->reason : ""};
	bool ok = store_decision(s, &row) != 0;
	vec_free(&bytes);
	return ok;
}

int64_t record_check(Store *s, const char *key, Arch arch, double seconds, const Report *report) {
	int64_t check = store_check(s, key, arch_name(arch), seconds);
	bool ok = check != 0;
	for (uint32_t i = 0; ok && i < report->results.n; i++)
		ok = store_result(s, check, &report->results.at[i]) != 0;
	return ok ? check : 0;
}
