/* Every named query and every view must compile, and answer, on an empty and on a filled database, in every format. */
#include "reports/commands/cli.h"
#include "reports/database/store.h"
#include "tests/support/scratch.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const names[] = {
#define QUERY(name, says, sql) name,
#include "reports/database/queries.def"
};

/* Runs the command in a child, because argp ends the process on usage errors; its output is in "out". */
static int query(const char *format, const char *sql) {
	char *args[] = {(char[]){"tileproof query"}, (char[]){"--db"}, strdup(scratch_path("q.db")), (char[]){"--format"}, strdup(format), strdup(sql), NULL};
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		int out = open(scratch_path("out"), O_WRONLY | O_CREAT | O_TRUNC, 0600), err = open(scratch_path("err"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
		dup2(out, STDOUT_FILENO);
		dup2(err, STDERR_FILENO);
		ExitCode code = cmd_query(6, args);
		fflush(stdout);
		_exit((int)code);
	}
	int status;
	waitpid(child, &status, 0);
	free(args[2]), free(args[4]), free(args[5]);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static char *output(const char *name) {
	static char text[65536];
	FILE *f = fopen(scratch_path(name), "rb");
	size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
	if (f)
		fclose(f);
	text[n] = '\0';
	return text;
}

static void fill(void) {
	Diag *d = diag_new();
	Store *s = store_open(scratch_path("q.db"), STORE_WRITE, d);
	int64_t run = store_run(s, &(RunRow){.command = "run", .version = "0", .options = "{}", .label = "with, comma \"and\" quote"});
	store_begin(s);
	char sha[65];
	memset(sha, 'a', 64), sha[64] = '\0';
	int64_t file = store_file(s, &(FileRow){.run = run, .path = "a\x1b[2J\xff.py", .role = "input", .sha256 = sha, .bytes = 1});
	int64_t function = store_function(s, file, 1, "f", "aiv", 1);
	store_decision(s, &(DecisionRow){.file = file, .function = function, .line = 3, .pass = "skew", .outcome = "demoted", .stages = 3, .reason = "why"});
	int64_t check = store_check(s, sha, "a5", 0.1);
	static const Witness w = {.inputs = "", .trip = -1, .iteration = -1, .where = "ring v2c", .before = "a", .after = "b", .story = ""};
	Result r = {.function = "f", .unit = "function", .property = "P6", .obligation = OB_ORDER, .verdict = VERDICT_REFUTED, .argument = "",
		.reason = "", .witness = &w, .seconds = 1};
	store_result(s, check, &r);
	store_pair(s, run, file, file, check, "skew", false);
	cr_assert(store_commit(s));
	store_close(s);
	diag_free(d);
}

Test(query, every_named_query_answers_in_every_format) {
	scratch_path("");
	for (int filled = 0; filled < 2; filled++) {
		Diag *d = diag_new();
		store_close(store_open(scratch_path("q.db"), STORE_WRITE, d));
		diag_free(d);
		if (filled)
			fill();
		for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
			cr_expect_eq(query("table", names[i]), EXIT_CLEAN, "%s: %s", names[i], output("err"));
			cr_expect_eq(query("csv", names[i]), EXIT_CLEAN, "%s", names[i]);
			cr_expect_eq(query("json", names[i]), EXIT_CLEAN, "%s", names[i]);
			json_t *j = json_loads(output("out"), 0, NULL);
			cr_expect(json_is_array(j), "%s: %s", names[i], output("out"));
			json_decref(j);
		}
	}
}

Test(query, cells_are_escaped_as_their_format_wants) {
	fill();
	static const struct { const char *format, *sql, *want; } cases[] = {
		{"csv", "SELECT label FROM v_runs", "label\r\n\"with, comma \"\"and\"\" quote\"\r\n"},
		{"csv", "SELECT 'a' || char(10) || 'b' AS x, NULL AS y, 2.5 AS z", "x,y,z\r\n\"a\nb\",,2.5\r\n"},
		{"table", "SELECT file, 7 AS n FROM v_decisions", "file             n\na\\x1b[2J\\xff.py  7\n"},
		{"table", "SELECT 1 AS long_heading, 'x' AS t UNION ALL SELECT 1000, 'yy'", "long_heading  t\n           1  x\n        1000  yy\n"},
		{"json", "SELECT 1 AS i, 1.5 AS r, NULL AS n, x'61' AS b, 1e999 AS inf",
			"[\n  {\n    \"i\": 1,\n    \"r\": 1.5,\n    \"n\": null,\n    \"b\": \"a\",\n    \"inf\": null\n  }\n]\n"},
		{"json", "SELECT file FROM v_decisions", "[\n  {\n    \"file\": \"a\\u001B[2J\xef\xbf\xbd.py\"\n  }\n]\n"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		cr_expect_eq(query(cases[i].format, cases[i].sql), EXIT_CLEAN, "%s: %s", cases[i].sql, output("err"));
		cr_expect_str_eq(output("out"), cases[i].want, "%s gave %s", cases[i].sql, output("out"));
	}
}

Test(query, what_is_no_question_is_refused_with_a_message) {
	fill();
	static const char *const bad[] = {"DELETE FROM runs", "SELEC 1", "SELECT x FROM v_runs", "SELECT 1; SELECT 2", "", "SELECT json('{')"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cr_expect_eq(query("table", bad[i]), EXIT_INPUT, "%s", bad[i]);
		cr_expect(*output("err"), "%s", bad[i]);
		cr_expect_str_empty(output("out"), "%s", bad[i]);
	}
	cr_expect_eq(query("table", "no-such-name"), EXIT_USAGE, "one word that names no query is a mistake in the command");
}
