/* Global memory: per tensor the writes that are still visible, found by place.
 *
 * A write's term holds its region, its value and the visible writes it overlaps but does not cover, so that writes to
 * disjoint places commute and overlapping ones do not. Writes lie in classes of equal symbolic offsets; inside a class a
 * grid of cells finds the ones near a region, so that a loop over tiles costs the same for each tile.
 */
#include "model/interp_state.h"

#include <stdlib.h>

typedef struct Write {
	Term term;   /* value semantics: see above */
	Term chain;  /* its place in the order of overlapping writes, covered ones included */
	uint32_t height; /* the same without the values: 1 + most of those it overlaps */
	bool dead;   /* covered by a later write, or summed up in the root's base */
	const Region *region;
} Write;

typedef struct Entry { uint32_t write, next; } Entry; /* next: 1 + index in the class's entries; 0: last */

typedef struct Class {
	const Region *like;  /* view, rank and symbolic parts of all its regions */
	int64_t cell[MOST_DIMS];
	VEC(Entry) entries;
	uint32_t *bucket, room, used;
	VEC(uint32_t) large; /* writes over too many cells */
	VEC(uint32_t) all;
} Class;

typedef struct WriteIndex {
	VEC(Write) writes;
	VEC(Class) classes;
	VEC(uint32_t) found; /* by the last look-up, ascending */
	uint32_t *stamp, stamps, generation;
} WriteIndex;

/* ---- regions ---- */

Term region_term(const Region *r) { return r->term; }

static int64_t constant_or(const Terms *t, Term x, int64_t otherwise) {
	int64_t v;
	return x && term_is_int(t, x, &v) ? v : otherwise;
}

Region *new_region(Interp *in, Value tensor, const Term *offset, const Term *extent, const Term *certain, uint32_t rank) {
	Terms *t = in->t;
	Arena *a = in->h->arena;
	Region *r = ARENA_NEW(a, Region);
	Term parts[2 * MOST_DIMS + 1], *sym = ARENA_ARRAY(a, Term, rank + 1);
	int64_t *numbers = ARENA_ARRAY(a, int64_t, 3 * rank + 1);
	r->view = in->views.at[tensor.object].shape_of;
	r->rank = rank;
	r->sym = sym;
	r->at = numbers;
	r->extent = numbers + rank;
	r->certain = numbers + 2 * rank;
	uint32_t n = 0;
	if (r->view)
		parts[n++] = r->view;
	for (uint32_t i = 0; i < rank; i++) {
		const TermNode *o = term_at(t, offset[i]);
		if (o->kind == TERM_INT || o->kind == TERM_SUM)
			numbers[i] = o->value;
		sym[i] = o->kind == TERM_INT ? 0 : o->kind == TERM_SUM && o->value ? term_sub(t, offset[i], term_int(t, o->value)) : offset[i];
		numbers[rank + i] = constant_or(t, extent[i], -1);
		numbers[2 * rank + i] = constant_or(t, certain[i], 0);
		parts[n++] = offset[i];
	}
	for (uint32_t i = 0; i < rank; i++)
		parts[n++] = extent[i];
	r->term = rank ? term_apply(t, "at", parts, n) : term_apply(t, "all", parts, n);
	return r;
}

static bool same_class(const Region *a, const Region *b) {
	if (a->view != b->view || a->rank != b->rank)
		return false;
	for (uint32_t i = 0; i < a->rank; i++)
		if (a->sym[i] != b->sym[i])
			return false;
	return true;
}

/* end of [at, at + extent) against a start, without overflow */
static bool ends_before(int64_t at, int64_t extent, int64_t start) {
	int64_t end;
	return extent >= 0 && !__builtin_add_overflow(at, extent, &end) && end <= start;
}

Overlap region_overlap(const Region *a, const Region *b) {
	if (!a->rank || !b->rank)
		return OVERLAP_YES;
	if (a->view != b->view || a->rank != b->rank)
		return OVERLAP_MAYBE;
	bool sure = true;
	for (uint32_t i = 0; i < a->rank; i++) {
		if (a->sym[i] != b->sym[i]) {
			sure = false;
			continue;
		}
		if (ends_before(a->at[i], a->extent[i], b->at[i]) || ends_before(b->at[i], b->extent[i], a->at[i]))
			return OVERLAP_NO;
		sure &= a->extent[i] >= 0 && b->extent[i] >= 0;
	}
	return sure ? OVERLAP_YES : OVERLAP_MAYBE;
}

