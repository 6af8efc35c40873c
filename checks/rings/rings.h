/* Ring obligations of a program: balance (P8), deadlock (P9), overwrite (P10), release (P11), for each pair of cores. */
#ifndef TILEPROOF_RINGS_H
#define TILEPROOF_RINGS_H

#include "checks/result.h"

enum { RING_BITS = 1u << OB_RING_BALANCE | 1u << OB_RING_DEADLOCK | 1u << OB_RING_OVERWRITE | 1u << OB_RING_RELEASE };

/* Judges after. before tells in which order an absent peer answers, and what a2a3 releases were there to lose; may be after itself.
 * Adds one result per pair and obligation (release: per function). */
void rings_check(Program *before, Program *after, const CheckOptions *o, Report *r);

#endif
