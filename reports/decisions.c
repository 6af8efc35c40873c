#include "reports/decisions.h"

#include "reports/formats/json.h"

#include <inttypes.h>

static json_t *number_if(bool applies, int64_t value) {
	return applies ? json_integer(value) : json_null();
}

static json_t *bytes_json(const Decision *x) {
	json_t *all = json_object();
	for (int s = 1; s < SPACE_COUNT; s++)
		if (x->bytes[s])
			json_object_set_new(all, space_names[s], json_integer(x->bytes[s]));
	return all;
}

static json_t *decision_json(const Program *p, const Decision *x) {
	bool rotates = x->outcome == OUTCOME_SLOTTED || x->outcome == OUTCOME_REPLICATED;
	json_t *o = json_object();
	json_object_set_new(o, "function", js_text(ir_text(p, ir_func(p, x->function)->name)));
	json_object_set_new(o, "line", json_integer(x->loop.line));
	json_object_set_new(o, "pass", json_string(pass_name(x->pass)));
	json_object_set_new(o, "outcome", json_string(outcome_names[x->outcome]));
	json_object_set_new(o, "stages", json_integer(x->stages));
	json_object_set_new(o, "depth", number_if(x->outcome == OUTCOME_SKEWED, x->depth));
	json_object_set_new(o, "requested", json_integer(x->requested));
	json_object_set_new(o, "slots", number_if(rotates, x->slots));
	json_object_set_new(o, "remainder", number_if(x->outcome == OUTCOME_REPLICATED && x->remainder >= 0, x->remainder));
	json_object_set_new(o, "bytes", bytes_json(x));
	json_object_set_new(o, "reason", js_text(x->reason));
	json_object_set_new(o, "guard", x->guard == GUARD_NONE ? json_null() : json_string(guard_rows[x->guard].name));
	return o;
}

void decisions_json(const Program *p, const Decisions *decisions, Text *out) {
	json_t *list = json_array();
	for (uint32_t k = 0; k < decisions->n; k++)
		json_array_append_new(list, decision_json(p, &decisions->at[k]));
	json_t *root = json_object();
	json_object_set_new(root, "decisions", list);
	js_print(root, out);
	json_decref(root);
}

void decisions_outcome(const Decision *x, Text *out) {
	text_printf(out, "%s", outcome_names[x->outcome]);
	switch (x->outcome) {
	case OUTCOME_SKEWED:
		text_printf(out, " with depth %" PRId64, x->depth);
		if (x->depth != x->requested)
			text_printf(out, ", requested was %" PRId64, x->requested);
		return;
	case OUTCOME_SLOTTED:
		text_printf(out, " over %" PRId64 " slots", x->slots);
		for (int s = 1; s < SPACE_COUNT; s++)
			if (x->bytes[s])
				text_printf(out, ", %" PRId64 " bytes of %s", x->bytes[s], space_names[s]);
		return;
	case OUTCOME_REPLICATED:
		text_printf(out, " %" PRId64 " times", x->slots);
		if (x->remainder < 0)
			text_addz(out, ", remainder decided at run time");
		else
			text_printf(out, ", %" PRId64 " left over", x->remainder);
		return;
	case OUTCOME_KEPT:
	case OUTCOME_DEMOTED:
	case OUTCOME_DECLINED:
	case OUTCOME_UNRECOGNISED:
		text_printf(out, ", stage=%" PRId64 " was requested", x->stages);
		return;
	}
}

void decisions_explain(const Program *p, const Decisions *decisions, Text *out) {
	for (uint32_t k = 0; k < decisions->n; k++) {
		const Decision *x = &decisions->at[k];
		text_printf(out, "%s:%" PRIu32 ": %s: %s: ", p->file ? p->file : "", x->loop.line, ir_text(p, ir_func(p, x->function)->name),
			pass_name(x->pass));
		decisions_outcome(x, out);
		if (x->reason && *x->reason)
			text_printf(out, ": %s", x->reason);
		if (x->guard != GUARD_NONE)
			text_printf(out, " [guard %s, %s]", guard_rows[x->guard].name, guard_rows[x->guard].property);
		text_addz(out, "\n");
	}
}
