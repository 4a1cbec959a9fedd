// --tosa-to-linalg-named: convolutions, products and pooling become named ops of linalg (upstream: TosaToLinalgNamed).

#include "convert/tosa/tosa_to_linalg_named.h"

#include "convert/tosa/lowering.h"
#include "dialect/scf/scf.h"
#include "pass/pass.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  static const tern_tosa_lowering_row_t *const tables[] = {tern_tosa_convolution_lowerings, tern_tosa_product_lowerings,
                                                           tern_tosa_pool_lowerings, NULL};
  const tern_tosa_named_options_t options = {tern_pass_bool(pass, "prefer-conv2d-kernel-layout-hwcf")};
  return tern_tosa_lower_all(op, tables, &options);
}

static const tern_option_def_t options[] = {
    {.name = "prefer-conv2d-kernel-layout-hwcf",
     .kind = TERN_OPTION_BOOL,
     .help = "Make linalg.conv_2d_nhwc_hwcf rather than linalg.conv_2d_nhwc_fhwc"},
};

const tern_pass_def_t tern_tosa_to_linalg_named_pass = {
    .flag = "tosa-to-linalg-named",
    .name = "TosaToLinalgNamed",
    .summary = "Lower TOSA's convolutions, products and pooling to named ops of linalg",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_linalg_dialect, &tern_math_dialect,
                                                &tern_scf_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};
