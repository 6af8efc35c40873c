#include "model/parse.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

static Program *refuse(Diag *d, const char *file, Span at, const char *why) {
	diag_add(d, SEV_ERROR, file, NULL, 0, at, "%s", why);
	return NULL;
}

/* Reads to the end, or to one byte more than a program may have; a size known beforehand is not relied upon. */
static bool read_all(FILE *in, size_t expected, char **text, size_t *length) {
	size_t room = expected + 1, n = 0, got;
	char *s = mem_alloc(room);
	while ((got = fread(s + n, 1, room - n, in)) > 0) {
		bool is_text = !memchr(s + n, '\0', got);
		n += got;
		if (n > PARSE_MAX_BYTES || !is_text) /* refused as it is; a device may have no end */
			break;
		if (n == room)
			s = mem_resize(s, room += room / 2 + 4096);
	}
	*text = s;
	*length = n;
	return !ferror(in);
}

Program *parse_file(const char *file, Diag *d) {
	FILE *in = fopen(file, "rb");
	if (!in)
		return refuse(d, file, (Span){0}, strerror(errno));
	struct stat st;
	bool known = fstat(fileno(in), &st) == 0;
	if (known && S_ISDIR(st.st_mode)) {
		fclose(in);
		return refuse(d, file, (Span){0}, "this is a directory, not a dump");
	}
	size_t size = known && S_ISREG(st.st_mode) && st.st_size > 0 && st.st_size <= PARSE_MAX_BYTES ? (size_t)st.st_size : 0;
	char *text = NULL;
	size_t length = 0;
	errno = 0;
	bool fine = read_all(in, size, &text, &length);
	int error = errno;
	fclose(in);
	Program *p = !fine ? refuse(d, file, (Span){0}, error ? strerror(error) : "the file cannot be read") :
		!length ? refuse(d, file, (Span){1, 1}, "this file is empty, not a dump") : parse_program(file, text, length, d);
	mem_free_(text);
	return p;
}
