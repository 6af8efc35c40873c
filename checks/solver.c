#include "checks/solver.h"

#include "checks/normal.h"

#include <stdio.h>
#include <stdlib.h>
#include <z3.h>

struct Solver {
	Terms *terms;
	Z3_context ctx;
	Z3_model model; /* of the last satisfiable query; NULL */
	Z3_params params, quick;
	VEC(Z3_ast) kept;         /* owned by the running query: released when it ends */
	VEC(Z3_ast) ast_of;       /* by term, of the running query */
	VEC(Term) encoded;        /* which of them are set */
	SolverStats stats;
	bool is_linear;           /* the running query, so far */
	unsigned timeout_ms, rlimit;
	const char *smt2_dir;
	char reason[160];
};

enum { QUICK_RLIMIT = 100000 }; /* some 50 ms; most questions take a hundredth of it */

static bool quick_is_all(const Solver *s) { return s->rlimit && s->rlimit <= QUICK_RLIMIT; } /* 0: no limit */

static void ignore_error(Z3_context c, Z3_error_code e) {
	(void)c;
	(void)e;
}

Solver *solver_new(Terms *t, unsigned timeout_ms, uint64_t rlimit, const char *smt2_dir) {
	Solver *s = mem_alloc(sizeof *s);
	*s = (Solver){.terms = t, .timeout_ms = timeout_ms, .rlimit = rlimit > UINT32_MAX ? UINT32_MAX : (unsigned)rlimit, .smt2_dir = smt2_dir};
	s->stats.last_reason = "";
	return s;
}

/* A context costs milliseconds: most comparisons never need one. */
static void need_context(Solver *s) {
	if (s->ctx)
		return;
	Z3_config config = Z3_mk_config();
	Z3_set_param_value(config, "model", "true");
	s->ctx = Z3_mk_context_rc(config);
	Z3_del_config(config);
	Z3_set_error_handler(s->ctx, ignore_error);
	s->params = Z3_mk_params(s->ctx);
	Z3_params_inc_ref(s->ctx, s->params);
	Z3_params_set_uint(s->ctx, s->params, Z3_mk_string_symbol(s->ctx, "timeout"), s->timeout_ms);
	Z3_params_set_uint(s->ctx, s->params, Z3_mk_string_symbol(s->ctx, "rlimit"), s->rlimit);
	s->quick = Z3_mk_params(s->ctx);
	Z3_params_inc_ref(s->ctx, s->quick);
	Z3_params_set_uint(s->ctx, s->quick, Z3_mk_string_symbol(s->ctx, "rlimit"), quick_is_all(s) ? s->rlimit : QUICK_RLIMIT);
}

static void drop_model(Solver *s) {
	if (s->model)
		Z3_model_dec_ref(s->ctx, s->model);
	s->model = NULL;
}

static void end_query(Solver *s) {
	for (uint32_t i = 0; i < s->kept.n; i++)
		Z3_dec_ref(s->ctx, s->kept.at[i]);
	s->kept.n = 0;
	for (uint32_t i = 0; i < s->encoded.n; i++)
		s->ast_of.at[s->encoded.at[i]] = NULL;
	s->encoded.n = 0;
}

const char *solver_version(void) { return Z3_get_full_version(); }

void solver_free(Solver *s) {
	if (!s)
		return;
	if (s->ctx) {
		drop_model(s);
		end_query(s);
		Z3_params_dec_ref(s->ctx, s->params);
		Z3_params_dec_ref(s->ctx, s->quick);
		Z3_del_context(s->ctx);
	}
	vec_free(&s->kept);
	vec_free(&s->ast_of);
	vec_free(&s->encoded);
	free(s);
}

void solver_limit(Solver *s, uint64_t rlimit) {
	if (rlimit >= s->rlimit && s->rlimit)
		return;
	s->rlimit = (unsigned)rlimit;
	if (s->ctx) {
		Z3_params_set_uint(s->ctx, s->params, Z3_mk_string_symbol(s->ctx, "rlimit"), s->rlimit);
		if (quick_is_all(s))
			Z3_params_set_uint(s->ctx, s->quick, Z3_mk_string_symbol(s->ctx, "rlimit"), s->rlimit);
	}
}

