/* The only file that knows SQLite. Invariant: between two public calls a writer is either outside of a transaction or inside
 * the one that store_begin opened; broken says that the latter was lost, so that no row of its rest is written alone. */
#include "reports/database/store.h"

#include "reports/digest.h"
#include "reports/database/schema.h"
#include "reports/database/store_rows.h"

#include <sqlite3.h>

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MILLISECONDS = 10000, /* the message of explain names it */
	WATCH_STEPS = 20000 /* of the virtual machine: some tenth of a millisecond */ };

static const char *const statement_text[STMT_COUNT] = {
#define STATEMENT(id, sql) sql,
#include "reports/database/statements.def"
};

struct Store {
	sqlite3 *db;
	char *file;
	Diag *diag;
	ExitCode status;
	bool writer, in_transaction, broken;
	const char *(*stop)(void *context);
	void *context;        /* of stop */
	const char *stopped;  /* what it said */
	sqlite3_stmt *prepared[STMT_COUNT];
};

struct Question {
	Store *store;
	sqlite3_stmt *statement;
	bool failed;
};

/* ---- errors ---- */

static void complain(Store *s, ExitCode status, const char *text) {
	s->status = exit_worse(s->status, status);
	diag_add(s->diag, SEV_ERROR, s->file, NULL, 0, (Span){0, 0}, "%s", text);
}

/* Says what the last SQLite call of this connection ran into, in words that tell the user what to do. */
static void explain(Store *s, int code) {
	static const struct { int code; const char *says; } faults[] = { /* %s: the system's or SQLite's own word for it */
		{SQLITE_NOTADB, "is not a database of tileproof"},
		{SQLITE_CORRUPT, "the database is damaged (%s): use a copy of it, or another file"},
		{SQLITE_FULL, "no space left to write the database; what was recorded before is kept"},
		{SQLITE_READONLY, "the database, or the folder it lies in, cannot be written"},
		{SQLITE_CANTOPEN, "the database cannot be opened: %s"},
		{SQLITE_BUSY, "the database is in use by another process, given up after 10 s"},
		{SQLITE_LOCKED, "the database is in use by another process, given up after 10 s"},
		{SQLITE_IOERR, "the database cannot be read or written: %s"},
		{SQLITE_AUTH, "a query may only read this database"},
	};
	if (code == SQLITE_INTERRUPT && s->stopped)
		return complain(s, EXIT_INPUT, s->stopped);
	/* Low-level failures carry the system's reason; what merely has the same number from an earlier call does not count. */
	bool low = (code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_IOERR;
	int os = low ? sqlite3_system_errno(s->db) : 0;
	const char *detail = os ? strerror(os) : sqlite3_errmsg(s->db);
	char text[512];
	ExitCode status = EXIT_INPUT;
	const char *says = NULL;
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		if (faults[i].code == (code & 0xff))
			says = faults[i].says;
	if (!says) {
		status = EXIT_INTERNAL;
		says = "internal error in the database code: %s";
	}
	sqlite3_snprintf(sizeof text, text, says, detail);
	complain(s, status, text);
}

static bool run_sql(Store *s, const char *sql) {
	int code = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
	if (code != SQLITE_OK)
		explain(s, code);
	return code == SQLITE_OK;
}

/* ---- opening ---- */

static bool read_number(Store *s, const char *sql, int64_t *out) {
	sqlite3_stmt *q = NULL;
	int code = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL);
	if (code == SQLITE_OK && (code = sqlite3_step(q)) == SQLITE_ROW)
		*out = sqlite3_column_int64(q, 0);
	bool ok = code == SQLITE_ROW;
	if (!ok)
		explain(s, code == SQLITE_DONE ? SQLITE_CORRUPT : code);
	sqlite3_finalize(q);
	return ok;
}

