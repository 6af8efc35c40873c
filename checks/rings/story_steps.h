/* Steps of the cores as the stories of ring witnesses have them: a table with a column per core, then lines on who waits. A
 * database keeps the story only; this is the way back. */
#ifndef TILEPROOF_STORY_STEPS_H
#define TILEPROOF_STORY_STEPS_H

#include "model/mem.h"

typedef struct StoryStep {
	const char *core; /* "AIC", "AIV", "AIV lane 1" */
	const char *says; /* "push c2v id 0 #3" */
	uint32_t line;    /* 0: none */
	uint32_t order;   /* counted over all cores, from 1; those who wait at the end share the last number */
} StoryStep;
typedef VEC(StoryStep) StorySteps;

enum { STORY_COLUMN = 34 }; /* characters of a core's column, at least */

/* A story of steps that no run gave, of AIC and AIV; their order is their place in the array. */
const char *story_steps_story(Arena *arena, const StoryStep *steps, uint32_t n);

/* Appends every step that a story shows. Nothing is appended when the story is no table of cores. The texts lie in the arena. */
void story_steps_read(const char *story, Arena *arena, StorySteps *out);

#endif