SolverStats solver_stats(const Solver *s) { return s->stats; }

/* Keeps a reference until the query ends: in a reference-counted context every node needs one. */
static Z3_ast keep(Solver *s, Z3_ast a) {
	Z3_inc_ref(s->ctx, a);
	vec_push(&s->kept, a);
	return a;
}

static Z3_ast integer(Solver *s, int64_t v) { return keep(s, Z3_mk_int64(s->ctx, v, Z3_mk_int_sort(s->ctx))); }

static Z3_ast unknown_integer(Solver *s, Term x) {
	Z3_symbol name = Z3_mk_int_symbol(s->ctx, (int)x);
	return keep(s, Z3_mk_const(s->ctx, name, Z3_mk_int_sort(s->ctx)));
}

static Z3_ast truth(Solver *s, Z3_ast boolean) {
	return keep(s, Z3_mk_ite(s->ctx, boolean, integer(s, 1), integer(s, 0)));
}

static Z3_ast is_true(Solver *s, Z3_ast number) {
	return keep(s, Z3_mk_not(s->ctx, keep(s, Z3_mk_eq(s->ctx, number, integer(s, 0)))));
}

/* Z3's div and mod are Euclidean: for a positive divisor they are the floor; truncation is built from them. */
static Z3_ast division(Solver *s, TermFn fn, Z3_ast a, Z3_ast b, int64_t divisor) {
	if (fn == FN_FLOORDIV)
		return keep(s, Z3_mk_div(s->ctx, a, b));
	if (fn == FN_FLOORMOD)
		return keep(s, Z3_mk_mod(s->ctx, a, b));
	Z3_ast minus_a = keep(s, Z3_mk_unary_minus(s->ctx, a));
	Z3_ast negative = keep(s, Z3_mk_lt(s->ctx, a, integer(s, 0)));
	Z3_ast up = keep(s, Z3_mk_unary_minus(s->ctx, keep(s, Z3_mk_div(s->ctx, minus_a, b))));
	Z3_ast quotient = keep(s, Z3_mk_ite(s->ctx, negative, up, keep(s, Z3_mk_div(s->ctx, a, b))));
	if (fn == FN_TRUNCDIV)
		return quotient;
	Z3_ast times = keep(s, Z3_mk_mul(s->ctx, 2, (Z3_ast[]){integer(s, divisor), quotient}));
	return keep(s, Z3_mk_sub(s->ctx, 2, (Z3_ast[]){a, times}));
}

static Z3_ast encode_apply(Solver *s, Term x, const TermNode *n, const Z3_ast *arg) {
	switch ((TermFn)n->fn) {
	case FN_FLOORDIV: case FN_FLOORMOD: case FN_TRUNCDIV: case FN_TRUNCMOD:
		return division(s, (TermFn)n->fn, arg[0], arg[1], term_at(s->terms, n->arg[1])->value);
	case FN_MIN:
		return keep(s, Z3_mk_ite(s->ctx, keep(s, Z3_mk_le(s->ctx, arg[0], arg[1])), arg[0], arg[1]));
	case FN_MAX:
		return keep(s, Z3_mk_ite(s->ctx, keep(s, Z3_mk_ge(s->ctx, arg[0], arg[1])), arg[0], arg[1]));
	case FN_EQ:
		return truth(s, keep(s, Z3_mk_eq(s->ctx, arg[0], arg[1])));
	case FN_LT:
		return truth(s, keep(s, Z3_mk_lt(s->ctx, arg[0], arg[1])));
	case FN_LE:
		return truth(s, keep(s, Z3_mk_le(s->ctx, arg[0], arg[1])));
	case FN_NOT:
		return truth(s, keep(s, Z3_mk_not(s->ctx, is_true(s, arg[0]))));
	case FN_AND:
		return truth(s, keep(s, Z3_mk_and(s->ctx, 2, (Z3_ast[]){is_true(s, arg[0]), is_true(s, arg[1])})));
	case FN_OR:
		return truth(s, keep(s, Z3_mk_or(s->ctx, 2, (Z3_ast[]){is_true(s, arg[0]), is_true(s, arg[1])})));
	case FN_ITE:
		return keep(s, Z3_mk_ite(s->ctx, is_true(s, arg[0]), arg[1], arg[2]));
	case FN_NONE: case FN_COUNT:
		break;
	}
	return unknown_integer(s, x);
}

