/* tileproof query [--db FILE] NAME|SQL: answers from a result database, which it cannot change. */
#include "reports/cli.h"
#include "reports/grid.h"
#include "reports/json.h"
#include "reports/output.h"
#include "reports/store.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>

typedef struct NamedQuery { const char *name, *says, *sql; } NamedQuery;
static const NamedQuery queries[] = {
#define QUERY(name, says, sql) {name, says, sql},
#include "reports/queries.def"
};

typedef enum Format { AS_TABLE, AS_JSON, AS_CSV } Format;

typedef struct Arguments {
	const char *db, *sql;
	int64_t run; /* 0: the latest */
	Format format;
	bool list, describe;
} Arguments;

enum { KEY_DB = 'd', KEY_FORMAT = 'f', KEY_LIST = 'l', KEY_RUN = 'r', KEY_DESCRIBE = 256 };

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
	case ARGP_KEY_ARG:
		if (state->arg_num)
			argp_error(state, "one query at a time; quote SQL");
		a->sql = arg;
		return 0;
	case ARGP_KEY_END:
		if (!a->sql && !a->list && !a->describe)
			argp_error(state, "a query is needed: a name out of --list, or SQL");
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
	json_t *rows = json_array();
	while (store_next(q)) {
		json_t *row = json_object();
		for (unsigned k = 0; k < store_columns(q); k++)
			json_object_set_new_nocheck(row, store_column_name(q, k), cell(q, k));
		json_array_append_new(rows, row);
	}
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

static bool answer(Store *s, const Arguments *a, Text *out) {
	const char *sql = a->sql;
	for (size_t i = 0; sql && i < sizeof queries / sizeof *queries; i++)
		if (!strcmp(sql, queries[i].name))
			sql = queries[i].sql;
	Question *q = store_ask(s, a->describe ? "SELECT name, says FROM v_views ORDER BY name" : sql, a->run ? a->run : store_latest_run(s));
	if (!q)
		return false;
	static void (*const writers[])(Question *, Text *) = {as_table, as_json, as_csv};
	writers[a->format](q, out);
	bool ok = !store_failed(q);
	store_done(q);
	return ok;
}

ExitCode cmd_query(int argc, char **argv) {
	static const struct argp_option rows[] = {
		{"db", KEY_DB, "FILE", 0, "the database; default tileproof.db", 0},
		{"run", KEY_RUN, "N", 0, "the run that named queries (and :run in SQL) ask about; default the latest", 0},
		{"format", KEY_FORMAT, "FORMAT", 0, "table (default), json or csv", 0},
		{"list", KEY_LIST, NULL, 0, "list the named queries", 0},
		{"describe", KEY_DESCRIBE, NULL, 0, "list the views that SQL can ask, and what one row of each is", 0},
		{0}};
	static const struct argp program = {.options = rows, .parser = on_key, .args_doc = "NAME|SQL\n--list\n--describe",
		.doc = "Answers a question from a result database: a named one, or one statement of SQL over its views. Nothing can be changed.\v"
			"Exit status: 0 answered; 4 the database or the query is at fault."};
	Arguments a = {.db = "tileproof.db"};
	if (argp_parse(&program, argc, argv, 0, NULL, &a))
		return EXIT_USAGE;

	Diag *d = diag_new();
	Text out = {0};
	ExitCode code = EXIT_CLEAN;
	if (a.list) {
		list_queries(&out);
	} else {
		Store *s = store_open(a.db, STORE_READ, d);
		bool ok = s && answer(s, &a, &out);
		if (!ok)
			code = s ? exit_worse(store_status(s), EXIT_INPUT) : EXIT_INPUT;
		store_close(s);
	}
	if (code == EXIT_CLEAN && !output_write(&(Output){.path = NULL, .bytes = out.at, .length = out.n}, 1, d))
		code = EXIT_INPUT;
	diag_print(d, stderr);
	vec_free(&out);
	diag_free(d);
	return code;
}
