/* Expressions and types.
 *
 * The compiler's reader folds a tree of integer literals, so its printer writes the leaves of every maximal tree of
 * that kind as pl.const. Operators that were read keep what their text had, so that edited text comes back. Chains of operators lean to the left and may be long: that spine is walked, not recursed.
 */
#include "model/printer.h"

#include "model/print.h"

#include <stdio.h>

enum { PRECEDENCE_NOT = 3, PRECEDENCE_NEG = 11, PRECEDENCE_POW = 12, PRECEDENCE_ATOM = 14 };

typedef enum Leaves { /* how INDEX literals are written */
	LEAVES_BARE,
	LEAVES_WRITTEN, /* as the text had them */
	LEAVES_CONST
} Leaves;
typedef enum Quotes { QUOTE_SINGLE = '\'', QUOTE_DOUBLE = '"' } Quotes;

static const struct {
	const char *text;
	uint8_t length, precedence; /* 0: a call */
} operators[B_COUNT] = {
#define BINARY(id, text, precedence) [B_##id] = {text, sizeof(text) - 1, precedence},
#include "model/operators.def"
};

static void print(const Printer *q, ExprId id, Leaves leaves, Quotes quotes);

#define PUT(q, literal) text_add((q)->out, (literal), sizeof(literal) - 1)

/* ---- leaves ---- */

void printer_int(const Printer *q, int64_t value) {
	char digits[20];
	size_t n = 0;
	uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
	do
		digits[sizeof digits - ++n] = (char)('0' + rest % 10);
	while (rest /= 10);
	if (value < 0)
		text_addc(q->out, '-');
	text_add(q->out, digits + sizeof digits - n, n);
}

void printer_var(const Printer *q, VarId v) {
	const Name *name = q->names ? &q->names[v] : NULL;
	if (!name || !name->text) {
		printer_str(q, ir_var(q->program, v)->hint);
		return;
	}
	text_add(q->out, name->text, name->n);
	if (name->is_free)
		PUT(q, "__FREE_VAR");
}

static void print_dtype(const Printer *q, uint8_t dtype) {
	PUT(q, "pl.");
	text_addz(q->out, dtype_names[dtype]);
}

static bool is_bare(const Expr *e, Leaves leaves) {
	if (e->dtype != DT_INDEX)
		return e->dtype == DT_NONE;
	return leaves == LEAVES_BARE || (leaves == LEAVES_WRITTEN && !(e->spelling & SPELLED_CONST));
}

static bool has_parentheses(const Expr *e, Leaves leaves) { return leaves == LEAVES_WRITTEN && e->spelling & SPELLED_PARENS; }

/* What is read as one number was a minus in front of a constant. */
static bool has_minus(const Expr *e, Leaves leaves) { return e->kind == X_INT && e->spelling & SPELLED_MINUS && !is_bare(e, leaves); }

static void print_int(const Printer *q, const Expr *e, Leaves leaves) {
	bool minus = has_minus(e, leaves);
	const char *opening = minus ? "-pl.const(" : !is_bare(e, leaves) ? "pl.const(" : has_parentheses(e, leaves) ? "(" : "";
	text_addz(q->out, opening);
	printer_int(q, minus ? -e->i : e->i);
	if (!is_bare(e, leaves)) {
		PUT(q, ", ");
		print_dtype(q, e->dtype);
	}
	if (*opening)
		text_addc(q->out, ')');
}

/* Whole numbers keep one decimal, others get as many digits as tell them apart; inf and nan are words. */
static void print_double(const Printer *q, double f) {
	char digits[40];
	snprintf(digits, sizeof digits, "%.17g", f);
	text_addz(q->out, digits);
	if (!strpbrk(digits, ".en"))
		PUT(q, ".0");
}

