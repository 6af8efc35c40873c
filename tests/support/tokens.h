/* Changes of a dump's text by one token, or by one argument or line: what a check must notice or have a reason not to.
 *
 * A site is told by where it stands, not by what stands there: "ann:pl.Tile[1]" is the second element of a tile type in an annotation,
 * "expr:pl.tile.load(target_memory" a keyword argument. Sites of one kind are alike for a check.
 */
#ifndef TILEPROOF_TESTS_TOKENS_H
#define TILEPROOF_TESTS_TOKENS_H

#include "model/mem.h"
#include "model/text.h"

#include <stddef.h>

typedef struct TokenMutant {
	const char *where; /* kind of the site and of the change: "expr:pl.tile.load(target_memory name" */
	size_t at, length; /* bytes of the text that go */
	const char *put;   /* what comes in their place */
	unsigned line;
} TokenMutant;

typedef VEC(TokenMutant) TokenMutants;

/* Every change of the text in its order; texts are on the arena. The text must be readable. */
void token_mutants(const char *text, size_t n, Arena *arena, TokenMutants *out);
void token_mutant_text(const char *text, size_t n, const TokenMutant *m, Text *out);

#endif
