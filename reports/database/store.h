/* The result database: one SQLite file, see schema.h for its shape.
 *
 * Writers go through typed functions, one transaction per file: what lies between store_begin and store_commit is there as a
 * whole or not at all, whatever happens to the process. A run that did not come to its end stays marked unfinished.
 * Readers get SQL and nothing else: their connection is opened read-only, and an authorizer refuses every statement that is
 * not a plain SELECT over this file.
 *
 * Each failing call adds one error to the Diag given at the opening; store_status then says which exit status it deserves.
 * After a failed write the transaction is rolled back and further writes fail until the next store_begin. */
#ifndef TILEPROOF_STORE_H
#define TILEPROOF_STORE_H

#include "checks/result.h"
#include "model/diag.h"
#include "reports/exit.h"

typedef struct Store Store;
typedef enum StoreMode { STORE_READ, STORE_WRITE } StoreMode; /* WRITE: created when missing, migrated when older */

/* d must outlive the store. NULL after an error. file NULL, for a writer: a database in memory that ends with the store. */
Store *store_open(const char *file, StoreMode mode, Diag *d);
bool store_close(Store *s); /* also writes back the log, if nothing failed; false: that failed (an error was added). NULL is allowed */
/* While a statement of s runs, stop is asked now and then; once it says why, the statement fails with that as its error. Until then
 * it says NULL. */
void store_watch(Store *s, const char *(*stop)(void *context), void *context);
ExitCode store_status(const Store *s); /* EXIT_CLEAN, EXIT_INPUT, or EXIT_INTERNAL for a row that breaks the schema */

bool store_begin(Store *s);
bool store_commit(Store *s);
void store_rollback(Store *s);

/* Rows. Each returns the new row's id, 0 after an error. Texts may be NULL where a comment says so. */

typedef struct RunRow {
	const char *command, *version;
	const char *options; /* JSON object: all that the results depend on and nothing of this machine */
	const char *label, *revision; /* NULL: none */
} RunRow;
int64_t store_run(Store *s, const RunRow *r); /* started now, unfinished; a transaction of its own */
bool store_run_end(Store *s, int64_t run, ExitCode status);

typedef struct FileRow {
	int64_t run;
	const char *path;   /* as the user named it */
	const char *role;   /* "input", or "after skew", ... for what a pass made of it */
	const char *sha256; /* of the content */
	uint64_t bytes;
} FileRow;
int64_t store_file(Store *s, const FileRow *f);
int64_t store_message(Store *s, int64_t run, const Message *m); /* what was wrong with a file */
int64_t store_function(Store *s, int64_t file, uint32_t ordinal, const char *name, const char *kind, uint32_t line);
int64_t store_loop(Store *s, int64_t function, uint32_t line, const char *kind, int64_t stages, const char *trip); /* stages 0: none */

typedef struct DecisionRow {
	int64_t file, function, loop; /* loop 0: not recorded */
	uint32_t line;
	const char *pass, *outcome, *guard; /* guard NULL: the pass's own rule */
	int64_t stages, depth, requested, slots, remainder;
	const char *bytes;  /* JSON object of space: bytes; NULL: none */
	const char *reason; /* "": nothing was given up */
	uint32_t number;     /* of the loop among the pipeline loops of its function; 0: not known */
	const char *becomes; /* JSON array: numbers of the loops of the text after that stem from it; NULL: not known */
} DecisionRow;
int64_t store_decision(Store *s, const DecisionRow *d);

/* A check: one judgement of two contents. key: SHA-256 of everything that it depends on (contents, tool, options). */
int64_t store_check(Store *s, const char *key, const char *arch, double seconds);
int64_t store_result(Store *s, int64_t check, const Result *r); /* with its witness */
int64_t store_pair(Store *s, int64_t run, int64_t before, int64_t after, int64_t check, const char *step, bool reused);

/* Functions, loops and decisions of a text before, as an earlier pair of the same check has them. */
bool store_copy_decisions(Store *s, int64_t check, int64_t before);

/* A check of the same key whose results may be used again, 0: none. One with an unknown verdict is never used again, nor one that
 * this run made itself: a run that is resumed is that of one go. */
int64_t store_reusable(Store *s, const char *key, int64_t run);

/* Questions. sql must be one statement; ":run" in it is bound to run. NULL after an error (for SQL that does not compile: with
 * its column). */
typedef struct Question Question;
typedef enum CellKind { CELL_NULL, CELL_INT, CELL_REAL, CELL_TEXT } CellKind; /* blobs read as text */

Question *store_ask(Store *s, const char *sql, int64_t run);
bool store_bind_int(Question *q, const char *name, int64_t value);        /* ":name"; false: no such parameter */
bool store_bind_real(Question *q, const char *name, double value);
bool store_bind_text(Question *q, const char *name, const char *text);    /* copied; NULL for NULL */
bool store_next(Question *q);  /* the next row is there; false: the end, or an error (store_failed) */
bool store_failed(const Question *q);
void store_again(Question *q); /* back to before the first row, bindings stay */
void store_done(Question *q);  /* NULL is allowed */

unsigned store_columns(const Question *q);
const char *store_column_name(const Question *q, unsigned column);
CellKind store_kind(const Question *q, unsigned column);
int64_t store_int(const Question *q, unsigned column);
double store_real(const Question *q, unsigned column);
const char *store_text(const Question *q, unsigned column); /* "" for NULL; valid until the next store_next */
size_t store_length(const Question *q, unsigned column);    /* bytes of store_text */

int64_t store_latest_run(Store *s); /* 0: there is none */

#endif
