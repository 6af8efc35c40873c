#include "reports/database/rows.h"

#include "reports/digest.h"
#include "reports/job.h"

#include <inttypes.h>

#define SELECT_RESULTS(only) \
	"SELECT r.file, r.after_file, r.step, r.function, r.unit, r.property, r.argument, r.reason, r.fingerprint, r.obligation, r.verdict," \
	" r.before_line, r.before_column, r.after_line, r.after_column, r.seconds, r.rlimit, w.result_id, w.inputs, w.place, w.before_value, w.after_value," \
	" w.story, coalesce(w.trip, -1), coalesce(w.iteration, -1), w.before_line, w.before_column, w.after_line, w.after_column, w.replayed," \
	" w.before_rounds, w.after_rounds, r.inherited" \
	" FROM v_results r LEFT JOIN witnesses w ON w.result_id = r.result_id WHERE r.run = :run" only " ORDER BY r.file, r.after_file, r.pair_id, r.result_id"
enum { C_FILE, C_AFTER_FILE, C_STEP, C_FUNCTION, C_UNIT, C_PROPERTY, C_ARGUMENT, C_REASON, C_FINGERPRINT, C_OBLIGATION, C_VERDICT, C_BEFORE_LINE,
	C_BEFORE_COLUMN, C_AFTER_LINE, C_AFTER_COLUMN, C_SECONDS, C_RLIMIT, C_WITNESS, C_INPUTS, C_PLACE, C_BEFORE, C_AFTER, C_STORY, C_TRIP, C_ITERATION,
	C_W_BEFORE_LINE, C_W_BEFORE_COLUMN, C_W_AFTER_LINE, C_W_AFTER_COLUMN, C_REPLAYED,
	C_BEFORE_ROUNDS, C_AFTER_ROUNDS, C_INHERITED };

static const char *keep(Rows *r, const Question *q, unsigned column) {
	const char *t = store_text(q, column);
	return arena_text(r->arena, t, store_length(q, column));
}

static Span span(const Question *q, unsigned line, unsigned column) {
	return (Span){(uint32_t)store_int(q, line), (uint32_t)store_int(q, column)};
}

static const Witness *witness(Rows *r, const Question *q) {
	Witness w = {.inputs = keep(r, q, C_INPUTS), .trip = store_int(q, C_TRIP), .iteration = store_int(q, C_ITERATION), .where = keep(r, q, C_PLACE),
		.before = keep(r, q, C_BEFORE), .after = keep(r, q, C_AFTER), .before_at = span(q, C_W_BEFORE_LINE, C_W_BEFORE_COLUMN),
		.after_at = span(q, C_W_AFTER_LINE, C_W_AFTER_COLUMN), .before_rounds = keep(r, q, C_BEFORE_ROUNDS), .after_rounds = keep(r, q, C_AFTER_ROUNDS),
		.story = keep(r, q, C_STORY), .replayed = store_int(q, C_REPLAYED) != 0};
	return arena_copy(r->arena, &w, sizeof w);
}

/* Texts repeat from row to row: the one of the row before is shared. */
static const char *repeated(Rows *r, const Question *q, unsigned column, const char *before) {
	const char *t = store_text(q, column);
	return before && !strcmp(before, t) ? before : keep(r, q, column);
}

bool row_is_derived(const Row *r) { return r->source != r->after_file; }

/* Where people find a result that they look for. Lines of the text before count when that is the input. */
static void find_source(Rows *r, Row *x) {
	const char *input = x->verdict == VERDICT_PROVED ? NULL : job_input(x->after_file, r->arena);
	x->source = input ? input : x->after_file;
	if (!input)
		x->source_at = x->after_at.line || !x->witness ? x->after_at : x->witness->after_at;
	else if (!strcmp(x->file, input))
		x->source_at = x->witness && x->witness->before_at.line ? x->witness->before_at : x->before_at;
}

