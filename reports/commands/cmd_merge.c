/* tileproof merge -o ALL.db A.db B.db ...: databases put together, shards of one audit as one run. */
#include "reports/commands/cli.h"
#include "reports/database/merge.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

typedef struct Arguments {
	const char *target;
	VEC(const char *) files;
} Arguments;

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Arguments *a = state->input;
	switch (key) {
	case 'o': a->target = arg; return 0;
	case ARGP_KEY_ARG: vec_push(&a->files, arg); return 0;
	case ARGP_KEY_END:
		if (!a->target)
			argp_error(state, "-o says which database to merge into");
		if (!a->files.n)
			argp_error(state, "a database to be merged is needed");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static bool same_file(const char *a, const char *b) {
	struct stat x, y;
	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Everything that can be refused is, before the target is made. */
static bool readable(const Arguments *a, Diag *d) {
	for (uint32_t i = 0; i < a->files.n; i++) {
		if (same_file(a->files.at[i], a->target)) {
			diag_add(d, SEV_ERROR, a->target, NULL, 0, (Span){0, 0}, "is to be merged and merged into at the same time");
			return false;
		}
		if (!merge_readable(a->files.at[i], d))
			return false;
	}
	return true;
}

static void tell_incomplete(Store *to) {
	Question *q = store_ask(to, "SELECT r.id, json_extract(m.value, '$.n'), count(DISTINCT json_extract(m.value, '$.k')),"
		" sum(json_extract(m.value, '$.finished') IS NULL) FROM meta m JOIN runs r ON r.uid = json_extract(m.value, '$.run')"
		" WHERE m.key GLOB 'shard:*' GROUP BY r.id HAVING r.finished IS NULL ORDER BY r.id", 0);
	while (q && store_next(q))
		printf("run %" PRId64 ": %" PRId64 " of %" PRId64 " shards are there, %" PRId64 " of them unfinished\n", store_int(q, 0), store_int(q, 2),
			store_int(q, 1), store_int(q, 3));
	store_done(q);
}

static bool merge_all(const Arguments *a, Store *to, Diag *d) {
	Merged *added = mem_alloc(a->files.n * sizeof *added);
	bool ok = merge_target(to, a->target, d) && store_begin(to);
	for (uint32_t i = 0; ok && i < a->files.n; i++)
		ok = merge_from(to, a->files.at[i], d, &added[i]);
	ok = ok && store_commit(to); /* all or nothing; closing takes back what was not committed */
	for (uint32_t i = 0; ok && i < a->files.n; i++)
		printf("%s: added runs %" PRId64 ", pairs %" PRId64 ", results %" PRId64 "\n", a->files.at[i], added[i].runs, added[i].pairs, added[i].results);
	if (ok)
		tell_incomplete(to);
	mem_free_(added);
	return ok;
}

ExitCode cmd_merge(int argc, char **argv) {
	static const struct argp_option rows[] = {
		{"output", 'o', "FILE", 0, "the database to merge into; made when there is none", 0},
		{"into", 'o', NULL, OPTION_ALIAS, NULL, 0},
		{0}};
	static const struct argp program = {.options = rows, .parser = on_key, .args_doc = "DATABASE...",
		.doc = "Puts everything that the databases hold into one. Shards of one audit become one run: those of equal options, label, revision and"
			" number of shards, so give each array of jobs a label of its own. What is there already is left as it is; merging"
			" again changes nothing. All of it happens or nothing.\v"
			"Exit status: 0 merged; 4 a database cannot be read or written, or is of another schema version."};
	Arguments a = {0};
	if (argp_parse(&program, argc, argv, 0, NULL, &a))
		return EXIT_USAGE;
	Diag *d = diag_new();
	Store *to = readable(&a, d) ? store_open(a.target, STORE_WRITE, d) : NULL;
	ExitCode code = to && merge_all(&a, to, d) ? EXIT_CLEAN : EXIT_INPUT;
	if (to)
		code = exit_worse(code, store_status(to));
	if (!store_close(to))
		code = exit_worse(code, EXIT_INPUT);
	fflush(stdout);
	diag_print(d, stderr);
	diag_free(d);
	vec_free(&a.files);
	return code;
}
