#include "model/utf8.h"

#include <string.h>

size_t utf8_next(const char *s, size_t n, uint32_t *c) {
	const unsigned char *p = (const unsigned char *)s;
	if (!n)
		return 0;
	if (p[0] < 0x80) {
		*c = p[0];
		return 1;
	}
	size_t length = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
	if (p[0] < 0xc2 || p[0] > 0xf4 || length > n)
		return 0;
	uint32_t v = p[0] & (0xffu >> (length + 1));
	for (size_t i = 1; i < length; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		v = v << 6 | (p[i] & 0x3fu);
	}
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* of each length: shorter forms are not allowed */
	if (v < least[length] || v > 0x10ffff || (v >= 0xd800 && v <= 0xdfff))
		return 0;
	*c = v;
	return length;
}

size_t utf8_find_bad(const char *s, size_t n) {
	const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
	size_t i = 0;
	while (i < n) {
		uint64_t word;
		uint32_t code;
		if (n - i >= sizeof word) {
			memcpy(&word, s + i, sizeof word);
			/* Eight bytes of 1 to 127: no top bit is set, and none gets set by taking one from each. */
			if (((word | (word - ones)) & tops) == 0) {
				i += sizeof word;
				continue;
			}
		}
		size_t length = utf8_next(s + i, n - i, &code);
		if (length == 0 || code == 0)
			return i;
		i += length;
	}
	return n;
}

unsigned utf8_put(uint32_t code, char out[4]) {
	if (code < 0x80) {
		out[0] = (char)code;
		return 1;
	}
	unsigned n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
	for (unsigned i = n - 1; i > 0; i--, code >>= 6)
		out[i] = (char)(0x80 | (code & 0x3f));
	out[0] = (char)(lead[n] | code);
	return n;
}
