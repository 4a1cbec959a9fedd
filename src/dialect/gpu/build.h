// Building launches of kernels.

#ifndef TERN_DIALECT_GPU_BUILD_H_
#define TERN_DIALECT_GPU_BUILD_H_

#include "rewrite/builder.h"

// gpu.launch with a grid and a block of these sizes (x, y, z each), without tokens, clusters and dynamic memory. Its
// body has the twelve arguments for ids and sizes and no terminator yet. The builder stays behind the launch.
tern_op_t *tern_build_gpu_launch(tern_builder_t *builder, tern_value_t *const grid_and_block_sizes[6]);

#endif  // TERN_DIALECT_GPU_BUILD_H_
