#include "reports/plan.h"

#include "reports/digest.h"
#include "reports/job.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#define BIT(id) (1u << OB_##id)
#define MEANING (BIT(WELLFORMED) | BIT(ORDER) | BIT(VALUES) | BIT(EFFECTS))
#define RINGS (BIT(RING_BALANCE) | BIT(RING_DEADLOCK) | BIT(RING_OVERWRITE) | BIT(RING_RELEASE))
#define SLOTS (BIT(SLOTS_RANGE) | BIT(SLOTS_ROTATION) | BIT(SLOTS_LIFETIME) | BIT(SLOTS_BINDING) | BIT(SLOTS_PRIVACY))

/* The window in which loops are pipelined: from the snapshot before it to the one after it everything must hold at once. */
#define WINDOW_FIRST "NormalizeReturnOrder"
static const char window_first[] = WINDOW_FIRST, window_last[] = "CanonicalizeIOOrder";

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

static const char *const compiler_order[] = {
	WINDOW_FIRST,
#define AUDIT(pass, obligations) pass,
#include "reports/audit_passes.def"
};

/* Of the passes that are known by name, which all compilers run in one order; -1: not known. */
static int order_of(const char *pass) {
	for (size_t i = 0; i + 1 < sizeof compiler_order / sizeof *compiler_order; i++) /* the last row is for what has no name */
		if (!strcmp(compiler_order[i], pass))
			return (int)i;
	return -1;
}

static int window_end(void) { return order_of(window_last); }

static bool add_file(Plan *plan, const char *path, const char *content, const char *role, Diag *d) {
	PlanFile f = {.path = path, .content = content, .role = role};
	const char *held = content ? content : path;
	struct stat about;
	if (!stat(held, &about) && !S_ISREG(about.st_mode)) { /* a pipe may never be written, a device may never end */
		diag_add(d, SEV_ERROR, path, NULL, 0, (Span){0, 0}, "is not a regular file");
		return false;
	}
	if (content)
		f.name = arena_printf(plan->arena, "%s (%s)", path, role);
	if (!digest_file(held, f.sha256, &f.bytes)) {
		diag_add(d, SEV_ERROR, path, NULL, 0, (Span){0, 0}, "cannot be read: %s", strerror(errno));
		return false;
	}
	vec_push(&plan->files, f);
	return true;
}

