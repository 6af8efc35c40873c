#include "reports/database/merge_runs.h"

#include "model/text.h"

/* A shard of a merged run is a row of meta, key "shard:" and the uid that the shard had as a run of its own; value: an object of
 * run (uid), k, n, started, finished, exit. It goes along when the merged database is merged itself. */
#define PART(name) "json_extract(value, '$." name "')"

static const char parts_of[] =
	"SELECT substr(key, 7), " PART("k") ", " PART("n") ", " PART("started") ", " PART("finished") ", " PART("exit") " FROM meta"
	" WHERE key GLOB 'shard:*' AND " PART("run") " = :uid"
	" UNION ALL SELECT uid, json_extract(options, '$.shard[0]'), json_extract(options, '$.shard[1]'), started, finished, exit_status FROM runs"
	" WHERE uid = :uid AND json_extract(options, '$.shard') IS NOT NULL ORDER BY 2";
enum { P_UID, P_K, P_N, P_STARTED, P_FINISHED, P_EXIT };

static const char run_of_part[] = "SELECT r.id, r.uid FROM meta JOIN runs r ON r.uid = " PART("run") " WHERE key = 'shard:' || :part";

/* A run of shards that has none of these yet. */
static const char run_without[] =
	"SELECT r.id, r.uid FROM runs r WHERE command = :command AND version = :version AND options = json_remove(:options, '$.shard')"
	" AND label IS :label AND revision IS :revision"
	" AND EXISTS (SELECT 1 FROM meta WHERE key GLOB 'shard:*' AND " PART("run") " = r.uid AND " PART("n") " = :n)"
	" AND NOT EXISTS (SELECT 1 FROM meta WHERE key GLOB 'shard:*' AND " PART("run") " = r.uid AND " PART("k") " IN (SELECT value FROM json_each(:ks)))"
	" ORDER BY r.id LIMIT 1";

static const char put_run[] =
	"INSERT INTO runs(uid, command, started, finished, exit_status, version, options, label, revision) VALUES (coalesce(:uid,"
	" lower(hex(randomblob(16)))), :command, :started, :finished, :exit, :version, json_remove(:options, '$.shard'), :label, :revision)"
	" RETURNING id, uid";

static const char put_part[] =
	"INSERT INTO meta VALUES ('shard:' || :part, json_object('run', :run, 'k', :k, 'n', :n, 'started', :started, 'finished', :finished, 'exit', :exit))"
	" ON CONFLICT(key) DO UPDATE SET value = excluded.value WHERE json_extract(meta.value, '$.finished') IS NULL AND meta.value <> excluded.value";

enum { R_ID, R_UID, R_COMMAND, R_STARTED, R_FINISHED, R_EXIT, R_VERSION, R_OPTIONS, R_LABEL, R_REVISION };

const MergeId *merge_id(const MergeIds *ids, int64_t from) {
	uint32_t low = 0, high = ids->n;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (ids->at[middle].from < from)
			low = middle + 1;
		else
			high = middle;
	}
	return low < ids->n && ids->at[low].from == from ? &ids->at[low] : NULL;
}

static const char *text_or_null(const Question *q, unsigned column) { return store_kind(q, column) == CELL_NULL ? NULL : store_text(q, column); }

static void bind_int_or_null(Question *q, const char *name, const Question *row, unsigned column) {
	if (store_kind(row, column) == CELL_NULL)
		store_bind_text(q, name, NULL);
	else
		store_bind_int(q, name, store_int(row, column));
}

static void bind_run(Question *q, const Question *run) {
	store_bind_text(q, ":command", store_text(run, R_COMMAND));
	store_bind_text(q, ":version", store_text(run, R_VERSION));
	store_bind_text(q, ":options", store_text(run, R_OPTIONS));
	store_bind_text(q, ":label", text_or_null(run, R_LABEL));
	store_bind_text(q, ":revision", text_or_null(run, R_REVISION));
}

typedef struct Target {
	int64_t id; /* 0: none */
	char uid[80];
} Target;

static void take_target(Target *t, const Question *q, unsigned uid) {
	t->id = store_int(q, 0);
	size_t n = store_length(q, uid);
	n = n < sizeof t->uid ? n : sizeof t->uid - 1;
	memcpy(t->uid, store_text(q, uid), n);
	t->uid[n] = '\0';
}

/* Asks q, which is closed, for a run -> it worked; t stays when there is none. */
static bool find_target(Question *q, Target *t) {
	bool there = q && store_next(q), ok = q && !store_failed(q);
	if (there)
		take_target(t, q, 1);
	store_done(q);
	return ok;
}

static bool make_run(Store *to, const Question *run, const char *uid, bool ended, Target *t) {
	Question *q = store_ask(to, put_run, 0);
	if (!q)
		return false;
	bind_run(q, run);
	store_bind_text(q, ":uid", uid);
	store_bind_text(q, ":started", store_text(run, R_STARTED));
	if (ended) {
		store_bind_text(q, ":finished", text_or_null(run, R_FINISHED));
		bind_int_or_null(q, ":exit", run, R_EXIT);
	}
	return find_target(q, t) && t->id;
}

