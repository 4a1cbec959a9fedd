#include "pipeline/dispatch/dispatch_stages.h"

#include <stddef.h>

#include "pipeline/stages/dispatch.def"

static const struct {
  const char *name;
  const tern_stage_t *stages;
} parts[] = {
    [TERN_DISPATCH_LONE_TO_LINALG] = {"linalg-on-buffers", lone_to_linalg},
    [TERN_DISPATCH_PROGRAM_TO_LINALG] = {"linalg-on-buffers", program_to_linalg},
    [TERN_DISPATCH_TO_GPU] = {"gpu", to_gpu},
    [TERN_DISPATCH_CPU_TO_LLVM] = {"llvm", cpu_to_llvm},
    [TERN_DISPATCH_VULKAN_TO_SPIRV] = {"spirv", vulkan_to_spirv},
    [TERN_DISPATCH_CUDA_TO_NVVM] = {"nvvm", cuda_to_nvvm},
    [TERN_DISPATCH_LONE_WITH_FEW_RECOMPUTATIONS] = {"linalg-on-buffers", lone_with_few_recomputations},
    [TERN_DISPATCH_LONE_TO_PROGRAM] = {"program", lone_to_program},
    [TERN_DISPATCH_TILES_TO_TTIR] = {"ttir", tiles_to_ttir},
    [TERN_DISPATCH_TILES_TO_TTGIR] = {"ttgir", tiles_to_ttgir},
    [TERN_DISPATCH_TILES_TO_NVVM] = {"nvvm", tiles_to_nvvm},
};

const char *tern_dispatch_part_name(tern_dispatch_part_t part) { return parts[part].name; }

#define MEMBER(member) .offset = offsetof(tern_dispatch_values_t, member)
static const tern_stage_value_t values_of_parts[] = {
    {"vector-bytes", TERN_OPTION_INT, MEMBER(machine.vector_bytes)},
    {"vector-registers", TERN_OPTION_INT, MEMBER(machine.vector_registers)},
    {"amx-bf16", TERN_OPTION_BOOL, MEMBER(machine.has_amx_bf16)},
    {"amx-int8", TERN_OPTION_BOOL, MEMBER(machine.has_amx_int8)},
    {"dot-i8", TERN_OPTION_STRING, MEMBER(machine.dot_i8)},
    {"dot-bf16", TERN_OPTION_STRING, MEMBER(machine.dot_bf16)},
    {"tuning", TERN_OPTION_STRING, MEMBER(tuning)},
    {"explain-tuning", TERN_OPTION_BOOL, MEMBER(explains_tuning)},
    {"target-attributes", TERN_OPTION_STRING, MEMBER(target_attributes)},
    {"unsupported-floats", TERN_OPTION_STRING_LIST, MEMBER(unsupported_floats)},
    {"unsupported-ints", TERN_OPTION_INT_LIST, MEMBER(unsupported_ints)},
    {"capability", TERN_OPTION_INT, MEMBER(capability)},
    {"num-warps", TERN_OPTION_INT, MEMBER(num_warps)},
    {"num-stages", TERN_OPTION_INT, MEMBER(num_stages)},
    {"ptx-version", TERN_OPTION_INT, MEMBER(ptx_version)},
    {"shared-memory", TERN_OPTION_INT, MEMBER(shared_memory)},
    {"rewrites-descriptors", TERN_OPTION_BOOL, MEMBER(rewrites_descriptors)},
};

void tern_dispatch_stages_expand(tern_dispatch_part_t part, const tern_dispatch_values_t *values,
                                 tern_string_builder_t *out) {
  tern_stage_scope_t scope = {
      .values = values_of_parts, .value_count = sizeof values_of_parts / sizeof values_of_parts[0], .user = values};
  tern_stages_expand(parts[part].stages, &scope, out);
}
