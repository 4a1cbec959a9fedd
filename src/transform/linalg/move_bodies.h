// Making one body of two, without copying them: the shorter one goes into the longer one, so that a chain of fusions takes time
// in proportion to its length.

#ifndef TERN_TRANSFORM_LINALG_MOVE_BODIES_H_
#define TERN_TRANSFORM_LINALG_MOVE_BODIES_H_

#include "base/vec.h"
#include "ir/op.h"

typedef TERN_VEC(tern_value_t *) tern_body_args_t;

// Gives `shell`, whose body is empty but for arguments, the ops of the blocks `first` and then `second`, which are those of ops
// that go. `args` are arguments of either block, in the order of the shell's; others have no uses any more. The terminator of
// `first` is gone already.
void tern_move_bodies(tern_op_t *shell, tern_block_t *first, tern_block_t *second, const tern_body_args_t *args);

// Makes one value of two that are the same: the one with fewer uses is replaced. Returns the other one.
tern_value_t *tern_merge_values(tern_value_t *a, tern_value_t *b);

#endif  // TERN_TRANSFORM_LINALG_MOVE_BODIES_H_
