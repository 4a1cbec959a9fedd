// Building launches of kernels.

#include "dialect/gpu/build.h"

#include "dialect/gpu/gpu.h"

tern_op_t *tern_build_gpu_launch(tern_builder_t *builder, tern_value_t *const grid_and_block_sizes[6]) {
  static const int32_t segments[] = {0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0};
  const tern_attr_t *none = tern_integer_attr_get(tern_i_type_get(builder->context, 64), 0);
  tern_op_t *launch =
      tern_build(builder, TERN_GPU(LAUNCH), .operands = {(tern_value_t **)grid_and_block_sizes, 6},
                 .segments = segments, .regions = 1, .attrs = TERN_ATTRS({"workgroup_attributions", none}));
  tern_block_t *body = tern_region_add_block(&launch->regions[0]);
  for (size_t i = 0; i < TERN_GPU_LAUNCH_BLOCK_SIZE + 3; ++i) {
    tern_block_add_arg(body, tern_index_type_get(builder->context), launch->loc);
  }
  return launch;
}
