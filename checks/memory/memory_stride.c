/* Views of columns: their rows lie a row of the source apart, with bytes of others between them. */
#include "checks/memory/memory_unit.h"

static const Type *type_of(const MemoryUnit *m, uint32_t tile) {
	return ir_type(m->p, ir_var(m->p, m->storage->tiles.at[tile].var)->type);
}

/* Row after row, as vector tiles lie unless their view says otherwise. */
static bool is_by_rows(const MemoryUnit *m, uint32_t tile) {
	static const struct { const char *key, *plain; } parts[] = {{"blayout", "pl.TileLayout.row_major"}, {"slayout", "pl.TileLayout.none_box"}};
	const Type *t = type_of(m, tile);
	const Expr *view = t->view ? ir_expr(m->p, t->view) : NULL;
	if (m->storage->tiles.at[tile].space != SPACE_VEC)
		return false;
	for (size_t i = 0; view && view->kind == X_CALL && i < 2; i++) {
		ExprId e = ir_get(m->p, view->call->kwargs, parts[i].key);
		const Expr *x = e ? ir_expr(m->p, e) : NULL;
		if (x && (x->kind != X_NAME || strcmp(ir_text(m->p, x->str), parts[i].plain) != 0))
			return false;
	}
	return !view || view->kind == X_CALL;
}

/* Rows and bytes of a row of a tile of two dimensions. */
static bool rows_of(const MemoryUnit *m, uint32_t tile, int64_t *rows, int64_t *row) {
	const Type *t = type_of(m, tile);
	int64_t bits = dtype_storage_bits[t->dtype];
	return is_by_rows(m, tile) && t->shape.n == 2 && ir_const_int(m->p, t->shape.at[0], rows) && ir_const_int(m->p, t->shape.at[1], row) &&
		*rows > 0 && *row > 0 && !__builtin_mul_overflow(*row, bits, row) && *row % 8 == 0 && (*row /= 8) > 0;
}

/* All dimensions but the first are the source's. */
static bool is_whole_rows(const MemoryUnit *m, uint32_t tile, uint32_t source) {
	const Type *a = type_of(m, tile), *b = type_of(m, source);
	bool same = is_by_rows(m, tile) && is_by_rows(m, source) && a->dtype == b->dtype && a->shape.n == b->shape.n;
	for (uint32_t i = 1; same && i < a->shape.n; i++)
		same = ir_same_expr(m->p, a->shape.at[i], b->shape.at[i]);
	return same;
}

static Stride part_of(const MemoryUnit *m, uint32_t tile, uint32_t source) {
	const Stride *outer = &m->stride[source];
	const Place *from = &m->place[source];
	int64_t rows, row, all, pitch;
	if (!outer->reach && rows_of(m, tile, &rows, &row) && rows_of(m, source, &all, &pitch)) {
		pitch = outer->rows ? outer->pitch : pitch;
		if (rows == 1 || row == pitch)
			return (Stride){0};
		if (row < pitch)
			return (Stride){.rows = rows, .row = row, .pitch = pitch};
	}
	if (!outer->reach && !outer->rows && is_whole_rows(m, tile, source))
		return (Stride){0};
	return (Stride){.reach = from->bytes > 0 ? from->bytes : -1};
}

void memory_stride_from(MemoryUnit *m, uint32_t tile, uint32_t source, MakeKind make) {
	if (source == NO_TILE)
		return;
	if (make == MAKE_PART)
		m->stride[tile] = part_of(m, tile, source);
	else if (make == MAKE_SAME || make == MAKE_IN_PLACE)
		m->stride[tile] = m->stride[source];
}

void memory_stride_apply(const MemoryUnit *m, uint32_t tile, Place *place) {
	const Stride *s = &m->stride[tile];
	int64_t span;
	place->rows = s->rows;
	place->row = s->row;
	place->pitch = s->pitch;
	place->is_rough = s->reach != 0;
	if (s->reach)
		place->bytes = s->reach < 0 || s->reach > place->bytes ? s->reach : place->bytes;
	if (s->rows)
		place->bytes = __builtin_mul_overflow(s->rows - 1, s->pitch, &span) || __builtin_add_overflow(span, s->row, &span) ? -1 : span;
}
