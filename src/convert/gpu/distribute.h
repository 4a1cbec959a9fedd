// How the parallel iterations of one structured op are distributed to invocations: planned first, for all ops of a kernel, so
// that barriers can go where two ops distribute one buffer differently; then written.

#ifndef TERN_CONVERT_GPU_DISTRIBUTE_H_
#define TERN_CONVERT_GPU_DISTRIBUTE_H_

#include "analysis/gpu/tile_config.h"
#include "convert/gpu/kernel.h"

typedef enum tern_gpu_plan_kind {
  TERN_GPU_PLAN_GRID,         // over all invocations of the grid, by one linear position
  TERN_GPU_PLAN_LOCAL,        // over the workgroup, a loop to each of x, y, z
  TERN_GPU_PLAN_LINEAR,       // over the workgroup, by one linear position: copies into workgroup memory
  TERN_GPU_PLAN_COOPERATIVE,  // over the subgroups, as matrices that each of them holds
  TERN_GPU_PLAN_REDUCE,       // the reduction loops over x, parallel ones over y and z
  TERN_GPU_PLAN_FUSED,        // a fill or element-wise op that a COOPERATIVE contraction does with its own elements
} tern_gpu_plan_kind_t;

#define TERN_GPU_MAX_EPILOGUE 8

// Fragments of a COOPERATIVE plan, and of a contraction what is fused into it.
typedef struct tern_gpu_cooperative {
  size_t m, n, k;  // loops
  int64_t subgroup_m, subgroup_n;
  int64_t fragment[3];
  const tern_type_t *accumulator;
  tern_op_t *loop;      // over the reduction, which carries the fragments; or NULL
  tern_value_t *start;  // that a fused fill gives to all elements; or NULL
  tern_op_t *epilogue[TERN_GPU_MAX_EPILOGUE];
  size_t epilogue_count;
  // Workgroup memory that results go through on their way to the buffer: for each subgroup `slots` places of `width`
  // fragments side by side. NULL: fragments are stored to the buffer.
  tern_value_t *scratch;
  int64_t slots, width, subgroup_size;
} tern_gpu_cooperative_t;

typedef struct tern_gpu_plan {
  tern_gpu_plan_kind_t kind;
  tern_op_t *op;
  size_t loop_count, parallel_count;
  size_t order[TERN_LINALG_MAX_LOOPS];    // parallel loops, the innermost of the output last
  int64_t ranges[TERN_LINALG_MAX_LOOPS];  // TERN_DYNAMIC where unknown
  int64_t bounds[TERN_LINALG_MAX_LOOPS];  // what a range does not exceed; TERN_DYNAMIC if that is not known
  int dims[TERN_LINALG_MAX_LOOPS];        // local dimension of a loop, or -1
  int64_t lanes;                          // of vectors along the loop order[parallel_count - 1]
  int64_t chunk[TERN_LINALG_MAX_LOOPS];   // elements of each loop that one invocation takes in a whole tile; 0: 1
  bool has_tile;                          // chunks say more than one element per invocation
  bool is_peeled;                         // the tile may be cut: whole or not is only known at run time
  int64_t tail;                           // elements behind the last whole vector, of a GRID plan of one loop
  int64_t copies;                         // vectors or elements per invocation, one workgroup (or grid) size apart
  tern_gpu_cooperative_t cooperative;
  const tern_op_t *fused_into;  // of a FUSED plan: the contraction
} tern_gpu_plan_t;

// Makes the plan of a marked op, or of an unmarked one (`is_grid`). Reads and removes the op's lowering_config and its
// marker. False after an error at the op.
bool tern_gpu_plan_make(tern_gpu_plan_t *plan, tern_op_t *op, const tern_gpu_kernel_t *kernel, bool is_grid);
// Does each invocation find elements of the operand at `b_position` of b only where it put those of `a_position` of a?
bool tern_gpu_plans_agree(const tern_gpu_plan_t *a, size_t a_position, const tern_gpu_plan_t *b, size_t b_position);
// Writes the op's code before the op. False after an error at it.
bool tern_gpu_plan_emit(const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel);

// Linear positions of a GRID plan that one invocation handles each time around, and their number (one if unknown).
// The number of positions that the whole op has is given as a value: workgroups needed are its quotient by what one
// workgroup covers.
tern_value_t *tern_gpu_grid_build_total(tern_builder_t *builder, const tern_gpu_plan_t *plan);
int64_t tern_gpu_grid_static_total(const tern_gpu_plan_t *plan);

// The parts, each in a file of its own.
bool tern_gpu_grid_plan(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel);
bool tern_gpu_grid_emit(const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel);
// Gives every parallel loop its chunk for the register tile of `invocation_tile`. False: there is none.
bool tern_gpu_contract_plan(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel, const int64_t *invocation_tile);
bool tern_gpu_contract_emit(tern_builder_t *builder, const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel);
// Matrices of subgroups: a contraction, or a fill, whose configuration names a fragment that its shape and layout allow.
bool tern_gpu_cooperative_plan(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel,
                               const tern_gpu_tile_config_t *config);
bool tern_gpu_cooperative_agrees(const tern_gpu_plan_t *a, size_t a_position, const tern_gpu_plan_t *b,
                                 size_t b_position);
bool tern_gpu_cooperative_emit(const tern_gpu_plan_t *plan);
// Takes the fill before a contraction and the element-wise ops behind it into its plan, where that can be done; theirs
// become FUSED. `plan_of`: linalg op -> tern_gpu_plan_t, of all ops of the kernel so far.
void tern_gpu_cooperative_fuse(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel, const tern_map_t *plan_of);
// Lanes that make accesses of 16 bytes of a copy of 8- or 16-bit elements along `loop`; 1: it has no such accesses.
int64_t tern_gpu_cooperative_copy_lanes(const tern_op_t *op, size_t loop, int64_t covered);
// Can the reduction be split: its body combines an old value and a new one, by an operation that is associative?
bool tern_gpu_reduce_plan(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel);
bool tern_gpu_reduce_emit(const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel);

#endif  // TERN_CONVERT_GPU_DISTRIBUTE_H_
