#include "tests/support/tokens.h"

#include "model/lex.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { MOST_OPEN = 40, LONGEST_KIND = 160 };

/* Names that stand for each other: the next one of a row, the last one's is the first. */
static const char *const rows[][10] = {
	{"pl.range", "pl.parallel", "pl.unroll"},
	{"pl.Out", "pl.InOut"},
	{"pl.min", "pl.max"},
	{"pl.Mem.Vec", "pl.Mem.Mat", "pl.Mem.Left", "pl.Mem.Right", "pl.Mem.Acc", "pl.Mem.DDR"},
	{"pl.FP32", "pl.BF16", "pl.FP16", "pl.INT8", "pl.UINT8", "pl.INT16", "pl.INT32", "pl.UINT32"},
	{"pl.INDEX", "pl.INT64", "pl.UINT64"},
	{"pl.FunctionType.AIC", "pl.FunctionType.AIV", "pl.FunctionType.InCore", "pl.FunctionType.Orchestration"},
	{"pl.SplitMode.UP_DOWN", "pl.SplitMode.LEFT_RIGHT", "pl.SplitMode.NONE"},
	{"pl.TileLayout.col_major", "pl.TileLayout.row_major", "pl.TileLayout.none_box"},
	{"pl.PadValue.zero", "pl.PadValue.max", "pl.PadValue.min", "pl.PadValue.null"},
	{"pl.Level.AIC", "pl.Level.AIV"},
	{"pl.tile.add", "pl.tile.sub", "pl.tile.mul", "pl.tile.maximum"},
	{"pl.tile.adds", "pl.tile.muls"},
	{"pl.tile.exp", "pl.tile.sqrt", "pl.tile.recip", "pl.tile.neg"},
	{"pl.tile.row_sum", "pl.tile.row_max", "pl.tile.row_min"},
	{"pl.tile.move", "pl.tile.extract"},
	{"pl.tile.reshape", "pl.tile.slice"},
	{"pl.tile.get_block_idx", "pl.tile.get_subblock_idx", "pl.tile.get_block_num"},
	{"pl.tile.tpush_to_aiv", "pl.tile.tpush_to_aic"},
	{"pl.tile.tpop_from_aiv", "pl.tile.tpop_from_aic"},
	{"pl.system.tfree_to_aiv", "pl.system.tfree_to_aic"},
	{"pl.system.aic_initialize_pipe", "pl.system.aiv_initialize_pipe"},
	{"pl.system.bar_all", "pl.system.bar_v"},
	{"True", "False"},
};

static const struct { uint8_t kind; const char *other; } operators[] = {
	{TOK_PLUS, "-"}, {TOK_MINUS, "+"}, {TOK_STAR, "+"}, {TOK_SLASHSLASH, "%"}, {TOK_PERCENT, "//"}, {TOK_LT, "<="}, {TOK_LE, "<"},
	{TOK_GT, ">="}, {TOK_GE, ">"}, {TOK_EQ, "!="}, {TOK_NE, "=="},
};

typedef struct Open { /* a bracket */
	const char *callee, *keyword; /* keyword: of the argument at hand, "" : by position */
	uint32_t callee_length, keyword_length, index;
	char bracket;
	size_t from, before;          /* the argument at hand; where the comma in front of it is, or its own start */
	size_t previous, previous_end; /* the argument in front of it; equal: there is none */
} Open;

typedef struct Scan {
	const char *text;
	Arena *arena;
	TokenMutants *out;
	Open open[MOST_OPEN];
	unsigned depth;
	const char *part;     /* of the statement: "def", "expr", "ann", "for", ... */
	const char *earlier[2]; /* the last two different plain names of this function */
	unsigned line;
} Scan;

static size_t offset(const Scan *s, const char *at) { return (size_t)(at - s->text); }

static void site(const Scan *s, const char *change, char out[LONGEST_KIND]) {
	size_t n = (size_t)snprintf(out, LONGEST_KIND, "%s", s->part);
	for (unsigned k = s->depth > 3 ? s->depth - 3 : 0; k < s->depth && n < LONGEST_KIND; k++) {
		const Open *o = &s->open[k];
		n += (size_t)snprintf(out + n, LONGEST_KIND - n, ":%.*s%c", (int)o->callee_length, o->callee, o->bracket);
		if (n < LONGEST_KIND && o->keyword_length)
			n += (size_t)snprintf(out + n, LONGEST_KIND - n, "%.*s", (int)o->keyword_length, o->keyword);
		else if (n < LONGEST_KIND && o->callee_length)
			n += (size_t)snprintf(out + n, LONGEST_KIND - n, "%u", o->index);
	}
	if (n < LONGEST_KIND)
		snprintf(out + n, LONGEST_KIND - n, " %s", change);
}

