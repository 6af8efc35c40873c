#include "analyzer/skew.h"
#include "tests/support/pass_case.h"

#include <criterion/criterion.h>

Test(skew, programs) { pass_cases("tests/programs/skew", 78); }

/* D divides the trip count, fits in it twice, and is as large as asked for when it can be. */
Test(skew, depth) {
	static const struct { int64_t trip, most, depth; } rows[] = {
		{ 2, 2, 1 }, { 3, 2, 1 }, { 4, 2, 2 }, { 5, 3, 1 }, { 6, 3, 3 }, { 6, 5, 3 }, { 7, 4, 1 }, { 8, 5, 4 }, { 9, 5, 3 }, { 10, 5, 5 },
		{ 15, 4, 3 }, { 4096, 4, 4 }, { 4095, 5, 5 }, { INT64_MAX, 2, 1 }, { INT64_MAX, 7, 7 }, { 1, 2, 0 }, { 0, 2, 0 }, { 8, 0, 0 },
	};
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		int64_t got = skew_depth(rows[i].trip, rows[i].most);
		cr_expect_eq(got, rows[i].depth, "trip %lld, at most %lld: %lld", (long long)rows[i].trip, (long long)rows[i].most, (long long)got);
	}
}