static void print_float(const Printer *q, const Expr *e) {
	bool is_quoted = e->spelling & SPELLED_QUOTED, is_const = e->dtype != DT_NONE && e->dtype != DT_FP32;
	bool minus = e->spelling & SPELLED_MINUS && (is_quoted || is_const);
	if (minus)
		text_addc(q->out, '-');
	if (is_const)
		PUT(q, "pl.const(");
	if (is_quoted)
		PUT(q, "float('");
	print_double(q, minus ? -e->f : e->f);
	if (is_quoted)
		PUT(q, "')");
	if (is_const) {
		PUT(q, ", ");
		print_dtype(q, e->dtype);
		text_addc(q->out, ')');
	}
}

static void print_string(const Printer *q, StrId id, Quotes quotes) {
	const char *s = ir_text(q->program, id);
	size_t n = ir_text_length(q->program, id);
	text_addc(q->out, (char)quotes);
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		if (c == (unsigned char)quotes || c == '\\') {
			text_addc(q->out, '\\');
			text_addc(q->out, (char)c);
		} else if (c == '\n') {
			PUT(q, "\\n");
		} else if (c == '\t') {
			PUT(q, "\\t");
		} else if (c == '\r') {
			PUT(q, "\\r");
		} else if (c < 0x20 || c == 0x7f) {
			text_printf(q->out, "\\x%02x", c);
		} else {
			text_addc(q->out, (char)c);
		}
	}
	text_addc(q->out, (char)quotes);
}

/* ---- operators ---- */

static bool is_infix(const Expr *e) { return e->kind == X_BINARY && operators[e->op].precedence > 0; }

/* A tree of infix operators and negations over integers; the right sides recurse, no deeper than the text nests. */
static bool is_constant(const Printer *q, ExprId id) {
	for (;;) {
		const Expr *e = ir_expr(q->program, id);
		if (e->kind == X_INT)
			return true;
		if (e->kind == X_UNARY && e->op == U_NEG)
			id = e->a;
		else if (is_infix(e) && is_constant(q, e->b))
			id = e->a;
		else
			return false;
	}
}

static int precedence(const Expr *e) {
	switch ((ExprKind)e->kind) {
	case X_BINARY:
		return operators[e->op].precedence > 0 ? operators[e->op].precedence : PRECEDENCE_ATOM;
	case X_UNARY:
		return e->op == U_ABS ? PRECEDENCE_ATOM : e->op == U_NOT ? PRECEDENCE_NOT : PRECEDENCE_NEG;
	default:
		return PRECEDENCE_ATOM;
	}
}

static void print_wrapped(const Printer *q, ExprId id, bool wrap, Leaves leaves) {
	if (wrap)
		text_addc(q->out, '(');
	print(q, id, leaves, QUOTE_SINGLE);
	if (wrap)
		text_addc(q->out, ')');
}

/* Left operands need parentheses below the operator's precedence, and at it where the operator does not associate to
 * the left: powers, and comparisons (which Python would chain). */
static bool wraps_left(const Printer *q, const Expr *e, Leaves leaves) {
	const Expr *a = ir_expr(q->program, e->a);
	int own = operators[e->op].precedence, left = precedence(a);
	if (own == PRECEDENCE_POW)
		return left <= own || has_minus(a, leaves) || (a->kind == X_INT && a->i < 0 && is_bare(a, leaves) && !has_parentheses(a, leaves));
	return left < own || (left == own && own == operators[B_EQ].precedence);
}

static Leaves leaves_of(const Expr *e, bool is_const) {
	return e->spelling & SPELLED_LEAVES ? LEAVES_WRITTEN : is_const ? LEAVES_CONST : LEAVES_BARE;
}

