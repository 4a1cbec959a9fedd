// --iree-linalg-quantized-conv-to-conv: convolutions with zero points become convolutions without, and corrections
// (upstream: LinalgQuantizedConvToConvPass). See linalg_quantized.c.

#include "convert/tosa/linalg_quantized.h"
#include "dialect/arith/arith.h"
#include "dialect/linalg/linalg.h"
#include "dialect/tensor/tensor.h"
#include "pass/pass.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_quantized_row_t rows[] = {
      {TERN_LINALG(CONV_2D_NHWC_HWCF_Q), TERN_LINALG(CONV_2D_NHWC_HWCF)},
      {TERN_LINALG(CONV_2D_NHWC_FHWC_Q), TERN_LINALG(CONV_2D_NHWC_FHWC)},
      {TERN_LINALG(CONV_2D_NCHW_FCHW_Q), TERN_LINALG(CONV_2D_NCHW_FCHW)},
      {TERN_LINALG(CONV_2D_NHWGC_GFHWC_Q), TERN_LINALG(CONV_2D_NHWGC_GFHWC)},
      {TERN_LINALG(CONV_2D_NGCHW_GFCHW_Q), TERN_LINALG(CONV_2D_NGCHW_GFCHW)},
      {TERN_LINALG(CONV_3D_NDHWC_DHWCF_Q), TERN_LINALG(CONV_3D_NDHWC_DHWCF)},
      {TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWC_Q), TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWC)},
      {TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWCM_Q), TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWCM)},
  };
  tern_linalg_dequantize_all(op, rows, sizeof rows / sizeof rows[0]);
  return true;
}

const tern_pass_def_t tern_iree_linalg_quantized_conv_to_conv_pass = {
    .flag = "iree-linalg-quantized-conv-to-conv",
    .alias = "iree-global-opt-quantized-conv-to-conv",
    .name = "LinalgQuantizedConvToConvPass",
    .summary = "Lower quantized convolutions of linalg to convolutions and corrections",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_linalg_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};
