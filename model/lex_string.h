/* String literals: both quote styles, raw and triple-quoted ones, escapes as in Python. */
#ifndef TILEPROOF_LEX_STRING_H
#define TILEPROOF_LEX_STRING_H

#include "model/lex.h"

/* Reads the literal whose first quote is at `quote`; t starts at its prefix, if it has one. Moves the lexer behind it. */
Token lex_string(Lexer *l, Token t, const char *quote);

#endif
