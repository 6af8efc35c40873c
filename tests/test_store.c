#include "reports/database/schema.h"
#include "reports/database/store.h"
#include "tests/support/scratch.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const RunRow some_run = {.command = "run", .version = "0.0.0", .options = "{}", .label = "first"};
static char some_sha[65] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static int64_t put_file(Store *s, int64_t run, const char *path) {
	return store_file(s, &(FileRow){.run = run, .path = path, .role = "input", .sha256 = some_sha, .bytes = 7});
}

static Result some_result(Verdict v) {
	static const Witness w = {.inputs = "n = 3", .trip = 3, .iteration = -1, .where = "ring v2c id 0, message 1", .before = "a", .after = "b",
		.before_at = {4, 2}, .after_at = {9, 3}, .before_rounds = "iteration 1 of the loop at line 3 (trip count 3, i = 1)", .after_rounds = "",
		.story = "", .replayed = true};
	return (Result){.function = "f", .unit = "function", .property = "P6", .obligation = OB_ORDER, .verdict = v, .argument = "", .reason = "why",
		.before_at = {4, 1}, .after_at = {9, 1}, .witness = v == VERDICT_REFUTED ? &w : NULL, .seconds = 0.5, .rlimit = 12};
}

/* One number out of the database, -1 when there is no row. */
static int64_t ask(Store *s, const char *sql) {
	Question *q = store_ask(s, sql, 1);
	int64_t v = q && store_next(q) ? store_int(q, 0) : -1;
	store_done(q);
	return v;
}

static int64_t ask_file(const char *file, const char *sql) {
	Diag *d = diag_new();
	Store *s = store_open(file, STORE_READ, d);
	int64_t v = s ? ask(s, sql) : -2;
	store_close(s);
	diag_free(d);
	return v;
}

