#include "analyzer/io_order.h"

#include "analyzer/uses.h"

typedef enum Tier { TIER_SCALAR, TIER_LOAD, TIER_REST, TIER_YIELD } Tier;

typedef struct Key {
	Tier tier;
	const char *membership; /* of the rest; "" without one; compared as text, as the compiler does */
	bool is_store;          /* behind everything else of its stage */
} Key;

typedef struct Sorting {
	const Program *p;
	Block b;
	uint32_t *home;       /* by VarId: statement that defines it, from 1; 0: none of the block. room entries */
	uint32_t room;
	Key *key;
	VEC(uint32_t) *users; /* by statement: the statements that read what it defines */
	uint32_t *waits;      /* by statement: definitions that are not placed yet */
} Sorting;

static TypeKind kind_of(const Program *p, VarId v) {
	TypeId t = ir_var(p, v)->type;
	return t ? (TypeKind)ir_type(p, t)->kind : T_NONE;
}

static const char *own_membership(const Program *p, StmtId id) {
	const Call *c = ir_call_of(p, id);
	ExprId text = c ? ir_get(p, c->attrs, "pipeline_membership") : 0;
	return text && ir_expr(p, text)->kind == X_STR ? ir_text(p, ir_expr(p, text)->str) : "";
}

/* A statement without a tag goes with the tile that it takes first. */
static const char *membership(const Sorting *s, uint32_t i) {
	const Call *c = ir_call_of(s->p, s->b.at[i]);
	const char *own = own_membership(s->p, s->b.at[i]);
	if (*own || !c || !c->args.n)
		return own;
	const Expr *first = ir_expr(s->p, c->args.at[0]);
	if (first->kind == X_VAR && s->home[first->var])
		own = own_membership(s->p, s->b.at[s->home[first->var] - 1]);
	return own;
}

static Tier tier(const Program *p, StmtId id) {
	const Stmt *st = ir_stmt(p, id);
	if (st->kind == S_YIELD)
		return TIER_YIELD;
	if (st->kind != S_ASSIGN)
		return TIER_REST;
	if (kind_of(p, st->var) == T_SCALAR)
		return TIER_SCALAR;
	const Call *c = ir_call_of(p, id);
	return c && (c->op == OP_TILE_LOAD || c->op == OP_TILE_EXTRACT) ? TIER_LOAD : TIER_REST;
}

static Key key_of(const Sorting *s, uint32_t i) {
	const Call *c = ir_call_of(s->p, s->b.at[i]);
	Key k = {tier(s->p, s->b.at[i]), "", c && c->op == OP_TILE_STORE};
	if (k.tier == TIER_REST)
		k.membership = membership(s, i);
	return k;
}

static void find_homes(Sorting *s) {
	VarVec defs = {0};
	for (uint32_t i = 0; i < s->b.n; i++) {
		defs.n = 0;
		defs_of(s->p, s->b.at[i], DEFS_ALL, &defs);
		for (uint32_t k = 0; k < defs.n; k++)
			s->home[defs.at[k]] = i + 1;
	}
	vec_free(&defs);
}

static void find_edges(Sorting *s) {
	VarVec used = {0};
	for (uint32_t i = 0; i < s->b.n; i++) {
		used.n = 0;
		uses_of(s->p, s->b.at[i], false, &used);
		for (uint32_t k = 0; k < used.n; k++) {
			uint32_t from = s->home[used.at[k]];
			if (!from || from == i + 1)
				continue;
			vec_push(&s->users[from - 1], i);
			s->waits[i]++;
		}
	}
	vec_free(&used);
}

static bool comes_first(const Sorting *s, uint32_t a, uint32_t b) {
	if (s->key[a].tier != s->key[b].tier)
		return s->key[a].tier < s->key[b].tier;
	int order = strcmp(s->key[a].membership, s->key[b].membership);
	if (order)
		return order < 0;
	return s->key[a].is_store != s->key[b].is_store ? s->key[b].is_store : a < b;
}

static void place_all(Sorting *s, uint32_t *order) {
	enum { PLACED = UINT32_MAX };
	for (uint32_t k = 0; k < s->b.n; k++) {
		uint32_t best = PLACED;
		for (uint32_t i = 0; i < s->b.n; i++)
			if (!s->waits[i] && (best == PLACED || comes_first(s, i, best)))
				best = i;
		if (best == PLACED) /* a cycle of definitions, in an ill-formed program only: what is left keeps its order */
			for (best = 0; s->waits[best] == PLACED;)
				best++;
		order[k] = best;
		s->waits[best] = PLACED;
		for (uint32_t u = 0; u < s->users[best].n; u++)
			if (s->waits[s->users[best].at[u]] != PLACED)
				s->waits[s->users[best].at[u]]--;
	}
}

void io_order(const Program *p, Block b, uint32_t *order) {
	Arena *a = arena_new();
	Sorting s = {.p = p, .b = b, .room = p->vars.n};
	uint32_t n = b.n ? b.n : 1;
	s.home = ARENA_ARRAY(a, uint32_t, s.room);
	s.key = ARENA_ARRAY(a, Key, n);
	s.users = arena_alloc(a, n * sizeof *s.users);
	s.waits = ARENA_ARRAY(a, uint32_t, n);
	find_homes(&s);
	find_edges(&s);
	for (uint32_t i = 0; i < b.n; i++)
		s.key[i] = key_of(&s, i);
	place_all(&s, order);
	for (uint32_t i = 0; i < b.n; i++)
		vec_free(&s.users[i]);
	arena_free(a);
}
