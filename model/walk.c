#include "model/walk.h"

static void push(Walk *w, ExprId e) {
	if (e)
		vec_push(&w->stack, e);
}

/* Pushed last to first: the stack gives them back in printed order. */
static void push_list(Walk *w, List list) {
	for (uint32_t i = list.n; i-- > 0;)
		push(w, list.at[i]);
}

static void push_pairs(Walk *w, Pairs pairs) {
	for (uint32_t i = pairs.n; i-- > 0;)
		push(w, pairs.at[i].value);
}

static void visit(Walk *w, ExprId id) {
	const Expr *e = ir_expr(w->program, id);
	switch ((ExprKind)e->kind) {
	case X_VAR:
		if (w->use)
			w->use(w->context, e->var, e->span);
		break;
	case X_BINARY:
	case X_ITEM:
		push(w, e->b);
		push(w, e->a);
		break;
	case X_UNARY:
	case X_CAST:
		push(w, e->a);
		break;
	case X_LIST:
	case X_TUPLE:
		push_list(w, e->list);
		break;
	case X_DICT:
		push_pairs(w, e->pairs);
		break;
	case X_CALL:
		if (w->call)
			w->call(w->context, e->call);
		push_pairs(w, e->call->attrs);
		push_pairs(w, e->call->kwargs);
		push_list(w, e->call->args);
		break;
	case X_TYPE:
		if (w->type)
			w->type(w->context, e->type);
		else
			walk_type(w, e->type);
		break;
	case X_NONE:
	case X_INT:
	case X_FLOAT:
	case X_BOOL:
	case X_NONE_VALUE:
	case X_STR:
	case X_NAME:
		break;
	}
}

void walk_expr(Walk *w, ExprId e) {
	uint32_t floor = w->stack.n;
	push(w, e);
	while (w->stack.n > floor)
		visit(w, w->stack.at[--w->stack.n]);
}

void walk_type(Walk *w, TypeId id) {
	if (!id)
		return;
	const Type *t = ir_type(w->program, id);
	for (uint32_t i = 0; i < t->shape.n; i++)
		walk_expr(w, t->shape.at[i]);
	if (t->memref) {
		if (w->base)
			w->base(w->context, t->memref->base);
		walk_expr(w, t->memref->offset);
		walk_expr(w, t->memref->size);
		walk_expr(w, t->memref->index);
	}
	walk_expr(w, t->view);
	for (uint32_t i = 0; i < t->extra.n; i++)
		walk_expr(w, t->extra.at[i]);
	for (uint32_t i = 0; i < t->elements.n; i++)
		walk_type(w, t->elements.at[i]);
}

void walk_end(Walk *w) { vec_free(&w->stack); }
