#include "model/term_store.h"

#include <stdlib.h>


static const char *const fn_names[FN_COUNT] = {
	"", "floordiv", "floormod", "truncdiv", "truncmod", "min", "max", "eq", "lt", "le", "not", "and", "or", "ite",
};

Terms *terms_new(void) {
	Terms *t = mem_alloc(sizeof *t);
	*t = (Terms){.arena = arena_new(), .room = 1024, .text_room = 256};
	t->by_content = mem_alloc(t->room * sizeof *t->by_content);
	memset(t->by_content, 0, t->room * sizeof *t->by_content);
	t->by_text = mem_alloc(t->text_room * sizeof(uint32_t));
	memset(t->by_text, 0, t->text_room * sizeof(uint32_t));
	return t;
}

void terms_free(Terms *t) {
	if (!t)
		return;
	arena_free(t->arena);
	table_free(&t->nodes);
	table_free(&t->names);
	free(t->by_content);
	free(t->by_text);
	free(t->mark);
	free(t);
}

uint32_t term_count(const Terms *t) { return t->nodes.n ? t->nodes.n - 1 : 0; }
const TermNode *term_at(const Terms *t, Term x) { return table_at(&t->nodes, x); }

const char *term_name(const Terms *t, Term x) {
	const TermNode *n = term_at(t, x);
	return n->fn ? fn_names[n->fn] : n->name ? *table_at(&t->names, n->name) : "";
}

/* ---- interning ---- */

static uint64_t mix(uint64_t h, uint64_t v) {
	h ^= v;
	h *= 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}

static uint64_t hash_text(const char *s) {
	uint64_t h = 1;
	for (; *s; s++)
		h = mix(h, (unsigned char)*s);
	return h;
}

static uint32_t name_of(Terms *t, const char *s) {
	if (t->names.n * 2 >= t->text_room) {
		uint32_t room = t->text_room * 2, *fresh = mem_alloc(room * sizeof(uint32_t));
		memset(fresh, 0, room * sizeof(uint32_t));
		for (uint32_t i = 1; i < t->names.n; i++) {
			uint32_t k = (uint32_t)hash_text(*table_at(&t->names, i)) & (room - 1);
			while (fresh[k])
				k = (k + 1) & (room - 1);
			fresh[k] = i;
		}
		free(t->by_text);
		t->by_text = fresh;
		t->text_room = room;
	}
	uint32_t k = (uint32_t)hash_text(s) & (t->text_room - 1);
	for (; t->by_text[k]; k = (k + 1) & (t->text_room - 1))
		if (!strcmp(*table_at(&t->names, t->by_text[k]), s))
			return t->by_text[k];
	uint32_t id = table_add(&t->names);
	*table_at(&t->names, id) = arena_text(t->arena, s, strlen(s));
	return t->by_text[k] = id;
}

static uint64_t hash_node(const TermNode *n) {
	uint64_t h = mix(n->kind, n->fn);
	h = mix(h, n->name);
	h = mix(h, (uint64_t)n->value);
	for (uint32_t i = 0; i < n->n; i++) {
		h = mix(h, n->arg[i]);
		if (n->kind == TERM_SUM)
			h = mix(h, (uint64_t)n->coefficient[i]);
	}
	return h;
}

static bool same_node(const TermNode *a, const TermNode *b) {
	return a->kind == b->kind && a->fn == b->fn && a->name == b->name && a->value == b->value && a->n == b->n &&
	       (!a->n || !memcmp(a->arg, b->arg, a->n * sizeof *a->arg)) &&
	       (a->kind != TERM_SUM || !memcmp(a->coefficient, b->coefficient, a->n * sizeof *a->coefficient));
}

static void rehash(Terms *t) {
	uint32_t room = t->room * 2;
	TermSlot *fresh = mem_alloc(room * sizeof *fresh);
	memset(fresh, 0, room * sizeof *fresh);
	for (uint32_t i = 0; i < t->room; i++) {
		if (!t->by_content[i].term)
			continue;
		uint32_t k = t->by_content[i].hash & (room - 1);
		while (fresh[k].term)
			k = (k + 1) & (room - 1);
		fresh[k] = t->by_content[i];
	}
	free(t->by_content);
	t->by_content = fresh;
	t->room = room;
}

