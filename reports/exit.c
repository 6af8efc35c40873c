#include "reports/exit.h"

#include <stddef.h>

static const ExitCode from_best_to_worst[] = {
	EXIT_CLEAN, EXIT_INCONCLUSIVE, EXIT_UNSUPPORTED, EXIT_REFUTED, EXIT_INPUT, EXIT_INTERNAL, EXIT_USAGE
};
enum { CODES = sizeof from_best_to_worst / sizeof *from_best_to_worst };

static size_t rank(ExitCode code) {
	for (size_t k = 0; k < CODES; k++)
		if (from_best_to_worst[k] == code)
			return k;
	return rank(EXIT_INTERNAL);
}

ExitCode exit_worse(ExitCode a, ExitCode b) {
	size_t x = rank(a), y = rank(b);
	return from_best_to_worst[x > y ? x : y];
}
