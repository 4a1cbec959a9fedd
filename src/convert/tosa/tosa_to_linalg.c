// --tosa-to-linalg: element-wise ops, reductions, data movement, resize and Fourier transforms become linalg on tensors
// (upstream: TosaToLinalg). Convolutions, products and pooling are --tosa-to-linalg-named's.

#include "convert/tosa/lowering.h"
#include "dialect/scf/scf.h"
#include "pass/pass.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_tosa_lowering_row_t *const tables[] = {
      tern_tosa_elementwise_lowerings, tern_tosa_reduction_lowerings, tern_tosa_movement_lowerings,
      tern_tosa_resize_lowerings,      tern_tosa_fft_lowerings,       NULL};
  return tern_tosa_lower_all(op, tables, NULL);
}

static const tern_option_def_t options[] = {
    {.name = "disable-tosa-decompositions", .kind = TERN_OPTION_BOOL, .help = "Accepted; nothing is decomposed first"},
    {.name = "aggressive-reduce-constant",
     .kind = TERN_OPTION_BOOL,
     .help = "Accepted; constants are not reduced here"},
};

const tern_pass_def_t tern_tosa_to_linalg_pass = {
    .flag = "tosa-to-linalg",
    .name = "TosaToLinalg",
    .summary = "Write TOSA ops as linalg on tensors",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_linalg_dialect, &tern_math_dialect,
                                                &tern_scf_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};
