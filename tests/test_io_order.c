#include "analyzer/io_order.h"
#include "model/parse.h"
#include "model/same.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* tests/programs/io: a program as replication leaves it, and behind "#= reordered" what the compiler's next pass made of it. */
static const char *const programs[] = { "stages_as_text", "untagged_first", "stores_last", "first_operand" };

static Block reordered(Program *p, Block b) {
	uint32_t *order = ARENA_ARRAY(p->arena, uint32_t, b.n + 1), *at = ARENA_ARRAY(p->arena, uint32_t, b.n + 1);
	io_order(p, b, order);
	for (uint32_t i = 0; i < b.n; i++)
		at[i] = b.at[order[i]];
	return (Block){ at, b.n };
}

/* Bodies of pipeline loops and of branches in them; the loops come out sequential. */
static Block reorder(Program *p, Block b, bool inside) {
	for (uint32_t i = 0; i < b.n; i++) {
		Stmt *s = ir_stmt(p, b.at[i]);
		bool pipeline = s->kind == S_FOR && s->loop_kind == LOOP_PIPELINE;
		s->body = reorder(p, s->body, pipeline || (inside && s->kind == S_IF));
		s->orelse = reorder(p, s->orelse, inside);
		if (pipeline) {
			s->loop_kind = LOOP_RANGE;
			s->stages = 0;
		}
	}
	return inside ? reordered(p, b) : b;
}

static Program *parse(const char *name, const char *text, size_t n) {
	Diag *d = diag_new();
	Program *p = parse_program(name, text, n, d);
	cr_assert_not_null(p, "%s: %s", name, d->list.n ? d->list.at[0].text : "");
	diag_free(d);
	return p;
}

Test(io_order, foretells_the_compiler) {
	for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
		char path[128], text[1 << 16];
		snprintf(path, sizeof path, "tests/programs/io/%s.py", programs[i]);
		FILE *f = fopen(path, "rb");
		cr_assert_not_null(f, "%s cannot be read", path);
		size_t n = fread(text, 1, sizeof text - 1, f);
		text[n] = 0;
		fclose(f);
		char *start = strchr(text, '\n') + 1, *section = strstr(text, "#= reordered\n");
		cr_assert_not_null(section, "%s: no section", path);
		Program *before = parse(path, start, (size_t)(section - start));
		Program *after = parse(path, section + strlen("#= reordered\n"), strlen(section + strlen("#= reordered\n")));
		for (FuncId k = 1; k <= ir_func_count(before); k++)
			ir_func(before, k)->body = reorder(before, ir_func(before, k)->body, false);
		Arena *a = arena_new();
		Difference d;
		cr_expect(same_programs(before, after, false, a, &d), "%s: line %u: %s", path, d.in_b.line, d.text);
		arena_free(a);
		ir_free(before);
		ir_free(after);
	}
}
