/* Any bytes: parsing answers or refuses with a position; what was read prints, and what was printed reads back to the same text. */
#include "model/parse.h"
#include "model/print.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Program *parse(const char *text, size_t length) {
	Diag *d = diag_new();
	Program *p = parse_program("fuzz", text, length, d);
	if (!p && !d->errors)
		abort(); /* refused without a word */
	diag_free(d);
	return p;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Program *p = parse((const char *)data, size);
	if (!p)
		return 0;
	Text once = { 0 }, twice = { 0 };
	print_program(p, &once);
	Program *again = parse(once.at, once.n);
	if (!again)
		abort();
	print_program(again, &twice);
	if (once.n != twice.n || memcmp(once.at, twice.at, once.n))
		abort();
	vec_free(&once);
	vec_free(&twice);
	ir_free(again);
	ir_free(p);
	return 0;
}
