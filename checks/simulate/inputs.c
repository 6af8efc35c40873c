#include "checks/simulate/inputs.h"

#include "model/text.h"

#include <stdlib.h>

enum {
	MOST_CANDIDATES = 40,
	MOST_EVAL_DEPTH = 200
};

typedef struct Choice {
	Term what;      /* an unknown integer, or a condition */
	bool is_condition;
	int64_t value;
	uint32_t rank, n; /* of the candidates it had */
} Choice;

struct Inputs {
	Terms *t;
	unsigned bound;
	InputMode mode;
	Pick pick;
	const int64_t *promised;
	uint32_t n_promised;
	bool fresh;
	VEC(Choice) choices;
	uint32_t *slot, room; /* open addressing: 1 + index of the choice */
};

Inputs *inputs_new(Terms *t, unsigned bound) {
	Inputs *in = mem_alloc(sizeof *in);
	*in = (Inputs){.t = t, .bound = bound, .room = 64};
	in->slot = mem_alloc(in->room * sizeof *in->slot);
	memset(in->slot, 0, in->room * sizeof *in->slot);
	return in;
}

void inputs_promise(Inputs *in, const int64_t *values, uint32_t n) {
	in->promised = values;
	in->n_promised = n;
}

void inputs_free(Inputs *in) {
	if (!in)
		return;
	vec_free(&in->choices);
	free(in->slot);
	free(in);
}

/* ---- the table of choices ---- */

static uint32_t place(const Inputs *in, Term x) {
	uint32_t k = (x * 2654435761u) >> 7 & (in->room - 1);
	while (in->slot[k] && in->choices.at[in->slot[k] - 1].what != x)
		k = (k + 1) & (in->room - 1);
	return k;
}

static Choice *chosen(const Inputs *in, Term x) {
	uint32_t k = in->slot[place(in, x)];
	return k ? &in->choices.at[k - 1] : NULL;
}

static void refill(Inputs *in) {
	memset(in->slot, 0, in->room * sizeof *in->slot);
	for (uint32_t i = 0; i < in->choices.n; i++)
		in->slot[place(in, in->choices.at[i].what)] = i + 1;
}

static Choice *choose(Inputs *in, Choice c) {
	vec_push(&in->choices, c);
	if (in->choices.n * 2 >= in->room) {
		in->room *= 2;
		in->slot = mem_resize(in->slot, in->room * sizeof *in->slot);
		refill(in);
	} else {
		in->slot[place(in, c.what)] = in->choices.n;
	}
	in->fresh |= !c.is_condition;
	return &in->choices.at[in->choices.n - 1];
}

void inputs_begin(Inputs *in, InputMode mode, Pick pick) { inputs_continue(in, 0, mode, pick); }

void inputs_continue(Inputs *in, uint32_t keep, InputMode mode, Pick pick) {
	in->choices.n = keep;
	refill(in);
	in->mode = mode;
	in->pick = pick;
	in->fresh = false;
}

bool inputs_fresh(Inputs *in) {
	bool fresh = in->fresh;
	in->fresh = false;
	return fresh;
}

Chosen inputs_choice(const Inputs *in, uint32_t k) {
	const Choice *c = &in->choices.at[k];
	return (Chosen){c->what, c->is_condition, c->value};
}

void inputs_fix(Inputs *in, Chosen c) {
	if (chosen(in, c.what))
		return;
	bool fresh = in->fresh;
	choose(in, (Choice){.what = c.what, .is_condition = c.is_condition, .value = c.value, .n = 1});
	in->fresh = fresh;
}

uint32_t inputs_count(const Inputs *in) { return in->choices.n; }

uint32_t inputs_most_candidates(const Inputs *in) {
	uint32_t most = 0;
	for (uint32_t i = 0; i < in->choices.n; i++)
		if (in->choices.at[i].n > most)
			most = in->choices.at[i].n;
	return most;
}

uint64_t inputs_product(const Inputs *in) {
	uint64_t product = 1;
	for (uint32_t i = 0; i < in->choices.n; i++)
		if (__builtin_mul_overflow(product, (uint64_t)in->choices.at[i].n, &product))
			return UINT64_MAX;
	return product;
}

