// Data races in workgroup memory, found without running the kernel.
//
// The accesses that may have happened since the last barrier flow forward over structured control flow (loops to a
// fixpoint); each access is held against them. Two accesses of different invocations, one a write, are a race unless they
// are shown to touch different elements: indices are computed for every invocation of the workgroup, over the iterations of
// loops that hold no barrier, as a number and a sum of values that are the same for all invocations.

#ifndef TERN_ANALYSIS_GPU_WORKGROUP_RACES_H_
#define TERN_ANALYSIS_GPU_WORKGROUP_RACES_H_

#include "ir/op.h"

// Is `op` a kernel that can be checked: a func.func with a body and a `spirv.entry_point_abi` that gives its workgroup size?
bool tern_is_kernel_to_check(const tern_op_t *op);
// Checks such a kernel. Emits an error for each race, at
// the access with a note at the other one, and for each barrier that depends on ids of invocations. With `redundant`,
// barriers that order nothing (without which there is no other race) are remarked on. False if there was an error.
bool tern_check_workgroup_races(tern_op_t *func, bool redundant);

#endif  // TERN_ANALYSIS_GPU_WORKGROUP_RACES_H_
