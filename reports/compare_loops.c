#include "reports/compare_loops.h"

#include <jansson.h>
#include <stdlib.h>

/* ---- the ways of loops through the passes of one run ---- */

typedef struct Way { /* one decision, and the loop it is about */
	const DecisionLine *d;
	const char *file;   /* of the other side's counterpart, for the new side; else its own */
	size_t folder;      /* length of the part of the name that the texts of one compilation share */
	int pass;           /* in the order of the passes */
	int64_t number;
	int64_t *becomes;   /* numbers, ended by 0 */
	uint32_t root;      /* the way it begins with */
} Way;

typedef struct Ways {
	Arena *arena;
	VEC(Way) at; /* by folder, function, pass, number */
} Ways;

static int pass_order(const char *pass) {
	static const char *const names[] = {
#define PASS(id, name, compiler_name) name,
#include "analyzer/passes.def"
	};
	int k = 0;
	while (k < (int)(sizeof names / sizeof *names) && strcmp(names[k], pass))
		k++;
	return k;
}

/* Snapshots of one folder belong together, and a dump with what passes made of it: "a.py", "a.py (after skew)". */
static size_t shared_part(const char *file) {
	size_t n = strlen(file);
	const char *role = n && file[n - 1] == ')' ? strrchr(file, '(') : NULL;
	if (role && role > file + 1 && !strncmp(role - 1, " (after ", 8))
		return (size_t)(role - 1 - file);
	const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
	size_t digits = strspn(name, "0123456789");
	return digits && !strncmp(name + digits, "_after_", 7) ? (size_t)(name - file) : n;
}

static int compare_places(const Way *x, const Way *y) {
	size_t n = x->folder < y->folder ? x->folder : y->folder;
	int order = memcmp(x->d->file, y->d->file, n);
	if (order || x->folder != y->folder)
		return order ? order : (x->folder > y->folder) - (x->folder < y->folder);
	return strcmp(x->d->function, y->d->function);
}

static int by_place(const void *a, const void *b) {
	const Way *x = a, *y = b;
	int order = compare_places(x, y);
	if (order || x->pass != y->pass)
		return order ? order : x->pass - y->pass;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x->d->line != y->d->line ? x->d->line < y->d->line ? -1 : 1 : (x->d > y->d) - (x->d < y->d);
}

static int64_t *numbers(Arena *a, const char *text) {
	json_t *j = text && *text ? json_loads(text, 0, NULL) : NULL;
	size_t n = json_array_size(j);
	int64_t *out = ARENA_ARRAY(a, int64_t, n + 1);
	for (size_t i = 0; i < n; i++)
		out[i] = (int64_t)json_integer_value(json_array_get(j, i));
	json_decref(j);
	return out;
}

static bool has(const int64_t *list, int64_t number) {
	while (*list && *list != number)
		list++;
	return *list != 0;
}

/* Of the ways from..to about one function: each begins where a loop of the pass before has become it. */
static void find_roots(Ways *w, uint32_t from, uint32_t to) {
	for (uint32_t i = from; i < to; i++) {
		Way *x = &w->at.at[i];
		x->root = i;
		uint32_t k = i;
		while (k > from && w->at.at[k - 1].pass == x->pass)
			k--;
		for (int before = k > from ? w->at.at[k - 1].pass : -1; k > from && w->at.at[k - 1].pass == before; k--)
			if (has(w->at.at[k - 1].becomes, x->number))
				x->root = w->at.at[k - 1].root;
	}
}

static Ways ways_of(const Rows *rows, const SameFiles *partners) {
	Ways w = {.arena = arena_new()};
	for (uint32_t i = 0; i < rows->decisions.n; i++) {
		const DecisionLine *d = &rows->decisions.at[i];
		const char *file = partners ? same_files_partner(partners, d->file) : d->file;
		Way x = {.d = d, .file = file, .folder = shared_part(d->file), .pass = pass_order(d->pass), .number = d->number, .becomes = numbers(w.arena, d->becomes)};
		vec_push(&w.at, x);
	}
	if (w.at.n)
		qsort(w.at.at, w.at.n, sizeof *w.at.at, by_place);
	for (uint32_t i = 0, n = 0; i < w.at.n; i++) { /* a recording without numbers: the order of the text */
		bool same = i && !compare_places(&w.at.at[i - 1], &w.at.at[i]) && w.at.at[i - 1].pass == w.at.at[i].pass;
		n = same ? n + 1 : 1;
		if (!w.at.at[i].number)
			w.at.at[i].number = n;
	}
	for (uint32_t from = 0, to; from < w.at.n; from = to) {
		for (to = from + 1; to < w.at.n && !compare_places(&w.at.at[from], &w.at.at[to]); to++)
			;
		find_roots(&w, from, to);
	}
	return w;
}

static void free_ways(Ways *w) {
	vec_free(&w->at);
	arena_free(w->arena);
}

/* ---- loops of both sides ---- */

typedef struct Loop { /* all decisions about one loop: ways of one root, by pass */
	const Ways *ways;
	uint32_t root;
	VEC(uint32_t) at;
} Loop;
typedef VEC(Loop) Loops;

