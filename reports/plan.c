#include "reports/plan.h"

#include "reports/digest.h"

#include <errno.h>
#include <stdlib.h>

#define BIT(id) (1u << OB_##id)
#define MEANING (BIT(WELLFORMED) | BIT(ORDER) | BIT(VALUES) | BIT(EFFECTS))
#define RINGS (BIT(RING_BALANCE) | BIT(RING_DEADLOCK) | BIT(RING_OVERWRITE) | BIT(RING_RELEASE))
#define SLOTS (BIT(SLOTS_RANGE) | BIT(SLOTS_ROTATION) | BIT(SLOTS_LIFETIME) | BIT(SLOTS_BINDING) | BIT(SLOTS_PRIVACY))

/* The window in which loops are pipelined: from the snapshot before it to the one after it everything must hold at once. */
static const char window_first[] = "NormalizeReturnOrder", window_last[] = "CanonicalizeIOOrder";

uint32_t plan_obligations(const char *pass) {
	static const struct { const char *pass; uint32_t obligations; } rows[] = {
#define AUDIT(pass, obligations) {pass, obligations},
#include "reports/audit_passes.def"
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strcmp(rows[i].pass, pass))
			return rows[i].obligations;
	return MEANING;
}

static bool add_file(Plan *plan, const char *path, const char *content, const char *role, Diag *d) {
	PlanFile f = {.path = path, .content = content, .role = role};
	const char *held = content ? content : path;
	if (content)
		f.name = arena_printf(plan->arena, "%s (%s)", path, role);
	if (!digest_file(held, f.sha256, &f.bytes)) {
		diag_add(d, SEV_ERROR, path, NULL, 0, (Span){0, 0}, "cannot be read: %s", strerror(errno));
		return false;
	}
	vec_push(&plan->files, f);
	return true;
}

static void add_pair(Plan *plan, uint32_t before, uint32_t after, const char *step, uint32_t suits, const PlanOptions *o, Arch arch) {
	PlanPair p = {.before = before, .after = after, .step = step, .arch = arch, .only = suits & o->check.only};
	if (p.only)
		vec_push(&plan->pairs, p);
}

/* Independent of where the corpus lies and of what else is audited: the digest of the last parts of the name decides. */
bool plan_falls_to(const char *folder, const PlanOptions *o) {
	if (!o->shards)
		return true;
	const char *tail = folder + strlen(folder);
	for (unsigned parts = 0; tail > folder && parts < 3; tail -= tail > folder)
		parts += tail[-1] == '/';
	char hex[DIGEST_TEXT];
	digest_bytes(tail, strlen(tail), hex);
	hex[8] = '\0';
	return strtoul(hex, NULL, 16) % o->shards == o->shard - 1;
}

static bool add_folder(Plan *plan, const char *folder, const Snapshots *all, const PlanOptions *o, Diag *d) {
	if (!plan_falls_to(folder, o))
		return true;
	Dump target = {.path = folder};
	collect_target(&target);
	Arch arch = o->arch_given || !target.arch_known ? o->check.arch : target.arch;
	uint32_t base = plan->files.n, first = UINT32_MAX, last = UINT32_MAX;
	for (uint32_t i = 0; i < all->n; i++) {
		if (!add_file(plan, all->at[i].path, NULL, "snapshot", d))
			return false;
		first = !strcmp(all->at[i].pass, window_first) ? base + i : first;
		last = !strcmp(all->at[i].pass, window_last) ? base + i : last;
		if (i)
			add_pair(plan, base + i - 1, base + i, all->at[i].pass, plan_obligations(all->at[i].pass), o, arch);
	}
	if (first != UINT32_MAX && last != UINT32_MAX && first < last)
		add_pair(plan, first, last, "end to end", MEANING | RINGS | BIT(SLOTS_PRIVACY), o, arch);
	return true;
}

bool plan_add(Plan *plan, const char *path, const PlanOptions *o, Diag *d) {
	if (!plan->arena)
		plan->arena = arena_new();
	Folders folders = {0};
	bool ok = collect_folders(path, plan->arena, &folders, d);
	for (uint32_t i = 0; ok && i < folders.n; i++) {
		Snapshots all = {0};
		ok = collect_snapshots(folders.at[i], plan->arena, &all, d) && add_folder(plan, folders.at[i], &all, o, d);
		vec_free(&all);
	}
	vec_free(&folders);
	return ok;
}

bool plan_add_pass(Plan *plan, const Dump *dump, const char *made, const char *step, const PlanOptions *o, Diag *d) {
	if (!plan->arena)
		plan->arena = arena_new();
	uint32_t base = plan->files.n;
	const char *path = arena_text(plan->arena, dump->path, strlen(dump->path)), *role = arena_printf(plan->arena, "after %s", step);
	Arch arch = o->arch_given || !dump->arch_known ? o->check.arch : dump->arch;
	if (!add_file(plan, path, NULL, "input", d) || !add_file(plan, path, arena_text(plan->arena, made, strlen(made)), role, d))
		return false;
	add_pair(plan, base, base + 1, step, plan_obligations(step), o, arch);
	return true;
}

void plan_free(Plan *plan) {
	vec_free(&plan->files);
	vec_free(&plan->pairs);
	arena_free(plan->arena);
}