bool inputs_next_path(Inputs *in) {
	while (in->choices.n && in->choices.at[in->choices.n - 1].rank + 1 >= in->choices.at[in->choices.n - 1].n)
		in->choices.n--;
	if (!in->choices.n)
		return false;
	Choice *last = &in->choices.at[in->choices.n - 1];
	last->rank++;
	last->value = !last->value;
	refill(in);
	return true;
}

/* ---- the value of a term under the choices ---- */

typedef enum EvalResult { EVAL_KNOWN, EVAL_MISSING, EVAL_NONE } EvalResult; /* NONE: overflow, division by zero, too deep */

typedef struct Eval {
	const Inputs *in;
	Term missing, within;  /* an unknown without value, and the comparison or whole term it stands in */
	bool is_condition;     /* it stands where a truth value is wanted */
	unsigned depth;
} Eval;

static EvalResult value_of(Eval *e, Term x, bool as_condition, int64_t *out);

static EvalResult unknown(Eval *e, Term x, bool as_condition, int64_t *out) {
	const Choice *c = chosen(e->in, x);
	if (c) {
		*out = c->value;
		return EVAL_KNOWN;
	}
	if (!strncmp(term_name(e->in->t, x), "wide", 4))
		return EVAL_NONE; /* arithmetic that left the range of int64: any number for it would be wrong */
	e->missing = x;
	e->is_condition = as_condition;
	return EVAL_MISSING;
}

static EvalResult sum_of(Eval *e, const TermNode *n, int64_t *out) {
	*out = n->value;
	for (uint32_t i = 0; i < n->n; i++) {
		int64_t v;
		EvalResult r = value_of(e, n->arg[i], false, &v);
		if (r != EVAL_KNOWN)
			return r;
		if (__builtin_mul_overflow(v, n->coefficient[i], &v) || __builtin_add_overflow(*out, v, out))
			return EVAL_NONE;
	}
	return EVAL_KNOWN;
}

static EvalResult fn_of(Eval *e, Term x, const TermNode *n, int64_t *out) {
	bool logic = n->fn == FN_NOT || n->fn == FN_AND || n->fn == FN_OR, compares = n->fn == FN_EQ || n->fn == FN_LT || n->fn == FN_LE;
	Term args[3];
	Term outer = e->within;
	if (compares)
		e->within = x;
	for (uint32_t i = 0; i < n->n && i < 3; i++) {
		int64_t v;
		EvalResult r = value_of(e, n->arg[i], logic || (n->fn == FN_ITE && i == 0), &v);
		if (r != EVAL_KNOWN)
			return r;
		args[i] = term_int(e->in->t, v);
	}
	e->within = outer;
	Term result = term_fn(e->in->t, (TermFn)n->fn, args, n->n);
	return term_is_int(e->in->t, result, out) ? EVAL_KNOWN : EVAL_NONE;
}

static EvalResult value_of(Eval *e, Term x, bool as_condition, int64_t *out) {
	const TermNode *n = term_at(e->in->t, x);
	if (e->depth >= MOST_EVAL_DEPTH)
		return EVAL_NONE;
	e->depth++;
	EvalResult r = EVAL_KNOWN;
	if (n->kind == TERM_INT)
		*out = n->value;
	else if (n->kind == TERM_SUM)
		r = sum_of(e, n, out);
	else if (n->kind == TERM_APPLY && n->fn)
		r = fn_of(e, x, n, out);
	else if (n->kind != TERM_PRODUCT)
		r = unknown(e, x, as_condition, out);
	else {
		*out = 1;
		for (uint32_t i = 0; i < n->n && r == EVAL_KNOWN; i++) {
			int64_t v;
			r = value_of(e, n->arg[i], false, &v);
			if (r == EVAL_KNOWN && __builtin_mul_overflow(*out, v, out))
				r = EVAL_NONE;
		}
	}
	e->depth--;
	return r;
}

/* ---- candidates for an unknown ---- */

typedef struct Candidates {
	int64_t at[MOST_CANDIDATES];
	uint32_t n;
	int64_t least, most; /* what the unknown can be at all */
} Candidates;

static void add(Candidates *c, int64_t v) {
	if (v < c->least || v > c->most || c->n == MOST_CANDIDATES)
		return;
	for (uint32_t i = 0; i < c->n; i++)
		if (c->at[i] == v)
			return;
	c->at[c->n++] = v;
}

