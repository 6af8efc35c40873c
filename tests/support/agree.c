#include "tests/support/agree.h"

#include "analyzer/pass.h"
#include "model/parse.h"
#include "model/print.h"
#include "model/wellformed.h"
#include "tests/support/generate.h"
#include "tests/support/mutate.h"

#include <stdio.h>

const char *const pair_kind_names[PAIR_KINDS] = {"renamed", "guarded passes", "reference passes", "reordered", "mutated"};

void agree_ask(void (*engine)(Unit *u), Program *before, Program *after, FuncId f, const CheckOptions *o, Arena *arena, Verdict out[OB_COUNT],
	const char *reasons[OB_COUNT]) {
	Functions *of_before = functions_new(before), *of_after = functions_new(after);
	Unit u = {.before = before, .after = after, .f_before = f, .f_after = f, .of_before = of_before, .of_after = of_after, .options = o,
		.arena = arena, .open = MEANING_BITS};
	engine(&u);
	for (unsigned k = 0; k < OB_COUNT; k++) {
		bool answered = (MEANING_BITS & ~u.open) >> k & 1 || u.proposed >> k & 1;
		out[k] = answered ? u.answer[k].verdict : VERDICT_COUNT;
		if (reasons)
			reasons[k] = answered && u.answer[k].witness ? arena_printf(arena, "%s; %s", u.answer[k].reason, u.answer[k].witness->inputs) : "";
	}
	functions_free(of_before);
	functions_free(of_after);
}

/* ---- the pair ---- */

static Program *read_text(const Text *t) {
	Diag *d = diag_new();
	Program *p = parse_program("made.py", t->at, t->n, d);
	if (p && d->errors) {
		ir_free(p);
		p = NULL;
	}
	diag_free(d);
	return p;
}

static bool is_wellformed(Program *p) {
	Flaws flaws = {0};
	for (FuncId f = 1; f <= ir_func_count(p); f++)
		wellformed_function(p, f, &flaws);
	bool good = flaws.n == 0;
	vec_free(&flaws);
	return good;
}

static bool transform(Program *p, uint64_t *seed, uint64_t guards) {
	Diag *d = diag_new();
	Decisions decisions = {0};
	PassOptions o = {.planner = random_below(seed, 2) ? PLANNER_PYPTO : PLANNER_PTOAS, .arch = random_below(seed, 2) ? ARCH_A2A3 : ARCH_A5,
		.guards = guards};
	uint32_t which = 1 + random_below(seed, 7);
	bool good = true;
	for (unsigned pass = 0; pass < PASS_COUNT && good; pass++)
		for (FuncId f = 1; f <= ir_func_count(p) && good; f++)
			good = !(which >> pass & 1) || pass_run((PassId)pass, p, f, &o, &decisions, d);
	vec_free(&decisions);
	diag_free(d);
	return good;
}

/* Makes p into the program after; false: it did not work out. */
static bool change(Program *p, PairKind kind, uint64_t *seed) {
	unsigned times;
	switch (kind) {
	case PAIR_GUARDED:
		return transform(p, seed, ~(uint64_t)0);
	case PAIR_REFERENCE:
		return transform(p, seed, 0);
	case PAIR_REORDERED:
		return reorder_program(p, seed, 1 + random_below(seed, 6)) > 0;
	case PAIR_MUTATED:
		if (random_below(seed, 3) == 0 && !transform(p, seed, random_below(seed, 2) ? ~(uint64_t)0 : 0))
			return false;
		times = random_below(seed, 4) ? 1 : 2;
		for (unsigned tries = 0; tries < 40 && times; tries++)
			times -= mutate_program(p, seed) != NULL;
		return times == 0;
	default:
		return true;
	}
}

static PairKind kind_of(uint64_t *seed) {
	static const PairKind kinds[] = {PAIR_RENAMED, PAIR_GUARDED, PAIR_GUARDED, PAIR_REFERENCE, PAIR_REORDERED, PAIR_MUTATED, PAIR_MUTATED,
		PAIR_MUTATED, PAIR_MUTATED, PAIR_MUTATED};
	return kinds[random_below(seed, 10)];
}

/* ---- the question ---- */

typedef struct Made {
	uint64_t seed;
	PairKind kind;
	Text before, after;
	Program *p, *q;
} Made;

