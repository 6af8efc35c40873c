/* Printed names of the variables of one function (dumps.md A.9, "Renaming"). */
#ifndef TILEPROOF_NAMES_H
#define TILEPROOF_NAMES_H

#include "model/ir.h"

typedef struct Name {
	const char *text; /* not NUL-terminated for certain; NULL: prints its hint */
	uint32_t n;
	bool is_free; /* used in the body, defined nowhere: prints with the suffix __FREE_VAR behind text */
} Name;

/* Names of one function at a time; reused from function to function. */
typedef struct Names Names;

Names *names_new(const Program *p); /* p must not change while it is in use */
void names_free(Names *n);

/* Replaces the names by those of function f. */
void names_fill(Names *n, FuncId f);
/* By VarId, for every variable of the program; belongs to n, valid until the next names_fill. */
const Name *names_table(const Names *n);
/* Variables that the types of the function use and no body or parameter defines, other than VAR_DIM: the file needs
 * a pl.dynamic line for each. Valid until the next names_fill. */
List names_dangling_dims(const Names *n);

#endif
