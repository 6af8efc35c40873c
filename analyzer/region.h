/* Regions: which elements of a tensor a call accesses, dim by dim, as linear offsets and constant extents. */
#ifndef TILEPROOF_REGION_H
#define TILEPROOF_REGION_H

#include "analyzer/linear.h"

enum { REGION_DIMS = 8 };

typedef struct TensorRegion {
	uint32_t n;              /* 0: nothing is known */
	bool known[REGION_DIMS]; /* a dim without a linear offset or a constant extent says nothing */
	Linear offset[REGION_DIMS];
	int64_t extent[REGION_DIMS];
} TensorRegion;

TensorRegion region_of(const LinearScope *x, const Call *c);
/* No element of one is in the other, whatever their loops do: some dim has constant ranges that do not meet. */
bool region_apart(const TensorRegion *a, const TensorRegion *b);

#endif