static void add(Scan *s, const char *change, size_t at, size_t length, const char *put, size_t put_length) {
	char kind[LONGEST_KIND];
	site(s, change, kind);
	TokenMutant m = {arena_text(s->arena, kind, strlen(kind)), at, length, arena_text(s->arena, put, put_length), s->line};
	vec_push(s->out, m);
}

static void replace(Scan *s, const char *change, const Token *t, const char *put) {
	add(s, change, offset(s, t->at), t->length, put, strlen(put));
}

static bool is_text(const Token *t, const char *text) { return t->length == strlen(text) && !memcmp(t->at, text, t->length); }

static const char *sibling(const Token *t) {
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
		for (unsigned k = 0; k < 10 && rows[r][k]; k++)
			if (is_text(t, rows[r][k]))
				return k < 9 && rows[r][k + 1] ? rows[r][k + 1] : rows[r][0];
	return NULL;
}

static bool is_word(const Token *t) {
	static const char *const words[] = {"for", "in", "if", "else", "while", "with", "def", "class", "return", "pass", "break", "continue", "import",
		"as", "from", "and", "or", "not", "self", "pl"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is_text(t, words[i]))
			return true;
	return false;
}

static void mutate_name(Scan *s, const Token *t, const Token *next) {
	const char *other = sibling(t);
	if (other) {
		replace(s, "name", t, other);
		return;
	}
	if (is_word(t))
		return;
	if (t->is_dotted) {
		replace(s, "name", t, arena_printf(s->arena, "%.*sx", (int)t->length, t->at));
		return;
	}
	if (next->kind == TOK_ASSIGN && s->depth) {
		replace(s, "keyword", t, arena_printf(s->arena, "%.*sx", (int)t->length, t->at));
		return;
	}
	for (int k = 0; k < 2; k++)
		if (s->earlier[k] && !is_text(t, s->earlier[k])) {
			replace(s, "variable", t, s->earlier[k]);
			break;
		}
	if (!s->earlier[0] || !is_text(t, s->earlier[0])) {
		s->earlier[1] = s->earlier[0];
		s->earlier[0] = arena_text(s->arena, t->at, t->length);
	}
}

static void mutate_token(Scan *s, const Token *t, const Token *next) {
	switch (t->kind) {
	case TOK_NAME:
		mutate_name(s, t, next);
		break;
	case TOK_INT:
		replace(s, "integer + 1", t, arena_printf(s->arena, "%llu", (unsigned long long)t->u + 1));
		if (t->u > 1)
			replace(s, "integer to 1", t, "1");
		break;
	case TOK_FLOAT:
		replace(s, "number", t, arena_printf(s->arena, "%.*s1", (int)t->length, t->at));
		break;
	case TOK_STRING:
		replace(s, "string", t, arena_printf(s->arena, "%.*sx%c", (int)t->length - 1, t->at, t->at[t->length - 1]));
		break;
	default:
		for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
			if (operators[i].kind == t->kind)
				replace(s, "operator", t, operators[i].other);
	}
}

/* ---- arguments ---- */

static void end_argument(Scan *s, size_t end) {
	Open *o = &s->open[s->depth - 1];
	if (end == o->from)
		return;
	add(s, "dropped", o->before, end - o->before, "", 0);
	size_t a = o->previous, a_end = o->previous_end;
	if (a_end > a && (a_end - a != end - o->from || memcmp(s->text + a, s->text + o->from, a_end - a))) {
		char *both = arena_printf(s->arena, "%.*s%.*s%.*s", (int)(end - o->from), s->text + o->from, (int)(o->from - a_end), s->text + a_end,
			(int)(a_end - a), s->text + a);
		add(s, "exchanged", a, end - a, both, strlen(both));
	}
	o->previous = o->from;
	o->previous_end = end;
}

static void open_bracket(Scan *s, const Token *t, const Token *last, size_t next) {
	cr_assert_lt(s->depth, (unsigned)MOST_OPEN);
	bool named = last->kind == TOK_NAME && !is_word(last) && last->at + last->length == t->at;
	s->open[s->depth++] = (Open){.callee = named ? last->at : "", .callee_length = named ? last->length : 0, .bracket = *t->at, .keyword = "",
		.from = next, .before = next};
}

