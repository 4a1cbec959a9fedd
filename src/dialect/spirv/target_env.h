// What a target can do: the #spirv.target_env around an op, resolved, with questions about it.
//
// Without the attribute a target has what any device of Vulkan 1.1 has: v1.3 with Shader and GroupNonUniform, the
// extension SPV_KHR_storage_buffer_storage_class, and the defaults of #spirv.resource_limits.

#ifndef TERN_DIALECT_SPIRV_TARGET_ENV_H_
#define TERN_DIALECT_SPIRV_TARGET_ENV_H_

#include "dialect/spirv/grammar.h"
#include "ir/op_def.h"

#define TERN_SPIRV_TARGET_ENV "spirv.target_env"

// Immutable; valid as long as the context.
typedef struct tern_spirv_target {
  const tern_attr_t *env;  // #spirv.target_env; NULL: the default
  uint8_t version;         // minor number: 3 is v1.3
  const uint64_t *capabilities;
  size_t capability_count;
  const uint64_t *extensions;  // by their places in tern_spirv_extension_name()
  size_t extension_count;
} tern_spirv_target_t;

// Limits of #spirv.resource_limits.
typedef struct tern_spirv_limits {
  int64_t shared_memory_size;  // bytes per workgroup
  int64_t invocations;         // per workgroup
  int64_t workgroup_size[3];
  int64_t subgroup_size, min_subgroup_size, max_subgroup_size;  // the latter two are subgroup_size if not given
  const tern_attr_t *cooperative_matrices;                      // array of #spirv.coop_matrix_props_khr; NULL: none
} tern_spirv_limits_t;

// The #spirv.target_env that `op` itself has: the first among the targets of a gpu.module, else its attribute. NULL: none.
const tern_attr_t *tern_spirv_target_attr_of(const tern_op_t *op);
// Of the closest op around (or equal to) `op` that has the attribute.
tern_spirv_target_t tern_spirv_target_env_of(const tern_op_t *op);
// Of a #spirv.target_env; NULL gives the default.
tern_spirv_target_t tern_spirv_target_of_attr(const tern_attr_t *env);
// Its #spirv.vce.
const tern_attr_t *tern_spirv_target_vce(tern_context_t *context, const tern_spirv_target_t *target);
tern_spirv_limits_t tern_spirv_target_limits(const tern_spirv_target_t *target);

// TERN_SPIRV_CAPABILITY_*, given or implied by one that is.
bool tern_spirv_target_has_capability(const tern_spirv_target_t *target, uint32_t capability);
// By name ("SPV_KHR_8bit_storage"), given or part of the version.
bool tern_spirv_target_has_extension(const tern_spirv_target_t *target, const char *extension);
static inline bool tern_spirv_target_has_version(const tern_spirv_target_t *target, uint8_t minor) {
  return target->version >= minor;
}
// Has Kernel and no Shader: OpenCL's rules hold.
bool tern_spirv_target_is_kernel(const tern_spirv_target_t *target);

#endif  // TERN_DIALECT_SPIRV_TARGET_ENV_H_
