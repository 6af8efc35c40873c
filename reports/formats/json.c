#include "reports/formats/json.h"

#include "model/utf8.h"
#include "reports/version.h"

#include <stdlib.h>

json_t *js_text_n(const char *s, size_t n) {
	json_t *plain = json_stringn(s, n); /* NULL when it is no UTF-8 */
	if (plain)
		return plain;
	Text t = {0};
	for (size_t i = 0; i < n;) {
		uint32_t c;
		size_t length = utf8_next(s + i, n - i, &c);
		if (length)
			text_add(&t, s + i, length);
		else
			text_addz(&t, "\xef\xbf\xbd");
		i += length ? length : 1;
	}
	json_t *j = json_stringn(t.at, t.n);
	vec_free(&t);
	return j;
}

json_t *js_text(const char *s) { return js_text_n(s ? s : "", s ? strlen(s) : 0); }

static json_t *if_positive(uint32_t v) { return v ? json_integer(v) : json_null(); }
static json_t *if_known(int64_t v) { return v >= 0 ? json_integer(v) : json_null(); }

static void put(json_t *object, const char *key, json_t *value) { json_object_set_new_nocheck(object, key, value); }

static void put_spans(json_t *j, Span before, Span after) {
	put(j, "before_line", if_positive(before.line));
	put(j, "before_column", if_positive(before.col));
	put(j, "after_line", if_positive(after.line));
	put(j, "after_column", if_positive(after.col));
}

static json_t *witness(const Witness *w) {
	if (!w)
		return json_null();
	json_t *j = json_object();
	put(j, "inputs", js_text(w->inputs));
	put(j, "trip", if_known(w->trip));
	put(j, "iteration", if_known(w->iteration));
	put(j, "where", js_text(w->where));
	put(j, "before", js_text(w->before));
	put(j, "after", js_text(w->after));
	put_spans(j, w->before_at, w->after_at);
	put(j, "before_iteration", js_text(w->before_rounds));
	put(j, "after_iteration", js_text(w->after_rounds));
	put(j, "story", js_text(w->story));
	put(j, "replayed", json_boolean(w->replayed));
	return j;
}

json_t *js_result(const Result *r) {
	json_t *j = json_object();
	put(j, "function", js_text(r->function));
	put(j, "unit", js_text(r->unit));
	put(j, "property", js_text(r->property));
	put(j, "obligation", js_text(obligation_rows[r->obligation].name));
	put(j, "verdict", js_text(verdict_names[r->verdict]));
	put(j, "argument", js_text(r->argument));
	put(j, "reason", js_text(r->reason));
	put(j, "inherited", json_boolean(r->inherited));
	put_spans(j, r->before_at, r->after_at);
	put(j, "witness", witness(r->witness));
	put(j, "fingerprint", js_text(r->fingerprint));
	put(j, "seconds", json_real(r->seconds));
	put(j, "rlimit", json_integer(r->rlimit > INT64_MAX ? INT64_MAX : (json_int_t)r->rlimit));
	return j;
}

json_t *js_check(const char *before, const char *after, const CheckOptions *o, const Report *r) {
	json_t *results = json_array();
	for (uint32_t i = 0; i < r->results.n; i++)
		json_array_append_new(results, js_result(&r->results.at[i]));
	json_t *j = json_object();
	put(j, "tool", js_text("tileproof"));
	put(j, "version", js_text(TILEPROOF_VERSION));
	put(j, "before", js_text(before));
	put(j, "after", js_text(after));
	put(j, "arch", js_text(arch_name(o->arch)));
	put(j, "credits", js_text(credits_name(o->credits)));
	put(j, "division", js_text(o->floor_division ? "floor" : "emitted"));
	put(j, "results", results);
	return j;
}

/* ---- back ---- */

static const char *text_of(const json_t *j, const char *key, Arena *a) {
	const json_t *t = json_object_get(j, key);
	return json_is_string(t) ? arena_text(a, json_string_value(t), json_string_length(t)) : NULL;
}

static int64_t number_of(const json_t *j, const char *key, int64_t absent) {
	const json_t *v = json_object_get(j, key);
	return json_is_integer(v) ? (int64_t)json_integer_value(v) : absent;
}

