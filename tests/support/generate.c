#include "tests/support/generate.h"

#include <stdarg.h>
#include <stdio.h>

uint64_t random_next(uint64_t *seed) {
	uint64_t x = *seed += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

uint32_t random_below(uint64_t *seed, uint32_t n) { return (uint32_t)(random_next(seed) >> 33) % n; }

#define TILE "pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec]"
#define TENSOR "pl.Tensor[[256, 32], pl.FP32]"
#define INDEX "pl.Scalar[pl.INDEX]"

typedef enum Kind { K_TILE, K_TENSOR, K_INT, K_FLOAT, K_LOOP, K_PART, KINDS } Kind; /* K_LOOP: a loop variable; K_PART: a tile that is valid in part */

enum { NAME = 24, MOST_NAMES = 400, EXPR = 200, MOST_DEPTH = 3 };

typedef struct Name {
	Kind kind;
	char text[NAME];
	bool is_top; /* a tile made outside of all loops and branches by a statement of its own */
} Name;

typedef struct Gen {
	Text *out;
	uint64_t seed;
	unsigned naming, made, indent, depth, left; /* left: statements to make */
	Name name[MOST_NAMES];
	uint32_t n;
	bool is_cube, two_pipes, barriers, in_place, simple; /* simple: offsets that passes and proofs should always follow */
} Gen;

static uint32_t below(Gen *g, uint32_t n) { return random_below(&g->seed, n); }
static bool chance(Gen *g, uint32_t percent) { return below(g, 100) < percent; }

__attribute__((format(printf, 2, 3))) static void line(Gen *g, const char *format, ...) {
	text_addc(g->out, '\n');
	for (unsigned i = 0; i < g->indent; i++)
		text_addz(g->out, "    ");
	char text[2000];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	text_addz(g->out, text);
}

static const char *fresh(Gen *g, Kind kind) {
	static const char letter[KINDS] = {'t', 'd', 's', 'x', 'i', 'p'};
	if (g->n == MOST_NAMES)
		g->n--;
	Name *v = &g->name[g->n++];
	*v = (Name){.kind = kind};
	if (g->naming)
		snprintf(v->text, sizeof v->text, "%c_%u_%u", letter[kind], g->naming, ++g->made);
	else
		snprintf(v->text, sizeof v->text, "%c%u", letter[kind], ++g->made);
	return v->text;
}

static void known(Gen *g, Kind kind, const char *text) {
	g->name[g->n].kind = kind;
	snprintf(g->name[g->n++].text, NAME, "%s", text);
}

static bool has(const Gen *g, Kind kind) {
	for (uint32_t i = 0; i < g->n; i++)
		if (g->name[i].kind == kind)
			return true;
	return false;
}

/* One of that kind in scope, later ones more often; NULL: none. */
static const char *pick(Gen *g, Kind kind) {
	uint32_t at[MOST_NAMES], n = 0;
	for (uint32_t i = 0; i < g->n; i++)
		if (g->name[i].kind == kind)
			at[n++] = i;
	if (!n)
		return NULL;
	uint32_t a = below(g, n), b = below(g, n);
	return g->name[at[a > b ? a : b]].text;
}

/* A tile to compute with, send or store. */
static const char *tile(Gen *g) {
	const char *part = chance(g, 25) ? pick(g, K_PART) : NULL;
	return part ? part : pick(g, K_TILE);
}

/* ---- expressions ---- */

static const char *integer(Gen *g) {
	const char *v = chance(g, 60) ? pick(g, K_LOOP) : NULL;
	if (!v)
		v = pick(g, K_INT);
	return v ? v : "n";
}

static void put_integer(Gen *g, char out[EXPR], int depth) {
	char a[EXPR];
	const char *v = integer(g);
	unsigned k = below(g, 4);
	if (depth > 0 && chance(g, 40))
		put_integer(g, a, depth - 1);
	else
		snprintf(a, sizeof a, "%s", v);
	switch (g->simple ? below(g, 4) : below(g, 12)) {
	case 0: case 1: snprintf(out, EXPR, "%.90s", v); break;
	case 2: snprintf(out, EXPR, "%.90s + %u", v, k); break;
	case 3: snprintf(out, EXPR, "%u", k); break;
	case 4: snprintf(out, EXPR, "%.90s - %u", v, k); break;
	case 5: snprintf(out, EXPR, "(%.90s) %% %u", a, k + 2); break;
	case 6: snprintf(out, EXPR, "(%.90s) // %u", a, k + 2); break;
	case 7: snprintf(out, EXPR, "pl.min(%.90s, %u)", a, k + 1); break;
	case 8: snprintf(out, EXPR, "pl.max(%.90s, %u)", a, k); break;
	case 9: snprintf(out, EXPR, "%.90s + %.90s", v, integer(g)); break;
	case 10: snprintf(out, EXPR, "(%.90s) * %u", a, k); break;
	default: snprintf(out, EXPR, "%.90s - %.90s", v, integer(g)); break;
	}
}

/* The first row of an access: mostly in tiles of 16 rows, sometimes across two of them. */
static void put_row(Gen *g, char out[EXPR + 20]) {
	char e[EXPR];
	put_integer(g, e, 1);
	if (chance(g, 20))
		snprintf(out, EXPR + 20, "%u", 8 * below(g, 8));
	else
		snprintf(out, EXPR + 20, "(%s) * %u", e, chance(g, 80) ? 16 : chance(g, 50) ? 8 : 32);
}

static void put_condition(Gen *g, char out[2 * EXPR]) {
	static const char *const compare[] = {"<", "<=", "==", "!=", ">", ">="};
	char e[EXPR];
	put_integer(g, e, 1);
	const char *x = chance(g, 10) ? pick(g, K_FLOAT) : NULL;
	if (x)
		snprintf(out, 2 * EXPR, "%s %s %s", x, compare[below(g, 6)], pick(g, K_FLOAT));
	else if (chance(g, 25))
		snprintf(out, 2 * EXPR, "%s %s %s", e, compare[below(g, 6)], integer(g));
	else
		snprintf(out, 2 * EXPR, "%s %s %u", e, compare[below(g, 6)], below(g, 4));
}

/* ---- statements ---- */

static void block(Gen *g, unsigned statements);

static void load(Gen *g) {
	char row[EXPR + 20];
	const char *from = pick(g, K_TENSOR);
	put_row(g, row);
	bool was_top = !g->depth;
	if (chance(g, 8) && has(g, K_TILE)) { /* a part is not for everything */
		char rows[EXPR];
		put_integer(g, rows, 0);
		const char *v = fresh(g, K_PART);
		line(g, "%s: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[%s, 32])] = pl.tile.load(%s, [%s, 0], [16, 32], [%s, 32], "
			"target_memory=pl.Mem.Vec)", v, rows, from, row, rows);
		return;
	}
	const char *v = fresh(g, K_TILE);
	g->name[g->n - 1].is_top = was_top;
	line(g, "%s: " TILE " = pl.tile.load(%s, [%s, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)", v, from, row);
}

static void store(Gen *g) {
	char row[EXPR + 20];
	const char *what = tile(g), *to = pick(g, K_TENSOR);
	put_row(g, row);
	if (chance(g, 50))
		line(g, "pl.tile.store(%s, [%s, 0], %s)", what, row, to);
	else
		line(g, "%s: " TENSOR " = pl.tile.store(%s, [%s, 0], %s)", fresh(g, K_TENSOR), what, row, to);
}

static void compute(Gen *g) {
	static const char *const op[] = {"add", "sub", "mul", "maximum"};
	const char *a = pick(g, K_TILE), *b = tile(g), *x = pick(g, K_FLOAT);
	if (chance(g, 12))
		line(g, "%s: " TILE " = %s", fresh(g, K_TILE), a);
	else if (x && chance(g, 20))
		line(g, "%s: " TILE " = pl.tile.adds(%s, %s)", fresh(g, K_TILE), a, x);
	else
		line(g, "%s: " TILE " = pl.tile.%s(%s, %s)", fresh(g, K_TILE), op[below(g, 4)], a, b);
}

static const char *pipe_of(Gen *g) { return g->two_pipes && chance(g, 40) ? ", id=1" : ""; }
static const char *peer(const Gen *g) { return g->is_cube ? "aiv" : "aic"; }

static void push(Gen *g) { line(g, "pl.tile.tpush_to_%s(%s, split=0%s)", peer(g), tile(g), pipe_of(g)); }

/* A pop, what is done with it, and its release; now and then no release. */
static void pop(Gen *g) {
	const char *id = pipe_of(g);
	char v[NAME];
	snprintf(v, sizeof v, "%s", fresh(g, K_TILE));
	line(g, "%s: " TILE " = pl.tile.tpop_from_%s(split=0%s)", v, peer(g), id);
	for (unsigned i = below(g, 3); i > 0; i--) {
		if (chance(g, 50))
			compute(g);
		else
			store(g);
	}
	if (chance(g, 92))
		line(g, "pl.system.tfree_to_%s(%s, split=0%s)", peer(g), v, id);
}

static void scalar(Gen *g) {
	char e[EXPR];
	put_integer(g, e, 2);
	if (chance(g, 15)) {
		const char *x = pick(g, K_FLOAT);
		line(g, "%s: pl.Scalar[pl.FP32] = %s %s x", fresh(g, K_FLOAT), x, chance(g, 50) ? "+" : "*");
	} else if (chance(g, 25)) {
		line(g, "%s: " INDEX " = pl.tensor.read(idx, [%s])", fresh(g, K_INT), e);
	} else {
		line(g, "%s: " INDEX " = %s", fresh(g, K_INT), e);
	}
}

static void scalar_store(Gen *g) {
	char e[EXPR], v[EXPR];
	put_integer(g, e, 1);
	put_integer(g, v, 1);
	line(g, "pl.tensor.write(idx, [%s], %s)", e, v);
}

static void rare(Gen *g) {
	const char *top = NULL, *x = pick(g, K_FLOAT);
	for (uint32_t i = 0; i < g->n; i++)
		if (g->name[i].is_top && (!top || chance(g, 50)))
			top = g->name[i].text;
	if (g->barriers && chance(g, 50))
		line(g, "pl.system.bar_all()");
	else if (g->in_place && top && chance(g, 70))
		line(g, "pl.tile.write(%s, [0, %u], %s)", top, below(g, 3), x ? x : "x");
	else if (g->in_place && top && chance(g, 30))
		line(g, "pl.tile.fillpad_inplace(%s)", top);
	else if (chance(g, 40) && !g->simple) {
		const char *from = pick(g, K_TENSOR);
		char row[EXPR + 20];
		put_row(g, row);
		line(g, "%s: " TENSOR " = pl.tensor.slice(%s, [256, 32], [%s, 0])", fresh(g, K_TENSOR), from, row);
	} else
		compute(g);
}

/* ---- blocks with carried values ---- */

typedef struct Carried {
	Kind kind;
	char init[NAME], iter[NAME], after[NAME];
} Carried;

enum { MOST_CARRIED = 3 };

static uint32_t choose_carried(Gen *g, Carried *c) {
	uint32_t n = chance(g, 35) ? 0 : 1 + below(g, MOST_CARRIED);
	for (uint32_t i = 0; i < n; i++) {
		static const Kind kinds[] = {K_TILE, K_TILE, K_TILE, K_TENSOR, K_TENSOR, K_INT, K_FLOAT};
		c[i].kind = kinds[below(g, 7)];
		const char *init = pick(g, c[i].kind);
		if (!init) {
			c[i].kind = K_TENSOR;
			init = pick(g, K_TENSOR);
		}
		snprintf(c[i].init, NAME, "%s", init);
	}
	return n;
}

static void put_list(const Carried *c, uint32_t n, int which, char out[MOST_CARRIED * (NAME + 2) + 8]) {
	size_t at = 0;
	out[0] = '\0';
	for (uint32_t i = 0; i < n; i++)
		at += (size_t)snprintf(out + at, NAME + 2, "%s%s", i ? ", " : "", which == 0 ? c[i].init : which == 1 ? c[i].iter : c[i].after);
	if (n == 1 && which < 2)
		snprintf(out + at, 2, ",");
}

/* Values for the end of a block: made in it, or stale, or exchanged. fixed: a first value and its name after the block; NULL: none. */
static void yield(Gen *g, Carried *c, uint32_t n, const char *fixed, const char *fixed_after) {
	char values[(MOST_CARRIED + 1) * (EXPR + 2)] = "", names[(MOST_CARRIED + 1) * (NAME + 2)] = "";
	size_t v = 0, k = 0;
	if (fixed) {
		v += (size_t)snprintf(values, sizeof values, "%s%s", fixed, n ? ", " : "");
		k += (size_t)snprintf(names, sizeof names, "%s%s", fixed_after, n ? ", " : "");
	}
	for (uint32_t i = 0; i < n; i++) {
		const char *value = chance(g, 10) ? c[i].iter : chance(g, 10) && c[(i + 1) % n].kind == c[i].kind ? c[(i + 1) % n].iter : pick(g, c[i].kind);
		if (c[i].kind == K_INT && chance(g, 60)) {
			char e[EXPR];
			snprintf(e, sizeof e, "%s + %u", c[i].iter, below(g, 3));
			v += (size_t)snprintf(values + v, sizeof values - v, "%s%s", e, i + 1 < n ? ", " : "");
		} else
			v += (size_t)snprintf(values + v, sizeof values - v, "%s%s", value, i + 1 < n ? ", " : "");
		k += (size_t)snprintf(names + k, sizeof names - k, "%s%s", c[i].after, i + 1 < n ? ", " : "");
	}
	if (n == 1 && !fixed && c[0].kind == K_TILE)
		line(g, "%s: " TILE " = pl.yield_(%s)", names, values);
	else if (n || fixed)
		line(g, "%s = pl.yield_(%s)", names, values);
}

static void put_bounds(Gen *g, char out[3 * EXPR]) {
	const char *v = integer(g);
	unsigned a = below(g, 3), b = below(g, 7), step = 1 + below(g, 3);
	switch (below(g, 10)) {
	case 0: case 1: snprintf(out, 3 * EXPR, "%u", b); break;
	case 2: snprintf(out, 3 * EXPR, "%u, %u, %u", a, b, step); break;
	case 3: snprintf(out, 3 * EXPR, "%u, %u, -%u", b, a, step); break;
	case 4: case 5: snprintf(out, 3 * EXPR, "%s", chance(g, 70) ? "n" : "m"); break;
	case 6: snprintf(out, 3 * EXPR, "%s, n, %u", chance(g, 50) ? "m" : "1", step); break;
	case 7: snprintf(out, 3 * EXPR, "n, %u, -%u", a, step); break;
	case 8: snprintf(out, 3 * EXPR, "%s, %s + %u", v, v, b); break;
	default: snprintf(out, 3 * EXPR, "%u, %u", a, a + b); break;
	}
}

static void open_loop(Gen *g, const Carried *c, uint32_t n) {
	char inits[MOST_CARRIED * (NAME + 2) + 8], iters[MOST_CARRIED * (NAME + 2) + 8], bounds[3 * EXPR], stages[20] = "";
	bool pipeline = chance(g, 45);
	put_bounds(g, bounds);
	put_list(c, n, 0, inits);
	put_list(c, n, 1, iters);
	if (pipeline)
		snprintf(stages, sizeof stages, ", stage=%u", 2 + below(g, 3));
	const char *kind = pipeline ? "pipeline" : chance(g, 90) ? "range" : "unroll", *i = fresh(g, K_LOOP);
	if (n)
		line(g, "for %s, (%s) in pl.%s(%s%s, init_values=(%s)):", i, iters, kind, bounds, stages, inits);
	else
		line(g, "for %s in pl.%s(%s%s):", i, kind, bounds, stages);
}

static void enter(Gen *g) {
	g->indent++;
	g->depth++;
}

static void leave(Gen *g, uint32_t names) {
	g->indent--;
	g->depth--;
	g->n = names;
}

static void after(Gen *g, const Carried *c, uint32_t n) {
	for (uint32_t i = 0; i < n; i++)
		known(g, c[i].kind, c[i].after);
}

static void name_carried(Gen *g, Carried *c, uint32_t n) {
	uint32_t names = g->n;
	for (uint32_t i = 0; i < n; i++)
		snprintf(c[i].after, NAME, "%s", fresh(g, c[i].kind));
	g->n = names;
	for (uint32_t i = 0; i < n; i++)
		snprintf(c[i].iter, NAME, "%s", fresh(g, c[i].kind));
	g->n = names;
}

static void loop(Gen *g) {
	Carried c[MOST_CARRIED];
	uint32_t n = choose_carried(g, c), names = g->n;
	name_carried(g, c, n);
	open_loop(g, c, n);
	for (uint32_t i = 0; i < n; i++)
		known(g, c[i].kind, c[i].iter);
	enter(g);
	block(g, 1 + below(g, 5));
	yield(g, c, n, NULL, NULL);
	leave(g, names);
	after(g, c, n);
}

/* for i in range: load, push; pop, store: what the skew is made for. */
static void exchange(Gen *g) {
	Carried none[1];
	uint32_t names = g->n;
	open_loop(g, none, 0);
	enter(g);
	load(g);
	if (chance(g, 40))
		compute(g);
	push(g);
	if (chance(g, 20))
		load(g);
	pop(g);
	if (chance(g, 60))
		store(g);
	leave(g, names);
}

static void while_loop(Gen *g) {
	Carried c[MOST_CARRIED];
	uint32_t n = choose_carried(g, c), names = g->n;
	char inits[MOST_CARRIED * (NAME + 2) + 8], iters[MOST_CARRIED * (NAME + 2) + 8], k[NAME], next[NAME + 8], last[NAME];
	name_carried(g, c, n);
	put_list(c, n, 0, inits);
	put_list(c, n, 1, iters);
	snprintf(last, sizeof last, "%s", fresh(g, K_INT));
	snprintf(k, sizeof k, "%s", fresh(g, K_INT));
	g->n = names;
	line(g, "for (%s, %s) in pl.while_(init_values=(%u, %s)):", k, iters, below(g, 2), inits);
	enter(g);
	line(g, "pl.cond(%s < %s)", k, chance(g, 70) ? "n" : "3");
	known(g, K_INT, k);
	for (uint32_t i = 0; i < n; i++)
		known(g, c[i].kind, c[i].iter);
	block(g, 1 + below(g, 3));
	snprintf(next, sizeof next, "%s + 1", k);
	yield(g, c, n, next, last);
	leave(g, names);
	known(g, K_INT, last);
	after(g, c, n);
}

static void branch(Gen *g) {
	Carried c[MOST_CARRIED];
	uint32_t n = chance(g, 50) ? choose_carried(g, c) : 0, names = g->n;
	char condition[2 * EXPR];
	put_condition(g, condition);
	name_carried(g, c, n);
	for (uint32_t i = 0; i < n; i++)
		snprintf(c[i].iter, NAME, "%s", c[i].init);
	line(g, "if %s:", condition);
	enter(g);
	block(g, 1 + below(g, 3));
	yield(g, c, n, NULL, NULL);
	leave(g, names);
	if (n || chance(g, 40)) {
		line(g, "else:");
		enter(g);
		if (!n || chance(g, 60))
			block(g, 1 + below(g, 2));
		yield(g, c, n, NULL, NULL);
		leave(g, names);
	}
	after(g, c, n);
}

static void block(Gen *g, unsigned statements) {
	line(g, "%s: " INDEX " = %s", fresh(g, K_INT), integer(g)); /* a block is never empty */
	for (; statements > 0; statements--) {
		unsigned what = below(g, 100);
		bool deep = g->depth >= MOST_DEPTH || !g->left;
		g->left -= g->left > 0;
		if (!pick(g, K_TILE) || what < 14)
			load(g);
		else if (what < 30)
			store(g);
		else if (what < 42)
			compute(g);
		else if (what < 50)
			push(g);
		else if (what < 57)
			pop(g);
		else if (what < 63)
			scalar(g);
		else if (what < 66 && !g->simple)
			scalar_store(g);
		else if (what < 71)
			rare(g);
		else if (deep)
			compute(g);
		else if (what < 86)
			loop(g);
		else if (what < 91)
			exchange(g);
		else if (what < 93)
			while_loop(g);
		else
			branch(g);
	}
}

/* ---- functions ---- */

static void function(Gen *g, bool is_cube, bool in_pair) {
	const char *me = is_cube ? "cube_half" : "vec_half", *core = is_cube ? "AIC" : "AIV";
	g->is_cube = is_cube;
	g->n = 0;
	g->made = 0;
	g->indent = 1;
	g->depth = 0;
	g->left = 14;
	line(g, "@pl.function(type=pl.FunctionType.%s, level=pl.Level.%s, role=pl.Role.SubWorker)", core, core);
	line(g, "def %s(src: " TENSOR ", dst: pl.Out[" TENSOR "], ws: pl.Out[" TENSOR "], idx: pl.Tensor[[64], pl.INDEX], n: " INDEX ", m: " INDEX
		", x: pl.Scalar[pl.FP32]):", me);
	g->indent = 2;
	if (in_pair) {
		line(g, "c2v: pl.Scalar[pl.INT32] = pl.system.%s", is_cube ? "import_peer_buffer(name='c2v_ring', peer_func='vec_half')"
			: "reserve_buffer(name='c2v_ring', size=16384, base=-1)");
		line(g, "v2c: pl.Scalar[pl.INT32] = pl.system.%s", is_cube ? "reserve_buffer(name='v2c_ring', size=16384, base=-1)"
			: "import_peer_buffer(name='v2c_ring', peer_func='cube_half')");
		line(g, "pl.system.%s_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=8)", is_cube ? "aic" : "aiv");
	}
	known(g, K_TENSOR, "src");
	known(g, K_TENSOR, "dst");
	known(g, K_TENSOR, "ws");
	known(g, K_INT, "n");
	known(g, K_INT, "m");
	known(g, K_FLOAT, "x");
	load(g);
	if (chance(g, 30))
		load(g);
	block(g, 2 + below(g, 5));
	if (chance(g, 5)) {
		char condition[2 * EXPR];
		put_condition(g, condition);
		line(g, "if %s:", condition);
		g->indent++;
		line(g, "return %s", pick(g, K_TENSOR));
		g->indent--;
		block(g, 2);
		line(g, "return %s", pick(g, K_TENSOR));
	} else if (chance(g, 30)) {
		store(g);
		line(g, "return %s", pick(g, K_TENSOR));
	} else
		store(g);
}

void generate_text(Text *out, uint64_t seed, unsigned naming) {
	Gen *g = mem_alloc(sizeof *g);
	*g = (Gen){.out = out, .seed = seed * 0x2545f4914f6cdd1du + 1, .naming = naming};
	text_addz(out, "# pypto.program: Made\nimport pypto.language as pl\n\n@pl.program\nclass Made:");
	bool pair = chance(g, 25);
	g->two_pipes = chance(g, 30);
	g->barriers = chance(g, 15);
	g->in_place = chance(g, 20);
	g->simple = chance(g, 50);
	bool is_cube = !pair && chance(g, 25);
	function(g, is_cube, pair);
	if (pair)
		function(g, true, pair);
	mem_free_(g);
}
