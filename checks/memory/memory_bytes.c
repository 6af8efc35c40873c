#include "checks/memory/memory_bytes.h"

void bytes_clear(ByteMap *map) { map->spans.n = 0; }

void bytes_free(ByteMap *map) { vec_free(&map->spans); }

static uint32_t first_behind(const ByteMap *map, int64_t at) {
	uint32_t low = 0, high = map->spans.n;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (map->spans.at[middle].high <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Replaces spans [from, to) by the n given. */
static void splice(ByteMap *map, uint32_t from, uint32_t to, const ByteSpan *by, uint32_t n) {
	uint32_t rest = map->spans.n - to, total = from + n + rest;
	vec_reserve(&map->spans, total ? total : 1);
	if (rest)
		memmove(map->spans.at + from + n, map->spans.at + to, rest * sizeof *by);
	memcpy(map->spans.at + from, by, n * sizeof *by);
	map->spans.n = total;
}

void bytes_write(ByteMap *map, const ByteSpan *span) {
	uint32_t from = first_behind(map, span->low), to = from, n = 0;
	ByteSpan by[3];
	if (span->low >= span->high)
		return;
	while (to < map->spans.n && map->spans.at[to].low < span->high)
		to++;
	if (from < to && map->spans.at[from].low < span->low) {
		by[n] = map->spans.at[from];
		by[n++].high = span->low;
	}
	by[n++] = *span;
	if (from < to && map->spans.at[to - 1].high > span->high) {
		by[n] = map->spans.at[to - 1];
		by[n++].low = span->high;
	}
	splice(map, from, to, by, n);
}

const ByteSpan *bytes_foreign(const ByteMap *map, int64_t low, int64_t high, uint32_t content) {
	for (uint32_t i = first_behind(map, low); i < map->spans.n && map->spans.at[i].low < high; i++)
		if (map->spans.at[i].content != content)
			return &map->spans.at[i];
	return NULL;
}
