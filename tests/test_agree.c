/* The prover and the interpreter never contradict each other (proofs.md section 3): on random pairs, and on every program kept. */
#include "model/parse.h"
#include "tests/support/agree.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_slow(void) {
	const char *slow = getenv("TILEPROOF_SLOW");
	return slow && *slow && strcmp(slow, "0");
}

/* TILEPROOF_SEED: the first seed. */
static uint64_t first_seed(void) {
	const char *seed = getenv("TILEPROOF_SEED");
	return seed ? strtoull(seed, NULL, 10) : 1;
}

static unsigned percent(unsigned part, unsigned whole) { return whole ? part * 100 / whole : 0; }

Test(agree, random_pairs) {
	/* Of the obligations of pairs that are right the prover must prove at least so many in a hundred: it may not fall silent. */
	static const struct { PairKind kind; unsigned least; } floors[] = {
		{PAIR_RENAMED, 85}, {PAIR_GUARDED, 80}, {PAIR_REORDERED, 85}, {PAIR_REFERENCE, 70}, {PAIR_MUTATED, 25},
	};
	AgreeCounts c = {0};
	unsigned seeds = is_slow() ? 6000 : 300;
	for (uint64_t k = 0; k < seeds; k++)
		agree_on(first_seed() + k, &c);
	cr_expect_eq(c.contradictions, 0, "%u obligations are proved and refuted, the first:\n%s", c.contradictions, text_end(&c.first));
	cr_expect_eq(c.wrong_passes, 0, "%u obligations of pairs that must be right are refuted, the first:\n%s", c.wrong_passes, text_end(&c.first));
	for (size_t i = 0; i < sizeof floors / sizeof *floors; i++) {
		PairKind k = floors[i].kind;
		cr_expect_geq(percent(c.proved[k], c.asked[k]), floors[i].least, "%s: only %u of %u obligations are proved", pair_kind_names[k],
			c.proved[k], c.asked[k]);
		if (is_slow())
			fprintf(stderr, "%s: %u functions, %u of %u obligations proved, %u refuted\n", pair_kind_names[k], c.pairs[k], c.proved[k],
				c.asked[k], c.refuted[k]);
	}
	vec_free(&c.first);
}

/* ---- programs that are kept ---- */

typedef struct Both { unsigned pairs, proved; } Both;

static void compare(const char *name, Program *before, Program *after, Both *both) {
	CheckOptions o = check_defaults();
	o.max_events = 30000;
	both->pairs++;
	for (FuncId f = 1; f <= ir_func_count(before) && f <= ir_func_count(after); f++) {
		Arena *arena = arena_new();
		Verdict proof[OB_COUNT], run[OB_COUNT];
		const char *reasons[OB_COUNT];
		agree_ask(settle_by_proof, before, after, f, &o, arena, proof, NULL);
		agree_ask(settle_by_simulation, before, after, f, &o, arena, run, reasons);
		for (unsigned k = 0; k < OB_COUNT; k++) {
			bool proved = proof[k] == VERDICT_PROVED || proof[k] == VERDICT_ASSUMED;
			cr_expect(!proved || run[k] != VERDICT_REFUTED, "%s: %s of function %u is proved and refuted: %s", name, obligation_rows[k].name, f,
				reasons[k]);
			both->proved += proved && (run[k] == VERDICT_PROVED || run[k] == VERDICT_ASSUMED);
		}
		arena_free(arena);
	}
}

static void slurp(const char *file, Text *out) {
	FILE *f = fopen(file, "rb");
	cr_assert(f, "%s", file);
	for (int c; (c = getc(f)) != EOF;)
		text_addc(out, (char)c);
	fclose(f);
}

static Program *read_part(const char *file, const char *text, size_t n) {
	Diag *d = diag_new();
	Program *p = parse_program(file, text, n, d);
	if (p && d->errors) {
		ir_free(p);
		p = NULL;
	}
	diag_free(d);
	return p;
}

