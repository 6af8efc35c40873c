#include "reports/database/merge.h"

#include "reports/database/merge_runs.h"

#include <stdio.h>

typedef struct MergeTable {
	char letter;
	unsigned parent;
	const char *references, *select, *find, *insert;
} MergeTable;

static const MergeTable tables[] = {
#define MERGED(letter, parent, references, select, find, insert) {letter, parent, references, select, find, insert},
#include "reports/database/merge_tables.def"
};

/* Rows of the lookup tables that only the other tool knew. The contract of the target is that of this tool and stays. */
static const char *const lookups[][2] = {
	{"SELECT 0, name, says, rank FROM verdicts", "INSERT INTO verdicts VALUES (:c1, :c2, :c3) ON CONFLICT DO NOTHING"},
	{"SELECT 0, name, properties, says FROM obligation_kinds", "INSERT INTO obligation_kinds VALUES (:c1, :c2, :c3) ON CONFLICT DO NOTHING"},
	{"SELECT 0, name, compiler_name, rank FROM passes", "INSERT INTO passes VALUES (:c1, :c2, :c3) ON CONFLICT DO NOTHING"},
	{"SELECT 0, name, pass, properties, says FROM guards", "INSERT INTO guards VALUES (:c1, :c2, :c3, :c4) ON CONFLICT DO NOTHING"}};

typedef struct Copy {
	Store *from, *to;
	const char *file;
	Diag *diag;
	MergeIds *ids; /* by letter */
} Copy;

static void bind(Question *q, unsigned column, const Question *row) {
	char name[16];
	snprintf(name, sizeof name, ":c%u", column);
	switch (store_kind(row, column)) {
	case CELL_NULL: store_bind_text(q, name, NULL); break;
	case CELL_INT: store_bind_int(q, name, store_int(row, column)); break;
	case CELL_REAL: store_bind_real(q, name, store_real(row, column)); break;
	case CELL_TEXT: store_bind_text(q, name, store_text(row, column)); break;
	}
}

static bool dangling(const Copy *c, const MergeTable *t, int64_t id) {
	diag_add(c->diag, SEV_ERROR, c->file, NULL, 0, (Span){0, 0}, "the database is damaged: row %lld (%c) refers to what is not there",
		(long long)id, t->letter);
	return false;
}

/* Binds a row with its references as ids of the target. false: an error was added. */
static bool bind_row(const Copy *c, const MergeTable *t, const Question *row, Question *q) {
	size_t n = strlen(t->references);
	for (unsigned k = 1; k < store_columns(row); k++) {
		if (k >= n || t->references[k] == '.' || store_kind(row, k) == CELL_NULL) {
			bind(q, k, row);
			continue;
		}
		const MergeId *to = merge_id(&c->ids[(unsigned char)t->references[k]], store_int(row, k));
		char name[16];
		snprintf(name, sizeof name, ":c%u", k);
		if (!to)
			return dangling(c, t, store_int(row, 0));
		store_bind_int(q, name, to->to);
	}
	return true;
}

/* One row, unless it is there. */
static bool copy_row(const Copy *c, const MergeTable *t, const Question *row, Question *find, Question *insert) {
	MergeId id = {.from = store_int(row, 0), .fresh = true};
	MergeIds *own = &c->ids[(unsigned char)t->letter];
	if (t->parent) {
		const MergeId *parent = merge_id(&c->ids[(unsigned char)t->references[t->parent]], store_int(row, t->parent));
		if (!parent || !parent->fresh)
			return true;
	}
	if (find) {
		store_again(find);
		if (!bind_row(c, t, row, find))
			return false;
		if (store_next(find)) {
			if (store_int(find, 1)) {
				diag_add(c->diag, SEV_ERROR, c->file, NULL, 0, (Span){0, 0},
					"%s is there already with another content: these are not shards of one run over the same files", store_text(row, 2));
				return false;
			}
			id.to = store_int(find, 0);
			id.fresh = false;
			vec_push(own, id);
			return true;
		}
		if (store_failed(find))
			return false;
	}
	store_again(insert);
	if (!bind_row(c, t, row, insert) || !store_next(insert))
		return false;
	id.to = store_int(insert, 0);
	vec_push(own, id);
	return true;
}

