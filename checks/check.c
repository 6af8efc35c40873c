/* Which checks there are, in the order in which they run. */
#include "checks/result.h"

#include "checks/normal.h"
#include "checks/peer.h"
#include "checks/rings.h"
#include "checks/unit.h"

#include <time.h>

/* Engines that compare a function with itself after the pass. Each settles what it can; what stays open goes to the next, and
 * in the end to the last proposal. */
static void (*const engines[])(Unit *u) = {
	check_wellformed,
	settle_identical,
	settle_by_proof,
	settle_by_simulation,
};

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static Digest digest_function(const Program *p, FuncId f, NormalKind kind) {
	Text text = {0};
	if (f)
		normal_function(p, f, kind, &text);
	Digest d = digest_text(&text);
	vec_free(&text);
	return d;
}

static void report_unit(Unit *u, Report *report, uint32_t bits, double seconds) {
	uint32_t meaning = bits & MEANING_BITS;
	Digest parts[4] = {{{0}}};
	if (meaning) {
		parts[0] = digest_function(u->before, u->f_before, NORMAL_MEANING);
		parts[1] = digest_function(u->after, u->f_after, NORMAL_MEANING);
		parts[2] = digest_function(u->before, peer_of(u->before, u->f_before), NORMAL_MEANING);
		parts[3] = digest_function(u->after, peer_of(u->after, u->f_after), NORMAL_MEANING);
	}
	for (uint32_t o = 0; o < OB_COUNT; o++) {
		if (!(bits >> o & 1))
			continue;
		Result *r = report_add(report, (Obligation)o, u->answer[o].verdict);
		*r = u->answer[o];
		r->function = arena_text(report->arena, r->function, strlen(r->function));
		r->seconds = seconds;
		if (meaning >> o & 1) {
			fingerprint((Obligation)o, u->options, parts, 4, r->fingerprint);
		} else {
			Digest whole[2] = {digest_function(u->before, u->f_before, NORMAL_WHOLE), digest_function(u->after, u->f_after, NORMAL_WHOLE)};
			fingerprint((Obligation)o, u->options, whole, 2, r->fingerprint);
		}
	}
}

static void check_function(Program *before, FuncId f_before, Program *after, FuncId f_after, const CheckOptions *o, Report *report) {
	uint32_t bits = o->only & (MEANING_BITS | 1u << OB_WELLFORMED);
	if (!bits)
		return;
	Unit u = {.before = before, .after = after, .f_before = f_before, .f_after = f_after, .options = o, .arena = report->arena, .open = bits};
	double start = now();
	for (size_t i = 0; u.open && i < sizeof engines / sizeof *engines; i++)
		engines[i](&u);
	for (uint32_t k = 0; k < OB_COUNT; k++)
		if ((u.open & ~u.proposed) >> k & 1)
			unit_propose(&u, (Obligation)k, VERDICT_UNKNOWN)->reason = "no engine could decide it";
	report_unit(&u, report, bits, now() - start);
}

/* ---- pairing ---- */

/* The function of that name; the n-th when several share it. 0: none. */
static FuncId counterpart(const Program *from, FuncId f, const Program *to) {
	const char *name = ir_text(from, ir_func(from, f)->name);
	uint32_t nth = 0;
	for (FuncId g = 1; g < f; g++)
		nth += !strcmp(ir_text(from, ir_func(from, g)->name), name);
	for (FuncId g = 1; g <= ir_func_count(to); g++)
		if (!strcmp(ir_text(to, ir_func(to, g)->name), name) && nth-- == 0)
			return g;
	return 0;
}

static void report_unpaired(const Program *p, FuncId f, bool is_before, const CheckOptions *o, Report *report) {
	for (uint32_t k = 0; k < OB_COUNT; k++) {
		if (!((o->only & (MEANING_BITS | 1u << OB_WELLFORMED)) >> k & 1))
			continue;
		const Function *fn = ir_func(p, f);
		Result *r = report_add(report, (Obligation)k, VERDICT_UNSUPPORTED);
		r->function = arena_text(report->arena, ir_text(p, fn->name), ir_text_length(p, fn->name));
		r->unit = "function";
		r->property = obligation_rows[k].properties;
		r->reason = is_before ? "the program after the pass has no function of this name" : "the program before the pass has no function of this name";
		*(is_before ? &r->before_at : &r->after_at) = fn->span;
	}
}

void check_programs(Program *before, Program *after, const CheckOptions *o, Report *report) {
	for (FuncId f = 1; f <= ir_func_count(before); f++) {
		FuncId g = counterpart(before, f, after);
		if (g)
			check_function(before, f, after, g, o, report);
		else
			report_unpaired(before, f, true, o, report);
	}
	for (FuncId g = 1; g <= ir_func_count(after); g++)
		if (!counterpart(after, g, before))
			report_unpaired(after, g, false, o, report);
	/* Checks of the program after the pass as a whole - slots, memory, capacity, tags - are called here. */
	rings_check(before, after, o, report);
}
