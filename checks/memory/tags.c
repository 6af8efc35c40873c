/* The attribute pipeline_membership, "group:stage;group:stage" (P24, P25): what was there before stays in front, groups that are
 * new have the stages 0, 1, ... without a gap, and what the skew tags is no pop. */
#include "checks/memory/slots_check.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MAX_NEST = 400, SKEW_GROUPS = 1 << 20 }; /* the skew numbers its groups from there, replication from 0 */

typedef struct Tag {
	const char *text;
	const Call *call;
	Span at;
} Tag;

typedef VEC(Tag) TagVec;

typedef struct Member { int64_t group, stage; Span at; } Member;

static void find_tags(const Program *p, Block b, unsigned nest, TagVec *out) {
	for (uint32_t i = 0; i < b.n && nest < MAX_NEST; i++) {
		const Stmt *st = ir_stmt(p, b.at[i]);
		const Call *c = ir_call_of(p, b.at[i]);
		ExprId e = c ? ir_get(p, c->attrs, "pipeline_membership") : 0;
		if (e && ir_expr(p, e)->kind == X_STR) {
			Tag t = {ir_text(p, ir_expr(p, e)->str), c, st->span};
			vec_push(out, t);
		}
		find_tags(p, st->body, nest + 1, out);
		find_tags(p, st->orelse, nest + 1, out);
	}
}

static int by_text(const void *a, const void *b) {
	const Tag *x = a, *y = b;
	int c = strcmp(x->text, y->text);
	return c ? c : (x->call->op > y->call->op) - (x->call->op < y->call->op);
}

/* Bytes of the next "group:stage" and its separator; 0: not one. */
static size_t next(const char *s, Member *out) {
	char *end;
	if (*s < '0' || *s > '9')
		return 0;
	out->group = strtoll(s, &end, 10);
	if (*end != ':' || end[1] < '0' || end[1] > '9')
		return 0;
	out->stage = strtoll(end + 1, &end, 10);
	if (*end && (*end != ';' || !end[1]))
		return 0;
	return (size_t)(end - s) + (*end == ';');
}

static int by_member(const void *x, const void *y) {
	const Member *a = x, *b = y;
	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	return (a->stage > b->stage) - (a->stage < b->stage);
}

typedef VEC(Member) Members;

static bool has_group(const Members *m, int64_t group) {
	size_t low = 0, high = m->n;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (m->at[mid].group < group)
			low = mid + 1;
		else
			high = mid;
	}
	return low < m->n && m->at[low].group == group;
}

/* false: a text that is no tag. */
static bool members(const TagVec *tags, Members *out, Span *bad) {
	for (uint32_t i = 0; i < tags->n; i++)
		for (const char *s = tags->at[i].text; *s;) {
			Member m = {.at = tags->at[i].at};
			size_t n = next(s, &m);
			if (!n) {
				*bad = m.at;
				return false;
			}
			vec_push(out, m);
			s += n;
		}
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, by_member);
	return true;
}

typedef struct Judge {
	const TagVec *old, *now; /* by text */
	const Members *was, *is;
	Arena *arena;
	const char *reason;      /* NULL: nothing wrong */
	const char *property;
	Span at;
	bool is_lost;            /* at: before */
} Judge;

