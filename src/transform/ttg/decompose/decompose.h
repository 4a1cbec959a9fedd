// Ops that a chip has no instruction for, in terms of others: what the passes of this folder and accelerate_matmul share.

#ifndef TERN_TRANSFORM_TTG_DECOMPOSE_DECOMPOSE_H_
#define TERN_TRANSFORM_TTG_DECOMPOSE_DECOMPOSE_H_

#include "ir/op.h"

// Widens the operands of each tt.dot that no matrix instruction takes as they are: 8-bit floats to f16, and without matrix
// instructions all to the type of the sums.
void tern_ttg_widen_dot_operands(tern_op_t *module, int64_t capability);
// Copies to shared memory that are narrower than cp.async, or that the chip has not, become loads and stores; then groups are
// waited for as a whole, for nobody knows which of them had the copy.
void tern_ttg_decompose_async_copies(tern_op_t *module, int64_t capability);

#endif  // TERN_TRANSFORM_TTG_DECOMPOSE_DECOMPOSE_H_
