/* What a pass wants to know of the other functions of a program, found out once for all of them: calls, pipes, pairs. */
#ifndef TILEPROOF_NEIGHBOURS_H
#define TILEPROOF_NEIGHBOURS_H

#include "analyzer/pipes.h"

typedef struct Neighbours {
	Calls *calls;
	Pipes pipes;
	struct Neighbour *of; /* by FuncId */
} Neighbours;

typedef struct Neighbour {
	const PipeUser *user; /* pipes and rings of the function; NULL: none */
	const PipePair *pair; /* with both cores, that the function is one of; NULL: none, or several */
	uint32_t pairs;
} Neighbour;

/* The program may be rewritten while this is in use: the calls and pipes stay those that were there. */
Neighbours *neighbours_new(Program *p);
void neighbours_free(Neighbours *x); /* NULL is allowed */

#endif
