#include "checks/memory/placement.h"

#include <criterion/criterion.h>

enum { UNIT = 32, PROBLEMS = 200, MOST = 8 };

static uint64_t state;

static uint32_t below(uint32_t n) { /* xorshift; the same problems in every run */
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state % n);
}

static bool together(const PlaceItem *a, const PlaceItem *b) { return a->bytes && b->bytes && a->from <= b->to && b->from <= a->to; }

static bool apart(const PlaceItem *a, const PlaceItem *b) { return a->at + a->bytes <= b->at || b->at + b->bytes <= a->at; }

/* Tries every address of every item. */
static bool search(PlaceItem *items, uint32_t n, uint32_t k, int64_t size) {
	if (k == n)
		return true;
	for (int64_t at = 0; at + items[k].bytes <= size; at += UNIT) {
		bool ok = true;
		items[k].at = at;
		for (uint32_t j = 0; j < k && ok; j++)
			ok = !together(&items[k], &items[j]) || apart(&items[k], &items[j]);
		if (ok && search(items, n, k + 1, size))
			return true;
	}
	return false;
}

static uint32_t problem(uint64_t seed, PlaceItem *items, int64_t *size) {
	state = seed * 0x9E3779B97F4A7C15u + 1;
	uint32_t n = 4 + below(MOST - 3), time = 5 + below(6);
	int64_t live[16] = {0}, peak = 0;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t from = below(time), to = from + below(time - from);
		items[i] = (PlaceItem){.bytes = UNIT * (1 + below(5)), .from = from, .to = to, .at = -1};
		for (uint32_t t = from; t <= to; t++)
			live[t] += items[i].bytes;
	}
	for (uint32_t t = 0; t < time; t++)
		peak = live[t] > peak ? live[t] : peak;
	/* At the peak, where the bounds leave it open; some just below and above. */
	static const int off[] = {0, 0, 0, 0, 0, 0, -1, 1};
	*size = peak + UNIT * off[below(8)];
	return n;
}

static void expect_layout(const PlaceItem *items, uint32_t n, int64_t size, uint64_t seed) {
	for (uint32_t i = 0; i < n; i++) {
		cr_expect(items[i].at >= 0 && items[i].at + items[i].bytes <= size, "problem %d: item %u at %d", (int)seed, i, (int)items[i].at);
		for (uint32_t j = 0; j < i; j++)
			cr_expect(!together(&items[i], &items[j]) || apart(&items[i], &items[j]), "problem %d: items %u and %u overlap", (int)seed, i, j);
	}
}

Test(placement, answers_of_generated_problems_equal_exhaustive_search) {
	Arena *arena = arena_new();
	unsigned by_solver = 0, full = 0;
	for (uint64_t seed = 1; seed <= PROBLEMS; seed++) {
		PlaceItem items[MOST], tried[MOST], core[MOST];
		int64_t size;
		uint32_t n = problem(seed, items, &size), k = 0;
		memcpy(tried, items, sizeof tried);
		bool fits = search(tried, n, 0, size);
		Placement p;
		place(items, n, size, UNIT, 10000, 0, arena, &p);
		cr_expect_eq(p.answer, fits ? PLACE_FITS : PLACE_FULL, "problem %d: search says %s, answer %d by method %d", (int)seed, fits ? "fits" : "full", (int)p.answer, (int)p.method);
		by_solver += p.method == PLACE_BY_SOLVER;
		if (p.answer == PLACE_FITS)
			expect_layout(items, n, size, seed);
		for (uint32_t i = 0; p.answer == PLACE_FULL && i < n; i++)
			if (p.in_the_way[i])
				core[k++] = items[i];
		full += p.answer == PLACE_FULL;
		cr_expect(p.answer != PLACE_FULL || !search(core, k, 0, size), "problem %d: what is said to be in the way can be placed", (int)seed);
	}
	cr_expect(by_solver > 0, "no problem reached the solver");
	cr_expect(full > 0);
	arena_free(arena);
}

/* The bounds meet where all live together, however many there are. */
Test(placement, two_hundred_that_live_together) {
	Arena *arena = arena_new();
	PlaceItem items[200];
	Placement p;
	for (int extra = -1; extra <= 1; extra++) {
		for (uint32_t i = 0; i < 200; i++)
			items[i] = (PlaceItem){.bytes = UNIT * (int64_t)(1 + i % 7), .from = i, .to = 200 + i, .at = -1};
		int64_t sum = 0;
		for (uint32_t i = 0; i < 200; i++)
			sum += items[i].bytes;
		place(items, 200, sum + extra * UNIT, UNIT, 1000, 0, arena, &p);
		cr_expect_eq(p.answer, extra < 0 ? PLACE_FULL : PLACE_FITS, "%d", extra);
		if (p.answer == PLACE_FITS)
			expect_layout(items, 200, sum + extra * UNIT, 0);
	}
	/* Lifetimes that interleave at the very peak: decided, or said not to be; never wrong. */
	state = 77;
	int64_t live[64] = {0}, peak = 0;
	for (uint32_t i = 0; i < 200; i++) {
		uint32_t from = below(40), to = from + 20 + below(4);
		items[i] = (PlaceItem){.bytes = UNIT * (int64_t)(1 + below(9)), .from = from, .to = to, .at = -1};
		for (uint32_t t = from; t <= to; t++)
			live[t] += items[i].bytes;
	}
	for (uint32_t t = 0; t < 64; t++)
		peak = live[t] > peak ? live[t] : peak;
	place(items, 200, peak, UNIT, 1000, 0, arena, &p);
	cr_expect_neq(p.answer, PLACE_FULL, "the peak is no proof against it");
	if (p.answer == PLACE_FITS)
		expect_layout(items, 200, peak, 1);
	else
		cr_expect(p.why && *p.why);
	arena_free(arena);
}

Test(placement, sizes_at_the_edge) {
	Arena *arena = arena_new();
	Placement p;
	PlaceItem huge[2] = {{.bytes = INT64_MAX, .from = 0, .to = 9}, {.bytes = INT64_MAX, .from = 5, .to = 6}};
	place(huge, 2, INT64_MAX, UNIT, 100, 0, arena, &p);
	cr_expect_eq(p.answer, PLACE_FULL, "two sizes whose sum exceeds 64 bits");
	place(huge, 0, 0, UNIT, 100, 0, arena, &p);
	cr_expect_eq(p.answer, PLACE_FITS, "nothing fits nowhere");
	PlaceItem none = {.bytes = 0, .from = 0, .to = 1};
	place(&none, 1, 0, UNIT, 100, 0, arena, &p);
	cr_expect_eq(p.answer, PLACE_FITS, "an empty buffer needs no room");
	arena_free(arena);
}
