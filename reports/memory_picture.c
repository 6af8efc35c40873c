#include "reports/memory_picture.h"

#include "reports/formats/xml.h"

#include <inttypes.h>
#include <stdlib.h>

enum { WIDTH = 960, LEFT = 64, RIGHT = 24, HEAD = 44, LEGEND = 26, FOOT = 44, TICK = 4, TICKS_ACROSS = 4, LABEL_HEIGHT = 13, LEAST_HEIGHT = 60, MOST_HEIGHT = 360, ROW_HEIGHT = 6, NAME_WIDTH = 7, NAME_HEIGHT = 11 };

static const char style[] =
	"<style>text{font:11px sans-serif;fill:#222}.h{font-weight:bold;font-size:13px}.panel{fill:#fafafa;stroke:#999}"
	".ring{fill:#b8c4d6;stroke:#5a6b85}.region{fill:#cfe3c4;stroke:#5c8a45}.tile{fill:#f3dfb3;stroke:#a8842c}"
	".slot{stroke:#5c8a45;stroke-dasharray:3 2}.conflict{fill:#f2b0a8;stroke:#c0261b;stroke-width:2}"
	".axis{stroke:#777}.unit{fill:#666}.limit{stroke:#c0261b;stroke-dasharray:6 3}.there{stroke:#555;stroke-dasharray:2 3}</style>\n";

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

typedef struct Tick { uint32_t position, line; } Tick;

static int by_position(const void *a, const void *b) {
	const Tick *x = a, *y = b;
	return (x->position > y->position) - (x->position < y->position);
}

/* Lifetimes go down by the lines of the dump at which something begins or ends to live; labels that would touch are left out. */
static void axis_down(Text *out, const Panel *p) {
	const MemoryMap *m = p->map;
	VEC(Tick) ticks = {0};
	for (uint32_t i = 0; i < m->rows.n; i++) {
		const MemoryRow *r = &m->rows.at[i];
		if (r->kind != MEMORY_TILE)
			continue;
		vec_push(&ticks, ((Tick){r->from, r->first.line}));
		vec_push(&ticks, ((Tick){r->to, r->last.line}));
	}
	if (ticks.n)
		qsort(ticks.at, ticks.n, sizeof *ticks.at, by_position);
	double free_from = p->top;
	for (uint32_t i = 0; i < ticks.n; i++) {
		double y = p->top + (ticks.at[i].position + 0.5) * p->row;
		if (y < free_from || !ticks.at[i].line)
			continue;
		text_printf(out, "<line class=\"axis\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>", LEFT - TICK, y, LEFT, y);
		text_printf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%" PRIu32 "</text>\n", LEFT - TICK - 2, y + 4, ticks.at[i].line);
		free_from = y + LABEL_HEIGHT;
	}
	if (ticks.n)
		text_printf(out, "<text class=\"unit\" x=\"%d\" y=\"%u\" text-anchor=\"end\">line</text>\n", LEFT - TICK - 2, p->top - 7);
	vec_free(&ticks);
}

static void axis_across(Text *out, const Panel *p) {
	const MemoryMap *m = p->map;
	unsigned y = p->top + p->height;
	int64_t whole = m->limit ? m->limit : m->need;
	for (int k = 0; k <= TICKS_ACROSS; k++) {
		int64_t byte = whole / TICKS_ACROSS * k;
		if (k && !byte)
			return; /* nothing to divide */
		double x = x_of(p, byte);
		text_printf(out, "<line class=\"axis\" x1=\"%.1f\" y1=\"%u\" x2=\"%.1f\" y2=\"%u\"/>", x, y, x, y + TICK);
		text_printf(out, "<text x=\"%.1f\" y=\"%u\" text-anchor=\"%s\">%" PRId64 "</text>\n", x, y + TICK + LABEL_HEIGHT - 2,
			k == 0 ? "start" : k == TICKS_ACROSS ? "end" : "middle", byte);
	}
	text_printf(out, "<text class=\"unit\" x=\"%d\" y=\"%u\">address, bytes</text>\n", LEFT, y + TICK + 2 * LABEL_HEIGHT - 2);
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
	axis_down(out, p);
	axis_across(out, p);
}

static void legend(Text *out, unsigned y) {
	static const struct { const char *class, *says; bool is_line; unsigned width; } entries[] = {{"ring", "ring storage", false, 110},
		{"region", "region, its slots apart", false, 170}, {"tile", "tile while it lives", false, 140}, {"conflict", "shares bytes, or lies beyond the limit", false, 240},
		{"limit", "bytes to plan with", true, 140}, {"there", "bytes there", true, 100}};
	unsigned x = LEFT;
	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
		if (entries[i].is_line)
			text_printf(out, "<line class=\"%s\" x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>", entries[i].class, x + 6, y - 10, x + 6, y + 2);
		else
			text_printf(out, "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"12\" height=\"10\"/>", entries[i].class, x, y - 9);
		text_printf(out, "<text x=\"%u\" y=\"%u\">%s</text>\n", x + 17, y, entries[i].says);
		x += entries[i].width;
	}
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
	unsigned top = HEAD + LEGEND, width = LEFT + WIDTH + RIGHT;
	for (uint32_t i = 0; i < maps->n; i++)
		top += HEAD + panel_of(&maps->at[i], 0).height + FOOT;
	text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\">\n%s<title>", width, top, width, top, style);
	xml_text(out, title);
	text_printf(out, "</title>\n<text class=\"h\" x=\"%d\" y=\"20\">", LEFT);
	xml_text(out, title);
	text_printf(out, ", %s</text>\n", arch_name(arch));
	legend(out, HEAD);
	top = HEAD + LEGEND - 10;
	for (uint32_t i = 0; i < maps->n; i++) {
		Panel p = panel_of(&maps->at[i], top);
		panel(out, &p);
		top = p.top + p.height + FOOT;
	}
	text_printf(out, "</svg>\n");
}
