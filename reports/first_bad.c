#include "reports/first_bad.h"

#include "reports/compare.h"

static Since *since_of(Sinces *all, const Row *finding) {
	for (uint32_t i = 0; i < all->n; i++)
		if (all->at[i].finding == finding)
			return &all->at[i];
	return NULL;
}

enum { TELLING_PARTS = 4 }; /* at the end of a name: kernel, target, folder, snapshot */

/* Start of the part of a name that ends at end. */
static const char *part(const char *name, const char *end) {
	while (end > name && end[-1] != '/')
		end--;
	return end;
}

/* The same file, although the corpus may lie elsewhere and the number of a snapshot may have shifted. compare_rows is content
 * with less, because its two runs are known to be over the same corpus. */
static bool same_file(const char *a, const char *b) {
	const char *x = a + strlen(a), *y = b + strlen(b);
	for (unsigned parts = 0; parts < TELLING_PARTS; parts++) {
		const char *p = part(a, x), *q = part(b, y), *s = p, *t = q;
		if (!parts) {
			s += strspn(s, "0123456789");
			t += strspn(t, "0123456789");
		}
		if (x - s != y - t || memcmp(s, t, (size_t)(x - s)))
			return false;
		if (p == a || q == b)
			return true;
		x = p - 1;
		y = q - 1;
	}
	return true;
}

static bool looked_at(const Rows *rows, const Row *finding) {
	for (uint32_t i = 0; i < rows->at.n; i++)
		if (!strcmp(rows->at.at[i].step, finding->step) && same_file(rows->at.at[i].file, finding->file))
			return true;
	return false;
}

bool first_bad(Store *s, const int64_t *runs, uint32_t n, const Rows *newest, Sinces *out, Diag *d) {
	for (uint32_t i = 0; i < newest->at.n; i++)
		if (row_is_finding(&newest->at.at[i])) {
			Since x = {.finding = &newest->at.at[i], .bad = newest->run};
			vec_push(out, x);
		}
	uint32_t open = out->n;
	bool ok = true;
	for (uint32_t i = 0; ok && open && i < n; i++) {
		Rows old;
		Comparison c;
		ok = rows_load(s, runs[i], ROWS_ALL, &old, d);
		if (ok) {
			compare_rows(&old, newest, &c);
			for (uint32_t k = 0; k < c.changes.n; k++) {
				const Change *x = &c.changes.at[k];
				Since *f = x->now ? since_of(out, x->now) : NULL;
				if (!f || f->good || (x->old && !same_file(x->old->file, f->finding->file)))
					continue;
				if (x->kind == CHANGE_PREEXISTING) {
					f->bad = runs[i];
				} else if (x->kind == CHANGE_INTRODUCED && (x->old || looked_at(&old, f->finding))) {
					f->good = runs[i];
					open--;
				}
			}
			vec_free(&c.changes);
		}
		rows_free(&old);
	}
	return ok;
}