static bool covers(const Region *writer, const Region *r) {
	if (writer->view != r->view)
		return false;
	if (!writer->rank)
		return false; /* what is written of a whole tensor is not known to be all of it */
	if (!same_class(writer, r))
		return false;
	for (uint32_t i = 0; i < r->rank; i++) {
		int64_t end, wend;
		if (r->extent[i] < 0 || __builtin_add_overflow(r->at[i], r->extent[i], &end) ||
		    __builtin_add_overflow(writer->at[i], writer->certain[i], &wend))
			return false;
		if (writer->at[i] > r->at[i] || wend < end)
			return false;
	}
	return true;
}

/* ---- the grid ---- */

enum { MOST_CELLS = 16 };

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && a < 0); }

/* Calls visit for each cell of r; false: too many cells, or an extent that is not known. */
typedef struct Cells { int64_t from[MOST_DIMS], to[MOST_DIMS], now[MOST_DIMS]; uint32_t rank; } Cells;

static bool first_cell(const Class *c, const Region *r, Cells *cells) {
	int64_t count = 1;
	cells->rank = r->rank;
	for (uint32_t i = 0; i < r->rank; i++) {
		int64_t last;
		if (r->extent[i] < 0 || __builtin_add_overflow(r->at[i], r->extent[i] ? r->extent[i] - 1 : 0, &last))
			return false;
		cells->from[i] = cells->now[i] = floor_div(r->at[i], c->cell[i]);
		cells->to[i] = floor_div(last, c->cell[i]);
		int64_t width = cells->to[i] - cells->from[i] + 1;
		if (width > MOST_CELLS || (count *= width) > MOST_CELLS)
			return false;
	}
	return r->rank != 0;
}

static bool next_cell(Cells *c) {
	for (uint32_t i = c->rank; i-- > 0;) {
		if (c->now[i] < c->to[i]) {
			c->now[i]++;
			return true;
		}
		c->now[i] = c->from[i];
	}
	return false;
}

static uint32_t cell_hash(const Cells *c) {
	uint64_t h = 1;
	for (uint32_t i = 0; i < c->rank; i++) {
		h ^= (uint64_t)c->now[i];
		h *= 0x9e3779b97f4a7c15u;
		h ^= h >> 31;
	}
	return (uint32_t)h;
}

static void grow_buckets(Class *c, const WriteIndex *x);

static void insert(Class *c, const WriteIndex *x, uint32_t write) {
	Cells cells;
	if (!first_cell(c, x->writes.at[write].region, &cells)) {
		vec_push(&c->large, write);
		return;
	}
	if (c->used * 2 >= c->room)
		grow_buckets(c, x);
	do {
		uint32_t k = cell_hash(&cells) & (c->room - 1);
		Entry e = {write, c->bucket[k]};
		vec_push(&c->entries, e);
		c->bucket[k] = c->entries.n;
		c->used++;
	} while (next_cell(&cells));
}

/* Rehashes the live writes only, so that a cell written over and over stays short. */
static void grow_buckets(Class *c, const WriteIndex *x) {
	uint32_t live = 0;
	for (uint32_t i = 0; i < c->all.n; i++)
		if (!x->writes.at[c->all.at[i]].dead)
			c->all.at[live++] = c->all.at[i];
	c->all.n = live;
	uint32_t room = 64;
	while (room < live * 8)
		room *= 2;
	free(c->bucket);
	c->bucket = mem_alloc(room * sizeof *c->bucket);
	memset(c->bucket, 0, room * sizeof *c->bucket);
	c->room = room;
	c->used = 0;
	c->entries.n = c->large.n = 0;
	for (uint32_t i = 0; i < live; i++) {
		Cells cells;
		if (!first_cell(c, x->writes.at[c->all.at[i]].region, &cells)) {
			vec_push(&c->large, c->all.at[i]);
			continue;
		}
		do {
			uint32_t k = cell_hash(&cells) & (room - 1);
			Entry e = {c->all.at[i], c->bucket[k]};
			vec_push(&c->entries, e);
			c->bucket[k] = c->entries.n;
			c->used++;
		} while (next_cell(&cells));
	}
}

