/* Two texts are walked side by side. Statements outside of pipeline loops stand in both, one for one; a pipeline loop may be any
 * of the known shapes. Where a function does not fit as a whole the walk goes on as well as it can, so that one strange loop does
 * not hide the others. Recursion follows the nesting of the text before, which the reader limits. */
#include "analyzer/fate_match.h"

enum { BUDGET = 1 << 22 /* steps per function: shapes are tried inside of shapes */, LOOKAHEAD = 64 /* statements skipped at most */ };

static bool is_pipeline(const Stmt *s) { return s->kind == S_FOR && s->loop_kind == LOOP_PIPELINE && s->stages; }

/* Ends of blocks: closing comments say nothing, and what is yielded is bound elsewhere. */
Seq fate_seq(const Program *p, Block b) {
	Seq s = {b.at, b.n};
	while (s.n && ir_stmt(p, s.at[s.n - 1])->kind == S_NOTE)
		s.n--;
	if (s.n && ir_stmt(p, s.at[s.n - 1])->kind == S_YIELD)
		s.n--;
	return s;
}

bool fate_is_plain(const Program *p, StmtId s) { return ir_stmt(p, s)->kind == S_ASSIGN && !ir_call_of(p, s); }

static bool same_bound(const FateMatch *m, ExprId b, ExprId a) {
	int64_t old, now;
	return !ir_const_int(m->before, b, &old) || !ir_const_int(m->after, a, &now) || old == now;
}

bool fate_same_bounds(const FateMatch *m, StmtId b, StmtId a) {
	const Stmt *old = ir_stmt(m->before, b), *now = ir_stmt(m->after, a);
	return same_bound(m, old->start, now->start) && same_bound(m, old->stop, now->stop) && same_bound(m, old->step, now->step);
}

/* The statement itself, without what it holds. */
static bool alike(const FateMatch *m, StmtId b, StmtId a) {
	const Stmt *old = ir_stmt(m->before, b), *now = ir_stmt(m->after, a);
	if (old->kind != now->kind)
		return false;
	if (old->kind == S_FOR)
		return old->loop_kind == now->loop_kind && fate_same_bounds(m, b, a);
	const Call *c = ir_call_of(m->before, b), *d = ir_call_of(m->after, a);
	if (!c || !d)
		return !c && !d;
	return c->args.n == d->args.n && !strcmp(ir_text(m->before, c->callee), ir_text(m->after, d->callee));
}

/* ---- exactly ---- */

static bool fit_blocks(FateMatch *m, Block b, Block a) {
	Seq now = fate_seq(m->after, a);
	return fate_fit_list(m, fate_seq(m->before, b), now, 0) == now.n;
}

uint32_t fate_fit(FateMatch *m, StmtId b, Seq a, uint32_t j) {
	if (!m->budget || j > a.n)
		return FATE_NOWHERE;
	m->budget--;
	const Stmt *s = ir_stmt(m->before, b);
	if (is_pipeline(s))
		return fate_shapes(m, b, a, j);
	if (j == a.n || !alike(m, b, a.at[j]))
		return FATE_NOWHERE;
	const Stmt *t = ir_stmt(m->after, a.at[j]);
	return fit_blocks(m, s->body, t->body) && fit_blocks(m, s->orelse, t->orelse) ? j + 1 : FATE_NOWHERE;
}

uint32_t fate_fit_list(FateMatch *m, Seq b, Seq a, uint32_t j) {
	for (uint32_t i = 0; i < b.n && j != FATE_NOWHERE; i++)
		j = fate_fit(m, b.at[i], a, j);
	return j;
}

/* ---- as well as possible ---- */

void fate_saw(FateMatch *m, StmtId loop, Sighting s) {
	s.loop = m->fate[loop] - 1;
	vec_push(&m->sightings, s);
}

static void follow(FateMatch *m, Seq b, Seq a);

static void follow_bodies(FateMatch *m, StmtId b, StmtId a) {
	const Stmt *old = ir_stmt(m->before, b), *now = ir_stmt(m->after, a);
	follow(m, fate_seq(m->before, old->body), fate_seq(m->after, now->body));
	follow(m, fate_seq(m->before, old->orelse), fate_seq(m->after, now->orelse));
}

/* Whether the statements of b from i on stand at j, as far as a few that are no pipeline loops tell. */
static bool anchored(const FateMatch *m, Seq b, uint32_t i, Seq a, uint32_t j) {
	for (uint32_t n = 0; n < 3 && i < b.n && !is_pipeline(ir_stmt(m->before, b.at[i])); n++, i++, j++)
		if (j >= a.n || !alike(m, b.at[i], a.at[j]))
			return false;
	return true;
}

/* Where the text goes on behind a loop that is not recognised. */
static uint32_t behind(const FateMatch *m, Seq b, uint32_t i, Seq a, uint32_t j) {
	uint32_t rest = b.n - i - 1, left = 0;
	for (uint32_t k = i + 1; k < b.n; k++)
		left += is_pipeline(ir_stmt(m->before, b.at[k]));
	if (!left && rest <= a.n - j && anchored(m, b, i + 1, a, a.n - rest))
		return a.n - rest;
	for (uint32_t k = j; k < a.n && k - j < LOOKAHEAD; k++)
		if (anchored(m, b, i + 1, a, k))
			return k;
	return j;
}

static uint32_t follow_loop(FateMatch *m, Seq b, uint32_t i, Seq a, uint32_t j) {
	if (j < a.n && ir_stmt(m->after, a.at[j])->kind == S_FOR && fate_same_bounds(m, b.at[i], a.at[j])) {
		fate_header(m, b.at[i], a.at[j]);
		follow_bodies(m, b.at[i], a.at[j]);
		return j + 1;
	}
	return behind(m, b, i, a, j);
}

