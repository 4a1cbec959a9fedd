// What the parts of --gpu-simt-matmul share: convert/gpu/simt/simt.c (the pass and the loop over the reduction),
// problem.c (what is to be computed), copy.c (tiles to shared memory), products.c
// (fragments of them and their products), results.c (what becomes of the sums).

#ifndef TERN_CONVERT_GPU_SIMT_SIMT_H_
#define TERN_CONVERT_GPU_SIMT_SIMT_H_

#include "analysis/gpu/tile_simt.h"
#include "convert/gpu/kernel.h"
#include "convert/gpu/layout_places.h"
#include "convert/gpu/lone_contraction.h"

#define TERN_SIMT_MAX_BATCH 4
#define TERN_SIMT_MAX_COPIES 32
// Of rows, and of columns: on tensor cores two depths of each.
#define TERN_SIMT_MAX_FRAGMENTS (2 * TERN_SIMT_MAX_ROWS)
#define TERN_SIMT_MAX_SUMS (TERN_SIMT_MAX_ROWS * TERN_SIMT_MAX_VECTORS)

// A factor as numbers: element (batch, row, depth) is at the sum of each times its stride. Rows of B are the columns of
// the result.
typedef struct tern_simt_factor {
  tern_value_t *memref;
  int64_t row_stride, depth_stride, batch_strides[TERN_SIMT_MAX_BATCH];
  int64_t rows;       // extent
  int64_t unit;       // elements of one copy to shared memory
  bool is_deep;       // lines in shared memory run along the reduction
  int64_t tile_rows;  // of the block's tile
  int64_t pitch;      // elements from one line in shared memory to the next
  size_t copies;      // of one thread, per tile
} tern_simt_factor_t;

typedef struct tern_simt_matmul {
  tern_lone_contraction_t around;
  const tern_type_t *element;
  bool has_tensor_cores;  // f64
  int64_t lanes;          // elements in 16 bytes
  size_t batch_loops[TERN_SIMT_MAX_BATCH], batch_count, m_loop, n_loop, k_loop;
  int64_t batch_extents[TERN_SIMT_MAX_BATCH];
  int64_t extents[3];  // m, n, k
  tern_simt_factor_t factors[2];
  tern_gpu_limits_t limits;
  tern_simt_config_t config;
} tern_simt_matmul_t;

// Reads what is to be computed, and how it is dealt. False: it is no product of matrices of the right types, or an
// error that `*out_is_error` tells of.
bool tern_simt_match(const tern_lone_contraction_t *around, tern_simt_matmul_t *matmul, bool *out_is_error);

// The kernel while it is written.
typedef struct tern_simt_kernel {
  tern_builder_t *b;
  const tern_simt_matmul_t *matmul;
  tern_value_t *thread;                      // of the block
  tern_value_t *slice_thread;                // of those that share a part of the depth
  tern_value_t *slice;                       // NULL: there is one
  tern_value_t *tile_begin[2];               // first row, first column
  tern_value_t *batch[TERN_SIMT_MAX_BATCH];  // position of each batch loop
  tern_value_t *tiles[2];   // shared memory, one row, all stages; one memref where a cluster shares the reduction
  int64_t tile_offsets[2];  // of the factor in it
  tern_value_t *rank, *first_depth;           // in the cluster, and what the block begins at; NULL: there is none
  tern_value_t *flat[2];                      // the factors as one row
  tern_value_t *source[2];                    // place of a thread's first copy, without what the depth adds
  tern_value_t *target[2];                    // and in the tile
  tern_value_t *copy_depth[2], *copy_row[2];  // of the first copy
  tern_gpu_places_t sums;                     // of the thread in the result: element, vector, row -> dim0, dim1
  tern_gpu_places_t factors[2];  // what it reads of a tile: row or vector, part -> dim0, dim1 (m, k of A; k, n of B)
  int64_t rows, vectors;         // of sums
} tern_simt_kernel_t;

// The distances of copy `index` from the first one of the thread.
void tern_simt_copy_steps(const tern_simt_matmul_t *matmul, size_t factor, size_t index, int64_t *out_row,
                          int64_t *out_depth);
bool tern_simt_plan_copies(tern_simt_matmul_t *matmul);
void tern_simt_prepare_copies(tern_simt_kernel_t *kernel);
// Begins the copies of both factors' tiles at `depth` to the stage number `stage`.
void tern_simt_build_copies(tern_simt_kernel_t *kernel, tern_value_t *depth, tern_value_t *stage);
int64_t tern_simt_stage_elements(const tern_simt_matmul_t *matmul, size_t factor);

// What a thread reads of the tiles for one step along the reduction; entries that are not needed are NULL.
typedef struct tern_simt_fragment {
  tern_value_t *rows[TERN_SIMT_MAX_FRAGMENTS];
  tern_value_t *columns[TERN_SIMT_MAX_FRAGMENTS];
} tern_simt_fragment_t;

// Depths of one step.
int64_t tern_simt_depth_step(const tern_simt_matmul_t *matmul);
// Are fragments loaded one step ahead?
bool tern_simt_loads_ahead(const tern_simt_matmul_t *matmul);
const tern_type_t *tern_simt_sum_type(const tern_simt_matmul_t *matmul);
// How a warp's sums, and what it reads for a step, are dealt to its lanes, without what other warps have.
tern_layout_t tern_simt_sums_layout(const tern_simt_kernel_t *kernel);
tern_layout_t tern_simt_factor_layout(const tern_simt_kernel_t *kernel, size_t factor);
// Where the thread's part of the tile in stage number `stage` begins.
tern_value_t *tern_simt_build_base(tern_simt_kernel_t *kernel, size_t factor, tern_value_t *stage);
// A deep A is loaded when a vector of depths begins: a vector of depths for each row. Else vectors of rows.
void tern_simt_load_fragment(tern_simt_kernel_t *kernel, tern_value_t *const bases[2], int64_t depth,
                             tern_simt_fragment_t *out);
void tern_simt_build_products(tern_simt_kernel_t *kernel, const tern_simt_fragment_t *fragment, int64_t depth,
                              tern_value_t **sums);
// The sum as a vector of neighbours in a row of the result.
tern_value_t *tern_simt_build_finished(tern_simt_kernel_t *kernel, tern_value_t *sum);
tern_value_t *tern_simt_build_lane(tern_builder_t *b, tern_value_t *vector, int64_t lane);

// Sums before the first product.
void tern_simt_build_start(tern_simt_kernel_t *kernel, tern_value_t **out_sums);
// Adds the sums of all slices; the others than the first have nothing to store then.
void tern_simt_build_results(tern_simt_kernel_t *kernel, tern_value_t **sums);

#endif  // TERN_CONVERT_GPU_SIMT_SIMT_H_
