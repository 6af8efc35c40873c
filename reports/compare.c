#include "reports/compare.h"

#include "reports/compare_loops.h"
#include "reports/digest.h"

#include <stdlib.h>

const char *const change_names[CHANGE_COUNT] = {
#define CHANGE(id, name, says) name,
#include "reports/changes.def"
};
const char *const change_says[CHANGE_COUNT] = {
#define CHANGE(id, name, says) says,
#include "reports/changes.def"
};

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
	const SameFiles *names;
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
		const char *file = same_files_partner(m->names, r->file);
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

void compare_add(Comparison *c, Change x) {
	vec_push(&c->changes, x);
	c->of[x.kind]++;
}

static bool is_decided(const Row *r) { return r->verdict == VERDICT_PROVED || r->verdict == VERDICT_REFUTED; }

static void judge(Comparison *c, const Row *old, const Row *now) {
	Change x = {.old = old, .now = now};
	bool bad_before = old && row_is_finding(old);
	if (row_is_finding(now)) {
		x.kind = bad_before ? CHANGE_PREEXISTING : now->inherited ? CHANGE_INHERITED : CHANGE_INTRODUCED;
		compare_add(c, x);
	} else if (bad_before) {
		x.kind = CHANGE_FIXED;
		compare_add(c, x);
	} else if (old && old->verdict == VERDICT_PROVED && !is_decided(now)) {
		x.kind = CHANGE_WEAKER;
		compare_add(c, x);
	} else if (old && !is_decided(old) && now->verdict == VERDICT_PROVED) {
		x.kind = CHANGE_STRONGER;
		compare_add(c, x);
	}
	if (old && old->rlimit && now->rlimit >= old->rlimit + (old->rlimit + 1) / 2) {
		x.kind = CHANGE_COSTLIER;
		compare_add(c, x);
	}
}

static void compare_results(const Rows *old, const Rows *now, const SameFiles *names, Comparison *c) {
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
			compare_add(c, (Change){.kind = CHANGE_GONE, .old = &old->at.at[i]});
	mem_free_(m.partner);
	mem_free_(m.taken);
}

void compare_rows(const Rows *old, const Rows *now, Comparison *out) {
	*out = (Comparison){0};
	SameFiles files = same_files(old, now);
	compare_results(old, now, &files, out);
	compare_loops(old, now, &files, out);
	vec_free(&files);
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
