#include "reports/utf8.h"

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
