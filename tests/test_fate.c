#include "analyzer/fate.h"

#include "model/parse.h"
#include "model/text.h"
#include "reports/collect.h"

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
