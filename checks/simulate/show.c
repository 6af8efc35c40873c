/* Values as a person reads them: places as slices, messages as pops, types and keyword arguments only where they differ. */
#include "checks/simulate/difference.h"

#include "model/ir.h"
#include "model/text.h"

enum { DEEP = 5, LEAF_DEPTH = 3, LEAF = 140, SHORT_ARGUMENT = 44, OTHER_ARGUMENT = 90, FIRST_LEVELS = 2, LAST_LEVELS = 3, MOST_ROUNDS = 6 };

typedef struct Writer {
	const Terms *t;
	Arena *arena;
	Text *out;
	size_t end;      /* nothing is added once out is that long */
	bool is_precise; /* types and keyword arguments too */
	bool is_cut;     /* something was not added */
} Writer;

static void put(Writer *w, const char *s) {
	if (w->out->n < w->end)
		text_addz(w->out, s);
	else
		w->is_cut |= *s != '\0';
}

static bool named(Writer *w, Term x, const char *name) { return !strcmp(term_name(w->t, x), name); }

static bool is_type(Writer *w, Term x) {
	const TermNode *n = term_at(w->t, x);
	if (n->kind != TERM_SYMBOL && (n->kind != TERM_APPLY || n->fn))
		return false;
	const char *name = term_name(w->t, x);
	size_t word = strcspn(name, " ");
	for (int k = 1; k < DT_COUNT; k++)
		if (strlen(dtype_names[k]) == word && !strncmp(dtype_names[k], name, word))
			return true;
	return false;
}

static void write(Writer *w, Term x, int depth);

/* "tile.load|target_memory=pl.Mem.Vec": the op; precise: and its keyword arguments. */
static void put_op(Writer *w, const char *name) {
	size_t op = strcspn(name, "|");
	if (w->out->n >= w->end) {
		w->is_cut = true;
		return;
	}
	text_add(w->out, name, op);
	if (w->is_precise && name[op]) {
		put(w, "<");
		put(w, name + op + 1);
		put(w, ">");
	}
}

/* at([view,] offsets, extents) */
static void put_region(Writer *w, Term region) {
	const TermNode *n = term_at(w->t, region);
	if (!named(w, region, "at")) {
		put(w, n->n ? "[through a view]" : "");
		return;
	}
	uint32_t view = n->n % 2, rank = n->n / 2;
	put(w, view ? " through a view [" : "[");
	for (uint32_t i = 0; i < rank; i++) {
		int64_t from, extent, to;
		bool constant = term_is_int(w->t, n->arg[view + i], &from), sized = term_is_int(w->t, n->arg[view + rank + i], &extent);
		put(w, i ? ", " : "");
		if (constant && sized && !__builtin_add_overflow(from, extent, &to)) {
			put(w, arena_printf(w->arena, "%lld:%lld", (long long)from, (long long)to));
			continue;
		}
		write(w, n->arg[view + i], 2);
		put(w, " +: ");
		write(w, n->arg[view + rank + i], 2);
	}
	put(w, "]");
}

static void put_place(Writer *w, Term root, Term region) {
	write(w, root, 2);
	if (region)
		put_region(w, region);
}

static void put_stores(Writer *w, uint32_t n) {
	if (n)
		put(w, arena_printf(w->arena, " after %u store%s", n, n == 1 ? "" : "s"));
}

/* "pop:c2v:0" */
static void put_pop(Writer *w, Term x) {
	const char *ring = term_name(w->t, x) + strlen("pop:");
	size_t direction = strcspn(ring, ":");
	put(w, "pop ");
	write(w, term_at(w->t, x)->arg[0], 1);
	put(w, arena_printf(w->arena, " of %.*s id %s", (int)direction, ring, ring[direction] ? ring + direction + 1 : ""));
}

