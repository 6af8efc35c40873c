/* Walks both programs in step and stops at the first difference. The map of variables grows with the definitions met
 * and stays one to one; what nobody defines (dims, quoted allocations, lost definitions) is mapped where it is first
 * used. */
#include "model/same.h"

#include "model/print.h"

#include <stdarg.h>

typedef struct Pairing {
	const Program *a, *b;
	VarId *to_b, *to_a; /* 0: not mapped yet */
	bool ignore_membership;
	Arena *arena;
	Difference *out;
	FuncId function;
	Span in_a, in_b; /* the statements at hand, or expressions in them */
} Pairing;

static bool differ(Pairing *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Records the difference; always false. */
static bool differ(Pairing *m, const char *format, ...) {
	Text text = {0};
	char part[400];
	va_list args;
	va_start(args, format);
	int n = vsnprintf(part, sizeof part, format, args);
	va_end(args);
	if (n > 0)
		text_add(&text, part, (size_t)n < sizeof part ? (size_t)n : sizeof part - 1);
	*m->out = (Difference){m->function, m->in_a, m->in_b, arena_text(m->arena, text.at, text.n)};
	vec_free(&text);
	return false;
}

/* ---- variables ---- */

static bool define(Pairing *m, VarId a, VarId b) {
	if (!a && !b)
		return true;
	if (!a || !b)
		return differ(m, "only one side defines a variable");
	if (m->to_b[a] || m->to_a[b]) {
		if (m->to_b[a] == b)
			return true;
		return differ(m, "'%s' and '%s' are defined here, but one of them belongs to another variable", ir_hint(m->a, a), ir_hint(m->b, b));
	}
	m->to_b[a] = b;
	m->to_a[b] = a;
	return true;
}

static bool is_undefined(uint8_t kind) { return kind == VAR_FREE || kind == VAR_DIM || kind == VAR_BASE; }

static bool same_use(Pairing *m, VarId a, VarId b) {
	if (m->to_b[a] == b && m->to_a[b] == a)
		return true;
	uint8_t kind = ir_var(m->a, a)->kind;
	bool is_fresh = !m->to_b[a] && !m->to_a[b];
	if (is_fresh && is_undefined(kind) && kind == ir_var(m->b, b)->kind)
		return define(m, a, b);
	return differ(m, "'%s' and '%s' are different variables", ir_hint(m->a, a), ir_hint(m->b, b));
}

/* ---- expressions ---- */

static bool same_expr(Pairing *m, ExprId a, ExprId b);
static bool same_type(Pairing *m, TypeId a, TypeId b);

static bool same_str(const Pairing *m, StrId a, StrId b) {
	size_t n = ir_text_length(m->a, a);
	return n == ir_text_length(m->b, b) && memcmp(ir_text(m->a, a), ir_text(m->b, b), n) == 0;
}

static bool same_exprs(Pairing *m, List a, List b, const char *what) {
	if (a.n != b.n)
		return differ(m, "%s: %u and %u", what, a.n, b.n);
	for (uint32_t i = 0; i < a.n; i++)
		if (!same_expr(m, a.at[i], b.at[i]))
			return false;
	return true;
}

static const Pair *find_pair(const Pairing *m, Pairs pairs, StrId key_of_a) {
	for (uint32_t i = 0; i < pairs.n; i++)
		if (same_str(m, key_of_a, pairs.at[i].key))
			return &pairs.at[i];
	return NULL;
}

static bool is_membership(const Program *p, StrId key) { return strcmp(ir_text(p, key), "pipeline_membership") == 0; }

static uint32_t count_pairs(const Pairing *m, const Program *p, Pairs pairs) {
	uint32_t n = pairs.n;
	for (uint32_t i = 0; m->ignore_membership && i < pairs.n; i++)
		n -= is_membership(p, pairs.at[i].key);
	return n;
}

/* Keyword arguments and attributes: by key, in whatever order. */
static bool same_pairs(Pairing *m, Pairs a, Pairs b, const char *what) {
	for (uint32_t i = 0; i < a.n; i++) {
		if (m->ignore_membership && is_membership(m->a, a.at[i].key))
			continue;
		const char *key = ir_text(m->a, a.at[i].key);
		bool in_step = i < b.n && same_str(m, a.at[i].key, b.at[i].key);
		const Pair *other = in_step ? &b.at[i] : find_pair(m, b, a.at[i].key);
		if (!other)
			return differ(m, "%s '%s' stands only in the first", what, key);
		if (!same_expr(m, a.at[i].value, other->value)) {
			m->out->text = arena_printf(m->arena, "%s '%s': %s", what, key, m->out->text);
			return false;
		}
	}
	if (count_pairs(m, m->a, a) != count_pairs(m, m->b, b))
		return differ(m, "%s: the second has more of them", what);
	return true;
}

static bool same_call(Pairing *m, const Call *a, const Call *b) {
	if (!same_str(m, a->callee, b->callee))
		return differ(m, "calls %s and %s", ir_text(m->a, a->callee), ir_text(m->b, b->callee));
	return same_exprs(m, a->args, b->args, "number of arguments") && same_pairs(m, a->kwargs, b->kwargs, "keyword") &&
		same_pairs(m, a->attrs, b->attrs, "attribute");
}

static bool differ_in_exprs(Pairing *m, ExprId a, ExprId b) {
	Text left = {0}, right = {0};
	print_expr(m->a, 0, a, &left);
	print_expr(m->b, 0, b, &right);
	differ(m, "%.150s and %.150s", text_end(&left), text_end(&right));
	vec_free(&left);
	vec_free(&right);
	return false;
}

static void narrow(Span *to, Span at) {
	if (at.line >= to->line) /* what no text wrote has no place */
		*to = at;
}

/* Left operands are followed in the loop: operator chains have no depth limit. */
static bool same_chain(Pairing *m, ExprId a, ExprId b) {
	for (;;) {
		if (!a || !b)
			return a == b || differ(m, "an expression stands only on one side");
		const Expr *x = ir_expr(m->a, a), *y = ir_expr(m->b, b);
		narrow(&m->in_a, x->span);
		narrow(&m->in_b, y->span);
		if (x->kind != y->kind)
			return differ_in_exprs(m, a, b);
		switch ((ExprKind)x->kind) {
		case X_NONE:
		case X_NONE_VALUE:
			return true;
		case X_VAR:
			return same_use(m, x->var, y->var);
		case X_INT:
			return (x->i == y->i && x->dtype == y->dtype) || differ_in_exprs(m, a, b);
		case X_BOOL:
			return x->i == y->i || differ_in_exprs(m, a, b);
		case X_FLOAT:
			return (memcmp(&x->f, &y->f, sizeof x->f) == 0 && x->dtype == y->dtype) || differ_in_exprs(m, a, b);
		case X_STR:
		case X_NAME:
			return same_str(m, x->str, y->str) || differ_in_exprs(m, a, b);
		case X_LIST:
		case X_TUPLE:
			return same_exprs(m, x->list, y->list, "number of elements");
		case X_DICT:
			return same_pairs(m, x->pairs, y->pairs, "entry");
		case X_CALL:
			return same_call(m, x->call, y->call);
		case X_TYPE:
			return same_type(m, x->type, y->type);
		case X_CAST:
			if (x->dtype != y->dtype)
				return differ_in_exprs(m, a, b);
			break;
		case X_UNARY:
			if (x->op != y->op)
				return differ_in_exprs(m, a, b);
			break;
		case X_BINARY:
			if (x->op != y->op)
				return differ_in_exprs(m, a, b);
			if (!same_expr(m, x->b, y->b))
				return false;
			break;
		case X_ITEM:
			if (!same_expr(m, x->b, y->b))
				return false;
			break;
		}
		a = x->a;
		b = y->a;
	}
}

/* A difference points into the expression; what follows an equal one is placed by its statement again. */
static bool same_expr(Pairing *m, ExprId a, ExprId b) {
	Span in_a = m->in_a, in_b = m->in_b;
	if (!same_chain(m, a, b))
		return false;
	m->in_a = in_a;
	m->in_b = in_b;
	return true;
}

/* ---- types ---- */

static bool same_memref(Pairing *m, const MemRef *a, const MemRef *b) {
	if (!a || !b)
		return a == b || differ(m, "only one side has a MemRef");
	if (a->slots != b->slots)
		return differ(m, "slots of the MemRef: %u and %u", a->slots, b->slots);
	if (a->is_declared != b->is_declared)
		return differ(m, "the MemRef is declared on one side and resolved on the other");
	return same_use(m, a->base, b->base) && same_expr(m, a->offset, b->offset) && same_expr(m, a->size, b->size) &&
		same_expr(m, a->index, b->index);
}

static bool same_types(Pairing *m, List a, List b, const char *what) {
	if (a.n != b.n)
		return differ(m, "%s: %u and %u", what, a.n, b.n);
	for (uint32_t i = 0; i < a.n; i++)
		if (!same_type(m, a.at[i], b.at[i]))
			return false;
	return true;
}

static bool differ_in_types(Pairing *m, TypeId a, TypeId b) {
	Text left = {0}, right = {0};
	print_type(m->a, 0, a, &left);
	print_type(m->b, 0, b, &right);
	differ(m, "types %.150s and %.150s", text_end(&left), text_end(&right));
	vec_free(&left);
	vec_free(&right);
	return false;
}

static bool same_type(Pairing *m, TypeId a, TypeId b) {
	if (!a || !b)
		return a == b || differ(m, "a type stands only on one side");
	const Type *x = ir_type(m->a, a), *y = ir_type(m->b, b);
	if (x->kind != y->kind || x->dtype != y->dtype || x->space != y->space || x->has_brackets != y->has_brackets ||
		!same_str(m, x->name, y->name))
		return differ_in_types(m, a, b);
	return same_exprs(m, x->shape, y->shape, "number of dims") && same_memref(m, x->memref, y->memref) &&
		same_expr(m, x->view, y->view) && same_exprs(m, x->extra, y->extra, "number of type arguments") &&
		same_types(m, x->elements, y->elements, "number of element types");
}

static bool same_var_type(Pairing *m, VarId a, VarId b) {
	return same_type(m, a ? ir_var(m->a, a)->type : 0, b ? ir_var(m->b, b)->type : 0);
}

/* ---- statements ---- */

static bool same_block(Pairing *m, Block a, Block b, Span end_a, Span end_b);

static bool define_list(Pairing *m, List a, List b, const char *what, bool with_types) {
	if (a.n != b.n)
		return differ(m, "%s: %u and %u", what, a.n, b.n);
	for (uint32_t i = 0; i < a.n; i++)
		if ((with_types && !same_var_type(m, a.at[i], b.at[i])) || !define(m, a.at[i], b.at[i]))
			return false;
	return true;
}

static bool same_inits(Pairing *m, List a, List b) {
	for (uint32_t i = 0; i < a.n && i < b.n; i++)
		if (!same_expr(m, ir_var(m->a, a.at[i])->init, ir_var(m->b, b.at[i])->init))
			return false;
	return true;
}

/* Types of what a body yields stand in the body, so they may mention its definitions. */
static bool same_loop(Pairing *m, const Stmt *x, const Stmt *y) {
	Span in_a = m->in_a, in_b = m->in_b;
	if (x->loop_kind != y->loop_kind)
		return differ(m, "loops of different kinds");
	if (x->stages != y->stages)
		return differ(m, "stages: %lld and %lld", (long long)x->stages, (long long)y->stages);
	if (!same_expr(m, x->start, y->start) || !same_expr(m, x->stop, y->stop) || !same_expr(m, x->step, y->step) ||
		!same_inits(m, x->iters, y->iters) || !same_pairs(m, x->attrs, y->attrs, "attribute"))
		return false;
	if (!define(m, x->var, y->var) || !define_list(m, x->iters, y->iters, "number of carried values", false))
		return false;
	if (x->kind == S_WHILE && !same_expr(m, x->expr, y->expr))
		return false;
	if (!same_block(m, x->body, y->body, x->span, y->span))
		return false;
	m->in_a = in_a;
	m->in_b = in_b;
	return define_list(m, x->returns, y->returns, "number of names bound by the loop", true);
}

static bool same_if(Pairing *m, const Stmt *x, const Stmt *y) {
	Span in_a = m->in_a, in_b = m->in_b;
	if (!same_expr(m, x->expr, y->expr))
		return false;
	if (x->has_else != y->has_else)
		return differ(m, "only one side has an else");
	if (!same_block(m, x->body, y->body, x->span, y->span) || !same_block(m, x->orelse, y->orelse, x->span, y->span))
		return false;
	m->in_a = in_a;
	m->in_b = in_b;
	return define_list(m, x->returns, y->returns, "number of names bound by the if", true);
}

static const char *const kind_names[] = {
	[S_ASSIGN] = "an assignment", [S_UNPACK] = "an assignment of several names", [S_EVAL] = "a call", [S_FOR] = "a loop",
	[S_WHILE] = "a while loop", [S_IF] = "an if", [S_SCOPE] = "a scope", [S_FOR_OTHER] = "a loop over something else",
	[S_YIELD] = "a yield", [S_RETURN] = "a return", [S_BREAK] = "a break", [S_CONTINUE] = "a continue", [S_NOTE] = "a comment"};

static bool same_stmt(Pairing *m, const Stmt *x, const Stmt *y) {
	if (x->kind != y->kind)
		return differ(m, "%s and %s", kind_names[x->kind], kind_names[y->kind]);
	switch ((StmtKind)x->kind) {
	case S_ASSIGN:
		return same_expr(m, x->expr, y->expr) && same_var_type(m, x->var, y->var) && define(m, x->var, y->var);
	case S_UNPACK:
		return same_expr(m, x->expr, y->expr) && define_list(m, x->returns, y->returns, "number of names", true);
	case S_EVAL:
		return same_expr(m, x->expr, y->expr);
	case S_FOR:
	case S_WHILE:
		return same_loop(m, x, y);
	case S_IF:
		return same_if(m, x, y);
	case S_FOR_OTHER:
	case S_SCOPE:
		return same_expr(m, x->expr, y->expr) && define(m, x->var, y->var) && same_block(m, x->body, y->body, x->span, y->span);
	case S_YIELD:
		return same_exprs(m, x->values, y->values, "number of yielded values");
	case S_RETURN:
		return same_exprs(m, x->values, y->values, "number of returned values");
	case S_BREAK:
	case S_CONTINUE:
	case S_NOTE:
		return true;
	}
	return true;
}

static uint32_t skip_notes(const Program *p, Block block, uint32_t i) {
	while (i < block.n && ir_stmt(p, block.at[i])->kind == S_NOTE)
		i++;
	return i;
}

/* end_a, end_b: where to point when one side has no statement left. */
static bool same_block(Pairing *m, Block a, Block b, Span end_a, Span end_b) {
	for (uint32_t i = 0, k = 0;; i++, k++) {
		i = skip_notes(m->a, a, i);
		k = skip_notes(m->b, b, k);
		m->in_a = i < a.n ? ir_stmt(m->a, a.at[i])->span : end_a;
		m->in_b = k < b.n ? ir_stmt(m->b, b.at[k])->span : end_b;
		if (i == a.n && k == b.n)
			return true;
		if (i == a.n || k == b.n)
			return differ(m, "only the %s has this statement here", i < a.n ? "first" : "second");
		if (!same_stmt(m, ir_stmt(m->a, a.at[i]), ir_stmt(m->b, b.at[k])))
			return false;
		end_a = m->in_a;
		end_b = m->in_b;
	}
}

/* ---- functions ---- */

static bool same_params(Pairing *m, const Function *x, const Function *y) {
	if (x->n_params != y->n_params)
		return differ(m, "number of parameters: %u and %u", x->n_params, y->n_params);
	for (uint32_t i = 0; i < x->n_params; i++) {
		VarId a = x->params[i].var, b = y->params[i].var;
		if (x->params[i].direction != y->params[i].direction)
			return differ(m, "direction of parameter '%s'", ir_hint(m->a, a));
		if (!same_var_type(m, a, b) || !define(m, a, b))
			return false;
	}
	return true;
}

static bool same_function(Pairing *m, const Function *x, const Function *y) {
	m->in_a = x->span;
	m->in_b = y->span;
	if (x->kind != y->kind || x->has_self != y->has_self || x->is_bare != y->is_bare || x->returns_tuple != y->returns_tuple ||
		x->has_attrs != y->has_attrs)
		return differ(m, "heads of function '%s'", ir_text(m->a, x->name));
	return same_pairs(m, x->decorator, y->decorator, "decorator argument") && same_pairs(m, x->attrs, y->attrs, "function attribute") &&
		same_params(m, x, y) && same_types(m, x->results, y->results, "number of results") &&
		same_block(m, x->body, y->body, x->span, y->span);
}

static bool same_functions(Pairing *m) {
	uint32_t n_a = ir_func_count(m->a), n_b = ir_func_count(m->b);
	for (FuncId f = 1; f <= n_a || f <= n_b; f++) {
		m->function = 0;
		m->in_a = f <= n_a ? ir_func(m->a, f)->span : (Span){0, 0};
		m->in_b = f <= n_b ? ir_func(m->b, f)->span : (Span){0, 0};
		if (f > n_a || f > n_b)
			return differ(m, "function '%s' stands only in the %s", f <= n_a ? ir_text(m->a, ir_func(m->a, f)->name) :
				ir_text(m->b, ir_func(m->b, f)->name), f <= n_a ? "first" : "second");
		const Function *x = ir_func(m->a, f), *y = ir_func(m->b, f);
		if (!same_str(m, x->name, y->name))
			return differ(m, "functions '%s' and '%s'", ir_text(m->a, x->name), ir_text(m->b, y->name));
		m->function = f;
		if (!same_function(m, x, y))
			return false;
	}
	return true;
}

bool same_programs(const Program *a, const Program *b, bool ignore_membership, Arena *arena, Difference *out) {
	Pairing m = {.a = a, .b = b, .ignore_membership = ignore_membership, .arena = arena, .out = out};
	m.to_b = mem_alloc((a->vars.n + 1) * sizeof *m.to_b);
	m.to_a = mem_alloc((b->vars.n + 1) * sizeof *m.to_a);
	memset(m.to_b, 0, (a->vars.n + 1) * sizeof *m.to_b);
	memset(m.to_a, 0, (b->vars.n + 1) * sizeof *m.to_a);
	bool same = same_functions(&m);
	if (same && a->dynamics.n != b->dynamics.n) {
		m.function = 0;
		m.in_a = m.in_b = (Span){0, 0};
		same = differ(&m, "declared dimensions: %u and %u", a->dynamics.n, b->dynamics.n);
	}
	mem_free_(m.to_b);
	mem_free_(m.to_a);
	return same;
}
