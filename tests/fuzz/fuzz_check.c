/* Any program against itself: simulation alone, which does not look at whether the code is the same, never refutes it, and the whole
 * check neither. */
#include "checks/unit.h"
#include "model/parse.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void simulate(Program *p, Functions *fs, FuncId f, const CheckOptions *o) {
	Arena *arena = arena_new();
	Unit u = { .before = p, .after = p, .f_before = f, .f_after = f, .of_before = fs, .of_after = fs, .options = o, .arena = arena,
		.open = MEANING_BITS };
	settle_by_simulation(&u);
	for (unsigned k = 0; k < OB_COUNT; k++)
		if ((MEANING_BITS & ~u.open) >> k & 1 && u.answer[k].verdict == VERDICT_REFUTED)
			abort();
	arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Diag *d = diag_new();
	Program *p = parse_program("fuzz", (const char *)data, size, d);
	if (p) {
		CheckOptions o = check_defaults();
		o.only = MEANING_BITS | 1u << OB_WELLFORMED;
		o.max_events = 2000;
		o.bound = 3;
		o.floor_division = size & 1;
		Functions *fs = functions_new(p);
		for (FuncId f = 1; f <= ir_func_count(p) && f <= 4; f++)
			simulate(p, fs, f, &o);
		functions_free(fs);
		Report *r = report_new();
		check_programs(p, p, &o, r);
		for (uint32_t i = 0; i < r->results.n; i++)
			if (r->results.at[i].verdict == VERDICT_REFUTED)
				abort();
		report_free(r);
		ir_free(p);
	}
	diag_free(d);
	return 0;
}
