#include "reports/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Pending {
	char *target;    /* symbolic links followed; NULL: written directly */
	char *temporary; /* NULL: there is none (any more) */
} Pending;

static bool fail(Diag *d, const char *path, const char *what, int error) {
	diag_add(d, SEV_ERROR, path, NULL, 0, (Span){ 0, 0 }, "%s: %s", what, strerror(error));
	return false;
}

static bool write_all(int fd, const char *bytes, size_t length) {
	while (length) {
		ssize_t n = write(fd, bytes, length);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes += n;
		length -= (size_t)n;
	}
	return true;
}

static bool write_stdout(const Output *o, Diag *d) {
	if ((o->length && fwrite(o->bytes, 1, o->length, stdout) != o->length) || fflush(stdout)) {
		int error = errno;
		clearerr(stdout); /* it is reported here, not once more at the end */
		if (error == EPIPE) /* `| head` has enough: the status tells, a message would only be in the way */
			return false;
		return fail(d, "standard output", "cannot write", error);
	}
	return true;
}

static bool write_direct(const Output *o, Diag *d) {
	int fd = open(o->path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return fail(d, o->path, "cannot write", errno);
	bool done = write_all(fd, o->bytes, o->length);
	int error = errno;
	if (close(fd) && done) {
		done = false;
		error = errno;
	}
	return done || fail(d, o->path, "cannot write", error);
}

static char *temporary_name(Arena *a, const char *target) {
	const char *slash = strrchr(target, '/');
	size_t folder = slash ? (size_t)(slash - target) + 1 : 0;
	return arena_printf(a, "%.*s.tileproof-XXXXXX", (int)folder, target);
}

static bool write_temporary(const Output *o, const struct stat *old, Pending *p, Diag *d) {
	p->target = arena_printf(d->arena, "%s", o->path);
	if (old) {
		char *real = realpath(o->path, NULL);
		if (!real)
			return fail(d, o->path, "cannot write", errno);
		p->target = arena_printf(d->arena, "%s", real);
		free(real);
	}
	char *name = temporary_name(d->arena, p->target);
	int fd = mkostemp(name, O_CLOEXEC);
	if (fd < 0)
		return fail(d, o->path, "cannot write", errno);
	p->temporary = name;
	mode_t mask = umask(0);
	umask(mask);
	mode_t mode = old ? old->st_mode & 0777 : 0666 & ~mask;
	bool done = !fchmod(fd, mode) && write_all(fd, o->bytes, o->length) && !fsync(fd);
	int error = errno;
	if (close(fd) && done) {
		done = false;
		error = errno;
	}
	return done || fail(d, o->path, "cannot write", error);
}

static bool prepare(const Output *o, Pending *p, Diag *d) {
	struct stat old;
	if (!o->path)
		return true; /* standard output comes last: it cannot be taken back */
	if (stat(o->path, &old))
		return errno == ENOENT ? write_temporary(o, NULL, p, d) : fail(d, o->path, "cannot write", errno);
	if (S_ISDIR(old.st_mode))
		return fail(d, o->path, "cannot write", EISDIR);
	if (!S_ISREG(old.st_mode))
		return true;
	if (access(o->path, W_OK))
		return fail(d, o->path, "cannot write", errno);
	return write_temporary(o, &old, p, d);
}

static bool finish(const Output *o, Pending *p, Diag *d) {
	if (!p->temporary)
		return o->path ? write_direct(o, d) : write_stdout(o, d);
	if (rename(p->temporary, p->target))
		return fail(d, o->path, "cannot write", errno);
	p->temporary = NULL;
	return true;
}

bool output_write(const Output *files, unsigned count, Diag *d) {
	Pending *pending = ARENA_ARRAY(d->arena, Pending, count);
	/* An interrupt in between would leave a temporary file: it is let through at the end. */
	sigset_t interrupts, before;
	sigemptyset(&interrupts);
	sigaddset(&interrupts, SIGINT);
	sigaddset(&interrupts, SIGTERM);
	sigaddset(&interrupts, SIGHUP);
	sigprocmask(SIG_BLOCK, &interrupts, &before);
	bool done = true;
	for (unsigned k = 0; done && k < count; k++)
		done = prepare(&files[k], &pending[k], d);
	for (int is_file = 0; is_file < 2; is_file++) /* what can still fail first, renaming last */
		for (unsigned k = 0; done && k < count; k++)
			if (is_file == (pending[k].temporary != NULL))
				done = finish(&files[k], &pending[k], d);
	for (unsigned k = 0; k < count; k++)
		if (pending[k].temporary)
			unlink(pending[k].temporary);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return done;
}
