/* Slicing one loop body into the half that leads to the first FIFO operation and the rest (skew.md B.3). */
#include "analyzer/skew.h"

/* By VarId: index + 1 of the top statement that defines it; 0: defined outside, or not seen by the rule. */
typedef struct Owners {
	uint32_t *at;
	uint32_t n;
} Owners;

static Owners owners_of(const Program *p, const SkewLoop *l, DefRule rule) {
	Owners o = {mem_alloc(p->vars.n * sizeof(uint32_t)), p->vars.n};
	memset(o.at, 0, p->vars.n * sizeof(uint32_t));
	VarVec defs = {0};
	for (uint32_t i = 0; i < l->stmts.n; i++) {
		defs.n = 0;
		defs_of(p, l->stmts.at[i], rule, &defs);
		for (uint32_t k = 0; k < defs.n; k++)
			o.at[defs.at[k]] = i + 1;
	}
	vec_free(&defs);
	return o;
}

static const char *lead_word(const Program *p, const SkewLoop *l) {
	return ir_is_push(ir_call_of(p, l->stmts.at[l->lead])->op) ? "push" : "pop";
}

static uint32_t lead_line(const Program *p, const SkewLoop *l) { return skew_line(p, l->stmts.at[l->lead]); }

static bool holds(List vars, VarId v) {
	for (uint32_t i = 0; i < vars.n; i++)
		if (vars.at[i] == v)
			return true;
	return false;
}

/* The backward slice from the first FIFO operation. */
static void slice_produce(const Program *p, const SkewLoop *l, const Owners *o, bool types, uint8_t *produce) {
	VEC(uint32_t) work = {0};
	VarVec uses = {0};
	vec_push(&work, l->lead);
	produce[l->lead] = 1;
	while (work.n) {
		uint32_t i = work.at[--work.n];
		uses.n = 0;
		uses_of(p, l->stmts.at[i], types, &uses);
		for (uint32_t k = 0; k < uses.n; k++) {
			uint32_t def = o->at[uses.at[k]];
			if (def && !produce[def - 1]) {
				produce[def - 1] = 1;
				vec_push(&work, def - 1);
			}
		}
	}
	vec_free(&work);
	vec_free(&uses);
}

/* What keeps the produce half of iteration t+1 from starting before iteration t ends. */
static const char *produce_refusal(const Program *p, const SkewLoop *l, bool types, const uint8_t *produce) {
	const Stmt *loop = ir_stmt(p, l->id);
	const char *refusal = NULL;
	VarVec uses = {0};
	for (uint32_t i = 0; i < l->stmts.n && !refusal; i++) {
		if (!produce[i])
			continue;
		uses.n = 0;
		uses_of(p, l->stmts.at[i], types, &uses);
		for (uint32_t k = 0; k < uses.n && !refusal; k++) {
			VarId v = uses.at[k];
			if (holds(loop->iters, v))
				refusal = arena_printf(p->arena,
				                       "what line %u computes for the %s in line %u reads '%s', which the previous iteration yields, so the next "
				                       "iteration cannot start early; compute it from the loop variable '%s' instead",
				                       skew_line(p, l->stmts.at[i]), lead_word(p, l), lead_line(p, l), ir_hint(p, v), ir_hint(p, loop->var));
		}
	}
	vec_free(&uses);
	return refusal;
}

static bool is_recomputable(const Program *p, const SkewLoop *l, uint32_t i) {
	const Stmt *s = ir_stmt(p, l->stmts.at[i]);
	if (s->kind != S_ASSIGN || !s->expr || ir_expr(p, s->expr)->kind == X_CALL)
		return false;
	TypeId type = ir_var(p, s->var)->type;
	return type && ir_type(p, type)->kind == T_SCALAR;
}

/* Marks the statements that compute v from the loop variable and from outside; false: at cannot be computed twice. */
static bool slice_scalar(const Program *p, const SkewLoop *l, const Owners *o, bool types, VarId v, uint8_t *needed, uint32_t *at) {
	VEC(uint32_t) work = {0};
	VarVec uses = {0};
	bool good = true;
	uses.n = 0;
	vec_push(&uses, v);
	for (;;) {
		for (uint32_t k = 0; k < uses.n && good; k++) {
			uint32_t def = o->at[uses.at[k]];
			if (!def || needed[def - 1])
				continue;
			*at = def - 1;
			good = is_recomputable(p, l, def - 1);
			needed[def - 1] = 1;
			vec_push(&work, def - 1);
		}
		if (!good || !work.n)
			break;
		uses.n = 0;
		uses_of(p, l->stmts.at[work.at[--work.n]], types, &uses);
	}
	vec_free(&work);
	vec_free(&uses);
	return good;
}

