/* Types. A known type whose arguments do not have the known form, and every other name, is kept as T_OTHER with its
 * arguments as expressions in order. */
#include "model/parse_internal.h"

bool parse_is_type_word(StrId name) {
	switch (name) {
	case W_TUPLE:
	case W_PL_SCALAR:
	case W_PL_TENSOR:
	case W_PL_TILE:
	case W_PL_TUPLE:
	case W_PL_ARRAY: return true;
	default: return false;
	}
}

/* The remaining arguments of a type that is kept as it is; those read already are on the stack from `from`. */
static void keep_generic(Parser *ps, Type *t, StrId name, uint32_t from) {
	while (parse_more(ps, TOK_RBRACKET, ps->stack.n - from)) {
		ExprId e = parse_expr(ps);
		vec_push(&ps->stack, e);
	}
	*t = (Type){.kind = T_OTHER, .name = name, .has_brackets = true};
	t->extra = parse_take_list(ps, from);
}

static Dtype dtype_of(Parser *ps, ExprId e) {
	const Expr *x = ir_expr(ps->p, e);
	return x->kind == X_NAME ? parse_dtype(ps, x->str) : DT_NONE;
}

static Space space_at(const Parser *ps) {
	const Token *t = &ps->lex.token;
	bool fits = t->kind == TOK_NAME && t->length > 7 && memcmp(t->at, "pl.Mem.", 7) == 0;
	return fits ? space_find(t->at + 7, t->length - 7) : SPACE_NONE;
}

/* Positive integer literal; fails otherwise. */
static uint32_t slot_count(Parser *ps, ExprId e, Span at) {
	const Expr *x = ir_expr(ps->p, e);
	if (x->kind == X_INT && x->i >= 1 && x->i <= UINT32_MAX)
		return (uint32_t)x->i;
	lex_fail(&ps->lex, SEV_ERROR, at, "the number of slots must be an integer from 1 to 2^32 - 1");
	return 1;
}

/* memref := "pl.MemRef" "(" (NAME | STRING) ["," offset "," size] ["," "slots" "=" INT] ")" ["[" index "]"] */
static const MemRef *memref(Parser *ps) {
	MemRef m = {.slots = 1};
	Span start = ps->lex.token.span;
	lex_advance(&ps->lex);
	parse_expect(ps, TOK_LPAREN, "after pl.MemRef");
	m.is_quoted = is_token(ps, TOK_STRING);
	if (m.is_quoted) {
		m.base = parse_base(ps, ps->lex.token.str, ps->lex.token.span);
		lex_advance(&ps->lex);
	} else {
		Target t = parse_plain_name(ps, "the allocation's name");
		m.base = parse_resolve(ps, t.name, t.span);
	}
	uint32_t n = 1;
	for (; parse_more(ps, TOK_RPAREN, n); n++) {
		Span at = ps->lex.token.span;
		if (is_word(ps, W_SLOTS) && ps->lex.ahead.kind == TOK_ASSIGN) {
			lex_advance(&ps->lex);
			lex_advance(&ps->lex);
			m.slots = slot_count(ps, parse_expr(ps), at);
		} else if (!m.offset)
			m.offset = parse_expr(ps);
		else if (!m.size)
			m.size = parse_expr(ps);
		else
			parse_unsupported(ps, at, "this argument of pl.MemRef");
	}
	parse_accept(ps, TOK_RPAREN);
	if (m.offset && !m.size)
		lex_fail(&ps->lex, SEV_ERROR, start, "pl.MemRef has an offset but no size");
	m.is_declared = !m.offset;
	if (parse_accept(ps, TOK_LBRACKET)) {
		m.index = parse_expr(ps);
		parse_expect(ps, TOK_RBRACKET, "after the slot index");
	}
	return arena_copy(ps->p->arena, &m, sizeof m);
}

static ExprId view(Parser *ps) {
	StrId callee = ps->lex.token.str;
	Span at = ps->lex.token.span;
	lex_advance(&ps->lex);
	return parse_call_at(ps, callee, at);
}

/* What stands behind shape and dtype: a MemRef, a space, a view, in any order; anything else goes to extra. */
static void tile_tail(Parser *ps, Type *t) {
	uint32_t from = ps->stack.n, n = 2;
	for (; parse_more(ps, TOK_RBRACKET, n); n++) {
		Space space = space_at(ps);
		if (is_word(ps, W_PL_MEMREF) && ps->lex.ahead.kind == TOK_LPAREN && !t->memref)
			t->memref = memref(ps);
		else if ((is_word(ps, W_PL_TILEVIEW) || is_word(ps, W_PL_TENSORVIEW)) && ps->lex.ahead.kind == TOK_LPAREN && !t->view)
			t->view = view(ps);
		else if (space != SPACE_NONE && !t->space) {
			t->space = (uint8_t)space;
			lex_advance(&ps->lex);
		} else {
			ExprId e = parse_expr(ps);
			vec_push(&ps->stack, e);
		}
	}
	t->extra = parse_take_list(ps, from);
}