static bool put_row(Store *s, const char *sql, const char *const *cells, int n) {
	sqlite3_stmt *q = NULL;
	int code = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL);
	for (int i = 0; code == SQLITE_OK && i < n; i++)
		code = sqlite3_bind_text(q, i + 1, cells[i], -1, SQLITE_STATIC);
	if (code == SQLITE_OK)
		code = sqlite3_step(q);
	bool ok = code == SQLITE_DONE;
	if (!ok)
		explain(s, code);
	sqlite3_finalize(q);
	return ok;
}
#define PUT(sql, ...) put_row(s, sql, (const char *const[]){__VA_ARGS__}, (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/* Views and lookup rows follow the tool, not the schema version: they are rewritten when they differ from what it knows. */
static bool put_views(Store *s) {
	bool ok = PUT("DELETE FROM view_docs WHERE ?1", "1");
	for (unsigned i = 0; ok && i < schema_view_count; i++) {
		char *sql = sqlite3_mprintf("DROP VIEW IF EXISTS \"%w\"; CREATE VIEW \"%w\" AS %s", schema_views[i].name, schema_views[i].name,
			schema_views[i].select);
		ok = run_sql(s, sql) && PUT("INSERT INTO view_docs VALUES (?1, ?2)", schema_views[i].name, schema_views[i].says);
		sqlite3_free(sql);
	}
	return ok;
}

static bool put_lookups(Store *s) {
	for (unsigned i = 0; i < schema_row_count; i++)
		if (!put_row(s, schema_rows[i].sql, schema_rows[i].cells, schema_rows[i].n))
			return false;
	return true;
}

/* Refuses what is no database of ours or too new; *fresh: the file is empty. */
static bool recognise(Store *s, int64_t *version, bool *fresh) {
	int64_t application, tables;
	if (!read_number(s, "PRAGMA application_id", &application) || !read_number(s, "PRAGMA user_version", version) ||
		!read_number(s, "SELECT count(*) FROM sqlite_schema", &tables))
		return false;
	*fresh = application == 0 && *version == 0 && tables == 0;
	char text[200];
	if (!*fresh && application != SCHEMA_APPLICATION)
		return complain(s, EXIT_INPUT, "is a database, but not one of tileproof; it was left as it is"), false;
	if (*version > SCHEMA_VERSION) {
		sqlite3_snprintf(sizeof text, text, "was written by a newer tileproof (schema version %lld, this one knows up to %d)",
			(long long)*version, SCHEMA_VERSION);
		return complain(s, EXIT_INPUT, text), false;
	}
	return true;
}

static bool migrate(Store *s) {
	int64_t version;
	bool fresh;
	if (!recognise(s, &version, &fresh))
		return false;
	for (; version < SCHEMA_VERSION; version++)
		if (!run_sql(s, schema_steps[version]))
			return false;
	char pragma[100], digest[DIGEST_TEXT];
	sqlite3_snprintf(sizeof pragma, pragma, "PRAGMA user_version = %d; PRAGMA application_id = %d", SCHEMA_VERSION, SCHEMA_APPLICATION);
	schema_contract(digest);
	return run_sql(s, pragma) && put_views(s) && put_lookups(s) &&
		PUT("INSERT INTO meta VALUES ('contract', ?1) ON CONFLICT(key) DO UPDATE SET value = ?1", digest);
}

static bool is_current(Store *s, bool *current) {
	int64_t version, same = 0;
	bool fresh;
	*current = false;
	if (!recognise(s, &version, &fresh))
		return false;
	if (fresh || version < SCHEMA_VERSION)
		return true;
	char digest[DIGEST_TEXT], sql[200];
	schema_contract(digest);
	sqlite3_snprintf(sizeof sql, sql, "SELECT count(*) FROM meta WHERE key = 'contract' AND value = '%s'", digest);
	if (!read_number(s, sql, &same))
		return false;
	*current = same == 1;
	return true;
}

static bool prepare_writer(Store *s) {
	bool current;
	if (!run_sql(s, "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536") || !is_current(s, &current))
		return false;
	/* Before the first page is written: the mode is kept in the file. */
	if (!run_sql(s, "PRAGMA journal_mode = WAL"))
		return false;
	if (!current) {
		/* IMMEDIATE, so that of two processes that find an empty file one waits and then finds the schema. */
		if (!run_sql(s, "BEGIN IMMEDIATE"))
			return false;
		if (!migrate(s)) {
			sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
			return false;
		}
		if (!run_sql(s, "COMMIT"))
			return false;
	}
	return true;
}

