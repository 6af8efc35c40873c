#include "reports/formats/xml.h"

#include "model/utf8.h"

void xml_text(Text *out, const char *s) {
	for (size_t n = strlen(s), i = 0; i < n;) {
		uint32_t c = 0;
		size_t length = utf8_next(s + i, n - i, &c);
		bool allowed = length && (c >= 0x20 || c == '\t' || c == '\n' || c == '\r') && c != 0xfffe && c != 0xffff;
		if (!allowed)
			text_addz(out, "\xef\xbf\xbd");
		else if (c == '&')
			text_addz(out, "&amp;");
		else if (c == '<')
			text_addz(out, "&lt;");
		else if (c == '>')
			text_addz(out, "&gt;");
		else if (c == '"')
			text_addz(out, "&quot;");
		else if (c == '\n' || c == '\t' || c == '\r')
			text_printf(out, "&#%u;", (unsigned)c); /* survives in an attribute */
		else
			text_add(out, s + i, length);
		i += length ? length : 1;
	}
}
