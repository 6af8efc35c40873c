/* All formats of a report, made from rows with every verdict and with texts that want to break out of their format. */
#include "reports/formats/format.h"

#include "checks/rings/story_steps.h"
#include "reports/formats/xml.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>

static const Witness seen = {.inputs = "n = 3", .trip = 3, .iteration = 1, .before_rounds = "iteration 1 of the loop at line 3 (trip count 3, i = 1)", .after_rounds = "", .where = "ring v2c id 0, message 4 <x>", .before = "add(\"a\", b) | c",
	.after = "]]> & '%'", .before_at = {4, 2}, .after_at = {9, 3}, .story = "one\ntwo", .replayed = true};
static const Witness unseen = {.inputs = "", .trip = -1, .iteration = -1, .where = "w", .before = "", .after = "", .story = "", .replayed = false};

static Rows some_rows(void) {
	Rows r = {.arena = arena_new(), .run = 3, .command = "audit", .label = "", .revision = "", .started = "2026-01-02T03:04:05.678Z",
		.state = "finished", .version = "0.0.0", .pairs = 2};
	for (int v = 0; v < VERDICT_COUNT; v++)
		for (int bad = 0; bad < (v == VERDICT_REFUTED ? 2 : 1); bad++) {
			Row x = {.file = v < 3 ? "dir a/be,fore.py" : "/abs/before.py", .after_file = v < 3 ? "dir a/after.py" : "/abs/after.py", .step = "skew",
				.function = "f<g>", .unit = "loop at line 12", .property = "P6", .argument = "", .reason = "100 % \"why\"\x01 | \xff", .fingerprint = "",
				.obligation = (Obligation)v, .verdict = (Verdict)v, .before_at = {4, 1}, .after_at = {v == VERDICT_REFUTED ? 0u : 9u, 1},
				.witness = v == VERDICT_REFUTED ? bad ? &unseen : &seen : NULL};
			x.source = x.after_file;
			x.source_at = x.after_at.line || !x.witness ? x.after_at : x.witness->after_at;
			vec_push(&r.at, x);
			r.verdicts[v]++;
		}
	DecisionLine d = {.file = "dir a/be,fore.py", .function = "f", .pass = "skew", .outcome = "demoted", .reason = "because", .line = 7, .requested = 2, .gave_up = true};
	vec_push(&r.decisions, d);
	r.gave_up = 1;
	Message m = {.severity = SEV_ERROR, .file = "broken.py", .span = {2, 5}, .text = "expected ')'"};
	vec_push(&r.messages, m);
	return r;
}

static json_t *parsed(const Text *t) {
	json_error_t e;
	json_t *j = json_loadb(t->at, t->n, 0, &e);
	cr_assert(j, "line %d: %s", e.line, e.text);
	return j;
}

static json_t *at(json_t *j, const char *path) { /* "a.0.b" */
	char part[64];
	for (const char *s = path; j && *s;) {
		size_t n = strcspn(s, ".");
		memcpy(part, s, n);
		part[n] = '\0';
		j = json_is_array(j) ? json_array_get(j, (size_t)atoi(part)) : json_object_get(j, part);
		s += n + (s[n] == '.');
	}
	return j;
}

Test(report, sarif_has_what_its_schema_demands) {
	Rows rows = some_rows();
	Text out = {0};
	format_sarif(&rows, &out);
	json_t *log = parsed(&out);
	cr_expect_str_eq(json_string_value(at(log, "version")), "2.1.0");
	cr_expect_str_eq(json_string_value(at(log, "runs.0.tool.driver.name")), "tileproof");
	cr_expect(json_is_true(at(log, "runs.0.invocations.0.executionSuccessful")) || json_is_false(at(log, "runs.0.invocations.0.executionSuccessful")));
	json_t *results = at(log, "runs.0.results"), *rules = at(log, "runs.0.tool.driver.rules");
	cr_expect_eq(json_array_size(results), VERDICT_COUNT - 1, "all but the proved one and the one that was not replayed");
	for (size_t i = 0; i < json_array_size(results); i++) {
		json_t *r = json_array_get(results, i);
		json_t *rule = json_array_get(rules, (size_t)json_integer_value(at(r, "ruleIndex")));
		cr_expect_str_eq(json_string_value(at(rule, "id")), json_string_value(at(r, "ruleId")));
		bool fail = !strcmp(json_string_value(at(r, "kind")), "fail");
		cr_expect_str_eq(json_string_value(at(r, "level")), fail ? "error" : "none", "a level is for failures only");
		cr_expect(json_string_length(at(r, "message.text")));
		cr_expect(json_string_length(at(r, "partialFingerprints.tileproofCode/v1")));
		const char *uri = json_string_value(at(r, "locations.0.physicalLocation.artifactLocation.uri"));
		cr_expect(uri && !strpbrk(uri, " ,<>\"%\\") == !strstr(uri, "%"), "%s", uri);
		cr_expect_neq(json_integer_value(at(r, "locations.0.physicalLocation.region.startLine")), 0);
		cr_expect_eq(json_is_array(at(r, "codeFlows")), fail);
		if (fail) {
			cr_expect_eq(json_array_size(at(r, "codeFlows.0.threadFlows")), 2);
			cr_expect_eq(json_integer_value(at(r, "locations.0.physicalLocation.region.startLine")), 9, "of the witness");
		}
	}
	cr_expect_str_eq(json_string_value(at(log, "runs.0.results.0.relatedLocations.0.physicalLocation.artifactLocation.uri")), "dir%20a/be%2Cfore.py");
	json_decref(log);
	vec_free(&out);
	rows_free(&rows);
}