/* Forms of their own; false: none. */
static bool put_special(Writer *w, Term x, int depth) {
	const TermNode *n = term_at(w->t, x);
	if (named(w, x, "content") && n->n >= 2 && (named(w, n->arg[1], "at") || named(w, n->arg[1], "all"))) {
		put_place(w, n->arg[0], n->arg[1]);
		put_stores(w, n->n - 2);
	} else if (!strncmp(term_name(w->t, x), "pop:", 4) && n->n) {
		put_pop(w, x);
		if (w->is_precise && n->n > 1) {
			put(w, " as ");
			write(w, n->arg[1], depth);
		}
	} else if (named(w, x, "store") && n->n == 3) {
		write(w, n->arg[2], depth - 1);
		put(w, " to ");
		put_place(w, n->arg[0], n->arg[1]);
	} else if ((named(w, x, "over") || named(w, x, "after")) && n->n) {
		write(w, n->arg[0], depth);
		put_stores(w, n->n - 1);
	} else if (named(w, x, "written") && n->n == 2) {
		write(w, n->arg[0], depth - 1);
		put(w, " as written in place by ");
		write(w, n->arg[1], depth - 1);
	} else if (named(w, x, "content") && n->n) { /* of the whole tensor */
		write(w, n->arg[0], depth);
		put_stores(w, n->n - 1);
	} else if (named(w, x, "changed") && n->n == 2) {
		write(w, n->arg[0], depth);
		put(w, " as left by ");
		write(w, n->arg[1], depth - 1);
	} else if (named(w, x, "new") && n->n == 2) {
		write(w, n->arg[0], 0);
		put(w, " #");
		write(w, n->arg[1], 0);
	} else if (named(w, x, "at") || named(w, x, "all")) {
		put_region(w, x);
	} else {
		return false;
	}
	return true;
}

static void write(Writer *w, Term x, int depth) {
	const TermNode *n = term_at(w->t, x);
	if (w->out->n >= w->end) {
		w->is_cut = true;
		return;
	}
	const char *bar = n->kind == TERM_SYMBOL ? strchr(term_name(w->t, x), '|') : NULL;
	if (bar) { /* an event without its operands */
		put(w, arena_printf(w->arena, "%.*s(%s)", (int)(bar - term_name(w->t, x)), term_name(w->t, x), bar + 1));
		return;
	}
	if (n->kind != TERM_APPLY || n->fn) {
		put(w, term_text(w->t, w->arena, x, 80));
		return;
	}
	if (put_special(w, x, depth))
		return;
	bool list = named(w, x, "[]");
	if (!list)
		put_op(w, term_name(w->t, x));
	put(w, list ? "[" : "(");
	bool first = true;
	for (uint32_t i = 0; i < n->n; i++) {
		if (is_type(w, n->arg[i]) && !w->is_precise)
			continue;
		put(w, first ? "" : ", ");
		first = false;
		if (depth <= 0) {
			put(w, "...");
			break;
		}
		write(w, n->arg[i], depth - 1);
	}
	put(w, list ? "]" : ")");
}

static const char *finish(Writer *w) {
	if (w->is_cut || w->out->n > w->end) {
		w->out->n = w->out->n > w->end ? (uint32_t)w->end : w->out->n;
		text_addz(w->out, "...");
	}
	const char *text = arena_text(w->arena, w->out->at ? w->out->at : "", w->out->n);
	vec_free(w->out);
	return text;
}

const char *show_term(const Terms *t, Arena *a, Term x, size_t limit) {
	Text out = {0};
	Writer w = {t, a, &out, limit, false, false};
	if (!x)
		return "nothing";
	write(&w, x, limit > LEAF ? DEEP : LEAF_DEPTH);
	return finish(&w);
}

bool show_is_type(const Terms *t, Term x) { return is_type(&(Writer){.t = t}, x); }

const char *show_place(const Terms *t, Arena *a, Term root, Term region) {
	Text out = {0};
	Writer w = {t, a, &out, 120, false, false};
	put_place(&w, root, region);
	return finish(&w);
}

