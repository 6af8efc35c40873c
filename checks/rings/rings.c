#include "checks/rings/rings.h"
#include "checks/normal.h"
#include "checks/rings/ring_judge.h"
#include "checks/rings/ring_pairs.h"

#include <time.h>

static void say_unsupported(const RingUnit *u, const CheckOptions *o, Report *r) {
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

static bool unsized(const RingUnit *u) {
	for (uint32_t k = 0; k < u->keys.n; k++)
		if (!u->place[k].known)
			return true;
	return false;
}

/* Results of obligations that were not asked for are dropped again: they come from one computation. */
static void drop_unasked(const CheckOptions *o, Report *r, uint32_t from) {
	uint32_t kept = from;

	for (uint32_t i = from; i < r->results.n; i++)
		if (o->only >> r->results.at[i].obligation & 1)
			r->results.at[kept++] = r->results.at[i];
	r->results.n = kept;
}

static Digest digest_of(const Program *p, FuncId f) { return normal_digest(p, f, NORMAL_WHOLE, NULL); }

/* Both cores after the pass decide; before it, the order of an absent peer and the releases that were there to lose. */
static void stamp(const RingUnit *u, const Program *before, const CheckOptions *o, Report *r, uint32_t from, double seconds) {
	Digest parts[4] = { digest_of(before, u->cube ? ring_counterpart(before, u->p, u->cube) : 0),
		digest_of(before, u->vector ? ring_counterpart(before, u->p, u->vector) : 0), digest_of(u->p, u->cube), digest_of(u->p, u->vector) };

	for (uint32_t i = from; i < r->results.n; i++) {
		fingerprint(r->results.at[i].obligation, o, parts, 4, r->results.at[i].fingerprint);
		r->results.at[i].seconds = seconds;
	}
}

static double now(void) {
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void check_pair(RingUnit *u, const CheckOptions *o, Report *r) {
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

typedef struct Checking {
	Program *before;
	const CheckOptions *o;
	Report *r;
} Checking;

static void check_unit(void *context, RingUnit *u) {
	const Checking *c = context;
	uint32_t from = c->r->results.n;
	double start = now();

	if (c->o->only & RING_BITS & ~(1u << OB_RING_RELEASE))
		check_pair(u, c->o, c->r);
	for (unsigned side = 0; side < 2 && c->o->only >> OB_RING_RELEASE & 1; side++) {
		FuncId f = side ? u->vector : u->cube;
		if (f && u->fifo[side].events > 0)
			ring_judge_release(u, f, c->before, ring_counterpart(c->before, u->p, f), c->o, c->r);
	}
	drop_unasked(c->o, c->r, from);
	stamp(u, c->before, c->o, c->r, from, now() - start);
}

void rings_check(Program *before, Program *after, const CheckOptions *o, Report *r) {
	uint32_t from = r->results.n;
	Report *was;

	if (!(o->only & RING_BITS))
		return;
	ring_pairs(before, after, o, NULL, check_unit, &(Checking){ before, o, r });
	if (!ring_is_refuted(r, from))
		return;
	was = report_new();
	ring_pairs(before, before, o, NULL, check_unit, &(Checking){ before, o, was });
	ring_inherited(was, r, from);
	report_free(was);
}
