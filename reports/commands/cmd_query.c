/* tileproof query [--db FILE] NAME|SQL: answers from a result database, which it cannot change. */
#include "reports/commands/cli.h"
#include "reports/commands/patience.h"
#include "reports/formats/grid.h"
#include "reports/formats/json.h"
#include "reports/database/store.h"
#include "reports/output.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

typedef struct NamedQuery { const char *name, *says, *sql; } NamedQuery;
static const NamedQuery queries[] = {
#define QUERY(name, says, sql) {name, says, sql},
#include "reports/database/queries.def"
};

typedef enum Format { AS_TABLE, AS_JSON, AS_CSV } Format;

typedef struct Arguments {
	const char *db, *sql;
	int64_t run; /* 0: the latest */
	Format format;
	double timeout; /* seconds, 0: none */
	bool list, describe;
} Arguments;

enum { KEY_DB = 'd', KEY_FORMAT = 'f', KEY_LIST = 'l', KEY_RUN = 'r', KEY_DESCRIBE = 256, KEY_TIMEOUT };

static const NamedQuery *named(const char *name) {
	for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
		if (!strcmp(name, queries[i].name))
			return &queries[i];
	return NULL;
}

/* No statement of SQL that asks something is a single word: a misspelt name is told as one. */
static bool is_word(const char *s) {
	return !s[strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")];
}

static error_t on_key(int key, char *arg, struct argp_state *state) {
	static const char *const formats[] = {"table", "json", "csv"};
	Arguments *a = state->input;
	char *end;
	int k = 0;
	switch (key) {
	case KEY_DB:
		a->db = arg;
		return 0;
	case KEY_FORMAT:
		while (k < 3 && strcmp(formats[k], arg))
			k++;
		if (k == 3)
			argp_error(state, "'%s' is no format; table, json and csv are", arg);
		a->format = (Format)k;
		return 0;
	case KEY_LIST:
		a->list = true;
		return 0;
	case KEY_DESCRIBE:
		a->describe = true;
		return 0;
	case KEY_RUN:
		errno = 0;
		a->run = strtoll(arg, &end, 10);
		if (*arg < '0' || *arg > '9' || *end || errno || a->run < 1)
			argp_error(state, "'%s' is not the number of a run", arg);
		return 0;
	case KEY_TIMEOUT:
		a->timeout = strtod(arg, &end);
		if (*arg < '0' || *arg > '9' || *end || !(a->timeout > 0 && a->timeout <= 86400))
			argp_error(state, "'%s' is not a number of seconds up to 86400", arg);
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num)
			argp_error(state, "one query at a time; quote SQL");
		a->sql = arg;
		return 0;
	case ARGP_KEY_END:
		if (!a->sql && !a->list && !a->describe)
			argp_error(state, "a query is needed: a name out of --list, or SQL");
		if (a->sql && !a->list && !a->describe && !named(a->sql) && *a->sql && is_word(a->sql))
			argp_error(state, "there is no query of the name '%s'; see 'tileproof query --list'", a->sql);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void list_queries(Text *out) {
	Grid *g = grid_new(2);
	for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
		grid_addz(g, queries[i].name), grid_addz(g, queries[i].says);
	grid_print(g, out);
	grid_free(g);
}

/* Views with their columns: rows of name, what a row is, columns. A table would be as wide as the longest of them. */
static void as_paragraphs(Question *q, Text *out) {
	unsigned width = grid_width();
	for (bool first = true; store_next(q); first = false) {
		text_printf(out, "%s%s\n", first ? "" : "\n", store_text(q, 0));
		grid_wrap(out, store_text(q, 1), 2, 2, width);
		grid_wrap(out, store_text(q, 2), 4, 4, width);
	}
}

static void as_table(Question *q, Text *out) {
	unsigned n = store_columns(q);
	Grid *g = grid_new(n);
	for (unsigned k = 0; k < n; k++)
		grid_addz(g, store_column_name(q, k));
	while (store_next(q))
		for (unsigned k = 0; k < n; k++) {
			CellKind kind = store_kind(q, k);
			const char *text = store_text(q, k);
			grid_add(g, text, store_length(q, k), kind == CELL_INT || kind == CELL_REAL);
		}
	if (!store_failed(q))
		grid_print(g, out);
	grid_free(g);
}

static json_t *cell(Question *q, unsigned k) {
	json_t *real;
	switch (store_kind(q, k)) {
	case CELL_INT: return json_integer(store_int(q, k));
	case CELL_REAL:
		real = json_real(store_real(q, k));
		return real ? real : json_null(); /* there is no infinity in JSON */
	case CELL_TEXT: break;
	case CELL_NULL: return json_null();
	}
	const char *text = store_text(q, k);
	return js_text_n(text, store_length(q, k));
}

static void as_json(Question *q, Text *out) {
	json_t *rows = json_array(), *names = json_array(); /* names that are no UTF-8 are shown as texts are */
	for (unsigned k = 0; k < store_columns(q); k++)
		json_array_append_new(names, js_text(store_column_name(q, k)));
	while (store_next(q)) {
		json_t *row = json_object();
		for (unsigned k = 0; k < store_columns(q); k++)
			json_object_set_new(row, json_string_value(json_array_get(names, k)), cell(q, k));
		json_array_append_new(rows, row);
	}
	json_decref(names);
	js_print(rows, out);
	json_decref(rows);
}

static void csv_cell(Text *out, const char *s, size_t n) { /* RFC 4180 */
	bool quoted = memchr(s, '"', n) || memchr(s, ',', n) || memchr(s, '\n', n) || memchr(s, '\r', n);
	text_addz(out, quoted ? "\"" : "");
	for (size_t i = 0; i < n; i++)
		text_add(out, s[i] == '"' ? "\"\"" : s + i, s[i] == '"' ? 2 : 1);
	text_addz(out, quoted ? "\"" : "");
}

static void as_csv(Question *q, Text *out) {
	unsigned n = store_columns(q);
	for (unsigned k = 0; k < n; k++) {
		text_addz(out, k ? "," : "");
		csv_cell(out, store_column_name(q, k), strlen(store_column_name(q, k)));
	}
	text_addz(out, "\r\n");
	while (store_next(q)) {
		for (unsigned k = 0; k < n; k++) {
			text_addz(out, k ? "," : "");
			const char *text = store_text(q, k);
			csv_cell(out, text, store_length(q, k));
		}
		text_addz(out, "\r\n");
	}
}

/* ---- what can be asked ---- */

static void quoted(Text *sql, const char *s, char quote) {
	text_addc(sql, quote);
	for (; *s; s++) {
		if (*s == quote)
			text_addc(sql, quote);
		text_addc(sql, *s);
	}
	text_addc(sql, quote);
}

/* The names of a view's columns as texts of SQL: joined into one, or a row (position, name) of each; false: it cannot be asked. */
static bool add_columns(Store *s, const char *view, bool one_per_row, Text *sql) {
	Text all = {0};
	text_addz(&all, "SELECT * FROM ");
	quoted(&all, view, '"');
	Question *q = store_ask(s, text_end(&all), 0);
	vec_free(&all);
	for (unsigned k = 0; q && k < store_columns(q); k++) {
		if (one_per_row)
			text_printf(sql, "%s(%u, ", k ? ", " : "", k + 1);
		else
			text_addz(sql, k ? " || ', ' || " : "");
		quoted(sql, store_column_name(q, k), '\'');
		text_addz(sql, one_per_row ? ")" : "");
	}
	store_done(q);
	return q != NULL;
}

/* A question whose rows are the views with their columns, or the columns of one view. The names come from statements that are
 * never run: the authorizer lets no table of SQLite's own be read. */
static bool describe(Store *s, const char *view, Text *sql, Diag *d) {
	Question *q = store_ask(s, "SELECT name, says FROM v_views WHERE :view IS NULL OR name = :view ORDER BY name", 0);
	if (!q)
		return false;
	store_bind_text(q, ":view", view);
	text_addz(sql, view ? "SELECT column1 AS position, column2 AS column FROM (VALUES " :
		"SELECT column1 AS name, column2 AS says, column3 AS columns FROM (VALUES ");
	bool ok = true;
	unsigned views = 0;
	for (; ok && store_next(q); views++) {
		if (!view) {
			text_addz(sql, views ? ", (" : "(");
			quoted(sql, store_text(q, 0), '\'');
			text_addz(sql, ", ");
			quoted(sql, store_text(q, 1), '\'');
			text_addz(sql, ", ");
		}
		ok = add_columns(s, store_text(q, 0), view != NULL, sql);
		text_addz(sql, view ? "" : ")");
	}
	text_addz(sql, ")");
	ok &= !store_failed(q);
	store_done(q);
	if (ok && view && !views)
		diag_add(d, SEV_ERROR, NULL, NULL, 0, (Span){0, 0}, "there is no view '%s' in the database; see 'tileproof query --describe'", view);
	return ok && views;
}

static bool run_exists(Store *s, int64_t run, Diag *d) {
	Question *q = store_ask(s, "SELECT 1 FROM runs WHERE id = :run", run);
	bool there = q && store_next(q);
	if (q && !there && !store_failed(q))
		diag_add(d, SEV_ERROR, NULL, NULL, 0, (Span){0, 0}, "there is no run %" PRId64 " in the database", run);
	store_done(q);
	return there;
}

static bool answer(Store *s, const Arguments *a, Text *out, Diag *d) {
	if (a->run && !run_exists(s, a->run, d))
		return false;
	const NamedQuery *name = a->sql ? named(a->sql) : NULL;
	Text views = {0};
	Question *q = NULL;
	if (!a->describe || describe(s, a->sql, &views, d))
		q = store_ask(s, a->describe ? text_end(&views) : name ? name->sql : a->sql, a->run ? a->run : store_latest_run(s));
	vec_free(&views);
	if (!q)
		return false;
	static void (*const writers[])(Question *, Text *) = {as_table, as_json, as_csv};
	(a->describe && !a->sql && a->format == AS_TABLE ? as_paragraphs : writers[a->format])(q, out);
	bool ok = !store_failed(q);
	store_done(q);
	return ok;
}

ExitCode cmd_query(int argc, char **argv) {
	static const struct argp_option rows[] = {
		{"db", KEY_DB, "FILE", 0, "the database; default tileproof.db", 0},
		{"run", KEY_RUN, "N", 0, "the run that named queries (and :run in SQL) ask about; default the latest", 0},
		{"format", KEY_FORMAT, "FORMAT", 0, "table (default), json or csv", 0},
		{"timeout", KEY_TIMEOUT, "SECONDS", 0, "give up after this time; default never, Ctrl-C stops a query at once", 0},
		{"list", KEY_LIST, NULL, 0, "list the named queries", 0},
		{"describe", KEY_DESCRIBE, NULL, 0, "list the views that SQL can ask, what one row of each is, and their columns; with the name of a view: the columns of that one", 0},
		{0}};
	static const struct argp program = {.options = rows, .parser = on_key, .args_doc = "NAME|SQL\n--list\n--describe [VIEW]",
		.doc = "Answers a question from a result database: a named one, or one statement of SQL over its views. Nothing can be changed.\v"
			"Exit status: 0 answered; 4 the database or the query is at fault or was given up, or there is no such run or view; 64 usage, such as a name that is no query."};
	Arguments a = {.db = "tileproof.db"};
	if (argp_parse(&program, argc, argv, 0, NULL, &a))
		return EXIT_USAGE;

	Diag *d = diag_new();
	Text out = {0};
	Patience patience;
	int stopped = 0;
	ExitCode code = EXIT_CLEAN;
	if (a.list) {
		list_queries(&out);
	} else {
		Store *s = store_open(a.db, STORE_READ, d);
		patience_begin(&patience, a.timeout);
		if (s)
			store_watch(s, patience_over, &patience);
		bool ok = s && answer(s, &a, &out, d);
		if (!ok)
			code = s ? exit_worse(store_status(s), EXIT_INPUT) : EXIT_INPUT;
		stopped = patience_end(&patience);
		store_close(s);
	}
	if (code == EXIT_CLEAN && !output_write(&(Output){.path = NULL, .bytes = out.at, .length = out.n}, 1, d))
		code = EXIT_INPUT;
	diag_print(d, stderr);
	vec_free(&out);
	diag_free(d);
	if (stopped)
		cli_die_of(stopped);
	return code;
}