static void next_argument(Scan *s, const Token *comma, size_t next) {
	Open *o = &s->open[s->depth - 1];
	end_argument(s, offset(s, comma->at));
	o->index++;
	o->keyword = "";
	o->keyword_length = 0;
	o->from = next;
	o->before = offset(s, comma->at);
}

static const char *part_of(const Scan *s, const Token *t) {
	static const char *const words[] = {"for", "if", "while", "with", "def", "return", "class"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is_text(t, words[i]))
			return words[i];
	return t->kind == TOK_AT ? "@" : *s->part == 'c' ? "class" : "expr";
}

/* ---- lines ---- */

typedef struct LineMark { size_t from, end; bool is_simple; } LineMark;

static void mutate_line(Scan *s, const LineMark *line, const LineMark *last) {
	s->depth = 0;
	s->part = "line";
	if (!line->is_simple)
		return;
	add(s, "dropped", line->from, line->end - line->from, "pass", 4);
	if (!last->is_simple)
		return;
	/* Of one block: nothing but a line break and the same indentation between them. */
	size_t gap = line->from - last->end, indent = 0;
	while (indent < last->from && s->text[last->from - 1 - indent] == ' ')
		indent++;
	if (gap != indent + 1)
		return;
	char *both = arena_printf(s->arena, "%.*s%.*s%.*s", (int)(line->end - line->from), s->text + line->from, (int)gap, s->text + last->end,
		(int)(last->end - last->from), s->text + last->from);
	add(s, "exchanged", last->from, line->end - last->from, both, strlen(both));
}

void token_mutants(const char *text, size_t n, Arena *arena, TokenMutants *out) {
	Diag *d = diag_new();
	Program *p = ir_new();
	p->file = "mutant";
	p->source = text;
	p->length = n;
	Lexer l;
	lex_start(&l, p, d);
	Scan s = {.text = text, .arena = arena, .out = out, .part = "expr"};
	Token last = {0};
	LineMark line = {0}, line_before = {0};
	bool starts = true;
	for (; l.token.kind != TOK_END; last = l.token, lex_advance(&l)) {
		const Token *t = &l.token;
		s.line = t->span.line;
		if (t->kind == TOK_NEWLINE || t->kind == TOK_INDENT || t->kind == TOK_DEDENT) {
			if (t->kind == TOK_NEWLINE && line.end > line.from) {
				mutate_line(&s, &line, &line_before);
				line_before = line;
				line = (LineMark){0};
			}
			starts = true;
			continue;
		}
		if (starts) {
			s.depth = 0;
			s.part = part_of(&s, t);
			if (!strcmp(s.part, "def"))
				s.earlier[0] = s.earlier[1] = NULL;
			line.from = offset(&s, t->at);
			line.is_simple = !strcmp(s.part, "expr") && !is_text(t, "import") && !is_text(t, "else") && !is_text(t, "pass");
			starts = false;
		}
		line.end = offset(&s, t->at) + t->length;
		size_t next = offset(&s, l.ahead.at);
		if (!s.depth && t->kind == TOK_COLON && !strcmp(s.part, "expr"))
			s.part = "ann";
		else if (!s.depth && t->kind == TOK_ASSIGN)
			s.part = "expr";
		else if (!s.depth && t->kind == TOK_ARROW)
			s.part = "->";
		if (s.depth && (t->kind == TOK_RPAREN || t->kind == TOK_RBRACKET || t->kind == TOK_RBRACE)) {
			end_argument(&s, offset(&s, t->at));
			s.depth--;
		} else if (s.depth && t->kind == TOK_COMMA) {
			next_argument(&s, t, next);
		} else if (t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET || t->kind == TOK_LBRACE) {
			open_bracket(&s, t, &last, next);
		} else if (strcmp(s.part, "class") && !is_text(t, "import")) {
			mutate_token(&s, t, &l.ahead);
			Open *o = s.depth ? &s.open[s.depth - 1] : NULL;
			if (o && o->from == offset(&s, t->at) && (l.ahead.kind == TOK_ASSIGN || (l.ahead.kind == TOK_COLON && o->bracket == '{'))) {
				o->keyword = t->at;
				o->keyword_length = t->length;
			}
		}
	}
	cr_assert(!l.failed);
	lex_free(&l);
	p->source = NULL;
	ir_free(p);
	diag_free(d);
}

void token_mutant_text(const char *text, size_t n, const TokenMutant *m, Text *out) {
	text_add(out, text, m->at);
	text_addz(out, m->put);
	text_add(out, text + m->at + m->length, n - m->at - m->length);
}
