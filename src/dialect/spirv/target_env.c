// Questions about a target environment (upstream: SPIRV's TargetAndABI).

#include "dialect/spirv/target_env.h"

#include "dialect/gpu/gpu.h"
#include "dialect/spirv/spirv.h"

static const uint64_t default_capabilities[] = {TERN_SPIRV_CAPABILITY_SHADER, TERN_SPIRV_CAPABILITY_GROUPNONUNIFORM};

tern_spirv_target_t tern_spirv_target_of_attr(const tern_attr_t *env) {
  if (!tern_attr_is_spirv(env, TERN_SPIRV_ATTR_TARGET_ENV)) {
    return (tern_spirv_target_t){
        .version = 3,
        .capabilities = default_capabilities,
        .capability_count = sizeof default_capabilities / sizeof default_capabilities[0],
    };
  }
  const tern_attr_t *vce = (const tern_attr_t *)(uintptr_t)env->params[0];
  size_t capability_count = (size_t)vce->params[1];
  return (tern_spirv_target_t){
      .env = env,
      .version = (uint8_t)vce->params[0],
      .capabilities = &vce->params[2],
      .capability_count = capability_count,
      .extensions = &vce->params[2 + capability_count],
      .extension_count = vce->param_count - 2 - capability_count,
  };
}

const tern_attr_t *tern_spirv_target_attr_of(const tern_op_t *op) {
  const tern_attr_t *targets = tern_op_is(op, TERN_GPU(MODULE)) ? tern_op_attr(op, "targets") : NULL;
  for (size_t i = 0; targets && i < tern_array_attr_count(targets); ++i) {
    const tern_attr_t *target = tern_array_attr_at(targets, i);
    if (tern_attr_is_spirv(target, TERN_SPIRV_ATTR_TARGET_ENV)) return target;
  }
  return tern_op_attr(op, TERN_SPIRV_TARGET_ENV);
}

tern_spirv_target_t tern_spirv_target_env_of(const tern_op_t *op) {
  const tern_attr_t *env = NULL;
  for (; op && !tern_attr_is_spirv(env, TERN_SPIRV_ATTR_TARGET_ENV); op = tern_op_parent(op)) {
    env = tern_spirv_target_attr_of(op);
  }
  return tern_spirv_target_of_attr(env);
}

const tern_attr_t *tern_spirv_target_vce(tern_context_t *context, const tern_spirv_target_t *target) {
  if (target->env) return (const tern_attr_t *)(uintptr_t)target->env->params[0];
  uint32_t storage_buffer = 0;
  bool is_known = tern_spirv_extension_named(TERN_STR("SPV_KHR_storage_buffer_storage_class"), &storage_buffer);
  const uint64_t params[] = {target->version, 2, default_capabilities[0], default_capabilities[1], storage_buffer};
  return tern_dialect_attr_get(context, TERN_SPIRV_ATTR(VCE), params, is_known ? 5 : 4);
}

static int64_t read_number(const tern_attr_t *limits, const char *name, int64_t otherwise) {
  const tern_attr_t *value = limits ? tern_spirv_attr_field(limits, name) : NULL;
  return tern_attr_is_integer(value) && tern_integer_attr_value(value) > 0 ? tern_integer_attr_value(value) : otherwise;
}

tern_spirv_limits_t tern_spirv_target_limits(const tern_spirv_target_t *target) {
  const tern_attr_t *limits = target->env ? (const tern_attr_t *)(uintptr_t)target->env->params[5] : NULL;
  tern_spirv_limits_t result = {
      .shared_memory_size = read_number(limits, "max_compute_shared_memory_size", 16384),
      .invocations = read_number(limits, "max_compute_workgroup_invocations", 128),
      .workgroup_size = {128, 128, 64},
      .subgroup_size = read_number(limits, "subgroup_size", 32),
  };
  result.min_subgroup_size = read_number(limits, "min_subgroup_size", result.subgroup_size);
  result.max_subgroup_size = read_number(limits, "max_subgroup_size", result.subgroup_size);
  if (!limits) return result;
  const tern_attr_t *size = tern_spirv_attr_field(limits, "max_compute_workgroup_size");
  for (size_t i = 0; i < 3 && tern_int_list_attr_count(size) == 3; ++i) {
    if (tern_int_list_attr_at(size, i) > 0) result.workgroup_size[i] = tern_int_list_attr_at(size, i);
  }
  result.cooperative_matrices = tern_spirv_attr_field(limits, "cooperative_matrix_properties_khr");
  return result;
}

bool tern_spirv_target_has_capability(const tern_spirv_target_t *target, uint32_t capability) {
  for (size_t i = 0; i < target->capability_count; ++i) {
    uint32_t given = (uint32_t)target->capabilities[i];
    if (given == capability || tern_spirv_capability_implies(given, capability)) return true;
  }
  return false;
}

bool tern_spirv_target_has_extension(const tern_spirv_target_t *target, const char *extension) {
  uint32_t wanted;
  if (!tern_spirv_extension_named(tern_str_from_cstr(extension), &wanted)) return false;
  if (tern_spirv_extension_core_version(wanted) <= target->version) return true;
  for (size_t i = 0; i < target->extension_count; ++i) {
    if (target->extensions[i] == wanted) return true;
  }
  return false;
}

bool tern_spirv_target_is_kernel(const tern_spirv_target_t *target) {
  return tern_spirv_target_has_capability(target, TERN_SPIRV_CAPABILITY_KERNEL) &&
         !tern_spirv_target_has_capability(target, TERN_SPIRV_CAPABILITY_SHADER);
}