static Span span_of(const json_t *j, const char *line, const char *column) {
	return (Span){(uint32_t)number_of(j, line, 0), (uint32_t)number_of(j, column, 0)};
}

static const Witness *witness_of(const json_t *j, Arena *a) {
	Witness w = {.inputs = text_of(j, "inputs", a), .trip = number_of(j, "trip", -1), .iteration = number_of(j, "iteration", -1),
		.where = text_of(j, "where", a), .before = text_of(j, "before", a), .after = text_of(j, "after", a),
		.before_at = span_of(j, "before_line", "before_column"), .after_at = span_of(j, "after_line", "after_column"),
		.before_rounds = text_of(j, "before_iteration", a), .after_rounds = text_of(j, "after_iteration", a),
		.story = text_of(j, "story", a), .replayed = json_is_true(json_object_get(j, "replayed"))};
	if (!w.before_rounds || !w.after_rounds)
		w.before_rounds = w.after_rounds = ""; /* a baseline of an older version */
	return w.inputs && w.where && w.before && w.after && w.story ? arena_copy(a, &w, sizeof w) : NULL;
}

static int row_of(const char *name, const char *const *names, int n) {
	int k = 0;
	while (k < n && strcmp(name, names[k]))
		k++;
	return k;
}

bool js_result_read(const json_t *j, Report *r) {
	static const char *const obligations[] = {
#define OBLIGATION(id, name, properties, says) name,
#include "checks/obligations.def"
	};
	const char *obligation = text_of(j, "obligation", r->arena), *verdict = text_of(j, "verdict", r->arena);
	const char *fingerprint = text_of(j, "fingerprint", r->arena);
	Result x = {.function = text_of(j, "function", r->arena), .unit = text_of(j, "unit", r->arena),
		.property = text_of(j, "property", r->arena), .argument = text_of(j, "argument", r->arena), .reason = text_of(j, "reason", r->arena),
		.before_at = span_of(j, "before_line", "before_column"), .after_at = span_of(j, "after_line", "after_column"),
		.inherited = json_is_true(json_object_get(j, "inherited")),
		.seconds = json_number_value(json_object_get(j, "seconds")), .rlimit = (uint64_t)number_of(j, "rlimit", 0)};
	if (!obligation || !verdict || !fingerprint || !x.function || !x.unit || !x.property || !x.argument || !x.reason)
		return false;
	int o = row_of(obligation, obligations, OB_COUNT), v = row_of(verdict, verdict_names, VERDICT_COUNT);
	const json_t *w = json_object_get(j, "witness");
	if (json_is_object(w))
		x.witness = witness_of(w, r->arena);
	if (o == OB_COUNT || v == VERDICT_COUNT || strlen(fingerprint) >= sizeof x.fingerprint || (json_is_object(w) && !x.witness))
		return false;
	x.obligation = (Obligation)o;
	x.verdict = (Verdict)v;
	memcpy(x.fingerprint, fingerprint, strlen(fingerprint) + 1);
	vec_push(&r->results, x);
	return true;
}

static void print(const json_t *j, size_t flags, Text *out) {
	char *text = json_dumps(j, flags | JSON_REAL_PRECISION(6));
	if (text) {
		text_addz(out, text);
		text_addz(out, "\n");
	}
	free(text);
}

static void add_value(const json_t *j, Text *out) {
	char *text = json_dumps(j, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
	text_addz(out, text ? text : "null");
	free(text);
}

void js_print_lines(const json_t *object, Text *out) {
	const char *between = "{\n", *key;
	json_t *value, *element;
	size_t i;
	json_object_foreach((json_t *)(uintptr_t)object, key, value) {
		text_printf(out, "%s  \"%s\": ", between, key); /* fields have plain names */
		between = ",\n";
		if (!json_array_size(value)) {
			add_value(value, out);
			continue;
		}
		json_array_foreach(value, i, element) {
			text_addz(out, i ? ",\n    " : "[\n    ");
			add_value(element, out);
		}
		text_addz(out, "\n  ]");
	}
	text_addz(out, "\n}\n");
}

void js_print(const json_t *j, Text *out) { print(j, JSON_INDENT(2), out); }
void js_print_compact(const json_t *j, Text *out) { print(j, JSON_COMPACT, out); }
