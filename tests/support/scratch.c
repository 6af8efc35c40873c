#include "tests/support/scratch.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/tileproof-test-XXXXXX";
static pid_t owner; /* 0: no folder yet; children of the test leave it alone */

static int drop(const char *path, const struct stat *about, int kind, struct FTW *at) {
	(void)about, (void)kind, (void)at;
	return remove(path);
}

static void clear(void) {
	if (owner == getpid())
		nftw(folder, drop, 16, FTW_DEPTH | FTW_PHYS);
}

const char *scratch_path(const char *name) {
	static char paths[4][256];
	static unsigned next;
	if (!owner) {
		if (!mkdtemp(folder)) {
			perror("mkdtemp");
			abort();
		}
		owner = getpid();
		atexit(clear);
	}
	char *path = paths[next++ % 4];
	snprintf(path, sizeof paths[0], "%s/%s", folder, name);
	return path;
}

void scratch_write(const char *name, const void *bytes, size_t n) {
	FILE *f = fopen(scratch_path(name), "wb");
	if (!f || fwrite(bytes, 1, n, f) != n || fclose(f)) {
		perror("scratch_write");
		abort();
	}
}