static int only_reading(void *context, int action, const char *a, const char *b, const char *database, const char *trigger) {
	(void)context, (void)database, (void)trigger;
	switch (action) {
	case SQLITE_SELECT:
	case SQLITE_READ:
	case SQLITE_RECURSIVE:
		return SQLITE_OK;
	case SQLITE_FUNCTION:
		return b && !sqlite3_stricmp(b, "load_extension") ? SQLITE_DENY : SQLITE_OK;
	case SQLITE_PRAGMA: /* reading only: without a value, and of those that have no effect */
		return !b && a && (!sqlite3_stricmp(a, "user_version") || !sqlite3_stricmp(a, "integrity_check") ||
			!sqlite3_stricmp(a, "foreign_key_check") || !sqlite3_stricmp(a, "table_list")) ? SQLITE_OK :
			a && (!sqlite3_stricmp(a, "table_info") || !sqlite3_stricmp(a, "table_xinfo")) ? SQLITE_OK : SQLITE_DENY;
	default:
		return SQLITE_DENY;
	}
}

static bool prepare_reader(Store *s) {
	int64_t version;
	bool fresh;
	if (!recognise(s, &version, &fresh))
		return false;
	if (fresh)
		return complain(s, EXIT_INPUT, "is an empty file, no database of tileproof"), false;
	if (version < SCHEMA_VERSION)
		return complain(s, EXIT_INPUT, "was written by an older tileproof: any command that records into it brings it up to date"), false;
	if (!run_sql(s, "PRAGMA query_only = ON"))
		return false;
	sqlite3_set_authorizer(s->db, only_reading, NULL);
	return true;
}

/* A database in WAL mode wants to put its index beside it. Where the folder cannot be written and nobody has it open, there
 * is no log to be read, so that the file can be taken as it is. */
static int open_reader(Store *s, const char *file) {
	int code = sqlite3_open_v2(file, &s->db, SQLITE_OPEN_READONLY, NULL);
	if (code != SQLITE_OK)
		return code;
	sqlite3_busy_timeout(s->db, BUSY_MILLISECONDS);
	code = sqlite3_exec(s->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
	char *log = sqlite3_mprintf("%s-wal", file);
	bool settled = access(log, F_OK) != 0;
	sqlite3_free(log);
	if (((code & 0xff) != SQLITE_CANTOPEN && (code & 0xff) != SQLITE_READONLY) || !settled)
		return SQLITE_OK; /* any other error comes again, with its message, from the next statement */
	sqlite3_close(s->db);
	s->db = NULL;
	char *uri = mem_alloc(3 * strlen(file) + sizeof "file:?immutable=1"), *end = uri + sprintf(uri, "file:");
	for (const char *p = file; *p; p++)
		end += sprintf(end, strchr("?#%", *p) ? "%%%02X" : "%c", (unsigned char)*p);
	strcpy(end, "?immutable=1");
	code = sqlite3_open_v2(uri, &s->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
	mem_free_(uri);
	return code;
}

static void release(Store *s) {
	for (int i = 0; i < STMT_COUNT; i++)
		sqlite3_finalize(s->prepared[i]);
	sqlite3_close(s->db);
	mem_free_(s->file);
	mem_free_(s);
}

/* What is wrong with the name before SQLite sees it; NULL: nothing. */
static const char *name_fault(const char *file, bool writer) {
	struct stat about;
	if (!*file)
		return "the name of a database may not be empty";
	if (stat(file, &about))
		return writer ? NULL : strerror(errno);
	return S_ISDIR(about.st_mode) ? "is a directory, not a database" : S_ISREG(about.st_mode) ? NULL : "is not a regular file";
}

Store *store_open(const char *file, StoreMode mode, Diag *d) {
	Store *s = mem_alloc(sizeof *s);
	*s = (Store){.diag = d, .writer = mode == STORE_WRITE};
	const char *name = file ? file : "results in memory";
	s->file = mem_alloc(strlen(name) + 1);
	memcpy(s->file, name, strlen(name) + 1);
	const char *fault = file ? name_fault(file, s->writer) : NULL;
	bool ok = !fault;
	if (fault)
		complain(s, EXIT_INPUT, fault);
	/* "file:" names and ":memory:" mean something else to SQLite than to everybody else. */
	char *path = !file ? sqlite3_mprintf(":memory:") : sqlite3_mprintf(file[0] == '/' || file[0] == '.' ? "%s" : "./%s", file);
	if (ok) {
		int code = s->writer ? sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) : open_reader(s, path);
		if (code != SQLITE_OK)
			explain(s, code);
		ok = code == SQLITE_OK;
	}
	if (ok) {
		sqlite3_busy_timeout(s->db, BUSY_MILLISECONDS);
		sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
		sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, s->writer, NULL); /* a reader may be shown a file of anybody */
		ok = s->writer ? prepare_writer(s) : prepare_reader(s);
	}
	sqlite3_free(path);
	if (ok)
		return s;
	release(s);
	return NULL;
}

