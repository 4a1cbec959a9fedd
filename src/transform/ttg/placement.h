// Where ops of ttg stand best: what passes that reorder instructions share.

#ifndef TERN_TRANSFORM_TTG_PLACEMENT_H_
#define TERN_TRANSFORM_TTG_PLACEMENT_H_

#include "ir/op.h"

// The op of `block` that is `op` or holds it; NULL: there is none.
tern_op_t *tern_ttg_ancestor_in(const tern_block_t *block, tern_op_t *op);
// The first op of the block that uses a result, or holds one that does; NULL: none.
tern_op_t *tern_ttg_first_use(const tern_op_t *op);
// Moves an op right behind another one of any block.
void tern_ttg_move_after(tern_op_t *op, tern_op_t *other);

bool tern_ttg_is_conversion(const tern_op_t *op);
bool tern_ttg_is_transpose(const tern_op_t *op);
// A conversion comes behind the last end of shared memory before its first use, so that it may use the memory again.
void tern_ttg_sink_conversion(tern_op_t *op);
// A transpose, which takes nothing, comes right behind what it transposes.
void tern_ttg_hoist_transpose(tern_op_t *op);

#endif  // TERN_TRANSFORM_TTG_PLACEMENT_H_
