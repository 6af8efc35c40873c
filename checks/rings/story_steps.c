#include "checks/rings/story_steps.h"

#include "analyzer/ring_sim.h"
#include "model/text.h"

#include <inttypes.h>
#include <stdlib.h>

const char *story_steps_story(Arena *arena, const StoryStep *steps, uint32_t n) {
	static const char *const cores[] = { "AIC", "AIV" };
	Text t = { 0 };
	const char *out;

	text_printf(&t, " step | %-*s | %-*s\n", STORY_COLUMN, cores[0], STORY_COLUMN, cores[1]);
	for (uint32_t i = 0; i < n; i++) {
		text_printf(&t, "%5" PRIu32, i + 1);
		for (size_t c = 0; c < sizeof cores / sizeof *cores; c++) {
			const char *cell = strcmp(steps[i].core, cores[c]) ? "" : !steps[i].line ? steps[i].says :
				arena_printf(arena, "%s (line %" PRIu32 ")", steps[i].says, steps[i].line);
			text_printf(&t, " | %-*s", STORY_COLUMN, cell);
		}
		text_addz(&t, "\n");
	}
	out = arena_text(arena, text_end(&t), t.n);
	vec_free(&t);
	return out;
}

/* ---- reading ---- */

typedef struct Cores { /* those of the table's heading */
	const char *name[RING_MAX_CORES];
	uint32_t n;
} Cores;

/* The next cell of a line without the blanks around it; *s moves behind its bar. NULL: the line is at its end. */
static char *next_cell(const char **s, Arena *arena) {
	size_t all = strcspn(*s, "|\n"), n = all;
	const char *from = *s;

	if (!all)
		return NULL;
	*s += all + (from[all] == '|');
	for (; n && *from == ' '; n--)
		from++;
	while (n && from[n - 1] == ' ')
		n--;
	return arena_text(arena, from, n);
}

static bool read_heading(const char *s, Arena *arena, Cores *out) {
	const char *cell = next_cell(&s, arena);

	if (!cell || strcmp(cell, "step"))
		return false;
	while (out->n < RING_MAX_CORES && (cell = next_cell(&s, arena)) && !strncmp(cell, "AI", 2)) /* rings stand behind the cores */
		out->name[out->n++] = cell;
	return out->n > 0;
}

/* Takes "(line N)" off the end. */
static uint32_t line_of(char *says) {
	char *at = strstr(says, " (line ");

	if (!at)
		return 0;
	*at = '\0';
	return (uint32_t)strtoul(at + strlen(" (line "), NULL, 10);
}

static void read_row(const char *s, Arena *arena, const Cores *cores, StorySteps *out) {
	char *cell = next_cell(&s, arena);
	uint32_t order = cell ? (uint32_t)strtoul(cell, NULL, 10) : 0;

	for (uint32_t c = 0; order && c < cores->n && (cell = next_cell(&s, arena)); c++) {
		StoryStep step = { .core = cores->name[c], .says = cell, .order = order };
		if (!*cell)
			continue;
		step.line = line_of(cell);
		vec_push(out, step);
	}
}

/* "AIC waits at line 33: push ...", "AIV is at its end" */
static void read_end(const char *s, Arena *arena, const Cores *cores, uint32_t order, StorySteps *out) {
	static const char waits[] = "waits at line ";

	for (uint32_t c = 0; c < cores->n; c++) {
		size_t n = strlen(cores->name[c]);
		StoryStep step = { .core = cores->name[c], .order = order };
		char *says, *rest;
		if (strncmp(s, step.core, n) || s[n] != ' ')
			continue;
		s += n + 1;
		step.says = says = arena_text(arena, s, strcspn(s, "\n"));
		if (!strncmp(says, waits, sizeof waits - 1)) {
			step.line = (uint32_t)strtoul(says + sizeof waits - 1, &rest, 10);
			step.says = arena_printf(arena, "waits%s", rest);
		}
		vec_push(out, step);
		return;
	}
}

void story_steps_read(const char *story, Arena *arena, StorySteps *out) {
	Cores cores = { .n = 0 };
	uint32_t last = 0;

	if (!read_heading(story, arena, &cores))
		return;
	for (const char *s = strchr(story, '\n'); s && *++s; s = strchr(s, '\n')) {
		if (*s != ' ') {
			read_end(s, arena, &cores, last + 1, out);
			continue;
		}
		read_row(s, arena, &cores, out);
		last = out->n ? out->at[out->n - 1].order : 0;
	}
}
