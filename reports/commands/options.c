#include "reports/commands/options.h"

#include "checks/solver.h"
#include "reports/digest.h"
#include "reports/exit.h"
#include "reports/version.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_ARCH = 'a', KEY_ONLY = 256, KEY_DIVISION, KEY_CREDITS, KEY_STRICT, KEY_BOUND, KEY_EVENTS, KEY_MS, KEY_RLIMIT, KEY_SMT2 };

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

static const struct argp_option rows[] = {
	{NULL, 0, NULL, 0, "What is checked, and how:", 10},
	{"arch", KEY_ARCH, "ARCH", 0, "a2a3 (Ascend910B) or a5 (Ascend950); default a2a3", 10},
	{"only", KEY_ONLY, "LIST", 0, "check these obligations only, comma separated: wellformed, order, values, effects, ring, slots, memory, capacity,"
		" tags, or one of a group such as ring.deadlock", 10},
	{"division", KEY_DIVISION, "READING", 0, "emitted (default): // and % truncate as the generated code does; floor: as the IR says", 10},
	{"credits", KEY_CREDITS, "MODEL", 0, "flow control of the rings: ideal, a2a3 or a5; default that of the architecture", 10},
	{"bound", KEY_BOUND, "N", 0, "largest trip count and input tried where they are not constant; default " TEXT(CHECK_BOUND), 10},
	{"max-events", KEY_EVENTS, "N", 0, "budget of the interpreter for one unit; default " TEXT(CHECK_MAX_EVENTS), 10},
	{"solver-ms", KEY_MS, "N", 0, "time for one question to the solver, milliseconds; default " TEXT(CHECK_SOLVER_MS), 10},
	{"solver-rlimit", KEY_RLIMIT, "N", 0, "work for one question to the solver, in its own repeatable unit; default " TEXT(CHECK_SOLVER_RLIMIT), 10},
	{"smt2", KEY_SMT2, "DIR", 0, "write every question to the solver into this folder, which is made when it is not there", 10},
	{"strict", KEY_STRICT, NULL, 0, "exit with 2 when a result is inconclusive, with 3 when only unsupported ones are open", 10},
	{0}};

static uint64_t whole(struct argp_state *state, const char *arg, uint64_t least, uint64_t most) {
	char *end;
	errno = 0;
	unsigned long long v = strtoull(arg, &end, 10);
	if (*arg < '0' || *arg > '9' || *end || errno || v < least || v > most)
		argp_error(state, "'%s' is not a number from %llu to %llu", arg, (unsigned long long)least, (unsigned long long)most);
	return v;
}

/* Makes the folder when it is not there. false: see errno. */
static bool can_hold_files(const char *folder) {
	struct stat about;
	if (mkdir(folder, 0777) && errno != EEXIST)
		return false;
	if (stat(folder, &about))
		return false;
	if (!S_ISDIR(about.st_mode)) {
		errno = ENOTDIR;
		return false;
	}
	return !access(folder, W_OK | X_OK);
}

static error_t on_key(int key, char *arg, struct argp_state *state) {
	SharedOptions *o = state->input;
	Arch arch = ARCH_A2A3;
	switch (key) {
	case KEY_ARCH:
		if (!arch_find(arg, &arch))
			argp_error(state, "'%s' is no architecture; a2a3 and a5 are", arg);
		options_set_arch(o, arch);
		o->arch_given = true;
		return 0;
	case KEY_ONLY:
		if (!obligations_parse(arg, &o->check.only))
			argp_error(state, "'%s' names an obligation that there is not; see --only in --help", arg);
		return 0;
	case KEY_DIVISION:
		if (strcmp(arg, "floor") && strcmp(arg, "emitted"))
			argp_error(state, "'%s' is no reading of division; emitted and floor are", arg);
		o->check.floor_division = !strcmp(arg, "floor");
		return 0;
	case KEY_CREDITS:
		if (!credits_find(arg, &o->check.credits))
			argp_error(state, "'%s' is no credit model; ideal, a2a3 and a5 are", arg);
		o->credits_given = true;
		return 0;
	case KEY_STRICT:
		o->strict = true;
		return 0;
	case KEY_BOUND:
		o->check.bound = (unsigned)whole(state, arg, 1, 1000000);
		return 0;
	case KEY_EVENTS:
		o->check.max_events = whole(state, arg, 1, INT64_MAX);
		return 0;
	case KEY_MS:
		o->check.solver_ms = (unsigned)whole(state, arg, 1, 86400000);
		return 0;
	case KEY_RLIMIT:
		o->check.solver_rlimit = whole(state, arg, 1, UINT32_MAX);
		return 0;
	case KEY_SMT2:
		if (!can_hold_files(arg))
			argp_failure(state, EXIT_INPUT, errno, "--smt2: nothing can be written into '%s'", arg);
		o->check.smt2_dir = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp options_argp = {.options = rows, .parser = on_key};

void options_defaults(SharedOptions *o) {
	*o = (SharedOptions){.check = check_defaults()};
	options_set_arch(o, o->check.arch);
}

void options_set_arch(SharedOptions *o, Arch arch) {
	o->check.arch = arch;
	if (!o->credits_given)
		o->check.credits = arch == ARCH_A5 ? CREDITS_A5 : CREDITS_A2A3;
}

char *options_json(const CheckOptions *o) {
	json_t *only = json_array();
	for (int k = 0; k < OB_COUNT; k++)
		if (o->only >> k & 1)
			json_array_append_new(only, json_string(obligation_rows[k].name));
	json_t *j = json_object();
	json_object_set_new(j, "only", only);
	json_object_set_new(j, "arch", json_string(arch_name(o->arch)));
	json_object_set_new(j, "credits", json_string(credits_name(o->credits)));
	json_object_set_new(j, "division", json_string(o->floor_division ? "floor" : "emitted"));
	json_object_set_new(j, "max_events", json_integer((json_int_t)o->max_events));
	json_object_set_new(j, "bound", json_integer(o->bound));
	json_object_set_new(j, "solver_ms", json_integer(o->solver_ms));
	json_object_set_new(j, "solver_rlimit", json_integer((json_int_t)o->solver_rlimit));
	char *text = json_dumps(j, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(j);
	return text;
}

bool options_program(char hex[DIGEST_TEXT]) {
	char executable[DIGEST_TEXT];
	bool ok = digest_file("/proc/self/exe", executable, NULL);
	digest_parts((const char *const[]){executable, solver_version()}, 2, hex);
	return ok;
}

void options_key(const char *program, const char *before_sha256, const char *after_sha256, const CheckOptions *o, char key[DIGEST_TEXT]) {
	char *options = options_json(o);
	digest_parts((const char *const[]){TILEPROOF_VERSION, program, before_sha256, after_sha256, options}, 5, key);
	free(options);
}
