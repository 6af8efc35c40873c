/* Terms: hash-consed symbolic values. Two equal terms of one store are the same handle.
 *
 * Integers are interpreted: sums, products and constants are kept as normalised polynomials, so that equal polynomials
 * are equal handles (proofs.md 4.8). Everything else - tile arithmetic, floats, reads of memory - is an uninterpreted
 * application, equal only to itself. Division, remainder, min, max and comparisons fold when their operands are constant
 * and are otherwise uninterpreted applications of normalised operands that the solver knows the meaning of.
 */
#ifndef TILEPROOF_TERM_H
#define TILEPROOF_TERM_H

#include "model/mem.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t Term; /* 0: none */

typedef enum TermKind {
	TERM_NONE,
	TERM_INT,    /* value */
	TERM_SYMBOL, /* name; an unknown input: parameter, launch constant, opaque scalar */
	TERM_SUM,    /* polynomial: value + sum of coefficient[k] * arg[k], args ascending and neither INT nor SUM */
	TERM_PRODUCT,/* product of at least two args, ascending, neither INT nor SUM nor PRODUCT */
	TERM_APPLY   /* name(args) */
} TermKind;

/* Interpreted applications have reserved names, see term_fn. */
typedef enum TermFn {
	FN_NONE, /* an uninterpreted name */
	FN_FLOORDIV, FN_FLOORMOD, FN_TRUNCDIV, FN_TRUNCMOD, FN_MIN, FN_MAX,
	FN_EQ, FN_LT, FN_LE, FN_NOT, FN_AND, FN_OR, /* truth values: INT 0 or 1 when known */
	FN_ITE,  /* condition, then, else */
	FN_COUNT
} TermFn;

typedef struct TermNode {
	uint8_t kind, fn;
	uint32_t name;         /* TERM_SYMBOL, TERM_APPLY with FN_NONE: index for term_name */
	int64_t value;         /* TERM_INT, TERM_SUM: the constant */
	uint32_t n;
	const Term *arg;
	const int64_t *coefficient; /* TERM_SUM; never 0 */
} TermNode;

typedef struct Terms Terms;

Terms *terms_new(void);
void terms_free(Terms *t);
void term_sort(Term *at, uint32_t n); /* ascending handles */
uint32_t term_count(const Terms *t);

const TermNode *term_at(const Terms *t, Term x);
const char *term_name(const Terms *t, Term x); /* of a symbol or application */

Term term_int(Terms *t, int64_t v);
Term term_symbol(Terms *t, const char *name);
Term term_apply(Terms *t, const char *name, const Term *args, uint32_t n); /* uninterpreted */
/* An application like old (same name or function) of other arguments. */
Term term_apply_like(Terms *t, const TermNode *old, const Term *args);
Term term_fn(Terms *t, TermFn fn, const Term *args, uint32_t n);          /* interpreted; folds and normalises */

/* Integer arithmetic. A result outside int64 becomes an uninterpreted application, never a wrong number. */
Term term_add(Terms *t, Term a, Term b);
Term term_sub(Terms *t, Term a, Term b);
Term term_mul(Terms *t, Term a, Term b);
Term term_scale(Terms *t, Term a, int64_t k);

bool term_is_int(const Terms *t, Term x, int64_t *value);
bool term_is_wide(const Terms *t, Term x); /* an integer operation whose result does not fit: equal only to the same operation */

/* Capture-free replacement of symbols or applications: every occurrence of from[k] becomes to[k]; results are normalised. */
Term term_substitute(Terms *t, Term x, const Term *from, const Term *to, uint32_t n);
/* The same with two more rules. is_binder(x): nothing below x is touched (x's bound symbols are not the caller's).
 * build(name, args): makes an application anew when an argument of it changed; 0: the ordinary way. */
typedef struct TermRewrite {
	void *context;
	bool (*is_binder)(void *context, Term x);
	Term (*build)(void *context, const TermNode *old, const Term *args);
} TermRewrite;
Term term_rewrite(Terms *t, Term x, const Term *from, const Term *to, uint32_t n, const TermRewrite *rules);

/* Calls enter once for each term below x, x included, depth first, last arguments first; below y only where it answers true. It makes no terms. */
void term_visit(const Terms *t, Term x, bool (*enter)(void *context, Term y), void *context);
bool term_mentions(const Terms *t, Term x, Term part);

/* Text as a person reads it: "add(load(src@0)[16*t, 0], pop(v2c#3))"; at most limit bytes, then "...". For messages. */
char *term_text(const Terms *t, Arena *a, Term x, size_t limit);

#endif
