/* The two-core protocol of tests/bench/bench_rings.c as a model for SPIN: -DSLOTS=S -DSKEW=D -DGROUPS=trip/D.
 * Counters as in analyzer/ring_sim.h, ideal rings: a push waits for a free slot, a pop for a message. An invalid end state
 * is a deadlock. */
int c2v_pushed, c2v_popped, c2v_freed, v2c_pushed, v2c_popped, v2c_freed;

inline push(pushed, freed) { d_step { (pushed - freed < SLOTS) -> pushed++ } }
inline pop(pushed, popped) { d_step { (popped < pushed) -> popped++ } }
inline release(freed) { freed++ }

active proctype cube() {
	int group, k;
	for (k : 1 .. SKEW) { push(c2v_pushed, c2v_freed) }
	for (group : 1 .. GROUPS - 1) {
		for (k : 1 .. SKEW) { push(c2v_pushed, c2v_freed) }
		for (k : 1 .. SKEW) { pop(v2c_pushed, v2c_popped); release(v2c_freed) }
	}
	for (k : 1 .. SKEW) { pop(v2c_pushed, v2c_popped); release(v2c_freed) }
}

active proctype vector() {
	int i;
	for (i : 1 .. GROUPS * SKEW) {
		pop(c2v_pushed, c2v_popped);
		release(c2v_freed);
		push(v2c_pushed, v2c_freed)
	}
}
