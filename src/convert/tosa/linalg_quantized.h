// Named ops with zero points as the op without them and corrections.

#ifndef TERN_CONVERT_TOSA_LINALG_QUANTIZED_H_
#define TERN_CONVERT_TOSA_LINALG_QUANTIZED_H_

#include "ir/op_def.h"

// An op with zero points, and the same without.
typedef struct tern_quantized_row {
  const tern_op_row_t *quantized, *plain;
} tern_quantized_row_t;

// Rewrites the ops of `rows` inside of `root` that are on tensors.
void tern_linalg_dequantize_all(tern_op_t *root, const tern_quantized_row_t *rows, size_t count);

#endif  // TERN_CONVERT_TOSA_LINALG_QUANTIZED_H_
