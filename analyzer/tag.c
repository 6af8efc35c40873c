#include "analyzer/tag.h"

#include <inttypes.h>

static const char key[] = "pipeline_membership";

static bool is_matrix_product(const Program *p, const Call *c) {
	static const char prefix[] = "pl.tile.matmul";
	return !strncmp(ir_text(p, c->callee), prefix, sizeof prefix - 1);
}

bool tag_applies(const Program *p, StmtId id, TagRule rule) {
	const Stmt *s = ir_stmt(p, id);
	if (s->kind != S_ASSIGN || !s->expr || ir_expr(p, s->expr)->kind != X_CALL)
		return false;
	TypeId type = ir_var(p, s->var)->type;
	if (!type || ir_type(p, type)->kind != T_TILE)
		return false;
	const Call *c = ir_expr(p, s->expr)->call;
	switch (rule) {
	case TAG_SKEW:
		return !ir_is_pop(c->op);
	case TAG_REPLICATE:
		return !(is_matrix_product(p, c) && ir_type(p, type)->space == SPACE_ACC);
	case TAG_REPLICATE_ALL:
		break;
	}
	return true;
}

static Pairs with_tag(Program *p, Pairs attrs, const char *tag, Span at) {
	Pair *pairs = ARENA_ARRAY(p->arena, Pair, attrs.n + 1);
	uint32_t n = 0;
	const char *text = tag;
	for (uint32_t i = 0; i < attrs.n; i++) {
		const Expr *value = ir_expr(p, attrs.at[i].value);
		if (strcmp(ir_text(p, attrs.at[i].key), key) != 0)
			pairs[n++] = attrs.at[i];
		else if (value->kind == X_STR && ir_text_length(p, value->str))
			text = arena_printf(p->arena, "%s;%s", ir_text(p, value->str), tag);
	}
	Expr string = {.kind = X_STR, .span = at, .str = ir_strz(p, text)};
	pairs[n++] = (Pair){ir_strz(p, key), ir_add_expr(p, &string)};
	return (Pairs){pairs, n};
}

static void tag(Program *p, StmtId id, TagRule rule, const char *text) {
	Stmt *s = ir_stmt(p, id);
	if (tag_applies(p, id, rule)) {
		Expr e = *ir_expr(p, s->expr);
		Call call = *e.call;
		call.attrs = with_tag(p, call.attrs, text, e.span);
		e.call = arena_copy(p->arena, &call, sizeof call);
		s->expr = ir_add_expr(p, &e);
	}
	for (uint32_t i = 0; i < s->body.n; i++)
		tag(p, s->body.at[i], rule, text);
	for (uint32_t i = 0; i < s->orelse.n; i++)
		tag(p, s->orelse.at[i], rule, text);
}

void tag_stmt(Program *p, StmtId s, TagRule rule, int64_t group, int64_t stage) {
	char text[48];
	snprintf(text, sizeof text, "%" PRId64 ":%" PRId64, group, stage);
	tag(p, s, rule, text);
}
