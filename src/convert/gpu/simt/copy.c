// Tiles of --gpu-simt-matmul on their way to shared memory: every thread copies the same number of units, of 16 bytes
// where the factor's lines allow it, else of one element. What lies beyond the matrix becomes zeros.

#include "convert/gpu/simt/simt.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/nvgpu/nvgpu.h"

// Does the factor's memory run along the reduction?
static bool runs_deep(const tern_simt_factor_t *factor) { return factor->depth_stride == 1; }

static int64_t units_per_line(const tern_simt_matmul_t *matmul, const tern_simt_factor_t *factor) {
  return (runs_deep(factor) ? matmul->config.tile[2] : factor->tile_rows) / factor->unit;
}

// Threads go along the memory's lines first, so that neighbours copy neighbours.
void tern_simt_copy_steps(const tern_simt_matmul_t *matmul, size_t f, size_t index, int64_t *out_row,
                          int64_t *out_depth) {
  const tern_simt_factor_t *factor = &matmul->factors[f];
  int64_t threads = tern_simt_threads(&matmul->config), per_line = units_per_line(matmul, factor);
  int64_t first = (int64_t)index * threads;
  int64_t along = first % per_line * factor->unit, line = first / per_line;
  *out_row = runs_deep(factor) ? line : along;
  *out_depth = runs_deep(factor) ? along : line;
}

bool tern_simt_plan_copies(tern_simt_matmul_t *matmul) {
  int64_t threads = tern_simt_threads(&matmul->config);
  for (size_t f = 0; f < 2; ++f) {
    tern_simt_factor_t *factor = &matmul->factors[f];
    int64_t per_line = units_per_line(matmul, factor);
    int64_t units = factor->tile_rows * matmul->config.tile[2] / factor->unit;
    if (per_line == 0 || units % threads || units / threads > TERN_SIMT_MAX_COPIES) return false;
    if (threads % per_line && per_line % threads) return false;
    factor->copies = (size_t)(units / threads);
  }
  return true;
}

int64_t tern_simt_stage_elements(const tern_simt_matmul_t *matmul, size_t f) {
  const tern_simt_factor_t *factor = &matmul->factors[f];
  return (factor->is_deep ? factor->tile_rows : matmul->config.tile[2]) * factor->pitch;
}

static tern_value_t *build_scaled(tern_builder_t *b, tern_value_t *value, int64_t factor) {
  return tern_build_index_mul(b, value, tern_build_index(b, factor));
}

void tern_simt_prepare_copies(tern_simt_kernel_t *kernel) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_builder_t *b = kernel->b;
  for (size_t f = 0; f < 2; ++f) {
    const tern_simt_factor_t *factor = &matmul->factors[f];
    int64_t threads = tern_simt_threads(&matmul->config), per_line = units_per_line(matmul, factor);
    tern_value_t *along = kernel->thread, *line = tern_build_index(b, 0);
    if (threads > per_line) {
      tern_value_t *const extents[] = {tern_build_index(b, threads / per_line), tern_build_index(b, per_line)};
      tern_value_t *places[2];
      tern_gpu_build_delinearized(b, kernel->thread, extents, 2, places);
      line = places[0];
      along = places[1];
    }
    along = build_scaled(b, along, factor->unit);
    tern_value_t *row = runs_deep(factor) ? line : along, *depth = runs_deep(factor) ? along : line;
    kernel->copy_row[f] = tern_build_index_add(b, kernel->tile_begin[f], row);
    kernel->copy_depth[f] = depth;
    tern_value_t *place = build_scaled(b, depth, factor->depth_stride);
    place = tern_build_index_add(b, place, build_scaled(b, kernel->copy_row[f], factor->row_stride));
    for (size_t i = 0; i < matmul->batch_count; ++i) {
      place = tern_build_index_add(b, place, build_scaled(b, kernel->batch[i], factor->batch_strides[i]));
    }
    kernel->source[f] = place;
    tern_value_t *target = build_scaled(b, factor->is_deep ? row : depth, factor->pitch);
    target = tern_build_index_add(b, target, tern_build_index(b, kernel->tile_offsets[f]));
    kernel->target[f] = tern_build_index_add(b, target, factor->is_deep ? depth : row);
  }
}

