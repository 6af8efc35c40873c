#include "reports/memory_picture.h"

#include "reports/formats/xml.h"

#include <inttypes.h>

enum { WIDTH = 960, LEFT = 24, HEAD = 44, FOOT = 34, LEAST_HEIGHT = 60, MOST_HEIGHT = 360, ROW_HEIGHT = 6, NAME_WIDTH = 7, NAME_HEIGHT = 11 };

static const char style[] =
	"<style>text{font:11px sans-serif;fill:#222}.h{font-weight:bold;font-size:13px}.panel{fill:#fafafa;stroke:#999}"
	".ring{fill:#b8c4d6;stroke:#5a6b85}.region{fill:#cfe3c4;stroke:#5c8a45}.tile{fill:#f3dfb3;stroke:#a8842c}"
	".slot{stroke:#5c8a45;stroke-dasharray:3 2}.conflict{fill:#f2b0a8;stroke:#c0261b;stroke-width:2}"
	".limit{stroke:#c0261b;stroke-dasharray:6 3}.there{stroke:#555;stroke-dasharray:2 3}</style>\n";

typedef struct Panel {
	const MemoryMap *map;
	double scale;      /* pixels per byte */
	double row;        /* pixels per position */
	unsigned top, height;
} Panel;

static double x_of(const Panel *p, int64_t byte) { return LEFT + (double)byte * p->scale; }

static void line(Text *out, const Panel *p, const char *class, int64_t byte) {
	text_printf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%u\" x2=\"%.1f\" y2=\"%u\"/>\n", class, x_of(p, byte), p->top, x_of(p, byte), p->top + p->height);
}

static void tip(Text *out, const MemoryRow *r) {
	text_printf(out, "<title>");
	xml_text(out, r->name);
	text_printf(out, ": bytes %" PRId64 " to %" PRId64, r->at, r->at + r->bytes);
	if (r->slots > 1)
		text_printf(out, ", %" PRId64 " slots", r->slots);
	if (r->kind == MEMORY_TILE)
		text_printf(out, ", lines %" PRIu32 " to %" PRIu32, r->first.line, r->last.line);
	text_printf(out, "%s</title>", r->in_conflict ? ", in conflict" : "");
}

static void box(Text *out, const Panel *p, const MemoryRow *r) {
	static const char *const classes[] = {"ring", "region", "tile"};
	if (r->at < 0 || r->bytes <= 0)
		return;
	double x = x_of(p, r->at), w = (double)r->bytes * p->scale, y = p->top + r->from * p->row, h = (r->to - r->from + 1) * p->row;
	w = w < 1 ? 1 : w;
	text_printf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">", r->in_conflict ? "conflict" : classes[r->kind], x, y, w, h);
	tip(out, r);
	text_printf(out, "</rect>\n");
	for (int64_t k = 1; k < r->slots && k < 64; k++)
		line(out, p, "slot", r->at + r->bytes / r->slots * k);
	if (w > (double)(strlen(r->name) * NAME_WIDTH) && h > NAME_HEIGHT) {
		text_printf(out, "<text x=\"%.1f\" y=\"%.1f\">", x + 3, y + NAME_HEIGHT);
		xml_text(out, r->name);
		text_printf(out, "</text>\n");
	}
}

static void panel(Text *out, const Panel *p) {
	const MemoryMap *m = p->map;
	text_printf(out, "<text class=\"h\" x=\"%d\" y=\"%u\">", LEFT, p->top - 22);
	xml_text(out, m->function);
	text_printf(out, ", %s</text>\n<text x=\"%d\" y=\"%u\">%" PRId64 " bytes used", space_names[m->space], LEFT, p->top - 7, m->need);
	if (m->limit)
		text_printf(out, " of %" PRId64, m->limit);
	if (m->physical > m->limit)
		text_printf(out, " (%" PRId64 " are there)", m->physical);
	text_printf(out, "; %s</text>\n", m->addressed ? "addresses of the dump" : "a possible layout");
	text_printf(out, "<rect class=\"panel\" x=\"%d\" y=\"%u\" width=\"%d\" height=\"%u\"/>\n", LEFT, p->top, WIDTH, p->height);
	for (uint32_t i = 0; i < m->rows.n; i++)
		box(out, p, &m->rows.at[i]);
	if (m->limit)
		line(out, p, "limit", m->limit);
	if (m->physical > m->limit)
		line(out, p, "there", m->physical);
	text_printf(out, "<text x=\"%d\" y=\"%u\">0</text>\n", LEFT, p->top + p->height + 13);
	if (m->limit)
		text_printf(out, "<text x=\"%.1f\" y=\"%u\" text-anchor=\"end\">%" PRId64 "</text>\n", x_of(p, m->limit), p->top + p->height + 13, m->limit);
}

static Panel panel_of(const MemoryMap *m, unsigned top) {
	int64_t span = m->physical > m->need ? m->physical : m->need;
	uint64_t height = (uint64_t)(m->height + 1) * ROW_HEIGHT;
	Panel p = {.map = m, .top = top + HEAD};
	p.scale = WIDTH / (double)(span > 0 ? span : 1);
	p.height = height < LEAST_HEIGHT ? LEAST_HEIGHT : height > MOST_HEIGHT ? MOST_HEIGHT : (unsigned)height;
	p.row = p.height / (double)(m->height + 1);
	return p;
}

void memory_picture(const MemoryMaps *maps, const char *title, Arch arch, Text *out) {
	unsigned top = HEAD;
	for (uint32_t i = 0; i < maps->n; i++)
		top += HEAD + panel_of(&maps->at[i], 0).height + FOOT;
	text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\" viewBox=\"0 0 %d %u\">\n%s<title>", WIDTH + 2 * LEFT, top, WIDTH + 2 * LEFT, top, style);
	xml_text(out, title);
	text_printf(out, "</title>\n<text class=\"h\" x=\"%d\" y=\"20\">", LEFT);
	xml_text(out, title);
	text_printf(out, ", %s: address across, lifetime down</text>\n", arch_name(arch));
	top = HEAD - 10;
	for (uint32_t i = 0; i < maps->n; i++) {
		Panel p = panel_of(&maps->at[i], top);
		panel(out, &p);
		top = p.top + p.height + FOOT;
	}
	text_printf(out, "</svg>\n");
}
