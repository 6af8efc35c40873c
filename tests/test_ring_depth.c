#include "analyzer/ring_depth.h"

#include <criterion/criterion.h>

Test(ring_depth, largest_safe_skew)
{
	static const struct { SkewRings rings; int64_t wanted, expected; } rows[] = {
		{ { CREDITS_IDEAL, 2, 2, false, false }, 8, 2 },
		{ { CREDITS_IDEAL, 2, 2, false, true }, 8, 2 },
		{ { CREDITS_IDEAL, 1, 1, false, false }, 2, 1 },
		{ { CREDITS_IDEAL, 8, 8, false, false }, 7, 7 },
		{ { CREDITS_A2A3, 8, 8, false, false }, 7, 6 },
		{ { CREDITS_A2A3, 8, 8, false, false }, 8, 8 },
		{ { CREDITS_A5, 5, 5, false, false }, 8, 2 },
		{ { CREDITS_IDEAL, 2, 2, true, false }, 2, 1 },
		{ { CREDITS_A5, 2, 2, true, false }, 2, 0 },
		{ { CREDITS_IDEAL, 4, 8, false, false }, 8, 6 }, /* 2 D messages are out before the first pop: 4 + 8 hold them */
		{ { CREDITS_IDEAL, 0, 2, false, false }, 2, 0 },
	};
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		int64_t got = rings_safe_skew_depth(&rows[i].rings, rows[i].wanted);
		cr_expect_eq(got, rows[i].expected, "row %u: got %d, expected %d", i, (int)got, (int)rows[i].expected);
	}
}
