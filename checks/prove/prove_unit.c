/* The prover as an engine of a unit: what it proves is settled for every trip count, what it does not is left to the next engine. */
#include "checks/peer.h"
#include "checks/prove/prove.h"
#include "checks/prove/summary.h"
#include "checks/unit.h"

/* Tensors that the peer core touches too, one of the two writing: their accesses keep their side of every message. */
static void mark_shared(const Program *p, FuncId f, FuncId peer, bool *shared, Arena *arena) {
	if (!peer)
		return;
	const uint8_t *mine = summary_accesses(p, f, arena), *theirs = summary_accesses(p, peer, arena);
	uint32_t *same = peer_parameters(p, f, peer);
	for (uint32_t i = 0; i < ir_func(p, peer)->n_params; i++) {
		uint32_t k = same[i];
		if (k < ir_func(p, f)->n_params && mine[k] && theirs[i] && ((mine[k] | theirs[i]) & ACCESS_WRITE))
			shared[k] = true;
	}
	mem_free_(same);
}

static void settle(Unit *u, Obligation o, const ProofPart *part, const Proof *proof) {
	if (!(u->open >> o & 1) || !part->proved)
		return;
	Result *r = unit_settle(u, o, VERDICT_PROVED);
	r->argument = part->argument;
	r->rlimit = proof->rlimit;
}

static bool has_messages(const Program *p, FuncId f) {
	World *w = world_new(false, 1, 1, NULL);
	summary_scan(w, p, f, NULL);
	bool found = false;
	for (uint32_t i = 0; i < w->channels.n; i++)
		found |= w->channels.at[i].kind == CH_PUSH || w->channels.at[i].kind == CH_POP;
	world_free(w);
	return found;
}

void settle_by_proof(Unit *u) {
	if (!(u->open & MEANING_BITS))
		return;
	uint32_t before = ir_func(u->before, u->f_before)->n_params, after = ir_func(u->after, u->f_after)->n_params;
	if (before != after)
		return;
	bool *shared = ARENA_ARRAY(u->arena, bool, before + 1);
	bool alone = !functions_peer(u->of_before, u->f_before) && has_messages(u->before, u->f_before);
	mark_shared(u->before, u->f_before, functions_peer(u->of_before, u->f_before), shared, u->arena);
	mark_shared(u->after, u->f_after, functions_peer(u->of_after, u->f_after), shared, u->arena);
	/* With the peer not in the file every tensor may be shared; what only holds when none is, is assumed. */
	for (uint32_t i = 0; alone && i < before; i++)
		shared[i] = true;
	Proof proof = prove_function(u->before, u->f_before, u->after, u->f_after, shared, u->options, u->arena);
	settle(u, OB_ORDER, &proof.order, &proof);
	settle(u, OB_VALUES, &proof.values, &proof);
	settle(u, OB_EFFECTS, &proof.effects, &proof);
	u->guesses = proof.guesses;
	if (!alone || proof.effects.proved || !proof.order.proved || !proof.values.proved || !(u->open >> OB_EFFECTS & 1))
		return;
	Proof apart = prove_function(u->before, u->f_before, u->after, u->f_after, NULL, u->options, u->arena);
	if (apart.effects.proved) {
		Result *r = unit_settle(u, OB_EFFECTS, VERDICT_ASSUMED);
		r->argument = apart.effects.argument;
		r->reason = "the peer core is not in the file: it is assumed not to use the tensors whose accesses move across messages";
		r->rlimit = proof.rlimit + apart.rlimit;
	}
}
