/* Exact simulation as an engine (proofs.md section 3).
 *
 * First along paths: when control flow depends on nothing but conditions that can be taken both ways, all paths seen and
 * nothing different on any is a proof for all inputs. Otherwise with small numbers, smallest first: a bounded answer.
 * A difference that shows with symbols counts only when a run with numbers for all of them shows it too: that run is the replay.
 */
#include "checks/simulate/promising.h"
#include "checks/simulate/shrink.h"
#include "checks/simulate/tried.h"

#include <stdlib.h>

enum { MOST_PATHS = 128, MOST_VALUE_RUNS = 320, RANDOM_RUNS = 60, MOST_PRODUCT = 256, CONFIRM_RUNS = 24, CONFIRM_RANKS = 8, CONFIRM_LAST = 2, CONFIRM_FAR = 24, CONFIRM_TOTAL = 200, FAR_RUNS = 48, FAR_EVENTS = 20000, ALL_FAR_EVENTS = 120000, GUESS_EVENTS = 60000,
	INPUT_TEXT = 300 };

static const Obligation meanings[3] = {OB_ORDER, OB_VALUES, OB_EFFECTS};

typedef struct Simulation {
	Unit *u;
	PairRun *r;
	bool suspected[3];  /* differs with symbols */
	Gap suspect[3];
	bool confirmed[3];
	Gap gap[3];
	const char *inputs[3];
	Point point[3];
	Tried tried;
	Promising promising;
	bool has_promising;
	uint32_t runs, confirm_runs;
	bool is_complete;    /* all paths were seen */
	bool is_bounded;     /* numbers were tried */
	const char *open;    /* why it is neither */
	Verdict open_verdict;
} Simulation;

static Gap *order_gap(Gaps *g) { return &g->order; }
static Gap *values_gap(Gaps *g) { return &g->values; }
static Gap *effects_gap(Gaps *g) { return &g->effects; }
static Gap *(*const gaps_of[3])(Gaps *) = {order_gap, values_gap, effects_gap};
static Gap *gap_of(Gaps *g, int k) { return gaps_of[k](g); }

static bool wanted(const Simulation *s, int k) { return s->u->open >> meanings[k] & 1; }

/* No further run changes the answer. */
static bool is_decided(const Simulation *s) {
	for (int k = 0; k < 3; k++)
		if (wanted(s, k) && !s->confirmed[k])
			return false;
	return true;
}

static bool all_confirmed(const Simulation *s) {
	for (int k = 0; k < 3; k++)
		if (wanted(s, k) && s->suspected[k] && !s->confirmed[k])
			return false;
	return true;
}

/* Takes over what the last run, in which every number was known, shows. */
static void take_confirmed(Simulation *s) {
	for (int k = 0; k < 3; k++) {
		Gap *g = gap_of(&s->r->gaps, k);
		if (!g->found || s->confirmed[k] || s->r->imprecise)
			continue;
		s->suspected[k] = s->confirmed[k] = true;
		s->gap[k] = *g;
		s->inputs[k] = inputs_text(s->r->inputs, s->u->arena, INPUT_TEXT);
		point_take(&s->point[k], s->r->inputs);
	}
}

static void fix_guess(Simulation *s, const Guess *g) {
	for (uint32_t i = 0; i < g->n; i++)
		inputs_fix(s->r->inputs, (Chosen){.what = term_symbol(s->r->t, s->r->names[g->param[i]]), .value = g->value[i]});
}

/* Numbers of the programs: asked for when small ones did not do. */
static uint32_t promise(Simulation *s) {
	if (!s->has_promising) {
		promising_find(s->u->before, s->u->f_before, s->u->after, s->u->f_after, -MOST_NEGATIVE, s->u->options->bound, &s->promising);
		inputs_promise(s->r->numbers, s->promising.at, s->promising.n);
	}
	s->has_promising = true;
	return s->promising.n;
}

/* How the k-th run that is to confirm something picks its numbers; *guess: those of a guess, NULL: no. false: that was the last one. */
static bool confirming(Simulation *s, uint32_t k, Pick *pick, const Guess **guess) {
	uint32_t guesses = s->u->guesses.n, far = 0;
	*guess = NULL;
	*pick = (Pick){PICK_RANK, k};
	if (k < CONFIRM_RANKS)
		return true;
	k -= CONFIRM_RANKS;
	if (k < guesses) {
		*guess = &s->u->guesses.at[k];
		pick->number = FAR_RANK;
		return true;
	}
	k -= guesses;
	far = promise(s) * FAR_INPUTS;
	far = far < CONFIRM_FAR ? far : CONFIRM_FAR;
	*pick = k < CONFIRM_LAST ? (Pick){PICK_LAST, k} : k < CONFIRM_LAST + far ? (Pick){PICK_FAR, k - CONFIRM_LAST} : (Pick){PICK_RANDOM, k};
	return k < CONFIRM_RUNS - CONFIRM_RANKS + far;
}

