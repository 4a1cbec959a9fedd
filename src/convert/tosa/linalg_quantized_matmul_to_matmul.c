// --iree-linalg-quantized-matmul-to-matmul: products with zero points become products without, and corrections
// (upstream: LinalgQuantizedMatmulToMatmulPass). See linalg_quantized.c.

#include "convert/tosa/linalg_quantized.h"
#include "dialect/arith/arith.h"
#include "dialect/linalg/linalg.h"
#include "dialect/tensor/tensor.h"
#include "pass/pass.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_quantized_row_t rows[] = {
      {TERN_LINALG(QUANTIZED_MATMUL), TERN_LINALG(MATMUL)},
      {TERN_LINALG(QUANTIZED_BATCH_MATMUL), TERN_LINALG(BATCH_MATMUL)},
  };
  tern_linalg_dequantize_all(op, rows, sizeof rows / sizeof rows[0]);
  return true;
}

const tern_pass_def_t tern_iree_linalg_quantized_matmul_to_matmul_pass = {
    .flag = "iree-linalg-quantized-matmul-to-matmul",
    .alias = "iree-global-opt-quantized-matmul-to-matmul",
    .name = "LinalgQuantizedMatmulToMatmulPass",
    .summary = "Lower quantized products of linalg to products and corrections",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_linalg_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};
