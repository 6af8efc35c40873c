#include "analyzer/pass.h"

#include "analyzer/neighbours.h"

typedef bool (*RunPass)(Program *p, FuncId f, const PassOptions *o, Decisions *out, Diag *d);

static const struct {
	const char *name, *compiler_name;
} pass_rows[PASS_COUNT] = {
#define PASS(id, name, compiler_name) {name, compiler_name},
#include "analyzer/passes.def"
};

static const RunPass runs[PASS_COUNT] = {
	[PASS_SKEW] = skew_function,
	[PASS_SLOTS] = slots_function,
	[PASS_LOOPS] = replicate_function,
};

const GuardRow guard_rows[GUARD_COUNT] = {
	[GUARD_NONE] = {"", PASS_SKEW, "", ""},
#define GUARD(id, name, pass, property, protects) [GUARD_##id] = {name, pass, property, protects},
#include "analyzer/guards.def"
};

const char *const outcome_names[] = {
	[OUTCOME_KEPT] = "kept",         [OUTCOME_SKEWED] = "skewed",     [OUTCOME_DEMOTED] = "demoted",
	[OUTCOME_SLOTTED] = "slotted",   [OUTCOME_DECLINED] = "declined", [OUTCOME_REPLICATED] = "replicated",
	[OUTCOME_UNRECOGNISED] = "unrecognised",
};

bool pass_run(PassId pass, Program *p, FuncId f, const PassOptions *o, Decisions *out, Diag *d) {
	if (o->neighbours)
		return runs[pass](p, f, o, out, d);
	PassOptions alone = *o;
	Neighbours *neighbours = neighbours_new(p);
	alone.neighbours = neighbours;
	bool good = runs[pass](p, f, &alone, out, d);
	neighbours_free(neighbours);
	return good;
}

bool pass_find(const char *name, PassId *out) {
	for (int i = 0; i < PASS_COUNT; i++)
		if (!strcmp(pass_rows[i].name, name)) {
			*out = (PassId)i;
			return true;
		}
	return false;
}

const char *pass_name(PassId p) { return pass_rows[p].name; }
const char *pass_compiler_name(PassId p) { return pass_rows[p].compiler_name; }
