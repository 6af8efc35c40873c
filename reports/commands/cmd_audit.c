/* tileproof audit PASSES_DUMP_DIR...: the compiler's own passes, judged snapshot by snapshot. */
#include "reports/audit.h"
#include "reports/commands/cli.h"
#include "reports/formats/format.h"
#include "reports/formats/grid.h"
#include "reports/formats/json.h"
#include "reports/commands/options.h"
#include "reports/pass_cmd.h"
#include "reports/version.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct Arguments {
	SharedOptions shared;
	PlanOptions plan;
	PoolLimits limits;
	const char *db, *label, *revision;
	const char *pass_cmd, *pass_name;
	bool resume, fresh, verbose;
	VEC(const char *) paths;
} Arguments;

enum { KEY_MEMORY = 256, KEY_TIMEOUT, KEY_RESUME, KEY_FRESH, KEY_LABEL, KEY_REVISION, KEY_SHARD, KEY_PASS_CMD, KEY_PASS_NAME };

static unsigned number(struct argp_state *state, const char *arg, unsigned least, unsigned most) {
	char *end;
	errno = 0;
	unsigned long v = strtoul(arg, &end, 10);
	if (*arg < '0' || *arg > '9' || *end || errno || v < least || v > most)
		argp_error(state, "'%s' is not a number from %u to %u", arg, least, most);
	return (unsigned)v;
}