/* An operator out of a text has only such below it: how integers are written is known without looking at them. */
static void print_infix(const Printer *q, ExprId top, Leaves above) {
	VEC(ExprId) spine = {0};
	VEC(uint8_t) leaves = {0}; /* for the operands of each; first whether the tree below is constant */
	ExprId id = top;
	for (const Expr *e; is_infix(e = ir_expr(q->program, id)); id = e->a)
		vec_push(&spine, id);
	uint32_t n = spine.n;
	vec_reserve(&leaves, n);
	bool is_written = ir_expr(q->program, top)->spelling & SPELLED_LEAVES || above == LEAVES_CONST;
	bool is_const = !is_written && is_constant(q, id);
	for (uint32_t i = n; i-- > 0;)
		leaves.at[i] = is_const = is_const && is_constant(q, ir_expr(q->program, spine.at[i])->b);
	for (uint32_t i = 0; i < n; i++) {
		const Expr *e = ir_expr(q->program, spine.at[i]);
		leaves.at[i] = above == LEAVES_CONST ? LEAVES_CONST : (uint8_t)leaves_of(e, leaves.at[i]);
		above = (Leaves)leaves.at[i];
		if (wraps_left(q, e, above))
			text_addc(q->out, '(');
	}
	print(q, id, above, QUOTE_SINGLE);
	for (uint32_t i = n; i-- > 0;) {
		const Expr *e = ir_expr(q->program, spine.at[i]);
		Leaves own = (Leaves)leaves.at[i];
		if (wraps_left(q, e, own))
			text_addc(q->out, ')');
		text_addc(q->out, ' ');
		text_add(q->out, operators[e->op].text, operators[e->op].length);
		text_addc(q->out, ' ');
		int right = precedence(ir_expr(q->program, e->b)), limit = operators[e->op].precedence;
		print_wrapped(q, e->b, limit == PRECEDENCE_POW ? right < PRECEDENCE_NEG : right <= limit, own);
	}
	vec_free(&spine);
	vec_free(&leaves);
}

static void print_unary(const Printer *q, const Expr *e, Leaves leaves) {
	static const char *const texts[] = {[U_NEG] = "-", [U_NOT] = "not ", [U_BITNOT] = "~", [U_ABS] = "abs("};
	text_addz(q->out, texts[e->op]);
	if (e->op == U_ABS) {
		print(q, e->a, leaves, QUOTE_SINGLE);
		text_addc(q->out, ')');
		return;
	}
	print_wrapped(q, e->a, precedence(ir_expr(q->program, e->a)) < (e->op == U_NOT ? PRECEDENCE_NOT : PRECEDENCE_NEG), leaves);
}

/* ---- calls and containers ---- */

static void print_list(const Printer *q, List list, Quotes quotes) {
	for (uint32_t i = 0; i < list.n; i++) {
		if (i)
			PUT(q, ", ");
		print(q, list.at[i], LEAVES_BARE, quotes);
	}
}

void printer_exprs(const Printer *q, List list) { print_list(q, list, QUOTE_SINGLE); }

static void print_tuple(const Printer *q, List list, Quotes quotes) {
	text_addc(q->out, '(');
	print_list(q, list, quotes);
	if (list.n == 1)
		text_addc(q->out, ',');
	text_addc(q->out, ')');
}

void printer_tuple(const Printer *q, List list) { print_tuple(q, list, QUOTE_SINGLE); }

void printer_kwargs(const Printer *q, Pairs pairs, const char *separator) {
	for (uint32_t i = 0; i < pairs.n; i++) {
		text_addz(q->out, i ? ", " : separator);
		printer_str(q, pairs.at[i].key);
		text_addc(q->out, '=');
		print(q, pairs.at[i].value, LEAVES_BARE, QUOTE_SINGLE);
	}
}

void printer_dict(const Printer *q, Pairs pairs) {
	text_addc(q->out, '{');
	for (uint32_t i = 0; i < pairs.n; i++) {
		if (i)
			PUT(q, ", ");
		print_string(q, pairs.at[i].key, QUOTE_DOUBLE);
		PUT(q, ": ");
		print(q, pairs.at[i].value, LEAVES_BARE, QUOTE_DOUBLE);
	}
	text_addc(q->out, '}');
}