Term term_intern(Terms *t, const TermNode *n) {
	if (t->nodes.n * 2 >= t->room)
		rehash(t);
	uint32_t hash = (uint32_t)hash_node(n), k = hash & (t->room - 1);
	for (; t->by_content[k].term; k = (k + 1) & (t->room - 1))
		if (t->by_content[k].hash == hash && same_node(term_at(t, t->by_content[k].term), n))
			return t->by_content[k].term;
	uint32_t id = table_add(&t->nodes);
	TermNode *fresh = table_at(&t->nodes, id);
	*fresh = *n;
	fresh->arg = n->n ? arena_copy(t->arena, n->arg, n->n * sizeof *n->arg) : NULL;
	fresh->coefficient = n->kind == TERM_SUM ? arena_copy(t->arena, n->coefficient, n->n * sizeof *n->coefficient) : NULL;
	t->by_content[k] = (TermSlot){id, hash};
	return id;
}

Term term_int(Terms *t, int64_t v) { return term_intern(t, &(TermNode){.kind = TERM_INT, .value = v}); }
Term term_symbol(Terms *t, const char *name) { return term_intern(t, &(TermNode){.kind = TERM_SYMBOL, .name = name_of(t, name)}); }

Term term_apply(Terms *t, const char *name, const Term *args, uint32_t n) {
	return term_intern(t, &(TermNode){.kind = TERM_APPLY, .name = name_of(t, name), .n = n, .arg = args});
}

Term term_apply_like(Terms *t, const TermNode *old, const Term *args) {
	return old->fn ? term_fn(t, (TermFn)old->fn, args, old->n)
	               : term_intern(t, &(TermNode){.kind = TERM_APPLY, .name = old->name, .n = old->n, .arg = args});
}

bool term_is_wide(const Terms *t, Term x) {
	const TermNode *n = term_at(t, x);
	return n->kind == TERM_APPLY && n->fn == FN_NONE && !strncmp(term_name(t, x), "wide", 4) && strchr("+-*", term_name(t, x)[4]);
}

bool term_is_int(const Terms *t, Term x, int64_t *value) {
	const TermNode *n = term_at(t, x);
	if (n->kind != TERM_INT)
		return false;
	if (value)
		*value = n->value;
	return true;
}

/* ---- polynomials ---- */

enum { MOST_MONOMIALS = 256 };

/* A sum under construction: monomials are non-SUM, non-INT terms, ascending. Made by sum_start: its 3 KB need no clearing. */
typedef struct Sum {
	int64_t constant;
	uint32_t n;
	Term monomial[MOST_MONOMIALS];
	int64_t coefficient[MOST_MONOMIALS];
	bool failed; /* overflow or too large: the caller falls back to an application */
} Sum;

static void sum_start(Sum *s, int64_t constant) {
	s->constant = constant;
	s->n = 0;
	s->failed = false;
}

static void sum_add(Sum *s, Term monomial, int64_t k) {
	uint32_t i = 0;
	while (i < s->n && s->monomial[i] < monomial)
		i++;
	if (i < s->n && s->monomial[i] == monomial) {
		if (__builtin_add_overflow(s->coefficient[i], k, &s->coefficient[i]))
			s->failed = true;
		else if (!s->coefficient[i]) {
			s->n--;
			memmove(s->monomial + i, s->monomial + i + 1, (s->n - i) * sizeof *s->monomial);
			memmove(s->coefficient + i, s->coefficient + i + 1, (s->n - i) * sizeof *s->coefficient);
		}
		return;
	}
	if (!k)
		return;
	if (s->n == MOST_MONOMIALS) {
		s->failed = true;
		return;
	}
	memmove(s->monomial + i + 1, s->monomial + i, (s->n - i) * sizeof *s->monomial);
	memmove(s->coefficient + i + 1, s->coefficient + i, (s->n - i) * sizeof *s->coefficient);
	s->monomial[i] = monomial;
	s->coefficient[i] = k;
	s->n++;
}