/* The last run differs: look for numbers for all unknowns that show the same. */
static void confirm(Simulation *s) {
	bool news = false;
	for (int k = 0; k < 3; k++) {
		const Gap *g = gap_of(&s->r->gaps, k);
		if (g->found && !s->suspected[k]) {
			s->suspected[k] = true;
			s->suspect[k] = *g;
		}
		news |= g->found && wanted(s, k) && !s->confirmed[k];
	}
	if (!news)
		return;
	bool paths = !s->is_bounded;
	pair_run_use(s->r, s->r->numbers);
	uint32_t keep = paths ? 0 : inputs_count(s->r->inputs);
	Pick pick;
	const Guess *guess;
	for (uint32_t k = 0; !all_confirmed(s) && s->confirm_runs < CONFIRM_TOTAL && confirming(s, k, &pick, &guess); k++) {
		inputs_continue(s->r->inputs, keep, INPUT_CONCRETE, pick);
		if (guess)
			fix_guess(s, guess);
		uint32_t chosen = inputs_count(s->r->inputs);
		pair_run(s->r);
		s->confirm_runs++;
		take_confirmed(s);
		if (inputs_count(s->r->inputs) == chosen && chosen <= keep)
			break; /* nothing was left to choose: another run is the same run */
	}
	if (paths)
		pair_run_use(s->r, s->r->paths);
}

static bool nothing_left(const Simulation *s) {
	for (int k = 0; k < 3; k++)
		if (wanted(s, k) && !s->suspected[k])
			return false;
	return true;
}

static void give_up(Simulation *s, PairEnd end) {
	s->open_verdict = end == PAIR_UNSUPPORTED ? VERDICT_UNSUPPORTED : VERDICT_UNKNOWN;
	s->open = s->r->reason;
}

static bool has_gap(const PairRun *r) { return r->gaps.order.found || r->gaps.values.found || r->gaps.effects.found; }

/* true: no values are needed, the answer stands. */
static bool along_paths(Simulation *s) {
	inputs_begin(s->r->inputs, INPUT_PATHS, (Pick){0});
	for (uint32_t path = 0; path < MOST_PATHS; path++) {
		PairEnd end = pair_run(s->r);
		s->runs++;
		if (end == PAIR_SYMBOLIC)
			return false;
		if (end != PAIR_COMPARED)
			give_up(s, end);
		if (has_gap(s->r))
			confirm(s);
		if (end != PAIR_COMPARED || nothing_left(s))
			return true;
		if (!inputs_next_path(s->r->inputs)) {
			s->is_complete = true;
			return true;
		}
	}
	return false;
}

/* One run with what is set up. */
static PairEnd one_run(Simulation *s) {
	PairEnd end = pair_run(s->r);
	s->runs++;
	if (end == PAIR_COMPARED)
		tried_note(&s->tried, s->r->inputs);
	if (has_gap(s->r))
		confirm(s);
	return end;
}

/* false: no use to go on. */
static bool one_choice(Simulation *s, Pick pick) {
	inputs_begin(s->r->inputs, INPUT_VALUES, pick);
	PairEnd end = one_run(s);
	if (end != PAIR_COMPARED)
		give_up(s, end);
	if (end == PAIR_COMPARED)
		return true;
	/* One choice may be too long a run, all of them are no answer. */
	return end != PAIR_UNSUPPORTED && s->r->left > 0;
}

static bool has_failed(const Simulation *s) { return s->confirmed[0] || s->confirmed[1] || s->confirmed[2]; }

/* Inputs that something speaks for: a run that takes too long, or does not settle, is no loss. */
static void try_guesses(Simulation *s) {
	uint64_t most = s->r->most;
	s->r->most = most < GUESS_EVENTS ? most : GUESS_EVENTS;
	for (uint32_t k = 0; k < s->u->guesses.n && !has_failed(s) && s->r->left; k++) {
		inputs_begin(s->r->inputs, INPUT_VALUES, (Pick){PICK_RANK, FAR_RANK});
		fix_guess(s, &s->u->guesses.at[k]);
		one_run(s);
	}
	s->r->most = most;
}

static void try_far(Simulation *s) {
	uint64_t most = s->r->most, enough = s->r->left > ALL_FAR_EVENTS ? s->r->left - ALL_FAR_EVENTS : 0;
	s->r->most = most < FAR_EVENTS ? most : FAR_EVENTS;
	for (uint32_t k = 0, done = 0, unknowns = 1; k < promise(s) * FAR_INPUTS && done < FAR_RUNS && !has_failed(s) && s->r->left > enough; k++) {
		if (k % FAR_INPUTS >= unknowns)
			continue;
		inputs_begin(s->r->inputs, INPUT_VALUES, (Pick){PICK_FAR, k});
		one_run(s);
		done++;
		unknowns = inputs_count(s->r->inputs);
	}
	s->r->most = most;
}