// What the first tile lacks of a whole one: it begins so many depths before the matrices do, so that all others are
// whole.
static int64_t missing_depth(const tern_simt_matmul_t *matmul) {
  int64_t left = matmul->extents[2] % matmul->config.tile[2];
  return left ? matmul->config.tile[2] - left : 0;
}

// How many elements of a copy there are: all of them, or none. NULL: all.
static tern_value_t *build_count(tern_simt_kernel_t *kernel, size_t f, bool is_first, int64_t row_step,
                                 int64_t depth_step) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  const tern_simt_factor_t *factor = &matmul->factors[f];
  int64_t missing = missing_depth(matmul);
  tern_builder_t *b = kernel->b;
  tern_value_t *condition = NULL;
  if (factor->rows % factor->tile_rows) {
    tern_value_t *row = tern_build_index_add(b, kernel->copy_row[f], tern_build_index(b, row_step));
    condition = tern_gpu_build_less(b, row, tern_build_index(b, factor->rows));
  }
  if (is_first && missing > 0) {
    tern_value_t *at = tern_build_index_add(b, kernel->copy_depth[f], tern_build_index(b, depth_step));
    condition = tern_gpu_build_and(b, condition, tern_gpu_build_less(b, tern_build_index(b, missing - 1), at));
  }
  if (!condition) return NULL;
  tern_value_t *all = tern_build_index(b, factor->unit), *none = tern_build_index(b, 0);
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, all, none));
}

static void build_copy(tern_simt_kernel_t *kernel, size_t f, tern_value_t *target, tern_value_t *source,
                       tern_value_t *count) {
  tern_builder_t *b = kernel->b;
  int64_t unit = kernel->matmul->factors[f].unit;
  tern_value_t *operands[] = {kernel->tiles[f], target, kernel->flat[f], source, count};
  const int32_t segments[] = {1, 1, 1, 1, count != NULL};
  tern_named_attr_t attrs[] = {{"dstElements", tern_integer_attr_get(tern_index_type_get(b->context), unit)},
                               {"bypassL1", tern_unit_attr_get(b->context)}};
  tern_build(b, TERN_NVGPU(DEVICE_ASYNC_COPY), .operands = {operands, count ? 5 : 4}, .segments = segments,
             .attrs = {attrs, unit > 1 ? 2 : 1});
}

void tern_simt_build_copies(tern_simt_kernel_t *kernel, tern_value_t *depth, tern_value_t *stage) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_builder_t *b = kernel->b;
  int64_t first;
  bool is_first = tern_index_constant(depth, &first) && first == 0;
  if (kernel->first_depth) depth = tern_build_index_add(b, depth, kernel->first_depth);
  tern_value_t *begin = tern_build_index_add(b, depth, tern_build_index(b, -missing_depth(matmul)));
  for (size_t f = 0; f < 2; ++f) {
    const tern_simt_factor_t *factor = &matmul->factors[f];
    tern_value_t *source = tern_build_index_add(b, kernel->source[f], build_scaled(b, begin, factor->depth_stride));
    tern_value_t *target =
        tern_build_index_add(b, kernel->target[f], build_scaled(b, stage, tern_simt_stage_elements(matmul, f)));
    for (size_t i = 0; i < factor->copies; ++i) {
      int64_t row, at;
      tern_simt_copy_steps(matmul, f, i, &row, &at);
      int64_t far = row * factor->row_stride + at * factor->depth_stride;
      int64_t near = factor->is_deep ? row * factor->pitch + at : at * factor->pitch + row;
      build_copy(kernel, f, tern_build_index_add(b, target, tern_build_index(b, near)),
                 tern_build_index_add(b, source, tern_build_index(b, far)), build_count(kernel, f, is_first, row, at));
    }
  }
}
