// The registry of passes and pipelines: one line for each, sorted by flag. A pass is defined in the file of its name as
// `const tern_pass_def_t tern_<name>_pass`, a pipeline as `const tern_pipeline_def_t tern_<name>_pipeline`.

#include "pipeline/registry.h"

#define PASSES(X)                      \
  X(arith_emulate_narrow_int)          \
  X(arith_emulate_unsupported_floats)  \
  X(arith_emulate_wide_int)            \
  X(canonicalize)                      \
  X(arith_to_spirv)                    \
  X(func_to_spirv)                     \
  X(gpu_to_spirv)                      \
  X(index_to_spirv)                    \
  X(linalg_to_loops)                   \
  X(linalg_to_parallel_loops)          \
  X(math_to_spirv)                     \
  X(memref_to_spirv)                   \
  X(convert_narrow_floats_to_integers) \
  X(scf_to_cf)                         \
  X(scf_to_spirv)                      \
  X(convert_to_gpu)                    \
  X(convert_to_spirv)                  \
  X(vector_to_spirv)                   \
  X(cse)                               \
  X(fold_memref_alias_ops)             \
  X(check_workgroup_races)             \
  X(gpu_widen_copies)                  \
  X(hlo_to_linalg_on_buffers)          \
  X(hlo_to_linalg_on_tensors)          \
  X(elementwise_op_fusion)              \
  X(inline)                            \
  X(convert_bf16_to_uint16_buffers)    \
  X(gpu_pipelining)                    \
  X(optimize_vector_transfer)          \
  X(split_dispatch_function)           \
  X(tile_and_distribute_to_workgroups) \
  X(convert_to_llvm)                   \
  X(linalg_fuse_elementwise_ops)       \
  X(linalg_fusion_of_tensor_ops)       \
  X(promote_subviews)                  \
  X(linalg_tile_and_fuse)              \
  X(linalg_to_vector_loops)            \
  X(loop_invariant_code_motion)        \
  X(map_memref_spirv_storage_class)    \
  X(math_expand_ops)                   \
  X(math_polynomial_approximation)     \
  X(memref_emulate_wide_int)           \
  X(spirv_lower_abi_attrs)             \
  X(spirv_update_vce)                  \
  X(strip_debuginfo)                   \
  X(symbol_dce)

#define PIPELINES(X)   \
  X(gpu_to_spirv)      \
  X(hlo_to_linalg)     \
  X(linalg_to_gpu)     \
  X(linalg_to_llvmcpu) \
  X(linalg_to_spirv)

#define DECLARE_PASS(name) extern const tern_pass_def_t tern_##name##_pass;
#define DECLARE_PIPELINE(name) extern const tern_pipeline_def_t tern_##name##_pipeline;
PASSES(DECLARE_PASS)
PIPELINES(DECLARE_PIPELINE)

#define POINT_AT_PASS(name) &tern_##name##_pass,
#define POINT_AT_PIPELINE(name) &tern_##name##_pipeline,
static const tern_pass_def_t *const passes[] = {PASSES(POINT_AT_PASS) NULL};
static const tern_pipeline_def_t *const pipelines[] = {PIPELINES(POINT_AT_PIPELINE) NULL};

const tern_pass_registry_t tern_all_passes = {
    .passes = passes,
    .pass_count = sizeof(passes) / sizeof(passes[0]) - 1,
    .pipelines = pipelines,
    .pipeline_count = sizeof(pipelines) / sizeof(pipelines[0]) - 1,
};
