#include "reports/audit.h"

#include "reports/audit_loops.h"

#include "model/parse.h"
#include "reports/formats/format.h"
#include "reports/formats/json.h"
#include "reports/commands/options.h"
#include "reports/database/record.h"
#include "reports/digest.h"

static const char crash_reason[] = "internal: "; /* begins the reason of a result that a dead worker owed */

/* ---- in a worker ---- */

static CheckOptions options_of(const Audit *a, const PlanPair *p) {
	CheckOptions o = *a->check;
	o.arch = p->arch;
	o.only = p->only;
	return o;
}

/* A file that goes away is named by what it came from. */
static const char *lasting(const PlanFile *f, const char *name) { return f->content && name && !strcmp(name, f->content) ? f->name : name; }

static json_t *messages_json(const Diag *d, const PlanFile *after) {
	json_t *all = json_array();
	for (uint32_t i = 0; i < d->list.n; i++) {
		const Message *m = &d->list.at[i];
		json_array_append_new(all, json_pack("{s:i, s:o, s:I, s:I, s:o}", "severity", (int)m->severity, "file", js_text(lasting(after, m->file)), "line",
			(json_int_t)m->span.line, "column", (json_int_t)m->span.col, "text", js_text(m->text)));
	}
	return all;
}

static void work(void *context, uint32_t job, Text *answer) {
	const Audit *a = context;
	const PlanPair *p = &a->plan.pairs.at[job];
	double start = progress_clock();
	Diag *d = diag_new();
	json_t *j = json_object(), *results = json_array();
	const PlanFile *made = &a->plan.files.at[p->after];
	Program *before = parse_file(a->plan.files.at[p->before].path, d), *after = parse_file(made->content ? made->content : made->path, d);
	if (before && after) {
		CheckOptions o = options_of(a, p);
		Report *r = report_new();
		check_programs(before, after, &o, r);
		for (uint32_t i = 0; i < r->results.n; i++)
			json_array_append_new(results, js_result(&r->results.at[i]));
		report_free(r);
		json_t *loops = audit_loops_json(p, before, after);
		if (loops)
			json_object_set_new(j, "loops", loops);
	}
	json_object_set_new(j, "read", json_boolean(before && after));
	json_object_set_new(j, "messages", messages_json(d, made));
	json_object_set_new(j, "results", results);
	json_object_set_new(j, "seconds", json_real(progress_clock() - start));
	js_print_compact(j, answer);
	json_decref(j);
	ir_free(after);
	ir_free(before);
	diag_free(d);
}

/* ---- recording, in the parent ---- */

static bool put_file(Audit *a, PlanFile *f) {
	if (!f->row)
		f->row = store_file(a->store, &(FileRow){.run = a->run, .path = f->name ? f->name : f->path, .role = f->role, .sha256 = f->sha256, .bytes = f->bytes});
	return f->row != 0;
}

static bool put_pair(Audit *a, const PlanPair *p, int64_t check, bool reused) {
	PlanFile *before = &a->plan.files.at[p->before], *after = &a->plan.files.at[p->after];
	return check && put_file(a, before) && put_file(a, after) && store_pair(a->store, a->run, before->row, after->row, check, p->step, reused);
}

static void key_of(const Audit *a, const PlanPair *p, char key[65]) {
	CheckOptions o = options_of(a, p);
	options_key(a->program, a->plan.files.at[p->before].sha256, a->plan.files.at[p->after].sha256, &o, key);
	if (p->pass == PASS_SLOTS) { /* what the pass should have done depends on the planner */
		char pair[DIGEST_TEXT];
		memcpy(pair, key, sizeof pair);
		digest_parts((const char *const[]){pair, p->planner_known ? planner_name(p->planner) : ""}, 2, key);
	}
}

/* Messages about a file that two pairs share are recorded once. */
static bool put_messages(Audit *a, const json_t *list) {
	uint32_t before = a->unread.n;
	size_t i;
	json_t *x;
	bool ok = true;
	json_array_foreach(list, i, x) {
		const char *file = json_string_value(json_object_get(x, "file")), *text = json_string_value(json_object_get(x, "text"));
		Message m = {.severity = (Severity)json_integer_value(json_object_get(x, "severity")), .file = file ? file : "", .text = text ? text : "",
			.span = {(uint32_t)json_integer_value(json_object_get(x, "line")), (uint32_t)json_integer_value(json_object_get(x, "column"))}};
		bool known = m.severity > SEV_UNSUPPORTED;
		for (uint32_t k = 0; k < before; k++)
			known |= !strcmp(a->unread.at[k], m.file);
		if (known)
			continue;
		ok = ok && store_message(a->store, a->run, &m);
		vec_push(&a->unread, arena_text(a->plan.arena, m.file, strlen(m.file)));
		diag_add(a->diag, m.severity, m.file, NULL, 0, m.span, "%s", m.text);
	}
	return ok;
}

