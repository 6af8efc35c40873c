#include "checks/normal.h"

#include <nettle/sha2.h>
#include <stdlib.h>

enum { MOST_DEPTH = 1000 };

typedef struct Writer {
	const Program *p;
	NormalKind kind;
	Text *out;
	uint32_t *number, next; /* by VarId, in order of appearance */
	unsigned depth;
	bool incomplete;
} Writer;

static void put_expr(Writer *w, ExprId e);
static void put_type(Writer *w, TypeId t);

static bool whole(const Writer *w) { return w->kind == NORMAL_WHOLE; }

/* A letter that says what the number is, and the number. */
static void tagged(Text *out, char tag, int64_t number) {
	text_addc(out, tag);
	text_int(out, number);
}

static void put_text(Writer *w, StrId s) {
	/* The length in front: no text can imitate what follows it. */
	text_int(w->out, (int64_t)ir_text_length(w->p, s));
	text_addc(w->out, ':');
	text_add(w->out, ir_text(w->p, s), ir_text_length(w->p, s));
}

static void put_var(Writer *w, VarId v) {
	const Variable *x = ir_var(w->p, v);
	if (x->kind == VAR_DIM) {
		text_addz(w->out, "D");
		put_text(w, x->hint);
		return;
	}
	bool fresh = !w->number[v];
	if (fresh)
		w->number[v] = ++w->next;
	tagged(w->out, 'v', w->number[v]);
	if (!fresh)
		return;
	text_printf(w->out, "k%u", x->kind == VAR_BASE || x->kind == VAR_FREE ? x->kind : 0u);
	put_type(w, x->type);
}

static void put_list(Writer *w, List l) {
	tagged(w->out, '[', l.n);
	for (uint32_t i = 0; i < l.n; i++) {
		text_addc(w->out, ' ');
		put_expr(w, l.at[i]);
	}
	text_addc(w->out, ']');
}

/* skip: a key to leave out, NULL: none. */
static void put_pairs(Writer *w, Pairs p, const char *skip) {
	tagged(w->out, '{', p.n);
	for (uint32_t i = 0; i < p.n; i++) {
		if (skip && !strcmp(ir_text(w->p, p.at[i].key), skip))
			continue;
		put_text(w, p.at[i].key);
		text_addc(w->out, '=');
		put_expr(w, p.at[i].value);
	}
	text_addc(w->out, '}');
}

static void put_attrs(Writer *w, Pairs p) {
	for (uint32_t i = 0; i < p.n; i++) {
		if (!whole(w) && !strcmp(ir_text(w->p, p.at[i].key), "pipeline_membership"))
			continue;
		text_addc(w->out, '@');
		put_text(w, p.at[i].key);
		put_expr(w, p.at[i].value);
	}
}

static void put_expr_kind(Writer *w, const Expr *x) {
	text_int(w->out, x->kind);
	switch ((ExprKind)x->kind) {
	case X_VAR:
		put_var(w, x->var);
		break;
	case X_INT: case X_BOOL:
		tagged(w->out, ':', x->i);
		tagged(w->out, '.', x->dtype);
		break;
	case X_FLOAT:
		text_printf(w->out, ":%.17g.%u", x->f, x->dtype);
		break;
	case X_STR: case X_NAME:
		put_text(w, x->str);
		break;
	case X_UNARY:
		tagged(w->out, 'u', x->op);
		put_expr(w, x->a);
		break;
	case X_BINARY:
		tagged(w->out, 'b', x->op);
		text_addc(w->out, '(');
		put_expr(w, x->a);
		text_addc(w->out, ',');
		put_expr(w, x->b);
		text_addc(w->out, ')');
		break;
	case X_CAST:
		tagged(w->out, 'c', x->dtype);
		put_expr(w, x->a);
		break;
	case X_LIST: case X_TUPLE:
		put_list(w, x->list);
		break;
	case X_ITEM:
		put_expr(w, x->a);
		text_addc(w->out, '#');
		put_expr(w, x->b);
		break;
	case X_DICT:
		put_pairs(w, x->pairs, NULL);
		break;
	case X_CALL:
		put_text(w, x->call->callee);
		put_list(w, x->call->args);
		/* The address of a ring is an allocation, too. */
		put_pairs(w, x->call->kwargs, !whole(w) && x->call->op == OP_SYSTEM_RESERVE_BUFFER ? "base" : NULL);
		put_attrs(w, x->call->attrs);
		break;
	case X_TYPE:
		put_type(w, x->type);
		break;
	case X_NONE: case X_NONE_VALUE:
		break;
	}
}

static void put_expr(Writer *w, ExprId e) {
	if (!e || w->depth >= MOST_DEPTH) {
		w->incomplete |= e != 0;
		text_addc(w->out, '0');
		return;
	}
	w->depth++;
	put_expr_kind(w, ir_expr(w->p, e));
	w->depth--;
}

static void put_memref(Writer *w, const MemRef *m) {
	text_addc(w->out, 'M');
	put_var(w, m->base);
	text_printf(w->out, "%d%ux", m->is_declared, m->slots);
	put_expr(w, m->offset);
	put_expr(w, m->size);
	put_expr(w, m->index);
}