static void sum_add_scaled(Terms *t, Sum *s, Term x, int64_t k) {
	const TermNode *n = term_at(t, x);
	int64_t v;
	if (n->kind != TERM_INT && n->kind != TERM_SUM) {
		sum_add(s, x, k);
		return;
	}
	if (__builtin_mul_overflow(n->value, k, &v) || __builtin_add_overflow(s->constant, v, &s->constant))
		s->failed = true;
	for (uint32_t i = 0; i < n->n; i++) {
		if (__builtin_mul_overflow(n->coefficient[i], k, &v))
			s->failed = true;
		else
			sum_add(s, n->arg[i], v);
	}
}

static Term sum_term(Terms *t, const Sum *s) {
	if (!s->n)
		return term_int(t, s->constant);
	if (s->n == 1 && s->coefficient[0] == 1 && !s->constant)
		return s->monomial[0];
	return term_intern(t, &(TermNode){.kind = TERM_SUM, .value = s->constant, .n = s->n, .arg = s->monomial, .coefficient = s->coefficient});
}

Term term_add(Terms *t, Term a, Term b) {
	Sum s;
	sum_start(&s, 0);
	sum_add_scaled(t, &s, a, 1);
	sum_add_scaled(t, &s, b, 1);
	return s.failed ? term_apply(t, "wide+", (Term[]){a < b ? a : b, a < b ? b : a}, 2) : sum_term(t, &s);
}

Term term_sub(Terms *t, Term a, Term b) {
	Sum s;
	sum_start(&s, 0);
	sum_add_scaled(t, &s, a, 1);
	sum_add_scaled(t, &s, b, -1);
	return s.failed ? term_apply(t, "wide-", (Term[]){a, b}, 2) : sum_term(t, &s);
}

Term term_scale(Terms *t, Term a, int64_t k) {
	Sum s;
	sum_start(&s, 0);
	if (!k)
		return term_int(t, 0);
	sum_add_scaled(t, &s, a, k);
	return s.failed ? term_apply(t, "wide*", (Term[]){a, term_int(t, k)}, 2) : sum_term(t, &s);
}

enum { MOST_FACTORS = 32 };

/* Product of two monomials; 0 when it has too many factors. */
static Term times(Terms *t, Term a, Term b) {
	Term factor[MOST_FACTORS];
	uint32_t n = 0;
	for (int side = 0; side < 2; side++) {
		Term x = side ? b : a;
		const TermNode *m = term_at(t, x);
		const Term *at = m->kind == TERM_PRODUCT ? m->arg : &x;
		uint32_t count = m->kind == TERM_PRODUCT ? m->n : 1;
		for (uint32_t i = 0; i < count; i++) {
			if (n == MOST_FACTORS)
				return 0;
			factor[n++] = at[i];
		}
	}
	term_sort(factor, n);
	return term_intern(t, &(TermNode){.kind = TERM_PRODUCT, .n = n, .arg = factor});
}

Term term_mul(Terms *t, Term a, Term b) {
	int64_t k;
	if (term_is_int(t, a, &k))
		return term_scale(t, b, k);
	if (term_is_int(t, b, &k))
		return term_scale(t, a, k);
	Sum s;
	sum_start(&s, 0);
	const TermNode *x = term_at(t, a), *y = term_at(t, b);
	Term one[2] = {a, b};
	int64_t unit[2] = {1, 1};
	uint32_t nx = x->kind == TERM_SUM ? x->n : 1, ny = y->kind == TERM_SUM ? y->n : 1;
	const Term *ax = x->kind == TERM_SUM ? x->arg : one, *ay = y->kind == TERM_SUM ? y->arg : one + 1;
	const int64_t *cx = x->kind == TERM_SUM ? x->coefficient : unit, *cy = y->kind == TERM_SUM ? y->coefficient : unit + 1;
	int64_t vx = x->kind == TERM_SUM ? x->value : 0, vy = y->kind == TERM_SUM ? y->value : 0;
	if (__builtin_mul_overflow(vx, vy, &s.constant))
		s.failed = true;
	for (uint32_t i = 0; i < nx && !s.failed; i++) {
		for (uint32_t j = 0; j < ny && !s.failed; j++) {
			Term m = times(t, ax[i], ay[j]);
			if (!m || __builtin_mul_overflow(cx[i], cy[j], &k))
				s.failed = true;
			else
				sum_add(&s, m, k);
		}
		if (__builtin_mul_overflow(cx[i], vy, &k))
			s.failed = true;
		else
			sum_add(&s, ax[i], k);
	}
	for (uint32_t j = 0; j < ny && !s.failed; j++) {
		if (__builtin_mul_overflow(cy[j], vx, &k))
			s.failed = true;
		else
			sum_add(&s, ay[j], k);
	}
	return s.failed ? term_apply(t, "wide*", (Term[]){a < b ? a : b, a < b ? b : a}, 2) : sum_term(t, &s);
}