/* A pair of the target's; like: its before, after, step and pass. */
static void add_pair(Plan *plan, PlanPair like, uint32_t suits, const PlanOptions *o, const Dump *target) {
	like.arch = o->arch_given || !target->arch_known ? o->check.arch : target->arch;
	like.only = suits & o->check.only;
	like.planner = target->planner;
	like.planner_known = target->planner_known;
	if (like.only)
		vec_push(&plan->pairs, like);
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

static void remark(Plan *plan, const char *folder, bool fatal, const char *text) {
	PlanRemark r = {.folder = folder, .says = text, .fatal = fatal};
	vec_push(&plan->remarks, r);
}

static const char *file_name(const char *path) {
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* A folder that holds the dumps of two compilations cannot be paired. */
static bool is_one_compilation(Plan *plan, const char *folder, const Snapshots *all) {
	for (uint32_t i = 0; i < all->n; i++)
		for (uint32_t k = 0; k < i; k++) {
			bool same_pass = order_of(all->at[i].pass) >= 0 && !strcmp(all->at[i].pass, all->at[k].pass);
			if (!same_pass && all->at[i].number != all->at[k].number)
				continue;
			remark(plan, folder, true, arena_printf(plan->arena, "%s and %s are %s: the folder holds the dumps of more than one compilation, which cannot be paired",
				file_name(all->at[k].path), file_name(all->at[i].path), same_pass ? "of one pass" : "of one number"));
			return false;
		}
	return true;
}

/* What else is unusual; the snapshots are paired by their numbers all the same. */
static void remark_order(Plan *plan, const char *folder, const Snapshots *all) {
	if (all->n == 1)
		remark(plan, folder, false, arena_printf(plan->arena, "%s is the only snapshot: there is nothing to compare it with", file_name(all->at[0].path)));
	for (uint32_t i = 1; i < all->n; i++) {
		int was = order_of(all->at[i - 1].pass), is = order_of(all->at[i].pass);
		if (was < 0 || is < 0)
			continue;
		if (is < was)
			remark(plan, folder, false, arena_printf(plan->arena, "%s stands behind %s, the other way round than usual; the numbers decide", file_name(all->at[i].path),
				file_name(all->at[i - 1].path)));
		else if (is > was + 1 && is <= window_end())
			remark(plan, folder, false, arena_printf(plan->arena, "between %s and %s snapshots are missing: these passes are checked as one step, as %s", file_name(all->at[i - 1].path),
				file_name(all->at[i].path), all->at[i].pass));
	}
}

static int pass_named(const char *name) {
	for (int pass = 0; pass < PASS_COUNT; pass++)
		if (!strcmp(pass_compiler_name((PassId)pass), name) || !strcmp(pass_name((PassId)pass), name))
			return pass;
	return PLAN_NO_PASS;
}

/* Which of our passes lies between two snapshots. */
static int pass_between(const char *was, const char *is) {
	int pass = pass_named(is), from = order_of(was);
	return pass != PLAN_NO_PASS && from >= 0 && from < order_of(is) - 1 ? PLAN_ANY_PASS : pass;
}

static bool add_folder(Plan *plan, const char *folder, const Snapshots *all, const PlanOptions *o, Diag *d) {
	if (!plan_falls_to(folder, o))
		return true;
	Dump target = {.path = folder};
	collect_target(&target);
	if (!is_one_compilation(plan, folder, all))
		return true;
	remark_order(plan, folder, all);
	uint32_t base = plan->files.n, first = UINT32_MAX, last = UINT32_MAX;
	for (uint32_t i = 0; i < all->n; i++) {
		if (!add_file(plan, all->at[i].path, NULL, "snapshot", d))
			return false;
		int order = order_of(all->at[i].pass);
		if (order >= 0 && order <= window_end()) {
			first = first == UINT32_MAX ? base + i : first;
			last = base + i;
		}
		if (i)
			add_pair(plan, (PlanPair){.before = base + i - 1, .after = base + i, .step = all->at[i].pass, .pass = pass_between(all->at[i - 1].pass, all->at[i].pass)},
				plan_obligations(all->at[i].pass), o, &target);
	}
	if (first == UINT32_MAX || last - first < 2) /* one step is checked as such */
		return true;
	if (strcmp(all->at[first - base].pass, window_first) || strcmp(all->at[last - base].pass, window_last))
		remark(plan, folder, false, arena_printf(plan->arena, "end to end is checked from %s to %s, other snapshots around the pipelining passes are missing",
			file_name(all->at[first - base].path), file_name(all->at[last - base].path)));
	add_pair(plan, (PlanPair){.before = first, .after = last, .step = JOB_WHOLE, .pass = PLAN_NO_PASS}, MEANING | RINGS | BIT(SLOTS_PRIVACY), o, &target);
	return true;
}

/* A folder that is named twice, or lies below one that is named, is checked once. */
static bool is_new(Plan *plan, const char *folder) {
	PlanFolder *seen;
	HASH_FIND_STR(plan->folders, folder, seen);
	if (seen)
		return false;
	seen = ARENA_NEW(plan->arena, PlanFolder);
	seen->path = folder;
	HASH_ADD_KEYPTR(hh, plan->folders, seen->path, strlen(seen->path), seen);
	return true;
}

bool plan_add(Plan *plan, const char *path, const PlanOptions *o, Diag *d) {
	if (!plan->arena)
		plan->arena = arena_new();
	Folders folders = {0};
	bool ok = collect_folders(path, plan->arena, &folders, d);
	for (uint32_t i = 0; ok && i < folders.n; i++) {
		Snapshots all = {0};
		if (is_new(plan, folders.at[i]))
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
	if (!add_file(plan, path, NULL, "input", d) || !add_file(plan, path, arena_text(plan->arena, made, strlen(made)), role, d))
		return false;
	int pass = pass_named(step);
	add_pair(plan, (PlanPair){.before = base, .after = base + 1, .step = step, .pass = pass == PLAN_NO_PASS ? PLAN_ANY_PASS : pass}, plan_obligations(step), o, dump);
	return true;
}

void plan_free(Plan *plan) {
	vec_free(&plan->files);
	vec_free(&plan->pairs);
	vec_free(&plan->remarks);
	HASH_CLEAR(hh, plan->folders);
	arena_free(plan->arena);
}
