/* What each row holds, column by column in the order of statements.def. */
#include "reports/database/store_rows.h"

static int64_t clamp(uint64_t v) { return v > INT64_MAX ? INT64_MAX : (int64_t)v; }

int64_t store_file(Store *s, const FileRow *f) {
	return INSERT(s, STMT_FILE, I(f->run), T(f->path), T(f->role), T(f->sha256), I(clamp(f->bytes)));
}

int64_t store_message(Store *s, int64_t run, const Message *m) {
	static const char *const severities[] = {"note", "warning", "error", "unsupported"};
	return INSERT(s, STMT_MESSAGE, I(run), T(m->file ? m->file : ""), T(severities[m->severity]), I(m->span.line), I(m->span.col), T(m->text));
}

int64_t store_function(Store *s, int64_t file, uint32_t ordinal, const char *name, const char *kind, uint32_t line) {
	return INSERT(s, STMT_FUNCTION, I(file), I(ordinal), T(name), T(kind), I(line));
}

int64_t store_loop(Store *s, int64_t function, uint32_t line, const char *kind, int64_t stages, const char *trip) {
	return INSERT(s, STMT_LOOP, I(function), I(line), T(kind), I(stages), T(trip));
}

int64_t store_decision(Store *s, const DecisionRow *d) {
	return INSERT(s, STMT_DECISION, I(d->file), I(d->function), I(d->loop), I(d->line), T(d->pass), T(d->outcome), T(d->guard), I(d->stages),
		I(d->depth), I(d->requested), I(d->slots), I(d->remainder), T(d->bytes), T(d->reason), I(d->number), T(d->becomes));
}

bool store_copy_decisions(Store *s, int64_t check, int64_t before) {
	return INSERT(s, STMT_COPY_FUNCTIONS, I(check), I(before)) && INSERT(s, STMT_COPY_LOOPS, I(check), I(before)) &&
		INSERT(s, STMT_COPY_DECISIONS, I(check), I(before));
}

int64_t store_check(Store *s, const char *key, const char *arch, double seconds) {
	return INSERT(s, STMT_CHECK, T(key), T(arch), R(seconds));
}

int64_t store_result(Store *s, int64_t check, const Result *r) {
	int64_t id = INSERT(s, STMT_RESULT, I(check), T(r->function), T(r->unit), T(r->property), T(obligation_rows[r->obligation].name),
		T(verdict_names[r->verdict]), T(r->argument), T(r->reason), I(r->before_at.line), I(r->before_at.col), I(r->after_at.line),
		I(r->after_at.col), T(r->fingerprint), R(r->seconds), I(clamp(r->rlimit)), I(r->inherited));
	const Witness *w = r->witness;
	if (id && w && !INSERT(s, STMT_WITNESS, I(id), T(w->inputs), I(w->trip), I(w->iteration), T(w->where), T(w->before), T(w->after),
			I(w->before_at.line), I(w->before_at.col), I(w->after_at.line), I(w->after_at.col), T(w->story), I(w->replayed),
			T(w->before_rounds ? w->before_rounds : ""), T(w->after_rounds ? w->after_rounds : "")))
		return 0;
	return id;
}

int64_t store_pair(Store *s, int64_t run, int64_t before, int64_t after, int64_t check, const char *step, bool reused) {
	return INSERT(s, STMT_PAIR, I(run), I(before), I(after), I(check), T(step), I(reused));
}
