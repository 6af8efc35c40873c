/* sql FILE STATEMENTS: runs SQL on a database as the sqlite3 shell would, so that script tests can damage one on any machine. Cells
 * are printed with | between them. */
#include <sqlite3.h>

#include <stdio.h>

static int print_row(void *unused, int n, char **cells, char **names) {
	(void)unused, (void)names;
	for (int i = 0; i < n; i++)
		printf("%s%s", i ? "|" : "", cells[i] ? cells[i] : "");
	putchar('\n');
	return 0;
}

int main(int argc, char **argv) {
	sqlite3 *db = NULL;
	char *error = NULL;
	if (argc != 3)
		return fputs("usage: sql FILE STATEMENTS\n", stderr), 64;
	int code = sqlite3_open(argv[1], &db);
	if (code == SQLITE_OK)
		code = sqlite3_exec(db, argv[2], print_row, NULL, &error);
	if (code != SQLITE_OK)
		fprintf(stderr, "sql: %s: %s\n", argv[1], error ? error : sqlite3_errmsg(db));
	sqlite3_free(error);
	sqlite3_close(db);
	return code != SQLITE_OK;
}
