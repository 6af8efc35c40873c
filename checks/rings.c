#include "checks/rings.h"
#include "checks/normal.h"
#include "checks/ring_judge.h"

#include <time.h>

static FuncId same_name(const Program *in, const Program *of, FuncId f)
{
	const char *name = ir_text(of, ir_func(of, f)->name);

	for (FuncId g = 1; g <= ir_func_count(in); g++)
		if (strcmp(ir_text(in, ir_func(in, g)->name), name) == 0)
			return g;
	return 0;
}

/* The same pair before the pass; the pair itself when there is none. */
static const PipePair *pair_like(const Pipes *pipes, const Program *before, const Program *after, const PipePair *pair)
{
	const PipeUser *one = pair->cube ? pair->cube : pair->vector;
	FuncId f = same_name(before, after, one->function);

	for (uint32_t i = 0; f && i < pipes->n_pairs; i++) {
		const PipeUser *other = pair->cube ? pipes->pairs[i].cube : pipes->pairs[i].vector;
		if (other && other->function == f && (pipes->pairs[i].cube != NULL) == (pair->cube != NULL) &&
		    (pipes->pairs[i].vector != NULL) == (pair->vector != NULL))
			return &pipes->pairs[i];
	}
	return pair;
}

static void say_unsupported(const RingUnit *u, const CheckOptions *o, Report *r)
{
	static const struct { Obligation ob; const char *property; } rows[] = {
		{ OB_RING_BALANCE, "P8" }, { OB_RING_DEADLOCK, "P9" }, { OB_RING_OVERWRITE, "P10" } };

	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		Result *out;
		if (!(o->only >> rows[i].ob & 1))
			continue;
		out = ring_result(u, r, rows[i].ob, VERDICT_UNSUPPORTED, rows[i].property);
		out->reason = arena_text(r->arena, u->unsupported, strlen(u->unsupported));
		out->after_at = u->unsupported_at;
	}
}

static bool unsized(const RingUnit *u)
{
	for (uint32_t k = 0; k < u->keys.n; k++)
		if (!u->place[k].known)
			return true;
	return false;
}

/* Results of obligations that were not asked for are dropped again: they come from one computation. */
static void drop_unasked(const CheckOptions *o, Report *r, uint32_t from)
{
	uint32_t kept = from;

	for (uint32_t i = from; i < r->results.n; i++)
		if (o->only >> r->results.at[i].obligation & 1)
			r->results.at[kept++] = r->results.at[i];
	r->results.n = kept;
}

static Digest digest_of(const Program *p, FuncId f)
{
	Text text = { 0 };
	Digest d;

	if (f)
		normal_function(p, f, NORMAL_WHOLE, &text);
	d = digest_text(&text);
	vec_free(&text);
	return d;
}

/* Both cores after the pass decide; before it, the order of an absent peer and the releases that were there to lose. */
static void stamp(const RingUnit *u, const Program *before, const CheckOptions *o, Report *r, uint32_t from, double seconds)
{
	Digest parts[4] = { digest_of(before, u->cube ? same_name(before, u->p, u->cube) : 0),
		digest_of(before, u->vector ? same_name(before, u->p, u->vector) : 0), digest_of(u->p, u->cube), digest_of(u->p, u->vector) };

	for (uint32_t i = from; i < r->results.n; i++) {
		fingerprint(r->results.at[i].obligation, o, parts, 4, r->results.at[i].fingerprint);
		r->results.at[i].seconds = seconds;
	}
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void check_pair(RingUnit *u, const CheckOptions *o, Report *r)
{
	RingAnswer a;

	if (u->unsupported) {
		say_unsupported(u, o, r);
	} else if (unsized(u)) {
		ring_judge_unsized(u, o, r);
	} else {
		ring_solve(u, o, &a);
		ring_judge_balance(u, &a, o, r);
		ring_judge_deadlock(u, &a, o, r);
		ring_judge_overwrite(u, &a, o, r);
	}
}

void rings_check(Program *before, Program *after, const CheckOptions *o, Report *r)
{
	if (!(o->only & RING_BITS))
		return;

	Pipes pipes = pipes_of(after), was = before == after ? pipes : pipes_of(before);
	uint32_t pair_bits = RING_BITS & ~(1u << OB_RING_RELEASE);

	for (uint32_t i = 0; i < pipes.n_pairs; i++) {
		const PipePair *pair = &pipes.pairs[i], *like = pair_like(&was, before, after, pair);
		Arena *arena = arena_new();
		RingUnit u;
		uint32_t from = r->results.n;
		double start = now();
		ring_unit_open(&u, after, pair, like == pair ? after : before, like, o, NULL, arena);
		if (u.keys.n > 0) {
			if (o->only & pair_bits)
				check_pair(&u, o, r);
			for (unsigned side = 0; side < 2 && o->only >> OB_RING_RELEASE & 1; side++) {
				FuncId f = side ? u.vector : u.cube;
				if (f && u.fifo[side].events > 0)
					ring_judge_release(&u, f, before, same_name(before, after, f), o, r);
			}
			drop_unasked(o, r, from);
			stamp(&u, before, o, r, from, now() - start);
		}
		ring_unit_close(&u);
		arena_free(arena);
	}
}