bool store_close(Store *s) {
	if (!s)
		return true;
	if (s->in_transaction)
		store_rollback(s);
	bool ok = true;
	if (s->writer && s->status == EXIT_CLEAN) {
		/* The log is safe where it is; writing it back only keeps the file whole for copying. A reader may be in the way. */
		int code = sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
		ok = code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED;
		if (!ok)
			explain(s, code);
	}
	release(s);
	return ok;
}

static int ask_stop(void *store) {
	Store *s = store;
	return (s->stopped = s->stop(s->context)) != NULL;
}

void store_watch(Store *s, const char *(*stop)(void *context), void *context) {
	s->stop = stop;
	s->context = context;
	sqlite3_progress_handler(s->db, WATCH_STEPS, ask_stop, s);
}

ExitCode store_status(const Store *s) { return s->status; }

/* ---- transactions ---- */

bool store_begin(Store *s) {
	s->broken = false;
	s->in_transaction = run_sql(s, "BEGIN IMMEDIATE");
	s->broken = !s->in_transaction;
	return s->in_transaction;
}

bool store_commit(Store *s) {
	if (s->broken) {
		store_rollback(s);
		return false;
	}
	if (!run_sql(s, "COMMIT")) {
		store_rollback(s);
		return false;
	}
	s->in_transaction = false;
	return true;
}

void store_rollback(Store *s) {
	if (!sqlite3_get_autocommit(s->db))
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	s->in_transaction = false;
	s->broken = true;
}

/* ---- rows ---- */

/* The statement, ready for binding; NULL when this transaction is already lost. */
static sqlite3_stmt *statement(Store *s, enum StatementId id) {
	if (s->broken)
		return NULL;
	if (!s->prepared[id]) {
		int code = sqlite3_prepare_v3(s->db, statement_text[id], -1, SQLITE_PREPARE_PERSISTENT, &s->prepared[id], NULL);
		if (code != SQLITE_OK) {
			explain(s, code);
			store_rollback(s);
			return NULL;
		}
	}
	return s->prepared[id];
}

/* A binding that failed shows as a broken constraint. */
static bool put(Store *s, enum StatementId id, const Bound *cells, int n) {
	sqlite3_stmt *q = statement(s, id);
	if (!q)
		return false;
	for (int i = 0; i < n; i++)
		if (cells[i].kind == CELL_INT)
			sqlite3_bind_int64(q, i + 1, cells[i].i);
		else if (cells[i].kind == CELL_REAL)
			sqlite3_bind_double(q, i + 1, cells[i].f);
		else
			sqlite3_bind_text(q, i + 1, cells[i].t, -1, SQLITE_STATIC);
	int code = sqlite3_step(q);
	if (code != SQLITE_DONE)
		explain(s, code);
	sqlite3_reset(q);
	if (code != SQLITE_DONE)
		store_rollback(s);
	return code == SQLITE_DONE;
}

int64_t store_insert(Store *s, enum StatementId id, const Bound *cells, int n) {
	return put(s, id, cells, n) ? sqlite3_last_insert_rowid(s->db) : 0;
}
int64_t store_run(Store *s, const RunRow *r) {
	s->broken = false;
	return INSERT(s, STMT_RUN, T(r->command), T(r->version), T(r->options), T(r->label), T(r->revision));
}

bool store_run_end(Store *s, int64_t run, ExitCode status) {
	s->broken = false;
	return put(s, STMT_RUN_END, (const Bound[]){I(run), I(status)}, 2); /* a resumed run may end without a new row */
}

int64_t store_reusable(Store *s, const char *key, int64_t run) {
	sqlite3_stmt *q = statement(s, STMT_REUSABLE);
	if (!q)
		return 0;
	sqlite3_bind_text(q, 1, key, -1, SQLITE_STATIC);
	sqlite3_bind_int64(q, 2, run);
	int code = sqlite3_step(q);
	int64_t id = code == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		explain(s, code);
	sqlite3_reset(q);
	return id;
}

