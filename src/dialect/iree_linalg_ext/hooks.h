// The verifiers of iree_linalg_ext, and what they share. Private to src/dialect/iree_linalg_ext.

#ifndef TERN_DIALECT_IREE_LINALG_EXT_HOOKS_H_
#define TERN_DIALECT_IREE_LINALG_EXT_HOOKS_H_

#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "ir/op.h"

// The body takes `repeat` elements of each of the `count` values and yields `yielded`.
bool tern_linalg_ext_verify_body(const tern_op_t *op, tern_value_t *const *values, size_t count, size_t repeat,
                                 const tern_type_t *yielded);
// The op's `dimension` is one of the value's.
bool tern_linalg_ext_verify_dimension(const tern_op_t *op, const tern_value_t *value);
// No shaped operand is unranked.
bool tern_linalg_ext_are_ranked(const tern_op_t *op);
// `dimension_map` names `depth` dims of a tensor of this rank, each once.
bool tern_linalg_ext_verify_dimension_map(const tern_op_t *op, size_t rank);

bool tern_linalg_ext_verify_topk(const tern_op_t *op);
bool tern_linalg_ext_verify_arg_compare(const tern_op_t *op);
bool tern_linalg_ext_verify_gather(const tern_op_t *op);
bool tern_linalg_ext_verify_map(const tern_op_t *op);
bool tern_linalg_ext_verify_attention(const tern_op_t *op);
bool tern_linalg_ext_verify_index(const tern_op_t *op);
bool tern_linalg_ext_verify_winograd(const tern_op_t *op);
bool tern_linalg_ext_verify_group_matmul(const tern_op_t *op);
bool tern_linalg_ext_verify_custom_op(const tern_op_t *op);
bool tern_linalg_ext_verify_reverse(const tern_op_t *op);

#endif  // TERN_DIALECT_IREE_LINALG_EXT_HOOKS_H_
