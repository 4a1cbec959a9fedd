// The kernel of --gpu-skinny-matmul for a matrix whose lines run along the reduction: warps take lines, threads of a
// warp pieces of them that lie side by side.

#include "convert/gpu/kernel.h"
#include "convert/gpu/layout_places.h"
#include "convert/gpu/thin/thin.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"

enum { WARP = 32, MAX_SUMS = 64, MAX_LINES = 4, MAX_UNROLL = 8 };

typedef struct deep_kernel {
  tern_thin_matmul_t *thin;
  tern_value_t *lane, *slice;  // slice: NULL where there is one
  tern_value_t *group;         // of warps that share lines, in the block
  tern_value_t *lines[MAX_LINES];
  tern_value_t *line_places[MAX_LINES], *vector_places[TERN_THIN_MAX_ROWS];
  tern_value_t *first;  // depth that the thread begins at
  bool has_lanes;       // sums are vectors: each lane is added up by itself
  size_t count;         // of sums
} deep_kernel_t;

// What lies at one depth.
typedef struct pieces {
  tern_value_t *matrix[MAX_LINES], *vectors[TERN_THIN_MAX_ROWS];
} pieces_t;

// What the threads that share lines access together: element, lane, slice -> depth.
static tern_layout_t find_piece(const tern_thin_matmul_t *thin) {
  return TERN_LAYOUT_EXTEND(NULL, {"element", thin->shape.lanes, "depth"}, {"lane", WARP, "depth"},
                            {"slice", thin->config.slices, "depth"});
}

static void load(deep_kernel_t *kernel, tern_value_t *at, pieces_t *out) {
  tern_thin_matmul_t *thin = kernel->thin;
  for (int64_t j = 0; j < thin->config.lines; ++j) {
    tern_value_t *place = tern_build_index_add(thin->b, kernel->line_places[j], at);
    out->matrix[j] = tern_thin_build_load(thin, &thin->matrix, place, thin->shape.lanes);
  }
  for (int64_t r = 0; r < thin->shape.rows; ++r) {
    tern_value_t *moved = tern_thin_scaled(thin, at, thin->vectors.depth_stride);
    tern_value_t *place = tern_build_index_add(thin->b, kernel->vector_places[r], moved);
    out->vectors[r] = tern_thin_build_load(thin, &thin->vectors, place, thin->shape.lanes);
  }
}

static void multiply(deep_kernel_t *kernel, const pieces_t *pieces, tern_value_t **sums) {
  tern_thin_matmul_t *thin = kernel->thin;
  for (int64_t r = 0; r < thin->shape.rows; ++r) {
    for (int64_t j = 0; j < thin->config.lines; ++j) {
      tern_value_t **sum = &sums[r * thin->config.lines + j];
      if (kernel->has_lanes) {
        *sum = tern_thin_build_product(thin, pieces->matrix[j], pieces->vectors[r], *sum);
        continue;
      }
      for (int64_t lane = 0; lane < thin->shape.lanes; ++lane) {
        *sum = tern_thin_build_product(thin, tern_thin_build_lane(thin, pieces->matrix[j], lane),
                                       tern_thin_build_lane(thin, pieces->vectors[r], lane), *sum);
      }
    }
  }
}

// Products of what lies at depth `at`, and `step` apart behind it: all is on its way before the first is multiplied.
static void build_products(deep_kernel_t *kernel, tern_value_t *at, int64_t step, int64_t count, tern_value_t **sums) {
  pieces_t pieces[MAX_UNROLL];
  for (int64_t u = 0; u < count; ++u) load(kernel, tern_thin_moved(kernel->thin, at, u * step), &pieces[u]);
  for (int64_t u = 0; u < count; ++u) multiply(kernel, &pieces[u], sums);
}