static bool among(const TagVec *tags, const char *text, size_t n) {
	for (size_t low = 0, high = tags->n; low < high;) {
		size_t mid = (low + high) / 2;
		const char *x = tags->at[mid].text;
		int c = strncmp(x, text, n);
		c = c ? c : (unsigned char)x[n] > 0;
		if (!c)
			return true;
		if (c < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return false;
}

/* The part of a tag whose groups were there before. */
static void judge_front(Judge *j, const Tag *t) {
	size_t front = 0;
	bool fresh = false;
	for (const char *s = t->text; *s && !j->reason;) {
		Member m = {0};
		size_t n = next(s, &m);
		bool old = has_group(j->was, m.group);
		if (old && fresh)
			j->reason = arena_printf(j->arena, "the call at line %" PRIu32 " has group %" PRId64 ", which was there before, behind a new one: '%s'", t->at.line, m.group, t->text);
		fresh |= !old;
		s += n;
		if (old)
			front = (size_t)(s - t->text);
		if (!old && m.group >= SKEW_GROUPS && ir_is_pop(t->call->op))
			j->reason = arena_printf(j->arena, "the pop at line %" PRIu32 " is a member of group %" PRId64 " of the skew, which tags no pops", t->at.line, m.group);
	}
	if (front && t->text[front - 1] == ';')
		front--;
	if (!j->reason && front && !among(j->old, t->text, front))
		j->reason = arena_printf(j->arena, "the call at line %" PRIu32 " is tagged '%s', and no call before is tagged '%.*s'", t->at.line, t->text, (int)front, t->text);
	j->at = j->reason ? t->at : j->at;
}

static void judge_stages(Judge *j) {
	int64_t expected = 0;
	for (uint32_t i = 0; i < j->is->n && !j->reason; i++) {
		const Member *m = &j->is->at[i];
		bool first = !i || j->is->at[i - 1].group != m->group;
		if (has_group(j->was, m->group))
			continue;
		expected = first ? 0 : expected;
		if (m->stage != expected && (first || m->stage != expected - 1)) {
			j->reason = arena_printf(j->arena, "group %" PRId64 " has a member of stage %" PRId64 " and none of stage %" PRId64, m->group, m->stage, expected);
			j->property = m->group >= SKEW_GROUPS ? "P24" : "P25";
			j->at = m->at;
		}
		if (m->stage == expected)
			expected++;
	}
}

/* Statements are cloned, never dropped: what was a member stays one. */
static void judge_kept(Judge *j) {
	for (uint32_t i = 0; i < j->old->n && !j->reason; i++) {
		const Tag *t = &j->old->at[i];
		size_t n = strlen(t->text);
		uint32_t was = 0, is = 0;
		if (i && !strcmp(t->text, j->old->at[i - 1].text) && t->call->op == j->old->at[i - 1].call->op)
			continue;
		for (uint32_t k = 0; k < j->old->n; k++)
			was += t->call->op == j->old->at[k].call->op && !strcmp(j->old->at[k].text, t->text);
		for (uint32_t k = 0; k < j->now->n; k++) {
			const Tag *x = &j->now->at[k];
			is += t->call->op == x->call->op && !strncmp(x->text, t->text, n) && (!x->text[n] || x->text[n] == ';');
		}
		if (is >= was)
			continue;
		j->reason = arena_printf(j->arena, "%" PRIu32 " of %" PRIu32 " calls of %s lost the tag '%s'", was - is, was, op_rows[t->call->op].name, t->text);
		j->at = t->at;
		j->is_lost = true;
	}
}

typedef struct Clone { int64_t group, stage; OpId op; Span at; } Clone;
typedef VEC(Clone) Clones;

static int by_clone(const void *x, const void *y) {
	const Clone *a = x, *b = y;
	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	if (a->op != b->op)
		return a->op < b->op ? -1 : 1;
	return (a->stage > b->stage) - (a->stage < b->stage);
}

static uint32_t run_of(const Clones *c, uint32_t i) {
	uint32_t n = 1;
	while (i + n < c->n && !by_clone(&c->at[i], &c->at[i + n]))
		n++;
	return n;
}

/* Each stage of a new group is the same body once more: as many members of each op. */
static void judge_clones(Judge *j) {
	Clones c = {0};
	for (uint32_t i = 0; i < j->now->n; i++)
		for (const char *s = j->now->at[i].text; *s;) {
			Member m = {0};
			s += next(s, &m);
			if (!has_group(j->was, m.group))
				vec_push(&c, ((Clone){m.group, m.stage, j->now->at[i].call->op, j->now->at[i].at}));
		}
	if (c.n)
		qsort(c.at, c.n, sizeof *c.at, by_clone);
	for (uint32_t i = 0; i < c.n && !j->reason;) {
		int64_t stages = 0;
		for (uint32_t k = 0; k < j->is->n; k++)
			if (j->is->at[k].group == c.at[i].group && j->is->at[k].stage >= stages)
				stages = j->is->at[k].stage + 1;
		uint32_t n = run_of(&c, i), k = i;
		for (int64_t stage = 0; stage < stages && !j->reason; stage++) {
			bool there = k < c.n && c.at[k].group == c.at[i].group && c.at[k].op == c.at[i].op && c.at[k].stage == stage;
			uint32_t now = there ? run_of(&c, k) : 0;
			if (now != n || c.at[i].stage) {
				j->reason = arena_printf(j->arena, "group %" PRId64 " has %" PRIu32 " members %s in one stage and not in another", c.at[i].group, n,
					op_rows[c.at[i].op].name);
				j->property = c.at[i].group >= SKEW_GROUPS ? "P24" : "P25";
				j->at = c.at[i].at;
			}
			k += now;
		}
		i = k > i ? k : i + n;
	}
	vec_free(&c);
}

void tags_judge(const Program *before, FuncId f_before, const Program *after, FuncId f_after, Report *report) {
	TagVec old = {0}, now = {0};
	Members was = {0}, is = {0};
	Judge j = {.old = &old, .now = &now, .was = &was, .is = &is, .arena = report->arena, .property = "P24"};
	Span bad = {0};
	if (f_before)
		find_tags(before, ir_func(before, f_before)->body, 0, &old);
	find_tags(after, ir_func(after, f_after)->body, 0, &now);
	if (old.n)
		qsort(old.at, old.n, sizeof *old.at, by_text);
	if (!members(&old, &was, &bad)) {
		was.n = 0; /* what is wrong before is not this pass's fault; nothing counts as kept */
	} else if (!members(&now, &is, &bad)) {
		j.reason = "a pipeline_membership that is not \"group:stage;group:stage\"";
		j.at = bad;
	} else {
		for (uint32_t i = 0; i < now.n && !j.reason; i++)
			judge_front(&j, &now.at[i]);
		judge_stages(&j);
		judge_clones(&j);
		judge_kept(&j);
	}
	Result *r = report_add(report, OB_TAGS, j.reason ? VERDICT_REFUTED : VERDICT_PROVED);
	const Function *fn = ir_func(after, f_after);
	r->function = arena_text(report->arena, ir_text(after, fn->name), ir_text_length(after, fn->name));
	r->unit = "function";
	r->property = j.property;
	r->after_at = j.reason && !j.is_lost ? j.at : fn->span;
	if (j.is_lost)
		r->before_at = j.at;
	r->argument = j.reason ? "" : now.n ? "old members in front, new groups with all their stages" : "no call is tagged";
	if (j.reason) {
		Witness *w = ARENA_NEW(report->arena, Witness);
		*w = (Witness){.inputs = "", .trip = -1, .iteration = -1, .where = "pipeline_membership", .before = "", .after = j.reason, .story = "", .after_at = r->after_at, .replayed = true};
		r->reason = j.reason;
		r->witness = w;
	}
	vec_free(&old);
	vec_free(&now);
	vec_free(&was);
	vec_free(&is);
}
