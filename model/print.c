/* Programs, functions and statements; one line each, four spaces a level. */
#include "model/print.h"

#include "model/printer.h"

#include <stdlib.h>

#define PUT(q, literal) text_add((q)->out, (literal), sizeof(literal) - 1)

static const char *const loop_names[] = {
	[LOOP_RANGE] = "pl.range(", [LOOP_PARALLEL] = "pl.parallel(", [LOOP_UNROLL] = "pl.unroll(", [LOOP_PIPELINE] = "pl.pipeline("};

static void print_block(const Printer *q, Block block, const Stmt *parent, unsigned level);

static void start_line(const Printer *q, unsigned level) {
	static const char spaces[] = "                                                                ";
	text_addc(q->out, '\n');
	for (size_t left = 4 * (size_t)level, n; left; left -= n) {
		n = left < sizeof spaces - 1 ? left : sizeof spaces - 1;
		text_add(q->out, spaces, n);
	}
}

static void print_vars(const Printer *q, List vars) {
	for (uint32_t i = 0; i < vars.n; i++) {
		if (i)
			PUT(q, ", ");
		printer_var(q, vars.at[i]);
	}
}

/* (a, b) or (a,) */
static void print_targets(const Printer *q, List vars) {
	text_addc(q->out, '(');
	print_vars(q, vars);
	if (vars.n == 1)
		text_addc(q->out, ',');
	text_addc(q->out, ')');
}

/* name: type = */
static void print_binding(const Printer *q, VarId v) {
	printer_var(q, v);
	TypeId type = ir_var(q->program, v)->type;
	if (type) {
		PUT(q, ": ");
		printer_type(q, type);
	}
	PUT(q, " = ");
}

static void print_inits(const Printer *q, List iters) {
	PUT(q, "init_values=(");
	for (uint32_t i = 0; i < iters.n; i++) {
		if (i)
			PUT(q, ", ");
		printer_expr(q, ir_var(q->program, iters.at[i])->init);
	}
	if (iters.n == 1)
		text_addc(q->out, ',');
	text_addc(q->out, ')');
}

static bool is_index(const Printer *q, ExprId id, int64_t value) {
	const Expr *e = ir_expr(q->program, id);
	return e->kind == X_INT && e->dtype == DT_INDEX && e->i == value;
}

/* pipeline_stages of a loop that is no pipeline (P1 violated) has no other place than the attributes. */
static void print_loop_attrs(const Printer *q, const Stmt *s) {
	bool is_stray = s->stages && s->loop_kind != LOOP_PIPELINE;
	if (!s->attrs.n && !is_stray)
		return;
	PUT(q, ", attrs=");
	if (!is_stray) {
		printer_dict(q, s->attrs);
		return;
	}
	uint32_t at = q->out->n;
	printer_dict(q, s->attrs);
	Text entries = {0};
	text_add(&entries, q->out->at + at + 1, q->out->n - at - 1);
	q->out->n = at;
	PUT(q, "{\"pipeline_stages\": ");
	printer_int(q, s->stages);
	if (s->attrs.n)
		PUT(q, ", ");
	text_add(q->out, entries.at, entries.n);
	vec_free(&entries);
}

static void print_for(const Printer *q, const Stmt *s) {
	PUT(q, "for ");
	printer_var(q, s->var);
	if (s->iters.n) {
		PUT(q, ", ");
		print_targets(q, s->iters);
	}
	PUT(q, " in ");
	text_addz(q->out, loop_names[s->loop_kind]);
	bool has_step = s->bounds == 3 || !is_index(q, s->step, 1);
	if (has_step || s->bounds == 2 || !is_index(q, s->start, 0)) {
		printer_expr(q, s->start);
		PUT(q, ", ");
	}
	printer_expr(q, s->stop);
	if (has_step) {
		PUT(q, ", ");
		printer_expr(q, s->step);
	}
	if (s->loop_kind == LOOP_PIPELINE && s->stages) {
		PUT(q, ", stage=");
		printer_int(q, s->stages);
	}
	if (s->iters.n) {
		PUT(q, ", ");
		print_inits(q, s->iters);
	}
	print_loop_attrs(q, s);
	PUT(q, "):");
}

