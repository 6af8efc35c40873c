#include "analyzer/places.h"

/* Union-find over the variables that were joined; all others stand for themselves. */
typedef struct Member {
	VarId var;
	uint32_t parent; /* index of a member; its own: it stands for the place */
	bool viewed;
} Member;

struct Places {
	const Program *p;
	VEC(Member) members;
	uint32_t *slot, room; /* open addressing: 1 + index of the member */
	uint32_t vars;        /* variables made later are not known */
};

static uint32_t *slot_of(const Places *x, VarId v) {
	uint32_t k = (v * 2654435761u) >> 7 & (x->room - 1);
	while (x->slot[k] && x->members.at[x->slot[k] - 1].var != v)
		k = (k + 1) & (x->room - 1);
	return &x->slot[k];
}

static Member *root_of(const Places *x, uint32_t k) {
	while (x->members.at[k].parent != k) {
		x->members.at[k].parent = x->members.at[x->members.at[k].parent].parent;
		k = x->members.at[k].parent;
	}
	return &x->members.at[k];
}

/* The member that stands for the place of v; NULL: v was never joined. */
static Member *member(const Places *x, VarId v) {
	uint32_t k = *slot_of(x, v);
	return k ? root_of(x, k - 1) : NULL;
}

static VarId find(const Places *x, VarId v) {
	const Member *m = member(x, v);
	return m ? m->var : v;
}

/* Its index. */
static uint32_t add_member(Places *x, VarId v) {
	const Member *m = member(x, v);
	if (m)
		return m->parent;
	uint32_t k = x->members.n;
	vec_push(&x->members, ((Member){.var = v, .parent = k}));
	*slot_of(x, v) = k + 1;
	if (x->members.n * 2 >= x->room) {
		x->room *= 2;
		x->slot = mem_resize(x->slot, x->room * sizeof *x->slot);
		memset(x->slot, 0, x->room * sizeof *x->slot);
		for (uint32_t i = 0; i < x->members.n; i++)
			*slot_of(x, x->members.at[i].var) = i + 1;
	}
	return k;
}

static void join(Places *x, VarId a, VarId b) {
	uint32_t i = add_member(x, a), k = add_member(x, b);
	if (i == k)
		return;
	x->members.at[k].parent = i;
	x->members.at[i].viewed |= x->members.at[k].viewed;
}

static void set_viewed(Places *x, VarId v) { x->members.at[add_member(x, v)].viewed = true; }

static TypeKind kind_of(const Program *p, VarId v) {
	TypeId t = ir_var(p, v)->type;
	return t ? (TypeKind)ir_type(p, t)->kind : T_UNKNOWN;
}

static bool is_memory(const Program *p, VarId v) { return kind_of(p, v) != T_SCALAR; }

static VarId var_of(const Program *p, ExprId e) { return e && ir_expr(p, e)->kind == X_VAR ? ir_expr(p, e)->var : 0; }

/* A result that only names its source: reads and writes go to the same bytes, at other offsets. The other ops that give back
 * an argument's buffer write into it. */
static bool is_view(OpId op) {
	switch (op) {
	case OP_TILE_SLICE:
	case OP_TILE_RESHAPE:
	case OP_TILE_REINTERPRET_VIEW:
	case OP_TILE_TRANSPOSE_VIEW:
	case OP_TILE_SET_VALIDSHAPE:
	case OP_TILE_TGET_SCALE_ADDR:
	case OP_TENSOR_SLICE:
	case OP_TENSOR_RESHAPE:
	case OP_TENSOR_REINTERPRET_VIEW:
	case OP_TENSOR_VIEW:
	case OP_TENSOR_SET_VALIDSHAPE:
		return true;
	default:
		return false;
	}
}

static void join_memory(Places *x, VarId a, VarId b) {
	if (a && b && is_memory(x->p, a) && is_memory(x->p, b))
		join(x, a, b);
}

static void join_base(Places *x, VarId v) {
	TypeId t = ir_var(x->p, v)->type;
	if (t && ir_type(x->p, t)->memref)
		join(x, v, ir_type(x->p, t)->memref->base);
}

static void join_call(Places *x, VarId target, const Call *c) {
	bool unknown = c->op == OP_UNKNOWN || op_rows[c->op].effect == EFFECT_CALL;
	int only = unknown ? -1 : op_rows[c->op].inherits;
	for (uint32_t i = 0; i < c->args.n; i++) {
		VarId a = var_of(x->p, c->args.at[i]);
		if (!a || !(unknown || (int)i == only))
			continue;
		join_memory(x, target, a);
		if (unknown || is_view(c->op))
			set_viewed(x, target);
	}
}

static void join_expr(Places *x, VarId target, ExprId id) {
	const Expr *e = ir_expr(x->p, id);
	if (e->kind == X_VAR) {
		join_memory(x, target, e->var);
	} else if (e->kind == X_CALL) {
		join_call(x, target, e->call);
	} else if (e->kind == X_ITEM) {
		join_memory(x, target, var_of(x->p, e->a));
	} else if (e->kind == X_TUPLE || e->kind == X_LIST) {
		for (uint32_t i = 0; i < e->list.n; i++)
			join_memory(x, target, var_of(x->p, e->list.at[i]));
	}
}

