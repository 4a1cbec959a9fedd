// The registry of passes and pipelines: one line for each, sorted by flag. A pass is defined in the file of its name as
// `const tern_pass_def_t tern_<name>_pass`, a pipeline as `const tern_pipeline_def_t tern_<name>_pipeline`.

#include "pipeline/registry.h"

#define PASSES(X)                \
  X(canonicalize)                \
  X(convert_to_llvm)             \
  X(cse)                         \
  X(hlo_to_linalg_on_buffers)    \
  X(hlo_to_linalg_on_tensors)    \
  X(linalg_fuse_elementwise_ops) \
  X(linalg_fusion_of_tensor_ops) \
  X(linalg_to_loops)             \
  X(linalg_to_parallel_loops)    \
  X(linalg_to_vector_loops)      \
  X(scf_to_cf)                   \
  X(strip_debuginfo)             \
  X(symbol_dce)                  \
  X(tile_and_distribute_to_workgroups)

#define PIPELINES(X) \
  X(hlo_to_linalg)   \
  X(linalg_to_llvmcpu)

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