static int by_number(const void *a, const void *b) {
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

static void consider(Interp *in, WriteIndex *x, uint32_t write, const Region *r) {
	if (x->writes.at[write].dead || x->stamp[write] == x->generation)
		return;
	x->stamp[write] = x->generation;
	Overlap o = region_overlap(x->writes.at[write].region, r);
	if (o == OVERLAP_NO)
		return;
	in->h->imprecise |= o == OVERLAP_MAYBE;
	vec_push(&x->found, write);
}

/* Fills x->found with the live writes that may overlap r, oldest first. */
static void look_up(Interp *in, WriteIndex *x, const Region *r) {
	x->found.n = 0;
	if (x->stamps < x->writes.n) {
		uint32_t more = x->writes.n * 2 + 16;
		x->stamp = mem_resize(x->stamp, more * sizeof *x->stamp);
		memset(x->stamp + x->stamps, 0, (more - x->stamps) * sizeof *x->stamp);
		x->stamps = more;
	}
	x->generation++;
	for (uint32_t k = 0; k < x->classes.n; k++) {
		Class *c = &x->classes.at[k];
		Cells cells;
		if (same_class(c->like, r) && first_cell(c, r, &cells) && c->room) {
			do {
				uint32_t *link = &c->bucket[cell_hash(&cells) & (c->room - 1)];
				while (*link) {
					Entry *e = &c->entries.at[*link - 1];
					if (x->writes.at[e->write].dead) {
						*link = e->next;
						c->used--;
						continue;
					}
					consider(in, x, e->write, r);
					link = &e->next;
				}
			} while (next_cell(&cells));
			for (uint32_t i = 0; i < c->large.n; i++)
				consider(in, x, c->large.at[i], r);
			count_events(in, c->large.n / 8);
		} else {
			for (uint32_t i = 0; i < c->all.n; i++)
				consider(in, x, c->all.at[i], r);
			count_events(in, c->all.n / 8);
		}
	}
	if (x->found.n > 1)
		qsort(x->found.at, x->found.n, sizeof *x->found.at, by_number);
}

static Class *class_of(WriteIndex *x, const Region *r) {
	for (uint32_t k = 0; k < x->classes.n; k++)
		if (same_class(x->classes.at[k].like, r))
			return &x->classes.at[k];
	Class fresh = {.like = r};
	for (uint32_t i = 0; i < r->rank; i++)
		fresh.cell[i] = r->extent[i] > 0 ? r->extent[i] : 1;
	vec_push(&x->classes, fresh);
	return &x->classes.at[x->classes.n - 1];
}

/* ---- roots and views ---- */

static Value view_of(Interp *in, uint32_t root, Term shape_of) {
	View w = {root, shape_of};
	vec_push(&in->views, w);
	return (Value){.kind = V_TENSOR, .object = in->views.n - 1};
}

Value new_tensor(Interp *in, Term name, uint32_t param) {
	/* The k-th tensor that the same call makes is the same tensor in both programs. */
	if (param == NO_ORDINAL) {
		uint32_t before = 0;
		for (uint32_t i = 0; i < in->h->roots.n; i++)
			before += in->h->roots.at[i].param == NO_ORDINAL && term_at(in->t, in->h->roots.at[i].name)->arg[0] == name;
		count_events(in, in->h->roots.n / 8);
		name = term_apply(in->t, "new", (Term[]){name, term_int(in->t, before)}, 2);
	}
	Root root = {.name = name, .param = param, .index = ARENA_NEW(in->h->arena, WriteIndex)};
	vec_push(&in->h->roots, root);
	return view_of(in, in->h->roots.n - 1, 0);
}

Value tensor_view(Interp *in, Value source, Term view) { return view_of(in, in->views.at[source.object].root, view); }

static Term set_term(Interp *in, const char *name, const Term *first, uint32_t n_first, TermVec *set) {
	term_sort(set->at, set->n);
	TermVec all = {0};
	for (uint32_t i = 0; i < n_first; i++)
		if (first[i])
			vec_push(&all, first[i]);
	for (uint32_t i = 0; i < set->n; i++)
		vec_push(&all, set->at[i]);
	Term x = term_apply(in->t, name, all.at, all.n);
	vec_free(&all);
	return x;
}

static Term height_term(Interp *in, const Write *w) {
	return term_apply(in->t, "write", (Term[]){w->region->term, term_int(in->t, w->height)}, 2);
}

Term read_region(Interp *in, Value tensor, Region *r) {
	Root *root = &in->h->roots.at[in->views.at[tensor.object].root];
	WriteIndex *x = root->index;
	Term place[3] = {root->name, r->term, 0};
	Term plain = term_apply(in->t, "content", place, 2), full = plain, key = plain;
	look_up(in, x, r);
	/* Nothing older than the latest write that covers the region can be seen. */
	uint32_t from = x->found.n;
	bool covered = false;
	while (from > 0 && !covered)
		covered = covers(x->writes.at[x->found.at[--from]].region, r);
	if (!covered && root->base)
		place[2] = root->base;
	if (x->found.n || place[2]) {
		TermVec seen = {0}, heights = {0};
		for (uint32_t i = from; i < x->found.n; i++) {
			const Write *w = &x->writes.at[x->found.at[i]];
			vec_push(&seen, w->term);
			Term h = height_term(in, w);
			vec_push(&heights, h);
		}
		full = set_term(in, "content", place, 3, &seen);
		key = set_term(in, "content", place, 2, &heights);
		vec_free(&seen);
		vec_free(&heights);
	}
	Access access = {.plain = plain, .full = full, .key = key, .region = r, .when = in->when++, .at = site(in, in->at)};
	root = &in->h->roots.at[in->views.at[tensor.object].root];
	vec_push(&root->accesses, access);
	return full;
}

void write_region(Interp *in, Value tensor, Region *r, Term value) {
	Root *root = &in->h->roots.at[in->views.at[tensor.object].root];
	WriteIndex *x = root->index;
	Term plain = term_apply(in->t, "store", (Term[]){root->name, r->term, value}, 3);
	Write w = {.term = plain, .chain = plain, .region = r, .height = 1};
	look_up(in, x, r);
	if (x->found.n) {
		TermVec kept = {0}, chain = {0};
		for (uint32_t i = 0; i < x->found.n; i++) {
			Write *old = &x->writes.at[x->found.at[i]];
			if (old->height >= w.height)
				w.height = old->height + 1;
			vec_push(&chain, old->chain);
			if (covers(r, old->region))
				old->dead = true;
			else
				vec_push(&kept, old->term);
		}
		if (kept.n)
			w.term = set_term(in, "over", &plain, 1, &kept);
		w.chain = set_term(in, "after", &plain, 1, &chain);
		vec_free(&kept);
		vec_free(&chain);
	}
	Access access = {.is_write = true, .plain = plain, .full = w.chain, .region = r, .when = in->when++, .at = site(in, in->at)};
	access.value = w.term;
	access.key = height_term(in, &w);
	vec_push(&root->accesses, access);
	vec_push(&x->writes, w);
	Class *c = class_of(x, r);
	uint32_t index = x->writes.n - 1;
	insert(c, x, index);
	vec_push(&c->all, index);
}

static void gather_content(const WriteIndex *x, TermVec *out) {
	for (uint32_t i = 0; i < x->writes.n; i++)
		if (!x->writes.at[i].dead)
			vec_push(out, x->writes.at[i].term);
	term_sort(out->at, out->n);
}

static void empty_index(WriteIndex *x) {
	for (uint32_t k = 0; k < x->classes.n; k++) {
		vec_free(&x->classes.at[k].entries);
		vec_free(&x->classes.at[k].large);
		vec_free(&x->classes.at[k].all);
		free(x->classes.at[k].bucket);
	}
	vec_free(&x->classes);
	vec_free(&x->writes);
}

Term root_content(Interp *in, uint32_t root) {
	Root *r = &in->h->roots.at[root];
	if (!r->index->writes.n)
		return r->base ? r->base : r->name;
	TermVec now = {0};
	gather_content(r->index, &now);
	count_events(in, now.n);
	/* Summed up, so that each write is gathered once however often the whole content is asked for. */
	r->base = set_term(in, "content", (Term[]){r->name, r->base}, 2, &now);
	vec_free(&now);
	empty_index(r->index);
	return r->base;
}

Term touch_root(Interp *in, uint32_t root, Term by) {
	Term before = root_content(in, root);
	Root *r = &in->h->roots.at[root];
	r->base = term_apply(in->t, "changed", (Term[]){r->name, by}, 2);
	return before;
}

void close_roots(Interp *in) {
	for (uint32_t i = 0; i < in->h->roots.n; i++) {
		Root *r = &in->h->roots.at[i];
		TermVec now = {0};
		gather_content(r->index, &now);
		r->content.at = now.at;
		r->content.n = now.n;
		r->content.room = now.room;
		empty_index(r->index);
		vec_free(&r->index->found);
		free(r->index->stamp);
		r->index = NULL;
	}
}