/* ---- interpreted functions ---- */

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static Term raw(Terms *t, TermFn fn, const Term *args, uint32_t n) {
	return term_intern(t, &(TermNode){.kind = TERM_APPLY, .fn = (uint8_t)fn, .n = n, .arg = args});
}

/* Splits x = k * quotient + rest where rest holds what k does not divide. false: nothing divisible or overflow. */
static bool split(Terms *t, Term x, int64_t k, Term *quotient, Term *rest) {
	const TermNode *n = term_at(t, x);
	if (n->kind != TERM_SUM)
		return false;
	Sum q, r;
	sum_start(&q, floor_div(n->value, k));
	sum_start(&r, n->value - q.constant * k);
	for (uint32_t i = 0; i < n->n; i++) {
		if (n->coefficient[i] % k == 0)
			sum_add(&q, n->arg[i], n->coefficient[i] / k);
		else
			sum_add(&r, n->arg[i], n->coefficient[i]);
	}
	if (!q.n && !q.constant)
		return false;
	*quotient = sum_term(t, &q);
	*rest = sum_term(t, &r);
	return true;
}

static Term divide(Terms *t, TermFn fn, Term a, Term b) {
	int64_t x, k;
	bool is_div = fn == FN_FLOORDIV || fn == FN_TRUNCDIV, is_floor = fn == FN_FLOORDIV || fn == FN_FLOORMOD;
	if (!term_is_int(t, b, &k) || !k)
		return raw(t, fn, (Term[]){a, b}, 2);
	if (term_is_int(t, a, &x)) {
		if (x == INT64_MIN && k == -1)
			return raw(t, fn, (Term[]){a, b}, 2);
		int64_t q = is_floor ? floor_div(x, k) : x / k;
		return term_int(t, is_div ? q : x - q * k);
	}
	if (k == 1)
		return is_div ? a : term_int(t, 0);
	Term q, r;
	/* k*q + r with 0 <= r < k constant, or floor: the divisible part comes out. Truncation is only safe when nothing is left. */
	if (k > 1 && split(t, a, k, &q, &r)) {
		int64_t left;
		bool exact = term_is_int(t, r, &left) && left == 0;
		if (exact)
			return is_div ? q : term_int(t, 0);
		if (is_floor) {
			Term part = divide(t, fn, r, b);
			return is_div ? term_add(t, q, part) : part;
		}
	}
	const TermNode *n = term_at(t, a);
	/* A remainder of the same division, and nested remainders, are themselves. */
	if (!is_div && n->kind == TERM_APPLY && n->fn == fn && n->arg[1] == b)
		return a;
	return raw(t, fn, (Term[]){a, b}, 2);
}

static Term extremum(Terms *t, TermFn fn, Term a, Term b) {
	int64_t d;
	if (term_is_int(t, term_sub(t, a, b), &d))
		return (d < 0) == (fn == FN_MIN) ? a : b;
	return raw(t, fn, (Term[]){a < b ? a : b, a < b ? b : a}, 2);
}

static int64_t gcd(int64_t a, int64_t b) {
	while (b) {
		int64_t r = a % b;
		a = b;
		b = r;
	}
	return a < 0 ? -a : a;
}

/* d <= 0 with the coefficients divided by their common divisor, which is exact over the integers. */
static Term at_most_zero(Terms *t, Term d) {
	int64_t v;
	if (term_is_int(t, d, &v))
		return term_int(t, v <= 0);
	const TermNode *n = term_at(t, d);
	if (n->kind == TERM_SUM) {
		int64_t g = 0;
		for (uint32_t i = 0; i < n->n; i++) {
			if (n->coefficient[i] == INT64_MIN)
				return raw(t, FN_LE, (Term[]){d, term_int(t, 0)}, 2);
			g = gcd(g, n->coefficient[i]);
		}
		if (g > 1) {
			if (n->value == INT64_MIN)
				return raw(t, FN_LE, (Term[]){d, term_int(t, 0)}, 2);
			Sum s;
			sum_start(&s, -floor_div(-n->value, g));
			for (uint32_t i = 0; i < n->n; i++)
				sum_add(&s, n->arg[i], n->coefficient[i] / g);
			d = sum_term(t, &s);
		}
	}
	return raw(t, FN_LE, (Term[]){d, term_int(t, 0)}, 2);
}

