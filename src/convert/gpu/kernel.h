// What the parts of --convert-to-gpu share: the kernel they write, ids, and facts about index values and buffers.

#ifndef TERN_CONVERT_GPU_KERNEL_H_
#define TERN_CONVERT_GPU_KERNEL_H_

#include "dialect/linalg/structured.h"

// A workgroup of a grid dimension beyond this is reached by a cyclic loop: every Vulkan device has as many.
#define TERN_GPU_MAX_GRID 65535

typedef struct tern_gpu_kernel {
  tern_op_t *func;
  int32_t workgroup_size[3];
  int32_t subgroup_size;  // that the entry point asks for; 0: any
  bool has_matrices;      // some op is configured for cooperative matrices
  bool has_subgroup_arithmetic;
  bool has_wide_accesses;  // of 16 bytes, whatever the elements: bytes too, and more than four of them
  bool is_one_workgroup;   // the grid is one workgroup: ops that meet in memory are ordered by barriers
  tern_op_t *grid_owner;   // the op whose extent the grid covers without loops
  bool is_flat_grid;       // the grid has one dimension
  int64_t grid_capacity;   // linear positions that a flat grid takes at once; 0 if unknown
} tern_gpu_kernel_t;

static inline int64_t tern_gpu_kernel_invocations(const tern_gpu_kernel_t *kernel) {
  return (int64_t)kernel->workgroup_size[0] * kernel->workgroup_size[1] * kernel->workgroup_size[2];
}

// gpu.thread_id, gpu.block_id, gpu.block_dim or gpu.grid_dim; `dim` 0 is x.
tern_value_t *tern_gpu_build_id(tern_builder_t *builder, const tern_op_row_t *row, size_t dim);
// The local id, or 0 where the workgroup has one invocation in `dim`.
tern_value_t *tern_gpu_build_local_id(tern_builder_t *builder, const tern_gpu_kernel_t *kernel, size_t dim);
// Position among all invocations of the workgroup, x fastest.
tern_value_t *tern_gpu_build_linear_local_id(tern_builder_t *builder, const tern_gpu_kernel_t *kernel);
// Positions per dimension of a linear position, the last dimension fastest. Unit extents give 0.
void tern_gpu_build_delinearized(tern_builder_t *builder, tern_value_t *linear, tern_value_t *const *extents,
                                 size_t count, tern_value_t **out_indices);
// lhs < rhs.
tern_value_t *tern_gpu_build_less(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs);
// Conjunction of conditions; NULL is no condition.
tern_value_t *tern_gpu_build_and(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs);
// The value that the lane whose number differs from the own one by `distance` (exclusive or) has, in subgroups of 32. All of
// them have to come here.
tern_value_t *tern_gpu_build_shuffle(tern_builder_t *builder, tern_value_t *value, int64_t distance);
// scf.if with results of `types`; the builder moves to its first region. tern_gpu_build_else() ends that region with
// `values` and goes on in the second, tern_gpu_build_if_end() ends the last one and moves behind the op.
tern_op_t *tern_gpu_build_if(tern_builder_t *builder, tern_value_t *condition, tern_types_t types);
void tern_gpu_build_else(tern_builder_t *builder, tern_op_t *if_op, tern_values_t values);
void tern_gpu_build_if_end(tern_builder_t *builder, tern_op_t *if_op, tern_values_t values);

// Cuts the sums that a loop over a reduction carries into pieces (analysis/split_sums.h), where they are so few that an invocation has
// registers for as many again. Gives the loop that stands there.
tern_op_t *tern_gpu_split_sums(tern_op_t *loop);

// The same for the loop of a CUDA kernel over the depth of a product, whose results from `first` on are `count` accumulators; each
// iteration adds `depth` products to them one after the other. Totals for which there are no registers are kept in memory of the
// invocation's own (convert/gpu/long_sums.c). `out_results` gets what the results of the loop are now.
void tern_gpu_split_product(tern_op_t *loop, size_t first, size_t count, int64_t depth, tern_value_t **out_results);

// Size of a memref's dimension; that of a subview is what the subview was given.
tern_value_t *tern_gpu_build_dim(tern_builder_t *builder, tern_value_t *memref, size_t dim);
// The extent of a loop. NULL if no operand gives it.
tern_value_t *tern_gpu_build_extent(tern_builder_t *builder, const tern_op_t *op, size_t loop, int64_t range);
// A number that the index value never exceeds: it is a constant or a minimum with one. False if there is none.
bool tern_gpu_upper_bound(const tern_value_t *value, int64_t *out_bound);
// The same for a loop's extent.
bool tern_gpu_extent_bound(const tern_op_t *op, size_t loop, int64_t range, int64_t *out_bound);
// A power of two, at most 64, that divides the index value.
int64_t tern_gpu_known_divisor(const tern_value_t *value);
// A power of two of elements, at most 64, that the memref's first element is aligned to.
int64_t tern_gpu_base_alignment(const tern_value_t *memref);

// The value that a memref is a view of.
const tern_value_t *tern_gpu_view_base(const tern_value_t *memref);
// May the two memrefs be the same memory? Distinct bindings and allocations are not.
bool tern_gpu_may_alias(const tern_value_t *lhs, const tern_value_t *rhs);
// Two indexing maps of one op: the same element, and another one for each place in its loops?
bool tern_gpu_is_same_access(const tern_affine_map_t *a, const tern_affine_map_t *b);
// The same element at the same position: one value, or equal subviews.
bool tern_gpu_is_same_view(const tern_value_t *lhs, const tern_value_t *rhs);
bool tern_gpu_is_workgroup_memory(const tern_type_t *type);

// Parallel loops, outermost first, the output's innermost dimension last. Returns their number.
size_t tern_gpu_parallel_order(const tern_op_t *op, size_t *out_loops);
// Does some output move along `loop`?
bool tern_gpu_output_uses_loop(const tern_op_t *op, size_t loop);

#endif  // TERN_CONVERT_GPU_KERNEL_H_
