// What the parts of --gpu-skinny-matmul share: convert/gpu/thin/thin.c (the pass, and what is to be computed),
// deep.c and wide.c (the kernels, by how the matrix lies).

#ifndef TERN_CONVERT_GPU_THIN_THIN_H_
#define TERN_CONVERT_GPU_THIN_THIN_H_

#include "analysis/gpu/tile_thin.h"
#include "convert/gpu/kernel.h"
#include "convert/gpu/lone_contraction.h"
#include "dialect/arith/index_math.h"

#define TERN_THIN_MAX_BATCH 4

// A factor as numbers: element (line, depth) of batch (i, j ...) is at the sum of each times its stride. Lines of the
// vectors' factor are the vectors.
typedef struct tern_thin_factor {
  size_t position;  // in the op
  tern_value_t *flat;
  int64_t line_stride, depth_stride, batch_strides[TERN_THIN_MAX_BATCH];
} tern_thin_factor_t;

typedef struct tern_thin_matmul {
  tern_lone_contraction_t around;
  size_t row_loop, length_loop;  // SIZE_MAX: there is none
  int64_t batch_count;
  tern_thin_factor_t matrix, vectors;
  tern_thin_shape_t shape;
  tern_thin_config_t config;
  const tern_type_t *sum;  // what is summed in
  int64_t steps;           // elements of a vector in one access, where lines run across the reduction
  // The kernel while it is written.
  tern_builder_t *b;
  tern_value_t *batch[TERN_THIN_MAX_BATCH];
} tern_thin_matmul_t;

// Place of an element in the factor's memory; `line` and `depth` may be NULL for 0.
tern_value_t *tern_thin_build_place(tern_thin_matmul_t *thin, const tern_thin_factor_t *factor, tern_value_t *line,
                                    tern_value_t *depth);
// `lanes` elements at `place`; one is a scalar.
tern_value_t *tern_thin_build_load(tern_thin_matmul_t *thin, const tern_thin_factor_t *factor, tern_value_t *place,
                                   int64_t lanes);
// sum + matrix * vector. A scalar is the same for all lanes of a vector.
tern_value_t *tern_thin_build_product(tern_thin_matmul_t *thin, tern_value_t *matrix, tern_value_t *vector,
                                      tern_value_t *sum);
tern_value_t *tern_thin_build_zero(tern_thin_matmul_t *thin, int64_t lanes);
tern_value_t *tern_thin_build_sum(tern_thin_matmul_t *thin, tern_value_t *lhs, tern_value_t *rhs);
tern_value_t *tern_thin_build_lane(tern_thin_matmul_t *thin, tern_value_t *vector, int64_t lane);
// The sum over `size` threads of the warp that lie `stride` apart.
tern_value_t *tern_thin_build_warp_sum(tern_thin_matmul_t *thin, tern_value_t *value, int64_t size, int64_t stride);
// Workgroup memory for so many sums.
tern_value_t *tern_thin_build_memory(tern_thin_matmul_t *thin, int64_t count);
// Converts the sum that belongs to (row, column) and stores it, after the element-wise ops.
void tern_thin_build_result(tern_thin_matmul_t *thin, tern_value_t *sum, tern_value_t *row, tern_value_t *column);

void tern_thin_build_deep(tern_thin_matmul_t *thin);
void tern_thin_build_wide(tern_thin_matmul_t *thin);

static inline tern_value_t *tern_thin_scaled(tern_thin_matmul_t *thin, tern_value_t *value, int64_t factor) {
  return tern_build_index_mul(thin->b, value, tern_build_index(thin->b, factor));
}
static inline tern_value_t *tern_thin_moved(tern_thin_matmul_t *thin, tern_value_t *value, int64_t distance) {
  return tern_build_index_add(thin->b, value, tern_build_index(thin->b, distance));
}

#endif  // TERN_CONVERT_GPU_THIN_THIN_H_