static int64_t last_message(Store *to) {
	int64_t id = 0;
	Question *q = store_ask(to, "SELECT coalesce(max(id), 0) FROM messages", 0);
	if (q && store_next(q))
		id = store_int(q, 0);
	store_done(q);
	return id;
}

static bool copy_table(const Copy *c, const MergeTable *t) {
	Question *rows = store_ask(c->from, t->select, 0), *insert = store_ask(c->to, t->insert, 0);
	Question *find = *t->find ? store_ask(c->to, t->find, 0) : NULL;
	bool ok = rows && insert && (find || !*t->find);
	if (find)
		store_bind_int(find, ":most", last_message(c->to));
	while (ok && store_next(rows))
		ok = copy_row(c, t, rows, find, insert);
	ok = ok && !store_failed(rows);
	store_done(rows);
	store_done(insert);
	store_done(find);
	return ok;
}

static bool copy_lookup(const Copy *c, const char *select, const char *put) {
	Question *rows = store_ask(c->from, select, 0), *insert = store_ask(c->to, put, 0);
	bool ok = rows && insert;
	while (ok && store_next(rows)) {
		for (unsigned k = 1; k < store_columns(rows); k++)
			bind(insert, k, rows);
		store_next(insert); /* it returns no row */
		ok = !store_failed(insert);
		store_again(insert);
	}
	ok = ok && !store_failed(rows);
	store_done(rows);
	store_done(insert);
	return ok;
}

static int64_t fresh_of(const MergeIds *ids) {
	int64_t n = 0;
	for (uint32_t i = 0; i < ids->n; i++)
		n += ids->at[i].fresh;
	return n;
}

bool merge_from(Store *to, const char *file, Diag *d, Merged *added) {
	MergeIds ids[256] = {0};
	Copy c = {.to = to, .file = file, .diag = d, .ids = ids, .from = store_open(file, STORE_READ, d)};
	*added = (Merged){0};
	if (!c.from)
		return false;
	/* A statement that is not at its end keeps what all others see as it was when it began, whoever writes meanwhile. */
	Question *hold = store_ask(c.from, "SELECT 1 FROM sqlite_schema UNION ALL SELECT 2", 0);
	bool ok = hold && store_next(hold);
	for (size_t i = 0; ok && i < sizeof lookups / sizeof *lookups; i++)
		ok = copy_lookup(&c, lookups[i][0], lookups[i][1]);
	ok = ok && merge_runs(c.from, to, &ids['r']);
	for (size_t i = 0; ok && i < sizeof tables / sizeof *tables; i++)
		ok = copy_table(&c, &tables[i]);
	*added = (Merged){.runs = fresh_of(&ids['r']), .pairs = fresh_of(&ids['p']), .results = fresh_of(&ids['o'])};
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
		vec_free(&ids[i]);
	store_done(hold);
	ok = store_close(c.from) && ok;
	return ok;
}

bool merge_readable(const char *file, Diag *d) {
	Store *s = store_open(file, STORE_READ, d);
	return s && store_close(s);
}

bool merge_target(Store *to, const char *file, Diag *d) {
	Question *q = store_ask(to, "SELECT id FROM runs WHERE json_extract(options, '$.shard') IS NOT NULL LIMIT 1", 0);
	bool shard = q && store_next(q), ok = q && !store_failed(q);
	if (shard)
		diag_add(d, SEV_ERROR, file, NULL, 0, (Span){0, 0}, "run %lld in it is a shard itself: name a new database with -o and this one among the others",
			(long long)store_int(q, 0));
	store_done(q);
	return ok && !shard;
}
