/* The schema of the result database: steps from one version to the next, and the views that are its public contract.
 *
 * The tables may change with the version; a view keeps its columns. Lookup tables (verdicts, obligations, passes, guards)
 * are filled from the rows of the .def files, so that a database explains itself. */
#ifndef TILEPROOF_SCHEMA_H
#define TILEPROOF_SCHEMA_H

enum { SCHEMA_VERSION = 3, SCHEMA_APPLICATION = 0x74707266 }; /* "tprf", see PRAGMA application_id */

/* schema_steps[v] leads from version v to v + 1; step 0 builds everything in an empty file. */
extern const char *const schema_steps[SCHEMA_VERSION];

typedef struct SchemaView { const char *name, *says, *select; } SchemaView;
extern const SchemaView schema_views[];
extern const unsigned schema_view_count;

typedef struct SchemaRow { /* a row of a lookup table: the statement that puts it and its cells */
	const char *sql;
	int n;
	const char *cells[4];
} SchemaRow;
extern const SchemaRow schema_rows[];
extern const unsigned schema_row_count;

/* Digest of views and lookup rows: a database that carries another one gets them rewritten. */
void schema_contract(char hex[65]);

#endif