static Loops loops_of(const Ways *w) {
	Loops all = {0};
	uint32_t *place = mem_alloc((w->at.n + 1) * sizeof *place);
	for (uint32_t i = 0; i < w->at.n; i++) {
		if (w->at.at[i].root == i) {
			place[i] = all.n;
			vec_push(&all, ((Loop){.ways = w, .root = i}));
		}
		if (w->at.at[i].file)
			vec_push(&all.at[place[w->at.at[i].root]].at, i);
	}
	mem_free_(place);
	return all;
}

static void free_loops(Loops *all) {
	for (uint32_t i = 0; i < all->n; i++)
		vec_free(&all->at[i].at);
	vec_free(all);
}

static int by_identity(const void *a, const void *b) {
	const Loop *x = a, *y = b;
	const Way *v = &x->ways->at.at[x->root], *w = &y->ways->at.at[y->root];
	if (!v->file || !w->file)
		return (v->file != NULL) - (w->file != NULL);
	int order = strcmp(v->file, w->file);
	if (!order)
		order = strcmp(v->d->function, w->d->function);
	if (order || v->pass != w->pass)
		return order ? order : v->pass - w->pass;
	return v->number != w->number ? v->number < w->number ? -1 : 1 : 0;
}

/* How much pipelining a decision gives: the depth of a skew, the slots or copies of the others; 0: none, or none yet. */
static int64_t gain(const DecisionLine *d) {
	if (!strcmp(d->outcome, "skewed"))
		return d->depth;
	return !strcmp(d->outcome, "slotted") || !strcmp(d->outcome, "replicated") ? d->slots : 0;
}

static bool same_decision(const DecisionLine *a, const DecisionLine *b) { return !strcmp(a->outcome, b->outcome) && gain(a) == gain(b); }

/* Another pass decides about what has become of the loop. */
static bool goes_on(const Loop *l, uint32_t i) {
	const Way *x = &l->ways->at.at[l->at.at[i]];
	for (uint32_t k = i + 1; k < l->at.n; k++) {
		const Way *y = &l->ways->at.at[l->at.at[k]];
		if (y->pass > x->pass && has(x->becomes, y->number))
			return true;
	}
	return false;
}

/* The decision that says what the loop has in the end; where it stands in several copies, the one with the least. */
static const DecisionLine *end_of(const Loop *l) {
	const DecisionLine *least = NULL;
	for (uint32_t i = 0; i < l->at.n; i++) {
		const DecisionLine *d = l->ways->at.at[l->at.at[i]].d;
		bool settled = gain(d) || !goes_on(l, i);
		if (settled && (!least || gain(d) < gain(least)))
			least = d;
	}
	return least;
}

/* A decision of one pass about the loop that the other side does not have among its own about it; NULL: none. */
static const DecisionLine *odd_one(const Loop *l, const Loop *other, int pass) {
	for (uint32_t i = 0; i < l->at.n; i++) {
		const Way *x = &l->ways->at.at[l->at.at[i]];
		bool found = x->pass != pass;
		for (uint32_t k = 0; k < other->at.n && !found; k++) {
			const Way *y = &other->ways->at.at[other->at.at[k]];
			found = y->pass == pass && same_decision(x->d, y->d);
		}
		if (!found)
			return x->d;
	}
	return NULL;
}

static const DecisionLine *any_of(const Loop *l, int pass) {
	for (uint32_t i = 0; i < l->at.n; i++)
		if (l->ways->at.at[l->at.at[i]].pass == pass)
			return l->ways->at.at[l->at.at[i]].d;
	return NULL;
}

static void compare_loop(const Loop *old, const Loop *now, Comparison *c) {
	const DecisionLine *was = end_of(old), *is = end_of(now);
	for (int pass = 0; pass <= pass_order("") && was && is; pass++) {
		const DecisionLine *before = any_of(old, pass), *after = any_of(now, pass);
		if (!before || !after) {
			if (before || after)
				return; /* one side did not look at it so far */
			continue;
		}
		const DecisionLine *gone = odd_one(old, now, pass), *come = odd_one(now, old, pass);
		if (!gone && !come)
			continue;
		/* What is not recognised may be anything: a loss as long as nobody knows better, and no gain when it is no more. */
		int64_t more = strcmp(was->outcome, "unrecognised") ? gain(is) - gain(was) : 0;
		compare_add(c, (Change){.kind = more < 0 ? CHANGE_LOST : more > 0 ? CHANGE_GAINED : CHANGE_DECIDED, .old_decision = gone ? gone : before,
			.now_decision = come ? come : after, .old_end = was, .now_end = is});
		return;
	}
}

void compare_loops(const Rows *old, const Rows *now, const SameFiles *files, Comparison *c) {
	Ways before = ways_of(old, NULL), after = ways_of(now, files);
	Loops known = loops_of(&before), loops = loops_of(&after);
	if (known.n)
		qsort(known.at, known.n, sizeof *known.at, by_identity);
	for (uint32_t i = 0; i < loops.n && known.n; i++) {
		const Loop *found = after.at.at[loops.at[i].root].file ? bsearch(&loops.at[i], known.at, known.n, sizeof *known.at, by_identity) : NULL;
		if (found)
			compare_loop(found, &loops.at[i], c);
	}
	free_loops(&known);
	free_loops(&loops);
	free_ways(&before);
	free_ways(&after);
}
