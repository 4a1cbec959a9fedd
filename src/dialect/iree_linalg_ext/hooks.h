// The verifiers of iree_linalg_ext. Private to src/dialect/iree_linalg_ext.

#ifndef TERN_DIALECT_IREE_LINALG_EXT_HOOKS_H_
#define TERN_DIALECT_IREE_LINALG_EXT_HOOKS_H_

#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/iree_linalg_ext/verify.h"
#include "ir/op.h"

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