static void read_shard(struct argp_state *state, const char *arg, PlanOptions *o) {
	int used = 0;
	if (sscanf(arg, "%u/%u%n", &o->shard, &o->shards, &used) != 2 || arg[used] || !o->shard || o->shard > o->shards || o->shards > 100000)
		argp_error(state, "'%s' is no shard; the second of four is 2/4", arg);
}

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Arguments *a = state->input;
	switch (key) {
	case ARGP_KEY_INIT: state->child_inputs[0] = &a->shared; return 0;
	case 'd': a->db = arg; return 0;
	case 'j': a->limits.workers = number(state, arg, 1, 1024); return 0;
	case KEY_MEMORY: a->limits.memory_bytes = (uint64_t)number(state, arg, 64, 1u << 24) << 20; return 0;
	case KEY_TIMEOUT: a->limits.seconds = number(state, arg, 1, 86400); return 0;
	case KEY_RESUME: a->resume = true; return 0;
	case KEY_FRESH: a->fresh = true; return 0;
	case KEY_LABEL: a->label = arg; return 0;
	case KEY_REVISION: a->revision = arg; return 0;
	case KEY_SHARD: read_shard(state, arg, &a->plan); return 0;
	case KEY_PASS_NAME: a->pass_name = arg; return 0;
	case KEY_PASS_CMD:
		if (!pass_cmd_valid(arg))
			argp_error(state, "'%s' does not say where {in} and {out} go", arg);
		a->pass_cmd = arg;
		return 0;
	case 'v': a->verbose = true; return 0;
	case ARGP_KEY_ARG: vec_push(&a->paths, arg); return 0;
	case ARGP_KEY_NO_ARGS: argp_error(state, "a folder of snapshots is needed, or with --pass-cmd a dump"); return 0;
	case ARGP_KEY_END:
		if (a->resume && !a->db)
			argp_error(state, "--resume needs --db");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

/* All that the results depend on; what only spreads the work (workers, shard) is left out. */
static char *run_options(const Arguments *a) {
	char *check = options_json(&a->shared.check);
	json_t *o = json_loads(check, 0, NULL);
	free(check);
	if (!a->shared.arch_given)
		json_object_set_new(o, "arch", js_text("by folder"));
	if (a->pass_cmd)
		json_object_set_new(o, "pass", json_pack("[o, o]", js_text(a->pass_name), js_text(a->pass_cmd)));
	if (a->plan.shards)
		json_object_set_new(o, "shard", json_pack("[i, i]", (int)a->plan.shard, (int)a->plan.shards));
	char *text = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(o);
	return text;
}

static int64_t unfinished(Audit *a, const char *options) {
	int64_t run = 0;
	Question *q = store_ask(a->store, "SELECT coalesce(max(run), 0) FROM v_runs WHERE command = 'audit' AND state = 'unfinished' AND options = :options"
		" AND version = :version", 0);
	if (q && store_bind_text(q, ":options", options) && store_bind_text(q, ":version", TILEPROOF_VERSION) && store_next(q))
		run = store_int(q, 0);
	bool ok = q && !store_failed(q);
	store_done(q);
	if (ok && !run)
		diag_add(a->diag, SEV_ERROR, NULL, NULL, 0, (Span){0, 0}, "there is no unfinished audit with these options in the database");
	return run;
}

static bool begin(Audit *a, const Arguments *args) {
	a->store = store_open(args->db, STORE_WRITE, a->diag);
	if (!a->store)
		return false;
	a->reuse = options_program(a->program) && !args->fresh;
	char *options = run_options(args);
	a->run = args->resume ? unfinished(a, options) : store_run(a->store, &(RunRow){.command = "audit", .version = TILEPROOF_VERSION,
		.options = options, .label = args->label, .revision = args->revision});
	free(options);
	return a->run && (!args->resume || audit_resume(a));
}

/* A column for each verdict that there is. */
static void show_steps(const AuditSteps *steps, Text *out) {
	uint32_t all[VERDICT_COUNT] = {0}, not_replayed = 0;
	unsigned columns = 3;
	for (uint32_t i = 0; i < steps->n; i++) {
		for (int v = 0; v < VERDICT_COUNT; v++)
			all[v] += steps->at[i].tally.of[v];
		not_replayed += steps->at[i].tally.not_replayed;
	}
	for (int v = 0; v < VERDICT_COUNT; v++)
		columns += all[v] != 0;
	Grid *g = grid_new(columns + (not_replayed != 0));
	grid_addz(g, "step"), grid_addz(g, "pairs"), grid_addz(g, "reused");
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (all[v])
			grid_addz(g, verdict_names[v]);
	if (not_replayed)
		grid_addz(g, "not replayed");
	for (uint32_t i = 0; i < steps->n; i++) {
		const AuditStep *s = &steps->at[i];
		grid_addz(g, s->step), grid_number(g, s->pairs), grid_number(g, s->reused);
		for (int v = 0; v < VERDICT_COUNT; v++)
			if (all[v])
				grid_number(g, s->tally.of[v]);
		if (not_replayed)
			grid_number(g, s->tally.not_replayed);
	}
	grid_print(g, out);
	grid_free(g);
}

/* Ends the run and shows it: findings, what was not decided, and the counts per step. */
static ExitCode account(Audit *a, const Arguments *args) {
	AuditSteps steps = {0};
	Rows rows;
	Text out = {0};
	ExitCode code = EXIT_CLEAN;
	bool ok = rows_load(a->store, a->run, ROWS_OPEN, &rows, a->diag) && audit_steps(a, &rows, args->shared.strict, &steps, &code) &&
		store_run_end(a->store, a->run, code);
	if (ok) {
		rows.state = "finished"; /* since */
		if (args->verbose)
			format_text(&rows, &out);
		else
			format_brief(&rows, grid_width(), &out);
		text_addz(&out, "\n");
		show_steps(&steps, &out);
		fwrite(out.at, 1, out.n, stdout);
	}
	rows_free(&rows);
	vec_free(&out);
	vec_free(&steps);
	return ok ? code : exit_worse(code, EXIT_INPUT);
}

/* The plan of a pass that is a command: run on everything first. 0: done; a signal; -1: an error was added. */
static int plan_pass(const Arguments *args, const PlanOptions *o, PassCmd *p, Plan *plan, Diag *d) {
	bool ok = true;
	for (uint32_t i = 0; ok && i < args->paths.n; i++)
		ok = pass_cmd_add(p, args->paths.at[i], d);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < p->dumps.n; i++)
		if (plan_falls_to(p->dumps.at[i].path, o))
			p->dumps.at[kept++] = p->dumps.at[i];
	p->dumps.n = kept;
	int end = ok ? pass_cmd_run(p, args->pass_cmd, d) : -1;
	for (uint32_t i = 0; !end && i < p->at.n; i++)
		if (!p->at.at[i].why && !plan_add_pass(plan, p->at.at[i].dump, p->at.at[i].out, args->pass_name, o, d))
			end = -1;
	return end;
}

