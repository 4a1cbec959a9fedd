// --test-spirv-entry-point-abi: kernels of a gpu.module get a #spirv.entry_point_abi, unless they have one (upstream:
// TestSpirvEntryPointABIPass).

#include "dialect/gpu/gpu.h"
#include "dialect/spirv/spirv.h"
#include "ir/context.h"
#include "pass/pass.h"

#define ENTRY_POINT_ABI "spirv.entry_point_abi"

static bool run(tern_op_t *module, tern_pass_t *pass) {
  const int64_t *sizes;
  int32_t workgroup_size[3] = {1, 1, 1};
  size_t count = tern_pass_int_list(pass, "workgroup-size", &sizes);
  for (size_t i = 0; i < count && i < 3; ++i) workgroup_size[i] = (int32_t)sizes[i];
  const tern_attr_t *abi = tern_spirv_entry_point_abi_get_sized(tern_op_context(module), workgroup_size,
                                                                (int32_t)tern_pass_int(pass, "subgroup-size"),
                                                                (int32_t)tern_pass_int(pass, "target-width"));
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    bool is_kernel = tern_op_is(op, TERN_GPU(FUNC)) && tern_op_attr(op, "gpu.kernel");
    if (is_kernel && !tern_op_attr(op, ENTRY_POINT_ABI)) tern_op_set_attr(op, ENTRY_POINT_ABI, abi);
  }
  return true;
}

static const tern_option_def_t options[] = {
    {.name = "workgroup-size",
     .kind = TERN_OPTION_INT_LIST,
     .help = "Workgroup size to use for all gpu.func kernels in the module, x first; dimensions left out are 1"},
    {.name = "subgroup-size",
     .kind = TERN_OPTION_INT,
     .default_text = "0",
     .help = "Subgroup size to use for all gpu.func kernels in the module"},
    {.name = "target-width",
     .kind = TERN_OPTION_INT,
     .default_text = "0",
     .help = "Specify the component width of floating-point instructions"},
};
static const tern_dialect_t *const dialects[] = {&tern_spirv_dialect, NULL};

const tern_pass_def_t tern_test_spirv_entry_point_abi_pass = {
    .flag = "test-spirv-entry-point-abi",
    .name = "TestSpirvEntryPointABI",
    .anchor = "gpu.module",
    .summary = "Set the spirv.entry_point_abi attribute on GPU kernel functions within the module",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
