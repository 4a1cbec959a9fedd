// spirv-update-vce: gives spirv.module the version, capabilities and extensions that it needs, out of those of the
// nearest spirv.target_env.
//
//   spirv.module Logical GLSL450 attributes {spirv.target_env = #spirv.target_env<...>} { ... }
// becomes
//   spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Matrix], []> attributes {...} { ... }
//
// Refuses what the target lacks. Upstream: SPIRV/Transforms/UpdateVCEPass.cpp.

#include "dialect/spirv/availability.h"
#include "dialect/spirv/spirv.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  for (const tern_op_t *around = op; around; around = tern_op_parent(around)) {
    const tern_attr_t *target = tern_op_attr(around, "spirv.target_env");
    if (!tern_attr_is_spirv(target, TERN_SPIRV_ATTR_TARGET_ENV)) continue;
    return tern_spirv_module_update_vce(op, (const tern_attr_t *)(uintptr_t)target->params[0]);
  }
  return tern_emit_error(op->loc, "missing 'spirv.target_env' attribute");
}

const tern_pass_def_t tern_spirv_update_vce_pass = {
    .flag = "spirv-update-vce",
    .name = "SPIRVUpdateVCEPass",
    .anchor = "spirv.module",
    .summary = "Deduce the version, capabilities and extensions that a spirv.module needs",
    .description =
        "Takes what the instructions, enumerants and types inside need, from SPIR-V's grammar. What the target "
        "environment lacks is an error.",
    .run = run,
};
