/* Invariant: a stamp equal to `stamp` means "in the function at hand"; so nothing but the names themselves and the
 * counters of the hints it touched has to be cleared between functions, and a file costs time linear in its size. */
#include "model/names.h"

#include "model/walk.h"

#include <stdio.h>

typedef struct Hint {
	uint32_t count; /* variables of the function with this hint */
	uint32_t next;  /* suffix to try next; 0: the hint itself */
} Hint;

typedef struct Taken { /* names given out; filled only when two variables share a hint */
	Name *at;
	uint32_t n, room; /* room: power of two, at least twice n */
} Taken;

struct Names {
	const Program *program;
	Arena *arena; /* generated names */
	Name *of;
	uint32_t *defined, *used, *typed; /* stamps by VarId, VarId, TypeId */
	uint32_t stamp;
	VEC(VarId) order;   /* definitions in pre-order, then free uses */
	VEC(TypeId) types;  /* of the definitions */
	VEC(VarId) fixed;   /* VAR_FREE: keep their text, which nobody else may take */
	VEC(VarId) dangling;
	VEC(Hint) hints;    /* by StrId */
	Taken taken;
	Walk body, type;
};

static uint32_t hash(const char *s, uint32_t n) {
	uint32_t h = 2166136261u;
	for (uint32_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * 16777619u;
	return h ^ h >> 15;
}

static Name *find_slot(const Taken *t, const char *s, uint32_t n) {
	uint32_t i = hash(s, n) & (t->room - 1);
	while (t->at[i].text && (t->at[i].n != n || memcmp(t->at[i].text, s, n) != 0))
		i = (i + 1) & (t->room - 1);
	return &t->at[i];
}

static void add_taken(Taken *t, Name name) {
	if (2 * (t->n + 1) > t->room) {
		Taken wider = {NULL, 0, t->room ? 2 * t->room : 64};
		wider.at = mem_alloc(wider.room * sizeof *wider.at);
		memset(wider.at, 0, wider.room * sizeof *wider.at);
		for (uint32_t i = 0; i < t->room; i++)
			if (t->at[i].text)
				*find_slot(&wider, t->at[i].text, t->at[i].n) = t->at[i];
		wider.n = t->n;
		mem_free_(t->at);
		*t = wider;
	}
	Name *slot = find_slot(t, name.text, name.n);
	t->n += !slot->text;
	*slot = name;
}

static bool is_taken(const Taken *t, const char *s, uint32_t n) { return t->room && find_slot(t, s, n)->text; }

/* ---- who takes part, in order ---- */

static void note_type(void *context, TypeId t) {
	Names *n = context;
	if (!t || n->typed[t] == n->stamp)
		return;
	n->typed[t] = n->stamp;
	vec_push(&n->types, t);
}

static void define(Names *n, VarId v) {
	if (!v || n->defined[v] == n->stamp)
		return;
	n->defined[v] = n->stamp;
	vec_push(&n->order, v);
	note_type(n, ir_var(n->program, v)->type);
}

static void define_list(Names *n, List vars) {
	for (uint32_t i = 0; i < vars.n; i++)
		define(n, vars.at[i]);
}

static void define_block(Names *n, Block block) {
	for (uint32_t i = 0; i < block.n; i++) {
		const Stmt *s = ir_stmt(n->program, block.at[i]);
		define(n, s->var);
		define_list(n, s->returns);
		define_list(n, s->iters);
		define_block(n, s->body);
		define_block(n, s->orelse);
	}
}

static void use_in_body(void *context, VarId v, Span at) {
	(void)at;
	Names *n = context;
	if (n->defined[v] == n->stamp || n->used[v] == n->stamp)
		return;
	n->used[v] = n->stamp;
	switch ((VarKind)ir_var(n->program, v)->kind) {
	case VAR_DIM:
	case VAR_BASE:
		break;
	case VAR_FREE:
		vec_push(&n->fixed, v);
		break;
	case VAR_PARAM:
	case VAR_ASSIGN:
	case VAR_LOOP:
	case VAR_ITER:
	case VAR_RETURN:
		n->of[v].is_free = true;
		vec_push(&n->order, v);
		break;
	}
}

static void use_in_type(void *context, VarId v, Span at) {
	(void)at;
	Names *n = context;
	if (n->defined[v] == n->stamp || n->used[v] == n->stamp)
		return;
	n->used[v] = n->stamp;
	VarKind kind = (VarKind)ir_var(n->program, v)->kind;
	if (kind == VAR_FREE)
		vec_push(&n->fixed, v);
	else if (kind != VAR_DIM && kind != VAR_BASE)
		vec_push(&n->dangling, v);
}

static void use_block(Names *n, Block block) {
	for (uint32_t i = 0; i < block.n; i++) {
		const Stmt *s = ir_stmt(n->program, block.at[i]);
		const ExprId own[] = {s->expr, s->start, s->stop, s->step};
		for (size_t k = 0; k < sizeof own / sizeof *own; k++)
			walk_expr(&n->body, own[k]);
		for (uint32_t k = 0; k < s->attrs.n; k++)
			walk_expr(&n->body, s->attrs.at[k].value);
		for (uint32_t k = 0; k < s->iters.n; k++)
			walk_expr(&n->body, ir_var(n->program, s->iters.at[k])->init);
		for (uint32_t k = 0; k < s->values.n; k++)
			walk_expr(&n->body, s->values.at[k]);
		use_block(n, s->body);
		use_block(n, s->orelse);
	}
}

static void collect(Names *n, const Function *f) {
	for (uint32_t i = 0; i < f->n_params; i++)
		define(n, f->params[i].var);
	define_block(n, f->body);
	use_block(n, f->body);
	for (uint32_t i = 0; i < f->results.n; i++)
		note_type(n, f->results.at[i]);
	for (uint32_t i = 0; i < n->types.n; i++)
		walk_type(&n->type, n->types.at[i]);
}

/* ---- names ---- */

static Hint *hint_of(Names *n, StrId s) {
	if (s >= n->hints.n) {
		uint32_t before = n->hints.n;
		vec_reserve(&n->hints, s + 1 + s / 2);
		n->hints.n = n->hints.room;
		memset(n->hints.at + before, 0, (n->hints.n - before) * sizeof *n->hints.at);
	}
	return &n->hints.at[s];
}

static void set_name(Names *n, VarId v, const char *text, uint32_t length) {
	n->of[v].text = text;
	n->of[v].n = length;
}

static void keep_hint(Names *n, VarId v) {
	StrId hint = ir_var(n->program, v)->hint;
	set_name(n, v, ir_text(n->program, hint), (uint32_t)ir_text_length(n->program, hint));
}

static void invent(Names *n, VarId v) {
	StrId hint = ir_var(n->program, v)->hint;
	Hint *h = hint_of(n, hint);
	const char *text = ir_text(n->program, hint);
	uint32_t length = (uint32_t)ir_text_length(n->program, hint);
	if (h->next == 0) {
		h->next = 1;
		if (!is_taken(&n->taken, text, length)) {
			keep_hint(n, v);
			add_taken(&n->taken, n->of[v]);
			return;
		}
	}
	size_t room = length + sizeof "_4294967295";
	char *name = arena_alloc(n->arena, room);
	memcpy(name, text, length);
	do
		set_name(n, v, name, length + (uint32_t)snprintf(name + length, room - length, "_%u", h->next++));
	while (is_taken(&n->taken, name, n->of[v].n));
	add_taken(&n->taken, n->of[v]);
}

static void give_names(Names *n) {
	uint32_t shared = 0;
	for (uint32_t i = 0; i < n->order.n; i++)
		shared += hint_of(n, ir_var(n->program, n->order.at[i])->hint)->count++ > 0;
	for (uint32_t i = 0; i < n->order.n; i++)
		if (!shared || hint_of(n, ir_var(n->program, n->order.at[i])->hint)->count == 1) {
			keep_hint(n, n->order.at[i]);
			if (shared)
				add_taken(&n->taken, n->of[n->order.at[i]]);
		}
	for (uint32_t i = 0; i < n->fixed.n; i++) {
		keep_hint(n, n->fixed.at[i]);
		if (shared)
			add_taken(&n->taken, n->of[n->fixed.at[i]]);
	}
	for (uint32_t i = 0; shared && i < n->order.n; i++)
		if (!n->of[n->order.at[i]].text)
			invent(n, n->order.at[i]);
}

static void clear(Names *n) {
	for (uint32_t i = 0; i < n->order.n; i++) {
		*hint_of(n, ir_var(n->program, n->order.at[i])->hint) = (Hint){0};
		n->of[n->order.at[i]] = (Name){0};
	}
	for (uint32_t i = 0; i < n->fixed.n; i++)
		n->of[n->fixed.at[i]] = (Name){0};
	n->order.n = n->types.n = n->fixed.n = n->dangling.n = 0;
	/* A table that a large function left behind is not worth clearing for every small one. */
	if (n->taken.room / 16 > n->taken.n) {
		mem_free_(n->taken.at);
		n->taken = (Taken){NULL, 0, 0};
	} else if (n->taken.n)
		memset(n->taken.at, 0, n->taken.room * sizeof *n->taken.at);
	n->taken.n = 0;
}

void names_fill(Names *n, FuncId f) {
	clear(n);
	n->stamp++;
	collect(n, ir_func(n->program, f));
	give_names(n);
}

const Name *names_table(const Names *n) { return n->of; }
List names_dangling_dims(const Names *n) { return (List){n->dangling.at, n->dangling.n}; }

static uint32_t *new_stamps(Arena *a, uint32_t count) { return ARENA_ARRAY(a, uint32_t, count + 1); }

Names *names_new(const Program *p) {
	Arena *a = arena_new();
	Names *n = ARENA_NEW(a, Names);
	n->program = p;
	n->arena = a;
	n->of = ARENA_ARRAY(a, Name, p->vars.n + 1);
	n->defined = new_stamps(a, p->vars.n);
	n->used = new_stamps(a, p->vars.n);
	n->typed = new_stamps(a, p->types.n);
	n->body = (Walk){.program = p, .use = use_in_body, .type = note_type, .context = n};
	n->type = (Walk){.program = p, .use = use_in_type, .context = n};
	return n;
}

void names_free(Names *n) {
	if (!n)
		return;
	vec_free(&n->order);
	vec_free(&n->types);
	vec_free(&n->fixed);
	vec_free(&n->dangling);
	vec_free(&n->hints);
	mem_free_(n->taken.at);
	walk_end(&n->body);
	walk_end(&n->type);
	arena_free(n->arena);
}
