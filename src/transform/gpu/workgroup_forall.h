// scf.forall with scf.forall inside: workgroups that work on something together.

#ifndef TERN_TRANSFORM_GPU_WORKGROUP_FORALL_H_
#define TERN_TRANSFORM_GPU_WORKGROUP_FORALL_H_

#include "rewrite/builder.h"

// Could workgroups run the iterations of `forall`, which is all that `func` does, and invocations those of the loops in it? Only what is
// inside of these touches memory, and the temporaries that several of them use are at most `memory` bytes.
bool tern_workgroup_forall_is_one(const tern_op_t *func, tern_op_t *forall, int64_t memory);
// Gives the loops in `forall` to `width` invocations, with a barrier behind each, and puts what several of them use in workgroup
// memory. `forall` itself stays.
void tern_workgroup_forall_share(tern_op_t *func, tern_op_t *forall, int64_t width);

#endif  // TERN_TRANSFORM_GPU_WORKGROUP_FORALL_H_
