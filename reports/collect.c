#include "reports/collect.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char input_pass[] = "NormalizeReturnOrder";
enum { DEEPEST = 64 }; /* folders below the named one */

typedef struct Name {
	const char *text;
	bool folder; /* or not known */
} Name;
typedef VEC(Name) Names;

static int by_name(const void *a, const void *b) { return strcmp(((const Name *)a)->text, ((const Name *)b)->text); }

static bool list_folder(const char *folder, Arena *a, Names *out, Diag *d) {
	DIR *dir = opendir(folder);
	if (!dir) {
		diag_add(d, SEV_ERROR, folder, NULL, 0, (Span){0, 0}, "the folder cannot be read: %s", strerror(errno));
		return false;
	}
	const struct dirent *entry;
	errno = 0;
	while ((entry = readdir(dir))) {
		Name name = {.folder = entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN};
		if (entry->d_name[0] != '.') {
			name.text = arena_text(a, entry->d_name, strlen(entry->d_name));
			vec_push(out, name);
		}
		errno = 0;
	}
	bool ok = !errno;
	if (!ok)
		diag_add(d, SEV_ERROR, folder, NULL, 0, (Span){0, 0}, "the folder cannot be read: %s", strerror(errno));
	closedir(dir);
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, by_name);
	return ok;
}

/* NN_after_<Pass>.py */
static bool snapshot_name(const char *name, unsigned *number, const char **pass, size_t *n) {
	char *end;
	if (*name < '0' || *name > '9')
		return false;
	errno = 0;
	unsigned long v = strtoul(name, &end, 10);
	size_t length = strlen(end), head = strlen("_after_"), tail = strlen(".py");
	if (errno || v > UINT_MAX || strncmp(end, "_after_", head) || length <= head + tail || strcmp(end + length - tail, ".py"))
		return false;
	*number = (unsigned)v;
	*pass = end + head;
	*n = length - head - tail;
	return true;
}

/* By a line "# pypto.program: ..." among the comments at its top. Sources that people write share the suffix; a dump without
 * the line can still be named itself. */
static bool looks_like_dump(const char *path) {
	static const char title[] = "# pypto.program";
	char text[4097];
	FILE *f = fopen(path, "rb");
	if (!f)
		return true; /* opening it again will say why not */
	size_t n = fread(text, 1, sizeof text - 1, f);
	fclose(f);
	text[n] = '\0';
	for (const char *s = text; *s == '#';) {
		if (!strncmp(s, title, strlen(title)))
			return true;
		s += strcspn(s, "\n");
		s += *s == '\n';
	}
	return false;
}

void collect_target(Dump *dump) {
	for (const char *s = dump->path; *s;) {
		size_t n = strcspn(s, "/"), head = strcspn(s, "_/");
		char part[32];
		if (head < n && n < sizeof part) {
			memcpy(part, s, n);
			part[head] = part[n] = '\0';
			Arch arch;
			Planner planner;
			if (arch_find(part, &arch) && planner_find(part + head + 1, &planner)) {
				dump->arch = arch, dump->arch_known = true;
				dump->planner = planner, dump->planner_known = true;
			}
		}
		s += n + (s[n] == '/');
	}
}

static void add(const char *path, const char *relative, Arena *a, Dumps *out) {
	Dump dump = {.path = arena_text(a, path, strlen(path)), .relative = arena_text(a, relative, strlen(relative))};
	collect_target(&dump);
	vec_push(out, dump);
}

static char *joined(Arena *a, const char *folder, const char *name) {
	size_t n = strlen(folder);
	return arena_printf(a, "%s%s%s", folder, n && folder[n - 1] != '/' ? "/" : "", name);
}

