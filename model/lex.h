/* Dump text -> tokens, one pass over the buffer, two tokens visible.
 *
 * Line structure as in Python: a logical line ends with NEWLINE; INDENT and DEDENT frame blocks; inside brackets line
 * breaks mean nothing. Comment lines are collected with their column until somebody takes them.
 * The first fault, of the lexer or of its caller, is put into the diagnostics; from then on every token is END.
 */
#ifndef TILEPROOF_LEX_H
#define TILEPROOF_LEX_H

#include "model/ir.h"

typedef enum Tok {
#define TOKEN(id, text) TOK_##id,
#include "model/tokens.def"
	TOK_COUNT
} Tok;

/* StrIds of the names in words.def, once lex_start has interned them. */
typedef enum Word {
	W_ABSENT,
#define KEYWORD(id, text) W_##id,
#include "model/words.def"
	W_KEYWORDS_END,
	W_LAST_KEYWORD = W_KEYWORDS_END - 1,
	W_BEFORE_WORDS = W_LAST_KEYWORD,
#define WORD(id, text) W_##id,
#include "model/words.def"
	W_END
} Word;

enum { LEX_MAX_BRACKETS = 200, LEX_MAX_BLOCKS = 102 }; /* nested; class and function are two blocks */

typedef struct Token {
	uint8_t kind;       /* Tok */
	bool is_dotted;     /* NAME: a.b.c, read as one token */
	uint32_t length;    /* bytes at `at` */
	Span span;
	StrId str;          /* NAME: whole text; STRING: the value, escapes undone */
	const char *at;
	union {
		uint64_t u;         /* INT: at most 2^63 */
		double f;           /* FLOAT */
		const char *why;    /* BAD: the message */
	};
} Token;

typedef struct Comment {
	StrId text;   /* from '#' on, without blanks at the end */
	uint32_t col;
} Comment;

typedef struct Lexer {
	Token token, ahead;
	Program *program; /* file, source, length: the input; strings: where names go */
	Diag *diag;
	bool failed;
	VEC(Comment) comments; /* not taken yet */

	/* private */
	const char *at, *end, *line_start;
	uint32_t line;
	bool at_line_start, has_tokens; /* has_tokens: this logical line has some, a NEWLINE is due */
	uint32_t dedents; /* still to be handed out */
	uint32_t indent[LEX_MAX_BLOCKS + 1], indents;
	struct { char closes; Span span; } open[LEX_MAX_BRACKETS];
	uint32_t brackets;
	VEC(char) scratch;
} Lexer;

/* Checks the bytes, interns the words (the program must have no strings yet) and reads the first two tokens. */
void lex_start(Lexer *l, Program *p, Diag *d);
void lex_free(Lexer *l);
void lex_advance(Lexer *l);

/* Adds an error and makes every token END; only the first call has an effect. */
void lex_fail(Lexer *l, Severity s, Span at, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* "'tile'" or "end of line", for messages; lives in the diagnostics' arena. */
const char *lex_describe(Lexer *l, const Token *t);
/* Where the innermost bracket that is open in front of the current token was opened; line 0: none is. */
Span lex_open_bracket(const Lexer *l);
/* At a '(': whether it is a list of names in parentheses followed by '=', the targets of an assignment. */
bool lex_is_target_list(const Lexer *l);

#endif
