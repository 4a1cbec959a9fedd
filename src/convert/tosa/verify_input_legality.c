// --iree-tosa-verify-compiler-input-legality: no op of tosa is left (upstream: VerifyCompilerTOSAInputLegality).

#include "dialect/tosa/tosa.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

static tern_walk_result_t check(tern_op_t *op, void *user) {
  bool *is_legal = user;
  if (tern_is_tosa(op)) *is_legal = tern_op_error(op, "is left after the lowering of TOSA: it is not supported");
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  bool is_legal = true;
  tern_op_walk_pre(op, check, &is_legal);
  return is_legal;
}

const tern_pass_def_t tern_iree_tosa_verify_compiler_input_legality_pass = {
    .flag = "iree-tosa-verify-compiler-input-legality",
    .name = "VerifyCompilerTOSAInputLegality",
    .summary = "Report ops of TOSA that are left",
    .run = run,
};
