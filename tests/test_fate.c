#include "analyzer/fate.h"

#include "model/parse.h"
#include "model/print.h"
#include "model/text.h"
#include "reports/collect.h"
#include "tests/support/generate.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void say(Text *out, const Decision *d) {
	text_printf(out, "%s depth %lld, %lld slots, remainder %lld", outcome_names[d->outcome], (long long)d->depth, (long long)d->slots,
		(long long)d->remainder);
}

static const Decision *find(const Decisions *all, const Decision *like) {
	for (uint32_t i = 0; i < all->n; i++)
		if (all->at[i].function == like->function && all->at[i].loop.line == like->loop.line)
			return &all->at[i];
	return NULL;
}

typedef struct Counts { unsigned pairs, loops, differ; } Counts;

/* What is read off two snapshots of the compiler, against what our pass decides in reference mode, which makes the same text. */
static void agree(const char *folder, const char *from, const char *to, PassId pass, const Dump *target, Counts *counts) {
	Diag *diag = diag_new();
	Program *before = parse_file(from, diag), *after = parse_file(to, diag), *own = parse_file(from, diag);
	cr_assert(before && after && own, "%s cannot be read", from);
	PassOptions o = {.planner = target->planner, .arch = target->arch};
	Decisions ours = {0};
	for (FuncId f = 1; f <= ir_func_count(own); f++)
		cr_assert(pass_run(pass, own, f, &o, &ours, diag), "%s: %s", from, pass_name(pass));
	Fates fates;
	fates_of_pass(before, after, pass, &o, true, &fates);
	counts->pairs++;
	cr_expect_eq(fates.at.n, ours.n, "%s, %s: %u loops, %u decisions", folder, pass_name(pass), fates.at.n, ours.n);
	for (uint32_t i = 0; i < fates.at.n; i++) {
		const Decision *d = &fates.at.at[i].decision, *x = find(&ours, d);
		bool same = x && x->outcome == d->outcome && x->depth == d->depth && x->slots == d->slots && x->remainder == d->remainder &&
			x->requested == d->requested;
		Text t = {0};
		say(&t, d);
		if (x)
			text_addz(&t, ", but was decided: "), say(&t, x);
		cr_expect(same, "%s:%u, %s: read off: %s", from, d->loop.line, pass_name(pass), text_end(&t));
		vec_free(&t);
		counts->loops++;
		counts->differ += !same;
	}
	fates_free(&fates);
	vec_free(&ours);
	ir_free(before);
	ir_free(after);
	ir_free(own);
	diag_free(diag);
}

static void agree_below(const char *path, Counts *counts) {
	Arena *a = arena_new();
	Diag *d = diag_new();
	Folders folders = {0};
	cr_assert(collect_folders(path, a, &folders, d));
	for (uint32_t i = 0; i < folders.n; i++) {
		Snapshots all = {0};
		Dump target = {.path = folders.at[i]};
		collect_target(&target);
		cr_assert(collect_snapshots(folders.at[i], a, &all, d));
		for (uint32_t k = 1; k < all.n; k++)
			for (int pass = 0; pass < PASS_COUNT; pass++)
				if (!strcmp(all.at[k].pass, pass_compiler_name((PassId)pass)))
					agree(folders.at[i], all.at[k - 1].path, all.at[k].path, (PassId)pass, &target, counts);
		vec_free(&all);
	}
	vec_free(&folders);
	diag_free(d);
	arena_free(a);
}

Test(fate, snapshots_of_the_compiler) {
	Counts kept = {0, 0, 0}, all = {0, 0, 0};
	agree_below("tests/data/kernels", &kept);
	cr_expect(kept.pairs >= 19 && kept.loops >= 64, "%u pairs, %u loops", kept.pairs, kept.loops);
	if (!access("../shared/corpus/kernels", R_OK)) {
		agree_below("../shared/corpus/kernels", &all);
		if (getenv("TILEPROOF_SLOW"))
			fprintf(stderr, "fate: %u pairs, %u loops, %u differ\n", all.pairs, all.loops, all.differ);
	}
}

#define LOAD(i) "    t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [" i " * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)\n"
#define SLOTTED(i) "    t: pl.Tile[[16, 32], pl.FP32, pl.MemRef(\"r\", slots=2)[" i " % 2], pl.Mem.Vec] = pl.tile.load(src, [" i " * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)\n"
#define STORE(i) "    pl.tile.store(t, [" i " * 16, 0], dst)\n"
#define WORK(i) LOAD(i) STORE(i)
#define LOOP(head) "for i in " head ":\n" WORK("i")
#define BEFORE LOOP("pl.pipeline(8, stage=4)")