static Term equal(Terms *t, Term a, Term b) {
	Term d = term_sub(t, a, b);
	int64_t v;
	if (term_is_int(t, d, &v))
		return term_int(t, v == 0);
	const TermNode *n = term_at(t, d);
	if (n->kind == TERM_SUM && n->coefficient[0] < 0)
		d = term_scale(t, d, -1);
	n = term_at(t, d);
	if (n->kind == TERM_SUM) {
		int64_t g = 0;
		for (uint32_t i = 0; i < n->n; i++)
			g = n->coefficient[i] == INT64_MIN ? 1 : gcd(g, n->coefficient[i]);
		if (g > 1) {
			if (n->value % g)
				return term_int(t, 0);
			Sum s;
			sum_start(&s, n->value / g);
			for (uint32_t i = 0; i < n->n; i++)
				sum_add(&s, n->arg[i], n->coefficient[i] / g);
			d = sum_term(t, &s);
		}
	}
	return raw(t, FN_EQ, (Term[]){d, term_int(t, 0)}, 2);
}

static Term negate(Terms *t, Term a) {
	int64_t v;
	if (term_is_int(t, a, &v))
		return term_int(t, !v);
	const TermNode *n = term_at(t, a);
	if (n->kind == TERM_APPLY && n->fn == FN_NOT)
		return n->arg[0];
	if (n->kind == TERM_APPLY && n->fn == FN_LE)
		return at_most_zero(t, term_sub(t, term_int(t, 1), n->arg[0]));
	return raw(t, FN_NOT, &a, 1);
}

static Term connect(Terms *t, TermFn fn, Term a, Term b) {
	int64_t v;
	bool absorbing = fn == FN_OR;
	for (int side = 0; side < 2; side++) {
		if (term_is_int(t, side ? b : a, &v))
			return (v != 0) == absorbing ? term_int(t, absorbing) : side ? a : b;
	}
	if (a == b)
		return a;
	if (negate(t, a) == b)
		return term_int(t, absorbing);
	return raw(t, fn, (Term[]){a < b ? a : b, a < b ? b : a}, 2);
}

static Term choose(Terms *t, Term c, Term a, Term b) {
	int64_t v;
	if (term_is_int(t, c, &v))
		return v ? a : b;
	if (a == b)
		return a;
	const TermNode *n = term_at(t, c);
	if (n->kind == TERM_APPLY && n->fn == FN_NOT)
		return choose(t, n->arg[0], b, a);
	Term flipped = negate(t, c);
	if (flipped < c)
		return raw(t, FN_ITE, (Term[]){flipped, b, a}, 3);
	return raw(t, FN_ITE, (Term[]){c, a, b}, 3);
}

Term term_fn(Terms *t, TermFn fn, const Term *args, uint32_t n) {
	(void)n;
	switch (fn) {
	case FN_FLOORDIV: case FN_FLOORMOD: case FN_TRUNCDIV: case FN_TRUNCMOD:
		return divide(t, fn, args[0], args[1]);
	case FN_MIN: case FN_MAX:
		return extremum(t, fn, args[0], args[1]);
	case FN_EQ:
		return equal(t, args[0], args[1]);
	case FN_LT:
		return at_most_zero(t, term_add(t, term_sub(t, args[0], args[1]), term_int(t, 1)));
	case FN_LE:
		return at_most_zero(t, term_sub(t, args[0], args[1]));
	case FN_NOT:
		return negate(t, args[0]);
	case FN_AND: case FN_OR:
		return connect(t, fn, args[0], args[1]);
	case FN_ITE:
		return choose(t, args[0], args[1], args[2]);
	case FN_NONE: case FN_COUNT:
		break;
	}
	return 0;
}
