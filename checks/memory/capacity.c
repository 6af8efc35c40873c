/* Capacity (P21): what is live together fits its memory space, per function and space.
 *
 * Ring storage and regions with slots are reserved whole, each slot rounded up to the alignment of its space. In a dump with
 * addresses the highest byte decides. Before that the question is whether any placement fits, and what is refuted is refuted
 * for every placement: values are taken to need their bytes only from definition to last use, a result may take the place of
 * an operand, and a region may lend its bytes out while nothing in it lives. */
#include "checks/memory/slots_check.h"

#include "analyzer/lifetimes.h"
#include "checks/memory/placement.h"
#include "model/text.h"

#include <inttypes.h>

enum { ADDRESS_UNIT = 32, NAMED = 6 };

typedef struct Budget { /* of one function and space; bytes */
	const Storage *s;
	const Storage *was;   /* before the pass; NULL: not there */
	const CheckOptions *o;
	Report *r;
	Space space;
	int64_t limit, physical;
	int64_t rings;
	int64_t regions, regions_at_least; /* with what only prints alike as different regions, and as one */
	bool known;           /* all sizes of regions and rings are constants */
} Budget;

static int64_t plus(int64_t a, int64_t b) {
	int64_t sum;
	return a < 0 || b < 0 || __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static bool printed_before(const Budget *b, const Allocation *a) {
	const char *name = ir_hint(b->s->p, a->base);
	for (uint32_t k = 1; b->was && k < b->was->allocations.n; k++)
		if (!strcmp(ir_hint(b->was->p, b->was->allocations.at[k].base), name))
			return true;
	return b->was == NULL;
}

static int64_t region_bytes(const Allocation *a) {
	int64_t slot = a->is_declared ? storage_round(a->slot_bytes, a->space) : -1, all;
	if (!a->is_declared)
		return a->bytes < 0 ? -1 : storage_round(a->bytes, a->space);
	return slot < 0 || __builtin_mul_overflow(slot, a->slots, &all) ? -1 : all;
}

static void count_reserved(Budget *b) {
	b->known = true;
	for (uint32_t i = 0; i < b->s->reserved.n; i++) {
		const ReservedRegion *x = &b->s->reserved.at[i];
		if (x->space != b->space)
			continue;
		b->known &= x->bytes >= 0;
		b->rings = plus(b->rings, x->bytes < 0 ? 0 : storage_round(x->bytes, x->space));
	}
	for (uint32_t k = 1; k < b->s->allocations.n; k++) {
		const Allocation *a = &b->s->allocations.at[k];
		if (a->space != b->space || !a->pinned)
			continue;
		int64_t bytes = region_bytes(a);
		b->known &= bytes >= 0;
		bytes = bytes < 0 ? 0 : bytes;
		b->regions = plus(b->regions, bytes);
		/* Copies of a loop that had its slots before share one region; regions that this pass made are one per load. */
		if (!a->alike || !printed_before(b, a))
			b->regions_at_least = plus(b->regions_at_least, bytes);
	}
}

/* ---- results ---- */

static Result *result(const Budget *b, Verdict v) {
	Result *r = report_add(b->r, OB_CAPACITY, v);
	const Function *fn = ir_func(b->s->p, b->s->f);
	Arena *a = b->r->arena;
	r->function = arena_text(a, ir_text(b->s->p, fn->name), ir_text_length(b->s->p, fn->name));
	r->property = "P21";
	r->unit = b->space ? arena_printf(a, "space %s", space_names[b->space]) : "function";
	r->after_at = fn->span;
	return r;
}

/* "the 188416 bytes that are safe in Vec (196608 are there)" */
static const char *limit_text(const Budget *b, int64_t need) {
	Arena *a = b->r->arena;
	if (b->physical == b->limit)
		return arena_printf(a, "the %" PRId64 " bytes of %s on %s", b->limit, space_names[b->space], arch_name(b->o->arch));
	if (need > b->physical)
		return arena_printf(a, "the %" PRId64 " bytes that %s has on %s, and the %" PRId64 " of them that are safe", b->physical, space_names[b->space],
			arch_name(b->o->arch), b->limit);
	return arena_printf(a, "the %" PRId64 " bytes that are safe in %s on %s, but not the %" PRId64 " that are there", b->limit, space_names[b->space],
		arch_name(b->o->arch), b->physical);
}

static void refute(const Budget *b, Span at, int64_t need, const char *reason, const char *story) {
	Result *r = result(b, VERDICT_REFUTED);
	Witness *w = ARENA_NEW(b->r->arena, Witness);
	*w = (Witness){.inputs = "", .trip = -1, .iteration = -1, .before = "", .story = story, .after_at = at, .replayed = true};
	w->where = arena_printf(b->r->arena, "space %s", space_names[b->space]);
	w->before = arena_printf(b->r->arena, "%" PRId64 " bytes at most", b->limit);
	w->after = arena_printf(b->r->arena, "%" PRId64 " bytes", need);
	r->reason = reason;
	r->after_at = at;
	r->witness = w;
}

static const char *finish(const Budget *b, Text *t) {
	const char *s = arena_text(b->r->arena, t->n ? t->at : "", t->n);
	vec_free(t);
	return s;
}

static const char *reserved_story(const Budget *b) {
	Text t = {0};
	for (uint32_t i = 0; i < b->s->reserved.n; i++)
		if (b->s->reserved.at[i].space == b->space)
			text_printf(&t, "ring storage reserved at line %" PRIu32 ": %" PRId64 " bytes\n", ir_stmt(b->s->p, b->s->reserved.at[i].stmt)->span.line,
				b->s->reserved.at[i].bytes);
	for (uint32_t k = 1; k < b->s->allocations.n; k++) {
		const Allocation *a = &b->s->allocations.at[k];
		if (a->space == b->space && a->pinned)
			text_printf(&t, "region '%s': %" PRId64 " slots of %" PRId64 " bytes, %" PRId64 " rounded\n", ir_hint(b->s->p, a->base), a->slots, a->slot_bytes,
				region_bytes(a));
	}
	return finish(b, &t);
}

static Span first_region(const Budget *b) {
	for (uint32_t i = 0; i < b->s->tiles.n; i++) {
		const Allocation *a = storage_allocation(b->s, &b->s->tiles.at[i]);
		if (a && a->pinned && a->space == b->space)
			return ir_var(b->s->p, b->s->tiles.at[i].var)->span;
	}
	return ir_func(b->s->p, b->s->f)->span;
}

/* ---- dumps with addresses ---- */

/* Ring storage that shares bytes with [at, at + bytes); NULL: none. before: only the first so many are asked. */
static const ReservedRegion *ring_at(const Budget *b, int64_t at, int64_t bytes, uint32_t before) {
	for (uint32_t i = 0; i < before; i++) {
		const ReservedRegion *x = &b->s->reserved.at[i];
		if (x->space == b->space && x->base >= 0 && x->bytes >= 0 && at < plus(x->base, x->bytes) && x->base < plus(at, bytes))
			return x;
	}
	return NULL;
}

/* false: ring storage lies in other ring storage. */
static bool rings_apart(const Budget *b, int64_t *top) {
	Arena *a = b->r->arena;
	for (uint32_t i = 0; i < b->s->reserved.n; i++) {
		const ReservedRegion *x = &b->s->reserved.at[i], *other;
		if (x->space != b->space || x->base < 0 || x->bytes < 0)
			continue;
		*top = plus(x->base, x->bytes) > *top ? plus(x->base, x->bytes) : *top;
		if (!(other = ring_at(b, x->base, x->bytes, i)))
			continue;
		Span at = ir_stmt(b->s->p, x->stmt)->span;
		refute(b, at, x->bytes, arena_printf(a, "the ring storage reserved at line %" PRIu32 " lies at %" PRId64 " of %s, in that of line %" PRIu32, at.line, x->base,
			space_names[b->space], ir_stmt(b->s->p, other->stmt)->span.line), "");
		return false;
	}
	return true;
}

/* What a tile takes: its MemRef may be smaller than its type. */
static bool extent_of(const Storage *s, const TileStorage *t, int64_t *at, int64_t *bytes) {
	int64_t need = machine_tile_bytes(s->p, ir_var(s->p, t->var)->type, s->arch);
	*at = t->at;
	*bytes = need > t->bytes ? need : t->bytes;
	return t->kind == STORAGE_RESOLVED && t->is_fixed && *bytes >= 0;
}

static void judge_addresses(const Budget *b) {
	const Storage *s = b->s;
	Arena *a = b->r->arena;
	int64_t top = 0, at, bytes;
	const TileStorage *highest = NULL, *moving = NULL;
	if (!rings_apart(b, &top))
		return;
	for (uint32_t i = 0; i < s->tiles.n; i++) {
		const TileStorage *t = &s->tiles.at[i];
		const ReservedRegion *ring;
		if (t->space == b->space && t->kind == STORAGE_RESOLVED && !t->is_fixed && !moving)
			moving = t;
		if (t->space != b->space || !extent_of(s, t, &at, &bytes))
			continue;
		if ((ring = ring_at(b, at, bytes, s->reserved.n))) {
			Span span = ir_var(s->p, t->var)->span;
			refute(b, span, bytes, arena_printf(a, "'%s' at line %" PRIu32 " lies at %" PRId64 ", in the ring storage that ends at %" PRId64 " of %s",
				ir_hint(s->p, t->var), span.line, at, plus(ring->base, ring->bytes), space_names[b->space]), "");
			return;
		}
		if (plus(at, bytes) > top) {
			top = plus(at, bytes);
			highest = t;
		}
	}
	if (top > b->limit) {
		Span span = highest ? ir_var(s->p, highest->var)->span : first_region(b);
		refute(b, span, top, arena_printf(a, "'%s' at line %" PRIu32 " ends at byte %" PRId64 ", which exceeds %s", highest ? ir_hint(s->p, highest->var) : "ring storage", span.line,
			top, limit_text(b, top)), reserved_story(b));
		return;
	}
	if (moving) {
		Result *r = result(b, VERDICT_UNKNOWN);
		r->after_at = ir_var(s->p, moving->var)->span;
		r->reason = arena_printf(a, "'%s' has no constant address", ir_hint(s->p, moving->var));
		return;
	}
	result(b, VERDICT_PROVED)->argument = arena_printf(a, "the highest byte used is %" PRId64 " of %" PRId64, top, b->limit);
}

/* ---- any placement ---- */

typedef struct Items {
	VEC(PlaceItem) item;
	VEC(Lifetime) life; /* of each item */
	const char *unknown; /* a buffer whose size is no constant */
} Items;

/* All that is not reserved. */
static void gather(const Budget *b, LifetimeRule rule, Items *out) {
	Lifetimes all = {0};
	lifetimes_of(b->s, rule, &all);
	for (uint32_t i = 0; i < all.n; i++) {
		Lifetime *l = &all.at[i];
		if (l->space != b->space || l->from > l->to || l->pinned)
			continue;
		PlaceItem item = {.bytes = l->bytes < 0 ? 0 : storage_round(l->bytes, SPACE_VEC), .from = l->from, .to = l->to};
		if (l->bytes < 0 && !out->unknown)
			out->unknown = ir_hint(b->s->p, l->var);
		vec_push(&out->item, item);
		vec_push(&out->life, *l);
	}
	vec_free(&all);
}

static void drop(Items *x) {
	vec_free(&x->item);
	vec_free(&x->life);
}

static const char *story_of(const Budget *b, const Items *x, const bool *chosen) {
	Text t = {0};
	unsigned named = 0;
	for (uint32_t i = 0; i < x->item.n; i++) {
		const Lifetime *l = &x->life.at[i];
		if (!chosen[i] || named++ >= 4 * NAMED)
			continue;
		text_printf(&t, "'%s': %" PRId64 " bytes, lines %" PRIu32 " to %" PRIu32, ir_hint(b->s->p, l->var), l->bytes, l->first.line, l->last.line);
		text_addc(&t, '\n');
	}
	if (named > 4 * NAMED)
		text_printf(&t, "and %u more\n", named - 4 * NAMED);
	return finish(b, &t);
}

static const char *names_of(const Budget *b, const Items *x, const bool *chosen) {
	Text t = {0};
	unsigned named = 0;
	for (uint32_t i = 0; i < x->item.n; i++)
		if (chosen[i] && named++ < NAMED)
			text_printf(&t, "%s'%s' (%" PRId64 " bytes, line %" PRIu32 ")", named > 1 ? ", " : "", ir_hint(b->s->p, x->life.at[i].var), x->life.at[i].bytes,
				x->life.at[i].first.line);
	if (named > NAMED)
		text_printf(&t, " and %u more", named - NAMED);
	return finish(b, &t);
}

static Span first_chosen(const Items *x, const bool *chosen) {
	for (uint32_t i = x->item.n; i--;)
		if (chosen[i])
			return x->life.at[i].first;
	return (Span){0};
}

static void refute_placement(const Budget *b, const Items *x, const Placement *p, int64_t reserved) {
	Arena *a = b->r->arena;
	int64_t need = p->method == PLACE_BY_PEAK ? plus(p->peak, reserved) : plus(b->limit, 1);
	const char *with = reserved ? arena_printf(a, " beside %" PRId64 " reserved bytes", reserved) : "";
	const char *how = p->method == PLACE_BY_PEAK ? arena_printf(a, "live together and need %" PRId64 " bytes%s, which exceeds", p->peak, with)
		: arena_printf(a, "cannot be placed so that what lives together is apart%s within", with);
	refute(b, first_chosen(x, p->in_the_way), need, arena_printf(a, "%s %s %s", names_of(b, x, p->in_the_way), how, limit_text(b, need)),
		story_of(b, x, p->in_the_way));
}

/* Solves with what is free above the reserved bytes. */
static void solve(const Budget *b, Items *x, int64_t reserved, Placement *p) {
	place(x->item.at, x->item.n, b->limit - reserved, ADDRESS_UNIT, b->o->solver_ms, b->o->solver_rlimit, b->r->arena, p);
}

static void judge_placement(const Budget *b) {
	Arena *a = b->r->arena;
	Items apart = {0}, carried = {0};
	Placement low = {0}, high = {0};
	int64_t least = plus(b->rings, b->regions_at_least), most = plus(b->rings, b->regions);
	gather(b, LIVE_APART, &apart);
	gather(b, LIVE_CARRIED, &carried);
	solve(b, &apart, b->rings, &low);
	if (least > b->limit) {
		refute(b, first_region(b), least, arena_printf(a, "regions of %" PRId64 " bytes, slots rounded up, and %" PRId64 " bytes of ring storage exceed %s", b->regions_at_least,
			b->rings, limit_text(b, least)), reserved_story(b));
	} else if (low.answer == PLACE_FULL) {
		refute_placement(b, &apart, &low, b->rings);
	} else if (!b->known || apart.unknown) {
		result(b, VERDICT_UNKNOWN)->reason = arena_printf(a, "the size of '%s' is not constant", apart.unknown ? apart.unknown : "ring storage or a region");
	} else if (most > b->limit) {
		result(b, VERDICT_ASSUMED)->reason = arena_printf(a, "regions that print alike are taken for one where the dump before has one; as different regions they need %" PRId64 " of %" PRId64 " bytes",
			most, b->limit);
	} else {
		solve(b, &carried, most, &high);
		if (high.answer == PLACE_FITS) {
			Result *r = result(b, VERDICT_PROVED);
			r->argument = arena_printf(a, "%s needs %" PRId64 " of %" PRId64 " bytes%s", high.method == PLACE_BY_SOLVER ? "a layout that the solver found" : "first fit",
				high.method == PLACE_BY_SOLVER ? b->limit : plus(high.first_fit, most), b->limit,
				most ? arena_printf(a, ", %" PRId64 " of them reserved for regions and rings", most) : "");
			r->rlimit = high.rlimit;
		} else if (low.answer == PLACE_UNKNOWN) {
			result(b, VERDICT_UNKNOWN)->reason = low.why;
		} else {
			result(b, VERDICT_ASSUMED)->reason = arena_printf(a, "%" PRId64 " bytes are reserved and up to %" PRId64 " more live together, of %" PRId64 ": it fits only if results take the place of operands or of slots that rest",
				most, high.peak, b->limit);
		}
	}
	drop(&apart);
	drop(&carried);
}

void capacity_judge(const Program *before, FuncId f_before, const Program *after, FuncId f_after, const CheckOptions *o, Report *r) {
	Storage *s = storage_new(after, f_after, o->arch);
	Storage *was = f_before && !(before == after && f_before == f_after) ? storage_new(before, f_before, o->arch) : NULL;
	bool used[SPACE_COUNT] = {0}, any = false;
	for (uint32_t i = 0; i < s->tiles.n; i++)
		used[s->tiles.at[i].space] = true;
	for (uint32_t i = 0; i < s->reserved.n; i++)
		used[s->reserved.at[i].space] = true;
	for (int k = 1; k < SPACE_COUNT; k++) {
		Budget b = {.s = s, .was = was, .o = o, .r = r, .space = (Space)k, .limit = machine_capacity(o->arch, (Space)k),
			.physical = machine_physical(o->arch, (Space)k)};
		if (!used[k] || !b.limit)
			continue;
		any = true;
		count_reserved(&b);
		if (s->addressed)
			judge_addresses(&b);
		else
			judge_placement(&b);
	}
	Budget none = {.s = s, .r = r};
	if (!any)
		result(&none, VERDICT_PROVED)->argument = "no tile lies in a memory space of limited size";
	storage_free(was);
	storage_free(s);
}
