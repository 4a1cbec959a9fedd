// Tensor ops without a structured form, in terms of those that have one.

#ifndef TERN_CONVERT_DECOMPOSE_TENSOR_DECOMPOSE_H_
#define TERN_CONVERT_DECOMPOSE_TENSOR_DECOMPOSE_H_

#include "ir/op_def.h"

//   tensor.pad              linalg.fill and tensor.insert_slice; with indices in its region a linalg.generic
//   tensor.concat           tensor.insert_slice, one for each operand
//   tensor.splat            linalg.fill
//   tensor.from_elements    linalg.fill, tensor.insert
//   tensor.generate         linalg.generic
//   tensor.bitcast          linalg.generic
//   tensor.dim              the size, where it is known
//   element-wise ops on tensors (arith, math, complex)   linalg.generic
//
// Rewrites what `root` holds.
void tern_decompose_tensor_ops(tern_op_t *root);
// Of these, one tensor.pad alone.
void tern_decompose_tensor_pad(tern_op_t *pad);

#endif  // TERN_CONVERT_DECOMPOSE_TENSOR_DECOMPOSE_H_
