#include "model/utf8.h"

#include <string.h>

static size_t character_length(const unsigned char *s, size_t room) {
	unsigned char c = s[0];
	if (c < 0x80)
		return c != 0;
	size_t n = c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
	if (n == 0 || n > room)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* Overlong forms, surrogates and what lies beyond the last code point differ in the second byte only. */
	if ((c == 0xe0 && s[1] < 0xa0) || (c == 0xed && s[1] > 0x9f) || (c == 0xf0 && s[1] < 0x90) || (c == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

size_t utf8_find_bad(const char *text, size_t n) {
	const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
	const unsigned char *s = (const unsigned char *)text;
	size_t i = 0;
	while (i < n) {
		uint64_t word;
		if (n - i >= sizeof word) {
			memcpy(&word, s + i, sizeof word);
			/* Eight bytes of 1 to 127 borrow no top bit when one is taken from each. */
			if (((word | (word - ones)) & tops) == 0) {
				i += sizeof word;
				continue;
			}
		}
		size_t length = character_length(s + i, n - i);
		if (length == 0)
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
