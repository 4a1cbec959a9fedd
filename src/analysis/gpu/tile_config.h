// How an op is distributed to a GPU: tile sizes of the workgroup, the subgroup and the invocation, from what the op computes,
// its shape, its element type and the limits of the target.
//
// The choice travels with the op as a discardable attribute, which is also how it is overridden per op:
//
//   lowering_config = {
//     tile_sizes = [[128, 128, 0], [64, 32, 0], [8, 8, 0], [0, 0, 16]],  // workgroup, subgroup, invocation, reduction
//     workgroup_size = [16, 16, 1],
//     promote,                                 // inputs go through workgroup memory
//     buffers = 2 : i64,                       // tiles in workgroup memory per input (absent: 1)
//     padding = 4 : i64,                       // elements added to the rows of those tiles (absent: 0)
//     fragment = [16, 16, 16],                 // shape of a cooperative matrix operation (absent: none)
//     cluster = [2, 1, 1],                     // workgroups of a cluster (absent: none)
//     distribute_reduction                     // the invocations share the reduction: a tree over the workgroup
//   }
//
// Lists of `tile_sizes` have one entry per loop of the op, 0 for a loop that has no tile of that level; levels at the end
// may be left out, and a level may be [] (none). All entries but `tile_sizes` are optional.

#ifndef TERN_ANALYSIS_GPU_TILE_CONFIG_H_
#define TERN_ANALYSIS_GPU_TILE_CONFIG_H_

#include "analysis/machine/machine.h"
#include "dialect/linalg/structured.h"

#define TERN_LOWERING_CONFIG "lowering_config"
// The marker of ops that a workgroup runs collectively, and its value.
#define TERN_LINALG_MARKER "__internal_linalg_transform__"
#define TERN_LINALG_MARKER_WORKGROUP "workgroup"

// What a GPU can hold. Read from the #spirv.target_env around an op; defaults are those of #spirv.resource_limits.
typedef struct tern_gpu_limits {
  int64_t invocations;         // per workgroup
  int64_t workgroup_size[3];   // per dimension
  int64_t shared_memory_size;  // bytes per workgroup
  int64_t subgroup_size;
  const tern_attr_t *cooperative_matrices;  // array of #spirv.coop_matrix_props_khr, or NULL
  // Of CUDA, from the #nvvm.target around the op; without facts elsewhere. Never NULL.
  const tern_machine_t *machine;
} tern_gpu_limits_t;

tern_gpu_limits_t tern_gpu_limits_of(const tern_op_t *op);

// A product of cooperative matrices that the target has for a contraction's element types: its shape, and the type it
// sums in. That is f32 where the target offers it, whatever the output's type: sums of many products lose too much in 16
// bits. False if there is none.
bool tern_gpu_find_fragment(const tern_op_t *op, const tern_gpu_limits_t *limits, int64_t out_fragment[3],
                            const tern_type_t **out_accumulator);

typedef enum tern_gpu_op_kind {
  TERN_GPU_CONTRACTION,       // products summed: matmul, batch_matmul, matvec, generics of that form
  TERN_GPU_WINDOW,            // convolutions and pooling: some input is read through sums of loops, or by the body
  TERN_GPU_ROW_REDUCTION,     // the innermost dimension of the input is reduced
  TERN_GPU_COLUMN_REDUCTION,  // another one is
  TERN_GPU_ELEMENTWISE,       // parallel loops only
} tern_gpu_op_kind_t;

tern_gpu_op_kind_t tern_gpu_op_kind(const tern_op_t *op);
// "contraction", "window" ... for messages.
const char *tern_gpu_op_kind_name(tern_gpu_op_kind_t kind);

typedef struct tern_gpu_tile_config {
  // One per loop; 0: no tile.
  int64_t workgroup_tile[TERN_LINALG_MAX_LOOPS];
  int64_t subgroup_tile[TERN_LINALG_MAX_LOOPS];
  int64_t invocation_tile[TERN_LINALG_MAX_LOOPS];
  int64_t reduction_tile[TERN_LINALG_MAX_LOOPS];
  int32_t workgroup_size[3];  // all 0: not given by the attribute
  bool is_tiled;              // false: one invocation per output element over the whole grid
  bool promotes, distributes_reduction;
  int64_t buffers, padding;
  int64_t fragment[3];  // m, n, k; all 0: no cooperative matrix
  int64_t cluster[3];   // all 0: none
} tern_gpu_tile_config_t;

// The choice of the cost model for `op`.
tern_gpu_tile_config_t tern_gpu_choose_tile_config(const tern_op_t *op, const tern_gpu_limits_t *limits);
// Reads `lowering_config` of `op`. False after an error at `op`; without the attribute `*out_is_given` is false.
bool tern_gpu_tile_config_read(const tern_op_t *op, tern_gpu_tile_config_t *out_config, bool *out_is_given);
// The attribute of a configuration for an op of `loop_count` loops.
const tern_attr_t *tern_gpu_tile_config_attr(tern_context_t *context, const tern_gpu_tile_config_t *config,
                                             size_t loop_count);
// Checks a workgroup size against the limits. False after an error at `op`.
bool tern_gpu_check_workgroup_size(const tern_op_t *op, const int32_t workgroup_size[3],
                                   const tern_gpu_limits_t *limits);
// The workgroup size of kernels without tiles: [n, 1, 1].
void tern_gpu_flat_workgroup_size(const tern_gpu_limits_t *limits, int32_t out_workgroup_size[3]);

#endif  // TERN_ANALYSIS_GPU_TILE_CONFIG_H_