static void print_call(const Printer *q, const Call *c) {
	printer_str(q, c->callee);
	text_addc(q->out, '(');
	print_list(q, c->args, QUOTE_SINGLE);
	printer_kwargs(q, c->kwargs, c->args.n ? ", " : "");
	if (c->attrs.n) {
		text_addz(q->out, c->args.n || c->kwargs.n ? ", attrs=" : "attrs=");
		printer_dict(q, c->attrs);
	}
	text_addc(q->out, ')');
}

static void print_item(const Printer *q, const Expr *e) {
	print_wrapped(q, e->a, precedence(ir_expr(q->program, e->a)) < PRECEDENCE_ATOM, LEAVES_BARE);
	text_addc(q->out, '[');
	print(q, e->b, LEAVES_BARE, QUOTE_SINGLE);
	text_addc(q->out, ']');
}

static void print(const Printer *q, ExprId id, Leaves leaves, Quotes quotes) {
	const Expr *e = ir_expr(q->program, id);
	switch ((ExprKind)e->kind) {
	case X_NONE:
		break;
	case X_VAR:
		printer_var(q, e->var);
		break;
	case X_INT:
		print_int(q, e, leaves);
		break;
	case X_FLOAT:
		print_float(q, e);
		break;
	case X_BOOL:
		text_addz(q->out, e->i ? "True" : "False");
		break;
	case X_NONE_VALUE:
		PUT(q, "None");
		break;
	case X_STR:
		print_string(q, e->str, quotes);
		break;
	case X_NAME:
		printer_str(q, e->str);
		break;
	case X_UNARY:
		print_unary(q, e, leaves);
		break;
	case X_BINARY:
		if (is_infix(e)) {
			print_infix(q, id, leaves);
			break;
		}
		PUT(q, "pl.");
		text_addz(q->out, operators[e->op].text);
		text_addc(q->out, '(');
		print(q, e->a, leaves, QUOTE_SINGLE);
		PUT(q, ", ");
		print(q, e->b, leaves, QUOTE_SINGLE);
		text_addc(q->out, ')');
		break;
	case X_CAST:
		PUT(q, "pl.cast(");
		print(q, e->a, leaves, QUOTE_SINGLE);
		PUT(q, ", ");
		print_dtype(q, e->dtype);
		text_addc(q->out, ')');
		break;
	case X_LIST:
		text_addc(q->out, '[');
		print_list(q, e->list, quotes);
		text_addc(q->out, ']');
		break;
	case X_TUPLE:
		print_tuple(q, e->list, quotes);
		break;
	case X_ITEM:
		print_item(q, e);
		break;
	case X_DICT:
		printer_dict(q, e->pairs);
		break;
	case X_CALL:
		print_call(q, e->call);
		break;
	case X_TYPE:
		printer_type(q, e->type);
		break;
	}
}

void printer_expr(const Printer *q, ExprId e) { print(q, e, LEAVES_BARE, QUOTE_SINGLE); }

static void print_in(const Program *p, FuncId f, ExprId e, TypeId t, Text *out) {
	Names *names = f ? names_new(p) : NULL;
	if (names)
		names_fill(names, f);
	const Printer q = {p, names ? names_table(names) : NULL, out};
	if (e)
		printer_expr(&q, e);
	if (t)
		printer_type(&q, t);
	names_free(names);
}

void print_expr(const Program *p, FuncId f, ExprId e, Text *out) { print_in(p, f, e, 0, out); }
void print_type(const Program *p, FuncId f, TypeId t, Text *out) { print_in(p, f, 0, t, out); }

/* ---- types ---- */

/* A dim that is more than a literal or a name writes its integers as pl.const. */
static Leaves leaves_of_dim(const Expr *e) {
	return e->kind == X_INT ? LEAVES_BARE : e->spelling & SPELLED_LEAVES ? LEAVES_WRITTEN : LEAVES_CONST;
}

static void print_dims(const Printer *q, List dims) {
	text_addc(q->out, '[');
	for (uint32_t i = 0; i < dims.n; i++) {
		if (i)
			PUT(q, ", ");
		print(q, dims.at[i], leaves_of_dim(ir_expr(q->program, dims.at[i])), QUOTE_SINGLE);
	}
	text_addc(q->out, ']');
}

