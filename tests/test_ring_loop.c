#include "analyzer/ring_loop.h"
#include "model/parse.h"

#include <criterion/criterion.h>

static Span pipelined_loop(const Program *p, FuncId f) {
	for (uint32_t i = 0; i < ir_func(p, f)->body.n; i++) {
		const Stmt *s = ir_stmt(p, ir_func(p, f)->body.at[i]);
		if (s->kind == S_FOR && s->loop_kind == LOOP_PIPELINE)
			return s->span;
	}
	return (Span){ 0, 0 };
}

/* Alone, a loop of depth 2 fits two slots; behind one round trip the credits come at the wrong messages. */
Test(ring_loop, messages_before_the_loop_shift_the_credits) {
	static const struct { const char *file; Credits credits; int64_t depth; SkewFit expected; } rows[] = {
		{ "pipelined", CREDITS_IDEAL, 2, SKEW_FITS }, { "pipelined", CREDITS_A5, 2, SKEW_FITS }, { "pipelined", CREDITS_A5, 3, SKEW_BLOCKS },
		{ "phase", CREDITS_IDEAL, 2, SKEW_FITS },     { "phase", CREDITS_A5, 2, SKEW_BLOCKS },   { "phase", CREDITS_A5, 1, SKEW_FITS },
	};
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		char file[100];
		Diag *d = diag_new();
		Program *p;
		Pipes pipes;
		RingLoop l;
		SkewFit got;
		snprintf(file, sizeof file, "tests/programs/rings/%s.py", rows[i].file);
		p = parse_file(file, d);
		cr_assert(p, "%s", file);
		pipes = pipes_of(p);
		cr_assert_eq(pipes.n_pairs, 1);
		l = (RingLoop){ .p = p, .self = pipes.pairs[0].cube->function, .other = pipes.pairs[0].vector->function, .user = pipes.pairs[0].cube, .out = 2, .in = 2 };
		l.loop = pipelined_loop(p, l.self);
		cr_assert(rings_loop_fit(&l, rows[i].depth, rows[i].credits, &got), "row %u: not decided", i);
		cr_expect_eq(got, rows[i].expected, "row %u, %s, depth %d: got %d", i, rows[i].file, (int)rows[i].depth, (int)got);
		cr_expect(!rings_loop_fit(&l, 7, rows[i].credits, &got), "7 does not divide the trip count");
		l.out = l.in = 3;
		cr_expect(rings_loop_fit(&l, 3, CREDITS_IDEAL, &got) && got == SKEW_FITS, "row %u: three slots hold depth 3", i);
		ir_free(p);
		diag_free(d);
	}
}
