#include "reports/compare.h"

#include "reports/formats/format.h"
#include "tests/support/scratch.h"

#include <criterion/criterion.h>

static const Witness seen = {.inputs = "", .trip = -1, .iteration = -1, .where = "w", .before = "a", .after = "b", .story = "", .replayed = true};
static const Witness unseen = {.inputs = "", .trip = -1, .iteration = -1, .where = "w", .before = "a", .after = "b", .story = "", .replayed = false};

typedef struct One { /* a result as the cases below give it */
	const char *file, *function, *unit, *fingerprint;
	Verdict verdict;
	uint64_t rlimit;
	const Witness *witness;
} One;

static void put(Rows *rows, const One *x) {
	Row r = {.file = x->file, .after_file = x->file, .step = "skew", .function = x->function, .unit = x->unit, .property = "P6", .argument = "",
		.reason = "", .fingerprint = x->fingerprint, .obligation = OB_ORDER, .verdict = x->verdict, .rlimit = x->rlimit,
		.witness = x->verdict == VERDICT_REFUTED ? x->witness ? x->witness : &seen : NULL};
	vec_push(&rows->at, r);
	rows->verdicts[x->verdict]++;
}

Test(compare, results) {
	static const struct { const char *what; One old[2], now[2]; int kinds[3]; /* ChangeKind + 1, 0: no more */ } cases[] = {
		{"nothing", {{"a.py", "f", "", "x", VERDICT_PROVED, 0, 0}}, {{"a.py", "f", "", "x", VERDICT_PROVED, 0, 0}}, {0}},
		{"introduced", {{"a.py", "f", "", "x", VERDICT_PROVED, 0, 0}}, {{"a.py", "f", "", "y", VERDICT_REFUTED, 0, 0}}, {CHANGE_INTRODUCED + 1}},
		{"fixed", {{"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}}, {{"a.py", "f", "", "y", VERDICT_PROVED, 0, 0}}, {CHANGE_FIXED + 1}},
		{"the same", {{"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}}, {{"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}}, {CHANGE_PREEXISTING + 1}},
		{"other code", {{"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}}, {{"a.py", "f", "", "y", VERDICT_REFUTED, 0, 0}}, {CHANGE_PREEXISTING + 1}},
		{"lines shifted", {{"a.py", "f", "loop at line 12", "", VERDICT_REFUTED, 0, 0}}, {{"a.py", "f", "loop at line 9", "", VERDICT_REFUTED, 0, 0}},
			{CHANGE_PREEXISTING + 1}},
		{"function renamed", {{"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}}, {{"a.py", "g", "", "x", VERDICT_REFUTED, 0, 0}}, {CHANGE_PREEXISTING + 1}},
		{"moved corpus", {{"/x/k/a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}, {"/x/m/a.py", "f", "", "y", VERDICT_PROVED, 0, 0}},
			{{"k/a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}, {"m/a.py", "f", "", "y", VERDICT_REFUTED, 0, 0}}, {CHANGE_PREEXISTING + 1, CHANGE_INTRODUCED + 1}},
		{"snapshot numbers", {{"k/d/26_after_N.py", "f", "", "x", VERDICT_REFUTED, 0, 0}}, {{"k/d/27_after_N.py", "f", "", "x", VERDICT_REFUTED, 0, 0}},
			{CHANGE_PREEXISTING + 1}},
		{"other file", {{"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}}, {{"b.py", "f", "", "x", VERDICT_REFUTED, 0, 0}}, {CHANGE_INTRODUCED + 1, CHANGE_GONE + 1}},
		{"gone", {{"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}}, {{"b.py", "f", "", "z", VERDICT_PROVED, 0, 0}}, {CHANGE_GONE + 1}},
		{"new file, proved", {{"a.py", "f", "", "x", VERDICT_PROVED, 0, 0}}, {{"a.py", "f", "", "x", VERDICT_PROVED, 0, 0}, {"b.py", "f", "", "z", VERDICT_PROVED, 0, 0}}, {0}},
		{"weaker", {{"a.py", "f", "", "x", VERDICT_PROVED, 0, 0}}, {{"a.py", "f", "", "y", VERDICT_UNKNOWN, 0, 0}}, {CHANGE_WEAKER + 1}},
		{"stronger", {{"a.py", "f", "", "x", VERDICT_BOUNDED, 0, 0}}, {{"a.py", "f", "", "x", VERDICT_PROVED, 0, 0}}, {CHANGE_STRONGER + 1}},
		{"costlier", {{"a.py", "f", "", "x", VERDICT_PROVED, 1000, 0}}, {{"a.py", "f", "", "x", VERDICT_PROVED, 1500, 0}}, {CHANGE_COSTLIER + 1}},
		{"hardly costlier", {{"a.py", "f", "", "x", VERDICT_PROVED, 1000, 0}}, {{"a.py", "f", "", "x", VERDICT_PROVED, 1499, 0}}, {0}},
		{"first cost", {{"a.py", "f", "", "x", VERDICT_PROVED, 0, 0}}, {{"a.py", "f", "", "x", VERDICT_PROVED, 900, 0}}, {0}},
		{"not replayed", {{"a.py", "f", "", "x", VERDICT_PROVED, 0, 0}}, {{"a.py", "f", "", "y", VERDICT_REFUTED, 0, &unseen}}, {0}},
		{"twice the same", {{"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}, {"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}},
			{{"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}, {"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}}, {CHANGE_PREEXISTING + 1, CHANGE_PREEXISTING + 1}},
		{"one more of them", {{"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}},
			{{"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}, {"a.py", "f", "", "x", VERDICT_REFUTED, 0, 0}}, {CHANGE_PREEXISTING + 1, CHANGE_INTRODUCED + 1}}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Rows old = {.arena = arena_new()}, now = {.arena = arena_new()};
		for (int k = 0; k < 2; k++) {
			if (cases[i].old[k].file)
				put(&old, &cases[i].old[k]);
			if (cases[i].now[k].file)
				put(&now, &cases[i].now[k]);
		}
		Comparison c;
		compare_rows(&old, &now, &c);
		uint32_t want = 0;
		while (cases[i].kinds[want]) {
			if (want < c.changes.n)
				cr_expect_eq((int)c.changes.at[want].kind, cases[i].kinds[want] - 1, "%s: %s", cases[i].what, change_names[c.changes.at[want].kind]);
			want++;
		}
		cr_expect_eq(c.changes.n, want, "%s: %u changes", cases[i].what, c.changes.n);
		vec_free(&c.changes);
		rows_free(&old);
		rows_free(&now);
	}
}

typedef struct Choice { const char *function, *pass, *outcome; int64_t line, depth, slots, number; const char *becomes; } Choice;

static void put_choice(Rows *rows, const Choice *x) {
	if (!x->function)
		return;
	DecisionLine d = {.file = "a.py", .function = x->function, .pass = x->pass, .outcome = x->outcome, .reason = "", .line = x->line, .depth = x->depth,
		.slots = x->slots, .number = x->number, .becomes = x->becomes ? x->becomes : ""};
	vec_push(&rows->decisions, d);
}

Test(compare, decisions) {
	static const struct { const char *what; Choice old[2], now[2]; int kind; /* ChangeKind + 1 */ uint32_t n; } cases[] = {
		{"same", {{"f", "skew", "skewed", 5, 2, 0, 0, NULL}}, {{"f", "skew", "skewed", 50, 2, 0, 0, NULL}}, 0, 0},
		{"lost", {{"f", "skew", "skewed", 5, 2, 0, 0, NULL}}, {{"f", "skew", "demoted", 5, 0, 0, 0, NULL}}, CHANGE_LOST + 1, 1},
		{"shallower", {{"f", "skew", "skewed", 5, 3, 0, 0, NULL}}, {{"f", "skew", "skewed", 5, 2, 0, 0, NULL}}, CHANGE_LOST + 1, 1},
		{"deeper", {{"f", "skew", "skewed", 5, 2, 0, 0, NULL}}, {{"f", "skew", "skewed", 5, 3, 0, 0, NULL}}, CHANGE_GAINED + 1, 1},
		{"slots lost", {{"f", "slots", "slotted", 5, 0, 4, 0, NULL}}, {{"f", "slots", "declined", 5, 0, 0, 0, NULL}}, CHANGE_LOST + 1, 1},
		{"another word", {{"f", "slots", "kept", 5, 0, 0, 0, NULL}}, {{"f", "slots", "declined", 5, 0, 0, 0, NULL}}, CHANGE_DECIDED + 1, 1},
		{"second loop", {{"f", "skew", "skewed", 5, 2, 0, 0, NULL}, {"f", "skew", "skewed", 9, 2, 0, 0, NULL}}, {{"f", "skew", "skewed", 7, 2, 0, 0, NULL}, {"f", "skew", "kept", 11, 0, 0, 0, NULL}},
			CHANGE_LOST + 1, 1},
		{"other function", {{"f", "skew", "skewed", 5, 2, 0, 0, NULL}}, {{"g", "skew", "kept", 5, 0, 0, 0, NULL}}, 0, 0}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Rows old = {.arena = arena_new()}, now = {.arena = arena_new()};
		for (int k = 0; k < 2; k++) {
			put_choice(&old, &cases[i].old[k]);
			put_choice(&now, &cases[i].now[k]);
		}
		Comparison c;
		compare_rows(&old, &now, &c);
		cr_expect_eq(c.changes.n, cases[i].n, "%s: %u changes", cases[i].what, c.changes.n);
		if (c.changes.n && cases[i].n)
			cr_expect_eq((int)c.changes.at[0].kind, cases[i].kind - 1, "%s: %s", cases[i].what, change_names[c.changes.at[0].kind]);
		vec_free(&c.changes);
		rows_free(&old);
		rows_free(&now);
	}
}

/* A loop is one thing in all texts: what counts is what it has in the end. */
Test(compare, loops_through_the_passes) {
	static const struct { const char *what; Choice old[6], now[6]; int kind; /* ChangeKind + 1 */ uint32_t n; const char *end; } cases[] = {
		{"slots declined, then copied", {{"f", "slots", "slotted", 5, 0, 4, 1, "[]"}},
			{{"f", "slots", "declined", 5, 0, 0, 1, "[1]"}, {"f", "loops", "replicated", 5, 0, 4, 1, "[1]"}}, CHANGE_DECIDED + 1, 1, "replicated"},
		{"slots declined, then copied less", {{"f", "slots", "slotted", 5, 0, 4, 1, "[]"}},
			{{"f", "slots", "declined", 5, 0, 0, 1, "[1]"}, {"f", "loops", "replicated", 5, 0, 2, 1, "[1]"}}, CHANGE_LOST + 1, 1, "replicated"},
		{"slots declined, then in order", {{"f", "slots", "slotted", 5, 0, 4, 1, "[]"}},
			{{"f", "slots", "declined", 5, 0, 0, 1, "[1]"}, {"f", "loops", "demoted", 5, 0, 0, 1, "[]"}}, CHANGE_LOST + 1, 1, "demoted"},
		{"another loop takes the number of one that has slots now", {{"f", "slots", "declined", 5, 0, 0, 1, "[1]"}, {"f", "slots", "declined", 9, 0, 0, 2, "[2]"},
			{"f", "loops", "replicated", 5, 0, 2, 1, "[1]"}, {"f", "loops", "replicated", 9, 0, 3, 2, "[2]"}},
			{{"f", "slots", "slotted", 5, 0, 2, 1, "[]"}, {"f", "slots", "declined", 9, 0, 0, 2, "[1]"}, {"f", "loops", "replicated", 9, 0, 3, 1, "[1]"}},
			CHANGE_DECIDED + 1, 1, "slotted"},
		{"copies of an inner loop", {{"f", "skew", "skewed", 5, 2, 0, 1, "[]"}, {"f", "skew", "kept", 6, 0, 0, 2, "[1,2]"},
			{"f", "loops", "replicated", 6, 0, 2, 1, "[1]"}, {"f", "loops", "replicated", 7, 0, 2, 2, "[2]"}},
			{{"f", "skew", "demoted", 5, 0, 0, 1, "[]"}, {"f", "skew", "kept", 6, 0, 0, 2, "[1]"}, {"f", "loops", "replicated", 6, 0, 2, 1, "[1]"}},
			CHANGE_LOST + 1, 1, "demoted"},
		{"one of the copies", {{"f", "skew", "kept", 6, 0, 0, 1, "[1,2]"}, {"f", "loops", "replicated", 6, 0, 2, 1, "[1]"}, {"f", "loops", "replicated", 7, 0, 2, 2, "[2]"}},
			{{"f", "skew", "kept", 6, 0, 0, 1, "[1,2]"}, {"f", "loops", "replicated", 6, 0, 2, 1, "[1]"}, {"f", "loops", "demoted", 7, 0, 0, 2, "[]"}},
			CHANGE_LOST + 1, 1, "demoted"},
		{"nobody knows", {{"f", "skew", "unrecognised", 6, 0, 0, 1, "[]"}}, {{"f", "skew", "skewed", 6, 2, 0, 1, "[]"}}, CHANGE_DECIDED + 1, 1, "skewed"},
		{"nobody knows any more", {{"f", "skew", "skewed", 6, 2, 0, 1, "[]"}}, {{"f", "skew", "unrecognised", 6, 0, 0, 1, "[]"}}, CHANGE_LOST + 1, 1, "unrecognised"},
		{"not looked at so far", {{"f", "slots", "declined", 5, 0, 0, 1, "[1]"}}, {{"f", "slots", "declined", 5, 0, 0, 1, "[1]"}, {"f", "loops", "demoted", 5, 0, 0, 1, "[]"}},
			0, 0, NULL}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Rows old = {.arena = arena_new()}, now = {.arena = arena_new()};
		for (int k = 0; k < 6; k++) {
			put_choice(&old, &cases[i].old[k]);
			put_choice(&now, &cases[i].now[k]);
		}
		Comparison c;
		compare_rows(&old, &now, &c);
		cr_expect_eq(c.changes.n, cases[i].n, "%s: %u changes", cases[i].what, c.changes.n);
		if (c.changes.n && cases[i].n) {
			cr_expect_eq((int)c.changes.at[0].kind, cases[i].kind - 1, "%s: %s", cases[i].what, change_names[c.changes.at[0].kind]);
			cr_expect_str_eq(c.changes.at[0].now_end->outcome, cases[i].end, "%s: %s", cases[i].what, c.changes.at[0].now_end->outcome);
		}
		vec_free(&c.changes);
		rows_free(&old);
		rows_free(&now);
	}
}

Test(compare, a_baseline_is_read_as_it_was_written) {
	Rows rows = {.arena = arena_new(), .run = 1, .command = "run", .label = "", .revision = "", .started = "", .state = "finished", .version = "0"};
	put(&rows, &(One){"a.py", "f", "loop at line 3", "abc", VERDICT_REFUTED, 77, &seen});
	put(&rows, &(One){"a.py", "g", "", "", VERDICT_PROVED, 0, NULL});
	put_choice(&rows, &(Choice){"f", "skew", "skewed", 5, 2, 0, 0, NULL});
	Text out = {0};
	format_json(&rows, &out);
	scratch_write("base.json", out.at, out.n);
	Diag *d = diag_new();
	Rows back;
	cr_assert(rows_read(scratch_path("base.json"), &back, d), "%s", d->list.n ? d->list.at[0].text : "");
	Comparison c;
	compare_rows(&rows, &back, &c);
	cr_expect_eq(c.changes.n, 1);
	cr_expect_eq(c.of[CHANGE_PREEXISTING], 1);
	Text again = {0};
	format_json(&back, &again);
	cr_expect(again.n == out.n && !memcmp(again.at, out.at, out.n), "%.*s", (int)again.n, again.at);
	vec_free(&c.changes);
	rows_free(&back);
	rows_free(&rows);
	vec_free(&out);
	vec_free(&again);

	static const struct { const char *name, *text; } bad[] = {{"bad1.json", "{"}, {"bad2.json", "[]"}, {"bad3.json", "{\"results\": []}"},
		{"bad4.json", "{\"results\": [3], \"decisions\": []}"}, {"bad5.json", ""}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		uint32_t before = d->list.n;
		scratch_write(bad[i].name, bad[i].text, strlen(bad[i].text));
		cr_expect_not(rows_read(scratch_path(bad[i].name), &back, d), "%s", bad[i].text);
		cr_expect_eq(d->list.n, before + 1, "%s", bad[i].text);
		rows_free(&back);
	}
	cr_expect_not(rows_read(scratch_path("absent.json"), &back, d));
	rows_free(&back);
	diag_free(d);
}

Test(compare, policies) {
	static const struct { const char *list; bool good; uint32_t kinds; } cases[] = {
		{"none", true, 0}, {"introduced", true, 1u << CHANGE_INTRODUCED}, {"introduced,lost-pipelining", true, 1u << CHANGE_INTRODUCED | 1u << CHANGE_LOST},
		{"", false, 0}, {"introduced,", false, 0}, {"nonsense", false, 0}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint32_t kinds;
		cr_expect_eq(compare_policy(cases[i].list, &kinds), cases[i].good, "'%s'", cases[i].list);
		if (cases[i].good)
			cr_expect_eq(kinds, cases[i].kinds, "'%s'", cases[i].list);
	}
}
