#include "reports/what_if.h"

#include "checks/rings/ring_pairs.h"
#include "model/parse.h"
#include "reports/formats/json.h"
#include "reports/pipeline.h"

/* ---- other stages ---- */

static bool exchanges(const Program *p, Block b, unsigned nest) {
	for (uint32_t i = 0; i < b.n && nest < 200; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		const Call *c = ir_call_of(p, b.at[i]);
		if ((c && (ir_is_push(c->op) || ir_is_pop(c->op))) || exchanges(p, s->body, nest + 1) || exchanges(p, s->orelse, nest + 1))
			return true;
	}
	return false;
}

/* Number of pipelined loops with messages; sets their stages when stage > 0. */
static uint32_t set_stages(Program *p, Block b, int64_t stage, unsigned nest) {
	uint32_t n = 0;

	for (uint32_t i = 0; i < b.n && nest < 200; i++) {
		Stmt *s = ir_stmt(p, b.at[i]);
		if (s->kind == S_FOR && s->loop_kind == LOOP_PIPELINE && exchanges(p, s->body, 0)) {
			n++;
			if (stage > 0)
				s->stages = stage;
		}
		n += set_stages(p, s->body, stage, nest + 1) + set_stages(p, s->orelse, stage, nest + 1);
	}
	return n;
}

static uint32_t stage_program(Program *p, int64_t stage) {
	uint32_t n = 0;

	for (FuncId f = 1; f <= ir_func_count(p); f++)
		n += set_stages(p, ir_func(p, f)->body, stage, 0);
	return n;
}

/* The file with that stage after the skew, the compiler's own without guards; depth: the deepest one; kept: why a loop is not
 * skewed, in its arena. NULL: an error in d. */
static Program *skewed(const WhatIf *w, int64_t stage, uint64_t guards, int64_t *depth, bool *has_loops, const char **kept, Diag *d) {
	Program *p = parse_file(w->file, d);
	Pipeline run = { .passes = 1u << PASS_SKEW, .options = { .arch = w->check.arch, .guards = guards } };

	*depth = 0;
	*kept = NULL;
	if (!p)
		return NULL;
	*has_loops = stage_program(p, stage) > 0;
	if (*has_loops && pipeline_run(&run, p, d) != PIPELINE_DONE) {
		ir_free(p);
		p = NULL;
	}
	for (uint32_t i = 0; i < run.decisions.n; i++) {
		if (p && !*kept && run.decisions.at[i].outcome == OUTCOME_DEMOTED)
			*kept = run.decisions.at[i].reason;
		if (run.decisions.at[i].outcome == OUTCOME_SKEWED && run.decisions.at[i].depth > *depth)
			*depth = run.decisions.at[i].depth;
	}
	vec_free(&run.decisions);
	return p;
}

typedef struct Judging {
	const CheckOptions *o;
	bool safe;
} Judging;

static void judge(void *context, RingUnit *u) {
	Judging *j = context;
	RingAnswer a;

	if (u->unsupported) {
		j->safe = false;
		return;
	}
	ring_solve(u, j->o, &a);
	j->safe &= a.deadlock == FINDING_HOLDS && a.overwrite == FINDING_HOLDS;
}

/* Our own pass goes down to the depths that the declared rings carry. */
static void try_guarded(WhatIf *w, int64_t stage) {
	Diag *d = diag_new();
	const char *kept;
	int64_t depth;
	bool any;
	Program *p = skewed(w, stage, ~UINT64_C(0), &depth, &any, &kept, d);
	Judging j = { &w->check, true };

	diag_free(d);
	if (p && depth > w->guarded) {
		ring_pairs(w->before, p, &w->check, &w->change, judge, &j);
		if (j.safe)
			w->guarded = depth;
	}
	ir_free(p);
}

static void try_stages(WhatIf *w) {
	for (int64_t stage = 2; stage <= WHAT_IF_STAGES; stage++) {
		Diag *d = diag_new();
		const char *kept;
		bool any;
		Program *p = skewed(w, stage, 0, &w->depth_of[stage], &any, &kept, d);
		Judging j = { &w->check, true };
		diag_free(d);
		try_guarded(w, stage);
		if (!p)
			continue;
		w->deep |= w->depth_of[stage] > 0;
		ring_pairs(w->before, p, &w->check, &w->change, judge, &j);
		w->tried[stage] = true;
		w->runs[stage] = j.safe;
		if (j.safe && w->depth_of[stage] > w->safe_depth) {
			w->safe_depth = w->depth_of[stage];
			w->safe_stage = stage;
		}
		ir_free(p);
	}
}

