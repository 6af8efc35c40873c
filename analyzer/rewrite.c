#include "analyzer/rewrite.h"

Block block_of(Program *p, const StmtVec *v) { return ir_list(p, v->at, v->n); }

int64_t trip_count(int64_t start, int64_t stop, int64_t step) {
	if ((step > 0 && start >= stop) || (step < 0 && start <= stop))
		return 0;
	/* Distance and stride are taken in unsigned arithmetic: INT64_MIN to INT64_MAX is a legal range. */
	uint64_t distance = step > 0 ? (uint64_t)stop - (uint64_t)start : (uint64_t)start - (uint64_t)stop;
	uint64_t stride = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;
	uint64_t trips = distance / stride + (distance % stride != 0);
	return trips > INT64_MAX ? INT64_MAX : (int64_t)trips;
}

int64_t wrap_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
int64_t wrap_mul(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
