#include "checks/simulate/tried.h"

#include "model/text.h"

enum { MOST_INPUTS = 6, MOST_RUNS = 12 };

static void note_value(TriedInput *t, int64_t value) {
	uint32_t at = t->values.n;
	while (at > 0 && t->values.at[at - 1] >= value)
		at--;
	if (at < t->values.n && t->values.at[at] == value)
		return;
	vec_push(&t->values, value);
	memmove(t->values.at + at + 1, t->values.at + at, (t->values.n - 1 - at) * sizeof *t->values.at);
	t->values.at[at] = value;
}

void tried_note(Tried *t, const Inputs *in) {
	uint32_t conditions = 0;
	for (uint32_t k = 0; k < inputs_count(in); k++) {
		Chosen c = inputs_choice(in, k);
		if (c.is_condition) {
			conditions++;
			continue;
		}
		TriedInput *mine = NULL;
		for (uint32_t i = 0; i < t->inputs.n && !mine; i++)
			if (t->inputs.at[i].what == c.what)
				mine = &t->inputs.at[i];
		if (!mine && t->inputs.n <= MOST_INPUTS) { /* one more than is told, so that it is known that there are more */
			vec_push(&t->inputs, ((TriedInput){.what = c.what}));
			mine = &t->inputs.at[t->inputs.n - 1];
		}
		if (mine)
			note_value(mine, c.value);
	}
	if (conditions > t->conditions)
		t->conditions = conditions;
}

/* Runs of neighbours: "-3..12, 40". */
static void add_values(Text *out, const TriedInput *t) {
	uint32_t runs = 0;
	for (uint32_t i = 0, next; i < t->values.n; i = next, runs++) {
		next = i + 1;
		while (next < t->values.n && t->values.at[next] - 1 == t->values.at[next - 1])
			next++;
		if (runs == MOST_RUNS) {
			text_printf(out, ", ..., %lld", (long long)t->values.at[t->values.n - 1]);
			return;
		}
		text_printf(out, "%s%lld", runs ? ", " : "", (long long)t->values.at[i]);
		if (next > i + 1)
			text_printf(out, "%s%lld", next == i + 2 ? ", " : "..", (long long)t->values.at[next - 1]);
	}
}

const char *tried_text(const Tried *t, const Terms *terms, Arena *a) {
	Text out = {0};
	for (uint32_t i = 0; i < t->inputs.n && i < MOST_INPUTS; i++) {
		text_printf(&out, "%s%s = ", i ? "; " : "", term_text(terms, a, t->inputs.at[i].what, 60));
		add_values(&out, &t->inputs.at[i]);
	}
	if (t->inputs.n > MOST_INPUTS)
		text_addz(&out, "; further inputs");
	if (t->conditions)
		text_printf(&out, "%s%u condition%s either way", out.n ? "; " : "", t->conditions, t->conditions == 1 ? "" : "s");
	const char *text = arena_text(a, out.at ? out.at : "", out.n);
	vec_free(&out);
	return text;
}

void tried_free(Tried *t) {
	for (uint32_t i = 0; i < t->inputs.n; i++)
		vec_free(&t->inputs.at[i].values);
	vec_free(&t->inputs);
}