/* A run that is no shard keeps its uid. */
static bool plain_run(Store *to, const Question *run, Target *t, bool *fresh) {
	Question *q = store_ask(to, "SELECT id, uid FROM runs WHERE uid = :uid", 0);
	if (q)
		store_bind_text(q, ":uid", store_text(run, R_UID));
	if (!find_target(q, t))
		return false;
	*fresh = !t->id;
	if (*fresh)
		return make_run(to, run, store_text(run, R_UID), true, t);
	if (store_kind(run, R_FINISHED) == CELL_NULL)
		return true;
	q = store_ask(to, "UPDATE runs SET finished = :finished, exit_status = :exit WHERE id = :id AND finished IS NULL", 0);
	if (!q)
		return false;
	store_bind_text(q, ":finished", store_text(run, R_FINISHED));
	bind_int_or_null(q, ":exit", run, R_EXIT);
	store_bind_int(q, ":id", t->id);
	store_next(q);
	bool ok = !store_failed(q);
	store_done(q);
	return ok;
}

/* Finished when all shards are, with the worst of their statuses. */
static bool settle(Store *to, const Target *t) {
	Question *q = store_ask(to, parts_of, 0);
	if (!q)
		return false;
	store_bind_text(q, ":uid", t->uid);
	int64_t n = 0, finished = 0;
	ExitCode code = EXIT_CLEAN;
	while (store_next(q)) {
		n = store_int(q, P_N);
		if (store_kind(q, P_FINISHED) == CELL_NULL)
			continue;
		finished++;
		code = exit_worse(code, (ExitCode)store_int(q, P_EXIT));
	}
	bool ok = !store_failed(q);
	store_done(q);
	q = ok ? store_ask(to, "UPDATE runs SET started = (SELECT min(" PART("started") ") FROM meta WHERE key GLOB 'shard:*' AND " PART("run") " = :uid),"
		" finished = CASE WHEN :ended THEN (SELECT max(" PART("finished") ") FROM meta WHERE key GLOB 'shard:*' AND " PART("run") " = :uid) END,"
		" exit_status = CASE WHEN :ended THEN :exit END WHERE uid = :uid", 0) : NULL;
	if (!q)
		return false;
	store_bind_text(q, ":uid", t->uid);
	store_bind_int(q, ":ended", finished && finished == n);
	store_bind_int(q, ":exit", code);
	store_next(q);
	ok = !store_failed(q);
	store_done(q);
	return ok;
}

/* The run that has one of the shards already, or that lacks all of them. */
static bool find_by_parts(Store *to, const Question *run, Question *parts, int64_t n, const char *ks, Target *t) {
	bool ok = true;
	store_again(parts);
	while (ok && !t->id && store_next(parts)) {
		Question *q = store_ask(to, run_of_part, 0);
		if (q)
			store_bind_text(q, ":part", store_text(parts, P_UID));
		ok = find_target(q, t);
	}
	if (!ok || t->id)
		return ok;
	Question *q = store_ask(to, run_without, 0);
	if (!q)
		return false;
	bind_run(q, run);
	store_bind_int(q, ":n", n);
	store_bind_text(q, ":ks", ks);
	return find_target(q, t);
}

static bool put_parts(Store *to, Question *parts, const Target *t) {
	Question *q = store_ask(to, put_part, 0);
	bool ok = q != NULL;
	store_again(parts);
	while (ok && store_next(parts)) {
		store_again(q);
		store_bind_text(q, ":part", store_text(parts, P_UID));
		store_bind_text(q, ":run", t->uid);
		store_bind_int(q, ":k", store_int(parts, P_K));
		store_bind_int(q, ":n", store_int(parts, P_N));
		store_bind_text(q, ":started", store_text(parts, P_STARTED));
		store_bind_text(q, ":finished", text_or_null(parts, P_FINISHED));
		bind_int_or_null(q, ":exit", parts, P_EXIT);
		store_next(q);
		ok = !store_failed(q);
	}
	ok = ok && !store_failed(parts);
	store_done(q);
	return ok;
}

static bool one_run(Store *from, Store *to, const Question *run, Target *t, bool *fresh) {
	Question *parts = store_ask(from, parts_of, 0);
	if (!parts)
		return false;
	store_bind_text(parts, ":uid", store_text(run, R_UID));
	Text ks = {0};
	int64_t n = 0;
	while (store_next(parts)) {
		text_printf(&ks, "%s%lld", ks.n ? "," : "[", (long long)store_int(parts, P_K));
		n = store_int(parts, P_N);
	}
	bool ok = !store_failed(parts);
	if (ok && !ks.n) {
		ok = plain_run(to, run, t, fresh);
	} else if (ok) {
		text_addz(&ks, "]");
		ok = find_by_parts(to, run, parts, n, text_end(&ks), t);
		*fresh = !t->id;
		ok = ok && (t->id || make_run(to, run, NULL, false, t)) && put_parts(to, parts, t) && settle(to, t);
	}
	vec_free(&ks);
	store_done(parts);
	return ok;
}

bool merge_runs(Store *from, Store *to, MergeIds *runs) {
	Question *q = store_ask(from, "SELECT id, uid, command, started, finished, exit_status, version, options, label, revision FROM runs ORDER BY id", 0);
	bool ok = q != NULL;
	while (ok && store_next(q)) {
		Target t = {0};
		MergeId id = {.from = store_int(q, R_ID)};
		ok = one_run(from, to, q, &t, &id.fresh);
		id.to = t.id;
		vec_push(runs, id);
	}
	ok = ok && !store_failed(q);
	store_done(q);
	return ok;
}