/* A file holds a program and what may have become of it, in parts that begin with a title line. */
static void compare_parts(const char *file, Both *both) {
	static const char title[] = "# pypto.program";
	Text text = {0};
	slurp(file, &text);
	Program *first = NULL;
	for (const char *at = strstr(text_end(&text), title), *next; at; at = next) {
		next = strstr(at + 1, title);
		const char *end = next ? next : text_end(&text) + text.n;
		for (const char *mark = at; (mark = strstr(mark, "\n#")) && mark < end; mark++)
			if (mark[2] == '=' || !strncmp(mark, "\n# ----", 7))
				end = mark + 1;
		Program *p = read_part(file, at, (size_t)(end - at));
		if (first && p)
			compare(file, first, p, both);
		if (first)
			ir_free(p);
		else
			first = p;
	}
	ir_free(first);
	vec_free(&text);
}

static void compare_files(const char *before, const char *after, Both *both) {
	Text x = {0}, y = {0};
	slurp(before, &x);
	slurp(after, &y);
	Program *p = read_part(before, x.at, x.n), *q = read_part(after, y.at, y.n);
	if (p && q)
		compare(after, p, q, both);
	ir_free(p);
	ir_free(q);
	vec_free(&x);
	vec_free(&y);
}

static bool ends_with(const char *s, const char *tail) {
	size_t n = strlen(s), k = strlen(tail);
	return n > k && !strcmp(s + n - k, tail);
}

static void compare_folder(const char *folder, Both *both) {
	struct dirent **names;
	int n = scandir(folder, &names, NULL, alphasort);
	cr_assert(n >= 0, "%s", folder);
	for (int i = 0; i < n; i++) {
		char file[600], before[700];
		snprintf(file, sizeof file, "%s/%s", folder, names[i]->d_name);
		if (ends_with(file, ".after.py")) {
			snprintf(before, sizeof before, "%.*s.before.py", (int)(strlen(file) - strlen(".after.py")), file);
			compare_files(before, file, both);
		} else if (ends_with(file, ".py") && !ends_with(file, ".before.py"))
			compare_parts(file, both);
		free(names[i]);
	}
	free(names);
}

Test(agree, kept_programs) {
	static const char *const folders[] = {"check", "prove", "loops", "skew", "slots", "io", "rings"};
	Both both = {0};
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		char folder[100];
		snprintf(folder, sizeof folder, "tests/programs/%s", folders[i]);
		compare_folder(folder, &both);
	}
	cr_expect_geq(both.pairs, 150, "%u pairs", both.pairs);
	cr_expect_geq(both.proved, 150, "%u obligations are proved by both", both.proved);
}

/* Neighbouring snapshots of the compiler. */
Test(agree, kept_kernels) {
	static const char root[] = "tests/data/kernels";
	Both both = {0};
	struct dirent **kernels, **variants, **files;
	int n = scandir(root, &kernels, NULL, alphasort);
	cr_assert(n > 0, "%s", root);
	for (int i = 0; i < n; i++) {
		char folder[400];
		snprintf(folder, sizeof folder, "%s/%s", root, kernels[i]->d_name);
		int m = kernels[i]->d_name[0] == '.' ? 0 : scandir(folder, &variants, NULL, alphasort);
		for (int j = 0; j < m; j++) {
			char dump[700], before[1000] = "";
			snprintf(dump, sizeof dump, "%s/%s/passes_dump", folder, variants[j]->d_name);
			int k = variants[j]->d_name[0] == '.' ? 0 : scandir(dump, &files, NULL, alphasort);
			for (int f = 0; f < k; f++) {
				char after[1000];
				snprintf(after, sizeof after, "%s/%s", dump, files[f]->d_name);
				if (ends_with(after, ".py")) {
					if (*before)
						compare_files(before, after, &both);
					memcpy(before, after, sizeof before);
				}
				free(files[f]);
			}
			if (k > 0)
				free(files);
			free(variants[j]);
		}
		if (m > 0)
			free(variants);
		free(kernels[i]);
	}
	free(kernels);
	cr_expect_geq(both.pairs, 10, "%u pairs", both.pairs);
	cr_expect_geq(both.proved, 100, "%u obligations are proved by both", both.proved);
}