bool what_if_open(WhatIf *w, Diag *d) {
	w->before = parse_file(w->file, d);
	w->after = w->before ? skewed(w, w->stage, 0, &w->depth, &w->has_loops, &w->kept, d) : NULL;
	if (w->after && w->has_loops)
		try_stages(w);
	return w->after != NULL;
}

void what_if_close(WhatIf *w) {
	ir_free(w->before);
	ir_free(w->after);
}

/* ---- telling ---- */

static const char *verdict(const RingAnswers *a) {
	if (a->answer.deadlock == FINDING_FAILS)
		return "blocks";
	if (a->answer.overwrite == FINDING_FAILS)
		return "overwrites a message";
	if (a->answer.overwrite == FINDING_TIMING)
		return "overwrites a message when the consumer is slow";
	return a->safe ? "runs" : a->answer.deadlock == FINDING_BOUNDED ? "runs as far as tried" : "not decided";
}

static bool is_bad(const RingAnswers *a) {
	return a->answer.deadlock == FINDING_FAILS || a->answer.overwrite == FINDING_FAILS;
}

typedef struct Telling {
	const WhatIf *w;
	Text *text;
	json_t *pairs;
	bool bad, any; /* any: a pair has rings */
} Telling;

static void tell_need(const RingAnswers *a, const RingNeed *n, const CheckOptions *o, Text *t) {
	text_printf(t, "  %s: %lld slots", n->name, (long long)n->depth);
	if (n->bytes > 0)
		text_printf(t, ", %lld bytes in %s", (long long)n->bytes, space_names[n->space]);
	if (!a->safe && n->smallest > 0 && n->smallest <= n->depth)
		text_printf(t, "; needs %lld once every other ring has %lld", (long long)n->smallest, (long long)a->common);
	else if (n->smallest > 0)
		text_printf(t, "; needs %lld, margin %lld", (long long)n->smallest, (long long)n->margin);
	else
		text_printf(t, "; no depth up to %d will do", RING_DEEPEST);
	if (n->peak >= 0)
		text_printf(t, "; at most %lld in use%s", (long long)n->peak, a->answer.run.end == RING_STUCK ? " up to the block" : "");
	if (o->credits == CREDITS_A2A3 && n->local > 0)
		text_printf(t, "; local slots: %lld, needs %lld", (long long)n->local_depth, (long long)n->local);
	text_addc(t, '\n');
}

static void tell_pair(void *context, RingUnit *u) {
	Telling *t = context;
	const CheckOptions *o = &t->w->check;
	RingAnswers a;

	if (u->unsupported) {
		t->any = true;
		text_printf(t->text, "%s: unsupported, line %u: %s\n", u->name, u->unsupported_at.line, u->unsupported);
		return;
	}
	ring_answers(u, o, &a);
	t->any = true;
	t->bad |= is_bad(&a);
	text_printf(t->text, "%s: %s", u->name, verdict(&a));
	if (*a.answer.inputs)
		text_printf(t->text, ", at %s", a.answer.inputs);
	text_printf(t->text, "; what binds: %s\n", ring_limits[a.limit]);
	if (u->assumption)
		text_printf(t->text, "  assumed: %s\n", u->assumption);
	for (uint32_t i = 0; i < a.n; i++)
		tell_need(&a, &a.need[i], o, t->text);
	if (a.common > 0)
		text_printf(t->text, "  smallest slot_num for all rings: %lld\n", (long long)a.common);
	for (int s = 0; s < SPACE_COUNT; s++)
		if (a.stored[s] > 0)
			text_printf(t->text, "  %s: rings take %lld of %lld bytes\n", space_names[s], (long long)a.stored[s],
			            (long long)machine_capacity(o->arch, (Space)s));
}

bool what_if_text(WhatIf *w, Text *out) {
	Telling t = { .w = w, .text = out };

	text_printf(out, "%s, %s, credits %s", w->file, arch_name(w->check.arch), credits_name(w->check.credits));
	if (w->change.slots > 0)
		text_printf(out, ", slot_num %lld", (long long)w->change.slots);
	if (w->stage > 0)
		text_printf(out, ", stage %lld", (long long)w->stage);
	if (w->has_loops)
		text_printf(out, ", skew depth %lld", (long long)w->depth);
	text_addc(out, '\n');
	if (!w->has_loops && w->stage > 0)
		text_addz(out, "no pipelined loop exchanges messages here, so the stage changes nothing: is this a dump from behind the skew?\n");
	ring_pairs(w->before, w->after, &w->check, &w->change, tell_pair, &t);
	if (!t.any)
		text_addz(out, "no rings\n");
	if (w->has_loops && !w->deep) {
		text_printf(out, "no loop of this file would be skewed: %s\n", w->kept ? w->kept : "none has a round trip to the other core");
		return t.bad;
	}
	if (!w->has_loops)
		return t.bad;
	text_addz(out, "stage:");
	for (int s = 2; s <= WHAT_IF_STAGES; s++)
		if (w->tried[s])
			text_printf(out, " %d%s", s, w->runs[s] ? "" : "!");
	text_addz(out, "  (! does not run on these rings)\n");
	if (w->safe_stage && w->guarded > w->safe_depth)
		text_printf(out, "largest safe skew depth on these rings: %lld, which 'tileproof transform' chooses; of the compiler: %lld, from stage %lld on\n",
		            (long long)w->guarded, (long long)w->safe_depth, (long long)w->safe_stage);
	else if (w->safe_stage)
		text_printf(out, "largest safe skew depth on these rings: %lld, from stage %lld on\n", (long long)w->safe_depth, (long long)w->safe_stage);
	else if (w->guarded)
		text_printf(out, "no stage of the compiler is safe on these rings; skew depth %lld is, which 'tileproof transform' chooses\n", (long long)w->guarded);
	else
		text_addz(out, "no skew of these loops is safe on these rings\n");
	return t.bad;
}

