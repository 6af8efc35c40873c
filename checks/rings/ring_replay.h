/* Replays a ring finding with the interpreter (model/interp.h): it runs each core alone, the events of both histories are then
 * played against the rings one by one. Neither the skeletons (fifo.h) nor the skipping of repetitions take part. */
#ifndef TILEPROOF_RING_REPLAY_H
#define TILEPROOF_RING_REPLAY_H

#include "checks/rings/ring_unit.h"

typedef enum RingReplay { REPLAY_DONE, REPLAY_TOO_LONG, REPLAY_IMPOSSIBLE } RingReplay;

/* Plays the unit's rings with the inputs given, each core running until it waits; out holds end, overwrites and counts. */
RingReplay ring_replay(const RingUnit *u, const RingBinding *b, uint32_t n, const CheckOptions *o, RingRun *out);

#endif
