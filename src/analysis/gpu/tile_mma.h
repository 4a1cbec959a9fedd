// How a product of matrices is distributed to the warps of a CUDA device that multiply with mma.sync: the tile of a block,
// what each warp of it computes, and how many tiles are on their way to shared memory.
//
// The choice is a row of a table by shape and processor. An op says otherwise by an attribute:
//
//   mma_config = {tile = [128, 128, 64],   // m, n, k of a block
//                 warps = [2, 4, 1],       // along m, n and k: warps along k sum up parts of each tile's depth
//                 stages = 3 : i64,        // tiles in shared memory
//                 split = 1 : i64}         // blocks of a cluster that share the reduction

#ifndef TERN_ANALYSIS_GPU_TILE_MMA_H_
#define TERN_ANALYSIS_GPU_TILE_MMA_H_

#include "analysis/gpu/tile_config.h"

#define TERN_MMA_CONFIG "mma_config"

typedef struct tern_mma_shape {
  int64_t m, n, k, batch;  // TERN_DYNAMIC where unknown
  int64_t element_size;    // of the operands, in bytes
  int64_t unit[2];         // of A and B: bytes that are copied at once
  bool is_transposed[2];   // they are transposed in registers
  bool has_versions;       // the kernel has another version, which copies by elements
  bool is_fma;             // multiplied by fused multiply-adds
} tern_mma_shape_t;

typedef struct tern_mma_config {
  int64_t tile[3];   // m, n, k
  int64_t warps[3];  // along m, n, k
  int64_t stages;
  int64_t split;  // blocks that share the reduction
} tern_mma_config_t;

// The choice for a shape. False: the processor has no such products.
bool tern_mma_choose_config(const tern_mma_shape_t *shape, const tern_gpu_limits_t *limits, tern_mma_config_t *out);
// Reads the attribute `mma_config` of `op`, if there is one. False after an error at `op`: what it says cannot be done.
bool tern_mma_read_config(const tern_op_t *op, const tern_mma_shape_t *shape, const tern_gpu_limits_t *limits,
                          tern_mma_config_t *config);
// Bytes of shared memory that a configuration takes.
int64_t tern_mma_shared_bytes(const tern_mma_config_t *config, int64_t element_size);

#endif  // TERN_ANALYSIS_GPU_TILE_MMA_H_
