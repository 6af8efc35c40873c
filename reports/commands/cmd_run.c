/* tileproof run PATH...: transform, verify, record. One dump after the other; what one dump gives is written and recorded as
 * a whole before the next one starts. */
#include "reports/commands/cli.h"
#include "reports/audit_loops.h"
#include "reports/collect.h"
#include "reports/formats/grid.h"
#include "reports/job.h"
#include "reports/formats/json.h"
#include "reports/commands/options.h"
#include "reports/output.h"
#include "reports/pipeline.h"
#include "reports/progress.h"
#include "reports/database/record.h"
#include "reports/run_account.h"
#include "reports/version.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct Arguments {
	SharedOptions shared;
	uint32_t passes;
	Planner planner;
	bool planner_given, reference, verbose;
	const char *db, *folder, *label, *revision;
	VEC(const char *) paths;
} Arguments;

typedef struct Run {
	const Arguments *arguments;
	Diag *diag;
	Store *store; /* NULL: nothing is recorded */
	int64_t id;
	char program[65]; /* digest of this executable */
	RunAccount *account;
	Tally tally;
	ExitCode code;
	uint32_t files, without_loops, failed;
	Progress progress;
} Run;

enum { KEY_PASSES = 'p', KEY_DB = 'd', KEY_OUT = 'o', KEY_VERBOSE = 'v', KEY_PLANNER = 256, KEY_REFERENCE, KEY_LABEL, KEY_REVISION };

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Arguments *a = state->input;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &a->shared;
		return 0;
	case KEY_PASSES:
		if (!pipeline_passes(arg, &a->passes))
			argp_error(state, "'%s' is no list of passes; skew, slots and loops are passes", arg);
		return 0;
	case KEY_PLANNER:
		if (!planner_find(arg, &a->planner))
			argp_error(state, "'%s' is no planner; pypto and ptoas are", arg);
		a->planner_given = true;
		return 0;
	case KEY_REFERENCE:
		a->reference = true;
		return 0;
	case KEY_VERBOSE:
		a->verbose = true;
		return 0;
	case KEY_DB:
		a->db = arg;
		return 0;
	case KEY_OUT:
		a->folder = arg;
		return 0;
	case KEY_LABEL:
		a->label = arg;
		return 0;
	case KEY_REVISION:
		a->revision = arg;
		return 0;
	case ARGP_KEY_ARG:
		vec_push(&a->paths, arg);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "a dump, or a folder of dumps, is needed");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* ---- recording ---- */

/* What was decided about the loops of a text, and where they are in the next one. */
static bool record_decisions(const Run *r, const Job *j, unsigned text, const Recorded *recorded) {
	Fates fates = {0};
	bool ok = true, passed = text + 1 < j->texts; /* else the pass refused the text */
	if (passed)
		fates_read(j->text[text], j->text[text + 1], &fates);
	for (uint32_t k = 0; ok && k < j->decisions.n; k++) {
		const Decision *d = &j->decisions.at[k].decision;
		if (j->decisions.at[k].text != text)
			continue;
		const Fate *f = fates_find(&fates, d->function, d->loop);
		Text becomes = {0};
		if (f)
			audit_loops_becomes(f, &becomes);
		ok = record_decision(r->store, recorded, d, &(LoopWay){.number = f ? f->number : 0, .becomes = f ? becomes.at : NULL});
		vec_free(&becomes);
	}
	if (passed)
		fates_free(&fates);
	return ok;
}

static bool record_job(Run *r, const Job *j, const CheckOptions *check, uint32_t first_message) {
	if (!store_begin(r->store))
		return false;
	Recorded texts[JOB_TEXTS] = {{0}};
	bool ok = true;
	for (unsigned k = 0; ok && k < j->texts; k++)
		ok = record_program(r->store, r->id, j->text[k]->file, j->role[k], j->text[k], &texts[k]);
	for (unsigned k = 0; ok && k < j->texts; k++)
		ok = record_decisions(r, j, k, &texts[k]);
	for (unsigned k = 0; ok && k < j->steps; k++) {
		const JobStep *s = &j->step[k];
		char key[65];
		options_key(r->program, texts[s->before].sha256, texts[s->after].sha256, check, key);
		int64_t id = record_check(r->store, key, check->arch, s->seconds, s->report);
		ok = id && store_pair(r->store, r->id, texts[s->before].file, texts[s->after].file, id, s->name, false);
	}
	for (uint32_t k = first_message; ok && k < r->diag->list.n; k++)
		ok = store_message(r->store, r->id, &r->diag->list.at[k]) != 0;
	for (unsigned k = 0; k < j->texts; k++)
		recorded_free(&texts[k]);
	if (!ok) {
		store_rollback(r->store);
		return false;
	}
	return store_commit(r->store);
}

/* ---- output files ---- */

