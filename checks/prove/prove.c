#include "checks/prove/prove.h"

#include "checks/prove/align.h"
#include "checks/prove/doubts.h"

#include <time.h>

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const char *stopped(World *w, Arena *arena, const Mismatch *m, const char *where) {
	if (m->before_term && m->after_term)
		return arena_printf(arena, "%s: %s: %s against %s", where, m->why, term_text(w->terms, arena, m->before_term, 160),
		                    term_text(w->terms, arena, m->after_term, 160));
	return arena_printf(arena, "%s: %s", where, m->why ? m->why : "no proof found");
}

typedef struct Job {
	World *w;
	Arena *arena;
	const Summary *before, *after;

} Job;

static ProofPart part_of(Job *j, Aligner *a, bool ok, const char *where) {
	const Mismatch *m = align_mismatch(a);
	ProofPart p = {.proved = ok};
	if (!ok)
		p = (ProofPart){.why = stopped(j->w, j->arena, m, where), .before = m->before, .after = m->after};
	else if (align_used_induction(a))
		p.argument = "induction over the steady state";
	else
		p.argument = "equal after unfolding";
	return p;
}

static Seq channel_of(const Summary *s, uint32_t ch) { return ch < s->n_channels ? s->channels[ch] : (Seq){0}; }

static Term cell_of(const World *w, const Summary *s, uint32_t cell) { return cell < s->n_cells ? s->cells[cell] : w->cells.at[cell].initial; }

static void both(ProofPart *all, ProofPart one) {
	if (!all->proved)
		return;
	bool first = !all->argument, weaker = all->argument && !strcmp(all->argument, "identical");
	if (!one.proved || first || weaker)
		*all = one;
	else if (one.argument && !strncmp(one.argument, "induction", 9))
		all->argument = one.argument;
}

static ProofPart compare_channel(Job *j, uint32_t ch) {
	Seq b = channel_of(j->before, ch), s = channel_of(j->after, ch);
	bool tokens = j->w->channels.at[ch].kind == CH_ACCESS;
	if (!tokens && seq_term(j->w, b) == seq_term(j->w, s))
		return (ProofPart){.proved = true, .argument = "identical"};
	Aligner *a = aligner_new(j->w);
	bool ok = align_sequences(a, b, s, tokens);
	ProofPart p = part_of(j, a, ok, world_channel_name(j->w, ch));
	aligner_free(a);
	return p;
}

static ProofPart compare_value(Job *j, Term b, Term s, const char *where) {
	if (b == s)
		return (ProofPart){.proved = true, .argument = "identical"};
	Aligner *a = aligner_new(j->w);
	bool ok = align_terms(a, b, s);
	ProofPart p = part_of(j, a, ok, where);
	aligner_free(a);
	return p;
}

static ProofPart prove_order(Job *j) {
	ProofPart all = {.proved = true};
	for (uint32_t ch = 0; ch < j->w->channels.n && all.proved; ch++)
		if (j->w->channels.at[ch].kind <= CH_FREE)
			both(&all, compare_channel(j, ch));
	if (all.proved && !all.argument)
		all.argument = "identical";
	return all;
}

static ProofPart prove_values(Job *j) {
	ProofPart all = {.proved = true};
	if (j->before->n_results != j->after->n_results)
		return (ProofPart){.why = "different numbers of results"};
	for (uint32_t i = 0; i < j->before->n_results && all.proved; i++)
		both(&all, compare_value(j, j->before->results[i], j->after->results[i], "a result"));
	for (uint32_t i = 0; i < j->w->cells.n && all.proved; i++)
		if (j->w->cells.at[i].is_output)
			both(&all, compare_value(j, cell_of(j->w, j->before, i), cell_of(j->w, j->after, i),
			                         arena_printf(j->arena, "content of %s", j->w->cells.at[i].name)));
	for (uint32_t ch = 0; ch < j->w->channels.n && all.proved; ch++)
		if (j->w->channels.at[ch].kind == CH_CREATE || j->w->channels.at[ch].kind == CH_LOCAL_STORE)
			both(&all, compare_channel(j, ch));
	return all;
}

/* Every read sees the same stores when the values that are made of reads are the same; what is left are ordered effects and tokens. */
static ProofPart prove_effects(Job *j, const ProofPart *order, const ProofPart *values) {
	ProofPart all = {.proved = true};
	for (uint32_t ch = 0; ch < j->w->channels.n && all.proved; ch++) {
		const Channel *c = &j->w->channels.at[ch];
		if (c->kind == CH_EFFECT || c->kind == CH_UNUSED_LOAD || (c->kind == CH_ACCESS && j->w->cells.at[c->root].is_shared))
			both(&all, compare_channel(j, ch));
	}
	if (all.proved && !order->proved)
		return (ProofPart){.why = order->why, .before = order->before, .after = order->after};
	if (all.proved && !values->proved)
		return (ProofPart){.why = values->why, .before = values->before, .after = values->after};
	both(&all, *order);
	both(&all, *values);
	return all;
}

Proof prove_function(const Program *before, FuncId f, const Program *after, FuncId g, const bool *shared, const CheckOptions *o, Arena *arena) {
	double start = now();
	World *w = world_new(o->floor_division, o->solver_ms, o->solver_rlimit, o->smt2_dir);
	SummaryOptions options = {shared};
	Proof proof = {0};
	summary_scan(w, before, f, &options);
	summary_scan(w, after, g, &options);
	Job j = {.w = w, .arena = arena, .before = summarize(w, before, f, &options), .after = summarize(w, after, g, &options)};
	const Summary *bad = !j.before->ok || j.before->opaque ? j.before : j.after;
	bool unmodelled = !bad->ok || bad->opaque;
	if (!unmodelled) {
		proof.order = prove_order(&j);
		proof.values = prove_values(&j);
		proof.effects = prove_effects(&j, &proof.order, &proof.values);
		/* Which pop feeds which use (P7) shows in what is pushed and in what is stored or returned. */
		if (proof.order.proved && !proof.values.proved)
			proof.order = (ProofPart){.why = proof.values.why, .before = proof.values.before, .after = proof.values.after};
	} else {
		proof.unsupported = arena_printf(arena, "%s", bad->ok ? bad->opaque : bad->why);
		proof.unsupported_at = bad->ok ? bad->opaque_at : bad->stopped_at;
		proof.unsupported_in_after = bad == j.after;
		proof.order.why = proof.values.why = proof.effects.why = proof.unsupported;
	}
	SolverStats stats = solver_stats(w->solver);
	proof.rlimit = stats.rlimit;
	proof.queries = stats.queries;
	if (!unmodelled && (!proof.order.proved || !proof.values.proved || !proof.effects.proved))
		proof.guesses = doubts_models(w, ir_func(before, f)->n_params, arena);
	proof.seconds = now() - start;
	world_free(w);
	return proof;
}