static void put_type(Writer *w, TypeId id) {
	if (!id || w->depth >= MOST_DEPTH) {
		w->incomplete |= id != 0;
		text_addc(w->out, '-');
		return;
	}
	w->depth++;
	const Type *t = ir_type(w->p, id);
	tagged(w->out, 't', t->kind);
	tagged(w->out, '.', t->dtype);
	tagged(w->out, '.', t->space);
	put_list(w, t->shape);
	if (whole(w)) {
		if (t->memref)
			put_memref(w, t->memref);
		put_expr(w, t->view);
		put_list(w, t->extra);
	} else if (t->kind == T_TILE || t->kind == T_TENSOR) {
		List valid = ir_valid_shape(w->p, id);
		bool same = valid.n == t->shape.n;
		for (uint32_t i = 0; same && i < valid.n; i++)
			same = ir_same_expr(w->p, valid.at[i], t->shape.at[i]);
		if (!same)
			put_list(w, valid);
	}
	if (t->name)
		put_text(w, t->name);
	for (uint32_t i = 0; i < t->elements.n; i++)
		put_type(w, t->elements.at[i]);
	w->depth--;
}

static void put_block(Writer *w, Block b);

static void put_vars(Writer *w, List l) {
	tagged(w->out, '<', l.n);
	for (uint32_t i = 0; i < l.n; i++)
		put_var(w, l.at[i]);
	text_addc(w->out, '>');
}

/* An allocation says where, not what. */
static bool is_allocation(const Program *p, const Stmt *s) {
	if (s->kind != S_ASSIGN)
		return false;
	const Expr *x = ir_expr(p, s->expr);
	return x->kind == X_CALL && x->call->op == OP_TILE_ALLOC;
}

static void put_stmt(Writer *w, const Stmt *s) {
	if (s->kind == S_NOTE || (!whole(w) && is_allocation(w->p, s)))
		return;
	tagged(w->out, '\n', s->kind);
	if (s->kind == S_FOR) {
		if (whole(w)) {
			text_printf(w->out, "l%u.%lld", s->loop_kind, (long long)s->stages);
			put_attrs(w, s->attrs);
		}
		put_expr(w, s->start);
		text_addc(w->out, ':');
		put_expr(w, s->stop);
		text_addc(w->out, ':');
		put_expr(w, s->step);
	}
	for (uint32_t i = 0; i < s->iters.n; i++) {
		text_addc(w->out, 'i');
		put_expr(w, ir_var(w->p, s->iters.at[i])->init);
	}
	if (s->kind != S_FOR)
		put_expr(w, s->expr);
	if (s->var)
		put_var(w, s->var);
	put_vars(w, s->iters);
	put_list(w, s->values);
	put_block(w, s->body);
	if (s->has_else)
		put_block(w, s->orelse);
	put_vars(w, s->returns);
}

static void put_block(Writer *w, Block b) {
	if (w->depth >= MOST_DEPTH) {
		w->incomplete = true;
		return;
	}
	w->depth++;
	text_addc(w->out, '(');
	for (uint32_t i = 0; i < b.n; i++)
		put_stmt(w, ir_stmt(w->p, b.at[i]));
	text_addc(w->out, ')');
	w->depth--;
}

bool normal_function(const Program *p, FuncId f, NormalKind kind, Text *out) {
	Writer w = {.p = p, .kind = kind, .out = out, .number = mem_alloc((p->vars.n + 1) * sizeof(uint32_t))};
	memset(w.number, 0, (p->vars.n + 1) * sizeof(uint32_t));
	const Function *fn = ir_func(p, f);
	put_text(&w, fn->name);
	text_printf(out, "f%u", fn->kind);
	for (uint32_t i = 0; i < fn->n_params; i++) {
		text_printf(out, "p%u", fn->params[i].direction);
		put_var(&w, fn->params[i].var);
	}
	if (whole(&w)) {
		put_pairs(&w, fn->decorator, NULL);
		put_pairs(&w, fn->attrs, NULL);
		for (uint32_t i = 0; i < fn->results.n; i++)
			put_type(&w, fn->results.at[i]);
	}
	put_block(&w, fn->body);
	free(w.number);
	return !w.incomplete;
}

Digest digest_text(const Text *t) {
	struct sha256_ctx c;
	Digest d;
	sha256_init(&c);
	sha256_update(&c, t->n, (const uint8_t *)t->at);
	sha256_digest(&c, sizeof d.at, d.at);
	return d;
}

Digest normal_digest(const Program *p, FuncId f, NormalKind kind, bool *complete) {
	Text text = {0};
	bool whole_text = f && normal_function(p, f, kind, &text);
	Digest d = digest_text(&text);
	vec_free(&text);
	if (complete)
		*complete = whole_text;
	return d;
}

void fingerprint(Obligation o, const CheckOptions *options, const Digest *parts, uint32_t n, char out[65]) {
	struct sha256_ctx c;
	Digest d;
	Text head = {0};
	text_printf(&head, "%s|%s|%s|%d|%llu|%u|%u|%llu|", obligation_rows[o].name, arch_name(options->arch), credits_name(options->credits),
		options->floor_division, (unsigned long long)options->max_events, options->bound, options->solver_ms,
		(unsigned long long)options->solver_rlimit);
	sha256_init(&c);
	sha256_update(&c, head.n, (const uint8_t *)head.at);
	for (uint32_t i = 0; i < n; i++)
		sha256_update(&c, sizeof parts[i].at, parts[i].at);
	sha256_digest(&c, sizeof d.at, d.at);
	vec_free(&head);
	for (uint32_t i = 0; i < sizeof d.at; i++) {
		static const char digits[] = "0123456789abcdef";
		out[2 * i] = digits[d.at[i] >> 4];
		out[2 * i + 1] = digits[d.at[i] & 15];
	}
	out[64] = '\0';
}
