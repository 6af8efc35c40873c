#include "reports/same_files.h"

#include <stdlib.h>


static int by_path(const void *a, const void *b) { return strcmp(((const SameFile *)a)->path, ((const SameFile *)b)->path); }

static void sort_names(SameFiles *names) {
	uint32_t kept = 0;
	if (names->n)
		qsort(names->at, names->n, sizeof *names->at, by_path);
	for (uint32_t i = 0; i < names->n; i++)
		if (!kept || strcmp(names->at[kept - 1].path, names->at[i].path))
			names->at[kept++] = names->at[i];
	names->n = kept;
}

static SameFiles names_of(const Rows *rows) {
	SameFiles names = {0};
	const char *last = NULL;
	for (uint32_t i = 0; i < rows->at.n; i++)
		if (rows->at.at[i].file != last) { /* neighbours share the text */
			last = rows->at.at[i].file;
			vec_push(&names, (SameFile){.path = last});
		}
	for (uint32_t i = 0; i < rows->decisions.n; i++)
		vec_push(&names, (SameFile){.path = rows->decisions.at[i].file});
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
static void match_names(SameFiles *now, const SameFiles *old) {
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

const char *same_files_partner(const SameFiles *now, const char *path) {
	SameFile wanted = {.path = path};
	const SameFile *found = now->n ? bsearch(&wanted, now->at, now->n, sizeof *now->at, by_path) : NULL;
	return found ? found->partner : NULL;
}

SameFiles same_files(const Rows *old, const Rows *now) {
	SameFiles before = names_of(old), files = names_of(now);
	match_names(&files, &before);
	vec_free(&before);
	return files;
}