static bool make_folders(const char *path, Diag *d) { /* those above path */
	char *part = mem_alloc(strlen(path) + 1);
	bool ok = true;
	for (const char *s = strchr(path + 1, '/'); ok && s; s = strchr(s + 1, '/')) {
		memcpy(part, path, (size_t)(s - path));
		part[s - path] = '\0';
		if (mkdir(part, 0777) && errno != EEXIST) {
			diag_add(d, SEV_ERROR, part, NULL, 0, (Span){0, 0}, "the folder cannot be made: %s", strerror(errno));
			ok = false;
		}
	}
	mem_free_(part);
	return ok;
}

static bool write_result(const Run *r, const Job *j, const Dump *dump) {
	Text path = {0};
	text_printf(&path, "%s/%s", r->arguments->folder, dump->relative);
	const Program *last = j->text[j->texts - 1];
	bool ok = make_folders(text_end(&path), r->diag) &&
		output_write(&(Output){.path = path.at, .bytes = last->source, .length = last->length}, 1, r->diag);
	vec_free(&path);
	return ok;
}

/* ---- one dump ---- */

static void show_findings(const Job *j, const Dump *dump) {
	Text out = {0};
	for (unsigned k = 0; k < j->steps; k++) {
		const JobStep *s = &j->step[k];
		const Result *told = NULL;
		for (uint32_t i = 0; i < s->report->results.n; i++)
			if (s->report->results.at[i].verdict == VERDICT_REFUTED) {
				text_printf(&out, "%s, %s: ", dump->path, s->name);
				tell_result(&s->report->results.at[i], 1, j->text[s->before], j->text[s->after], &told, &out);
			}
	}
	fwrite(out.at ? out.at : "", 1, out.n, stdout);
	vec_free(&out);
}

/* false: the database or the output folder failed, going on makes no sense */
static bool run_dump(Run *r, const Dump *dump) {
	const Arguments *a = r->arguments;
	SharedOptions shared = a->shared;
	if (!shared.arch_given && dump->arch_known)
		options_set_arch(&shared, dump->arch);
	JobOptions o = {.passes = a->passes, .check = shared.check, .strict = shared.strict};
	o.pass = (PassOptions){.planner = !a->planner_given && dump->planner_known ? dump->planner : a->planner, .arch = o.check.arch,
		.guards = a->reference ? 0 : ~(uint64_t)0};
	uint32_t first_message = r->diag->list.n;
	Job j;
	job_run(&j, dump->path, &o, r->diag);
	r->files++;
	bool failed = j.code == EXIT_INPUT || j.code == EXIT_INTERNAL;
	r->failed += failed;
	r->without_loops += !failed && !j.decisions.n; /* of a file that was not read nobody knows */
	r->code = exit_worse(r->code, j.code);
	for (int v = 0; v < VERDICT_COUNT; v++)
		r->tally.of[v] += j.tally.of[v];
	r->tally.not_replayed += j.tally.not_replayed;

	progress_clear(&r->progress);
	show_findings(&j, dump);
	run_account_add(r->account, &j, dump->path);
	/* What was refuted is only handed out when it was asked for, defects included. */
	bool sound = j.code != EXIT_INPUT && j.code != EXIT_INTERNAL && (a->reference || !j.tally.of[VERDICT_REFUTED]);
	bool ok = !a->folder || !sound || write_result(r, &j, dump);
	if (ok && r->store)
		ok = record_job(r, &j, &o.check, first_message);
	job_free(&j);
	return ok;
}

/* ---- all of them ---- */

static char *run_options(const Arguments *a) {
	char *check = options_json(&a->shared.check);
	json_t *o = json_loads(check, 0, NULL), *passes = json_array();
	free(check);
	for (int k = 0; k < PASS_COUNT; k++)
		if (a->passes >> k & 1)
			json_array_append_new(passes, js_text(pass_name((PassId)k)));
	json_object_set_new(o, "passes", passes);
	json_object_set_new(o, "reference", json_boolean(a->reference));
	json_object_set_new(o, "planner", js_text(a->planner_given ? planner_name(a->planner) : "by folder"));
	if (!a->shared.arch_given)
		json_object_set_new(o, "arch", js_text("by folder"));
	char *text = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(o);
	return text;
}

static bool begin_record(Run *r) {
	r->store = store_open(r->arguments->db, STORE_WRITE, r->diag);
	if (!r->store)
		return false;
	options_program(r->program);
	char *options = run_options(r->arguments);
	r->id = store_run(r->store, &(RunRow){.command = "run", .version = TILEPROOF_VERSION, .options = options, .label = r->arguments->label,
		.revision = r->arguments->revision});
	free(options);
	return r->id != 0;
}

