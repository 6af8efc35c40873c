#include "reports/output.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/tileproof-output-XXXXXX";

static void enter(void) {
	cr_assert(mkdtemp(folder));
	cr_assert(!chdir(folder));
}

static void leave(void) {
	cr_expect(!system("rm -rf \"$PWD\""));
}

static Output text(const char *path, const char *bytes) {
	return (Output){ path, bytes, strlen(bytes) };
}

static bool holds(const char *path, const char *want) {
	char have[256] = "";
	FILE *f = fopen(path, "rb");
	if (!f)
		return false;
	size_t n = fread(have, 1, sizeof have - 1, f);
	fclose(f);
	return n == strlen(want) && !strcmp(have, want);
}

static bool temporary_left(void) {
	return system("test -z \"$(find . -name '.tileproof-*')\"") != 0;
}

TestSuite(output, .init = enter, .fini = leave);

Test(output, writes_all_files) {
	Diag *d = diag_new();
	Output files[] = { text("a", "first"), text("./b", ""), text("c", "third") };
	cr_expect(output_write(files, 3, d));
	cr_expect_eq(d->errors, 0);
	cr_expect(holds("a", "first") && holds("b", "") && holds("c", "third"));
	cr_expect(output_write(&(Output){ "a", "again", 5 }, 1, d));
	cr_expect(holds("a", "again"));
	cr_expect(!temporary_left());
	diag_free(d);
}

Test(output, one_failure_leaves_everything_as_it_was) {
	static const char *const bad[] = { "/dev/full", "no/such/folder", "folder", "a/b" };
	cr_assert(!mkdir("folder", 0777));
	Diag *setup = diag_new();
	cr_assert(output_write(&(Output){ "a", "old", 3 }, 1, setup));
	diag_free(setup);
	for (unsigned k = 0; k < sizeof bad / sizeof *bad; k++)
		for (unsigned at = 0; at < 3; at++) {
			Output files[3] = { text("a", "new"), text("b", "new"), text("c", "new") };
			files[at].path = bad[k];
			Diag *d = diag_new();
			cr_expect(!output_write(files, 3, d), "%s at %u must fail", bad[k], at);
			cr_expect_eq(d->errors, 1, "%s at %u: %u errors", bad[k], at, d->errors);
			cr_expect_str_eq(d->list.at[0].file, bad[k]);
			cr_expect(holds("a", "old"), "%s at %u changed a file", bad[k], at);
			cr_expect(access("b", F_OK) && access("c", F_OK), "%s at %u left a file", bad[k], at);
			cr_expect(!temporary_left(), "%s at %u left a temporary file", bad[k], at);
			diag_free(d);
		}
}

Test(output, follows_links_and_keeps_modes) {
	Diag *d = diag_new();
	cr_assert(output_write(&(Output){ "target", "old", 3 }, 1, d));
	cr_assert(!chmod("target", 0640) && !symlink("target", "link"));
	cr_expect(output_write(&(Output){ "link", "new", 3 }, 1, d));
	struct stat s;
	cr_expect(!lstat("link", &s) && S_ISLNK(s.st_mode), "the link must stay a link");
	cr_expect(!stat("target", &s) && (s.st_mode & 0777) == 0640, "the mode must stay");
	cr_expect(holds("target", "new"));
	diag_free(d);
}