Test(report, json_holds_every_row) {
	Rows rows = some_rows();
	Text out = {0};
	format_json(&rows, &out);
	json_t *j = parsed(&out);
	cr_expect_eq(json_array_size(at(j, "results")), rows.at.n);
	cr_expect_eq(json_integer_value(at(j, "counts.refuted")), 2);
	cr_expect_eq(json_array_size(at(j, "messages")), 1);
	cr_expect_eq(json_array_size(at(j, "decisions")), 1);
	cr_expect_str_eq(json_string_value(at(j, "results.0.reason")), "100 % \"why\"\x01 | \xef\xbf\xbd");
	json_decref(j);
	vec_free(&out);
	rows_free(&rows);
}

static unsigned count(const Text *t, const char *part) {
	unsigned n = 0;
	for (const char *s = t->at; (s = strstr(s, part)); s += strlen(part))
		n++;
	return n;
}

/* Every '<' opens or closes an element in turn and nothing is left open; attributes are quoted. */
static bool balanced(const char *s) {
	unsigned depth = 0;
	for (s = strchr(s, '<'); s; s = strchr(s + 1, '<')) {
		const char *end = strchr(s, '>');
		if (!end || (s[1] == '/' && !depth) || memchr(s + 1, '<', (size_t)(end - s - 1)))
			return false;
		if (s[1] == '/')
			depth--;
		else if (s[1] != '?' && end[-1] != '/')
			depth++;
	}
	return !depth;
}

