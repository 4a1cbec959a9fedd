// Vulkan devices by what they can do.

#include "analysis/machine/machine.h"
#include "dialect/spirv/grammar_ids.h"
#include "dialect/spirv/target_env.h"

tern_machine_t tern_machine_of_vulkan(const tern_attr_t *env) {
  tern_spirv_target_t target = tern_spirv_target_of_attr(env);
  tern_machine_t machine = {
      .kind = TERN_MACHINE_VULKAN,
      .long_reduction = 1 << 20,
      .has_f64 = tern_spirv_target_has_capability(&target, TERN_SPIRV_CAPABILITY_FLOAT64),
      .has_i8 = tern_spirv_target_has_capability(&target, TERN_SPIRV_CAPABILITY_INT8),
      .has_i16 = tern_spirv_target_has_capability(&target, TERN_SPIRV_CAPABILITY_INT16),
      .has_i64 = tern_spirv_target_has_capability(&target, TERN_SPIRV_CAPABILITY_INT64),
  };
  // Halves that memory does not hold are taken out of words as integers.
  machine.has_f16 =
      tern_spirv_target_has_capability(&target, TERN_SPIRV_CAPABILITY_FLOAT16) &&
      (machine.has_i16 || tern_spirv_target_has_capability(&target, TERN_SPIRV_CAPABILITY_STORAGEBUFFER16BITACCESS));
  return machine;
}
