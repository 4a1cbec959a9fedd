// Operands of products that are read from shared memory (upstream: getSharedMemoryMMAOperand).

#ifndef TERN_TRANSFORM_TTG_MATMUL_SHARED_OPERAND_H_
#define TERN_TRANSFORM_TTG_MATMUL_SHARED_OPERAND_H_

#include "rewrite/builder.h"

typedef struct tern_ttg_shared_operand {
  size_t index;             // 0 or 1: of the product
  bool has_any_order;       // the instruction reads either order; otherwise the depth comes first,
  bool is_turned;           // or, so, last
  bool is_padded;           // pairs of 4-bit numbers, of which each takes 8 bits
  const tern_op_t *warned;  // warns here where the order is not that of the registers; NULL: nowhere
} tern_ttg_shared_operand_t;

// A ttg.local_alloc of `value` beside what makes it, conversions left aside.
tern_value_t *tern_ttg_share_operand(tern_value_t *value, const tern_ttg_shared_operand_t *how);
// The same for scales of a product, whatever their rank: without swizzling.
tern_value_t *tern_ttg_share_scale(tern_value_t *value);

#endif  // TERN_TRANSFORM_TTG_MATMUL_SHARED_OPERAND_H_
