#include "checks/peer.h"

#include <stdlib.h>

/* ---- who the peer is ---- */

const char *peer_imported(const Program *p, FuncId f) {
	const Function *fn = ir_func(p, f);
	for (uint32_t i = 0; i < fn->body.n; i++) {
		const Call *c = ir_call_of(p, fn->body.at[i]);
		if (!c || c->op != OP_SYSTEM_IMPORT_PEER_BUFFER)
			continue;
		ExprId e = ir_get(p, c->kwargs, "peer_func");
		if (e && (ir_expr(p, e)->kind == X_STR || ir_expr(p, e)->kind == X_NAME))
			return ir_text(p, ir_expr(p, e)->str);
	}
	return NULL;
}

static const Call *call_of_function(const Program *p, const Function *group, const Function *callee) {
	const char *name = ir_text(p, callee->name);
	/* Core functions call nothing. */
	bool is_core = group->kind == FUNC_AIC || group->kind == FUNC_AIV || group->kind == FUNC_INCORE;
	for (uint32_t i = 0; !is_core && i < group->body.n; i++) {
		const Call *c = ir_call_of(p, group->body.at[i]);
		const char *text = c ? ir_text(p, c->callee) : "";
		if (!strncmp(text, "self.", 5) && !strcmp(text + 5, name))
			return c;
	}
	return NULL;
}

static bool same_argument(const Program *p, ExprId a, ExprId b) {
	return ir_expr(p, a)->kind == X_VAR && ir_expr(p, b)->kind == X_VAR && ir_expr(p, a)->var == ir_expr(p, b)->var;
}

uint32_t *peer_parameters(const Program *p, FuncId f, FuncId peer) {
	const Function *fn = ir_func(p, f), *other = ir_func(p, peer);
	uint32_t *map = mem_alloc((other->n_params + 1) * sizeof *map);
	const Call *mine = NULL, *theirs = NULL;
	for (FuncId g = 1; g <= ir_func_count(p) && !(mine && theirs); g++) {
		mine = call_of_function(p, ir_func(p, g), fn);
		theirs = call_of_function(p, ir_func(p, g), other);
	}
	bool by_call = mine && theirs;
	for (uint32_t k = 0; k < other->n_params; k++) {
		map[k] = NO_ORDINAL;
		for (uint32_t i = 0; i < fn->n_params; i++) {
			bool same = by_call ? i < mine->args.n && k < theirs->args.n && same_argument(p, mine->args.at[i], theirs->args.at[k])
					    : !strcmp(ir_hint(p, fn->params[i].var), ir_hint(p, other->params[k].var));
			if (same && map[k] == NO_ORDINAL)
				map[k] = i;
		}
	}
	return map;
}

/* ---- what moved ---- */

typedef struct Counted { const Access *access; uint32_t pushes, pops; } Counted;

static int by_plain_and_time(const void *a, const void *b) {
	const Access *x = ((const Counted *)a)->access, *y = ((const Counted *)b)->access;
	if (x->plain != y->plain)
		return x->plain < y->plain ? -1 : 1;
	return (x->when > y->when) - (x->when < y->when);
}

static Counted *count_messages(const Root *root, const RingHistory *ring) {
	Counted *c = mem_alloc((root->accesses.n + 1) * sizeof *c);
	uint32_t pushes = 0, pops = 0;
	for (uint32_t i = 0; i < root->accesses.n; i++) {
		const Access *a = &root->accesses.at[i];
		while (pushes < ring->pushes.n && ring->pushes.at[pushes].when < a->when)
			pushes++;
		while (pops < ring->pops.n && ring->pops.at[pops].when < a->when)
			pops++;
		c[i] = (Counted){a, pushes, pops};
	}
	qsort(c, root->accesses.n, sizeof *c, by_plain_and_time);
	return c;
}

static uint32_t same_plain(const Counted *c, uint32_t from, uint32_t n) {
	uint32_t k = from;
	while (k < n && c[k].access->plain == c[from].access->plain)
		k++;
	return k - from;
}

static void compare_counts(const Root *root, const Root *after, const RingHistory *ring, const RingHistory *ring_after, Moves *out) {
	Counted *b = count_messages(root, ring), *a = count_messages(after, ring_after);
	uint32_t i = 0, k = 0, n = root->accesses.n, m = after->accesses.n;
	while (i < n && k < m) {
		Term x = b[i].access->plain, y = a[k].access->plain;
		if (x != y) {
			if (x < y)
				i++;
			else
				k++;
			continue;
		}
		uint32_t many = same_plain(b, i, n), also = same_plain(a, k, m);
		for (uint32_t j = 0; j < many && many == also; j++) {
			const Counted *p = &b[i + j], *q = &a[k + j];
			if (q->pushes > p->pushes)
				vec_push(out, ((Move){root, p->access, q->access, ring, true, p->pushes, q->pushes}));
			if (q->pops < p->pops)
				vec_push(out, ((Move){root, p->access, q->access, ring, false, p->pops, q->pops}));
		}
		i += many;
		k += also;
	}
	free(a);
	free(b);
}

void moves_find(const History *before, const History *after, Moves *out) {
	for (uint32_t i = 0; i < before->roots.n; i++) {
		const Root *root = &before->roots.at[i];
		for (uint32_t k = 0; root->param != NO_ORDINAL && k < after->roots.n; k++) {
			if (after->roots.at[k].name != root->name)
				continue;
			for (uint32_t r = 0; r < before->rings.n; r++) {
				const RingHistory *ring = &before->rings.at[r], *other = history_ring(after, ring->id, ring->direction);
				if (other)
					compare_counts(root, &after->roots.at[k], ring, other, out);
			}
		}
	}
}

/* ---- whether the peer can notice ---- */

/* Did the messages between `is` and `was` order the peer's access against the moved one, and no others do now? */
static bool was_ordered(const Move *m, const History *peer, const Access *theirs) {
	const RingHistory *r = history_ring(peer, m->ring->id, m->ring->direction);
	if (!r)
		return false;
	if (m->is_push) {
		/* Before push `was`, so before whatever the peer does after that pop; still so after pop `is`. */
		bool after_was = m->was < r->pops.n && r->pops.at[m->was].when < theirs->when;
		bool after_is = m->is < r->pops.n && r->pops.at[m->is].when < theirs->when;
		return after_was && !after_is;
	}
	bool before_was = m->was <= r->pushes.n && theirs->when < r->pushes.at[m->was - 1].when;
	bool before_is = m->is > 0 && m->is <= r->pushes.n && theirs->when < r->pushes.at[m->is - 1].when;
	return before_was && !before_is;
}

bool moves_conflict(const Moves *m, const History *peer, const Move **move, const Access **access, Overlap *how) {
	*how = OVERLAP_NO;
	for (uint32_t i = 0; i < m->n; i++) {
		const Move *x = &m->at[i];
		for (uint32_t k = 0; k < peer->roots.n; k++) {
			const Root *root = &peer->roots.at[k];
			for (uint32_t j = 0; root->name == x->root->name && j < root->accesses.n; j++) {
				const Access *theirs = &root->accesses.at[j];
				if ((!theirs->is_write && !x->before->is_write) || !was_ordered(x, peer, theirs))
					continue;
				Overlap o = region_overlap(x->before->region, theirs->region);
				if (o == OVERLAP_NO || (o == OVERLAP_MAYBE && *how == OVERLAP_MAYBE))
					continue;
				*move = x;
				*access = theirs;
				*how = o;
				if (o == OVERLAP_YES)
					return true;
			}
		}
	}
	return *how != OVERLAP_NO;
}
