/* Terms in one number that repeat: f(n + period) = f(n) + rise for all n >= from, where n = way * m runs up or down from 0. */
#ifndef TILEPROOF_RING_QUASI_H
#define TILEPROOF_RING_QUASI_H

#include "analyzer/ring_sim.h"

typedef struct Quasi {
	bool known;
	int64_t period, rise, from; /* in m >= 0 */
} Quasi;

enum { QUASI_MAX_PERIOD = 5040, QUASI_MAX_FROM = 4096 };

/* way: 1 or -1; the term's only atom is n. */
Quasi ring_quasi(const Terms *terms, Term t, Term n, int64_t way);
/* Value at n; false: not known. */
bool ring_term_at(const Terms *terms, Term t, Term symbol, int64_t n, int64_t *value);
int64_t quasi_lcm(int64_t a, int64_t b); /* 0 when it is beyond QUASI_MAX_PERIOD */

#endif