/* Values of `unknown` that give `x` about the value `wanted`, when everything else in x has a value and x is linear in it. */
static void solve(Inputs *in, Term x, Term unknown_, int64_t wanted, Candidates *out) {
	int64_t at_zero, at_one, slope, rest;
	Term zero = term_int(in->t, 0), one = term_int(in->t, 1);
	Eval e = {.in = in};
	if (value_of(&e, term_substitute(in->t, x, &unknown_, &zero, 1), false, &at_zero) != EVAL_KNOWN ||
	    value_of(&e, term_substitute(in->t, x, &unknown_, &one, 1), false, &at_one) != EVAL_KNOWN)
		return;
	if (__builtin_sub_overflow(at_one, at_zero, &slope) || slope == 0 || slope == INT64_MIN || __builtin_sub_overflow(wanted, at_zero, &rest) ||
	    rest == INT64_MIN)
		return;
	add(out, rest / slope);
	if (rest % slope)
		add(out, rest / slope + ((rest < 0) == (slope < 0) ? 1 : -1));
}

void input_range(const char *name, int64_t *least, int64_t *most) {
	*least = INT64_MIN;
	*most = INT64_MAX;
	if (!strncmp(name, "tile.get_", 9) || !strncmp(name, "dim ", 4) || !strncmp(name, "tensor.dim", 10))
		*least = 0;
	if (!strcmp(name, "tile.get_subblock_idx"))
		*most = 1;
	if (!strcmp(name, "tile.get_block_num"))
		*least = 1;
}

static void limit(const Inputs *in, Term x, Candidates *c) { input_range(term_name(in->t, x), &c->least, &c->most); }

bool inputs_can_be(const Inputs *in, Term unknown_, int64_t value) {
	Candidates c;
	limit(in, unknown_, &c);
	return value >= c.least && value <= c.most;
}

static bool is_boundary(const TermNode *w) { return w->kind == TERM_APPLY && (w->fn == FN_EQ || w->fn == FN_LE); }

/* The order matters: rank 0 is tried first, negative numbers last. */
static void candidates(Inputs *in, Term x, Term within, const int64_t *hints, uint32_t n, Candidates *out) {
	Candidates all = {.n = 0};
	out->n = 0;
	limit(in, x, &all);
	*out = all;
	const TermNode *w = within ? term_at(in->t, within) : NULL;
	if (w && is_boundary(w)) {
		/* Comparisons are kept as polynomial against 0: both sides of the boundary. */
		for (int64_t k = 0; k < 6; k++)
			solve(in, w->arg[0], x, k % 2 ? (k + 1) / 2 : -(k / 2), &all);
	} else if (within) {
		for (uint32_t i = 0; i < n && i <= EMPTY_SPANS + in->bound && all.n < MOST_CANDIDATES / 2; i++)
			solve(in, within, x, hints[i], &all);
	}
	for (int64_t v = -MOST_NEGATIVE; v <= (int64_t)in->bound; v++)
		add(&all, v);
	for (uint32_t i = 0; i < all.n; i++)
		if (all.at[i] >= 0)
			add(out, all.at[i]);
	for (uint32_t i = 0; i < all.n; i++)
		if (all.at[i] < 0)
			add(out, all.at[i]);
}

static uint64_t scramble(uint64_t x) {
	x ^= x >> 31;
	x *= 0x9e3779b97f4a7c15u;
	x ^= x >> 29;
	x *= 0xbf58476d1ce4e5b9u;
	return x ^ x >> 32;
}

/* The promised value, when it is this unknown's turn. */
static void far_candidates(Inputs *in, Term x, Term within, Candidates *out) {
	uint32_t before = 0;
	out->n = 0;
	for (uint32_t i = 0; i < in->choices.n; i++)
		before += !in->choices.at[i].is_condition;
	if (in->pick.kind != PICK_FAR || before != in->pick.number % FAR_INPUTS || in->pick.number / FAR_INPUTS >= in->n_promised)
		return;
	int64_t value = in->promised[in->pick.number / FAR_INPUTS];
	limit(in, x, out);
	if (within && !is_boundary(term_at(in->t, within)))
		solve(in, within, x, value, out);
	if (!out->n)
		add(out, value);
}