/* A result about a text of which no line is one of the input stands at its function there, of a pair at the first. */
static bool find_functions(Store *s, Rows *r) {
	VEC(Row *) wanted = {0};
	for (uint32_t i = 0; i < r->at.n; i++)
		if (row_is_derived(&r->at.at[i]) && !r->at.at[i].source_at.line)
			vec_push(&wanted, &r->at.at[i]);
	Question *q = wanted.n ? store_ask(s, "SELECT f.path, n.name, n.line FROM functions n JOIN files f ON f.id = n.file_id"
		" WHERE f.run_id = :run AND f.role = 'input' ORDER BY f.id, n.ordinal", r->run) : NULL;
	while (q && store_next(q)) {
		const char *path = store_text(q, 0), *name = store_text(q, 1);
		size_t n = strlen(name);
		for (uint32_t i = 0; i < wanted.n; i++) {
			Row *x = wanted.at[i];
			char next = strncmp(x->function, name, n) ? 'x' : x->function[n];
			if (!x->source_at.line && (!next || next == '+') && !strcmp(x->source, path))
				x->source_at = (Span){(uint32_t)store_int(q, 2), 0};
		}
	}
	bool ok = q ? !store_failed(q) : !wanted.n;
	vec_free(&wanted);
	if (q)
		store_done(q);
	return ok;
}

/* All that are not open. The index alone answers this. */
static bool count_proved(Store *s, Rows *r, int64_t open) {
	Question *q = store_ask(s, "SELECT count(*) FROM pairs p JOIN obligations o ON o.check_id = p.check_id WHERE p.run_id = :run", r->run);
	bool ok = q && store_next(q);
	if (ok)
		r->verdicts[VERDICT_PROVED] = (uint32_t)(store_int(q, 0) - open);
	store_done(q);
	return ok;
}

static bool load_results(Store *s, RowsWanted wanted, Rows *r) {
	static const char *const selects[] = {SELECT_RESULTS(""), SELECT_RESULTS(" AND r.verdict <> 'proved'")};
	Question *q = store_ask(s, selects[wanted], r->run);
	if (!q)
		return false;
	Row last = {0};
	int64_t met = 0;
	for (; store_next(q); met++) {
		Row x = {.file = repeated(r, q, C_FILE, last.file), .after_file = repeated(r, q, C_AFTER_FILE, last.after_file),
			.step = repeated(r, q, C_STEP, last.step), .function = repeated(r, q, C_FUNCTION, last.function),
			.unit = repeated(r, q, C_UNIT, last.unit), .property = keep(r, q, C_PROPERTY), .argument = repeated(r, q, C_ARGUMENT, last.argument),
			.reason = repeated(r, q, C_REASON, last.reason), .fingerprint = keep(r, q, C_FINGERPRINT),
			.before_at = span(q, C_BEFORE_LINE, C_BEFORE_COLUMN), .after_at = span(q, C_AFTER_LINE, C_AFTER_COLUMN),
			.seconds = store_real(q, C_SECONDS), .rlimit = (uint64_t)store_int(q, C_RLIMIT), .inherited = store_int(q, C_INHERITED) != 0};
		const char *obligation = store_text(q, C_OBLIGATION);
		int o = 0, v = 0;
		while (o < OB_COUNT && strcmp(obligation_rows[o].name, obligation))
			o++;
		const char *verdict = store_text(q, C_VERDICT);
		while (v < VERDICT_COUNT && strcmp(verdict_names[v], verdict))
			v++;
		if (o == OB_COUNT || v == VERDICT_COUNT)
			continue; /* a row of an older tool, about what there is no more */
		x.obligation = (Obligation)o;
		x.verdict = (Verdict)v;
		if (store_kind(q, C_WITNESS) != CELL_NULL)
			x.witness = witness(r, q);
		find_source(r, &x);
		r->verdicts[v]++;
		vec_push(&r->at, x);
		last = x;
	}
	bool ok = !store_failed(q);
	store_done(q);
	return ok && find_functions(s, r) && (wanted == ROWS_ALL || count_proved(s, r, met));
}