static uint32_t follow_one(FateMatch *m, Seq b, uint32_t i, Seq a, uint32_t j) {
	if (is_pipeline(ir_stmt(m->before, b.at[i])))
		return follow_loop(m, b, i, a, j);
	for (uint32_t k = j; k < a.n && k - j < LOOKAHEAD; k++)
		if (alike(m, b.at[i], a.at[k])) {
			follow_bodies(m, b.at[i], a.at[k]);
			return k + 1;
		}
	return j;
}

static void follow(FateMatch *m, Seq b, Seq a) {
	uint32_t j = 0;
	for (uint32_t i = 0; i < b.n; i++) {
		uint32_t mark = m->sightings.n, next = fate_fit(m, b.at[i], a, j);
		if (next == FATE_NOWHERE) {
			m->sightings.n = mark;
			next = follow_one(m, b, i, a, j);
		}
		j = next;
	}
}

/* ---- the outcome ---- */

static void add_descendant(Fate *f, uint32_t number) {
	uint32_t k = 0;
	while (k < f->becomes.n && f->becomes.at[k] < number)
		k++;
	if (!number || (k < f->becomes.n && f->becomes.at[k] == number))
		return;
	vec_push(&f->becomes, number);
	memmove(f->becomes.at + k + 1, f->becomes.at + k, (f->becomes.n - 1 - k) * sizeof *f->becomes.at);
	f->becomes.at[k] = number;
}

/* Copies of an enclosing loop show the loop several times. */
static void settle(FateMatch *m) {
	for (uint32_t i = 0; i < m->sightings.n; i++) {
		const Sighting *s = &m->sightings.at[i];
		Fate *f = &m->out->at.at[s->loop];
		Decision *d = &f->decision;
		if (!d->reason) {
			d->outcome = s->outcome;
			d->depth = s->depth, d->slots = s->slots, d->remainder = s->remainder;
			d->reason = s->seen;
		} else if (d->outcome != s->outcome || d->depth != s->depth || d->slots != s->slots) {
			d->outcome = OUTCOME_UNRECOGNISED;
			d->depth = d->slots = d->remainder = 0;
			d->reason = "the loop stands in copies of another one, and they came out differently";
		}
		add_descendant(f, s->became);
	}
}

static void number_after(FateMatch *m, Block b, uint32_t *n) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(m->after, b.at[i]);
		if (is_pipeline(s))
			m->number[b.at[i]] = ++*n;
		number_after(m, s->body, n);
		number_after(m, s->orelse, n);
	}
}

static void list_loops(FateMatch *m, FuncId f, Block b, uint32_t *n) {
	for (uint32_t i = 0; i < b.n; i++) {
		const Stmt *s = ir_stmt(m->before, b.at[i]);
		if (is_pipeline(s)) {
			Fate x = {.decision = {.function = f, .loop = s->span, .stages = s->stages, .outcome = OUTCOME_UNRECOGNISED}, .number = ++*n};
			vec_push(&m->out->at, x);
			m->fate[b.at[i]] = m->out->at.n;
		}
		list_loops(m, f, s->body, n);
		list_loops(m, f, s->orelse, n);
	}
}

static FuncId counterpart(const Program *before, FuncId f, const Program *after) {
	const char *name = ir_text(before, ir_func(before, f)->name);
	for (FuncId g = 1; g <= ir_func_count(after); g++)
		if (!strcmp(name, ir_text(after, ir_func(after, g)->name)))
			return g;
	return 0;
}

static void read_function(FateMatch *m, FuncId f) {
	uint32_t first = m->out->at.n, n = 0;
	list_loops(m, f, ir_func(m->before, f)->body, &n);
	if (!n)
		return;
	FuncId g = counterpart(m->before, f, m->after);
	m->sightings.n = 0;
	m->budget = BUDGET;
	if (g) {
		n = 0;
		number_after(m, ir_func(m->after, g)->body, &n);
		follow(m, fate_seq(m->before, ir_func(m->before, f)->body), fate_seq(m->after, ir_func(m->after, g)->body));
		settle(m);
	}
	for (uint32_t i = first; i < m->out->at.n; i++)
		if (!m->out->at.at[i].decision.reason)
			m->out->at.at[i].decision.reason = !g ? "the function is not there any more" : m->budget ? "what stands in its place has no shape that is known" :
				"there are too many ways to read what stands in its place";
}

void fates_read(const Program *before, const Program *after, Fates *out) {
	*out = (Fates){.arena = arena_new()};
	FateMatch m = {.before = before, .after = after, .out = out};
	m.fate = mem_alloc(((size_t)before->stmts.n + 1) * sizeof *m.fate);
	m.number = mem_alloc(((size_t)after->stmts.n + 1) * sizeof *m.number);
	memset(m.fate, 0, ((size_t)before->stmts.n + 1) * sizeof *m.fate);
	memset(m.number, 0, ((size_t)after->stmts.n + 1) * sizeof *m.number);
	for (FuncId f = 1; f <= ir_func_count(before); f++)
		read_function(&m, f);
	vec_free(&m.sightings);
	mem_free_(m.fate);
	mem_free_(m.number);
}

void fates_free(Fates *f) {
	for (uint32_t i = 0; i < f->at.n; i++)
		vec_free(&f->at.at[i].becomes);
	vec_free(&f->at);
	arena_free(f->arena);
}

const Fate *fates_find(const Fates *f, FuncId function, Span loop) {
	for (uint32_t i = 0; i < f->at.n; i++)
		if (f->at.at[i].decision.function == function && f->at.at[i].decision.loop.line == loop.line && f->at.at[i].decision.loop.col == loop.col)
			return &f->at.at[i];
	return NULL;
}
