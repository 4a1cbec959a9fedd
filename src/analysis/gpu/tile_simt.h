// How a product of matrices is distributed to the threads of a CUDA device that multiply with fused multiply-adds: f32 and
// f64, which no tensor core computes as they are.
//
// The choice is a row of a table by shape. An op says otherwise by an attribute:
//
//   simt_config = {tile = [128, 128, 16],   // m, n, k of a block
//                  warps = [2, 2, 1],       // along m, n and k: warps along k sum up parts of each tile's depth
//                  lanes = [8, 4],          // of a warp along m and n
//                  stages = 3 : i64,        // tiles in shared memory
//                  group = 8 : i64,         // rows of tiles that are walked together, for the L2 cache
//                  wide = 1 : i64,          // A goes to shared memory with lines along its rows, however it lies
//                  ahead = 1 : i64,         // fragments are loaded one step ahead
//                  split = 1 : i64}         // blocks of a cluster that share the reduction

#ifndef TERN_ANALYSIS_GPU_TILE_SIMT_H_
#define TERN_ANALYSIS_GPU_TILE_SIMT_H_

#include "analysis/gpu/tile_config.h"

#define TERN_SIMT_CONFIG "simt_config"
// Rows and vectors of columns of one thread.
#define TERN_SIMT_MAX_ROWS 16
#define TERN_SIMT_MAX_VECTORS 8

typedef struct tern_simt_shape {
  int64_t m, n, k, batch;
  int64_t element_size;  // bytes
  bool is_single;        // B is copied element by element
} tern_simt_shape_t;

typedef struct tern_simt_config {
  int64_t tile[3];   // m, n, k
  int64_t warps[3];  // along m, n, k
  int64_t lanes[2];  // along m, n
  int64_t stages, group;
  int64_t is_wide, loads_ahead;  // 1: yes
  int64_t split;                 // blocks of a cluster that share the reduction; 1: none do
} tern_simt_config_t;

// The choice for a shape. False: it is left to the kernels of all devices.
bool tern_simt_choose_config(const tern_simt_shape_t *shape, const tern_gpu_limits_t *limits, tern_simt_config_t *out);
// Reads the attribute `simt_config` of `op`, if there is one. False after an error at `op`: what it says cannot be
// done.
bool tern_simt_read_config(const tern_op_t *op, const tern_simt_shape_t *shape, const tern_gpu_limits_t *limits,
                           tern_simt_config_t *config);

static inline int64_t tern_simt_threads(const tern_simt_config_t *config) {
  return config->warps[0] * config->warps[1] * config->warps[2] * 32;
}
// Rows and columns of a thread.
static inline int64_t tern_simt_rows(const tern_simt_config_t *config) {
  return config->tile[0] / (config->warps[0] * config->lanes[0]);
}
static inline int64_t tern_simt_columns(const tern_simt_config_t *config) {
  return config->tile[1] / (config->warps[1] * config->lanes[1]);
}
// Bytes of shared memory that a configuration takes at most.
int64_t tern_simt_shared_bytes(const tern_simt_config_t *config, int64_t element_size);

#endif  // TERN_ANALYSIS_GPU_TILE_SIMT_H_
