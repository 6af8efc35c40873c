#include "reports/database/schema.h"

#include "reports/digest.h"

/* A run's results hang on a check; a pair of texts of a run points at the check that judged it, which may be an earlier run's
 * when contents, tool and options are the same. Nothing is ever updated except the end of a run. */
static const char first_version[] =
	"CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
	"CREATE TABLE view_docs(name TEXT PRIMARY KEY, says TEXT NOT NULL) STRICT, WITHOUT ROWID;"
	"CREATE TABLE verdicts(name TEXT PRIMARY KEY, says TEXT NOT NULL, rank INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
	"CREATE TABLE obligation_kinds(name TEXT PRIMARY KEY, properties TEXT NOT NULL, says TEXT NOT NULL) STRICT, WITHOUT ROWID;"
	"CREATE TABLE passes(name TEXT PRIMARY KEY, compiler_name TEXT NOT NULL, rank INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
	"CREATE TABLE guards(name TEXT PRIMARY KEY, pass TEXT NOT NULL REFERENCES passes(name), properties TEXT NOT NULL,"
	" says TEXT NOT NULL) STRICT, WITHOUT ROWID;"

	"CREATE TABLE runs(id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, command TEXT NOT NULL, started TEXT NOT NULL, finished TEXT,"
	" exit_status INTEGER, version TEXT NOT NULL, options TEXT NOT NULL CHECK (json_valid(options)), label TEXT, revision TEXT,"
	" CHECK ((finished IS NULL) = (exit_status IS NULL))) STRICT;"
	"CREATE TABLE files(id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, path TEXT NOT NULL,"
	" role TEXT NOT NULL, sha256 TEXT NOT NULL CHECK (length(sha256) = 64), bytes INTEGER NOT NULL CHECK (bytes >= 0),"
	" UNIQUE (run_id, path, role)) STRICT;"
	"CREATE TABLE messages(id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, path TEXT NOT NULL,"
	" severity TEXT NOT NULL, line INTEGER NOT NULL, column INTEGER NOT NULL, says TEXT NOT NULL) STRICT;"
	"CREATE INDEX messages_by_run ON messages(run_id);"
	"CREATE TABLE functions(id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,"
	" ordinal INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, line INTEGER NOT NULL, UNIQUE (file_id, ordinal)) STRICT;"
	"CREATE TABLE loops(id INTEGER PRIMARY KEY, function_id INTEGER NOT NULL REFERENCES functions(id) ON DELETE CASCADE,"
	" line INTEGER NOT NULL, kind TEXT NOT NULL, stages INTEGER, trip TEXT NOT NULL) STRICT;"
	"CREATE INDEX loops_by_function ON loops(function_id, line);"
	"CREATE TABLE decisions(id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,"
	" function_id INTEGER NOT NULL REFERENCES functions(id) ON DELETE CASCADE, loop_id INTEGER REFERENCES loops(id) ON DELETE CASCADE,"
	" line INTEGER NOT NULL, pass TEXT NOT NULL REFERENCES passes(name), outcome TEXT NOT NULL,"
	" stages INTEGER NOT NULL, depth INTEGER NOT NULL, requested INTEGER NOT NULL, slots INTEGER NOT NULL, remainder INTEGER NOT NULL,"
	" bytes TEXT CHECK (bytes IS NULL OR json_valid(bytes)), guard TEXT REFERENCES guards(name), reason TEXT NOT NULL) STRICT;"
	"CREATE INDEX decisions_by_file ON decisions(file_id);"
	"CREATE TABLE checks(id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, key TEXT NOT NULL CHECK (length(key) = 64),"
	" arch TEXT NOT NULL, seconds REAL NOT NULL) STRICT;"
	"CREATE INDEX checks_by_key ON checks(key);"
	"CREATE TABLE pairs(id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,"
	" before_id INTEGER NOT NULL REFERENCES files(id), after_id INTEGER NOT NULL REFERENCES files(id),"
	" check_id INTEGER NOT NULL REFERENCES checks(id), step TEXT NOT NULL, reused INTEGER NOT NULL CHECK (reused IN (0, 1)),"
	" UNIQUE (run_id, before_id, after_id, step)) STRICT;"
	"CREATE INDEX pairs_by_check ON pairs(check_id);"
	"CREATE TABLE obligations(id INTEGER PRIMARY KEY, check_id INTEGER NOT NULL REFERENCES checks(id) ON DELETE CASCADE,"
	" function TEXT NOT NULL, unit TEXT NOT NULL, property TEXT NOT NULL, obligation TEXT NOT NULL REFERENCES obligation_kinds(name),"
	" verdict TEXT NOT NULL REFERENCES verdicts(name), argument TEXT NOT NULL, reason TEXT NOT NULL, before_line INTEGER NOT NULL,"
	" before_column INTEGER NOT NULL, after_line INTEGER NOT NULL, after_column INTEGER NOT NULL, fingerprint TEXT NOT NULL,"
	" seconds REAL NOT NULL, rlimit INTEGER NOT NULL) STRICT;"
	"CREATE INDEX obligations_by_check ON obligations(check_id);"
	"CREATE INDEX obligations_by_verdict ON obligations(verdict) WHERE verdict <> 'proved';"
	"CREATE TABLE witnesses(result_id INTEGER PRIMARY KEY REFERENCES obligations(id) ON DELETE CASCADE, inputs TEXT NOT NULL,"
	" trip INTEGER, iteration INTEGER, place TEXT NOT NULL, before_value TEXT NOT NULL, after_value TEXT NOT NULL,"
	" before_line INTEGER NOT NULL, before_column INTEGER NOT NULL, after_line INTEGER NOT NULL, after_column INTEGER NOT NULL,"
	" story TEXT NOT NULL, replayed INTEGER NOT NULL CHECK (replayed IN (0, 1))) STRICT;";

