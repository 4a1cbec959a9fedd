// The verifiers of iree_linalg_ext. Private to src/dialect/iree_linalg_ext.

#ifndef TERN_DIALECT_IREE_LINALG_EXT_HOOKS_H_
#define TERN_DIALECT_IREE_LINALG_EXT_HOOKS_H_

#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/iree_linalg_ext/verify.h"
#include "ir/op.h"

tern_verify_hook_t tern_linalg_ext_verify_arg_compare, tern_linalg_ext_verify_gather, tern_linalg_ext_verify_map,
    tern_linalg_ext_verify_attention, tern_linalg_ext_verify_index, tern_linalg_ext_verify_winograd,
    tern_linalg_ext_verify_group_matmul, tern_linalg_ext_verify_custom_op, tern_linalg_ext_verify_reverse;

#endif  // TERN_DIALECT_IREE_LINALG_EXT_HOOKS_H_
