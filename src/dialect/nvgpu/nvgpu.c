// nvgpu: the tables.

#include "dialect/nvgpu/nvgpu.h"

#include "dialect/gpu/gpu.h"
#include "dialect/nvgpu/hooks.h"
#include "dialect/nvvm/nvvm.h"

#define CASES(...)                                  \
  .cases = (const tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((const tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)
#define NAMED(NAME, SUMMARY)                                                                          \
  .name = "nvgpu." NAME, .attr_name = "nvgpu." NAME, .storage_width = 32, .is_spaced_mnemonic = true, \
  .keeps_space = true, .summary = SUMMARY

const tern_enum_row_t tern_nvgpu_enums[] = {
    [TERN_NVGPU_ENUM_SWIZZLE] = {NAMED("swizzle", "Tensor map swizzling mode of shared memory banks"),
                                 CASES({"none", TERN_NVGPU_SWIZZLE_NONE}, {"swizzle_32b", TERN_NVGPU_SWIZZLE_32B},
                                       {"swizzle_64b", TERN_NVGPU_SWIZZLE_64B},
                                       {"swizzle_128b", TERN_NVGPU_SWIZZLE_128B})},
    [TERN_NVGPU_ENUM_L2PROMO] = {NAMED("l2promo", "Tensor map L2 promotion type"),
                                 CASES({"none", 0}, {"l2promo_64b", 1}, {"l2promo_128b", 2}, {"l2promo_256b", 3})},
    [TERN_NVGPU_ENUM_OOB] = {NAMED("oob", "Tensor map out-of-bounds fill type"), CASES({"zero", 0}, {"nan", 1})},
    [TERN_NVGPU_ENUM_INTERLEAVE] = {NAMED("interleave", "Tensor map interleave layout type"),
                                    CASES({"none", TERN_NVGPU_INTERLEAVE_NONE}, {"interleave_16b", 1},
                                          {"interleave_32b", 2})},
    [TERN_NVGPU_ENUM_RCP_ROUNDING_MODE] = {NAMED("rcp_rounding_mode", "Rounding mode of rcp"),
                                           CASES({"approx", TERN_NVGPU_RCP_APPROX}, {"rn", 1}, {"rz", 2}, {"rm", 3},
                                                 {"rp", 4})},
};

#define TYPE(NAME, SUMMARY) \
  {.name = "nvgpu." NAME, .summary = SUMMARY, .parse = tern_nvgpu_parse_type, .print = tern_nvgpu_print_type}

const tern_type_row_t tern_nvgpu_types[] = {
    [TERN_NVGPU_TYPE_DEVICE_ASYNC_TOKEN] = {.name = "nvgpu.device.async.token", .summary = "device async token type"},
    [TERN_NVGPU_TYPE_MBARRIER_GROUP] = TYPE("mbarrier.group", "mbarrier barrier type"),
    [TERN_NVGPU_TYPE_MBARRIER_TOKEN] = {.name = "nvgpu.mbarrier.token", .summary = ""},
    [TERN_NVGPU_TYPE_TENSORMAP_DESCRIPTOR] = TYPE("tensormap.descriptor", "TensorMap descriptor"),
    [TERN_NVGPU_TYPE_WARPGROUP_DESCRIPTOR] = TYPE("warpgroup.descriptor", "Warpgroup matrix descriptor type"),
    [TERN_NVGPU_TYPE_WARPGROUP_ACCUMULATOR] = TYPE("warpgroup.accumulator", ""),
};

const tern_op_row_t tern_nvgpu_ops[] = {
#define OP(ID, NAME, ...) [TERN_NVGPU_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/nvgpu/nvgpu_ops.def"
#undef OP
};

const tern_dialect_t tern_nvgpu_dialect = {
    .name = "nvgpu",
    .summary = "What NVIDIA's GPUs have for vectors and memrefs",
    .ops = tern_nvgpu_ops,
    .op_count = TERN_NVGPU_OP_COUNT,
    .types = tern_nvgpu_types,
    .type_count = TERN_NVGPU_TYPE_COUNT,
    .enums = tern_nvgpu_enums,
    .enum_count = TERN_NVGPU_ENUM_COUNT,
};

bool tern_nvgpu_is_shared_space(const tern_attr_t *space) {
  if (!space) return false;
  if (tern_attr_is_integer(space)) return tern_integer_attr_value(space) == TERN_NVVM_SHARED;
  return space->kind == TERN_ATTR_ENUM && space->row == TERN_GPU_ENUM(ADDRESS_SPACE) &&
         tern_enum_attr_value(space) == TERN_GPU_ADDRESS_SPACE_WORKGROUP;
}

void tern_nvgpu_mma_shape(const tern_op_t *op, int64_t out_shape[3]) {
  const tern_attr_t *shape = tern_op_attr(op, "mmaShape");
  for (size_t i = 0; i < 3; ++i) out_shape[i] = tern_integer_attr_value(tern_array_attr_at(shape, i));
}
