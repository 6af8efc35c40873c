/* tileproof memory FILE: what lies where in each memory of each function, as tables and as a picture. */
#include "model/parse.h"
#include "reports/commands/cli.h"
#include "reports/formats/grid.h"
#include "reports/memory_picture.h"
#include "reports/commands/options.h"
#include "reports/output.h"

#include <inttypes.h>

typedef struct Request {
	const char *file, *svg;
	CheckOptions check;
} Request;

enum { KEY_ARCH = 'a', KEY_SVG = 256 };

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Request *r = state->input;
	switch (key) {
	case KEY_ARCH:
		if (!arch_find(arg, &r->check.arch))
			argp_error(state, "'%s' is no architecture; a2a3 and a5 are", arg);
		return 0;
	case KEY_SVG:
		r->svg = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (r->file)
			argp_error(state, "one dump at a time, '%s' is a second", arg);
		r->file = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "a dump is needed");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void lines_cell(Grid *g, const MemoryRow *row) {
	char text[32];
	int n = row->last.line > row->first.line ? snprintf(text, sizeof text, "%" PRIu32 "-%" PRIu32, row->first.line, row->last.line)
		: snprintf(text, sizeof text, "%" PRIu32, row->first.line);
	grid_add(g, text, (size_t)n, true);
}

static void number_cell(Grid *g, int64_t v) {
	if (v < 0)
		grid_add(g, "?", 1, true);
	else
		grid_number(g, v);
}

static void table(const MemoryMap *m, Text *out) {
	static const char *const kinds[] = {"ring", "region", "tile"};
	static const char *const heads[] = {"what", "name", "address", "bytes", "slots", "lines", ""};
	Grid *g = grid_new(7);
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		grid_addz(g, heads[i]);
	for (uint32_t i = 0; i < m->rows.n; i++) {
		const MemoryRow *r = &m->rows.at[i];
		grid_addz(g, kinds[r->kind]);
		grid_addz(g, r->name);
		number_cell(g, r->at);
		number_cell(g, r->bytes);
		grid_number(g, r->slots);
		lines_cell(g, r);
		grid_addz(g, r->in_conflict ? "in conflict" : "");
	}
	grid_print(g, out);
	grid_free(g);
}

static void account(const MemoryMap *m, Text *out) {
	text_addz(out, m->function[0] ? "" : "?");
	grid_escape(out, m->function, strlen(m->function));
	text_printf(out, ", %s: %" PRId64, space_names[m->space], m->need);
	if (m->limit)
		text_printf(out, " of %" PRId64 " bytes", m->limit);
	else
		text_printf(out, " bytes");
	if (m->limit && m->need > m->limit)
		text_printf(out, m->need > m->physical ? " - more than there is (%" PRId64 ")" : " - more than is safe, but not more than there is (%" PRId64 ")", m->physical);
	text_printf(out, "; rings %" PRId64 ", regions %" PRId64, m->rings, m->regions);
	if (!m->addressed)
		text_printf(out, ", other tiles up to %" PRId64 " together", m->peak);
	text_printf(out, m->addressed ? "; addresses of the dump\n" : "; a layout found by tileproof\n");
	if (!m->all_known)
		text_printf(out, "  sizes that are not constant count as nothing\n");
	table(m, out);
	text_addc(out, '\n');
}

static ExitCode tell(const Request *r, Program *p, Diag *d) {
	MemoryMaps maps = {0};
	Arena *arena = arena_new();
	Text out = {0}, picture = {0};
	memory_maps(p, &r->check, arena, &maps);
	for (uint32_t i = 0; i < maps.n; i++)
		account(&maps.at[i], &out);
	if (!maps.n)
		text_printf(&out, "no function has a tile in a memory\n");
	if (r->svg)
		memory_picture(&maps, r->file, r->check.arch, &picture);
	Output files[2] = {{r->svg, picture.at, picture.n}, {NULL, out.at, out.n}};
	bool done = output_write(r->svg ? files : files + 1, r->svg ? 2 : 1, d);
	vec_free(&out);
	vec_free(&picture);
	memory_maps_free(&maps);
	arena_free(arena);
	return done ? EXIT_CLEAN : EXIT_INPUT;
}

ExitCode cmd_memory(int argc, char **argv) {
	static const struct argp_option options[] = {{"arch", KEY_ARCH, "ARCH", 0, "a2a3 (Ascend910B) or a5 (Ascend950); default a2a3", 0},
		{"svg", KEY_SVG, "FILE", 0, "also draw a picture there", 0}, {0}};
	static const struct argp program = {.options = options, .parser = on_key, .args_doc = "FILE",
		.doc = "Shows for each function and memory space what lies in it: ring storage, regions with slots, and tiles with their lifetimes. Addresses are those of the dump; "
			"before they are assigned, those of a layout that fits, if there is one. Such a layout is tight: copies of a pipelined body may share bytes"
			" in it that the compiler keeps apart.\v"
			"Exit status: 0 shown; 4 FILE cannot be read or the output cannot be written."};
	Request r = {.check = check_defaults()};
	if (argp_parse(&program, argc, argv, 0, NULL, &r))
		return EXIT_USAGE;
	Diag *d = diag_new();
	Program *p = parse_file(r.file, d);
	ExitCode code = p ? tell(&r, p, d) : EXIT_INPUT;
	diag_print(d, stderr);
	ir_free(p);
	diag_free(d);
	return code;
}
