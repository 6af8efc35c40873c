#include "reports/formats/markdown.h"

#include <inttypes.h>

/* Text of a table cell. */
static void cell(Text *out, const char *s) {
	for (; *s; s++)
		if (strchr("|\\`*_<>[]#&", *s))
			text_addc(out, '\\'), text_addc(out, *s);
		else
			text_addc(out, (unsigned char)*s < 0x20 ? ' ' : *s);
}

void markdown_cells(Text *out, const char *const *texts, unsigned n) {
	for (unsigned k = 0; k < n; k++) {
		text_addz(out, k ? " | " : "| ");
		cell(out, texts[k]);
	}
	text_addz(out, " |\n");
}

void markdown_more(Text *out, uint32_t shown, uint32_t all) {
	if (all > shown)
		text_printf(out, "\n... and %" PRIu32 " more\n", all - shown);
}
