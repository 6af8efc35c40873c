#include "model/term_store.h"

#include <stdio.h>
#include <stdlib.h>

static int by_handle(const void *a, const void *b) {
	Term x = *(const Term *)a, y = *(const Term *)b;
	return (x > y) - (x < y);
}

void term_sort(Term *at, uint32_t n) {
	if (n > 1)
		qsort(at, n, sizeof *at, by_handle);
}

static void begin_marks(Terms *t) {
	if (t->mark_room < t->nodes.n) {
		uint32_t room = t->nodes.n + t->nodes.n / 2 + 64;
		t->mark = mem_resize(t->mark, room * sizeof *t->mark);
		memset(t->mark + t->mark_room, 0, (room - t->mark_room) * sizeof *t->mark);
		t->mark_room = room;
	}
	if (++t->generation == 0) {
		memset(t->mark, 0, t->mark_room * sizeof *t->mark);
		t->generation = 1;
	}
}

typedef VEC(Term) TermVec;

/* Every term below x, x included, ascending; not below those in stop, nor below binders. */
static void reachable(Terms *t, Term x, const Term *stop, uint32_t n, const TermRewrite *rules, TermVec *out) {
	begin_marks(t);
	TermVec stack = {0};
	vec_push(&stack, x);
	t->mark[x] = t->generation;
	while (stack.n) {
		Term y = stack.at[--stack.n];
		vec_push(out, y);
		bool ends = false;
		for (uint32_t i = 0; i < n; i++)
			ends |= stop[i] == y;
		if (rules && rules->is_binder && rules->is_binder(rules->context, y))
			ends = true;
		const TermNode *node = term_at(t, y);
		for (uint32_t i = 0; !ends && i < node->n; i++) {
			if (t->mark[node->arg[i]] != t->generation) {
				t->mark[node->arg[i]] = t->generation;
				vec_push(&stack, node->arg[i]);
			}
		}
	}
	term_sort(out->at, out->n);
	vec_free(&stack);
}

static Term lookup(const TermVec *keys, const Term *values, Term x) {
	uint32_t low = 0, high = keys->n;
	while (low < high) {
		uint32_t mid = (low + high) / 2;
		if (keys->at[mid] < x)
			low = mid + 1;
		else
			high = mid;
	}
	return values[low];
}

static Term rebuild(Terms *t, Term x, const TermVec *keys, const Term *values, const TermRewrite *rules) {
	const TermNode *n = term_at(t, x);
	if (rules && rules->is_binder && rules->is_binder(rules->context, x))
		return x;
	Term few[16], *args = n->n > 16 ? mem_alloc(n->n * sizeof *args) : few;
	bool changed = false;
	for (uint32_t i = 0; i < n->n; i++) {
		args[i] = lookup(keys, values, n->arg[i]);
		changed |= args[i] != n->arg[i];
	}
	Term y = x;
	if (changed && n->kind == TERM_SUM) {
		y = term_int(t, n->value);
		for (uint32_t i = 0; i < n->n; i++)
			y = term_add(t, y, term_scale(t, args[i], n->coefficient[i]));
	} else if (changed && n->kind == TERM_PRODUCT) {
		y = args[0];
		for (uint32_t i = 1; i < n->n; i++)
			y = term_mul(t, y, args[i]);
	} else if (changed && n->fn) {
		y = term_fn(t, (TermFn)n->fn, args, n->n);
	} else if (changed) {
		y = rules && rules->build ? rules->build(rules->context, n, args) : 0;
		if (!y)
			y = term_intern(t, &(TermNode){.kind = TERM_APPLY, .name = n->name, .n = n->n, .arg = args});
	}
	if (args != few)
		free(args);
	return y;
}

Term term_substitute(Terms *t, Term x, const Term *from, const Term *to, uint32_t n) {
	return term_rewrite(t, x, from, to, n, NULL);
}

