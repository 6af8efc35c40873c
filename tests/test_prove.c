/* The prover on pairs that are right for every trip count, and on pairs that are nearly so. */
#include "analyzer/pass.h"
#include "checks/prove/prove.h"
#include "model/parse.h"
#include "model/print.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const folder = "tests/programs/prove";

static char *slurp(const char *path, size_t *n) {
	FILE *f = fopen(path, "rb");
	cr_assert_not_null(f, "%s", path);
	fseek(f, 0, SEEK_END);
	*n = (size_t)ftell(f);
	rewind(f);
	char *text = malloc(*n + 1);
	cr_assert_eq(fread(text, 1, *n, f), *n);
	text[*n] = '\0';
	fclose(f);
	return text;
}

static Proof prove(Program *before, Program *after, bool floor_division, Arena *arena) {
	CheckOptions o = check_defaults();
	o.floor_division = floor_division;
	return prove_function(before, 1, after, 1, NULL, &o, arena);
}

static bool all_proved(const Proof *p) { return p->order.proved && p->values.proved && p->effects.proved; }

/* Each file: "# expect: proved|open", the program before, "# ---- after", the program after. "# self: open": what it shows is not
 * modelled, so that not even the program before against itself is proved. */
Test(prove, pairs) {
	DIR *d = opendir(folder);
	cr_assert_not_null(d);
	int seen = 0;
	for (struct dirent *e; (e = readdir(d));) {
		if (!strstr(e->d_name, ".py"))
			continue;
		char path[512];
		size_t n;
		snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
		char *text = slurp(path, &n), *program = strstr(text, "# pypto.program"), *mark = strstr(text, "# ---- after\n");
		cr_assert(program && mark, "%s", path);
		char *second = mark + strlen("# ---- after\n");
		Program *before = snippet_parse(program, (size_t)(mark - program)), *after = snippet_parse(second, strlen(second));
		Arena *arena = arena_new();
		Proof p = prove(before, after, false, arena);
		bool expected = strncmp(text, "# expect: proved", 16) == 0;
		cr_expect_eq(all_proved(&p), expected, "%s: %s", path, p.order.why ? p.order.why : p.values.why ? p.values.why : p.effects.why);
		Proof self = prove(before, before, false, arena);
		bool itself = strstr(text, "\n# self: open\n") == NULL;
		cr_expect_eq(all_proved(&self), itself, "%s against itself: %s", path, self.order.why ? self.order.why : "");
		arena_free(arena);
		ir_free(before);
		ir_free(after);
		free(text);
		seen++;
	}
	closedir(d);
	cr_expect_geq(seen, 40);
}

static Program *transformed(Program *p, const char *names[], size_t n) {
	Diag *d = diag_new();
	Decisions decisions = {0};
	PassOptions o = {.planner = PLANNER_PTOAS, .arch = ARCH_A2A3};
	for (size_t i = 0; i < n; i++) {
		PassId pass;
		cr_assert(pass_find(names[i], &pass));
		for (FuncId f = 1; f <= ir_func_count(p); f++)
			cr_assert(pass_run(pass, p, f, &o, &decisions, d));
	}
	Text text = {0};
	print_program(p, &text);
	Program *out = snippet_parse(text.at, text.n);
	vec_free(&text);
	vec_free(&decisions);
	diag_free(d);
	return out;
}

static const char *const cascade_body =
	"t0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)\n"
	"for i, (p, z) in pl.pipeline(n, stage=%d, init_values=(t0, dst)):\n"
	"    u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)\n"
	"    q: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(p, u)\n"
	"    y: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(q, [i * 16, 0], z)\n"
	"    pr, zr = pl.yield_(q, y)\n"
	"pl.tile.store(pr, [0, 0], zr)\n";

/* The dynamic cascade for every number of stages: right as the emitted code divides, and not provable as the IR does (fault L10). */
Test(prove, cascades_of_every_width) {
	for (int stages = 2; stages <= 16; stages++) {
		char body[2048];
		snprintf(body, sizeof body, cascade_body, stages);
		Program *before = snippet_program("", body), *work = snippet_program("", body);
		Program *after = transformed(work, (const char *[]){"loops"}, 1);
		Arena *arena = arena_new();
		Proof emitted = prove(before, after, false, arena), floor = prove(before, after, true, arena);
		cr_expect(all_proved(&emitted), "%d stages: %s", stages, emitted.values.why ? emitted.values.why : emitted.effects.why);
		cr_expect(!all_proved(&floor), "%d stages under floor division", stages);
		arena_free(arena);
		ir_free(before);
		ir_free(work);
		ir_free(after);
	}
}

/* Many loops one after another: each starts with what the ones before it left, which must not be proved anew for each. */
Test(prove, loops_in_a_row) {
	enum { LOOPS = 150 };
	for (int wrong = 0; wrong < 2; wrong++) {
		Text body = {0};
		for (int k = 0; k < LOOPS; k++)
			text_printf(&body, "for i%d in pl.pipeline(n, stage=2):\n"
				"    u%d: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i%d * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)\n"
				"    pl.tile.store(u%d, [i%d * 16 + %d, 0], dst)\n", k, k, k, k, k, wrong && k == LOOPS - 1 ? k + 1 : k);
		Program *work = snippet_program("", text_end(&body)), *after = transformed(work, (const char *[]){"loops"}, 1);
		ir_free(work);
		if (wrong) {
			body.n = 0;
			for (int k = 0; k < LOOPS; k++)
				text_printf(&body, "for i%d in pl.pipeline(n, stage=2):\n"
					"    u%d: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i%d * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)\n"
					"    pl.tile.store(u%d, [i%d * 16 + %d, 0], dst)\n", k, k, k, k, k, k);
		}
		Program *before = snippet_program("", text_end(&body));
		Arena *arena = arena_new();
		Proof proof = prove(before, after, false, arena);
		cr_expect_eq(all_proved(&proof), !wrong, "%s: %s", wrong ? "last loop wrong" : "right", proof.values.why ? proof.values.why : "proved");
		arena_free(arena);
		ir_free(before);
		ir_free(after);
		vec_free(&body);
	}
}
