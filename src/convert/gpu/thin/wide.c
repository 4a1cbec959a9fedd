// The kernel of --gpu-skinny-matmul for a matrix whose lines run across the reduction: threads side by side take pieces
// of a line, threads below them further lines. What the threads of a column have summed up is added in workgroup
// memory.

#include "convert/gpu/kernel.h"
#include "convert/gpu/layout_places.h"
#include "convert/gpu/thin/thin.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"

enum { WARP = 32, MAX_UNROLL = 8, MAX_LANES = 16 };

typedef struct wide_kernel {
  tern_thin_matmul_t *thin;
  tern_value_t *thread, *side, *slice;  // side: place along the line
  tern_value_t *column;                 // of the block's first element
  tern_value_t *matrix_place;           // of the thread's piece of line 0
  tern_value_t *vector_places[TERN_THIN_MAX_ROWS];
  int64_t slices;
} wide_kernel_t;

static void place_thread(wide_kernel_t *kernel) {
  tern_thin_matmul_t *thin = kernel->thin;
  tern_builder_t *b = thin->b;
  int64_t width = thin->config.width, lanes = thin->shape.lanes;
  kernel->slices = thin->config.threads / width;
  kernel->thread = tern_gpu_build_id(b, TERN_GPU(THREAD_ID), 0);
  tern_layout_t threads = TERN_LAYOUT_EXTEND(NULL, {"thread", width, "side"}, {"thread", kernel->slices, "slice"});
  tern_gpu_places_t places = tern_gpu_build_places(b, &threads, TERN_GPU_INPUTS({"thread", kernel->thread}));
  kernel->side = tern_gpu_build_place(&places, "side", (tern_gpu_numbers_t){0});
  kernel->slice = tern_gpu_build_place(&places, "slice", (tern_gpu_numbers_t){0});
  kernel->column = tern_thin_scaled(thin, tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), 0), width * lanes);
  tern_value_t *own = tern_build_index_add(b, kernel->column, tern_thin_scaled(thin, kernel->side, lanes));
  // A piece that is not there is read as the last one.
  if (thin->shape.length % (width * lanes)) {
    own = tern_build_index_min(b, own, tern_build_index(b, thin->shape.length - lanes));
  }
  kernel->matrix_place = tern_thin_build_place(thin, &thin->matrix, own, NULL);
  for (int64_t r = 0; r < thin->shape.rows; ++r) {
    kernel->vector_places[r] = tern_thin_build_place(thin, &thin->vectors, tern_build_index(b, r), NULL);
  }
}

// Products of `count` lines from `at` on; the vectors' elements by accesses of `steps`.
static void build_products(wide_kernel_t *kernel, tern_value_t *at, int64_t count, int64_t steps, tern_value_t **sums) {
  tern_thin_matmul_t *thin = kernel->thin;
  tern_builder_t *b = thin->b;
  tern_value_t *matrix[MAX_UNROLL];
  if (steps > count) steps = count;
  for (int64_t u = 0; u < count; ++u) {
    tern_value_t *moved = tern_thin_scaled(thin, tern_thin_moved(thin, at, u), thin->matrix.depth_stride);
    tern_value_t *place = tern_build_index_add(b, kernel->matrix_place, moved);
    matrix[u] = tern_thin_build_load(thin, &thin->matrix, place, thin->shape.lanes);
  }
  for (int64_t r = 0; r < thin->shape.rows; ++r) {
    tern_value_t *vector = NULL;
    for (int64_t u = 0; u < count; ++u) {
      if (u % steps == 0) {
        tern_value_t *moved = tern_thin_scaled(thin, tern_thin_moved(thin, at, u), thin->vectors.depth_stride);
        tern_value_t *place = tern_build_index_add(b, kernel->vector_places[r], moved);
        vector = tern_thin_build_load(thin, &thin->vectors, place, steps);
      }
      sums[r] = tern_thin_build_product(thin, matrix[u], tern_thin_build_lane(thin, vector, u % steps), sums[r]);
    }
  }
}

static void build_loop(wide_kernel_t *kernel, tern_value_t *lower, int64_t upper, int64_t step, int64_t count,
                       int64_t steps, tern_value_t **sums) {
  tern_thin_matmul_t *thin = kernel->thin;
  tern_builder_t *b = thin->b;
  size_t rows = (size_t)thin->shape.rows;
  tern_op_t *loop =
      tern_build_scf_for(b, lower, tern_build_index(b, upper), tern_build_index(b, step), (tern_values_t){sums, rows});
  for (size_t r = 0; r < rows; ++r) sums[r] = tern_scf_for_carried(loop, r);
  build_products(kernel, tern_scf_for_iv(loop), count, steps, sums);
  tern_build_scf_for_end(b, loop, (tern_values_t){sums, rows});
  loop = tern_gpu_split_sums(loop);
  for (size_t r = 0; r < rows; ++r) sums[r] = tern_op_result(loop, r);
}

