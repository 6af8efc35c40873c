#include "checks/unpaired.h"

#include "model/parse.h"

#include <stdlib.h>

static const char self[] = "self.";
enum { SELF = sizeof self - 1 };

static const char *name_of(const Program *p, FuncId f) { return ir_text(p, ir_func(p, f)->name); }

typedef struct Side { /* one of the two programs, without the names that only it has */
	Program *p;          /* a copy */
	Functions *facts;
	const char **to;     /* by FuncId: what a function is to be called; NULL: as it is */
} Side;

static const char *renamed(const Side *s, const char *name) {
	for (FuncId f = 1; f <= ir_func_count(s->p); f++)
		if (s->to[f] && !strcmp(name_of(s->p, f), name))
			return s->to[f];
	return NULL;
}

/* Names stand in heads, in calls and in what names a peer. */
static void rename_all(Side *s) {
	for (ExprId e = 1; e < s->p->exprs.n; e++) {
		Expr *x = ir_expr(s->p, e);
		const char *text = x->kind == X_STR || x->kind == X_NAME ? ir_text(s->p, x->str) : x->kind == X_CALL ? ir_text(s->p, x->call->callee) : "";
		bool call = x->kind == X_CALL;
		const char *to = !*text || (call && strncmp(text, self, SELF) != 0) ? NULL : renamed(s, call ? text + SELF : text);
		if (!to)
			continue;
		if (!call) {
			x->str = ir_strz(s->p, to);
			continue;
		}
		Call *c = arena_copy(s->p->arena, x->call, sizeof *c);
		c->callee = ir_strz(s->p, arena_printf(s->p->arena, "%s%s", self, to));
		x->call = c;
	}
	for (FuncId f = 1; f <= ir_func_count(s->p); f++)
		if (s->to[f])
			ir_func(s->p, f)->name = ir_strz(s->p, s->to[f]);
}

static bool side_open(Side *s, const Program *p) {
	Diag *d = diag_new();
	*s = (Side){.p = p->source ? parse_program(p->file, p->source, p->length, d) : NULL};
	diag_free(d);
	bool same = s->p && ir_func_count(s->p) == ir_func_count(p);
	for (FuncId f = 1; same && f <= ir_func_count(p); f++)
		same = !strcmp(name_of(s->p, f), name_of(p, f));
	if (!same) /* changed since it was read: its text is not it */
		return false;
	s->to = mem_alloc((ir_func_count(p) + 1) * sizeof *s->to);
	memset(s->to, 0, (ir_func_count(p) + 1) * sizeof *s->to);
	return true;
}

static void side_close(Side *s) {
	functions_free(s->facts);
	free(s->to);
	ir_free(s->p);
}

/* How many functions without counterpart have the digest; *which: the last of them. */
static unsigned equals(const Side *s, const Digest *digest, FuncId *which) {
	unsigned n = 0;
	for (FuncId f = 1; f <= ir_func_count(s->p); f++) {
		if (!s->to[f])
			continue;
		Digest own = functions_digest(s->facts, f, NORMAL_MEANING, NULL);
		if (memcmp(&own, digest, sizeof own) != 0)
			continue;
		*which = f;
		n++;
	}
	return n;
}

static void drop_bodies(Side *s) {
	for (FuncId f = 1; f <= ir_func_count(s->p); f++)
		ir_func(s->p, f)->body.n = 0;
	functions_free(s->facts);
	s->facts = functions_new(s->p);
}

/* Names each function of the second side that equals one of the first, and none else on either side. Both are done then. */
static bool match(Side side[2], const Program *before, const char **to) {
	bool any = false;
	for (FuncId f = 1; f <= ir_func_count(before); f++) {
		FuncId own = 0, other = 0;
		bool complete = false;
		if (!side[0].to[f])
			continue;
		Digest digest = functions_digest(side[0].facts, f, NORMAL_MEANING, &complete);
		if (!complete || equals(&side[0], &digest, &own) != 1 || equals(&side[1], &digest, &other) != 1)
			continue;
		to[other] = name_of(before, f);
		side[0].to[f] = side[1].to[other] = NULL;
		any = true;
	}
	return any;
}

Program *unpaired_renamed(const Program *before, const Functions *of_before, const Program *after, const Functions *of_after) {
	static const char nobody[] = "?"; /* no name in a dump */
	const Program *programs[2] = {before, after};
	const Functions *facts[2] = {of_before, of_after};
	unsigned alone[2] = {0};
	for (int k = 0; k < 2; k++)
		for (FuncId f = 1; f <= ir_func_count(programs[k]); f++)
			alone[k] += !functions_counterpart(facts[k], f, facts[!k]);
	if (!alone[0] || !alone[1])
		return NULL;
	Side side[2] = {{.p = NULL}, {.p = NULL}}, out = {.p = NULL};
	bool ok = side_open(&side[0], before) && side_open(&side[1], after) && side_open(&out, after);
	for (int k = 0; ok && k < 2; k++) {
		for (FuncId f = 1; f <= ir_func_count(programs[k]); f++)
			if (!functions_counterpart(facts[k], f, facts[!k]))
				side[k].to[f] = nobody;
		rename_all(&side[k]);
		side[k].facts = functions_new(side[k].p);
	}
	/* By all of their code; what a pass changed, too, by kind and parameters. */
	bool any = ok && match(side, before, out.to);
	for (int k = 0; ok && k < 2; k++)
		drop_bodies(&side[k]);
	any |= ok && match(side, before, out.to);
	Program *p = any ? out.p : NULL;
	if (any) {
		rename_all(&out);
		out.p = NULL;
	}
	side_close(&side[0]);
	side_close(&side[1]);
	side_close(&out);
	return p;
}

const CallSite *unpaired_call(const Functions *of_before, const Calls *after, FuncId f, const Program *p) {
	uint32_t n;
	const Callee *calls = calls_in(after, f, &n);
	for (uint32_t i = 0; i < n; i++)
		if (!calls[i].callee && functions_named(of_before, ir_text(p, calls[i].site->call->callee) + SELF, 0))
			return calls[i].site;
	return NULL;
}
