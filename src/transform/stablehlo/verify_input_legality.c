// --iree-stablehlo-verify-compiler-input-legality: nothing of StableHLO may be left when its input pipeline ends (upstream:
// VerifyCompilerStableHloInputLegality). custom_call may: it may be a call of an import.

#include "dialect/chlo/chlo.h"
#include "dialect/stablehlo/stablehlo.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

static tern_walk_result_t check(tern_op_t *op, void *user) {
  bool *is_legal = user;
  tern_hlo_t id = tern_hlo_id(op);
  bool is_foreign = op->def->dialect == &tern_chlo_dialect || (id != TERN_HLO_NONE && id != TERN_HLO_CUSTOM_CALL);
  if (!is_foreign) return TERN_WALK_ADVANCE;
  tern_op_error(op, "has no lowering: it is left after the conversion of its dialect");
  *is_legal = false;
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  bool is_legal = true;
  tern_op_walk_pre(root, check, &is_legal);
  return is_legal;
}

const tern_pass_def_t tern_stablehlo_verify_input_legality_pass = {
    .name = "VerifyCompilerStableHloInputLegality",
    .flag = "iree-stablehlo-verify-compiler-input-legality",
    .summary = "Verify that no StableHLO op is left",
    .run = run,
};
