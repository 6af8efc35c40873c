#include "reports/database/record.h"

#include "model/text.h"
#include "reports/digest.h"

#include <inttypes.h>

bool record_outline(Store *s, const Outline *o, Recorded *out) {
	bool ok = true;
	vec_push(&out->functions, 0);
	for (uint32_t i = 0; ok && i < o->functions.n; i++) {
		const OutlineFunction *f = &o->functions.at[i];
		int64_t id = store_function(s, out->file, i + 1, f->name, f->kind, f->line);
		vec_push(&out->functions, id);
		ok = id != 0;
	}
	for (uint32_t i = 0; ok && i < o->loops.n; i++) {
		const OutlineLoop *l = &o->loops.at[i];
		RecordedLoop loop = {.function = l->function, .at = l->at, .id = store_loop(s, out->functions.at[l->function], l->at.line, l->kind, l->stages, l->trip)};
		vec_push(&out->loops, loop);
		ok = loop.id != 0;
	}
	return ok;
}

bool record_program(Store *s, int64_t run, const char *path, const char *role, const Program *p, Recorded *out) {
	*out = (Recorded){0};
	digest_bytes(p->source, p->length, out->sha256);
	out->file = store_file(s, &(FileRow){.run = run, .path = path, .role = role, .sha256 = out->sha256, .bytes = p->length});
	Outline o;
	outline_of(p, &o);
	bool ok = out->file && record_outline(s, &o, out);
	outline_free(&o);
	return ok;
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

bool record_decision(Store *s, const Recorded *r, const Decision *d, const LoopWay *way) {
	int64_t loop = 0;
	for (uint32_t i = 0; i < r->loops.n; i++)
		if (r->loops.at[i].function == d->function && r->loops.at[i].at.line == d->loop.line && r->loops.at[i].at.col == d->loop.col)
			loop = r->loops.at[i].id;
	Text bytes = {0};
	bytes_text(d, &bytes);
	DecisionRow row = {.file = r->file, .function = d->function < r->functions.n ? r->functions.at[d->function] : 0, .loop = loop,
		.line = d->loop.line, .pass = d->pass < PASS_COUNT ? pass_name(d->pass) : "pass", .outcome = outcome_names[d->outcome],
		.guard = d->guard == GUARD_NONE ? NULL : guard_rows[d->guard].name, .stages = d->stages, .depth = d->depth, .requested = d->requested,
		.slots = d->slots, .remainder = d->remainder, .bytes = bytes.n ? text_end(&bytes) : NULL, .reason = d->reason ? d->reason : "",
		.number = way->number, .becomes = way->becomes};
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