/* Shapes that other passes than ours might make, and what is none. */
Test(fate, shapes_of_other_passes) {
	static const struct { const char *what, *before, *after; Outcome outcome; int64_t slots, remainder; uint32_t becomes; } cases[] = {
		{"kept", BEFORE, BEFORE, OUTCOME_KEPT, 0, 0, 1},
		{"fewer stages", BEFORE, LOOP("pl.pipeline(8, stage=1)"), OUTCOME_DEMOTED, 0, 0, 1},
		{"more stages", BEFORE, LOOP("pl.pipeline(8, stage=5)"), OUTCOME_UNRECOGNISED, 0, 0, 1},
		{"in order", BEFORE, LOOP("pl.range(8)"), OUTCOME_DEMOTED, 0, 0, 0},
		{"another kind", BEFORE, LOOP("pl.unroll(8)"), OUTCOME_UNRECOGNISED, 0, 0, 0},
		{"slots", BEFORE, "for i in pl.range(8):\n" SLOTTED("i") STORE("i"), OUTCOME_SLOTTED, 2, 0, 0},
		{"slots that were there before", "for i in pl.pipeline(8, stage=2):\n" SLOTTED("i") STORE("i"), "for i in pl.range(8):\n" SLOTTED("i") STORE("i"),
			OUTCOME_DEMOTED, 0, 0, 0},
		{"copied twice", BEFORE, "for i in pl.range(0, 8, 2):\n" WORK("i") WORK("(i + 1)"), OUTCOME_REPLICATED, 2, 0, 0},
		{"copied three times, two left over", BEFORE, "for i in pl.pipeline(0, 6, 3, stage=1):\n" WORK("i") WORK("(i + 1)") WORK("(i + 2)")
			"for k in pl.range(1):\n    pass_by: pl.Scalar[pl.INDEX] = k\n", OUTCOME_UNRECOGNISED, 0, 0, 0},
		{"a remainder loop", LOOP("pl.pipeline(n, stage=2)"), "m: pl.Scalar[pl.INDEX] = n // 2 * 2\nfor i in pl.range(0, m, 2):\n" WORK("i") WORK("(i + 1)")
			"for i in pl.range(m, n):\n" WORK("i"), OUTCOME_REPLICATED, 2, -1, 0},
		{"no remainder", LOOP("pl.pipeline(n, stage=2)"), "for i in pl.range(0, n, 2):\n" WORK("i") WORK("(i + 1)"), OUTCOME_REPLICATED, 2, -1, 0},
		{"another step", BEFORE, "for i in pl.range(0, 8, 3):\n" WORK("i") WORK("(i + 1)"), OUTCOME_UNRECOGNISED, 0, 0, 0},
		{"a body that is another", BEFORE, "for i in pl.range(0, 8, 2):\n" LOAD("i") LOAD("i") STORE("i"), OUTCOME_UNRECOGNISED, 0, 0, 0},
		{"a statement lost, the loop is there", BEFORE, "for i in pl.range(8):\n" LOAD("i"), OUTCOME_DEMOTED, 0, 0, 0},
		{"gone", BEFORE, "x: pl.Scalar[pl.INDEX] = n\n", OUTCOME_UNRECOGNISED, 0, 0, 0},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Program *before = snippet_program("", cases[i].before), *after = snippet_program("", cases[i].after);
		Fates fates;
		fates_read(before, after, &fates);
		cr_assert_eq(fates.at.n, 1, "%s", cases[i].what);
		const Fate *f = &fates.at.at[0];
		cr_expect_str_eq(outcome_names[f->decision.outcome], outcome_names[cases[i].outcome], "%s: %s (%s)", cases[i].what,
			outcome_names[f->decision.outcome], f->decision.reason);
		cr_expect_eq(f->decision.slots, cases[i].slots, "%s: %lld", cases[i].what, (long long)f->decision.slots);
		cr_expect_eq(f->decision.remainder, cases[i].remainder, "%s: %lld", cases[i].what, (long long)f->decision.remainder);
		cr_expect_eq(f->becomes.n, cases[i].becomes, "%s: becomes %u", cases[i].what, f->becomes.n);
		cr_expect(f->decision.reason && *f->decision.reason, "%s: no reason", cases[i].what);
		fates_free(&fates);
		ir_free(before);
		ir_free(after);
	}
}

