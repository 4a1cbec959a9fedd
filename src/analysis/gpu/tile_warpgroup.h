// Tiles of products by matrix instructions of a warp group (sm_90a).
//
// As an attribute: lowering_config = {tile_sizes = [[128, 256, 0], [64, 256, 0], [], [0, 0, 64]], fragment = [64, 256,
// 16], buffers = 4, cluster = [1, 1, 1], workgroup_size = [384, 1, 1]}: the tile of a workgroup, the rows and columns
// of a warp group, the depth of a stage; the instruction; stages of the pipeline; workgroups that share the depth of a
// tile; one warp group that copies and those that multiply.

#ifndef TERN_ANALYSIS_GPU_TILE_WARPGROUP_H_
#define TERN_ANALYSIS_GPU_TILE_WARPGROUP_H_

#include "analysis/gpu/tile_config.h"

// May f32 be multiplied as tf32? The attribute `tern.allow_tf32` nearest to the op says so: a unit, or a truth.
bool tern_gpu_allows_tf32(const tern_op_t *op);

// Workgroup memory of a warp group for sums that are stored by whole rows: eight rows of 64 columns for each warp, and
// columns that keep rows apart.
#define TERN_WARPGROUP_STAGING_PITCH 72
#define TERN_WARPGROUP_STAGING_BYTES (4 * 8 * TERN_WARPGROUP_STAGING_PITCH * 4)

typedef struct tern_warpgroup_tile {
  int64_t m, n, k;    // of a workgroup; k is what one stage holds
  int64_t step;       // k of an instruction
  int64_t consumers;  // warp groups that multiply, each with m / consumers rows
  int64_t stages;
  int64_t
      split;  // workgroups of a cluster that each take a part of the depth of a tile; the first adds up what they have
} tern_warpgroup_tile_t;

typedef struct tern_warpgroup_shape {
  int64_t batch, m, n, k;  // TERN_DYNAMIC where unknown
  int64_t element_size;    // bytes of an element of the operands
  bool has_two_sums;       // a thread holds those of a piece of 64 rows besides
  bool has_registers;      // the first operand goes through registers, before the products of a stage
  bool stages_results;     // sums go through workgroup memory before they are stored
} tern_warpgroup_shape_t;

// The tile for a shape. False if the target has no such instructions.
bool tern_gpu_choose_warpgroup_tile(const tern_warpgroup_shape_t *shape, const tern_gpu_limits_t *limits,
                                    tern_warpgroup_tile_t *out_tile);
// How many tiles there are of m x n; dynamic extents count as one tile.
int64_t tern_warpgroup_count_tiles(const tern_warpgroup_shape_t *shape, int64_t m, int64_t n);
// The tile that a configuration asks for; `m`, `n`, `k` are the op's loops. NULL, or what is wrong with it.
const char *tern_warpgroup_tile_read(const tern_gpu_tile_config_t *config, size_t m, size_t n, size_t k,
                                     const tern_warpgroup_shape_t *shape, const tern_gpu_limits_t *limits,
                                     tern_warpgroup_tile_t *out_tile);

#endif  // TERN_ANALYSIS_GPU_TILE_WARPGROUP_H_
