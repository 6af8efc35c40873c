#include "checks/memory/memory.h"
#include "checks/memory/memory_bytes.h"
#include "checks/memory/memory_unit.h"
#include "model/parse.h"
#include "tests/support/snippet.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdlib.h>

#define FOLDER "tests/programs/memory/"

/* The rest of the line "# key: ..." in front of the dump; NULL: there is none. */
static const char *expectation(const Program *p, const char *key, char *out, size_t room) {
	char line[32];
	int n = snprintf(line, sizeof line, "\n# %s: ", key);
	const char *at = strstr(p->source, line);
	if (!at)
		return NULL;
	at += n;
	snprintf(out, room, "%.*s", (int)strcspn(at, "\n"), at);
	return out;
}

static void expect_witness(const char *name, const Program *p, const Result *r) {
	char text[100], quoted[110];
	static const char *const named[] = {"tile", "by"};
	const Witness *w = r->witness;
	cr_assert(w, "%s: refuted without a witness", name);
	cr_expect(w->replayed, "%s: not replayed", name);
	cr_expect(*w->story, "%s: no story", name);
	for (size_t i = 0; i < 2; i++) {
		cr_assert(expectation(p, named[i], text, sizeof text), "%s: no '%s'", name, named[i]);
		snprintf(quoted, sizeof quoted, "'%s'", text);
		cr_expect(strstr(r->reason, quoted), "%s: %s %s is not named: %s", name, named[i], quoted, r->reason);
	}
	snprintf(quoted, sizeof quoted, "'%s'", expectation(p, "tile", text, sizeof text));
	cr_expect_str_eq(w->before, quoted, "%s: the read tile is %s", name, w->before);
	if (expectation(p, "trip", text, sizeof text))
		cr_expect_eq(w->trip, strtol(text, NULL, 10), "%s: trip %lld", name, (long long)w->trip);
	if (expectation(p, "iteration", text, sizeof text))
		cr_expect_eq(w->iteration, strtol(text, NULL, 10), "%s: iteration %lld", name, (long long)w->iteration);
	if (expectation(p, "inputs", text, sizeof text))
		cr_expect(strstr(w->inputs, text), "%s: inputs %s", name, w->inputs);
	if (expectation(p, "low", text, sizeof text)) {
		snprintf(quoted, sizeof quoted, "bytes %s to", text);
		cr_expect(strstr(w->where, quoted), "%s: where %s", name, w->where);
	}
}

/* What the proof says, the execution must not contradict, and what the execution finds, the proof must not have passed. */
static void expect_agreement(const char *name, const Program *p, const CheckOptions *o) {
	Arena *a = arena_new();
	MemoryUnit m;
	memory_open(&m, p, 1, o);
	FlowAnswer flow = memory_flow(&m, a);
	RunAnswer run = memory_run(&m, a);
	cr_expect(!flow.clean || run.verdict != RUN_FOUND, "%s: proved, but '%s' is lost to '%s'", name, memory_tile_name(&m, run.tile),
		memory_tile_name(&m, run.by));
	memory_close(&m);
	arena_free(a);
}

static void expect_program(const char *name) {
	char file[300], verdict[40];
	snprintf(file, sizeof file, FOLDER "%s", name);
	Diag *d = diag_new();
	Program *p = parse_file(file, d);
	if (!p)
		diag_print(d, stderr);
	cr_assert(p, "%s does not parse", file);
	diag_free(d);
	CheckOptions o = check_defaults();
	o.only = 1u << OB_MEMORY;
	Report *r = report_new();
	check_programs(p, p, &o, r);
	cr_assert_eq(r->results.n, 1u, "%s: %u results", name, r->results.n);
	const Result *x = &r->results.at[0];
	cr_assert(expectation(p, "memory", verdict, sizeof verdict), "%s: no expectation", name);
	cr_expect_str_eq(verdict_names[x->verdict], verdict, "%s: %s, expected %s (%s)", name, verdict_names[x->verdict], verdict, x->reason);
	cr_expect_eq(strlen(x->fingerprint), 64u, "%s: fingerprint", name);
	cr_expect(*x->reason || *x->argument, "%s: neither a reason nor an argument", name);
	cr_expect_eq(x->verdict == VERDICT_REFUTED, x->witness != NULL, "%s: witness", name);
	if (x->verdict == VERDICT_REFUTED && !strcmp(verdict, "refuted"))
		expect_witness(name, p, x);
	expect_agreement(name, p, &o);
	report_free(r);
	ir_free(p);
}

Test(memory_check, programs) {
	DIR *dir = opendir(FOLDER);
	unsigned n = 0;
	cr_assert(dir, "%s", FOLDER);
	for (struct dirent *e; (e = readdir(dir));) {
		size_t length = strlen(e->d_name);
		if (length < 4 || strcmp(e->d_name + length - 3, ".py"))
			continue;
		expect_program(e->d_name);
		n++;
	}
	closedir(dir);
	cr_expect(n >= 45, "only %u programs found", n);
}

/* Against one writer per byte. */
Test(memory_check, byte_maps) {
	enum { BYTES = 40, WRITES = 400 };
	uint32_t plain[BYTES] = {0};
	ByteMap map = {0};
	srand(7);
	for (uint32_t k = 1; k <= WRITES; k++) {
		int64_t low = rand() % BYTES, high = low + rand() % (BYTES - low + 1);
		bytes_write(&map, &(ByteSpan){.low = low, .high = high, .content = k});
		for (int64_t i = low; i < high; i++)
			plain[i] = k;
		for (uint32_t i = 0; i + 1 < map.spans.n; i++)
			cr_assert(map.spans.at[i].high <= map.spans.at[i + 1].low, "write %u: spans out of order", k);
		int64_t from = rand() % BYTES, to = from + 1 + rand() % (BYTES - from);
		uint32_t content = plain[from];
		bool foreign = false;
		for (int64_t i = from; i < to; i++)
			foreign |= plain[i] != 0 && plain[i] != content;
		cr_assert_eq(bytes_foreign(&map, from, to, content) != NULL, foreign, "write %u, bytes %lld to %lld", k, (long long)from, (long long)to);
	}
	bytes_free(&map);
}

Test(memory_check, functions_without_bytes) {
	CheckOptions o = check_defaults();
	o.only = 1u << OB_MEMORY;
	Program *p = snippet_program("", "t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)");
	Report *r = report_new();
	check_programs(p, p, &o, r);
	cr_assert_eq(r->results.n, 1u);
	cr_expect_eq(r->results.at[0].verdict, VERDICT_PROVED);
	cr_expect(strstr(r->results.at[0].argument, "vacuous"));
	report_free(r);
	ir_free(p);
}