bool solver_looks_into(const Terms *t, Term x) {
	const TermNode *n = term_at(t, x);
	int64_t divisor;
	if (n->kind == TERM_SUM || n->kind == TERM_PRODUCT)
		return true;
	if (n->kind != TERM_APPLY || n->fn == FN_NONE)
		return false;
	bool divides = n->fn == FN_FLOORDIV || n->fn == FN_FLOORMOD || n->fn == FN_TRUNCDIV || n->fn == FN_TRUNCMOD;
	return !divides || (term_is_int(t, n->arg[1], &divisor) && divisor > 0);
}

/* Without recursion: arguments have smaller handles, so an explicit stack of pending terms suffices. */
static Z3_ast encode(Solver *s, Term root) {
	VEC(Term) stack = {0};
	if (s->ast_of.n <= root) {
		vec_reserve(&s->ast_of, root + 1);
		memset(s->ast_of.at + s->ast_of.n, 0, (root + 1 - s->ast_of.n) * sizeof *s->ast_of.at);
		s->ast_of.n = root + 1;
	}
	vec_push(&stack, root);
	while (stack.n) {
		Term x = stack.at[stack.n - 1];
		const TermNode *n = term_at(s->terms, x);
		bool ready = true, is_open = solver_looks_into(s->terms, x);
		for (uint32_t i = 0; is_open && i < n->n; i++) {
			if (!s->ast_of.at[n->arg[i]]) {
				vec_push(&stack, n->arg[i]);
				ready = false;
			}
		}
		if (!ready)
			continue;
		stack.n--;
		if (s->ast_of.at[x])
			continue;
		VEC(Z3_ast) arg = {0};
		for (uint32_t i = 0; is_open && i < n->n; i++) {
			Z3_ast a = s->ast_of.at[n->arg[i]];
			if (n->kind == TERM_SUM && n->coefficient[i] != 1)
				a = keep(s, Z3_mk_mul(s->ctx, 2, (Z3_ast[]){integer(s, n->coefficient[i]), a}));
			vec_push(&arg, a);
		}
		Z3_ast result;
		if (n->kind == TERM_INT)
			result = integer(s, n->value);
		else if (n->kind == TERM_SUM) {
			vec_push(&arg, integer(s, n->value));
			result = keep(s, Z3_mk_add(s->ctx, arg.n, arg.at));
		} else if (n->kind == TERM_PRODUCT) {
			s->is_linear = false;
			result = keep(s, Z3_mk_mul(s->ctx, arg.n, arg.at));
		} else if (is_open)
			result = encode_apply(s, x, n, arg.at);
		else
			result = unknown_integer(s, x);
		s->ast_of.at[x] = result;
		vec_push(&s->encoded, x);
		vec_free(&arg);
	}
	Z3_ast result = s->ast_of.at[root];
	vec_free(&stack);
	return result;
}

/* Solvers of all functions and worker processes write into one folder, so a file is named by what it asks. */
static void export_query(Solver *s, Z3_solver z) {
	if (!s->smt2_dir)
		return;
	Text query = {0}, path = {0};
	text_printf(&query, "%s(check-sat)\n", Z3_solver_to_string(s->ctx, z));
	Digest digest = digest_text(&query);
	text_printf(&path, "%s/", s->smt2_dir);
	for (int i = 0; i < 8; i++)
		text_printf(&path, "%02x", digest.at[i]);
	text_addz(&path, ".smt2");
	FILE *f = fopen(text_end(&path), "w");
	if (f) {
		fwrite(query.at, 1, query.n, f);
		fclose(f);
	}
	vec_free(&query);
	vec_free(&path);
}

