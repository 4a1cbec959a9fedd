// --llvm-allow-contraction: sums, differences and products of floats may become fused multiply-adds.
//
//   %0 = llvm.fmul %a, %b : f32
//     ->
//   %0 = llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
//
// That is how Triton compiles, where a kernel's author did not forbid it (upstream: enable_fp_fusion). What is exact only
// without it, such as the formulas of --math-polynomial-approximation, has to come later.

#include "dialect/arith/arith.h"
#include "dialect/llvm/llvm.h"
#include "pass/pass.h"

static tern_walk_result_t allow(tern_op_t *op, void *user) {
  static const tern_op_row_t *const rows[] = {TERN_LLVM(FADD), TERN_LLVM(FSUB), TERN_LLVM(FMUL)};
  (void)user;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (!tern_op_is(op, rows[i])) continue;
    const tern_attr_t *flags = tern_op_attr(op, "fastmathFlags");
    int64_t bits = (flags ? tern_enum_attr_value(flags) : 0) | TERN_FASTMATH_CONTRACT;
    tern_op_set_attr(op, "fastmathFlags", tern_enum_attr_get(tern_op_context(op), TERN_LLVM_ENUM(FASTMATH), bits));
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(root, allow, NULL);
  return true;
}

const tern_pass_def_t tern_llvm_allow_contraction_pass = {
    .flag = "llvm-allow-contraction",
    .summary = "Let sums and products of floats become fused multiply-adds",
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