static bool load_decisions(Store *s, Rows *r) {
	Question *q = store_ask(s, "SELECT file, function, pass, outcome, reason, line, stages, depth, requested, slots, coalesce(number, 0), becomes, gave_up FROM v_decisions"
		" WHERE run = :run ORDER BY decision_id", r->run);
	if (!q)
		return false;
	while (store_next(q)) {
		DecisionLine x = {.file = keep(r, q, 0), .function = keep(r, q, 1), .pass = keep(r, q, 2), .outcome = keep(r, q, 3), .reason = keep(r, q, 4),
			.line = store_int(q, 5), .stages = store_int(q, 6), .depth = store_int(q, 7), .requested = store_int(q, 8), .slots = store_int(q, 9),
			.number = store_int(q, 10), .becomes = keep(r, q, 11), .gave_up = store_int(q, 12) != 0};
		r->gave_up += x.gave_up;
		vec_push(&r->decisions, x);
	}
	bool ok = !store_failed(q);
	store_done(q);
	return ok;
}

static bool load_messages(Store *s, Rows *r) {
	Question *q = store_ask(s, "SELECT file, line, column, severity, says FROM v_messages WHERE run = :run AND severity <> 'note'", r->run);
	if (!q)
		return false;
	while (store_next(q)) {
		const char *severity = store_text(q, 3);
		Message m = {.severity = !strcmp(severity, "error") ? SEV_ERROR : !strcmp(severity, "unsupported") ? SEV_UNSUPPORTED :
			!strcmp(severity, "warning") ? SEV_WARNING : SEV_NOTE, .file = keep(r, q, 0), .span = span(q, 1, 2), .text = keep(r, q, 4)};
		const char *input = job_input(m.file, r->arena);
		if (input) { /* its lines are those of no file */
			m.text = arena_printf(r->arena, "%s (line %" PRIu32 " of %s)", m.text, m.span.line, m.file);
			m.file = input;
			m.span = (Span){0, 0};
		}
		vec_push(&r->messages, m);
	}
	bool ok = !store_failed(q);
	store_done(q);
	return ok;
}

bool rows_load(Store *s, int64_t run, RowsWanted wanted, Rows *r, Diag *d) {
	*r = (Rows){.arena = arena_new(), .run = run};
	Question *q = store_ask(s, "SELECT command, label, revision, started, iif(finished IS NULL, 'unfinished', 'finished'), version,"
		" (SELECT count(*) FROM pairs WHERE run_id = :run) FROM runs WHERE id = :run", run);
	if (!q)
		return false;
	bool there = store_next(q);
	if (there) {
		r->command = keep(r, q, 0), r->label = keep(r, q, 1), r->revision = keep(r, q, 2), r->started = keep(r, q, 3);
		r->state = keep(r, q, 4), r->version = keep(r, q, 5), r->pairs = store_int(q, 6);
	} else if (!store_failed(q)) {
		if (run)
			diag_add(d, SEV_ERROR, NULL, NULL, 0, (Span){0, 0}, "there is no run %" PRId64 " in the database", run);
		else
			diag_add(d, SEV_ERROR, NULL, NULL, 0, (Span){0, 0}, "the database holds no run yet");
	}
	store_done(q);
	if (!there || !load_results(s, wanted, r) || !load_decisions(s, r) || !load_messages(s, r))
		return false;
	rows_mark_echoes(r);
	return true;
}

void rows_free(Rows *r) {
	vec_free(&r->at);
	vec_free(&r->decisions);
	vec_free(&r->messages);
	arena_free(r->arena);
}

bool row_is_finding(const Row *r) { return r->verdict == VERDICT_REFUTED && r->witness && r->witness->replayed; }

const char *row_place(const Rows *rows, const Row *r) {
	char hex[DIGEST_TEXT];
	digest_parts((const char *const[]){r->step, r->function, obligation_rows[r->obligation].name}, 3, hex);
	return arena_text(rows->arena, hex, DIGEST_TEXT - 1);
}

const char *row_identity(const Rows *rows, const Row *r) { return *r->fingerprint ? r->fingerprint : row_place(rows, r); }
