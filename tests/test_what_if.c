#include "reports/formats/json.h"
#include "reports/trace.h"
#include "reports/what_if.h"

#include "model/parse.h"

#include <criterion/criterion.h>

#define FOLDER "tests/programs/rings/"

typedef struct Row {
	const char *file;
	int64_t slots, stage;
	Credits credits;
	bool bad;
	const char *says; /* must stand in the text */
} Row;

static const Row rows[] = {
	{ "skew_fits.py", 0, 0, CREDITS_IDEAL, false, "needs 1, margin 1" }, /* one more message is in the hands of the peer */
	{ "skew_fits.py", 0, 0, CREDITS_IDEAL, false, "smallest slot_num for all rings: 2" },
	{ "skew_fits.py", 0, 4, CREDITS_IDEAL, false, "no pipelined loop exchanges messages" },
	{ "skew_fits.py", 1, 0, CREDITS_IDEAL, true, "blocks; what binds: ring" },
	{ "skew_blocks.py", 3, 0, CREDITS_IDEAL, false, "runs; what binds: none" },
	{ "credit_block.py", 0, 0, CREDITS_IDEAL, false, "at most 8 in use" },
	{ "credit_block.py", 0, 0, CREDITS_A2A3, true, "blocks" },
	{ "odd_ring.py", 0, 0, CREDITS_A5, true, "overwrites a message" },
	{ "grouped_release_short.py", 0, 0, CREDITS_A5, false, "when the consumer is slow" },
	{ "local_slot.py", 0, 0, CREDITS_A2A3, false, "what binds: local ring" },
	{ "tile_too_large.py", 400, 0, CREDITS_IDEAL, false, "what binds: memory capacity" },
	{ "pipelined.py", 0, 0, CREDITS_IDEAL, false, "skew depth 2" },
	{ "pipelined.py", 0, 4, CREDITS_IDEAL, true, "skew depth 3" },
	{ "pipelined.py", 0, 4, CREDITS_IDEAL, true, "largest safe skew depth on these rings: 2, from stage 2 on" },
	{ "pipelined.py", 4, 4, CREDITS_IDEAL, false, "largest safe skew depth on these rings: 4, from stage 5 on" },
};

Test(what_if, answers) {
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		char file[200];
		WhatIf w = { .file = file, .change = { rows[i].slots }, .stage = rows[i].stage, .check = check_defaults() };
		Diag *d = diag_new();
		Text out = { 0 };
		json_t *j = json_object();
		snprintf(file, sizeof file, FOLDER "%s", rows[i].file);
		w.check.credits = rows[i].credits;
		cr_assert(what_if_open(&w, d), "%s", file);
		cr_expect_eq(what_if_text(&w, &out), rows[i].bad, "row %u, %s: %s", i, file, text_end(&out));
		cr_expect(strstr(text_end(&out), rows[i].says), "row %u, %s: no '%s' in\n%s", i, file, rows[i].says, text_end(&out));
		cr_expect_eq(what_if_json(&w, j), rows[i].bad, "row %u, %s", i, file);
		cr_expect_eq(json_array_size(json_object_get(j, "pairs")), 1, "row %u, %s", i, file);
		json_decref(j);
		vec_free(&out);
		what_if_close(&w);
		diag_free(d);
	}
}

/* Every slice has a track, counters stay in 0..depth, time does not run backwards on a track, a block is shown. */
Test(what_if, trace) {
	static const struct { const char *file; bool blocks; } files[] = { { "skew_fits.py", false }, { "skew_blocks.py", true }, { "lane_missing.py", true } };

	for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
		char file[200];
		Diag *d = diag_new();
		CheckOptions o = check_defaults();
		Text out = { 0 };
		json_error_t error;
		json_int_t last[4] = { 0 };
		unsigned slices = 0, blocks = 0;
		size_t k;
		json_t *e, *whole;
		snprintf(file, sizeof file, FOLDER "%s", files[i].file);
		Program *p = parse_file(file, d);
		cr_assert(p, "%s", file);
		trace_programs(p, p, &o, NULL, &out);
		whole = json_loadb(out.at, out.n, 0, &error);
		cr_assert(whole, "%s: %s", file, error.text);
		json_array_foreach(json_object_get(whole, "traceEvents"), k, e) {
			const char *phase = json_string_value(json_object_get(e, "ph"));
			json_int_t ts = json_integer_value(json_object_get(e, "ts")), tid = json_integer_value(json_object_get(e, "tid"));
			if (!strcmp(phase, "C")) {
				json_int_t used = json_integer_value(json_object_get(json_object_get(e, "args"), "slots in use"));
				cr_expect(used >= 0 && used <= 2, "%s: %d slots in use", file, (int)used);
			}
			if (strcmp(phase, "X"))
				continue;
			cr_assert(tid >= 0 && tid < 4);
			cr_expect_geq(ts, last[tid], "%s: track %d runs backwards", file, (int)tid);
			last[tid] = ts;
			slices++;
			blocks += !strncmp(json_string_value(json_object_get(e, "name")), "blocked", 7);
		}
		cr_expect_gt(slices, 5, "%s", file);
		cr_expect_eq(blocks > 0, files[i].blocks, "%s: %u blocks", file, blocks);
		json_decref(whole);
		vec_free(&out);
		ir_free(p);
		diag_free(d);
	}
}
