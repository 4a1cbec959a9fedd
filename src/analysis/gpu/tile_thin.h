// How a product of a matrix with a vector, or with a few, is distributed to the threads of a CUDA device: it is as fast as
// the matrix is read.

#ifndef TERN_ANALYSIS_GPU_TILE_THIN_H_
#define TERN_ANALYSIS_GPU_TILE_THIN_H_

#include "analysis/gpu/tile_config.h"

// Vectors that one read of the matrix serves at most.
#define TERN_THIN_MAX_ROWS 16

typedef struct tern_thin_shape {
  int64_t rows;           // vectors
  int64_t length, depth;  // of the matrix: results for each vector, and elements that each of them sums up
  int64_t batch;
  int64_t element_size;  // of the matrix, in bytes
  int64_t lanes;         // elements of the matrix in one access
  bool is_matrix;        // the vectors are rows or columns of a matrix, be it one: tensor cores may take it
  bool is_tf32;          // elements of f32 that may be multiplied as tf32
  bool is_deep;          // lines of the matrix run along the reduction
} tern_thin_shape_t;

typedef struct tern_thin_config {
  int64_t threads;
  int64_t lines;   // deep: lines that a warp has at once
  int64_t slices;  // deep: warps that share lines
  int64_t width;   // else: threads side by side along a line; the others take further lines
  int64_t unroll;  // accesses of a line, or lines, in one iteration
} tern_thin_config_t;

// False: the shape is none of these.
bool tern_thin_choose_config(const tern_thin_shape_t *shape, const tern_gpu_limits_t *limits, tern_thin_config_t *out);

#endif  // TERN_ANALYSIS_GPU_TILE_THIN_H_