static void tell(const Made *x, AgreeCounts *c, const char *what, const char *function, bool floor, const char *why) {
	Text t = {0};
	text_printf(&t, "# expect: open\n# about: seed %llu, %s, %s, %s division: %s\n%s\n# ---- after\n%s\n", (unsigned long long)x->seed,
		pair_kind_names[x->kind], function, floor ? "floor" : "emitted", why, text_end((Text *)(uintptr_t)&x->before),
		text_end((Text *)(uintptr_t)&x->after));
	fprintf(stderr, "seed %llu (%s), %s, %s division: %s: %s\n", (unsigned long long)x->seed, pair_kind_names[x->kind], function,
		floor ? "floor" : "emitted", what, why);
	if (!c->first.n)
		c->first = t;
	else
		vec_free(&t);
}

static bool is_proved(Verdict v) { return v == VERDICT_PROVED || v == VERDICT_ASSUMED; }

static bool ask_function(const Made *x, FuncId f, bool floor, AgreeCounts *c) {
	CheckOptions o = check_defaults();
	o.floor_division = floor;
	o.max_events = 20000;
	o.bound = 6;
	o.solver_rlimit = 1000000;
	o.solver_ms = 2000;
	Arena *arena = arena_new();
	Verdict proof[OB_COUNT], run[OB_COUNT];
	const char *reasons[OB_COUNT];
	bool right = x->kind == PAIR_RENAMED || x->kind == PAIR_GUARDED || x->kind == PAIR_REORDERED, some = false, good = true;
	agree_ask(settle_by_proof, x->p, x->q, f, &o, arena, proof, NULL);
	c->pairs[x->kind]++;
	for (unsigned k = 0; k < OB_COUNT; k++) {
		if (!(MEANING_BITS >> k & 1))
			continue;
		c->asked[x->kind]++;
		c->proved[x->kind] += is_proved(proof[k]);
		some |= is_proved(proof[k]) || right;
	}
	if (some) {
		agree_ask(settle_by_simulation, x->p, x->q, f, &o, arena, run, reasons);
		for (unsigned k = 0; k < OB_COUNT; k++) {
			if (!(MEANING_BITS >> k & 1) || run[k] != VERDICT_REFUTED)
				continue;
			const char *name = ir_text(x->p, ir_func(x->p, f)->name);
			c->refuted[x->kind]++;
			if (is_proved(proof[k])) {
				tell(x, c, "proved and refuted", name, floor, reasons[k]);
				c->contradictions++;
				good = false;
			} else if (right) {
				tell(x, c, "must be right", name, floor, reasons[k]);
				c->wrong_passes++;
				good = false;
			}
		}
	}
	arena_free(arena);
	return good;
}

static bool ask_pair(Made *x, AgreeCounts *c) {
	bool good = true;
	for (FuncId f = 1; f <= ir_func_count(x->p) && f <= ir_func_count(x->q); f++)
		for (int floor = 0; floor < 2; floor++)
			good &= ask_function(x, f, floor, c);
	return good;
}

bool agree_on(uint64_t seed, AgreeCounts *c) {
	Made x = {.seed = seed};
	uint64_t random = seed ^ 0x5555555555555555u;
	x.kind = kind_of(&random);
	Text other = {0};
	bool good = true;
	generate_text(&x.before, seed, 0);
	generate_text(&other, seed, x.kind == PAIR_RENAMED ? 1 : 0);
	x.p = read_text(&x.before);
	Program *work = read_text(&other);
	if (!x.p || !work || !is_wellformed(x.p)) {
		fprintf(stderr, "seed %llu: the program made is not well-formed:\n%s\n", (unsigned long long)seed, text_end(&x.before));
		good = false;
	} else if (change(work, x.kind, &random)) {
		print_program(work, &x.after);
		x.q = read_text(&x.after);
	}
	bool same = x.kind != PAIR_RENAMED && x.before.n == x.after.n && x.q && !memcmp(x.before.at, x.after.at, x.after.n);
	if (x.q && !same && is_wellformed(x.q))
		good &= ask_pair(&x, c);
	else
		c->skipped++;
	ir_free(x.p);
	ir_free(x.q);
	ir_free(work);
	vec_free(&x.before);
	vec_free(&x.after);
	vec_free(&other);
	return good;
}
