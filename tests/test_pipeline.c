#include "reports/decisions.h"
#include "reports/pipeline.h"

#include <criterion/criterion.h>

Test(pipeline, lists_of_passes) {
	static const struct {
		const char *list;
		bool good;
		uint32_t passes;
	} cases[] = {
		{ "skew", true, 1u << PASS_SKEW },
		{ "skew,slots,loops", true, 1u << PASS_SKEW | 1u << PASS_SLOTS | 1u << PASS_LOOPS },
		{ "loops,skew,loops", true, 1u << PASS_SKEW | 1u << PASS_LOOPS },
		{ "", false, 0 }, { ",", false, 0 }, { "skew,", false, 0 }, { "ske", false, 0 }, { "skews", false, 0 }, { " skew", false, 0 },
	};
	for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
		uint32_t passes;
		bool good = pipeline_passes(cases[k].list, &passes);
		cr_expect_eq(good, cases[k].good, "'%s'", cases[k].list);
		cr_expect(!good || passes == cases[k].passes, "'%s' gives %x", cases[k].list, passes);
	}
}

Test(pipeline, lists_of_guards) {
	uint64_t guards;
	for (int k = GUARD_NONE + 1; k < GUARD_COUNT; k++) {
		cr_expect(pipeline_guards(guard_rows[k].name, &guards), "%s", guard_rows[k].name);
		cr_expect_eq(guards, (uint64_t)1 << k, "%s", guard_rows[k].name);
	}
	cr_expect(pipeline_guards("all", &guards) && guards == ~(uint64_t)0);
	cr_expect(pipeline_guards("none", &guards) && guards == 0);
	cr_expect(!pipeline_guards("", &guards) && !pipeline_guards("none,", &guards) && !pipeline_guards("al", &guards));
}

/* A decision says in words what it says in numbers, and nothing of what does not apply to its outcome. */
Test(pipeline, decisions_in_json_and_in_words) {
	Program *p = ir_new();
	FuncId f = table_add(&p->funcs);
	ir_func(p, f)->name = ir_strz(p, "kernel");
	p->file = "k.py";
	static const struct {
		Decision decision;
		const char *words, *json;
	} cases[] = {
		{ { .function = 1, .loop = { 7, 2 }, .pass = PASS_SKEW, .outcome = OUTCOME_SKEWED, .stages = 4, .depth = 2, .requested = 3,
			.guard = GUARD_NONE + 1, .reason = "the ring has 2 slots" },
			"k.py:7: kernel: skew: skewed with depth 2, requested was 3: the ring has 2 slots [guard ", "\"depth\": 2" },
		{ { .function = 1, .loop = { 8, 2 }, .pass = PASS_SLOTS, .outcome = OUTCOME_SLOTTED, .stages = 2, .slots = 2, .reason = "",
			.bytes = { [SPACE_VEC] = 4096 } },
			"k.py:8: kernel: slots: slotted over 2 slots, 4096 bytes of Vec\n", "\"Vec\": 4096" },
		{ { .function = 1, .loop = { 9, 2 }, .pass = PASS_LOOPS, .outcome = OUTCOME_REPLICATED, .stages = 4, .slots = 4, .remainder = -1 },
			"k.py:9: kernel: loops: replicated 4 times, remainder decided at run time\n", "\"remainder\": null" },
		{ { .function = 1, .loop = { 9, 2 }, .pass = PASS_SLOTS, .outcome = OUTCOME_DECLINED, .stages = 4, .reason = "step is 2" },
			"k.py:9: kernel: slots: declined, stage=4 was requested: step is 2\n", "\"slots\": null" },
	};
	for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
		Decisions list = { 0 };
		vec_push(&list, cases[k].decision);
		Text words = { 0 }, json = { 0 };
		decisions_explain(p, &list, &words);
		decisions_json(p, &list, &json);
		cr_expect(!strncmp(text_end(&words), cases[k].words, strlen(cases[k].words)), "case %u: %s", k, text_end(&words));
		cr_expect(strstr(text_end(&json), cases[k].json), "case %u: %s", k, text_end(&json));
		vec_free(&words);
		vec_free(&json);
		vec_free(&list);
	}
	ir_free(p);
}
