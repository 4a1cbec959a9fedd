// Moving ops out of loops that give the same result in every iteration, for passes that know of more such ops.

#ifndef TERN_TRANSFORM_LOOP_INVARIANT_CODE_MOTION_H_
#define TERN_TRANSFORM_LOOP_INVARIANT_CODE_MOTION_H_

#include "pass/pass.h"

// Asked of an op without regions whose operands are defined outside of `loop`, and which may not run where the loop does not: true
// if it may leave now, after the hook changed it so that it does no harm before the loop.
typedef bool tern_hoist_hook_t(tern_op_t *op, tern_op_t *loop, void *user);

// Moves out of `loop` what may leave it; `otherwise`, which may be NULL, is asked about the rest. Statistic 0 of `pass` counts
// what was moved.
void tern_hoist_loop_invariants(tern_op_t *loop, tern_hoist_hook_t *otherwise, void *user, tern_pass_t *pass);

#endif  // TERN_TRANSFORM_LOOP_INVARIANT_CODE_MOTION_H_
