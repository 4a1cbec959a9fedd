// --iree-convert-to-nvvm: kernels of a dispatch module become the llvm dialect with nvvm ops, in one conversion (upstream:
// IREE's ConvertToNVVM). Linalg, tensor and scf ops must be gone.
//
//   func.func @main()                    llvm.func @main(%b0: !llvm.ptr<1>, %b1: !llvm.ptr<1>, %c0: i32)
//       attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>}
//                                            attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 4, 1>}
//   iree.placeholder ... @io::@arg1      %b1, as a memref descriptor
//   hal.interface.load.constant          %c0
//   gpu.thread_id x                      nvvm.read.ptx.sreg.tid.x : i32
//   memref.alloc() : memref<.., 3>       llvm.mlir.global internal @... {addr_space = 3}
//   gpu.subgroup_mma_compute             nvvm.wmma.mma
//   nvgpu.tma.async.load                 nvvm.cp.async.bulk.tensor.shared.cluster.global
//
// nvgpu ops are lowered by the patterns of --convert-nvgpu-to-nvvm.

#include "convert/gpu_to_llvm/nvvm/gpu_to_nvvm.h"
#include "convert/gpu_to_llvm/nvvm/nvgpu_to_nvvm.h"
#include "convert/llvm/kernel/kernel.h"
#include "dialect/nvvm/nvvm.h"
#include "pass/pass.h"

static const tern_conversion_pattern_t *const tables[] = {
    tern_kernel_interface_patterns,
    tern_kernel_gpu_patterns,
    tern_kernel_memory_patterns,
    tern_kernel_matrix_patterns,
    tern_kernel_fragment_patterns,
    tern_kernel_float_patterns,
    tern_dispatch_arith_patterns,
    tern_dispatch_math_patterns,
    tern_dispatch_cf_patterns,
    tern_dispatch_memref_patterns,
    tern_dispatch_vector_patterns,
    tern_dispatch_lane_patterns,
    tern_nvgpu_copy_patterns,
    tern_nvgpu_tensor_map_patterns,
    tern_nvgpu_matrix_patterns,
    tern_nvgpu_warpgroup_patterns,
    tern_kernel_dynamic_memory_patterns,
    tern_kernel_workgroup_global_patterns,
};

// Types of kernels, behind those of nvgpu. The patterns of nvgpu find a lowering in the converter.
static int kernel_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  const tern_type_converter_t *kernel = &tern_kernel_type_converter;
  int answer = 0;
  for (size_t i = kernel->rule_count; i-- > 0 && answer == 0;) {
    answer = kernel->rules[i](type, user, out_types, out_count);
  }
  return answer;
}
static const tern_type_rule_fn_t rules[] = {kernel_rule, tern_nvgpu_type_rule};

// The interface stays: it says what the bindings of the entry points are.
static bool is_legal(const tern_op_t *op, void *user) {
  (void)user;
  static const char *const kept[] = {"hal.interface", "hal.interface.binding", "builtin.module"};
  for (size_t i = 0; i < sizeof kept / sizeof kept[0]; ++i) {
    if (tern_str_equal_cstr(tern_op_name(op), kept[i])) return true;
  }
  return tern_str_starts_with(tern_op_name(op), TERN_STR("llvm.")) ||
         tern_str_starts_with(tern_op_name(op), TERN_STR("nvvm."));
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_llvm_lowering_t lowering;
  tern_llvm_options_t options = {.rules = rules,
                                 .rule_count = sizeof rules / sizeof rules[0],
                                 .address_space = tern_nvvm_address_space,
                                 .user = &lowering};
  tern_llvm_lowering_initialize(&lowering, module, &options);
  if (!tern_kernel_measure_dynamic_memory(module)) return false;
  tern_kernel_place_arrays(module);
  return tern_dispatch_convert(module, tables, sizeof tables / sizeof tables[0], is_legal, &lowering.converter);
}

static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, &tern_nvvm_dialect, NULL};

const tern_pass_def_t tern_iree_convert_to_nvvm_pass = {
    .name = "ConvertToNVVM",
    .flag = "iree-convert-to-nvvm",
    .anchor = "builtin.module",
    .summary = "Convert kernels to the llvm and nvvm dialects, with the ABI of CUDA executables",
    .dialects = dialects,
    .leaves = TERN_FORM_NO_TENSORS | TERN_FORM_NO_LINALG | TERN_FORM_NO_SCF,
    .run = run,
};
