/* What the two halves of the printer share; others include model/print.h. */
#ifndef TILEPROOF_PRINTER_H
#define TILEPROOF_PRINTER_H

#include "model/names.h"
#include "model/text.h"

typedef struct Printer {
	const Program *program;
	const Name *names; /* by VarId; NULL: hints as they are */
	Text *out;
} Printer;

static inline void printer_str(const Printer *q, StrId s) {
	text_add(q->out, ir_text(q->program, s), ir_text_length(q->program, s));
}

void printer_var(const Printer *q, VarId v);
void printer_expr(const Printer *q, ExprId e);
void printer_exprs(const Printer *q, List list); /* separated by commas, no brackets */
void printer_tuple(const Printer *q, List list); /* (a, b); (a,) */
void printer_type(const Printer *q, TypeId t);
void printer_kwargs(const Printer *q, Pairs pairs, const char *separator); /* key=value; separator goes before the first */
void printer_dict(const Printer *q, Pairs pairs);
void printer_int(const Printer *q, int64_t value);

#endif
