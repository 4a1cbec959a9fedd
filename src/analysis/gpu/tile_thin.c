// The tiles of --gpu-skinny-matmul, from the shape: enough threads that the memory is kept busy.

#include "analysis/gpu/tile_thin.h"

enum { WARP = 32, SEGMENT = 128, WARPS_PER_PROCESSOR = 32, DEEP_WARPS = 8, MAX_SLICES = 32, MAX_SUM_BYTES = 256 };

// By the number of vectors. Where lines of the matrix run along the reduction: lines of a warp, for which elements of
// the vectors are read together, and accesses of each in one iteration. Where they run across it: threads of a block,
// among which registers are shared out, and lines of a thread in one iteration.
typedef struct thin_row {
  int64_t rows;
  int64_t lines, accesses;
  int64_t threads, unroll;
} thin_row_t;

static const thin_row_t rows[] = {
    {1, 1, 4, 512, 8}, {2, 2, 2, 512, 8}, {4, 2, 2, 512, 4}, {8, 4, 1, 512, 4}, {TERN_THIN_MAX_ROWS, 4, 1, 512, 2},
};

static int64_t ceildiv(int64_t a, int64_t b) { return a / b + (a % b > 0); }

// Warps share lines as long as that gives processors more of them, and each has some iterations.
static void choose_deep(const tern_thin_shape_t *shape, int64_t processors, tern_thin_config_t *config) {
  while (config->lines > 1 && (shape->length * shape->batch < processors * config->lines * 4 ||
                               shape->rows * config->lines * shape->element_size > MAX_SUM_BYTES)) {
    config->lines /= 2;
  }
  int64_t warps = ceildiv(shape->length, config->lines) * shape->batch;
  while (config->slices < MAX_SLICES && warps * config->slices < processors * WARPS_PER_PROCESSOR / 2 &&
         shape->depth >= config->slices * 2 * WARP * shape->lanes * config->unroll) {
    config->slices *= 2;
  }
  config->threads = (config->slices > DEEP_WARPS ? config->slices : DEEP_WARPS) * WARP;
}

// Blocks as wide as a warp, or narrower while processors would be idle; at least a segment of memory.
static void choose_wide(const tern_thin_shape_t *shape, int64_t processors, tern_thin_config_t *config) {
  config->width = WARP;
  // Accumulators fill the registers of a thread.
  if (shape->rows * shape->lanes * (shape->element_size < 4 ? 4 : shape->element_size) >= MAX_SUM_BYTES) {
    config->threads /= 2;
    config->unroll *= 2;
  }
  while (config->width > 1 && (config->width / 2) * shape->lanes * shape->element_size >= SEGMENT &&
         ceildiv(shape->length, config->width * shape->lanes) * shape->batch < processors) {
    config->width /= 2;
  }
  int64_t blocks = ceildiv(shape->length, config->width * shape->lanes) * shape->batch;
  while (config->threads > 128 && blocks >= 2 * processors) {
    config->threads /= 2;
    blocks /= 2;
  }
}

// Tensor cores do products of matrices in less time, but for a vector of f32, or vectors along whose elements the matrix runs.
static int64_t most_rows(const tern_thin_shape_t *shape) {
  if (!shape->is_matrix || (shape->element_size != 2 && !shape->is_tf32)) return TERN_THIN_MAX_ROWS;
  return shape->is_deep ? 2 : shape->is_tf32 ? 1 : 0;
}

bool tern_thin_choose_config(const tern_thin_shape_t *shape, const tern_gpu_limits_t *limits, tern_thin_config_t *out) {
  int64_t processors = limits->machine->multiprocessors > 0 ? limits->machine->multiprocessors : 64;
  if (shape->rows > most_rows(shape)) return false;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (shape->rows > rows[i].rows) continue;
    *out = (tern_thin_config_t){
        .threads = rows[i].threads, .lines = rows[i].lines, .slices = 1, .width = WARP, .unroll = rows[i].unroll};
    if (shape->is_deep) {
      out->unroll = rows[i].accesses;
      choose_deep(shape, processors, out);
    } else {
      choose_wide(shape, processors, out);
    }
    return true;
  }
  return false;
}