Term term_rewrite(Terms *t, Term x, const Term *from, const Term *to, uint32_t n, const TermRewrite *rules) {
	TermVec keys = {0};
	reachable(t, x, from, n, rules, &keys);
	Term *values = mem_alloc(keys.n * sizeof *values);
	for (uint32_t k = 0; k < keys.n; k++) {
		Term y = 0;
		for (uint32_t i = 0; i < n; i++)
			if (from[i] == keys.at[k])
				y = to[i];
		values[k] = y ? y : rebuild(t, keys.at[k], &keys, values, rules);
	}
	Term result = lookup(&keys, values, x);
	free(values);
	vec_free(&keys);
	return result;
}

void term_visit(const Terms *t, Term x, bool (*enter)(void *context, Term y), void *context) {
	/* The marks are scratch memory, not part of the store's meaning. */
	Terms *scratch = (Terms *)(uintptr_t)t;
	TermVec stack = {0};
	begin_marks(scratch);
	vec_push(&stack, x);
	while (stack.n) {
		Term y = stack.at[--stack.n];
		if (scratch->mark[y] == scratch->generation)
			continue;
		scratch->mark[y] = scratch->generation;
		if (!enter(context, y))
			continue;
		const TermNode *node = term_at(t, y);
		for (uint32_t i = 0; i < node->n; i++)
			if (scratch->mark[node->arg[i]] != scratch->generation)
				vec_push(&stack, node->arg[i]);
	}
	vec_free(&stack);
}

typedef struct Mention {
	Term part;
	bool found;
} Mention;

static bool mention(void *context, Term y) {
	Mention *m = context;
	m->found |= y == m->part;
	/* Arguments have smaller handles. */
	return !m->found && y > m->part;
}

bool term_mentions(const Terms *t, Term x, Term part) {
	Mention m = {.part = part};
	if (part <= x)
		term_visit(t, x, mention, &m);
	return m.found;
}

/* ---- text ---- */

typedef struct Out {
	char *at;
	size_t n, limit;
} Out;

static void put(Out *o, const char *s) {
	size_t k = strlen(s);
	if (o->n + k > o->limit)
		k = o->limit - o->n;
	memcpy(o->at + o->n, s, k);
	o->n += k;
}

static void put_int(Out *o, int64_t v) {
	char digits[24];
	snprintf(digits, sizeof digits, "%lld", (long long)v);
	put(o, digits);
}

enum { MOST_NESTING = 40 };

static void write_term(const Terms *t, Out *o, Term x, int depth) {
	const TermNode *n = term_at(t, x);
	if (o->n >= o->limit)
		return;
	if (depth > MOST_NESTING) {
		put(o, "...");
		return;
	}
	switch (n->kind) {
	case TERM_INT:
		put_int(o, n->value);
		return;
	case TERM_SYMBOL:
		put(o, term_name(t, x));
		return;
	case TERM_SUM:
		for (uint32_t i = 0; i < n->n; i++) {
			int64_t k = n->coefficient[i];
			if (i)
				put(o, k < 0 ? " - " : " + ");
			else if (k < 0)
				put(o, "-");
			if (k != 1 && k != -1) {
				if (k < 0 && k != INT64_MIN)
					k = -k;
				put_int(o, k);
				put(o, "*");
			}
			write_term(t, o, n->arg[i], depth + 1);
		}
		if (n->value) {
			put(o, n->value < 0 ? " - " : " + ");
			put_int(o, n->value < 0 && n->value != INT64_MIN ? -n->value : n->value);
		}
		return;
	default:
		if (n->kind == TERM_APPLY) {
			put(o, term_name(t, x));
			put(o, "(");
		}
		for (uint32_t i = 0; i < n->n; i++) {
			if (i)
				put(o, n->kind == TERM_PRODUCT ? "*" : ", ");
			write_term(t, o, n->arg[i], depth + 1);
		}
		if (n->kind == TERM_APPLY)
			put(o, ")");
	}
}

char *term_text(const Terms *t, Arena *a, Term x, size_t limit) {
	Out o = {.at = arena_alloc(a, limit + 4), .limit = limit};
	if (!x)
		put(&o, "nothing");
	else
		write_term(t, &o, x, 0);
	if (o.n == limit)
		memcpy(o.at + limit, "...", 4);
	return o.at;
}
