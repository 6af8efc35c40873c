#include "checks/simulate/shrink.h"

enum { MOST_BOX = 100, MOST_RUNS = 100, MOST_LINEAR = 40, FEW = 8, INPUT_TEXT = 300 };

typedef struct Shrinker {
	PairRun *r;
	Gap *(*select)(Gaps *);
	Point *best;
	Gap *gap;
	const char **inputs;
	unsigned runs;
} Shrinker;

void point_take(Point *p, const Inputs *in) {
	p->at.n = 0;
	for (uint32_t k = 0; k < inputs_count(in); k++)
		vec_push(&p->at, inputs_choice(in, k));
}

static uint64_t size_of(int64_t v) { return v < 0 ? 0 - (uint64_t)v : (uint64_t)v; }

/* `size` in the direction of v. */
static int64_t towards(int64_t v, uint64_t size) { return v < 0 ? (int64_t)(0 - size) : (int64_t)size; }

/* Does the difference show there? Then it becomes the best. */
static bool attempt(Shrinker *s, const Point *p) {
	Inputs *in = s->r->inputs;
	if (s->runs++ >= MOST_RUNS || !s->r->left)
		return false;
	inputs_begin(in, INPUT_CONCRETE, (Pick){0});
	for (uint32_t i = 0; i < p->at.n; i++) {
		if (!p->at.at[i].is_condition && !inputs_can_be(in, p->at.at[i].what, p->at.at[i].value))
			return false;
		inputs_fix(in, p->at.at[i]);
	}
	pair_run(s->r);
	const Gap *g = s->select(&s->r->gaps);
	if (!g->found || s->r->imprecise)
		return false;
	*s->gap = *g;
	*s->inputs = inputs_text(in, s->r->unit->arena, INPUT_TEXT);
	point_take(s->best, in);
	return true;
}

/* How many points there are between 0 and p; 0: too many. */
static uint64_t box_of(const Point *p, uint64_t *sum) {
	uint64_t box = 1;
	*sum = 0;
	for (uint32_t i = 0; i < p->at.n; i++) {
		uint64_t size = p->at.at[i].is_condition ? 0 : size_of(p->at.at[i].value);
		if (size >= MOST_BOX || (box *= size + 1) > MOST_BOX)
			return 0;
		*sum += size;
	}
	return box;
}

/* The k-th point of the box below p; its sum is returned. */
static uint64_t point_of(const Point *p, uint64_t k, Point *out) {
	uint64_t sum = 0;
	for (uint32_t i = 0; i < p->at.n; i++) {
		out->at.at[i] = p->at.at[i];
		if (p->at.at[i].is_condition)
			continue;
		uint64_t room = size_of(p->at.at[i].value) + 1;
		out->at.at[i].value = towards(p->at.at[i].value, k % room);
		sum += k % room;
		k /= room;
	}
	return sum;
}

static void by_sum(Shrinker *s, const Point *from, uint64_t box, uint64_t most, Point *trial) {
	for (uint64_t sum = 0; sum < most; sum++)
		for (uint64_t k = 0; k < box; k++)
			if (point_of(from, k, trial) == sum && attempt(s, trial))
				return;
}

static bool attempt_at(Shrinker *s, const Point *from, uint32_t i, uint64_t size, Point *trial) {
	memcpy(trial->at.at, from->at.at, from->at.n * sizeof *from->at.at);
	trial->at.at[i].value = towards(from->at.at[i].value, size);
	return s->runs < MOST_RUNS && attempt(s, trial);
}

/* A smaller i-th number: the smallest where there are few to try, else few and then by halves, as far as that leads. */
static bool lower(Shrinker *s, Point *from, uint32_t i, Point *trial) {
	uint64_t size = from->at.at[i].is_condition ? 0 : size_of(from->at.at[i].value), low = size > MOST_LINEAR ? FEW : size, high = size;
	for (uint64_t v = 0; v < low; v++)
		if (attempt_at(s, from, i, v, trial)) {
			from->at.at[i].value = towards(from->at.at[i].value, v);
			return true;
		}
	while (low && high - low > 1) {
		uint64_t middle = low + (high - low) / 2;
		if (attempt_at(s, from, i, middle, trial))
			high = middle;
		else
			low = middle;
	}
	from->at.at[i].value = towards(from->at.at[i].value, high);
	return high < size;
}

static void one_by_one(Shrinker *s, Point *from, Point *trial) {
	for (bool again = true; again;) {
		again = false;
		for (uint32_t i = 0; i < from->at.n && !again && s->runs < MOST_RUNS; i++)
			again = lower(s, from, i, trial);
	}
}

void shrink(PairRun *r, Gap *(*select)(Gaps *), Point *p, Gap *gap, const char **inputs) {
	Shrinker s = {r, select, p, gap, inputs, 0};
	Point from = {0}, trial = {0};
	uint64_t sum, box = box_of(p, &sum);
	for (uint32_t i = 0; i < p->at.n; i++) {
		vec_push(&from.at, p->at.at[i]);
		vec_push(&trial.at, p->at.at[i]);
	}
	Inputs *used = r->inputs;
	pair_run_use(r, r->numbers);
	if (box)
		by_sum(&s, &from, box, sum, &trial);
	else
		one_by_one(&s, &from, &trial);
	pair_run_use(r, used);
	vec_free(&from.at);
	vec_free(&trial.at);
}