/* quick: only if that is enough, or the question is not linear. */
static Z3_lbool run(Solver *s, const Term *facts, uint32_t n, Term negated_goal, bool *quick) {
	/* The simple solver: 0.5 ms a query against 6 ms, and it obeys its limits. */
	Z3_solver z = Z3_mk_simple_solver(s->ctx);
	Z3_solver_inc_ref(s->ctx, z);
	for (uint32_t i = 0; i < n; i++)
		Z3_solver_assert(s->ctx, z, is_true(s, encode(s, facts[i])));
	if (negated_goal)
		Z3_solver_assert(s->ctx, z, keep(s, Z3_mk_not(s->ctx, is_true(s, encode(s, negated_goal)))));
	*quick = *quick && s->is_linear;
	Z3_solver_set_params(s->ctx, z, *quick ? s->quick : s->params);
	Z3_lbool answer = Z3_solver_check(s->ctx, z);
	if (!*quick || answer != Z3_L_UNDEF)
		export_query(s, z);
	if (answer == Z3_L_TRUE) {
		s->model = Z3_solver_get_model(s->ctx, z);
		if (s->model)
			Z3_model_inc_ref(s->ctx, s->model);
	}
	if (answer == Z3_L_UNDEF) {
		const char *why = Z3_solver_get_reason_unknown(s->ctx, z);
		bool limit = strstr(why, "timeout") || strstr(why, "canceled") || strstr(why, "resource");
		snprintf(s->reason, sizeof s->reason, "the solver gave up: %.60s%s", why, limit ? "; --solver-ms and --solver-rlimit allow more" : "");
		s->stats.last_reason = s->reason;
	}
	Z3_stats stats = Z3_solver_get_statistics(s->ctx, z);
	Z3_stats_inc_ref(s->ctx, stats);
	for (unsigned i = 0; i < Z3_stats_size(s->ctx, stats); i++)
		if (!strcmp(Z3_stats_get_key(s->ctx, stats, i), "rlimit count") && Z3_stats_is_uint(s->ctx, stats, i))
			s->stats.rlimit = Z3_stats_get_uint_value(s->ctx, stats, i);
	Z3_stats_dec_ref(s->ctx, stats);
	Z3_solver_dec_ref(s->ctx, z);
	return answer;
}

/* Facts and the negated goal (when there is one) together. A limit on time costs a thread, as much as a question: linear ones,
 * which count their work reliably, are tried with a limit on work alone. */
static Z3_lbool ask(Solver *s, const Term *facts, uint32_t n, Term negated_goal) {
	bool quick = true;
	need_context(s);
	drop_model(s);
	s->stats.queries++;
	s->stats.last_reason = "";
	s->is_linear = true;
	Z3_lbool answer = run(s, facts, n, negated_goal, &quick);
	if (answer == Z3_L_UNDEF && quick && !quick_is_all(s)) {
		s->stats.last_reason = "";
		quick = false;
		answer = run(s, facts, n, negated_goal, &quick);
	}
	end_query(s);
	return answer;
}

Answer solver_implies(Solver *s, const Term *assumptions, uint32_t n, Term goal) {
	int64_t v;
	if (term_is_int(s->terms, goal, &v) && v)
		return ANSWER_YES;
	Z3_lbool answer = ask(s, assumptions, n, goal);
	return answer == Z3_L_FALSE ? ANSWER_YES : answer == Z3_L_TRUE ? ANSWER_NO : ANSWER_UNKNOWN;
}

Answer solver_satisfiable(Solver *s, const Term *facts, uint32_t n) {
	Z3_lbool answer = ask(s, facts, n, 0);
	return answer == Z3_L_TRUE ? ANSWER_YES : answer == Z3_L_FALSE ? ANSWER_NO : ANSWER_UNKNOWN;
}

bool solver_value(Solver *s, Term symbol, int64_t *value) {
	if (!s->model)
		return false;
	Z3_ast out = NULL;
	bool found = Z3_model_eval(s->ctx, s->model, unknown_integer(s, symbol), true, &out) && out;
	if (found) {
		Z3_inc_ref(s->ctx, out);
		found = Z3_get_numeral_int64(s->ctx, out, value);
		Z3_dec_ref(s->ctx, out);
	}
	end_query(s);
	return found;
}
