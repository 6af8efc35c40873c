#include "reports/formats/grid.h"

#include "model/mem.h"
#include "model/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct Cell {
	const char *text; /* escaped */
	uint32_t n, width; /* bytes, characters */
	bool right;
} Cell;

struct Grid {
	Arena *arena;
	unsigned columns;
	VEC(Cell) cells;
};

Grid *grid_new(unsigned columns) {
	Grid *g = mem_alloc(sizeof *g);
	*g = (Grid){.arena = arena_new(), .columns = columns ? columns : 1};
	return g;
}

void grid_free(Grid *g) {
	if (!g)
		return;
	vec_free(&g->cells);
	arena_free(g->arena);
	mem_free_(g);
}

void grid_escape(Text *out, const char *s, size_t n) {
	for (size_t i = 0; i < n;) {
		uint32_t c = 0;
		size_t length = utf8_next(s + i, n - i, &c);
		if (c == '\n')
			text_addz(out, "\\n");
		else if (!length || c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e))
			for (size_t k = 0; k < (length ? length : 1); k++)
				text_printf(out, "\\x%02x", (unsigned char)s[i + k]);
		else
			text_add(out, s + i, length);
		i += length ? length : 1;
	}
}

static uint32_t characters(const char *s, size_t n) {
	uint32_t count = 0;
	for (size_t i = 0; i < n; i++)
		count += ((unsigned char)s[i] & 0xc0) != 0x80;
	return count;
}

void grid_add(Grid *g, const char *s, size_t n, bool to_the_right) {
	Text t = {0};
	grid_escape(&t, s, n);
	Cell c = {.text = arena_text(g->arena, t.at, t.n), .n = t.n, .width = characters(t.at, t.n), .right = to_the_right};
	vec_push(&g->cells, c);
	vec_free(&t);
}

void grid_addz(Grid *g, const char *s) { grid_add(g, s, strlen(s), false); }

void grid_number(Grid *g, int64_t v) {
	char text[24];
	int n = snprintf(text, sizeof text, "%" PRId64, v);
	grid_add(g, text, (size_t)n, true);
}

static void spaces(Text *out, uint32_t n) {
	while (n--)
		text_addz(out, " ");
}

void grid_print(const Grid *g, Text *out) {
	uint32_t *wide = mem_alloc(g->columns * sizeof *wide);
	memset(wide, 0, g->columns * sizeof *wide);
	for (uint32_t i = 0; i < g->cells.n; i++)
		if (wide[i % g->columns] < g->cells.at[i].width)
			wide[i % g->columns] = g->cells.at[i].width;
	for (uint32_t row = 0; row < g->cells.n; row += g->columns) {
		uint32_t pending = 0; /* blanks are written only when something follows them */
		for (uint32_t k = 0; k < g->columns && row + k < g->cells.n; k++) {
			const Cell *c = &g->cells.at[row + k];
			uint32_t fill = wide[k] - c->width;
			if (c->n) {
				spaces(out, pending + (c->right ? fill : 0));
				text_add(out, c->text, c->n);
				pending = (c->right ? 0 : fill) + 2;
			} else {
				pending += wide[k] + 2;
			}
		}
		text_addz(out, "\n");
	}
	mem_free_(wide);
}

void grid_wrap(Text *out, const char *s, unsigned indent, unsigned hanging, unsigned width) {
	uint32_t column = 0;
	while (*s == ' ')
		s++;
	while (*s) {
		size_t n = strcspn(s, " ");
		Text word = {0};
		grid_escape(&word, s, n);
		uint32_t wide = characters(word.at, word.n);
		bool fresh = !column;
		if (!fresh && column + 1 + wide > width) {
			text_addc(out, '\n');
			spaces(out, hanging);
			column = hanging;
		} else {
			spaces(out, fresh ? indent : 1);
			column += fresh ? indent : 1;
		}
		text_add(out, word.at, word.n);
		column += wide;
		vec_free(&word);
		s += n;
		while (*s == ' ')
			s++;
	}
	text_addc(out, '\n');
}

void grid_entry(Text *out, const char *name, unsigned column, const char *says) {
	Text lines = {0};
	grid_wrap(&lines, says, column, column, GRID_HELP_WIDTH);
	text_end(&lines);
	text_printf(out, "  %-*s%s", (int)column - 2, name, lines.at + (lines.n > column ? column : 0));
	vec_free(&lines);
}

unsigned grid_width(void) {
	struct winsize size;
	return isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col > 80 ? size.ws_col : 80;
}
