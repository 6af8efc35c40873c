#include "analyzer/storage.h"

enum { MAX_NEST = 400 }; /* the reader lets nothing deeper through */

typedef struct Scan {
	Storage *s;
	StmtId loop; /* innermost */
	bool vector_pipe;
	uint32_t *region; /* by VarId of a base: number of its allocation */
} Scan;

int64_t storage_round(int64_t bytes, Space space) {
	int64_t align = machine_slot_alignment(space), up;
	if (align < 1)
		align = 1;
	if (bytes < 0 || __builtin_add_overflow(bytes, align - 1, &up))
		return -1;
	return up / align * align;
}

static Allocation *allocation_of(Scan *x, VarId base) {
	Storage *s = x->s;
	uint32_t *at = &x->region[base];
	if (!*at) {
		Allocation fresh = {.base = base, .slots = 1, .slot_bytes = -1, .bytes = -1, .address = -1};
		vec_push(&s->allocations, fresh);
		*at = s->allocations.n - 1;
	}
	return &s->allocations.at[*at];
}

/* The variable whose buffer an assigned value is; 0: a buffer of its own. */
static VarId source_of(const Program *p, ExprId value) {
	const Expr *e = value ? ir_expr(p, value) : NULL;
	if (!e)
		return 0;
	if (e->kind == X_VAR)
		return e->var;
	if (e->kind != X_CALL)
		return 0;
	int inherits = op_rows[e->call->op].inherits;
	if (inherits < 0 || (uint32_t)inherits >= e->call->args.n)
		return 0;
	const Expr *a = ir_expr(p, e->call->args.at[inherits]);
	return a->kind == X_VAR ? a->var : 0;
}

static void bind(Scan *x, TileStorage *t, TypeId type) {
	Storage *s = x->s;
	const MemRef *m = ir_type(s->p, type)->memref;
	Allocation *a = allocation_of(x, m->base);
	int64_t size;
	t->kind = m->is_declared ? STORAGE_DECLARED : STORAGE_RESOLVED;
	t->allocation = x->region[m->base];
	t->slots = m->slots ? m->slots : 1;
	t->index = m->index;
	if (!m->is_declared) {
		s->resolved = true;
		t->offset = m->offset;
		t->is_fixed = m->offset && ir_const_int(s->p, m->offset, &t->at);
		if (m->size && ir_const_int(s->p, m->size, &size) && size >= 0)
			t->bytes = size;
	} else {
		a->is_declared = a->pinned = true;
	}
	if (!a->space)
		a->space = t->space;
	a->slots = t->slots > a->slots ? t->slots : a->slots;
	a->slot_bytes = t->bytes > a->slot_bytes ? t->bytes : a->slot_bytes;
}

static void add_tile(Scan *x, VarId v, StmtId definition, ExprId value) {
	Storage *s = x->s;
	TypeId id = v ? ir_var(s->p, v)->type : 0;
	if (!id || ir_type(s->p, id)->kind != T_TILE || s->number[v])
		return;
	const Type *type = ir_type(s->p, id);
	TileStorage t = {.var = v, .space = (Space)type->space, .bytes = machine_tile_bytes(s->p, id, s->arch), .slots = 1, .root = v,
		.definition = definition, .loop = x->loop};
	VarId source = source_of(s->p, value);
	const TileStorage *from = source ? storage_tile(s, source) : NULL;
	if (from) {
		t.root = from->root;
		t.kind = from->kind == STORAGE_RING ? STORAGE_RING : STORAGE_UNBOUND;
	}
	const Expr *e = value ? ir_expr(s->p, value) : NULL;
	if (e && e->kind == X_CALL && ir_is_pop(e->call->op))
		t.kind = STORAGE_RING;
	if (type->memref)
		bind(x, &t, id);
	vec_push(&s->tiles, t);
	s->number[v] = s->tiles.n;
}

