#include "checks/functions.h"

#include "checks/peer.h"

#include <stdlib.h>

typedef struct Fact {
	Digest digest[2]; /* by NormalKind */
	bool known[2], complete[2];
	const char *imports; /* the function whose buffer it imports; NULL: none */
	FuncId next;         /* of the same bucket of names; ascending */
} Fact;

struct Functions {
	const Program *p;
	Fact *fact; /* by FuncId */
	FuncId *bucket;
	uint32_t room; /* a power of two */
};

static uint32_t hash_name(const char *s) {
	uint32_t h = 2166136261u;
	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 16777619u;
	return h;
}

Functions *functions_new(const Program *p) {
	uint32_t n = ir_func_count(p);
	Functions *fs = mem_alloc(sizeof *fs);
	*fs = (Functions){.p = p, .room = 16};
	while (fs->room < 2 * n)
		fs->room *= 2;
	fs->fact = mem_alloc((n + 1) * sizeof *fs->fact);
	memset(fs->fact, 0, (n + 1) * sizeof *fs->fact);
	fs->bucket = mem_alloc(fs->room * sizeof *fs->bucket);
	memset(fs->bucket, 0, fs->room * sizeof *fs->bucket);
	for (FuncId f = n; f >= 1; f--) {
		uint32_t k = hash_name(ir_text(p, ir_func(p, f)->name)) & (fs->room - 1);
		fs->fact[f].next = fs->bucket[k];
		fs->bucket[k] = f;
		fs->fact[f].imports = peer_imported(p, f);
	}
	return fs;
}

void functions_free(Functions *fs) {
	if (!fs)
		return;
	free(fs->fact);
	free(fs->bucket);
	free(fs);
}

Digest functions_digest(Functions *fs, FuncId f, NormalKind kind, bool *complete) {
	Fact *x = &fs->fact[f];
	if (!x->known[kind]) {
		x->digest[kind] = normal_digest(fs->p, f, kind, &x->complete[kind]);
		x->known[kind] = true;
	}
	if (complete)
		*complete = x->complete[kind];
	return x->digest[kind];
}

FuncId functions_named(const Functions *fs, const char *name, uint32_t nth) {
	for (FuncId f = fs->bucket[hash_name(name) & (fs->room - 1)]; f; f = fs->fact[f].next)
		if (!strcmp(ir_text(fs->p, ir_func(fs->p, f)->name), name) && nth-- == 0)
			return f;
	return 0;
}

uint32_t functions_before(const Functions *fs, FuncId f) {
	const char *name = ir_text(fs->p, ir_func(fs->p, f)->name);
	uint32_t n = 0;
	for (FuncId g = fs->bucket[hash_name(name) & (fs->room - 1)]; g && g < f; g = fs->fact[g].next)
		n += !strcmp(ir_text(fs->p, ir_func(fs->p, g)->name), name);
	return n;
}

FuncId functions_peer(Functions *fs, FuncId f) {
	const char *wanted = fs->fact[f].imports, *name = ir_text(fs->p, ir_func(fs->p, f)->name);
	if (wanted) {
		FuncId g = functions_named(fs, wanted, 0);
		return g != f ? g : functions_named(fs, wanted, 1);
	}
	for (FuncId g = 1; g <= ir_func_count(fs->p); g++)
		if (g != f && fs->fact[g].imports && !strcmp(fs->fact[g].imports, name))
			return g;
	return 0;
}

FuncId functions_counterpart(const Functions *of_from, FuncId f, const Functions *of_to) {
	return functions_named(of_to, ir_text(of_from->p, ir_func(of_from->p, f)->name), functions_before(of_from, f));
}