/* A worker that died owes all obligations of the pair: one unknown stands for them. */
static void owe(Report *r, const PlanPair *p, const PoolAnswer *answer) {
	int o = 0;
	while (o < OB_COUNT - 1 && !(p->only >> o & 1))
		o++;
	Result *x = report_add(r, (Obligation)o, VERDICT_UNKNOWN);
	x->function = "all functions";
	x->unit = "pair";
	x->property = arena_text(r->arena, obligation_rows[o].properties, strcspn(obligation_rows[o].properties, " "));
	x->reason = arena_printf(r->arena, "%s%s", answer->end == POOL_CRASHED ? crash_reason : "", answer->why);
}

static bool take(Audit *a, const PlanPair *p, const PoolAnswer *answer) {
	char key[65];
	key_of(a, p, key);
	Report *r = report_new();
	json_t *j = answer->end == POOL_ANSWERED ? json_loadb(answer->bytes, answer->n, 0, NULL) : NULL;
	bool ok = true, read = true;
	if (answer->end == POOL_ANSWERED) {
		size_t i;
		json_t *x;
		json_array_foreach(json_object_get(j, "results"), i, x)
			ok = js_result_read(x, r) && ok;
		read = json_is_true(json_object_get(j, "read"));
		if (!j || !ok) {
			owe(r, p, &(PoolAnswer){.end = POOL_CRASHED, .why = "the worker's answer cannot be read"});
			ok = read = true;
		}
	} else {
		owe(r, p, answer);
	}
	ok = put_messages(a, json_object_get(j, "messages"));
	if (ok && read) {
		double seconds = json_number_value(json_object_get(j, "seconds"));
		ok = put_pair(a, p, record_check(a->store, key, p->arch, seconds, r), false) &&
			audit_loops_record(a->store, a->plan.files.at[p->before].row, json_object_get(j, "loops"));
	}
	json_decref(j);
	report_free(r);
	return ok;
}

static bool next(void *context, uint32_t *job) {
	Audit *a = context;
	while (a->next < a->plan.pairs.n && a->plan.pairs.at[a->next].settled)
		a->next++;
	if (a->next == a->plan.pairs.n)
		return false;
	*job = a->next++;
	return true;
}

static bool done(void *context, const PoolAnswer *answer) {
	Audit *a = context;
	PlanPair *p = &a->plan.pairs.at[answer->job];
	if (!store_begin(a->store))
		return false;
	if (!take(a, p, answer)) {
		store_rollback(a->store);
		return false;
	}
	p->settled = true;
	progress_step(&a->progress, a->plan.files.at[p->after].path);
	return store_commit(a->store);
}

/* ---- what need not be done again ---- */

bool audit_resume(Audit *a) {
	Question *files = store_ask(a->store, "SELECT file_id, sha256 FROM v_files WHERE run = :run AND path = :path AND role = :role", a->run);
	Question *pairs = store_ask(a->store, "SELECT count(*) FROM pairs WHERE run_id = :run AND before_id = :before AND after_id = :after AND step = :step", a->run);
	bool ok = files && pairs;
	for (uint32_t i = 0; ok && i < a->plan.files.n; i++) {
		PlanFile *f = &a->plan.files.at[i];
		store_bind_text(files, ":path", f->name ? f->name : f->path);
		store_bind_text(files, ":role", f->role);
		if (store_next(files)) {
			f->row = store_int(files, 0);
			if (strcmp(store_text(files, 1), f->sha256)) {
				diag_add(a->diag, SEV_ERROR, f->path, NULL, 0, (Span){0, 0}, "has changed since the run that is to be resumed: start a new one");
				ok = false;
			}
		}
		ok = ok && !store_failed(files);
		store_again(files);
	}
	for (uint32_t i = 0; ok && i < a->plan.pairs.n; i++) {
		PlanPair *p = &a->plan.pairs.at[i];
		store_bind_int(pairs, ":before", a->plan.files.at[p->before].row);
		store_bind_int(pairs, ":after", a->plan.files.at[p->after].row);
		store_bind_text(pairs, ":step", p->step);
		p->settled = store_next(pairs) && store_int(pairs, 0) > 0;
		ok = !store_failed(pairs);
		store_again(pairs);
	}
	store_done(files);
	store_done(pairs);
	Question *unread = store_ask(a->store, "SELECT DISTINCT file FROM v_messages WHERE run = :run AND severity <> 'note'", a->run);
	while (ok && unread && store_next(unread))
		vec_push(&a->unread, arena_text(a->plan.arena, store_text(unread, 0), store_length(unread, 0)));
	ok = ok && unread && !store_failed(unread);
	store_done(unread);
	return ok;
}

