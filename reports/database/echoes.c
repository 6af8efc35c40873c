#include "reports/database/rows.h"
#include "reports/job.h"

#include <stdlib.h>

typedef struct Place { /* where a fault may be told several times */
	const char *dumps;
	size_t dumps_length;
	const char *function;
	Obligation obligation;
	uint32_t row;
} Place;
typedef VEC(Place) Places;

/* What one compilation dumped: a folder of snapshots, or the input of which passes made texts that no file has. */
static Place place_of(const Rows *r, uint32_t row) {
	const Row *x = &r->at.at[row];
	Place p = {.function = x->function, .obligation = x->obligation, .row = row};
	const char *input = job_input(x->file, r->arena), *slash = strrchr(x->file, '/');
	p.dumps = input ? input : x->file;
	p.dumps_length = input || job_input(x->after_file, r->arena) ? strlen(p.dumps) : slash ? (size_t)(slash - x->file) : 0;
	return p;
}

static int by_place(const void *a, const void *b) {
	const Place *x = a, *y = b;
	size_t n = x->dumps_length < y->dumps_length ? x->dumps_length : y->dumps_length;
	int order = n ? memcmp(x->dumps, y->dumps, n) : 0;
	if (!order)
		order = (x->dumps_length > y->dumps_length) - (x->dumps_length < y->dumps_length);
	if (!order)
		order = strcmp(x->function, y->function);
	if (!order)
		order = (x->obligation > y->obligation) - (x->obligation < y->obligation);
	return order;
}

static int by_place_and_row(const void *a, const void *b) {
	const Place *x = a, *y = b;
	int order = by_place(a, b);
	return order ? order : (x->row > y->row) - (x->row < y->row);
}

static bool same_pair(const Row *a, const Row *b) { return !strcmp(a->file, b->file) && !strcmp(a->after_file, b->after_file) && !strcmp(a->step, b->step); }

/* A pass is to blame for it. */
static bool is_brought(const Row *r) { return !r->inherited && strcmp(r->step, JOB_WHOLE) != 0; }

void rows_mark_echoes(Rows *r) {
	Places all = {0};
	for (uint32_t i = 0; i < r->at.n; i++)
		if (row_is_finding(&r->at.at[i]))
			vec_push(&all, place_of(r, i));
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, by_place_and_row);
	for (uint32_t i = 0, n; i < all.n; i += n) {
		bool brought = false;
		for (n = 0; i + n < all.n && !by_place(&all.at[i], &all.at[i + n]); n++)
			brought |= is_brought(&r->at.at[all.at[i + n].row]);
		for (uint32_t k = 0; k < n; k++) {
			Row *x = &r->at.at[all.at[i + k].row];
			x->echo = brought ? !is_brought(x) : !same_pair(x, &r->at.at[all.at[i].row]);
			r->echoes += x->echo;
		}
	}
	vec_free(&all);
}
