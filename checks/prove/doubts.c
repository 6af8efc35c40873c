#include "checks/prove/doubts.h"

enum { MOST_GUESSES = 12, MOST_ASKED = 24, MOST_NAMED = 8, SMALL_RLIMIT = 100000 };

/* How far from 0 the parameters may be: small ones first, since a trip count may be among them. */
static const int64_t rooms[] = {64, 6000};

typedef struct Asker {
	World *w;
	Arena *arena;
	uint32_t n_params;
	unsigned asked;
	Guess found[MOST_GUESSES];
	uint32_t n;
} Asker;

static bool satisfiable(Asker *a, const TermNode *query, const Term *named, uint32_t n_named, int64_t room) {
	Terms *t = a->w->terms;
	Term *facts = ARENA_ARRAY(a->w->arena, Term, query->n + 2 * n_named), claim = query->arg[0];
	uint32_t n = 0;
	facts[n++] = term_fn(t, FN_NOT, &claim, 1);
	for (uint32_t i = 1; i < query->n; i++)
		facts[n++] = query->arg[i];
	for (uint32_t i = 0; i < n_named; i++) {
		facts[n++] = term_fn(t, FN_LE, (Term[]){term_int(t, -room), named[i]}, 2);
		facts[n++] = term_fn(t, FN_LE, (Term[]){named[i], term_int(t, room)}, 2);
	}
	a->asked++;
	return solver_satisfiable(a->w->solver, facts, n) == ANSWER_YES;
}

static bool is_known(const Asker *a, const Guess *g) {
	for (uint32_t i = 0; i < a->n; i++) {
		const Guess *x = &a->found[i];
		if (x->n == g->n && !memcmp(x->param, g->param, g->n * sizeof *g->param) && !memcmp(x->value, g->value, g->n * sizeof *g->value))
			return true;
	}
	return false;
}

static void ask(Asker *a, Term doubt) {
	Terms *t = a->w->terms;
	Term named[MOST_NAMED];
	uint32_t *param = ARENA_ARRAY(a->arena, uint32_t, MOST_NAMED);
	int64_t *value = ARENA_ARRAY(a->arena, int64_t, MOST_NAMED);
	Guess g = {0, param, value};
	for (uint32_t i = 0; i < a->n_params && g.n < MOST_NAMED; i++) {
		Term symbol = world_parameter(a->w, i);
		if (!term_mentions(t, doubt, symbol))
			continue;
		named[g.n] = symbol;
		param[g.n++] = i;
	}
	if (!g.n)
		return;
	for (size_t k = 0; k < sizeof rooms / sizeof *rooms && a->asked < MOST_ASKED; k++) {
		TermNode query = *term_at(t, doubt);
		if (!satisfiable(a, &query, named, g.n, rooms[k]))
			continue;
		for (uint32_t i = 0; i < g.n; i++)
			if (!solver_value(a->w->solver, named[i], &value[i]))
				return;
		if (!is_known(a, &g))
			a->found[a->n++] = g;
		return;
	}
}

Guesses doubts_models(World *w, uint32_t n_params, Arena *arena) {
	Asker a = {.w = w, .arena = arena, .n_params = n_params};
	solver_limit(w->solver, SMALL_RLIMIT);
	/* Where a comparison stopped, its facts alone are the doubt: first those, then claims; the newest stand nearest to the stop. */
	for (int stops = 1; stops >= 0; stops--)
		for (uint32_t i = w->doubts.n; i > 0 && a.n < MOST_GUESSES && a.asked < MOST_ASKED; i--) {
			Term doubt = w->doubts.at[i - 1];
			bool is_stop = term_is_int(w->terms, term_at(w->terms, doubt)->arg[0], &(int64_t){0});
			if (is_stop == (stops == 1))
				ask(&a, doubt);
		}
	Guess *at = ARENA_ARRAY(arena, Guess, a.n + 1);
	memcpy(at, a.found, a.n * sizeof *at);
	return (Guesses){at, a.n};
}
