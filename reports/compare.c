#include "reports/compare.h"

#include "reports/digest.h"

#include <stdio.h>
#include <stdlib.h>

const char *const change_names[CHANGE_COUNT] = {
#define CHANGE(id, name, says) name,
#include "reports/changes.def"
};
const char *const change_says[CHANGE_COUNT] = {
#define CHANGE(id, name, says) says,
#include "reports/changes.def"
};

/* ---- files of both sides ---- */

typedef struct Name { /* a file of one side */
	const char *path;
	const char *partner; /* of a file of the new side: its counterpart; NULL: none */
} Name;
typedef VEC(Name) Names;

static int by_path(const void *a, const void *b) { return strcmp(((const Name *)a)->path, ((const Name *)b)->path); }

static void sort_names(Names *names) {
	uint32_t kept = 0;
	if (names->n)
		qsort(names->at, names->n, sizeof *names->at, by_path);
	for (uint32_t i = 0; i < names->n; i++)
		if (!kept || strcmp(names->at[kept - 1].path, names->at[i].path))
			names->at[kept++] = names->at[i];
	names->n = kept;
}

static Names names_of(const Rows *rows) {
	Names names = {0};
	const char *last = NULL;
	for (uint32_t i = 0; i < rows->at.n; i++)
		if (rows->at.at[i].file != last) { /* neighbours share the text */
			last = rows->at.at[i].file;
			vec_push(&names, (Name){.path = last});
		}
	for (uint32_t i = 0; i < rows->decisions.n; i++)
		vec_push(&names, (Name){.path = rows->decisions.at[i].file});
	sort_names(&names);
	return names;
}

/* Parts at the end of both names that are equal. The number of a snapshot does not count: it shifts with the planner. */
static unsigned common_tail(const char *a, const char *b) {
	const char *x = a + strlen(a), *y = b + strlen(b);
	unsigned parts = 0;
	while (x > a && y > b) {
		const char *p = x, *q = y;
		while (p > a && p[-1] != '/')
			p--;
		while (q > b && q[-1] != '/')
			q--;
		const char *s = p + strspn(p, "0123456789"), *t = q + strspn(q, "0123456789");
		if (s > p && t > q && !strncmp(s, "_after_", 7) && !strncmp(t, "_after_", 7))
			p = s, q = t;
		if (x - p != y - q || memcmp(p, q, (size_t)(x - p)))
			break;
		parts++;
		while (p > a && p[-1] != '/')
			p--;
		while (q > b && q[-1] != '/')
			q--;
		x = p > a ? p - 1 : a;
		y = q > b ? q - 1 : b;
	}
	return parts;
}

/* The one old file whose name agrees longest; none when two agree equally long. */
static void match_names(Names *now, const Names *old) {
	for (uint32_t i = 0; i < now->n; i++) {
		unsigned best = 0;
		for (uint32_t k = 0; k < old->n; k++) {
			unsigned parts = common_tail(now->at[i].path, old->at[k].path);
			if (!strcmp(now->at[i].path, old->at[k].path))
				parts = 1000000; /* the same file */
			if (parts > best) {
				best = parts;
				now->at[i].partner = old->at[k].path;
			} else if (parts == best) {
				now->at[i].partner = NULL;
			}
		}
	}
}

static const char *partner_of(const Names *now, const char *path) {
	Name wanted = {.path = path};
	const Name *found = now->n ? bsearch(&wanted, now->at, now->n, sizeof *now->at, by_path) : NULL;
	return found ? found->partner : NULL;
}

/* ---- matching by keys ---- */

typedef struct Key {
	char hex[DIGEST_TEXT];
	uint32_t row;
} Key;
typedef VEC(Key) Keys;

static int by_key(const void *a, const void *b) {
	const Key *x = a, *y = b;
	int order = strcmp(x->hex, y->hex);
	return order ? order : (x->row > y->row) - (x->row < y->row);
}

enum { UNIT_LENGTH = 120 };