/* ---- questions ---- */

Question *store_ask(Store *s, const char *sql, int64_t run) {
	Question *q = mem_alloc(sizeof *q);
	*q = (Question){.store = s};
	const char *rest = NULL;
	int code = sqlite3_prepare_v2(s->db, sql, -1, &q->statement, &rest);
	if ((code & 0xff) == SQLITE_ERROR) {
		/* The user's SQL: one line for the quote, so the offset is a column. */
		int offset = sqlite3_error_offset(s->db);
		s->status = exit_worse(s->status, EXIT_INPUT);
		diag_add(s->diag, SEV_ERROR, "query", sql, strlen(sql), (Span){1, offset < 0 ? 0 : (uint32_t)offset + 1}, "%s", sqlite3_errmsg(s->db));
	} else if (code != SQLITE_OK) {
		explain(s, code);
	} else if (!q->statement) {
		complain(s, EXIT_INPUT, "the query is empty");
	} else {
		sqlite3_stmt *second = NULL;
		code = sqlite3_prepare_v2(s->db, rest, -1, &second, NULL);
		bool alone = code == SQLITE_OK && !second;
		sqlite3_finalize(second);
		if (alone) {
			store_bind_int(q, ":run", run);
			return q;
		}
		complain(s, EXIT_INPUT, "a query is one statement");
	}
	store_done(q);
	return NULL;
}

bool store_bind_int(Question *q, const char *name, int64_t value) {
	int at = sqlite3_bind_parameter_index(q->statement, name);
	return at && sqlite3_bind_int64(q->statement, at, value) == SQLITE_OK;
}

bool store_bind_real(Question *q, const char *name, double value) {
	int at = sqlite3_bind_parameter_index(q->statement, name);
	return at && sqlite3_bind_double(q->statement, at, value) == SQLITE_OK;
}

bool store_bind_text(Question *q, const char *name, const char *value) {
	int at = sqlite3_bind_parameter_index(q->statement, name);
	return at && sqlite3_bind_text(q->statement, at, value, -1, SQLITE_TRANSIENT) == SQLITE_OK;
}

bool store_next(Question *q) {
	int code = sqlite3_step(q->statement);
	if (code == SQLITE_ROW)
		return true;
	if (code != SQLITE_DONE) {
		q->failed = true;
		if ((code & 0xff) == SQLITE_ERROR) /* of a function in the user's SQL: bad JSON, overflow */
			complain(q->store, EXIT_INPUT, sqlite3_errmsg(q->store->db));
		else
			explain(q->store, code);
	}
	return false;
}

bool store_failed(const Question *q) { return q->failed; }
void store_again(Question *q) { sqlite3_reset(q->statement); }

void store_done(Question *q) {
	if (!q)
		return;
	sqlite3_finalize(q->statement);
	mem_free_(q);
}

unsigned store_columns(const Question *q) { return (unsigned)sqlite3_column_count(q->statement); }

const char *store_column_name(const Question *q, unsigned column) {
	const char *name = sqlite3_column_name(q->statement, (int)column);
	return name ? name : "";
}

CellKind store_kind(const Question *q, unsigned column) {
	switch (sqlite3_column_type(q->statement, (int)column)) {
	case SQLITE_NULL: return CELL_NULL;
	case SQLITE_INTEGER: return CELL_INT;
	case SQLITE_FLOAT: return CELL_REAL;
	default: return CELL_TEXT;
	}
}

int64_t store_int(const Question *q, unsigned column) { return sqlite3_column_int64(q->statement, (int)column); }
double store_real(const Question *q, unsigned column) { return sqlite3_column_double(q->statement, (int)column); }

const char *store_text(const Question *q, unsigned column) {
	const char *t = (const char *)sqlite3_column_text(q->statement, (int)column);
	return t ? t : "";
}

size_t store_length(const Question *q, unsigned column) { return (size_t)sqlite3_column_bytes(q->statement, (int)column); }

int64_t store_latest_run(Store *s) {
	int64_t run = 0;
	Question *q = store_ask(s, "SELECT coalesce(max(id), 0) FROM runs", 0);
	if (q && store_next(q))
		run = store_int(q, 0);
	store_done(q);
	return run;
}