/* The loops around the event, in words. */
static const char iterations_of_witnesses[] =
	"ALTER TABLE witnesses ADD COLUMN before_rounds TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE witnesses ADD COLUMN after_rounds TEXT NOT NULL DEFAULT '';";

/* Findings that the text before has, too, and the way of a loop through the passes: its number among the pipeline loops of its
 * function, and the numbers of those that stem from it in the text after (a JSON array). Slots and copies are asked for by the stages. */
static const char ways_of_loops[] =
	"ALTER TABLE obligations ADD COLUMN inherited INTEGER NOT NULL DEFAULT 0 CHECK (inherited IN (0, 1));"
	"ALTER TABLE decisions ADD COLUMN number INTEGER;"
	"ALTER TABLE decisions ADD COLUMN becomes TEXT CHECK (becomes IS NULL OR json_valid(becomes));"
	"UPDATE decisions SET requested = stages WHERE pass <> 'skew' AND requested = 0;";

const char *const schema_steps[SCHEMA_VERSION] = {first_version, iterations_of_witnesses, ways_of_loops};

const SchemaView schema_views[] = {
#define VIEW(name, says, select) {name, says, select},
#include "reports/database/views.def"
};
const unsigned schema_view_count = sizeof schema_views / sizeof *schema_views;

/* The rank orders verdicts from harmless to bad. */
static const char put_verdict[] = "INSERT INTO verdicts VALUES (?1, ?2, CASE ?1 WHEN 'proved' THEN 0 WHEN 'bounded' THEN 1 WHEN 'assumed' THEN 2"
	" WHEN 'unsupported' THEN 3 WHEN 'unknown' THEN 4 ELSE 5 END) ON CONFLICT(name) DO UPDATE SET says = ?2";
static const char put_obligation[] = "INSERT INTO obligation_kinds VALUES (?1, ?2, ?3) ON CONFLICT(name) DO UPDATE SET properties = ?2, says = ?3";
static const char put_pass[] = "INSERT INTO passes VALUES (?1, ?2, (SELECT count(*) FROM passes)) ON CONFLICT(name) DO UPDATE SET compiler_name = ?2";
static const char put_guard[] = "INSERT INTO guards VALUES (?1, ?2, ?3, ?4) ON CONFLICT(name) DO UPDATE SET pass = ?2, properties = ?3, says = ?4";

/* Names of the passes by the identifiers that guards.def uses. */
#define PASS(id, name, compiler_name) static const char PASS_##id[] = name;
#include "analyzer/passes.def"

const SchemaRow schema_rows[] = {
#define VERDICT(id, name, says) {put_verdict, 2, {name, says}},
#include "checks/verdicts.def"
#define OBLIGATION(id, name, properties, says) {put_obligation, 3, {name, properties, says}},
#include "checks/obligations.def"
#define PASS(id, name, compiler_name) {put_pass, 2, {name, compiler_name}},
#include "analyzer/passes.def"
	{put_pass, 2, {"pass", ""}}, /* a command that has no name here, or several passes between two snapshots */
#define GUARD(id, name, pass, property, protects) {put_guard, 4, {name, pass, property, protects}},
#include "analyzer/guards.def"
};
const unsigned schema_row_count = sizeof schema_rows / sizeof *schema_rows;

void schema_contract(char hex[DIGEST_TEXT]) {
	const char *parts[5 * (sizeof schema_rows / sizeof *schema_rows) + 3 * (sizeof schema_views / sizeof *schema_views)];
	size_t n = 0;
	for (unsigned i = 0; i < schema_view_count; i++) {
		parts[n++] = schema_views[i].name;
		parts[n++] = schema_views[i].says;
		parts[n++] = schema_views[i].select;
	}
	for (unsigned i = 0; i < schema_row_count; i++) {
		parts[n++] = schema_rows[i].sql;
		for (int k = 0; k < schema_rows[i].n; k++)
			parts[n++] = schema_rows[i].cells[k];
	}
	digest_parts(parts, n, hex);
}
