#include "analyzer/calls.h"

enum { MAX_NEST = 2100 };

typedef struct Entry { /* of a function */
	FuncId next;        /* in its bucket of names, ascending */
	FuncId first;       /* of its name; sites stand there */
	uint32_t from, n;   /* its range in sites, when it is the first of its name */
	uint32_t in_from, in_n; /* its range in callees */
} Entry;

struct Calls {
	const Program *p;
	Entry *entry; /* by FuncId */
	FuncId *bucket;
	uint32_t room; /* a power of two */
	VEC(CallSite) found; /* in the order of the text */
	VEC(Callee) callees; /* one for each of these */
	CallSite *sites;     /* the same by callee */
};

static uint32_t hash_name(const char *s) {
	uint32_t h = 2166136261u;
	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 16777619u;
	return h;
}

static const char *name_of(const Program *p, FuncId f) { return ir_text(p, ir_func(p, f)->name); }

FuncId calls_function(const Calls *c, const char *name) {
	for (FuncId f = c->bucket[hash_name(name) & (c->room - 1)]; f; f = c->entry[f].next)
		if (!strcmp(name_of(c->p, f), name))
			return f;
	return 0;
}

FuncId calls_next(const Calls *c, FuncId f) {
	for (FuncId g = c->entry[f].next; g; g = c->entry[g].next)
		if (c->entry[g].first == c->entry[f].first)
			return g;
	return 0;
}

static void index_names(Calls *c, uint32_t n) {
	for (FuncId f = n; f >= 1; f--) {
		uint32_t k = hash_name(name_of(c->p, f)) & (c->room - 1);
		c->entry[f].next = c->bucket[k];
		c->bucket[k] = f;
	}
	for (FuncId f = 1; f <= n; f++)
		c->entry[f].first = calls_function(c, name_of(c->p, f));
}

static void walk(Calls *c, FuncId caller, Block b, unsigned depth) {
	for (uint32_t i = 0; i < b.n && depth < MAX_NEST; i++) {
		const Stmt *s = ir_stmt(c->p, b.at[i]);
		const Call *call = ir_call_of(c->p, b.at[i]);
		const char *callee = call ? ir_text(c->p, call->callee) : "";
		if (!strncmp(callee, "self.", 5)) {
			FuncId f = calls_function(c, callee + 5);
			vec_push(&c->found, ((CallSite){.caller = caller, .at = b.at[i], .call = call, .is_top = depth == 0}));
			vec_push(&c->callees, ((Callee){.callee = f}));
			if (f)
				c->entry[f].n++;
		}
		walk(c, caller, s->body, depth + 1);
		walk(c, caller, s->orelse, depth + 1);
	}
}

Calls *calls_new(const Program *p) {
	uint32_t n = ir_func_count(p), at = 0;
	Calls *c = mem_alloc(sizeof *c);
	*c = (Calls){.p = p, .room = 16};
	while (c->room < 2 * n)
		c->room *= 2;
	c->entry = mem_alloc((n + 1) * sizeof *c->entry);
	memset(c->entry, 0, (n + 1) * sizeof *c->entry);
	c->bucket = mem_alloc(c->room * sizeof *c->bucket);
	memset(c->bucket, 0, c->room * sizeof *c->bucket);
	index_names(c, n);
	for (FuncId f = 1; f <= n; f++) {
		c->entry[f].in_from = c->found.n;
		walk(c, f, ir_func(p, f)->body, 0);
		c->entry[f].in_n = c->found.n - c->entry[f].in_from;
	}
	c->sites = mem_alloc(c->found.n * sizeof *c->sites);
	for (FuncId f = 1; f <= n; f++) {
		c->entry[f].from = at;
		at += c->entry[f].n;
		c->entry[f].n = 0;
	}
	for (uint32_t i = 0; i < c->found.n; i++) {
		Entry *e = &c->entry[c->callees.at[i].callee];
		c->callees.at[i].site = &c->found.at[i];
		if (c->callees.at[i].callee)
			c->sites[e->from + e->n++] = c->found.at[i];
	}
	return c;
}

void calls_free(Calls *c) {
	if (!c)
		return;
	mem_free_(c->entry);
	mem_free_(c->bucket);
	mem_free_(c->sites);
	vec_free(&c->found);
	vec_free(&c->callees);
	mem_free_(c);
}

const CallSite *calls_of(const Calls *c, FuncId f, uint32_t *n) {
	const Entry *e = &c->entry[c->entry[f].first];
	*n = e->n;
	return c->sites + e->from;
}

const Callee *calls_in(const Calls *c, FuncId caller, uint32_t *n) {
	*n = c->entry[caller].in_n;
	return c->callees.at + c->entry[caller].in_from;
}