static void print_while(const Printer *q, const Stmt *s, unsigned level) {
	if (!s->iters.n) {
		PUT(q, "while ");
		printer_expr(q, s->expr);
		text_addc(q->out, ':');
		return;
	}
	PUT(q, "for ");
	print_targets(q, s->iters);
	PUT(q, " in pl.while_(");
	print_inits(q, s->iters);
	PUT(q, "):");
	start_line(q, level + 1);
	PUT(q, "pl.cond(");
	printer_expr(q, s->expr);
	text_addc(q->out, ')');
}

static void print_yield(const Printer *q, const Stmt *s, const Stmt *parent) {
	List names = parent ? parent->returns : (List){NULL, 0};
	if (names.n == 1)
		print_binding(q, names.at[0]);
	else if (names.n > 1) {
		print_vars(q, names);
		PUT(q, " = ");
	}
	PUT(q, "pl.yield_(");
	printer_exprs(q, s->values);
	text_addc(q->out, ')');
}

static void print_stmt(const Printer *q, const Stmt *s, const Stmt *parent, unsigned level) {
	for (uint32_t i = 0; i < s->comments.n; i++) {
		start_line(q, level);
		printer_str(q, s->comments.at[i]);
	}
	if (s->kind != S_NOTE)
		start_line(q, level);
	switch ((StmtKind)s->kind) {
	case S_ASSIGN:
		print_binding(q, s->var);
		printer_expr(q, s->expr);
		break;
	case S_UNPACK:
		print_vars(q, s->returns);
		if (s->returns.n == 1) /* without the comma it would be an assignment of the whole value */
			text_addc(q->out, ',');
		PUT(q, " = ");
		printer_expr(q, s->expr);
		break;
	case S_EVAL:
		printer_expr(q, s->expr);
		break;
	case S_FOR:
		print_for(q, s);
		print_block(q, s->body, s, level + 1);
		break;
	case S_WHILE:
		print_while(q, s, level);
		if (s->body.n || !s->iters.n)
			print_block(q, s->body, s, level + 1);
		break;
	case S_IF:
		PUT(q, "if ");
		printer_expr(q, s->expr);
		text_addc(q->out, ':');
		print_block(q, s->body, s, level + 1);
		if (s->has_else) {
			start_line(q, level);
			PUT(q, "else:");
			print_block(q, s->orelse, s, level + 1);
		}
		break;
	case S_SCOPE:
		PUT(q, "with ");
		printer_expr(q, s->expr);
		text_addc(q->out, ':');
		print_block(q, s->body, s, level + 1);
		break;
	case S_FOR_OTHER:
		PUT(q, "for ");
		printer_var(q, s->var);
		PUT(q, " in ");
		printer_expr(q, s->expr);
		text_addc(q->out, ':');
		print_block(q, s->body, s, level + 1);
		break;
	case S_YIELD:
		print_yield(q, s, parent);
		break;
	case S_RETURN:
		PUT(q, "return");
		if (s->values.n) {
			text_addc(q->out, ' ');
			printer_exprs(q, s->values);
		}
		break;
	case S_BREAK:
		PUT(q, "break");
		break;
	case S_CONTINUE:
		PUT(q, "continue");
		break;
	case S_NOTE:
		break;
	}
}

/* parent: the statement whose returns a yield of this block names; NULL: the function. */
static void print_block(const Printer *q, Block block, const Stmt *parent, unsigned level) {
	bool has_statement = false;
	for (uint32_t i = 0; i < block.n; i++) {
		const Stmt *s = ir_stmt(q->program, block.at[i]);
		print_stmt(q, s, i + 1 == block.n ? parent : NULL, level); /* a yield elsewhere names nothing */
		has_statement |= s->kind != S_NOTE;
	}
	if (!has_statement) {
		start_line(q, level);
		PUT(q, "pass");
	}
}

/* ---- functions ---- */

static void print_param(const Printer *q, const Param *param) {
	static const char *const openings[] = {[DIR_IN] = "", [DIR_OUT] = "pl.Out[", [DIR_INOUT] = "pl.InOut["};
	printer_var(q, param->var);
	TypeId type = ir_var(q->program, param->var)->type;
	if (!type)
		return;
	PUT(q, ": ");
	text_addz(q->out, openings[param->direction]);
	printer_type(q, type);
	if (param->direction != DIR_IN)
		text_addc(q->out, ']');
}

static void print_results(const Printer *q, const Function *f) {
	if (!f->results.n)
		return;
	PUT(q, " -> ");
	if (f->returns_tuple)
		PUT(q, "tuple[");
	for (uint32_t i = 0; i < f->results.n; i++) {
		if (i)
			PUT(q, ", ");
		printer_type(q, f->results.at[i]);
	}
	if (f->returns_tuple)
		text_addc(q->out, ']');
}