static Space space_argument(const Program *p, const Call *c) {
	const Expr *e = c->args.n ? ir_expr(p, c->args.at[0]) : NULL;
	static const char prefix[] = "pl.Mem.";
	const char *name = e && e->kind == X_NAME ? ir_text(p, e->str) : "";
	if (strncmp(name, prefix, sizeof prefix - 1) != 0)
		return SPACE_NONE;
	name += sizeof prefix - 1;
	return space_find(name, strlen(name));
}

static void note_alloc(Scan *x, StmtId id, const Call *c) {
	const Program *p = x->s->p;
	Allocation *a = allocation_of(x, ir_stmt(p, id)->var);
	a->alloc = id;
	a->space = space_argument(p, c);
	if (c->args.n < 2 || !ir_const_int(p, c->args.at[1], &a->bytes) || a->bytes < 0)
		a->bytes = -1;
	ExprId pinned = ir_get(p, c->kwargs, "pinned");
	a->pinned = pinned && ir_expr(p, pinned)->kind == X_BOOL && ir_expr(p, pinned)->i;
}

static void note_reserved(Scan *x, StmtId id, const Call *c) {
	const Program *p = x->s->p;
	ReservedRegion r = {.stmt = id};
	if (!ir_get_int(p, c->kwargs, "size", &r.bytes) || r.bytes < 0)
		r.bytes = -1;
	if (!ir_get_int(p, c->kwargs, "base", &r.base) || r.base < 0)
		r.base = -1;
	vec_push(&x->s->reserved, r);
}

static void scan_call(Scan *x, StmtId id) {
	const Call *c = ir_call_of(x->s->p, id);
	if (!c)
		return;
	if (c->op == OP_TILE_ALLOC && ir_stmt(x->s->p, id)->kind == S_ASSIGN)
		note_alloc(x, id, c);
	else if (c->op == OP_SYSTEM_RESERVE_BUFFER)
		note_reserved(x, id, c);
	else if (c->op == OP_SYSTEM_AIV_INITIALIZE_PIPE)
		x->vector_pipe = true;
}

static bool is_loop(const Stmt *st) { return st->kind == S_FOR || st->kind == S_WHILE || st->kind == S_FOR_OTHER; }

static void scan_block(Scan *x, Block b, unsigned nest) {
	const Program *p = x->s->p;
	for (uint32_t i = 0; i < b.n && nest < MAX_NEST; i++) {
		const Stmt *st = ir_stmt(p, b.at[i]);
		StmtId outer = x->loop;
		scan_call(x, b.at[i]);
		if (is_loop(st))
			x->loop = b.at[i];
		for (uint32_t k = 0; k < st->iters.n; k++)
			add_tile(x, st->iters.at[k], b.at[i], 0);
		if (st->kind == S_ASSIGN)
			add_tile(x, st->var, b.at[i], st->expr);
		scan_block(x, st->body, nest + 1);
		scan_block(x, st->orelse, nest + 1);
		x->loop = outer;
		for (uint32_t k = 0; k < st->returns.n; k++)
			add_tile(x, st->returns.at[k], b.at[i], 0);
	}
}

/* The consumer of a ring reserves its storage: the vector core in Vec, the cube in Mat. */
static Space ring_space(const Scan *x) {
	FuncKind kind = (FuncKind)ir_func(x->s->p, x->s->f)->kind;
	if (kind == FUNC_AIC)
		return SPACE_MAT;
	return kind == FUNC_AIV || x->vector_pipe ? SPACE_VEC : SPACE_MAT;
}

static void finish_allocations(Storage *s) {
	for (uint32_t k = 1; k < s->allocations.n; k++) {
		Allocation *a = &s->allocations.at[k];
		if (a->bytes < 0 && a->slot_bytes >= 0 && __builtin_mul_overflow(a->slot_bytes, a->slots, &a->bytes))
			a->bytes = -1;
		for (uint32_t j = 1; j < k && !a->alike; j++)
			if (ir_var(s->p, a->base)->hint == ir_var(s->p, s->allocations.at[j].base)->hint)
				a->alike = j;
	}
}

typedef struct Extent {
	int64_t low, high; /* constant offsets of the tiles of one allocation; high < 0: none */
} Extent;

