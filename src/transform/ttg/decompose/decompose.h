// Ops that a chip has no instruction for, in terms of others: what the passes of this folder and accelerate_matmul share.

#ifndef TERN_TRANSFORM_TTG_DECOMPOSE_DECOMPOSE_H_
#define TERN_TRANSFORM_TTG_DECOMPOSE_DECOMPOSE_H_

#include "ir/op.h"

// Widens the operands of each tt.dot that no matrix instruction takes as they are: 8-bit floats to f16, and without matrix
// instructions all to the type of the sums. Formats of 8 bits that no chip multiplies stay until `is_last`, if the chip multiplies
// others: meanwhile they take half the registers and half the shared memory.
void tern_ttg_widen_dot_operands(tern_op_t *module, int64_t capability, bool is_last);
// Copies to shared memory that are narrower than cp.async, or that the chip has not, become loads and stores; then groups are
// waited for as a whole, for nobody knows which of them had the copy.
void tern_ttg_decompose_async_copies(tern_op_t *module, int64_t capability);

// The attributes that say which group of warps an op is for, and its place; what is made in its stead gets them.
enum { TERN_TTG_GROUP_ATTRS = 4 };
typedef struct tern_ttg_group {
  const tern_attr_t *attrs[TERN_TTG_GROUP_ATTRS];
  tern_op_t *before, *after;  // NULL: `op` was the first of its block, or the last
  tern_block_t *block;
} tern_ttg_group_t;
tern_ttg_group_t tern_ttg_group_of(const tern_op_t *op);
// All that stands where `op` stood gets its attributes. `op` may be gone.
void tern_ttg_group_hand_on(const tern_ttg_group_t *group);

#endif  // TERN_TRANSFORM_TTG_DECOMPOSE_DECOMPOSE_H_
