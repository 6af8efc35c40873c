/* Slots (P17 to P20, P22, P23), capacity (P21) and pipeline membership (P24, P25) of a program and its transform. */
#ifndef TILEPROOF_SLOTS_CHECK_H
#define TILEPROOF_SLOTS_CHECK_H

#include "checks/result.h"

enum {
	SLOT_BITS = 1u << OB_SLOTS_RANGE | 1u << OB_SLOTS_ROTATION | 1u << OB_SLOTS_LIFETIME | 1u << OB_SLOTS_BINDING | 1u << OB_SLOTS_PRIVACY,
	STORAGE_BITS = SLOT_BITS | 1u << OB_CAPACITY | 1u << OB_TAGS
};

/* Range, rotation, lifetime, binding and capacity of after; privacy and tags of the pair. before may be after itself. One result
 * per obligation and function, or loop where the loop has slots. */
void slots_check(Program *before, Program *after, const CheckOptions *o, Report *r);

/* Its parts, one function each; f_before may be 0. */
void privacy_judge(const Program *before, FuncId f_before, const Program *after, FuncId f_after, const CheckOptions *o, Report *r);
void tags_judge(const Program *before, FuncId f_before, const Program *after, FuncId f_after, Report *r);
void capacity_judge(const Program *before, FuncId f_before, const Program *after, FuncId f_after, const CheckOptions *o, Report *r);

#endif
