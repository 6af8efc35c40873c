#include "analyzer/ring_depth.h"

#include <criterion/criterion.h>

Test(ring_depth, largest_safe_skew) {
	static const struct { SkewRings rings; int64_t wanted, expected; } rows[] = {
		{ { CREDITS_IDEAL, 2, 2, false, false, false, 0 }, 8, 2 },
		{ { CREDITS_IDEAL, 2, 2, false, true, false, 0 }, 8, 2 },
		{ { CREDITS_IDEAL, 1, 1, false, false, false, 0 }, 2, 1 },
		{ { CREDITS_IDEAL, 8, 8, false, false, false, 0 }, 7, 7 },
		{ { CREDITS_A2A3, 8, 8, false, false, false, 0 }, 7, 6 },
		{ { CREDITS_A2A3, 8, 8, false, false, false, 0 }, 8, 8 },
		{ { CREDITS_A5, 5, 5, false, false, false, 0 }, 8, 2 },
		{ { CREDITS_IDEAL, 2, 2, true, false, false, 0 }, 2, 1 },
		{ { CREDITS_A5, 2, 2, true, false, false, 0 }, 2, 0 },
		{ { CREDITS_IDEAL, 4, 8, false, false, false, 0 }, 8, 6 }, /* 2 D messages are out before the first pop: 4 + 8 hold them */
		{ { CREDITS_IDEAL, 0, 2, false, false, false, 0 }, 2, 0 },
		{ { CREDITS_IDEAL, 2, 2, false, false, true, 0 }, 8, 2 }, /* the peer answers before it is asked: its message waits in the ring */
		{ { CREDITS_IDEAL, 4, 4, false, false, true, 2 }, 8, 2 },
		{ { CREDITS_IDEAL, 4, 4, false, false, true, 1 }, 8, 3 },
	};
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		int64_t got = rings_safe_skew_depth(&rows[i].rings, rows[i].wanted);
		cr_expect_eq(got, rows[i].expected, "row %u: got %d, expected %d", i, (int)got, (int)rows[i].expected);
	}
}