// Whole iterations of all threads, then what is left.
static void build_loops(deep_kernel_t *kernel, tern_value_t **sums) {
  tern_thin_matmul_t *thin = kernel->thin;
  tern_builder_t *b = thin->b;
  tern_layout_t piece = find_piece(thin);
  int64_t step = INT64_C(1) << tern_layout_bits(&piece.outs, "depth"), chunk = step * thin->config.unroll;
  int64_t whole = thin->shape.depth / chunk * chunk;
  if (whole > 0) {
    tern_op_t *loop = tern_build_scf_for(b, tern_build_index(b, 0), tern_build_index(b, whole),
                                         tern_build_index(b, chunk), (tern_values_t){sums, kernel->count});
    for (size_t i = 0; i < kernel->count; ++i) sums[i] = tern_scf_for_carried(loop, i);
    tern_value_t *at = tern_build_index_add(b, kernel->first, tern_scf_for_iv(loop));
    build_products(kernel, at, step, thin->config.unroll, sums);
    tern_build_scf_for_end(b, loop, (tern_values_t){sums, kernel->count});
    loop = tern_gpu_split_sums(loop);
    for (size_t i = 0; i < kernel->count; ++i) sums[i] = tern_op_result(loop, i);
  }
  if (whole == thin->shape.depth) return;
  tern_op_t *loop =
      tern_build_scf_for(b, tern_thin_moved(thin, kernel->first, whole), tern_build_index(b, thin->shape.depth),
                         tern_build_index(b, step), (tern_values_t){sums, kernel->count});
  for (size_t i = 0; i < kernel->count; ++i) sums[i] = tern_scf_for_carried(loop, i);
  build_products(kernel, tern_scf_for_iv(loop), step, 1, sums);
  tern_build_scf_for_end(b, loop, (tern_values_t){sums, kernel->count});
  for (size_t i = 0; i < kernel->count; ++i) sums[i] = tern_op_result(loop, i);
}

static void build_warp_sums(deep_kernel_t *kernel, tern_value_t **sums) {
  tern_thin_matmul_t *thin = kernel->thin;
  for (size_t i = 0; i < kernel->count; ++i) {
    tern_value_t *sum = tern_thin_build_lane(thin, sums[i], 0);
    for (int64_t lane = 1; kernel->has_lanes && lane < thin->shape.lanes; ++lane) {
      sum = tern_thin_build_sum(thin, sum, tern_thin_build_lane(thin, sums[i], lane));
    }
    sums[i] = tern_thin_build_warp_sum(thin, sum, WARP, 1);
  }
}

// The first warp of each group gets the sums of the others, in order.
static void build_slice_sums(deep_kernel_t *kernel, tern_value_t **sums) {
  tern_thin_matmul_t *thin = kernel->thin;
  tern_builder_t *b = thin->b;
  int64_t slices = thin->config.slices, count = (int64_t)kernel->count;
  if (slices == 1) return;
  int64_t groups = thin->config.threads / WARP / slices;
  tern_value_t *memory = tern_thin_build_memory(thin, groups * slices * count);
  tern_value_t *base = tern_thin_scaled(thin, kernel->group, slices * count);
  tern_value_t *own = tern_build_index_add(b, base, tern_thin_scaled(thin, kernel->slice, count));
  tern_op_t *if_op =
      tern_gpu_build_if(b, tern_gpu_build_less(b, kernel->lane, tern_build_index(b, 1)), (tern_types_t){0});
  for (int64_t i = 0; i < count; ++i) {
    tern_build(b, TERN_MEMREF(STORE), .operands = TERN_VALUES(sums[i], memory, tern_thin_moved(thin, own, i)));
  }
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  tern_build(b, TERN_GPU(BARRIER), .regions = 0);
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t slice = 0; slice < slices; ++slice) {
      tern_value_t *part =
          tern_build_value(b, TERN_MEMREF(LOAD), .types = TERN_TYPES(thin->sum),
                           .operands = TERN_VALUES(memory, tern_thin_moved(thin, base, slice * count + i)));
      sums[i] = slice == 0 ? part : tern_thin_build_sum(thin, sums[i], part);
    }
  }
}