static bool put_failures(Audit *a, const PassCmd *p) {
	bool ok = true;
	for (uint32_t i = 0; ok && i < p->at.n; i++)
		if (p->at.at[i].why)
			ok = audit_unread(a, p->at.at[i].dump->path, p->at.at[i].why);
	return ok;
}

static ExitCode audit(const Arguments *args, Diag *d) {
	Audit a = {.check = &args->shared.check, .limits = args->limits, .diag = d};
	PassCmd pass = {.limits = args->limits};
	PlanOptions o = args->plan;
	o.check = args->shared.check;
	o.arch_given = args->shared.arch_given;
	int end = args->pass_cmd ? plan_pass(args, &o, &pass, &a.plan, d) : 0;
	for (uint32_t i = 0; !args->pass_cmd && !end && i < args->paths.n; i++)
		end = plan_add(&a.plan, args->paths.at[i], &o, d) ? 0 : -1;
	if (!end)
		end = begin(&a, args) && put_failures(&a, &pass) && audit_remarks(&a) ? audit_run(&a) : -1;
	ExitCode code = end == 0 ? account(&a, args) : EXIT_INPUT;
	if (a.store)
		code = exit_worse(code, store_status(a.store));
	if (!store_close(a.store))
		code = exit_worse(code, EXIT_INPUT);
	plan_free(&a.plan);
	pass_cmd_free(&pass);
	vec_free(&a.unread);
	if (end > 0) {
		fprintf(stderr, "tileproof: interrupted; %s\n", a.run && args->db ? "what is finished is recorded, --resume goes on" :
			"nothing was recorded");
		cli_die_of(end);
	}
	return code;
}

ExitCode cmd_audit(int argc, char **argv) {
	static const struct argp_option rows[] = {
		{"db", 'd', "FILE", 0, "record everything in this database, and take from it what an equal check found before", 0},
		{"jobs", 'j', "N", 0, "worker processes; default one per processor", 0},
		{"memory", KEY_MEMORY, "MB", 0, "limit of a worker; default 4096", 0},
		{"timeout", KEY_TIMEOUT, "SECONDS", 0, "limit of a pair; default 120", 0},
		{"fresh", KEY_FRESH, NULL, 0, "check everything anew", 0},
		{"resume", KEY_RESUME, NULL, 0, "go on with the last unfinished audit of the same options", 0},
		{"shard", KEY_SHARD, "K/N", 0, "only the folders that fall to the K-th of N jobs", 0},
		{"pass-cmd", KEY_PASS_CMD, "CMD", 0, "run this line of the shell on each dump below the paths and check what it makes: {in} stands for the dump, {out}"
			" for the file to be written", 0},
		{"pass-name", KEY_PASS_NAME, "NAME", 0, "what that pass is called; a name of the compiler's says what it owes. Default pass", 0},
		{"verbose", 'v', NULL, 0, "show every finding with its witness and every open result by itself", 0},
		{"label", KEY_LABEL, "TEXT", 0, "a name for this run in the database", 0},
		{"revision", KEY_REVISION, "TEXT", 0, "the revision of the compiler, for the database", 0},
		{0}};
	static const struct argp_child children[] = {{&options_argp, 0, NULL, 0}, {0}};
	static const struct argp program = {.options = rows, .parser = on_key, .args_doc = "PASSES_DUMP_DIR...", .children = children,
		.doc = "Pairs the snapshots that a compiler dumped (NN_after_<Pass>.py) by their order and checks for each pass what it owes, and for"
			" the pipelining passes together that they kept the meaning. Without --arch a folder named like a2a3_PYPTO says it.\v"
			"Exit status: 0 nothing refuted; 1 refuted; 2 and 3 see --strict; 4 something cannot be read or written; 5 a worker died, or a"
			" refutation did not replay."};
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	Arguments a = {.limits = {.workers = processors > 0 && processors < 1024 ? (unsigned)processors : 1, .memory_bytes = (uint64_t)4096 << 20, .seconds = 120}, .pass_name = "pass"};
	options_defaults(&a.shared);
	if (argp_parse(&program, argc, argv, 0, NULL, &a))
		return EXIT_USAGE;
	Diag *d = diag_new();
	ExitCode code = audit(&a, d);
	diag_print(d, stderr);
	diag_free(d);
	vec_free(&a.paths);
	return code;
}
