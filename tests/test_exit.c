#include "reports/exit.h"

#include <criterion/criterion.h>

Test(exit, no_code_masks_a_worse_one) {
	static const ExitCode order[] = { 0, 2, 3, 1, 4, 5, 64 };
	const unsigned n = sizeof order / sizeof *order;
	for (unsigned a = 0; a < n; a++)
		for (unsigned b = 0; b < n; b++) {
			ExitCode want = order[a > b ? a : b];
			cr_expect_eq(exit_worse(order[a], order[b]), want, "%d and %d must give %d", (int)order[a], (int)order[b], (int)want);
		}
}

Test(exit, an_unknown_code_is_internal) {
	cr_expect_eq(exit_worse((ExitCode)17, EXIT_REFUTED), EXIT_INTERNAL);
	cr_expect_eq(exit_worse(EXIT_CLEAN, (ExitCode)-1), EXIT_INTERNAL);
}
