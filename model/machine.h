/* Facts about the two machines (machine.md, dumps.md A.5 to A.7); the numbers stand in machine.def. */
#ifndef TILEPROOF_MACHINE_H
#define TILEPROOF_MACHINE_H

#include "model/ir.h"

typedef enum Arch { ARCH_A2A3, ARCH_A5 } Arch; /* Ascend910B, Ascend950 */
typedef enum Planner { PLANNER_PYPTO, PLANNER_PTOAS } Planner;
typedef enum Credits { CREDITS_IDEAL, CREDITS_A2A3, CREDITS_A5 } Credits; /* machine.md E.1 */

bool arch_find(const char *name, Arch *out);       /* "a2a3", "a5" */
bool planner_find(const char *name, Planner *out); /* "pypto", "ptoas", case ignored */
bool credits_find(const char *name, Credits *out); /* "ideal", "a2a3", "a5" */
const char *arch_name(Arch a);
const char *planner_name(Planner p);
const char *credits_name(Credits c);

/* Bytes of a space that the compiler plans with, and that are physically there; 0: not gated. */
int64_t machine_capacity(Arch a, Space s);
int64_t machine_physical(Arch a, Space s);
int64_t machine_slot_alignment(Space s);

/* Static physical bytes of a tile of this type in its space ("PhysBytes", dumps.md A.5); -1: not known. */
int64_t machine_tile_bytes(const Program *p, TypeId t, Arch a);
int64_t machine_tensor_bytes(const Program *p, TypeId t); /* of a tensor in global memory; -1: not known */

#endif