static void with_values(Simulation *s) {
	pair_run_use(s->r, s->r->numbers);
	uint32_t compared = 0, most = 1;
	uint64_t product = 1;
	s->runs = 0;
	s->is_bounded = true;
	for (uint32_t rank = 0; rank < most && rank <= s->u->options->bound + 8 && !is_decided(s); rank++) {
		s->open = NULL;
		if (!one_choice(s, (Pick){PICK_RANK, rank}))
			return;
		compared += s->open == NULL;
		if (inputs_most_candidates(s->r->inputs) > most)
			most = inputs_most_candidates(s->r->inputs);
		if (inputs_count(s->r->inputs) > 1 && inputs_product(s->r->inputs) > product)
			product = inputs_product(s->r->inputs);
	}
	try_guesses(s);
	PickKind kind = product <= MOST_PRODUCT ? PICK_PRODUCT : PICK_RANDOM;
	uint64_t more = product <= 1 || has_failed(s) ? 0 : kind == PICK_PRODUCT ? product : RANDOM_RUNS;
	for (uint64_t k = 0; k < more && s->runs < MOST_VALUE_RUNS && !is_decided(s); k++) {
		s->open = NULL;
		if (!one_choice(s, (Pick){kind, k}))
			break;
		compared += s->open == NULL;
	}
	if (compared) {
		s->open = NULL;
		try_far(s);
	}
}

/* ---- the answer ---- */

static const char *division(const Simulation *s) {
	if (!s->r->division_matters)
		return "";
	return s->u->options->floor_division ? ", division takes the floor" : ", division truncates";
}

static void refute(Simulation *s, int k) {
	shrink(s->r, gaps_of[k], &s->point[k], &s->gap[k], &s->inputs[k]);
	Result *r = unit_settle(s->u, meanings[k], VERDICT_REFUTED);
	const Gap *g = &s->gap[k];
	Witness *w = ARENA_NEW(s->u->arena, Witness);
	*w = (Witness){.inputs = s->inputs[k], .trip = g->trip, .iteration = g->iteration, .where = g->where, .before = g->before,
		.after = g->after, .before_at = g->before_at, .after_at = g->after_at, .before_rounds = g->before_rounds, .after_rounds = g->after_rounds,
		.story = g->story, .replayed = true};
	r->witness = w;
	r->property = g->property;
	r->before_at = g->before_at.line ? g->before_at : r->before_at;
	r->after_at = g->after_at.line ? g->after_at : r->after_at;
	r->reason = arena_printf(s->u->arena, "%s: %s%s", g->where, g->says, division(s));
}

static void answer(Simulation *s, int k) {
	Unit *u = s->u;
	Obligation o = meanings[k];
	if (s->confirmed[k]) {
		refute(s, k);
		return;
	}
	if (s->r->has_unknown_op) {
		unit_propose(u, o, VERDICT_UNSUPPORTED)->reason = arena_printf(u->arena, "%s is no op that tileproof knows (model/ops.def): what it does is open (line %u, column %u)",
			s->r->unknown_op, s->r->unknown_op_at.line, s->r->unknown_op_at.col);
	} else if (s->suspected[k]) {
		unit_propose(u, o, VERDICT_UNKNOWN)->reason = arena_printf(u->arena,
			"%s differs with symbols, no numbers were found that show it: %s", s->suspect[k].where, s->suspect[k].says);
	} else if (s->is_complete && o == OB_EFFECTS && s->r->assumes_peer) {
		Result *r = unit_settle(u, o, VERDICT_ASSUMED);
		r->argument = "simulated exactly";
		r->reason = s->r->assumption;
	} else if (s->is_complete) {
		Result *r = unit_settle(u, o, VERDICT_PROVED);
		r->argument = s->runs == 1 ? arena_printf(u->arena, "simulated exactly%s", division(s))
					   : arena_printf(u->arena, "simulated exactly on all %u paths%s", s->runs, division(s));
	} else if (s->open || !s->is_bounded) {
		unit_propose(u, o, s->open ? s->open_verdict : VERDICT_UNKNOWN)->reason =
			s->open ? s->open : "not all paths were simulated";
	} else {
		const char *peer = o == OB_EFFECTS && s->r->assumes_peer ? arena_printf(u->arena, "; %s", s->r->assumption) : "";
		unit_propose(u, o, VERDICT_BOUNDED)->reason = arena_printf(u->arena, "simulated with %u choices of inputs: %s (--bound %u)%s%s", s->runs,
			tried_text(&s->tried, s->r->t, u->arena), u->options->bound, division(s), peer);
	}
}

void settle_by_simulation(Unit *u) {
	if (!(u->open & MEANING_BITS))
		return;
	Simulation s = {.u = u, .r = pair_run_new(u)};
	if (!along_paths(&s))
		with_values(&s);
	for (int k = 0; k < 3; k++) {
		if (wanted(&s, k))
			answer(&s, k);
		vec_free(&s.point[k].at);
	}
	tried_free(&s.tried);
	pair_run_free(s.r);
}