Test(store, rows_come_back_through_the_views) {
	Diag *d = diag_new();
	Store *s = store_open(scratch_path("a.db"), STORE_WRITE, d);
	cr_assert(s, "%s", d->list.n ? d->list.at[0].text : "");
	int64_t run = store_run(s, &some_run);
	cr_assert(store_begin(s));
	int64_t file = put_file(s, run, "x.py"), after = put_file(s, run, "y.py");
	int64_t function = store_function(s, file, 1, "f", "AIV", 3), loop = store_loop(s, function, 5, "pipeline", 2, "8");
	DecisionRow decision = {.file = file, .function = function, .loop = loop, .line = 5, .pass = "skew", .outcome = "skewed", .stages = 2,
		.depth = 2, .requested = 2, .reason = ""};
	cr_expect(store_decision(s, &decision));
	int64_t check = store_check(s, some_sha, "a5", 0.25);
	Result proved = some_result(VERDICT_PROVED), refuted = some_result(VERDICT_REFUTED);
	cr_expect(store_result(s, check, &proved) && store_result(s, check, &refuted));
	cr_expect(store_pair(s, run, file, after, check, "skew", false));
	Message m = {.severity = SEV_ERROR, .file = "z.py", .span = {1, 2}, .text = "no"};
	cr_expect(store_message(s, run, &m));
	cr_expect(store_commit(s));
	cr_expect(store_run_end(s, run, EXIT_REFUTED));
	cr_expect_eq(store_status(s), EXIT_CLEAN);

	static const struct { const char *sql; int64_t want; } cases[] = {
		{"SELECT count(*) FROM v_runs WHERE state = 'finished' AND exit_status = 1 AND refuted = 1 AND proved = 1 AND pairs = 1 AND decisions = 1", 1},
		{"SELECT count(*) FROM v_files WHERE path = 'x.py' AND functions = 1 AND bytes = 7", 1},
		{"SELECT line FROM v_loops WHERE file = 'x.py' AND function = 'f' AND kind = 'pipeline' AND trip = '8' AND stages = 2", 5},
		{"SELECT depth FROM v_decisions WHERE pass = 'skew' AND outcome = 'skewed' AND guard IS NULL", 2},
		{"SELECT count(*) FROM v_results WHERE obligation = 'order' AND before_line = 4 AND after_line = 9 AND rlimit = 12", 2},
		{"SELECT trip FROM v_findings WHERE place = 'ring v2c id 0, message 1' AND iteration IS NULL AND before_column = 2", 3},
		{"SELECT count(*) FROM v_findings WHERE before_rounds LIKE 'iteration 1 of the loop at line 3 %' AND after_rounds = ''", 1},
		{"SELECT results FROM v_pairs WHERE refuted = 1 AND inconclusive = 0 AND step = 'skew' AND arch = 'a5'", 2},
		{"SELECT line FROM v_messages WHERE file = 'z.py'", 1},
		{"SELECT count(*) FROM v_slow", 2},
		{"SELECT count(*) FROM v_verdicts WHERE rank = 5 AND name = 'refuted'", 1},
		{"SELECT count(*) FROM v_obligations", OB_COUNT},
		{"SELECT count(*) FROM sqlite_schema WHERE type = 'view' AND name NOT IN (SELECT name FROM v_views)", 0},
		{"SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND sql NOT LIKE '%STRICT%'", 0},
		{"SELECT :run", 1}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		cr_expect_eq(ask(s, cases[i].sql), cases[i].want, "%s: %lld", cases[i].sql, (long long)ask(s, cases[i].sql));
	cr_expect_eq(store_latest_run(s), run);
	cr_expect(store_close(s));
	cr_expect_eq(ask_file(scratch_path("a.db"), "SELECT count(*) FROM v_results"), 2);
	cr_expect_eq(ask_file(scratch_path("a.db"), "SELECT count(*) FROM pragma_foreign_key_check"), -1, "no table function beyond the views");
	cr_expect_eq(d->list.n, 0);
	diag_free(d);
}

/* As when a run is resumed that was killed between its last pair and its end. */
Test(store, a_run_ends_where_no_row_came_before) {
	Diag *d = diag_new();
	Store *s = store_open(scratch_path("ends.db"), STORE_WRITE, d);
	cr_assert(s);
	int64_t run = store_run(s, &some_run);
	cr_assert(run);
	store_close(s);
	s = store_open(scratch_path("ends.db"), STORE_WRITE, d);
	cr_assert(s);
	cr_expect(store_run_end(s, run, EXIT_CLEAN));
	cr_expect_eq(ask(s, "SELECT count(*) FROM v_runs WHERE state = 'finished'"), 1);
	cr_expect(store_close(s));
	cr_expect_eq(d->list.n, 0);
	diag_free(d);
}

Test(store, a_file_is_there_as_a_whole_or_not_at_all) {
	Diag *d = diag_new();
	const char *db = scratch_path("b.db");
	Store *s = store_open(db, STORE_WRITE, d);
	int64_t run = store_run(s, &some_run);
	store_begin(s);
	put_file(s, run, "kept.py");
	cr_assert(store_commit(s));
	store_begin(s);
	put_file(s, run, "dropped.py");
	store_rollback(s);
	cr_expect_eq(put_file(s, run, "stray.py"), 0, "a row after a lost transaction must not stand alone");
	store_close(s);
	diag_free(d);

	pid_t child = fork();
	if (child == 0) {
		Diag *e = diag_new();
		Store *t = store_open(db, STORE_WRITE, e);
		int64_t second = store_run(t, &some_run);
		store_begin(t);
		int64_t file = put_file(t, second, "half.py");
		for (uint32_t i = 0; i < 20000; i++) /* more than the page cache: part of it is in the log already */
			store_function(t, file, i, "a name that fills a page or two of the database before the process dies", "AIV", i);
		raise(SIGKILL);
	}
	int status;
	waitpid(child, &status, 0);
	cr_assert(WIFSIGNALED(status));
	cr_expect_eq(ask_file(db, "SELECT count(*) FROM v_files"), 1);
	cr_expect_eq(ask_file(db, "SELECT count(*) FROM v_runs WHERE state = 'unfinished'"), 2);
}

Test(store, a_row_that_breaks_the_schema_is_a_bug_of_ours) {
	Diag *d = diag_new();
	Store *s = store_open(scratch_path("c.db"), STORE_WRITE, d);
	int64_t run = store_run(s, &some_run);
	store_begin(s);
	cr_expect_eq(put_file(s, run + 77, "orphan.py"), 0);
	cr_expect_eq(store_status(s), EXIT_INTERNAL);
	cr_expect_not(store_commit(s));
	store_begin(s);
	cr_expect(put_file(s, run, "good.py"), "the next transaction is not lost with it");
	cr_expect(store_commit(s));
	store_close(s);
	diag_free(d);
}

Test(store, an_unknown_verdict_is_never_used_again) {
	Diag *d = diag_new();
	Store *s = store_open(scratch_path("d.db"), STORE_WRITE, d);
	static const struct { Verdict v; bool reusable; } cases[] = {{VERDICT_PROVED, true}, {VERDICT_BOUNDED, true}, {VERDICT_REFUTED, true},
		{VERDICT_UNSUPPORTED, true}, {VERDICT_ASSUMED, true}, {VERDICT_UNKNOWN, false}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		some_sha[0] = (char)('a' + i);
		cr_expect_eq(store_reusable(s, some_sha, 0), 0);
		store_begin(s);
		int64_t check = store_check(s, some_sha, "a5", 0);
		Result good = some_result(VERDICT_PROVED), r = some_result(cases[i].v);
		store_result(s, check, &good);
		store_result(s, check, &r);
		cr_assert(store_commit(s));
		cr_expect_eq(store_reusable(s, some_sha, 0), cases[i].reusable ? check : 0, "verdict %d", (int)cases[i].v);
	}
	store_close(s);
	diag_free(d);
}

static void make(const char *name, const char *sql) {
	sqlite3 *db;
	cr_assert_eq(sqlite3_open(scratch_path(name), &db), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
	sqlite3_close(db);
}

Test(store, an_older_database_keeps_its_rows) {
	for (int version = 1; version < SCHEMA_VERSION; version++) {
		char sql[200], name[40];
		snprintf(name, sizeof name, "older%d.db", version);
		make(name, schema_steps[0]);
		for (int step = 1; step < version; step++)
			make(name, schema_steps[step]);
		snprintf(sql, sizeof sql, "PRAGMA user_version = %d; PRAGMA application_id = %d;", version, SCHEMA_APPLICATION);
		make(name, sql);
		make(name, "INSERT INTO runs(id, uid, command, started, version, options) VALUES (1, 'u', 'run', '2024', '0', '{}');"
			"INSERT INTO verdicts VALUES ('refuted', '', 5); INSERT INTO obligation_kinds VALUES ('order', '', '');"
			"INSERT INTO files VALUES (1, 1, 'x.py', 'input', '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', 1);"
			"INSERT INTO checks VALUES (1, 'c', '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', 'a5', 0);"
			"INSERT INTO pairs VALUES (1, 1, 1, 1, 1, 'skew', 0);"
			"INSERT INTO functions VALUES (1, 1, 1, 'f', 'AIV', 1); INSERT INTO passes VALUES ('skew', '', 0), ('slots', '', 1);"
			"INSERT INTO decisions(file_id, function_id, line, pass, outcome, stages, depth, requested, slots, remainder, reason)"
			" VALUES (1, 1, 5, 'skew', 'skewed', 4, 2, 3, 0, 0, ''), (1, 1, 6, 'slots', 'declined', 4, 0, 0, 0, 0, ''), (1, 1, 7, 'skew', 'demoted', 1, 0, 2, 0, 0, '');"
			"INSERT INTO obligations VALUES (1, 1, 'f', '', 'P6', 'order', 'refuted', '', '', 1, 1, 1, 1, '', 0, 0);"
			"INSERT INTO witnesses(result_id, inputs, trip, iteration, place, before_value, after_value, before_line, before_column, after_line,"
			" after_column, story, replayed) VALUES (1, '', 4, 2, 'w', 'a', 'b', 1, 1, 1, 1, '', 1)");
		cr_expect_eq(ask_file(scratch_path(name), "SELECT 1"), -2, "version %d: read as it is", version);
		Diag *d = diag_new();
		Store *s = store_open(scratch_path(name), STORE_WRITE, d);
		cr_assert(s, "version %d: %s", version, d->list.n ? d->list.at[0].text : "");
		store_close(s);
		diag_free(d);
		cr_expect_eq(ask_file(scratch_path(name), "SELECT count(*) FROM v_findings WHERE iteration = 2 AND before_rounds = '' AND NOT inherited"), 1,
			"version %d", version);
		cr_expect_eq(ask_file(scratch_path(name), "SELECT count(*) FROM v_decisions WHERE requested = iif(line = 5, 3, iif(line = 6, 4, 2))"), 3,
			"version %d", version);
		cr_expect_eq(ask_file(scratch_path(name), "SELECT sum(gave_up * line) FROM v_decisions WHERE number IS NULL"), 5, "version %d", version);
	}
}

static void make_damaged(const char *name) {
	Diag *d = diag_new();
	Store *s = store_open(scratch_path(name), STORE_WRITE, d);
	store_run(s, &some_run);
	store_close(s);
	diag_free(d);
	FILE *f = fopen(scratch_path(name), "r+b");
	cr_assert(f && fseek(f, 100, SEEK_SET) == 0);
	for (int i = 0; i < 60000; i++)
		fputc(0xa5, f);
	fclose(f);
}

Test(store, what_is_no_database_of_ours_is_refused_and_left_alone) {
	char sql[100];
	snprintf(sql, sizeof sql, "PRAGMA user_version = %d; PRAGMA application_id = %d; CREATE TABLE t(x)", SCHEMA_VERSION + 1, SCHEMA_APPLICATION);
	make("newer.db", sql);
	make("foreign.db", "CREATE TABLE t(x); INSERT INTO t VALUES (1)");
	make_damaged("damaged.db");
	scratch_write("text.db", "no database at all, but text that is longer than the header of a database would be, by some bytes or more....", 110);
	scratch_write("empty.db", "", 0);
	mkdir(scratch_path("folder.db"), 0700);
	static const struct { const char *name; StoreMode mode; const char *says; } cases[] = {
		{"newer.db", STORE_READ, "newer tileproof"}, {"newer.db", STORE_WRITE, "newer tileproof"},
		{"foreign.db", STORE_READ, "not one of tileproof"}, {"foreign.db", STORE_WRITE, "not one of tileproof"},
		{"damaged.db", STORE_READ, "damaged"}, {"damaged.db", STORE_WRITE, "damaged"},
		{"text.db", STORE_READ, "is not a database"}, {"text.db", STORE_WRITE, "is not a database"},
		{"empty.db", STORE_READ, "empty"},
		{"folder.db", STORE_READ, "is a directory"}, {"folder.db", STORE_WRITE, "is a directory"},
		{"missing.db", STORE_READ, "No such file"},
		{"no/such/folder.db", STORE_WRITE, "cannot be opened"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Diag *d = diag_new();
		Store *s = store_open(scratch_path(cases[i].name), cases[i].mode, d);
		cr_expect_null(s, "%s", cases[i].name);
		cr_expect_eq(d->list.n, 1, "%s: %u messages", cases[i].name, d->list.n);
		if (d->list.n)
			cr_expect(strstr(d->list.at[0].text, cases[i].says), "%s: %s", cases[i].name, d->list.at[0].text);
		store_close(s);
		diag_free(d);
	}
	cr_expect_neq(access(scratch_path("missing.db"), F_OK), 0, "reading must not create a file");
	sqlite3 *db;
	sqlite3_open(scratch_path("foreign.db"), &db);
	cr_expect_eq(sqlite3_exec(db, "SELECT x FROM t WHERE x = 1", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

Test(store, a_reader_can_only_read) {
	Diag *d = diag_new();
	Store *s = store_open(scratch_path("e.db"), STORE_WRITE, d);
	store_run(s, &some_run);
	store_close(s);
	s = store_open(scratch_path("e.db"), STORE_READ, d);
	cr_assert(s);
	static const struct { const char *sql; bool allowed; } cases[] = {
		{"SELECT count(*) FROM v_runs", true}, {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT max(i) FROM n", true},
		{"SELECT count(*) FROM runs;  -- the end", true}, {"PRAGMA user_version", true}, {"PRAGMA table_info(runs)", true},
		{"DELETE FROM runs", false}, {"INSERT INTO meta VALUES ('a', 'b')", false}, {"UPDATE runs SET label = 'x'", false},
		{"DROP TABLE runs", false}, {"CREATE TABLE t(x)", false}, {"CREATE TEMP TABLE t(x)", false}, {"ATTACH 'other.db' AS o", false},
		{"VACUUM INTO 'copy.db'", false}, {"PRAGMA query_only = OFF", false}, {"PRAGMA user_version = 9", false}, {"PRAGMA journal_mode = DELETE", false},
		{"PRAGMA writable_schema = ON", false}, {"BEGIN", false}, {"SELECT load_extension('x')", false}, {"SELECT 1; SELECT 2", false}, {"", false},
		{"SELECT 1; DELETE FROM runs", false}, {"SELECT nothing FROM runs", false}, {"SELEC 1", false}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint32_t before = d->list.n;
		Question *q = store_ask(s, cases[i].sql, 1);
		bool ok = q && (store_next(q) || !store_failed(q));
		cr_expect_eq(ok, cases[i].allowed, "%s", cases[i].sql);
		cr_expect_eq(d->list.n != before, !cases[i].allowed, "%s: needs exactly one message when refused", cases[i].sql);
		store_done(q);
	}
	store_close(s);
	diag_free(d);
	cr_expect_eq(ask_file(scratch_path("e.db"), "SELECT count(*) FROM v_runs"), 1);
}

Test(store, a_full_disk_loses_nothing_that_was_recorded) {
	const char *db = scratch_path("f.db");
	pid_t child = fork();
	if (child == 0) {
		signal(SIGXFSZ, SIG_IGN);
		Diag *d = diag_new();
		Store *s = store_open(db, STORE_WRITE, d);
		int64_t run = store_run(s, &some_run);
		store_begin(s);
		put_file(s, run, "kept.py");
		if (!store_commit(s))
			_exit(1);
		struct rlimit limit = {1 << 20, 1 << 20}; /* writing beyond 1 MB fails as it does on a full disk */
		setrlimit(RLIMIT_FSIZE, &limit);
		bool failed = false;
		for (int k = 0; k < 100 && !failed; k++) {
			char name[32];
			snprintf(name, sizeof name, "file%d.py", k);
			store_begin(s);
			int64_t file = put_file(s, run, name);
			for (uint32_t i = 0; i < 2000 && file; i++)
				store_function(s, file, i, "a name that fills a page or two of the database before the disk is full", "AIV", i);
			failed = !store_commit(s);
		}
		store_close(s);
		_exit(failed && d->list.n && store_open(db, STORE_READ, d) ? 0 : 2);
	}
	int status;
	waitpid(child, &status, 0);
	cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "child ended with %d", status);
	cr_expect_eq(ask_file(db, "SELECT count(*) FROM v_files WHERE path = 'kept.py'"), 1);
	cr_expect_eq(ask_file(db, "SELECT count(*) FROM v_files WHERE functions NOT IN (0, 2000)"), 0, "a file without all of its functions");
}

Test(store, views_and_lookups_follow_the_tool) {
	Diag *d = diag_new();
	store_close(store_open(scratch_path("g.db"), STORE_WRITE, d));
	make("g.db", "UPDATE meta SET value = 'of another version'; DROP VIEW v_runs; UPDATE verdicts SET says = 'old'; DELETE FROM view_docs");
	cr_expect_eq(ask_file(scratch_path("g.db"), "SELECT count(*) FROM v_runs"), -1);
	store_close(store_open(scratch_path("g.db"), STORE_WRITE, d));
	cr_expect_eq(ask_file(scratch_path("g.db"), "SELECT count(*) FROM v_runs"), 0);
	cr_expect_eq(ask_file(scratch_path("g.db"), "SELECT count(*) FROM v_verdicts WHERE says = 'old'"), 0);
	cr_expect_eq(ask_file(scratch_path("g.db"), "SELECT count(*) FROM v_views"), schema_view_count);
	diag_free(d);
}
