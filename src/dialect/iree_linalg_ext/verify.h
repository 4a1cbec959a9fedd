// What verifiers of iree_linalg_ext share with each other, and with those of dialects that have the same ops.

#ifndef TERN_DIALECT_IREE_LINALG_EXT_VERIFY_H_
#define TERN_DIALECT_IREE_LINALG_EXT_VERIFY_H_

#include "ir/op.h"
#include "ir/op_def.h"

// The body takes `repeat` elements of each of the `count` values and yields `yielded`, with the op's own dialect's yield.
bool tern_linalg_ext_verify_body(const tern_op_t *op, tern_value_t *const *values, size_t count, size_t repeat,
                                 const tern_type_t *yielded);
// The op's `dimension` is one of the value's.
bool tern_linalg_ext_verify_dimension(const tern_op_t *op, const tern_value_t *value);
// No shaped operand is unranked.
bool tern_linalg_ext_are_ranked(const tern_op_t *op);
// `dimension_map` names `depth` dims of a tensor of this rank, each once.
bool tern_linalg_ext_verify_dimension_map(const tern_op_t *op, size_t rank);

// On tensors nothing happens to memory, on buffers inputs are read and outputs read and written.
tern_traits_t tern_linalg_ext_effects(const tern_op_t *op);

// Of ops with operands and attributes as iree_linalg_ext.scan, sort and topk have them.
bool tern_linalg_ext_verify_scan(const tern_op_t *op);
bool tern_linalg_ext_verify_sort(const tern_op_t *op);
bool tern_linalg_ext_verify_topk(const tern_op_t *op);

#endif  // TERN_DIALECT_IREE_LINALG_EXT_VERIFY_H_
