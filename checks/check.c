/* Which checks there are, in the order in which they run. */
#include "checks/result.h"

#include "checks/declared.h"
#include "checks/inherited.h"
#include "checks/memory/memory.h"
#include "checks/rings/rings.h"
#include "checks/memory/slots_check.h"
#include "checks/unit.h"
#include "checks/unpaired.h"

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
	declared_find(&u);
	for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
		engines[i](&u);
	for (uint32_t k = 0; k < OB_COUNT; k++)
		if ((u.open & ~u.proposed) >> k & 1)
			unit_propose(&u, (Obligation)k, VERDICT_UNKNOWN)->reason = "no engine could decide it";
	report_unit(&u, report, bits, now() - start);
}

/* ---- pairing ---- */

static void report_unpaired(const Program *p, FuncId f, bool is_before, const CheckOptions *o, Report *report) {
	for (uint32_t k = 0; k < OB_COUNT; k++) {
		if (!((o->only & (MEANING_BITS | 1u << OB_WELLFORMED)) >> k & 1))
			continue;
		const Function *fn = ir_func(p, f);
		Result *r = report_add(report, (Obligation)k, VERDICT_UNSUPPORTED);
		r->function = arena_text(report->arena, ir_text(p, fn->name), ir_text_length(p, fn->name));
		r->unit = "function";
		r->property = obligation_rows[k].properties;
		r->reason = is_before ? "vanished: the program after the pass has no function of this name, and none like it" :
			"new: the program before the pass has no function of this name, and none like it";
		*(is_before ? &r->before_at : &r->after_at) = fn->span;
	}
}

/* What was found about a renamed function is so for the two names taken as one. */
static void tell_renamed(Report *report, uint32_t from, const char *name) {
	for (uint32_t i = from; i < report->results.n; i++) {
		Result *r = &report->results.at[i];
		bool proved = r->verdict == VERDICT_PROVED; /* else the pairing rests on kind and parameters */
		const char **says = proved ? &r->argument : &r->reason;
		*says = arena_printf(report->arena, "%s%sit is %s '%s' after the pass", *says ? *says : "", *says && **says ? "; " : "",
			proved ? "named" : "taken for", name);
	}
}

static void check_functions(Program *before, Program *after, const Program *as_named, const CheckOptions *o, Report *report) {
	Functions *of_before = functions_new(before), *of_after = functions_new(after);
	Calls *calls = NULL;
	for (FuncId f = 1; f <= ir_func_count(before); f++)
		if (!calls && !functions_counterpart(of_before, f, of_after))
			calls = calls_new(after);
	for (FuncId f = 1; f <= ir_func_count(before); f++) {
		FuncId g = functions_counterpart(of_before, f, of_after);
		report->paired += g != 0;
		if (!g) {
			report->vanished++;
			report_unpaired(before, f, true, o, report);
			continue;
		}
		Unit u = {.before = before, .after = after, .f_before = f, .f_after = g, .of_before = of_before, .of_after = of_after, .options = o,
			.arena = report->arena, .lost_call = calls ? unpaired_call(of_before, calls, g, after) : NULL};
		uint32_t from = report->results.n;
		check_function(u, report);
		const char *name = ir_text(as_named, ir_func(as_named, g)->name);
		if (strcmp(name, ir_text(before, ir_func(before, f)->name)) != 0)
			tell_renamed(report, from, arena_text(report->arena, name, strlen(name)));
	}
	for (FuncId g = 1; g <= ir_func_count(after); g++)
		if (!functions_counterpart(of_after, g, of_before)) {
			report->added++;
			report_unpaired(after, g, false, o, report);
		}
	memory_check(after, of_after, o, report);
	calls_free(calls);
	functions_free(of_before);
	functions_free(of_after);
}

void check_programs(Program *before, Program *after, const CheckOptions *o, Report *report) {
	Functions *of_before = functions_new(before), *of_after = functions_new(after);
	Program *renamed = unpaired_renamed(before, of_before, after, of_after), *p = renamed ? renamed : after;
	functions_free(of_before);
	functions_free(of_after);
	uint32_t from = report->results.n;
	check_functions(before, p, after, o, report);
	/* Checks of the program after the pass as a whole. */
	rings_check(before, p, o, report);
	slots_check(before, p, o, report);
	inherited_mark(before, o, report, from);
	ir_free(renamed);
}