static json_t *need_json(const RingNeed *n) {
	return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:s}", "ring", n->name, "depth", (json_int_t)n->depth, "smallest", (json_int_t)n->smallest,
	                 "margin", (json_int_t)n->margin, "peak", (json_int_t)n->peak, "local", (json_int_t)n->local_depth, "local_needed",
	                 (json_int_t)n->local, "bytes", (json_int_t)n->bytes, "space", space_names[n->space]);
}

static void add_pair(void *context, RingUnit *u) {
	Telling *t = context;
	json_t *j = json_object(), *rings = json_array(), *memory = json_object();
	RingAnswers a;

	json_object_set_new(j, "pair", js_text(u->name));
	json_array_append_new(t->pairs, j);
	json_object_set_new(j, "unsupported", u->unsupported ? js_text(u->unsupported) : json_null());
	json_object_set_new(j, "rings", rings);
	json_object_set_new(j, "memory", memory);
	if (u->unsupported)
		return;
	ring_answers(u, &t->w->check, &a);
	t->bad |= is_bad(&a);
	json_object_set_new(j, "outcome", json_string(verdict(&a)));
	json_object_set_new(j, "inputs", js_text(a.answer.inputs));
	json_object_set_new(j, "binds", json_string(ring_limits[a.limit]));
	json_object_set_new(j, "assumption", u->assumption ? js_text(u->assumption) : json_null());
	json_object_set_new(j, "smallest_slot_num", json_integer((json_int_t)a.common));
	for (uint32_t i = 0; i < a.n; i++)
		json_array_append_new(rings, need_json(&a.need[i]));
	for (int s = 0; s < SPACE_COUNT; s++)
		if (a.stored[s] > 0)
			json_object_set_new(memory, space_names[s], json_pack("{s:I, s:I}", "rings", (json_int_t)a.stored[s], "capacity",
			                                                     (json_int_t)machine_capacity(t->w->check.arch, (Space)s)));
}

bool what_if_json(WhatIf *w, json_t *out) {
	Telling t = { .w = w, .pairs = json_array() };
	json_t *stages = json_array();

	ring_pairs(w->before, w->after, &w->check, &w->change, add_pair, &t);
	json_object_set_new(out, "file", js_text(w->file));
	json_object_set_new(out, "arch", json_string(arch_name(w->check.arch)));
	json_object_set_new(out, "credits", json_string(credits_name(w->check.credits)));
	json_object_set_new(out, "slot_num", w->change.slots > 0 ? json_integer((json_int_t)w->change.slots) : json_null());
	json_object_set_new(out, "stage", w->stage > 0 ? json_integer((json_int_t)w->stage) : json_null());
	json_object_set_new(out, "skew_depth", w->has_loops ? json_integer((json_int_t)w->depth) : json_null());
	json_object_set_new(out, "pairs", t.pairs);
	for (int s = 2; s <= WHAT_IF_STAGES; s++)
		if (w->tried[s])
			json_array_append_new(stages, json_pack("{s:i, s:I, s:b}", "stage", s, "skew_depth", (json_int_t)w->depth_of[s], "runs", (int)w->runs[s]));
	json_object_set_new(out, "stages", stages);
	json_object_set_new(out, "largest_safe_skew_depth", json_integer((json_int_t)(w->guarded > w->safe_depth ? w->guarded : w->safe_depth)));
	json_object_set_new(out, "guarded_skew_depth", json_integer((json_int_t)w->guarded));
	json_object_set_new(out, "not_skewed", w->has_loops && !w->deep && w->kept ? js_text(w->kept) : json_null());
	json_object_set_new(out, "largest_safe_stage", w->safe_stage ? json_integer((json_int_t)w->safe_stage) : json_null());
	return t.bad;
}
