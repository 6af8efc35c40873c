#include "reports/database/db_check.h"

#include "reports/digest.h"
#include "reports/formats/grid.h"
#include "reports/database/schema.h"

enum { MOST_LINES = 20 }; /* of one question */

typedef struct Asked {
	const char *what, *sql; /* a row is a fault, unless it says ok */
} Asked;

static const Asked asked[] = {
	{"integrity", "PRAGMA integrity_check"},
	{"references", "PRAGMA foreign_key_check"}, /* table, row, parent, key */
	{"pairs", "SELECT printf('pair %d: one of its files belongs to another run', p.id) FROM pairs p JOIN files b ON b.id = p.before_id"
		" JOIN files a ON a.id = p.after_id WHERE b.run_id <> p.run_id OR a.run_id <> p.run_id"},
	{"results", "SELECT printf('result %d: refuted without a witness', id) FROM obligations WHERE verdict = 'refuted'"
		" AND id NOT IN (SELECT result_id FROM witnesses)"}};

static void line(Text *out, const char *what, const char *says) { text_printf(out, "%-12s%s\n", what, says); }

static bool ask(Store *s, const Asked *a, Text *out, Soundness *is) {
	Question *q = store_ask(s, a->sql, 0);
	uint32_t n = 0;
	while (q && store_next(q)) {
		if (!strcmp(store_text(q, 0), "ok") || n++ >= MOST_LINES)
			continue;
		text_printf(out, "%-12s", a->what);
		grid_escape(out, store_text(q, 0), store_length(q, 0));
		if (store_columns(q) > 2) {
			text_printf(out, ": row %lld refers to what is not there in ", (long long)store_int(q, 1));
			grid_escape(out, store_text(q, 2), store_length(q, 2));
		}
		text_addz(out, "\n");
	}
	if (n > MOST_LINES)
		text_printf(out, "%-12s... and %u more\n", a->what, n - MOST_LINES);
	bool ok = q && !store_failed(q);
	if (ok && !n)
		line(out, a->what, "ok");
	is->faults += n;
	store_done(q);
	return ok;
}

/* A database of another tool of the same version has other views and rows by right, and its digest says so. */
static bool contract(Store *s, Text *out, Soundness *is) {
	char digest[DIGEST_TEXT];
	schema_contract(digest);
	Question *q = store_ask(s, "SELECT value FROM meta WHERE key = 'contract'", 0);
	bool there = q && store_next(q), ok = q && !store_failed(q), same = there && !strcmp(store_text(q, 0), digest);
	store_done(q);
	if (ok && !there) {
		line(out, "contract", "there is no digest of views and names");
		is->faults++;
	} else if (ok && !same) {
		line(out, "contract", "of another tileproof; the next command that records brings views and names up to date");
	}
	if (!ok || !same)
		return ok;
	q = store_ask(s, "SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = :name AND sql = printf('CREATE VIEW \"%w\" AS %s', :name, :select)", 0);
	uint32_t faults = 0;
	for (unsigned i = 0; q && ok && i < schema_view_count; i++) {
		store_again(q);
		store_bind_text(q, ":name", schema_views[i].name);
		store_bind_text(q, ":select", schema_views[i].select);
		if (!store_next(q)) {
			text_printf(out, "%-12sthe view %s is gone or changed\n", "contract", schema_views[i].name);
			faults++;
		}
		ok = !store_failed(q);
	}
	ok = ok && q;
	store_done(q);
	if (ok && !faults)
		line(out, "contract", "ok");
	is->faults += faults;
	return ok;
}

static bool runs(Store *s, Text *out, Soundness *is) {
	Question *q = store_ask(s, "SELECT id, command, started, coalesce(label, '') FROM runs WHERE finished IS NULL ORDER BY id", 0);
	while (q && store_next(q)) {
		is->unfinished++;
		text_printf(out, "%-12srun %lld is unfinished: ", "runs", (long long)store_int(q, 0));
		for (unsigned k = 1; k < 4; k++) {
			grid_escape(out, store_text(q, k), store_length(q, k));
			text_addz(out, k < 3 ? " " : "\n");
		}
	}
	bool ok = q && !store_failed(q);
	if (ok && !is->unfinished)
		line(out, "runs", "all finished");
	store_done(q);
	return ok;
}

bool db_check(Store *s, Text *out, Soundness *is) {
	*is = (Soundness){0};
	text_printf(out, "%-12s%d\n", "schema", SCHEMA_VERSION); /* opening refuses all others */
	bool ok = true;
	for (size_t i = 0; ok && i < sizeof asked / sizeof *asked; i++)
		ok = ask(s, &asked[i], out, is) && (i || !is->faults); /* damaged pages make further answers worthless */
	if (!ok)
		return is->faults > 0;
	return contract(s, out, is) && runs(s, out, is);
}