/* tile := "[" list "," dtype {"," (memref | space | view | expr)} "]" */
static void tile_arguments(Parser *ps, Type *t, StrId name) {
	uint32_t from = ps->stack.n;
	while (ps->stack.n - from < 2 && parse_more(ps, TOK_RBRACKET, ps->stack.n - from)) {
		ExprId e = parse_expr(ps);
		vec_push(&ps->stack, e);
		bool shape_fits = ir_expr(ps->p, ps->stack.at[from])->kind == X_LIST;
		if (!shape_fits || (ps->stack.n - from == 2 && dtype_of(ps, e) == DT_NONE)) {
			keep_generic(ps, t, name, from);
			return;
		}
	}
	if (ps->stack.n - from < 2) {
		keep_generic(ps, t, name, from);
		return;
	}
	t->shape = ir_expr(ps->p, ps->stack.at[from])->list;
	t->dtype = (uint8_t)dtype_of(ps, ps->stack.at[from + 1]);
	ps->stack.n = from;
	tile_tail(ps, t);
}

/* array := "[" expr "," dtype "]" */
static void array_arguments(Parser *ps, Type *t, StrId name) {
	uint32_t from = ps->stack.n;
	keep_generic(ps, t, name, from);
	Dtype d = t->extra.n == 2 ? dtype_of(ps, t->extra.at[1]) : DT_NONE;
	if (d != DT_NONE && ir_expr(ps->p, t->extra.at[0])->kind != X_LIST)
		*t = (Type){.kind = T_ARRAY, .dtype = (uint8_t)d, .shape = {t->extra.at, 1}};
}

static void scalar_arguments(Parser *ps, Type *t, StrId name) {
	keep_generic(ps, t, name, ps->stack.n);
	Dtype d = t->extra.n == 1 ? dtype_of(ps, t->extra.at[0]) : DT_NONE;
	if (d != DT_NONE)
		*t = (Type){.kind = T_SCALAR, .dtype = (uint8_t)d};
}

static void tuple_arguments(Parser *ps, Type *t) {
	uint32_t from = ps->stack.n;
	while (parse_more(ps, TOK_RBRACKET, ps->stack.n - from)) {
		TypeId e = parse_type(ps);
		vec_push(&ps->stack, e);
	}
	t->elements = parse_take_list(ps, from);
}

static void arguments(Parser *ps, Type *t, StrId name) {
	switch (name) {
	case W_PL_SCALAR: scalar_arguments(ps, t, name); break;
	case W_PL_TENSOR:
		t->kind = T_TENSOR;
		tile_arguments(ps, t, name);
		break;
	case W_PL_TILE:
		t->kind = T_TILE;
		tile_arguments(ps, t, name);
		break;
	case W_TUPLE:
	case W_PL_TUPLE:
		t->kind = T_TUPLE;
		tuple_arguments(ps, t);
		break;
	case W_PL_ARRAY: array_arguments(ps, t, name); break;
	default: keep_generic(ps, t, name, ps->stack.n); break;
	}
	parse_accept(ps, TOK_RBRACKET);
}

static TypeKind bare_kind(StrId name) {
	return name == W_PL_PTR ? T_PTR : name == W_PL_MEMREFTYPE ? T_MEMREF : name == W_PL_UNKNOWNTYPE ? T_UNKNOWN : T_OTHER;
}

/* type := "(" type ")" | NAME ["[" arguments "]"] */
TypeId parse_type(Parser *ps) {
	if (++ps->depth > MAX_DEPTH)
		lex_fail(&ps->lex, SEV_ERROR, ps->lex.token.span, "this type is too deep");
	Type t = {.kind = T_UNKNOWN};
	TypeId id = 0;
	bool outer = ps->in_type;
	uint32_t tallest = ps->tallest;
	ps->in_type = true;
	ps->tallest = 0;
	if (parse_accept(ps, TOK_LPAREN)) {
		id = parse_type(ps);
		parse_expect(ps, TOK_RPAREN, "after the type");
	} else if (is_token(ps, TOK_NAME) && (ps->lex.token.str > W_LAST_KEYWORD || is_word(ps, W_NONE))) {
		StrId name = ps->lex.token.str;
		lex_advance(&ps->lex);
		if (parse_accept(ps, TOK_LBRACKET)) {
			arguments(ps, &t, name);
		} else {
			t.kind = (uint8_t)bare_kind(name);
			t.name = t.kind == T_OTHER ? name : 0;
		}
	} else
		parse_expected(ps, "a type");
	ps->in_type = outer;
	ps->depth--;
	ps->height = ps->tallest + 1;
	ps->tallest = ps->height > tallest ? ps->height : tallest;
	if (id)
		return id;
	return t.kind == T_SCALAR ? ir_scalar(ps->p, (Dtype)t.dtype) : ir_add_type(ps->p, &t);
}