/* A unit's name without its line numbers. */
static void blank_digits(const char *unit, char out[UNIT_LENGTH]) {
	size_t n = 0;
	for (; *unit && n + 1 < UNIT_LENGTH; unit++)
		if (*unit < '0' || *unit > '9')
			out[n++] = *unit;
		else if (!n || out[n - 1] != '#')
			out[n++] = '#';
	out[n] = '\0';
}

static void key_of(const Row *r, const char *file, bool by_code, Key *k) {
	char unit[UNIT_LENGTH];
	blank_digits(r->unit, unit);
	const char *obligation = obligation_rows[r->obligation].name;
	if (by_code)
		digest_parts((const char *const[]){file, r->step, obligation, unit, r->fingerprint}, 5, k->hex);
	else
		digest_parts((const char *const[]){file, r->step, obligation, unit, r->function}, 5, k->hex);
}

/* partner[i]: index + 1 of the old row that the i-th new one continues; 0: none yet. taken: of the old rows. */
typedef struct Match {
	const Rows *old, *now;
	const Names *names;
	uint32_t *partner;
	bool *taken;
} Match;

/* Equal keys are matched in their order. */
static void match_rows(Match *m, bool by_code) {
	Keys keys = {0};
	Key k;
	for (uint32_t i = 0; i < m->old->at.n; i++) {
		const Row *r = &m->old->at.at[i];
		if (m->taken[i] || (by_code && !*r->fingerprint))
			continue;
		k.row = i;
		key_of(r, r->file, by_code, &k);
		vec_push(&keys, k);
	}
	if (keys.n)
		qsort(keys.at, keys.n, sizeof *keys.at, by_key);
	for (uint32_t i = 0; i < m->now->at.n; i++) {
		const Row *r = &m->now->at.at[i];
		const char *file = partner_of(m->names, r->file);
		if (m->partner[i] || !file || (by_code && !*r->fingerprint))
			continue;
		key_of(r, file, by_code, &k);
		uint32_t low = 0, high = keys.n;
		while (low < high) { /* the first of its kind */
			uint32_t middle = low + (high - low) / 2;
			if (strcmp(keys.at[middle].hex, k.hex) < 0)
				low = middle + 1;
			else
				high = middle;
		}
		while (low < keys.n && !strcmp(keys.at[low].hex, k.hex) && m->taken[keys.at[low].row])
			low++;
		if (low < keys.n && !strcmp(keys.at[low].hex, k.hex)) {
			m->partner[i] = keys.at[low].row + 1;
			m->taken[keys.at[low].row] = true;
		}
	}
	vec_free(&keys);
}

/* ---- judging ---- */

static void add(Comparison *c, Change x) {
	vec_push(&c->changes, x);
	c->of[x.kind]++;
}

static bool is_decided(const Row *r) { return r->verdict == VERDICT_PROVED || r->verdict == VERDICT_REFUTED; }

static void judge(Comparison *c, const Row *old, const Row *now) {
	Change x = {.old = old, .now = now};
	bool bad_before = old && row_is_finding(old);
	if (row_is_finding(now)) {
		x.kind = bad_before ? CHANGE_PREEXISTING : CHANGE_INTRODUCED;
		add(c, x);
	} else if (bad_before) {
		x.kind = CHANGE_FIXED;
		add(c, x);
	} else if (old && old->verdict == VERDICT_PROVED && !is_decided(now)) {
		x.kind = CHANGE_WEAKER;
		add(c, x);
	} else if (old && !is_decided(old) && now->verdict == VERDICT_PROVED) {
		x.kind = CHANGE_STRONGER;
		add(c, x);
	}
	if (old && old->rlimit && now->rlimit >= old->rlimit + (old->rlimit + 1) / 2) {
		x.kind = CHANGE_COSTLIER;
		add(c, x);
	}
}