static const char *carried_refusal(const Program *p, const SkewLoop *l, VarId v, uint32_t def, uint32_t reader, uint32_t blocker) {
	const char *lead = lead_word(p, l);
	TypeId type = ir_var(p, v)->type;
	bool scalar = type && ir_type(p, type)->kind == T_SCALAR;
	const char *read_at = reader < l->stmts.n ? arena_printf(p->arena, "line %u", skew_line(p, l->stmts.at[reader])) : "the loop's yield";
	if (def == l->lead)
		return arena_printf(p->arena,
		                    "the body pops '%s' in line %u before it pushes and uses it in %s, so this core answers in order and cannot run ahead; "
		                    "only a loop that pushes first can",
		                    ir_hint(p, v), skew_line(p, l->stmts.at[def]), read_at);
	if (!scalar)
		return arena_printf(p->arena,
		                    "'%s' (line %u) is made for the %s in line %u and read again in %s, behind the round trip; only scalar index arithmetic "
		                    "can be computed twice, so load or compute it there again under another name",
		                    ir_hint(p, v), skew_line(p, l->stmts.at[def]), lead, lead_line(p, l), read_at);
	return arena_printf(p->arena,
	                    "'%s' is computed for the %s in line %u and read again in %s, behind the round trip, but line %u, which it depends on, is no "
	                    "plain scalar arithmetic that can be computed twice; move that line in front of the loop or compute the value again under "
	                    "another name",
	                    ir_hint(p, v), lead, lead_line(p, l), read_at, skew_line(p, l->stmts.at[blocker]));
}

static const char *count_refusal(const Program *p, const SkewLoop *l) {
	return arena_printf(p->arena,
	                    "an iteration makes %u pushes and %u pops at the top level of the body, and only one round trip (one push, one pop) can "
	                    "be started ahead; split the loop or send one message",
	                    l->pushes, l->pops);
}

/* By VarId: index + 1 of a statement of the consume half that reads it, stmts.n + 1: the yield; 0: not read there. */
static uint32_t *readers_of(const Program *p, const SkewLoop *l, bool types, bool yields, const uint8_t *produce) {
	uint32_t *reader = mem_alloc(p->vars.n * sizeof *reader);
	memset(reader, 0, p->vars.n * sizeof *reader);
	VarVec uses = {0};
	for (uint32_t i = 0; i < l->stmts.n; i++) {
		if (produce[i])
			continue;
		uses.n = 0;
		uses_of(p, l->stmts.at[i], types, &uses);
		for (uint32_t k = 0; k < uses.n; k++)
			if (!reader[uses.at[k]])
				reader[uses.at[k]] = i + 1;
	}
	uses.n = 0;
	for (uint32_t i = 0; yields && i < l->yields.n; i++)
		uses_of_expr(p, l->yields.at[i], types, &uses);
	for (uint32_t k = 0; k < uses.n; k++)
		if (!reader[uses.at[k]])
			reader[uses.at[k]] = l->stmts.n + 1;
	vec_free(&uses);
	return reader;
}

/* Every value that crosses from produce to consume must be recomputable; then its slice joins the consume half. */
static void slice_carried(const Program *p, const SkewLoop *l, const Owners *o, DefRule rule, bool types, const uint32_t *reader,
                          SkewHalves *h) {
	uint8_t *needed = mem_alloc(l->stmts.n + 1);
	VarVec defs = {0};
	for (uint32_t i = 0; i < l->stmts.n && !h->refusal; i++) {
		if (!h->produce[i])
			continue;
		defs.n = 0;
		defs_of(p, l->stmts.at[i], rule, &defs);
		for (uint32_t k = 0; k < defs.n && !h->refusal; k++) {
			VarId v = defs.at[k];
			uint32_t blocker = i;
			if (!reader[v])
				continue;
			memset(needed, 0, l->stmts.n + 1);
			if (!slice_scalar(p, l, o, types, v, needed, &blocker)) {
				h->refusal = carried_refusal(p, l, v, i, reader[v] - 1, blocker);
				continue;
			}
			for (uint32_t j = 0; j < l->stmts.n; j++)
				h->consume[j] |= needed[j];
		}
	}
	mem_free_(needed);
	vec_free(&defs);
}

static bool has(uint64_t guards, GuardId g) { return guards >> g & 1; }

void skew_slice(Skew *k, const SkewLoop *l, uint64_t guards, SkewHalves *h) {
	const Program *p = k->p;
	bool types = has(guards, GUARD_TYPE_USE);
	DefRule rule = has(guards, GUARD_HIDDEN_DEF) ? DEFS_VISIBLE : DEFS_REFERENCE;
	Owners o = owners_of(p, l, rule);
	*h = (SkewHalves){.produce = mem_alloc(l->stmts.n + 1), .consume = mem_alloc(l->stmts.n + 1)};
	memset(h->produce, 0, l->stmts.n + 1);
	slice_produce(p, l, &o, types, h->produce);
	uint32_t rest = 0;
	for (uint32_t i = 0; i < l->stmts.n; i++) {
		h->consume[i] = !h->produce[i];
		rest += h->consume[i];
	}
	uint32_t *reader = readers_of(p, l, types, has(guards, GUARD_YIELDED), h->produce);
	if (!rest)
		h->refusal = arena_printf(p->arena, "every statement of the body is needed for the %s in line %u, so nothing is left to overlap with",
		                          lead_word(p, l), lead_line(p, l));
	if (!h->refusal)
		h->refusal = produce_refusal(p, l, types, h->produce);
	if (!h->refusal && (l->pushes != 1 || l->pops != 1))
		h->refusal = count_refusal(p, l);
	if (!h->refusal)
		slice_carried(p, l, &o, rule, types, reader, h);
	mem_free_(reader);
	mem_free_(o.at);
}

void skew_halves_free(SkewHalves *h) {
	mem_free_(h->produce);
	mem_free_(h->consume);
	*h = (SkewHalves){0};
}

bool skew_halves_same(const SkewLoop *l, const SkewHalves *a, const SkewHalves *b) {
	return !a->refusal == !b->refusal && (a->refusal || (!memcmp(a->produce, b->produce, l->stmts.n) && !memcmp(a->consume, b->consume, l->stmts.n)));
}