Test(report, junit_counts_and_escapes) {
	Rows rows = some_rows();
	Text out = {0};
	format_junit(&rows, &out);
	text_end(&out);
	cr_expect(balanced(out.at), "%s", out.at);
	static const struct { const char *part; unsigned want; } cases[] = {
		{"<testcase ", VERDICT_COUNT + 2}, {"<failure ", 1}, {"<error ", 2}, {"<skipped ", 2}, {"<testsuite ", 3}, {"</testsuite>", 3},
		{"classname=\"f&lt;g&gt;\"", VERDICT_COUNT + 1}, {"\x01", 0}, {"\xff", 0}, {"tests=\"8\" failures=\"1\" errors=\"2\"", 1},
		{"timestamp=\"2026-01-02T03:04:05\"", 2}, {"]]&gt; &amp; '%'", 1}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		cr_expect_eq(count(&out, cases[i].part), cases[i].want, "%s: %u", cases[i].part, count(&out, cases[i].part));
	vec_free(&out);
	rows_free(&rows);
}

Test(report, annotations_and_tables_stay_on_their_lines) {
	Rows rows = some_rows();
	Text out = {0};
	format_github(&rows, &out);
	text_end(&out);
	cr_expect_eq(count(&out, "\n"), 4, "a finding, two open ones, a message: %s", out.at);
	cr_expect_eq(count(&out, "::error file=dir a/after.py,line=9,col=3,title="), 1, "%s", out.at);
	cr_expect_eq(count(&out, "100 %25 \"why\""), 3);
	out.n = 0;
	format_markdown(&rows, &out);
	text_end(&out);
	cr_expect_eq(count(&out, "## tileproof: refuted"), 1);
	cr_expect_eq(count(&out, "add(\"a\", b) \\| c"), 1);
	out.n = 0;
	format_text(&rows, &out);
	text_end(&out);
	cr_expect_eq(count(&out, "\x01"), 0);
	cr_expect_eq(count(&out, "1 refuted without replay"), 1);
	vec_free(&out);
	rows_free(&rows);
}

/* A fault is told where a pass brings it; later passes inherit it and the comparison end to end finds it, too. */
Test(report, echoes) {
	static const struct { const char *file, *after, *step, *function; Obligation obligation; bool inherited, unseen, echo; } cases[] = {
		{"k/d/26.py", "k/d/27.py", "skew", "f", OB_ORDER, false, false, false},
		{"k/d/26.py", "k/d/30.py", "end to end", "f", OB_ORDER, false, false, true},
		{"k/d/27.py", "k/d/28.py", "slots", "f", OB_ORDER, true, false, true},
		{"k/d/28.py", "k/d/29.py", "loops", "f", OB_ORDER, false, false, false}, /* another pass to blame */
		{"k/d/26.py", "k/d/30.py", "end to end", "f", OB_VALUES, false, false, false}, /* no pass has it */
		{"k/d/26.py", "k/d/30.py", "end to end", "f", OB_VALUES, false, false, false},
		{"k/d/26.py", "k/d/30.py", "end to end", "g", OB_ORDER, false, false, false},
		{"k/e/26.py", "k/e/30.py", "end to end", "f", OB_ORDER, false, false, false},  /* another compilation */
		{"k/e/26.py", "k/e/27.py", "skew", "h", OB_RING_DEADLOCK, true, false, false}, /* the first text has it */
		{"k/e/27.py", "k/e/28.py", "slots", "h", OB_RING_DEADLOCK, true, false, true},
		{"a.py", "a.py (after skew)", "skew", "f", OB_ORDER, false, false, false},
		{"a.py", "a.py (after loops)", "end to end", "f", OB_ORDER, false, false, true},
		{"b.py", "b.py (after loops)", "end to end", "f", OB_ORDER, false, false, false},
		{"b.py (after skew)", "b.py (after slots)", "slots", "f", OB_VALUES, false, false, false},
		{"b.py", "b.py (after loops)", "end to end", "f", OB_VALUES, false, false, true},
		{"c.py", "c.py (after skew)", "skew", "f", OB_ORDER, false, true, false}, /* not replayed: no finding */
		{"c.py", "c.py (after loops)", "end to end", "f", OB_ORDER, false, false, false}};
	enum { N = sizeof cases / sizeof *cases };
	Rows r = {.arena = arena_new()};
	for (unsigned i = 0; i < N; i++) {
		Row x = {.file = cases[i].file, .after_file = cases[i].after, .step = cases[i].step, .function = cases[i].function, .unit = "function",
			.obligation = cases[i].obligation, .verdict = VERDICT_REFUTED, .witness = cases[i].unseen ? &unseen : &seen, .inherited = cases[i].inherited};
		vec_push(&r.at, x);
	}
	rows_mark_echoes(&r);
	uint32_t n = 0;
	for (unsigned i = 0; i < N; i++, n += r.at.at[i - 1].echo)
		cr_expect_eq(r.at.at[i].echo, cases[i].echo, "row %u", i);
	cr_expect_eq(r.echoes, n);
	rows_free(&r);
}

/* Stories come out of databases that anybody may have written. */
Test(report, steps_of_a_story) {
	static const char story[] = " step | AIC          | AIV      | c2v id 0 \n    1 | push (line 4) |          | 1/2 \n  ... 30 events\n"
		"   32 |              | pop (line 9) | 0/2   <- x\n(repetitions are left out)\nAIC waits at line 5: push, no credit\nAIV is at its end\n";
	static const struct { const char *core, *says; uint32_t line, order; } want[] = {{"AIC", "push", 4, 1}, {"AIV", "pop", 9, 32},
		{"AIC", "waits: push, no credit", 5, 33}, {"AIV", "is at its end", 0, 33}};
	Arena *a = arena_new();
	StorySteps steps = {0};
	story_steps_read(story, a, &steps);
	cr_assert_eq(steps.n, 4);
	for (uint32_t i = 0; i < 4; i++) {
		const StoryStep *s = &steps.at[i];
		cr_expect(!strcmp(s->core, want[i].core) && !strcmp(s->says, want[i].says) && s->line == want[i].line && s->order == want[i].order,
			"step %u: %s %s %u %u", i, s->core, s->says, s->line, s->order);
	}
	static const StoryStep written[] = {{"AIC", "a", 3, 1}, {"AIV", "b", 0, 2}};
	steps.n = 0;
	story_steps_read(story_steps_story(a, written, 2), a, &steps);
	cr_assert_eq(steps.n, 2);
	cr_expect(!strcmp(steps.at[1].core, "AIV") && !strcmp(steps.at[1].says, "b") && steps.at[0].line == 3 && steps.at[1].order == 2);
	for (size_t n = 0; n < sizeof story; n++) { /* cut off anywhere */
		steps.n = 0;
		story_steps_read(arena_text(a, story, n), a, &steps);
		cr_expect_leq(steps.n, 4);
	}
	static const char *const none[] = {"", "\n", " step", " step |", " step | c2v\n 1 | x\n", "line 3: 'a' is read\n", "    1 | push (line 4) |\n"};
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		steps.n = 0;
		story_steps_read(none[i], a, &steps);
		cr_expect_eq(steps.n, 0, "'%s'", none[i]);
	}
	vec_free(&steps);
	arena_free(a);
}

Test(report, xml_text) {
	static const struct { const char *in, *want; } cases[] = {
		{"plain", "plain"}, {"<a href=\"x\">&</a>", "&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;"}, {"\x01\xff\x7f", "\xef\xbf\xbd\xef\xbf\xbd\x7f"},
		{"a\nb\tc", "a&#10;b&#9;c"}, {"\xc3\xa4\xef\xbf\xbe", "\xc3\xa4\xef\xbf\xbd"}, {"", ""}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Text t = {0};
		xml_text(&t, cases[i].in);
		cr_expect_str_eq(text_end(&t), cases[i].want, "case %zu", i);
		vec_free(&t);
	}
}