static void compare_results(const Rows *old, const Rows *now, const Names *names, Comparison *c) {
	Match m = {.old = old, .now = now, .names = names};
	m.partner = mem_alloc(now->at.n * sizeof *m.partner);
	m.taken = mem_alloc(old->at.n * sizeof *m.taken);
	memset(m.partner, 0, now->at.n * sizeof *m.partner);
	memset(m.taken, 0, old->at.n * sizeof *m.taken);
	match_rows(&m, true);
	match_rows(&m, false);
	for (uint32_t i = 0; i < now->at.n; i++)
		judge(c, m.partner[i] ? &old->at.at[m.partner[i] - 1] : NULL, &now->at.at[i]);
	for (uint32_t i = 0; i < old->at.n; i++)
		if (!m.taken[i] && row_is_finding(&old->at.at[i]))
			add(c, (Change){.kind = CHANGE_GONE, .old = &old->at.at[i]});
	mem_free_(m.partner);
	mem_free_(m.taken);
}

/* ---- decisions ---- */

/* How much pipelining a decision gives: the depth of a skew, the slots or copies of the others; 0: none. */
static int64_t gain(const DecisionLine *d) {
	if (!strcmp(d->outcome, "skewed"))
		return d->depth;
	return !strcmp(d->outcome, "slotted") || !strcmp(d->outcome, "replicated") ? d->slots : 0;
}

static bool same_place(const DecisionLine *a, const DecisionLine *b) {
	return !strcmp(a->file, b->file) && !strcmp(a->function, b->function) && !strcmp(a->pass, b->pass);
}

/* Its number among the decisions of one pass about one function: loops keep their order when lines shift. */
static uint32_t ordinal(const Rows *rows, uint32_t i) {
	uint32_t n = 0;
	while (i > n && same_place(&rows->decisions.at[i - n - 1], &rows->decisions.at[i]))
		n++;
	return n;
}

static void decision_key(const Rows *rows, uint32_t i, const char *file, Key *k) {
	const DecisionLine *d = &rows->decisions.at[i];
	char number[16];
	snprintf(number, sizeof number, "%u", (unsigned)ordinal(rows, i));
	digest_parts((const char *const[]){file, d->function, d->pass, number}, 4, k->hex);
	k->row = i;
}

static void compare_decisions(const Rows *old, const Rows *now, const Names *names, Comparison *c) {
	Keys keys = {0};
	Key k;
	for (uint32_t i = 0; i < old->decisions.n; i++) {
		decision_key(old, i, old->decisions.at[i].file, &k);
		vec_push(&keys, k);
	}
	if (keys.n)
		qsort(keys.at, keys.n, sizeof *keys.at, by_key);
	for (uint32_t i = 0; i < now->decisions.n; i++) {
		const DecisionLine *d = &now->decisions.at[i];
		const char *file = partner_of(names, d->file);
		if (!file)
			continue;
		decision_key(now, i, file, &k);
		k.row = 0;
		uint32_t low = 0, high = keys.n;
		while (low < high) {
			uint32_t middle = low + (high - low) / 2;
			if (by_key(&keys.at[middle], &k) < 0)
				low = middle + 1;
			else
				high = middle;
		}
		if (low == keys.n || strcmp(keys.at[low].hex, k.hex))
			continue;
		const DecisionLine *before = &old->decisions.at[keys.at[low].row];
		int64_t more = gain(d) - gain(before);
		if (more || strcmp(d->outcome, before->outcome))
			add(c, (Change){.kind = more < 0 ? CHANGE_LOST : more > 0 ? CHANGE_GAINED : CHANGE_DECIDED, .old_decision = before, .now_decision = d});
	}
	vec_free(&keys);
}

void compare_rows(const Rows *old, const Rows *now, Comparison *out) {
	*out = (Comparison){0};
	Names before = names_of(old), names = names_of(now);
	match_names(&names, &before);
	compare_results(old, now, &names, out);
	compare_decisions(old, now, &names, out);
	vec_free(&before);
	vec_free(&names);
}

bool compare_policy(const char *list, uint32_t *kinds) {
	*kinds = 0;
	if (!strcmp(list, "none"))
		return true;
	for (const char *s = list;; s++) {
		size_t n = strcspn(s, ",");
		int k = 0;
		while (k < CHANGE_COUNT && (strlen(change_names[k]) != n || memcmp(change_names[k], s, n)))
			k++;
		if (k == CHANGE_COUNT)
			return false;
		*kinds |= 1u << k;
		s += n;
		if (!*s)
			return true;
	}
}