// Sums of the threads of a warp that have one column, then those of the warps through workgroup memory.
static void build_results(wide_kernel_t *kernel, tern_value_t **sums) {
  tern_thin_matmul_t *thin = kernel->thin;
  tern_builder_t *b = thin->b;
  int64_t width = thin->config.width, lanes = thin->shape.lanes, columns = width * lanes;
  int64_t warps = thin->config.threads / WARP, rows = thin->shape.rows, per_warp = rows * columns;
  tern_value_t *memory = tern_thin_build_memory(thin, warps * per_warp);
  tern_layout_t threads = TERN_LAYOUT_EXTEND(NULL, {"thread", WARP, "lane"}, {"thread", warps, "warp"});
  tern_gpu_places_t places = tern_gpu_build_places(b, &threads, TERN_GPU_INPUTS({"thread", kernel->thread}));
  tern_value_t *warp = tern_gpu_build_place(&places, "warp", (tern_gpu_numbers_t){0});
  tern_value_t *lane_of_warp = tern_gpu_build_place(&places, "lane", (tern_gpu_numbers_t){0});
  tern_value_t *parts[TERN_THIN_MAX_ROWS][MAX_LANES];
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t lane = 0; lane < lanes; ++lane) {
      parts[r][lane] = tern_thin_build_warp_sum(thin, tern_thin_build_lane(thin, sums[r], lane), WARP / width, width);
    }
  }
  tern_op_t *if_op =
      width < WARP
          ? tern_gpu_build_if(b, tern_gpu_build_less(b, lane_of_warp, tern_build_index(b, width)), (tern_types_t){0})
          : NULL;
  tern_value_t *own = tern_thin_scaled(thin, warp, per_warp);
  own = tern_build_index_add(b, own, tern_thin_scaled(thin, kernel->side, lanes));
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t lane = 0; lane < lanes; ++lane) {
      tern_value_t *place = tern_thin_moved(thin, own, r * columns + lane);
      tern_build(b, TERN_MEMREF(STORE), .operands = TERN_VALUES(parts[r][lane], memory, place));
    }
  }
  if (if_op) tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  tern_build(b, TERN_GPU(BARRIER), .regions = 0);
  tern_op_t *loop = tern_build_scf_for(b, kernel->thread, tern_build_index(b, per_warp),
                                       tern_build_index(b, thin->config.threads), (tern_values_t){0});
  tern_value_t *const result_extents[] = {tern_build_index(b, rows), tern_build_index(b, columns)};
  tern_value_t *result[2];
  tern_gpu_build_delinearized(b, tern_scf_for_iv(loop), result_extents, 2, result);
  tern_value_t *column = tern_build_index_add(b, kernel->column, result[1]);
  tern_op_t *guard = thin->shape.length % columns
                         ? tern_gpu_build_if(b, tern_gpu_build_less(b, column, tern_build_index(b, thin->shape.length)),
                                             (tern_types_t){0})
                         : NULL;
  tern_value_t *sum = NULL;
  for (int64_t w = 0; w < warps; ++w) {
    tern_value_t *place = tern_thin_moved(thin, tern_scf_for_iv(loop), w * per_warp);
    tern_value_t *part =
        tern_build_value(b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(memory, place), .types = TERN_TYPES(thin->sum));
    sum = sum ? tern_thin_build_sum(thin, sum, part) : part;
  }
  tern_thin_build_result(thin, sum, result[0], column);
  if (guard) tern_gpu_build_if_end(b, guard, (tern_values_t){0});
  tern_build_scf_for_end(b, loop, (tern_values_t){0});
}

void tern_thin_build_wide(tern_thin_matmul_t *thin) {
  wide_kernel_t kernel = {.thin = thin};
  tern_value_t *sums[TERN_THIN_MAX_ROWS];
  place_thread(&kernel);
  for (int64_t r = 0; r < thin->shape.rows; ++r) sums[r] = tern_thin_build_zero(thin, thin->shape.lanes);
  int64_t unroll = thin->config.unroll, chunk = kernel.slices * unroll;
  int64_t whole = thin->shape.depth / chunk * chunk;
  tern_value_t *first = tern_thin_scaled(thin, kernel.slice, unroll);
  if (whole > 0) {
    // The slice's lines of each chunk follow each other.
    build_loop(&kernel, first, whole, chunk, unroll, thin->steps, sums);
  }
  if (whole < thin->shape.depth) {
    build_loop(&kernel, tern_thin_moved(thin, kernel.slice, whole), thin->shape.depth, kernel.slices, 1, 1, sums);
  }
  build_results(&kernel, sums);
}