static void visit(Places *x, Block b, const Stmt *parent) {
	const Program *p = x->p;
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(p, b.at[i]);
		if (s->var)
			join_base(x, s->var);
		for (uint32_t k = 0; k < s->iters.n; k++) {
			VarId init = var_of(p, ir_var(p, s->iters.at[k])->init);
			join_base(x, s->iters.at[k]);
			join_memory(x, s->iters.at[k], init);
			if (k < s->returns.n)
				join_memory(x, s->iters.at[k], s->returns.at[k]);
		}
		for (uint32_t k = 0; parent && s->kind == S_YIELD && k < s->values.n && k < parent->returns.n; k++)
			join_memory(x, parent->returns.at[k], var_of(p, s->values.at[k]));
		if (s->kind == S_ASSIGN && s->expr)
			join_expr(x, s->var, s->expr);
		for (uint32_t k = 0; s->kind == S_UNPACK && s->expr && k < s->returns.n; k++)
			join_expr(x, s->returns.at[k], s->expr);
		visit(x, s->body, s);
		visit(x, s->orelse, s);
	}
}

/* One variable passed for two parameters: they name one tensor. */
static void join_arguments(Places *x, const Function *fn, const Call *c) {
	for (uint32_t i = 0; i < c->args.n && i < fn->n_params; i++)
		for (uint32_t k = i + 1; k < c->args.n && k < fn->n_params; k++) {
			VarId a = var_of(x->p, c->args.at[i]), b = var_of(x->p, c->args.at[k]);
			if (a && a == b)
				join_memory(x, fn->params[i].var, fn->params[k].var);
		}
}

Places *places_new(const Program *p, FuncId f, const Calls *calls) {
	uint32_t n;
	const CallSite *sites = calls_of(calls, f, &n);
	Places *x = mem_alloc(sizeof *x);
	*x = (Places){.p = p, .vars = p->vars.n, .room = 64};
	x->slot = mem_alloc(x->room * sizeof *x->slot);
	memset(x->slot, 0, x->room * sizeof *x->slot);
	visit(x, ir_func(p, f)->body, NULL);
	for (uint32_t i = 0; i < n; i++)
		join_arguments(x, ir_func(p, f), sites[i].call);
	return x;
}

void places_free(Places *x) {
	if (!x)
		return;
	vec_free(&x->members);
	mem_free_(x->slot);
	mem_free_(x);
}

VarId place_of(const Places *x, VarId v) { return find(x, v); }

bool place_is_viewed(const Places *x, VarId v) {
	const Member *m = member(x, v);
	return m ? m->viewed : v >= x->vars;
}

/* ---- accesses ---- */

static void access(const Places *x, VarId v, const Call *c, bool write, PlaceAccesses *out) {
	PlaceAccess a = {.place = find(x, v), .var = v, .call = c, .write = write, .tensor = kind_of(x->p, v) != T_TILE};
	vec_push(out, a);
}

/* Which argument a call writes; -1: none. */
static int written_argument(const Call *c) {
	const OpRow *row = &op_rows[c->op];
	if (row->effect == EFFECT_WRITE_TILE)
		return 0;
	return row->inherits >= 0 && !is_view(c->op) ? row->inherits : -1;
}

static bool keeps_order(const Program *p, const Call *c, VarId target) {
	Effect effect = op_rows[c->op].effect;
	if (c->op == OP_UNKNOWN)
		/* A result shows what an unknown op is for; without one, or behind a call of a function, it may touch anything. */
		return !target || strncmp(ir_text(p, c->callee), "pl.", 3) != 0;
	return effect == EFFECT_ORDERED || effect == EFFECT_CALL;
}

static void call_accesses(const Places *x, const Call *c, VarId target, PlaceAccesses *out, const Call **ordered) {
	const OpRow *row = &op_rows[c->op];
	if (keeps_order(x->p, c, target)) {
		if (!*ordered)
			*ordered = c;
		return;
	}
	if (row->effect == EFFECT_LAUNCH || row->effect == EFFECT_SETUP || is_view(c->op))
		return;
	int written = written_argument(c);
	for (uint32_t i = 0; i < c->args.n; i++) {
		VarId v = var_of(x->p, c->args.at[i]);
		if (!v || !is_memory(x->p, v))
			continue;
		access(x, v, c, (int)i == written || c->op == OP_UNKNOWN, out);
	}
	if (target && kind_of(x->p, target) == T_TILE)
		access(x, target, c, true, out);
}

void accesses_of(const Places *x, ExprId id, VarId target, PlaceAccesses *out, const Call **ordered) {
	VEC(ExprId) work = {0};
	ExprId root = id;
	if (id)
		vec_push(&work, id);
	while (work.n) {
		ExprId at = work.at[--work.n];
		const Expr *e = ir_expr(x->p, at);
		List parts = {0};
		if (e->kind == X_CALL) {
			call_accesses(x, e->call, at == root ? target : 0, out, ordered);
			parts = e->call->args;
		} else if (e->kind == X_LIST || e->kind == X_TUPLE) {
			parts = e->list;
		} else if (e->kind == X_BINARY || e->kind == X_ITEM) {
			if (e->b)
				vec_push(&work, e->b);
			if (e->a)
				vec_push(&work, e->a);
		} else if ((e->kind == X_UNARY || e->kind == X_CAST) && e->a) {
			vec_push(&work, e->a);
		}
		for (uint32_t i = 0; i < parts.n; i++)
			vec_push(&work, parts.at[i]);
	}
	vec_free(&work);
}