static void print_memref(const Printer *q, const MemRef *m) {
	/* An allocation that a pass took the definition from prints as one that only types name. */
	uint8_t kind = ir_var(q->program, m->base)->kind;
	bool is_lost = q->names && !q->names[m->base].text && kind != VAR_FREE && kind != VAR_DIM;
	bool is_quoted = m->is_quoted || is_lost;
	PUT(q, "pl.MemRef(");
	if (is_quoted)
		print_string(q, ir_var(q->program, m->base)->hint, QUOTE_DOUBLE);
	else
		printer_var(q, m->base);
	if (!m->is_declared) {
		PUT(q, ", ");
		printer_expr(q, m->offset);
		PUT(q, ", ");
		printer_expr(q, m->size);
	}
	if (m->slots != 1 || (m->is_declared && m->index)) {
		PUT(q, ", slots=");
		printer_int(q, m->slots);
	}
	text_addc(q->out, ')');
	if (m->index) {
		text_addc(q->out, '[');
		printer_expr(q, m->index);
		text_addc(q->out, ']');
	}
}

static void print_extra(const Printer *q, List extra) {
	for (uint32_t i = 0; i < extra.n; i++) {
		PUT(q, ", ");
		printer_expr(q, extra.at[i]);
	}
}

static void print_view(const Printer *q, const Type *t) {
	if (t->view) {
		PUT(q, ", ");
		printer_expr(q, t->view);
	}
}

/* Tensors: dims, dtype, view, memref. Tiles: dims, dtype, memref, space, view. */
static void print_shaped(const Printer *q, const Type *t, const char *opening) {
	text_addz(q->out, opening);
	print_dims(q, t->shape);
	PUT(q, ", ");
	print_dtype(q, t->dtype);
	if (t->kind == T_TENSOR)
		print_view(q, t);
	if (t->memref) {
		PUT(q, ", ");
		print_memref(q, t->memref);
	}
	if (t->space) {
		PUT(q, ", pl.Mem.");
		text_addz(q->out, space_names[t->space]);
	}
	if (t->kind != T_TENSOR)
		print_view(q, t);
	print_extra(q, t->extra);
	text_addc(q->out, ']');
}

static void print_elements(const Printer *q, List elements) {
	for (uint32_t i = 0; i < elements.n; i++) {
		if (i)
			PUT(q, ", ");
		printer_type(q, elements.at[i]);
	}
}

void printer_type(const Printer *q, TypeId id) {
	const Type *t = ir_type(q->program, id);
	switch ((TypeKind)t->kind) {
	case T_NONE:
		break;
	case T_SCALAR:
		PUT(q, "pl.Scalar[");
		print_dtype(q, t->dtype);
		text_addc(q->out, ']');
		break;
	case T_TENSOR:
		print_shaped(q, t, "pl.Tensor[");
		break;
	case T_TILE:
		print_shaped(q, t, "pl.Tile[");
		break;
	case T_PTR:
		PUT(q, "pl.Ptr");
		break;
	case T_MEMREF:
		PUT(q, "pl.MemRefType");
		break;
	case T_TUPLE:
		PUT(q, "pl.Tuple[");
		print_elements(q, t->elements);
		text_addc(q->out, ']');
		break;
	case T_ARRAY:
		PUT(q, "pl.Array[");
		print_list(q, t->shape, QUOTE_SINGLE);
		PUT(q, ", ");
		print_dtype(q, t->dtype);
		print_extra(q, t->extra);
		text_addc(q->out, ']');
		break;
	case T_UNKNOWN:
		PUT(q, "pl.UnknownType");
		break;
	case T_OTHER:
		printer_str(q, t->name);
		if (t->has_brackets) {
			text_addc(q->out, '[');
			printer_exprs(q, t->extra);
			text_addc(q->out, ']');
		}
		break;
	}
}