/* The rank that the pick gives to the next unknown, of n or, modulo n, beyond. */
static uint64_t rank_of(Inputs *in, Term x, uint32_t n) {
	switch (in->pick.kind) {
	case PICK_RANK:
		return in->pick.number;
	case PICK_LAST:
		return n - 1 - in->pick.number % n;
	case PICK_RANDOM:
		return scramble(in->pick.number * 1000003 + x);
	case PICK_FAR:
		return FAR_RANK;
	case PICK_PRODUCT:
		break;
	}
	uint64_t number = in->pick.number;
	for (uint32_t i = 0; i < in->choices.n; i++)
		number /= in->choices.at[i].n ? in->choices.at[i].n : 1;
	return number;
}

static int64_t pick_number(Inputs *in, Term x, Term within, const int64_t *hints, uint32_t n) {
	Candidates c;
	far_candidates(in, x, within, &c);
	bool far = c.n > 0;
	if (!far)
		candidates(in, x, within, hints, n, &c);
	if (!c.n)
		add(&c, c.least > 0 ? c.least : 0);
	uint32_t rank = far ? 0 : (uint32_t)(rank_of(in, x, c.n) % c.n);
	return choose(in, (Choice){.what = x, .value = c.at[rank], .rank = rank, .n = c.n})->value;
}

static int64_t pick_condition(Inputs *in, Term x, DecideKind kind, const int64_t *hints) {
	if (kind == DECIDE_WHILE && in->mode != INPUT_PATHS) {
		/* An opaque condition of a while loop: as many rounds as the rank says. */
		uint64_t rounds = rank_of(in, term_int(in->t, 0), in->bound + 1) % (in->bound + 1);
		return choose(in, (Choice){.what = x, .is_condition = true, .value = (uint64_t)hints[0] < rounds, .n = in->bound + 1})->value;
	}
	uint32_t rank = in->mode == INPUT_PATHS ? 0 : (uint32_t)(rank_of(in, x, 2) % 2);
	return choose(in, (Choice){.what = x, .is_condition = true, .value = rank == 0, .rank = rank, .n = 2})->value;
}

/* ---- the oracle ---- */

/* A condition and its negation are one choice. */
static Term positive(Inputs *in, Term x, bool *negated) {
	Term other = term_fn(in->t, FN_NOT, &x, 1);
	*negated = other < x;
	return *negated ? other : x;
}

static bool decide(void *self, Term x, DecideKind kind, const int64_t *hints, uint32_t n, int64_t *value) {
	Inputs *in = self;
	bool wants_truth = kind == DECIDE_IF || kind == DECIDE_WHILE, negated = false;
	if (in->mode == INPUT_PATHS) {
		if (kind != DECIDE_IF)
			return false;
		x = positive(in, x, &negated);
		const Choice *c = chosen(in, x);
		*value = c ? c->value : pick_condition(in, x, kind, hints);
		if (negated)
			*value = !*value;
		return true;
	}
	for (uint32_t round = 0; round < 64; round++) {
		Eval e = {.in = in, .within = wants_truth ? 0 : x};
		EvalResult r = value_of(&e, x, wants_truth, value);
		if (r == EVAL_NONE)
			return false;
		if (r == EVAL_KNOWN)
			return kind != DECIDE_STEP || *value != 0;
		if (e.is_condition)
			pick_condition(in, e.missing, kind, hints);
		else
			pick_number(in, e.missing, e.within, hints, n);
	}
	return false;
}

static Term atom(void *self, Term x) {
	Inputs *in = self;
	if (in->mode == INPUT_PATHS)
		return x;
	const Choice *c = chosen(in, x);
	if (c)
		return term_int(in->t, c->value);
	if (in->mode == INPUT_VALUES)
		return x;
	return term_int(in->t, pick_number(in, x, 0, NULL, 0));
}

Oracle inputs_oracle(Inputs *in) { return (Oracle){.self = in, .decide = decide, .atom = atom}; }

const char *inputs_text(const Inputs *in, Arena *a, size_t most) {
	Text out = {0};
	for (uint32_t i = 0; i < in->choices.n; i++) {
		const Choice *c = &in->choices.at[i];
		if (out.n > most) {
			text_addz(&out, ", ...");
			break;
		}
		if (out.n)
			text_addz(&out, ", ");
		const char *what = term_text(in->t, a, c->what, 60);
		if (c->is_condition)
			text_printf(&out, "%s %s", what, c->value ? "holds" : "fails");
		else
			text_printf(&out, "%s = %lld", what, (long long)c->value);
	}
	const char *text = arena_text(a, out.at, out.n);
	vec_free(&out);
	return text;
}
