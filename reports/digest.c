#include "reports/digest.h"

#include <nettle/sha2.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static void finish(struct sha256_ctx *c, char hex[DIGEST_TEXT]) {
	static const char digits[] = "0123456789abcdef";
	uint8_t raw[SHA256_DIGEST_SIZE];
	sha256_digest(c, sizeof raw, raw);
	for (size_t i = 0; i < sizeof raw; i++) {
		hex[2 * i] = digits[raw[i] >> 4];
		hex[2 * i + 1] = digits[raw[i] & 15];
	}
	hex[2 * sizeof raw] = '\0';
}

void digest_bytes(const void *bytes, size_t n, char hex[DIGEST_TEXT]) {
	struct sha256_ctx c;
	sha256_init(&c);
	if (n)
		sha256_update(&c, n, bytes);
	finish(&c, hex);
}

void digest_parts(const char *const *parts, size_t n, char hex[DIGEST_TEXT]) {
	struct sha256_ctx c;
	sha256_init(&c);
	for (size_t i = 0; i < n; i++) {
		size_t length = strlen(parts[i]);
		uint8_t head[8];
		for (unsigned b = 0; b < sizeof head; b++)
			head[b] = (uint8_t)((uint64_t)length >> (8 * b));
		sha256_update(&c, sizeof head, head);
		sha256_update(&c, length, (const uint8_t *)parts[i]);
	}
	finish(&c, hex);
}

bool digest_file(const char *path, char hex[DIGEST_TEXT], uint64_t *bytes) {
	struct sha256_ctx c;
	sha256_init(&c);
	uint8_t block[65536];
	uint64_t length = 0;
	int f = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = f < 0 ? -1 : 0;
	while (f >= 0 && ((n = read(f, block, sizeof block)) > 0 || (n < 0 && errno == EINTR))) {
		sha256_update(&c, n > 0 ? (size_t)n : 0, block);
		length += n > 0 ? (uint64_t)n : 0;
	}
	int why = errno;
	if (f >= 0)
		close(f);
	errno = why;
	finish(&c, hex); /* of what was read, when it could not be read whole */
	if (bytes)
		*bytes = length;
	return n == 0;
}
