#include "checks/result.h"

const ObligationRow obligation_rows[OB_COUNT] = {
#define OBLIGATION(id, name, properties, says) [OB_##id] = {name, properties, says},
#include "checks/obligations.def"
};

const char *const verdict_names[VERDICT_COUNT] = {
#define VERDICT(id, name, says) [VERDICT_##id] = name,
#include "checks/verdicts.def"
};

const char *const verdict_says[VERDICT_COUNT] = {
#define VERDICT(id, name, says) [VERDICT_##id] = says,
#include "checks/verdicts.def"
};

CheckOptions check_defaults(void) {
	return (CheckOptions){
		.arch = ARCH_A2A3,
		.credits = CREDITS_IDEAL,
		.only = (1u << OB_COUNT) - 1,
		.max_events = CHECK_MAX_EVENTS,
		.bound = CHECK_BOUND,
		.solver_ms = CHECK_SOLVER_MS,
		.solver_rlimit = CHECK_SOLVER_RLIMIT,
	};
}

Report *report_new(void) {
	Report *r = mem_alloc(sizeof *r);
	*r = (Report){.arena = arena_new()};
	return r;
}

void report_free(Report *r) {
	if (!r)
		return;
	vec_free(&r->results);
	arena_free(r->arena);
	mem_free_(r);
}

Result *report_add(Report *r, Obligation o, Verdict v) {
	vec_push(&r->results, ((Result){.function = "", .unit = "", .property = "", .obligation = o, .verdict = v, .argument = "", .reason = ""}));
	return &r->results.at[r->results.n - 1];
}

/* A name or the part of one in front of a dot. */
static uint32_t obligations_named(const char *name, size_t n) {
	uint32_t bits = 0;
	for (uint32_t k = 0; k < OB_COUNT; k++) {
		const char *row = obligation_rows[k].name;
		if (n && !strncmp(row, name, n) && (row[n] == '\0' || row[n] == '.'))
			bits |= 1u << k;
	}
	return bits;
}

bool obligations_parse(const char *list, uint32_t *only) {
	uint32_t bits = 0;
	for (const char *s = list;; s++) {
		size_t n = strcspn(s, ",");
		uint32_t named = obligations_named(s, n);
		if (!named)
			return false;
		bits |= named;
		s += n;
		if (!*s)
			break;
	}
	*only = bits;
	return true;
}
