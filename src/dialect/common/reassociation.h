// Reassociations `[[0, 1], [2]]`: which dimensions of a larger shape stand for each dimension of a smaller one.

#ifndef TERN_DIALECT_COMMON_REASSOCIATION_H_
#define TERN_DIALECT_COMMON_REASSOCIATION_H_

#include "ir/op.h"

// Checks that the groups cover `expanded` (a ranked type) in order, one group for each dimension of `collapsed`, and
// that sizes agree.
bool tern_reassociation_verify(const tern_op_t *op, const tern_type_t *collapsed, const tern_type_t *expanded);
// Whether an expand_shape has `rank` sizes in its output shape, and as many values as of these are dynamic. `what`: a
// size in the dialect's messages.
bool tern_reassociation_verify_output_shape(const tern_op_t *op, size_t rank, const char *what);
// The groups of doing `inner` first and `outer` after, both collapsing. NULL if they do not fit.
const tern_attr_t *tern_reassociation_compose(const tern_attr_t *inner, const tern_attr_t *outer);
// From positions: `group_ends[i]` is one past the last dimension of group i.
const tern_attr_t *tern_reassociation_get(tern_context_t *context, const size_t *group_ends, size_t count);

// Does `op` undo the reshape `inner`, given that it gives the type that `inner` takes? What was joined may be split at
// other places where a group has two sizes of its own to choose.
bool tern_reassociation_is_undone(const tern_op_t *op, const tern_op_t *inner);

#endif  // TERN_DIALECT_COMMON_REASSOCIATION_H_
