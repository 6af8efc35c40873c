/* Which checks there are, in the order in which they run. */
#include "checks/result.h"

#include "checks/declared.h"
#include "checks/memory/memory.h"
#include "checks/rings/rings.h"
#include "checks/memory/slots_check.h"
#include "checks/unit.h"

#include <time.h>

/* Engines that compare a function with itself after the pass. Each settles what it can; what stays open goes to the next, and
 * in the end to the last proposal. */
static void (*const engines[])(Unit *u) = {
	check_wellformed,
	settle_identical,
	settle_aliased,
	settle_by_proof,
	settle_by_simulation,
	doubt_declared,
};

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void report_unit(Unit *u, Report *report, uint32_t bits, double seconds) {
	uint32_t meaning = bits & MEANING_BITS;
	Digest parts[4] = {{{0}}};
	if (meaning) {
		/* Effects depend on what the other core does. */
		parts[0] = functions_digest(u->of_before, u->f_before, NORMAL_MEANING, NULL);
		parts[1] = functions_digest(u->of_after, u->f_after, NORMAL_MEANING, NULL);
		parts[2] = functions_digest(u->of_before, functions_peer(u->of_before, u->f_before), NORMAL_MEANING, NULL);
		parts[3] = functions_digest(u->of_after, functions_peer(u->of_after, u->f_after), NORMAL_MEANING, NULL);
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
			Digest whole[2] = {functions_digest(u->of_before, u->f_before, NORMAL_WHOLE, NULL),
				functions_digest(u->of_after, u->f_after, NORMAL_WHOLE, NULL)};
			fingerprint((Obligation)o, u->options, whole, 2, r->fingerprint);
		}
	}
}

static void check_function(Unit u, Report *report) {
	uint32_t bits = u.options->only & (MEANING_BITS | 1u << OB_WELLFORMED);
	if (!bits)
		return;
	u.open = u.asked = bits;
	double start = now();
	u.declared = declared_find(&u);
	for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
		engines[i](&u);
	for (uint32_t k = 0; k < OB_COUNT; k++)
		if ((u.open & ~u.proposed) >> k & 1)
			unit_propose(&u, (Obligation)k, VERDICT_UNKNOWN)->reason = "no engine could decide it";
	report_unit(&u, report, bits, now() - start);
}

/* ---- pairing ---- */

/* The function of that name; the n-th when several share it. 0: none. */
static FuncId counterpart(const Program *from, const Functions *of_from, FuncId f, const Functions *of_to) {
	return functions_named(of_to, ir_text(from, ir_func(from, f)->name), functions_before(of_from, f));
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
	Functions *of_before = functions_new(before), *of_after = functions_new(after);
	for (FuncId f = 1; f <= ir_func_count(before); f++) {
		FuncId g = counterpart(before, of_before, f, of_after);
		if (!g) {
			report_unpaired(before, f, true, o, report);
			continue;
		}
		Unit u = {.before = before, .after = after, .f_before = f, .f_after = g, .of_before = of_before, .of_after = of_after, .options = o,
			.arena = report->arena};
		check_function(u, report);
	}
	for (FuncId g = 1; g <= ir_func_count(after); g++)
		if (!counterpart(after, of_after, g, of_before))
			report_unpaired(after, g, false, o, report);
	memory_check(after, of_after, o, report);
	functions_free(of_before);
	functions_free(of_after);
	/* Checks of the program after the pass as a whole. */
	rings_check(before, after, o, report);
	slots_check(before, after, o, report);
}
