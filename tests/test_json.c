#include "reports/formats/json.h"

#include <criterion/criterion.h>

Test(json, a_result_survives_the_way_there_and_back) {
	static const Witness w = {.inputs = "n = 3", .trip = 3, .iteration = -1, .before_rounds = "iteration 2 of the loop at line 5 (trip count 3)", .after_rounds = "", .where = "ring v2c id 0, message 4", .before = "add(a, b)", .after = "b",
		.before_at = {4, 2}, .after_at = {0, 0}, .story = "one\ntwo", .replayed = true};
	Result all[] = {
		{.function = "f", .unit = "pair", .property = "P9", .obligation = OB_RING_DEADLOCK, .verdict = VERDICT_REFUTED, .argument = "",
			.reason = "both block", .before_at = {7, 3}, .after_at = {9, 1}, .witness = &w, .fingerprint = "ab12", .seconds = 0.25, .rlimit = 77},
		{.function = "g", .unit = "function", .property = "P6", .obligation = OB_ORDER, .verdict = VERDICT_PROVED, .argument = "identical", .reason = ""}};
	Report *r = report_new();
	for (size_t i = 0; i < 2; i++) {
		json_t *j = js_result(&all[i]);
		cr_assert(js_result_read(j, r));
		const Result *x = &r->results.at[i];
		cr_expect_str_eq(x->function, all[i].function);
		cr_expect_str_eq(x->unit, all[i].unit);
		cr_expect_str_eq(x->reason, all[i].reason);
		cr_expect_str_eq(x->argument, all[i].argument);
		cr_expect_str_eq(x->fingerprint, all[i].fingerprint);
		cr_expect_eq(x->obligation, all[i].obligation);
		cr_expect_eq(x->verdict, all[i].verdict);
		cr_expect_eq(x->rlimit, all[i].rlimit);
		cr_expect_eq(x->before_at.line, all[i].before_at.line);
		cr_expect_eq(x->after_at.col, all[i].after_at.col);
		cr_expect_eq(!x->witness, !all[i].witness);
		json_t *again = js_result(x);
		cr_expect(json_equal(j, again));
		json_decref(again);
		json_decref(j);
	}
	cr_expect_eq(r->results.at[0].witness->iteration, -1);
	cr_expect_str_eq(r->results.at[0].witness->before_rounds, "iteration 2 of the loop at line 5 (trip count 3)");
	cr_expect(r->results.at[0].witness->replayed);
	report_free(r);
}

Test(json, the_object_of_check_has_the_fields_of_the_contract) {
	Report *r = report_new();
	Result *x = report_add(r, OB_VALUES, VERDICT_UNKNOWN);
	x->function = "f";
	CheckOptions o = check_defaults();
	json_t *j = js_check("a.py", "b.py", &o, r);
	static const char *const outer[] = {"tool", "version", "before", "after", "arch", "results"};
	static const char *const inner[] = {"function", "unit", "property", "obligation", "verdict", "argument", "reason", "before_line", "after_line", "witness"};
	for (size_t i = 0; i < sizeof outer / sizeof *outer; i++)
		cr_expect(json_object_get(j, outer[i]), "%s", outer[i]);
	const json_t *first = json_array_get(json_object_get(j, "results"), 0);
	for (size_t i = 0; i < sizeof inner / sizeof *inner; i++)
		cr_expect(json_object_get(first, inner[i]), "%s", inner[i]);
	cr_expect(json_is_null(json_object_get(first, "witness")));
	cr_expect(json_is_null(json_object_get(first, "before_line")));
	cr_expect_str_eq(json_string_value(json_object_get(first, "obligation")), "values");
	cr_expect_str_eq(json_string_value(json_object_get(first, "verdict")), "unknown");
	json_decref(j);
	report_free(r);
}

Test(json, bytes_that_are_no_utf8_become_replacement_characters) {
	static const struct { const char *in; size_t n; const char *out; } cases[] = {
		{"plain", 5, "plain"}, {"\xc3\xa4", 2, "\xc3\xa4"}, {"a\xff" "b", 3, "a\xef\xbf\xbd" "b"}, {"\xc0\x80", 2, "\xef\xbf\xbd\xef\xbf\xbd"},
		{"\xed\xa0\x80", 3, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, {"\xf0\x9f\x98", 3, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
		{"\xf4\x90\x80\x80", 4, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, {"", 0, ""}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		json_t *j = js_text_n(cases[i].in, cases[i].n);
		cr_assert(j, "case %zu", i);
		cr_expect_str_eq(json_string_value(j), cases[i].out, "case %zu", i);
		json_decref(j);
	}
}

Test(json, what_is_no_result_is_refused) {
	static const char *const bad[] = {"{}", "[]", "3", "{\"function\": \"f\", \"unit\": \"u\", \"property\": \"P1\", \"obligation\": \"none\", \"verdict\": \"proved\", \"argument\": \"\", \"reason\": \"\", \"fingerprint\": \"\"}"};
	Report *r = report_new();
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		json_t *j = json_loads(bad[i], JSON_DECODE_ANY, NULL);
		cr_expect_not(js_result_read(j, r), "%s", bad[i]);
		json_decref(j);
	}
	report_free(r);
}
