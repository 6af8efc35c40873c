/* Findings about one program alone: whether the program before the pass has the same. Rings say it themselves, see ring_inherited. */
#include "checks/inherited.h"

#include "checks/memory/memory.h"
#include "checks/memory/slots_check.h"

#define BIT(id) (1u << OB_##id)
#define MEMORY_BITS BIT(MEMORY)
#define SLOT_BITS (BIT(CAPACITY) | BIT(SLOTS_RANGE) | BIT(SLOTS_ROTATION) | BIT(SLOTS_LIFETIME) | BIT(SLOTS_BINDING))

static uint32_t refuted(const Report *r, uint32_t from) {
	uint32_t bits = 0;
	for (uint32_t i = from; i < r->results.n; i++)
		if (r->results.at[i].verdict == VERDICT_REFUTED)
			bits |= 1u << r->results.at[i].obligation;
	return bits & (MEMORY_BITS | SLOT_BITS);
}

/* Equal but for numbers, which lines and addresses are. */
static bool alike(const char *a, const char *b) {
	for (;; a++, b++) {
		a += strspn(a, "0123456789"), b += strspn(b, "0123456789");
		if (*a != *b || !*a)
			return *a == *b;
	}
}

static bool same_fault(const Result *a, const Result *b) {
	return a->verdict == VERDICT_REFUTED && a->obligation == b->obligation && !strcmp(a->function, b->function) && a->witness && b->witness &&
		alike(a->witness->where, b->witness->where);
}

void inherited_mark(Program *before, const CheckOptions *o, Report *r, uint32_t from) {
	CheckOptions asked = *o;
	asked.only = o->only & refuted(r, from);
	if (!asked.only)
		return;
	Report *was = report_new();
	if (asked.only & MEMORY_BITS) {
		Functions *functions = functions_new(before);
		memory_check(before, functions, &asked, was);
		functions_free(functions);
	}
	if (asked.only & SLOT_BITS)
		slots_check(before, before, &asked, was);
	for (uint32_t i = from; i < r->results.n; i++)
		for (uint32_t k = 0; k < was->results.n && r->results.at[i].verdict == VERDICT_REFUTED; k++)
			if (same_fault(&was->results.at[k], &r->results.at[i]) && !r->results.at[i].inherited) {
				r->results.at[i].inherited = true;
				r->results.at[i].reason = arena_printf(r->arena, "%s (the program before the pass has the same fault)", r->results.at[i].reason);
			}
	report_free(was);
}