/* Whether offsets are addresses. Relative offsets end inside their allocation, and every allocation has a tile at its
 * beginning; addresses are apart in one space, so that all but the first lie beyond their size. Where one allocation deviates
 * - a fault that somebody else has to find - the majority tells. */
static void find_addresses(Storage *s) {
	Extent *extent = arena_alloc(s->arena, s->allocations.n * sizeof *extent);
	bool first[SPACE_COUNT] = {0};
	uint32_t beyond = 0, at_zero = 0;
	for (uint32_t k = 0; k < s->allocations.n; k++)
		extent[k] = (Extent){INT64_MAX, -1};
	for (uint32_t i = 0; i < s->tiles.n; i++) {
		const TileStorage *t = &s->tiles.at[i];
		Extent *e = &extent[t->allocation];
		int64_t end;
		if (t->kind != STORAGE_RESOLVED || !t->is_fixed || t->at < 0 || t->bytes < 0 || __builtin_add_overflow(t->at, t->bytes, &end))
			continue;
		e->low = t->at < e->low ? t->at : e->low;
		e->high = end > e->high ? end : e->high;
	}
	for (uint32_t k = 1; k < s->allocations.n; k++) {
		const Allocation *a = &s->allocations.at[k];
		if (extent[k].high < 0 || a->bytes < 0)
			continue;
		beyond += extent[k].high > a->bytes;
		at_zero += extent[k].low == 0 && first[a->space];
		first[a->space] |= extent[k].low == 0;
	}
	s->addressed = beyond > at_zero;
	for (uint32_t k = 1; s->addressed && k < s->allocations.n; k++)
		s->allocations.at[k].address = extent[k].high < 0 ? -1 : extent[k].low;
}

Storage *storage_new(const Program *p, FuncId f, Arch arch) {
	Arena *arena = arena_new();
	Storage *s = ARENA_NEW(arena, Storage);
	*s = (Storage){.p = p, .f = f, .arch = arch, .arena = arena, .vars = p->vars.n};
	s->number = ARENA_ARRAY(arena, uint32_t, p->vars.n + 1);
	vec_push(&s->allocations, (Allocation){0});
	Scan x = {.s = s, .region = ARENA_ARRAY(arena, uint32_t, p->vars.n + 1)};
	const Function *fn = ir_func(p, f);
	for (uint32_t i = 0; i < fn->n_params; i++)
		add_tile(&x, fn->params[i].var, 0, 0);
	scan_block(&x, fn->body, 0);
	for (uint32_t i = 0; i < s->reserved.n; i++)
		s->reserved.at[i].space = ring_space(&x);
	finish_allocations(s);
	find_addresses(s);
	return s;
}

void storage_free(Storage *s) {
	if (!s)
		return;
	vec_free(&s->tiles);
	vec_free(&s->allocations);
	vec_free(&s->reserved);
	arena_free(s->arena);
}

const TileStorage *storage_tile(const Storage *s, VarId v) {
	return v < s->vars && s->number[v] ? &s->tiles.at[s->number[v] - 1] : NULL;
}

const Allocation *storage_allocation(const Storage *s, const TileStorage *t) {
	return t->allocation ? &s->allocations.at[t->allocation] : NULL;
}

VarId storage_root(const Storage *s, VarId v) {
	const TileStorage *t = storage_tile(s, v);
	return t ? t->root : v;
}

bool storage_may_overlap(const Storage *s, const TileStorage *a, const TileStorage *b) {
	if (!a->allocation || !b->allocation)
		return a->root == b->root;
	if (a->space != b->space || (a->allocation != b->allocation && !(s->addressed && a->is_fixed && b->is_fixed)))
		return false;
	int64_t a_end, b_end;
	if (!a->is_fixed || !b->is_fixed || a->bytes < 0 || b->bytes < 0 || __builtin_add_overflow(a->at, a->bytes, &a_end) ||
		__builtin_add_overflow(b->at, b->bytes, &b_end))
		return true;
	return a->at < b_end && b->at < a_end;
}
