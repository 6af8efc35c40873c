/* Ring schedules as a Chrome trace (chrome://tracing, Perfetto): one process per pair, one track per core, one counter per ring. */
#ifndef TILEPROOF_TRACE_H
#define TILEPROOF_TRACE_H

#include "checks/rings/ring_unit.h"
#include "model/text.h"

/* The schedule of each pair of after: the run that shows a failure where there is one, else a run to the end.
 * An event takes one microsecond of the trace: what is shown is the order, not time. */
void trace_programs(Program *before, Program *after, const CheckOptions *o, const RingChange *change, Text *out);

#endif