static void print_function(const Printer *q, const Function *f) {
	for (uint32_t i = 0; i < f->other_decorators.n; i++) {
		start_line(q, 1);
		printer_str(q, f->other_decorators.at[i]);
	}
	start_line(q, 1);
	PUT(q, "@pl.function");
	if (!f->is_bare) {
		text_addc(q->out, '(');
		printer_kwargs(q, f->decorator, "");
		text_addc(q->out, ')');
	}
	start_line(q, 1);
	PUT(q, "def ");
	printer_str(q, f->name);
	text_addc(q->out, '(');
	if (f->has_self)
		PUT(q, "self");
	for (uint32_t i = 0; i < f->n_params; i++) {
		if (i || f->has_self)
			PUT(q, ", ");
		print_param(q, &f->params[i]);
	}
	text_addc(q->out, ')');
	print_results(q, f);
	text_addc(q->out, ':');
	if (f->has_attrs) {
		start_line(q, 2);
		PUT(q, "pl.func_attr(");
		printer_dict(q, f->attrs);
		text_addc(q->out, ')');
	}
	if (f->body.n || !f->has_attrs)
		print_block(q, f->body, NULL, 2);
}

/* ---- the file ---- */

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* The given lines, and one for every variable that only types of a wrong program still use; sorted by name as soon as
 * there is one of those, without doubles. */
static void print_dynamics(Text *out, const Program *p, const Text *dangling) {
	VEC(const char *) lines = {0};
	for (uint32_t i = 0; i < p->dynamics.n; i++)
		vec_push(&lines, ir_text(p, p->dynamics.at[i]));
	for (uint32_t at = 0; at < dangling->n; at += (uint32_t)strlen(dangling->at + at) + 1)
		vec_push(&lines, dangling->at + at);
	if (dangling->n)
		qsort(lines.at, lines.n, sizeof *lines.at, by_text);
	if (lines.n)
		text_addc(out, '\n');
	for (uint32_t i = 0; i < lines.n; i++)
		if (!dangling->n || !i || strcmp(lines.at[i], lines.at[i - 1]) != 0) {
			text_addz(out, lines.at[i]);
			text_addc(out, '\n');
		}
	vec_free(&lines);
}

static void note_dangling(const Program *p, List vars, Text *dangling) {
	for (uint32_t i = 0; i < vars.n; i++) {
		const char *hint = ir_hint(p, vars.at[i]);
		text_printf(dangling, "%s = pl.dynamic(\"%s\")", hint, hint);
		text_addc(dangling, '\0');
	}
}

static void print_head(const Program *p, Text *out) {
	if (p->title) {
		text_addz(out, "# pypto.program: ");
		text_add(out, ir_text(p, p->title), ir_text_length(p, p->title));
		text_addc(out, '\n');
	}
	for (uint32_t i = 0; i < p->imports.n; i++) {
		text_add(out, ir_text(p, p->imports.at[i]), ir_text_length(p, p->imports.at[i]));
		text_addc(out, '\n');
	}
}

static void print_class(const Program *p, Text *out, Text *dangling) {
	text_addz(out, "\n@pl.program\nclass ");
	text_add(out, ir_text(p, p->name), ir_text_length(p, p->name));
	text_addc(out, ':');
	if (!ir_func_count(p))
		text_addz(out, "\n    pass");
	Names *names = names_new(p);
	const Printer q = {p, names_table(names), out};
	for (FuncId f = 1; f <= ir_func_count(p); f++) {
		names_fill(names, f);
		note_dangling(p, names_dangling_dims(names), dangling);
		print_function(&q, ir_func(p, f));
	}
	names_free(names);
}

void print_program(const Program *p, Text *out) {
	Text dangling = {0}, rest = {0};
	text_room(out, p->length + p->length / 8);
	print_head(p, out);
	uint32_t at = out->n;
	print_dynamics(out, p, &dangling);
	uint32_t end = out->n;
	print_class(p, out, &dangling);
	if (dangling.n) { /* a wrong program, known as such only now: its head gets longer */
		text_add(&rest, out->at + end, out->n - end);
		out->n = at;
		print_dynamics(out, p, &dangling);
		text_add(out, rest.at, rest.n);
	}
	vec_free(&rest);
	vec_free(&dangling);
}