/* All in one transaction: looking up is cheap, committing is not, and a kill in between costs what is found again as fast. */
static bool reuse(Audit *a) {
	if (!store_begin(a->store))
		return false;
	for (uint32_t i = 0; i < a->plan.pairs.n; i++) {
		PlanPair *p = &a->plan.pairs.at[i];
		if (p->settled)
			continue;
		char key[65];
		key_of(a, p, key);
		int64_t check = store_reusable(a->store, key, a->run);
		if (check && (!put_pair(a, p, check, true) ||
			(p->pass != PLAN_NO_PASS && !store_copy_decisions(a->store, check, a->plan.files.at[p->before].row)))) {
			store_rollback(a->store);
			return false;
		}
		p->settled = check != 0;
	}
	return store_commit(a->store);
}

bool audit_unread(Audit *a, const char *file, const char *why) {
	diag_add(a->diag, SEV_ERROR, file, NULL, 0, (Span){0, 0}, "%s", why);
	for (uint32_t i = 0; i < a->unread.n; i++)
		if (!strcmp(a->unread.at[i], file))
			return true; /* recorded before the run was resumed */
	if (!a->plan.arena)
		a->plan.arena = arena_new();
	vec_push(&a->unread, arena_text(a->plan.arena, file, strlen(file)));
	return store_message(a->store, a->run, &(Message){.severity = SEV_ERROR, .file = file, .text = why}) != 0;
}

static bool put_remark(Audit *a, const PlanRemark *r) {
	Question *q = store_ask(a->store, "SELECT 1 FROM v_messages WHERE run = :run AND file = :file AND says = :says", a->run);
	bool known = q && store_bind_text(q, ":file", r->folder) && store_bind_text(q, ":says", r->says) && store_next(q);
	bool ok = q && !store_failed(q);
	store_done(q);
	diag_add(a->diag, SEV_NOTE, r->folder, NULL, 0, (Span){0, 0}, "%s", r->says);
	return ok && (known || store_message(a->store, a->run, &(Message){.severity = SEV_NOTE, .file = r->folder, .text = r->says}));
}

bool audit_remarks(Audit *a) {
	bool ok = true;
	for (uint32_t i = 0; ok && i < a->plan.remarks.n; i++) {
		const PlanRemark *r = &a->plan.remarks.at[i];
		ok = r->fatal ? audit_unread(a, r->folder, r->says) : put_remark(a, r);
	}
	return ok;
}

int audit_run(Audit *a) {
	if (a->reuse && !reuse(a))
		return -1;
	uint32_t left = 0;
	for (uint32_t i = 0; i < a->plan.pairs.n; i++)
		left += !a->plan.pairs.at[i].settled;
	if (!left)
		return 0;
	progress_begin(&a->progress, left);
	if (a->limits.workers > left)
		a->limits.workers = left;
	int end = pool_run(&(PoolTask){.context = a, .work = work, .next = next, .done = done}, &a->limits, a->diag);
	progress_clear(&a->progress);
	return end;
}

/* ---- the account ---- */

static AuditStep *step_named(Audit *a, AuditSteps *steps, const char *name) {
	for (uint32_t i = 0; i < steps->n; i++)
		if (!strcmp(steps->at[i].step, name))
			return &steps->at[i];
	AuditStep s = {.step = arena_text(a->plan.arena, name, strlen(name))};
	vec_push(steps, s);
	return &steps->at[steps->n - 1];
}

bool audit_steps(Audit *a, const Rows *rows, bool strict, AuditSteps *out, ExitCode *code) {
	for (uint32_t i = 0; i < a->plan.pairs.n; i++)
		step_named(a, out, a->plan.pairs.at[i].step);
	Question *q = store_ask(a->store, "SELECT p.step, count(*), sum(p.reused), sum((SELECT count(*) FROM obligations o WHERE o.check_id = p.check_id))"
		" FROM pairs p WHERE p.run_id = :run GROUP BY p.step", a->run);
	while (q && store_next(q)) {
		AuditStep *s = step_named(a, out, store_text(q, 0));
		s->pairs = (uint32_t)store_int(q, 1);
		s->reused = (uint32_t)store_int(q, 2);
		s->tally.of[VERDICT_PROVED] = (uint32_t)store_int(q, 3); /* and those that are taken off below */
	}
	bool ok = q && !store_failed(q);
	store_done(q);
	for (uint32_t i = 0; i < rows->at.n; i++) {
		const Row *r = &rows->at.at[i];
		Tally *t = &step_named(a, out, r->step)->tally;
		if (r->verdict == VERDICT_REFUTED && !row_is_finding(r))
			t->not_replayed++;
		else
			t->of[r->verdict]++;
		t->of[VERDICT_PROVED]--;
		if (r->verdict == VERDICT_UNKNOWN && !strncmp(r->reason, crash_reason, strlen(crash_reason)))
			*code = exit_worse(*code, EXIT_INTERNAL);
	}
	Tally all = format_tally(rows);
	*code = exit_worse(*code, tell_exit(&all, strict));
	if (a->unread.n)
		*code = exit_worse(*code, EXIT_INPUT);
	return ok;
}