/* One loop of three is strange: the other two are read all the same. */
Test(fate, neighbours_of_a_strange_loop) {
	Program *before = snippet_program("", LOOP("pl.pipeline(8, stage=2)") LOOP("pl.pipeline(4, stage=2)") "x: pl.Scalar[pl.INDEX] = n\n" LOOP("pl.pipeline(6, stage=3)"));
	Program *after = snippet_program("", "for i in pl.range(0, 8, 2):\n" WORK("i") WORK("(i + 1)") LOOP("pl.unroll(2)")
		"x: pl.Scalar[pl.INDEX] = n\nfor i in pl.range(0, 6, 3):\n" WORK("i") WORK("(i + 1)") WORK("(i + 2)"));
	static const Outcome wanted[] = {OUTCOME_REPLICATED, OUTCOME_UNRECOGNISED, OUTCOME_REPLICATED};
	Fates fates;
	fates_read(before, after, &fates);
	cr_assert_eq(fates.at.n, 3);
	for (uint32_t i = 0; i < 3; i++) {
		cr_expect_eq(fates.at.at[i].number, i + 1);
		cr_expect_eq(fates.at.at[i].decision.outcome, wanted[i], "loop %u: %s (%s)", i + 1, outcome_names[fates.at.at[i].decision.outcome],
			fates.at.at[i].decision.reason);
	}
	fates_free(&fates);
	ir_free(before);
	ir_free(after);
}

/* Pipelines nested deeply are given up, not tried for ever. */
Test(fate, many_ways_to_read_end) {
	Text old = {0}, now = {0}, pad = {0};
	for (int k = 0; k < 40; k++) {
		text_printf(&old, "%sfor i%d in pl.pipeline(8, stage=2):\n", text_end(&pad), k);
		text_printf(&now, "%sfor i%d in pl.pipeline(8, stage=2):\n", text_end(&pad), k);
		text_addz(&pad, " ");
	}
	text_printf(&old, "%sx: pl.Scalar[pl.INDEX] = n\n", text_end(&pad));
	text_printf(&now, "%spl.system.bar_all()\n", text_end(&pad));
	Program *before = snippet_program("", text_end(&old)), *after = snippet_program("", text_end(&now));
	Fates fates;
	fates_read(before, after, &fates);
	cr_expect_eq(fates.at.n, 40);
	fates_free(&fates);
	ir_free(before);
	ir_free(after);
	vec_free(&old);
	vec_free(&now);
	vec_free(&pad);
}

/* What our passes decide for random programs is read off what they print, whatever loops are nested in one another. */
Test(fate, generated_programs) {
	uint64_t programs = getenv("TILEPROOF_SLOW") ? 3000 : 60;
	unsigned loops = 0;
	for (uint64_t seed = 1; seed <= programs; seed++) {
		Text text = {0};
		Diag *d = diag_new();
		generate_text(&text, seed, 0);
		for (int run = 0; run < 2 * PASS_COUNT; run++) {
			PassOptions o = {.planner = PLANNER_PTOAS, .arch = ARCH_A2A3, .guards = run & 1 ? ~(uint64_t)0 : 0};
			PassId pass = (PassId)(run / 2);
			Program *before = parse_program("before", text_end(&text), text.n, d), *made = parse_program("before", text_end(&text), text.n, d);
			Decisions ours = {0};
			bool good = before && made;
			for (FuncId f = 1; good && f <= ir_func_count(made); f++)
				good = pass_run(pass, made, f, &o, &ours, d);
			Text out = {0};
			if (good)
				print_program(made, &out);
			Program *after = good ? parse_program("after", text_end(&out), out.n, d) : NULL;
			Fates fates = {0};
			if (after)
				fates_of_pass(before, after, pass, &o, true, &fates);
			for (uint32_t i = 0; i < fates.at.n; i++, loops++) {
				const Decision *x = &fates.at.at[i].decision, *y = find(&ours, x);
				cr_expect(y && x->outcome == y->outcome && x->depth == y->depth && x->slots == y->slots && x->remainder == y->remainder,
					"seed %llu, %s, guards %d, line %u: %s (%s)", (unsigned long long)seed, pass_name(pass), run & 1, x->loop.line,
					outcome_names[x->outcome], x->reason);
			}
			if (fates.arena)
				fates_free(&fates);
			vec_free(&ours);
			vec_free(&out);
			ir_free(before);
			ir_free(made);
			ir_free(after);
		}
		vec_free(&text);
		diag_free(d);
	}
	cr_expect(loops >= 200, "%u loops", loops);
}