/* Two dumps may not end in one output file. */
static bool distinct(const Dumps *dumps, Diag *d) {
	for (uint32_t i = 0; i < dumps->n; i++)
		for (uint32_t k = 0; k < i; k++)
			if (!strcmp(dumps->at[i].relative, dumps->at[k].relative)) {
				diag_add(d, SEV_ERROR, dumps->at[i].path, NULL, 0, (Span){0, 0}, "would be written to the same file as %s", dumps->at[k].path);
				return false;
			}
	return true;
}

static void summary(const Run *r) {
	Text out = {0}, counts = {0};
	run_account_print(r->account, &out);
	if (out.n)
		text_addz(&out, "\n");
	text_printf(&counts, "%" PRIu32 " file%s", r->files, r->files == 1 ? "" : "s");
	if (r->without_loops)
		text_printf(&counts, ", %" PRIu32 " of them without a loop for these passes", r->without_loops);
	if (r->failed)
		text_printf(&counts, ", %" PRIu32 " failed", r->failed);
	text_addz(&counts, "; ");
	tell_tally(&r->tally, &counts);
	grid_wrap(&out, text_end(&counts), 0, 2, grid_width());
	vec_free(&counts);
	if (r->store)
		text_printf(&out, "recorded as run %" PRId64 " in %s\n", r->id, r->arguments->db);
	fwrite(out.at, 1, out.n, stdout);
	vec_free(&out);
}

static ExitCode run_all(const Arguments *a, Diag *d) {
	Run r = {.arguments = a, .diag = d, .code = EXIT_CLEAN};
	Arena *arena = arena_new();
	Dumps dumps = {0};
	bool ok = true;
	for (uint32_t i = 0; i < a->paths.n; i++)
		if (!collect_dumps(a->paths.at[i], arena, &dumps, d))
			r.code = EXIT_INPUT; /* the others are run all the same */
	if ((a->folder && !distinct(&dumps, d)) || (a->db && !begin_record(&r)))
		ok = false;
	if (ok) {
		r.account = run_account_new(a->verbose, grid_width());
		progress_begin(&r.progress, dumps.n);
		for (uint32_t i = 0; ok && i < dumps.n; i++) {
			ok = run_dump(&r, &dumps.at[i]);
			progress_step(&r.progress, dumps.at[i].path);
		}
		progress_clear(&r.progress);
		summary(&r);
		run_account_free(r.account);
	}
	if (!ok)
		r.code = exit_worse(r.code, EXIT_INPUT);
	if (r.store) {
		r.code = exit_worse(r.code, store_status(r.store));
		if (ok && !store_run_end(r.store, r.id, r.code))
			r.code = exit_worse(r.code, EXIT_INPUT);
		if (!store_close(r.store))
			r.code = exit_worse(r.code, EXIT_INPUT);
	}
	vec_free(&dumps);
	arena_free(arena);
	return r.code;
}

ExitCode cmd_run(int argc, char **argv) {
	static const struct argp_option rows[] = {
		{"passes", KEY_PASSES, "LIST", 0, "out of skew, slots, loops; default all three", 0},
		{"planner", KEY_PLANNER, "NAME", 0, "memory planner that the passes work for: pypto or ptoas; default what a folder named like a2a3_PYPTO"
			" says, else pypto. So does --arch", 0},
		{"reference", KEY_REFERENCE, NULL, 0, "transform as the compiler does, its known defects included", 0},
		{"output", KEY_OUT, "DIR", 0, "write the transformed dumps below this folder", 0},
		{"db", KEY_DB, "FILE", 0, "record everything in this database; without it nothing is recorded", 0},
		{"verbose", KEY_VERBOSE, NULL, 0, "list every loop, not only those with less pipelining than asked for or without proof", 0},
		{"label", KEY_LABEL, "TEXT", 0, "a name for this run in the database", 0},
		{"revision", KEY_REVISION, "TEXT", 0, "the revision of the compiler or the kernels, for the database", 0},
		{0}};
	static const struct argp_child children[] = {{&options_argp, 0, NULL, 0}, {0}};
	static const struct argp program = {.options = rows, .parser = on_key, .args_doc = "PATH...", .children = children,
		.doc = "Transforms dumps, proves after each pass and from end to end that nothing was lost, and says what was decided for each loop."
			" A folder stands for the dumps in it; a folder of compiler snapshots for the one before these passes.\v"
			"Exit status, the worst of all files: 0 nothing refuted; 1 refuted; 2 and 3 see --strict; 4 something cannot be read, transformed"
			" or written; 5 internal error."};
	Arguments a = {.passes = (1u << PASS_COUNT) - 1, .planner = PLANNER_PYPTO};
	options_defaults(&a.shared);
	if (argp_parse(&program, argc, argv, 0, NULL, &a))
		return EXIT_USAGE;
	Diag *d = diag_new();
	ExitCode code = run_all(&a, d);
	diag_print(d, stderr);
	diag_free(d);
	vec_free(&a.paths);
	return code;
}