/* ---- a pair ---- */

static void put_part(Writer *w, Term x, int depth, size_t limit, bool is_precise) {
	Text out = {0};
	Writer part = {w->t, w->arena, &out, limit, is_precise, false};
	write(&part, x, depth);
	put(w, finish(&part));
}

/* The node `mine` on the path, whose argument `next` leads on. */
static void put_level(Writer *w, const Difference *d, uint32_t level, bool is_after);

/* The same op twice: its keyword arguments or types must tell the two apart. */
static bool same_op(Writer *w, Term a, Term b) {
	const TermNode *x = term_at(w->t, a), *y = term_at(w->t, b);
	if (x->kind != TERM_APPLY || y->kind != TERM_APPLY || x->fn || y->fn)
		return false;
	const char *p = term_name(w->t, a), *q = term_name(w->t, b);
	size_t n = strcspn(p, "|");
	return n == strcspn(q, "|") && !memcmp(p, q, n) && strncmp(p, "content", n) && strncmp(p, "pop:", 4);
}

static void put_rest(Writer *w, const Difference *d, uint32_t level, bool is_after) {
	if (level == d->path.n) {
		put_part(w, is_after ? d->after : d->before, LEAF_DEPTH, LEAF, same_op(w, d->before, d->after));
		return;
	}
	if (level == FIRST_LEVELS && d->path.n > FIRST_LEVELS + LAST_LEVELS + 1) {
		put(w, "... ");
		put_level(w, d, d->path.n - LAST_LEVELS, is_after);
		put(w, " ...");
		return;
	}
	put_level(w, d, level, is_after);
}

static void put_level(Writer *w, const Difference *d, uint32_t level, bool is_after) {
	Fork here = d->path.at[level];
	const TermNode *mine = term_at(w->t, is_after ? here.after : here.before), *other = term_at(w->t, is_after ? here.before : here.after);
	const char *name = term_name(w->t, here.before);
	if (!strncmp(name, "pop:", 4)) {
		put_pop(w, is_after ? here.after : here.before);
		put(w, " as ");
		put_rest(w, d, level + 1, is_after);
		return;
	}
	put_op(w, name);
	put(w, "(");
	bool first = true, on_path = true;
	for (uint32_t i = 0; i < mine->n; i++) {
		bool same = mine->arg[i] == other->arg[i];
		if (same && is_type(w, mine->arg[i]))
			continue;
		put(w, first ? "" : ", ");
		first = false;
		if (!same && on_path)
			put_rest(w, d, level + 1, is_after);
		else
			put_part(w, mine->arg[i], same ? 1 : LEAF_DEPTH, same ? SHORT_ARGUMENT : OTHER_ARGUMENT, false);
		on_path &= same;
	}
	put(w, ")");
}

void show_pair(const Terms *t, Arena *a, const Difference *d, size_t limit, const char **before, const char **after) {
	for (int side = 0; side < 2; side++) {
		Text out = {0};
		Writer w = {t, a, &out, limit, false, false};
		put_rest(&w, d, 0, side);
		*(side ? after : before) = finish(&w);
	}
}

/* ---- iterations ---- */

const char *show_rounds(const Terms *t, Arena *a, const Round *r) {
	Text out = {0};
	for (int k = 0; r && k < MOST_ROUNDS; k++, r = r->outer) {
		text_printf(&out, "%siteration %llu of the loop at line %u (trip count %llu", k ? ", in " : "", (unsigned long long)r->iteration,
			r->loop->span.line, (unsigned long long)r->loop->trip);
		if (r->loop->variable && r->index)
			text_printf(&out, ", %s = %s", r->loop->variable, term_text(t, a, r->index, 40));
		text_addc(&out, ')');
	}
	const char *text = arena_text(a, out.at ? out.at : "", out.n);
	vec_free(&out);
	return text;
}