static void build_results(deep_kernel_t *kernel, tern_value_t **sums) {
  tern_thin_matmul_t *thin = kernel->thin;
  tern_builder_t *b = thin->b;
  tern_value_t *one = tern_build_index(b, 1), *limit = tern_build_index(b, thin->shape.length);
  int64_t per_block = thin->config.threads / WARP / thin->config.slices * thin->config.lines;
  tern_value_t *is_first = tern_gpu_build_less(b, kernel->lane, one);
  if (kernel->slice) is_first = tern_gpu_build_and(b, is_first, tern_gpu_build_less(b, kernel->slice, one));
  tern_op_t *if_op = tern_gpu_build_if(b, is_first, (tern_types_t){0});
  for (int64_t j = 0; j < thin->config.lines; ++j) {
    tern_op_t *guard = thin->shape.length % per_block
                           ? tern_gpu_build_if(b, tern_gpu_build_less(b, kernel->lines[j], limit), (tern_types_t){0})
                           : NULL;
    for (int64_t r = 0; r < thin->shape.rows; ++r) {
      tern_thin_build_result(thin, sums[r * thin->config.lines + j], tern_build_index(b, r), kernel->lines[j]);
    }
    if (guard) tern_gpu_build_if_end(b, guard, (tern_values_t){0});
  }
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
}

static void place_thread(deep_kernel_t *kernel) {
  tern_thin_matmul_t *thin = kernel->thin;
  tern_builder_t *b = thin->b;
  int64_t slices = thin->config.slices, groups = thin->config.threads / WARP / slices, lines = thin->config.lines;
  tern_layout_t threads =
      TERN_LAYOUT_EXTEND(NULL, {"thread", WARP, "lane"}, {"thread", slices, "slice"}, {"thread", groups, "group"});
  tern_gpu_places_t places =
      tern_gpu_build_places(b, &threads, TERN_GPU_INPUTS({"thread", tern_gpu_build_id(b, TERN_GPU(THREAD_ID), 0)}));
  kernel->group = tern_gpu_build_place(&places, "group", (tern_gpu_numbers_t){0});
  kernel->lane = tern_gpu_build_place(&places, "lane", (tern_gpu_numbers_t){0});
  if (slices > 1) kernel->slice = tern_gpu_build_place(&places, "slice", (tern_gpu_numbers_t){0});
  tern_layout_t piece = find_piece(thin);
  places = tern_gpu_build_places(b, &piece, TERN_GPU_INPUTS({"lane", kernel->lane}, {"slice", kernel->slice}));
  kernel->first = tern_gpu_build_place(&places, "depth", (tern_gpu_numbers_t){0});
  tern_value_t *line = tern_thin_scaled(thin, tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), 0), groups);
  line = tern_thin_scaled(thin, tern_build_index_add(b, line, kernel->group), lines);
  for (int64_t j = 0; j < lines; ++j) {
    kernel->lines[j] = tern_thin_moved(thin, line, j);
    // A line that is not there is read as the last one.
    bool is_cut = thin->shape.length % (groups * lines) != 0;
    tern_value_t *last = tern_build_index(b, thin->shape.length - 1);
    tern_value_t *read = is_cut ? tern_build_index_min(b, kernel->lines[j], last) : kernel->lines[j];
    kernel->line_places[j] = tern_thin_build_place(thin, &thin->matrix, read, NULL);
  }
  for (int64_t r = 0; r < thin->shape.rows; ++r) {
    kernel->vector_places[r] = tern_thin_build_place(thin, &thin->vectors, tern_build_index(b, r), NULL);
  }
}

void tern_thin_build_deep(tern_thin_matmul_t *thin) {
  deep_kernel_t kernel = {.thin = thin, .count = (size_t)(thin->shape.rows * thin->config.lines)};
  tern_value_t *sums[MAX_SUMS];
  kernel.has_lanes = (int64_t)kernel.count * thin->shape.lanes <= MAX_SUMS;
  place_thread(&kernel);
  for (size_t i = 0; i < kernel.count; ++i) {
    sums[i] = tern_thin_build_zero(thin, kernel.has_lanes ? thin->shape.lanes : 1);
  }
  build_loops(&kernel, sums);
  build_warp_sums(&kernel, sums);
  build_slice_sums(&kernel, sums);
  build_results(&kernel, sums);
}
