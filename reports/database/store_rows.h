/* Between the two files that write rows: store.c, which knows SQLite, and store_rows.c, which knows what a row holds. Nobody else
 * includes it. */
#ifndef TILEPROOF_STORE_ROWS_H
#define TILEPROOF_STORE_ROWS_H

#include "reports/database/store.h"

enum StatementId {
#define STATEMENT(id, sql) STMT_##id,
#include "reports/database/statements.def"
	STMT_COUNT
};

typedef struct Bound { /* value of one parameter */
	CellKind kind;
	int64_t i;
	double f;
	const char *t;
} Bound;
#define I(v) {.kind = CELL_INT, .i = (v)}
#define R(v) {.kind = CELL_REAL, .f = (v)}
#define T(v) {.kind = CELL_TEXT, .t = (v)} /* NULL for NULL */

/* -> id of the new row, 0 after an error. A binding that failed shows as a broken constraint. */
int64_t store_insert(Store *s, enum StatementId id, const Bound *cells, int n);
#define INSERT(s, id, ...) store_insert(s, id, (const Bound[]){__VA_ARGS__}, (int)(sizeof((const Bound[]){__VA_ARGS__}) / sizeof(Bound)))

#endif