static bool walk(const char *folder, const char *relative, unsigned depth, Arena *a, Dumps *out, Diag *d) {
	if (depth > DEEPEST) {
		diag_add(d, SEV_ERROR, folder, NULL, 0, (Span){0, 0}, "folders are nested too deeply");
		return false;
	}
	Names names = {0};
	bool ok = list_folder(folder, a, &names, d), snapshots = false;
	unsigned number;
	const char *pass;
	size_t n;
	for (uint32_t i = 0; i < names.n; i++)
		snapshots |= snapshot_name(names.at[i].text, &number, &pass, &n);
	for (uint32_t i = 0; ok && i < names.n; i++) {
		const char *path = joined(a, folder, names.at[i].text), *below = *relative ? joined(a, relative, names.at[i].text) : names.at[i].text;
		struct stat about, target;
		if (lstat(path, &about) || stat(path, &target))
			continue; /* gone since, or a link to nowhere */
		size_t length = strlen(names.at[i].text);
		if (S_ISDIR(about.st_mode)) /* links to folders are not followed: they may lead back */
			ok = walk(path, below, depth + 1, a, out, d);
		else if (!S_ISREG(target.st_mode) || length < 3 || strcmp(names.at[i].text + length - 3, ".py"))
			continue;
		else if (snapshots ? snapshot_name(names.at[i].text, &number, &pass, &n) && n == strlen(input_pass) && !strncmp(pass, input_pass, n) :
			looks_like_dump(path))
			add(path, below, a, out);
	}
	vec_free(&names);
	return ok;
}

bool collect_dumps(const char *path, Arena *a, Dumps *out, Diag *d) {
	struct stat about;
	if (stat(path, &about)) {
		diag_add(d, SEV_ERROR, path, NULL, 0, (Span){0, 0}, "%s", strerror(errno));
		return false;
	}
	if (!S_ISDIR(about.st_mode)) {
		const char *slash = strrchr(path, '/');
		add(path, slash ? slash + 1 : path, a, out);
		return true;
	}
	uint32_t n = out->n;
	if (!walk(path, "", 0, a, out, d))
		return false;
	if (out->n == n)
		diag_add(d, SEV_ERROR, path, NULL, 0, (Span){0, 0}, "there is no dump in this folder");
	return out->n > n;
}

static bool folders_below(const char *folder, unsigned depth, Arena *a, Folders *out, Diag *d) {
	if (depth > DEEPEST) {
		diag_add(d, SEV_ERROR, folder, NULL, 0, (Span){0, 0}, "folders are nested too deeply");
		return false;
	}
	Names names = {0};
	bool ok = list_folder(folder, a, &names, d), snapshots = false;
	unsigned number;
	const char *pass;
	size_t n;
	for (uint32_t i = 0; i < names.n; i++)
		snapshots |= snapshot_name(names.at[i].text, &number, &pass, &n);
	if (snapshots)
		vec_push(out, folder);
	for (uint32_t i = 0; ok && i < names.n; i++) {
		struct stat about;
		if (!names.at[i].folder)
			continue;
		const char *path = joined(a, folder, names.at[i].text);
		if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode))
			ok = folders_below(path, depth + 1, a, out, d);
	}
	vec_free(&names);
	return ok;
}

bool collect_folders(const char *path, Arena *a, Folders *out, Diag *d) {
	uint32_t n = out->n;
	size_t length = strlen(path);
	struct stat about;
	while (length > 1 && path[length - 1] == '/') /* one name for one folder */
		length--;
	path = arena_text(a, path, length);
	if (!stat(path, &about) && !S_ISDIR(about.st_mode)) {
		diag_add(d, SEV_ERROR, path, NULL, 0, (Span){0, 0}, "this is a file; the folder of snapshots that it lies in is wanted");
		return false;
	}
	if (!folders_below(path, 0, a, out, d))
		return false;
	if (out->n == n)
		diag_add(d, SEV_ERROR, path, NULL, 0, (Span){0, 0}, "there are no snapshots of a compiler (NN_after_<Pass>.py) in or below it");
	return out->n > n;
}

static int by_number(const void *a, const void *b) {
	const Snapshot *x = a, *y = b;
	return x->number != y->number ? (x->number > y->number) - (x->number < y->number) : strcmp(x->path, y->path);
}

bool collect_snapshots(const char *folder, Arena *a, Snapshots *out, Diag *d) {
	Names names = {0};
	bool ok = list_folder(folder, a, &names, d);
	for (uint32_t i = 0; i < names.n; i++) {
		Snapshot s;
		size_t n;
		if (!snapshot_name(names.at[i].text, &s.number, &s.pass, &n))
			continue;
		s.pass = arena_text(a, s.pass, n);
		s.path = joined(a, folder, names.at[i].text);
		vec_push(out, s);
	}
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, by_number);
	vec_free(&names);
	return ok;
}
