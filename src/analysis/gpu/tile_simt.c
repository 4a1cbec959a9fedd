// The tiles of --gpu-simt-matmul: a table by shape, largest first, and the attribute that says otherwise.

#include "analysis/gpu/tile_simt.h"

#include <inttypes.h>

#include "analysis/gpu/config_reader.h"
#include "analysis/gpu/tile_choices.h"
#include "ir/diagnostic.h"

enum {
  WARP = 32,
  MAX_WARPS = 32,
  MAX_STAGES = 8,
  MAX_SPLIT = 8,
  LEAST_ROWS = 17,
  LEAST_DEPTH = 8,
  LEAST_SPLIT_BYTES = 2048
};

// A row is for results that give at least so many tiles for each hundred processors, and for factors that are copied as
// the column says; the last one takes all.
typedef struct simt_row {
  int64_t element_size;
  int64_t blocks;
  bool takes_single;  // B may be copied element by element
  tern_simt_config_t config;
} simt_row_t;

#define TILE(...) {__VA_ARGS__},
static const simt_row_t rows[] = {
#include "analysis/gpu/simt_tiles.def"
};

static int64_t ceildiv(int64_t a, int64_t b) { return a / b + (a % b > 0); }

int64_t tern_simt_shared_bytes(const tern_simt_config_t *config, int64_t element_size) {
  // Lines of f64 are set off by 32 bytes, others by 16.
  int64_t padding = (element_size == 8 ? 32 : 16) / element_size, elements = 0;
  for (size_t i = 0; i < 2; ++i) {
    int64_t deep = config->tile[i] * (config->tile[2] + padding), wide = config->tile[2] * (config->tile[i] + padding);
    elements += deep > wide ? deep : wide;
  }
  elements *= config->stages;
  int64_t sums = config->tile[0] * config->tile[1];
  // Parts of a cluster's blocks take the place of the tiles.
  if (config->split > 1 && elements < sums) elements = sums;
  elements += (config->warps[2] - 1) * sums;
  return elements * element_size;
}

static int64_t shared_limit(const tern_gpu_limits_t *limits) {
  return limits->machine->dynamic_shared_memory_size > limits->shared_memory_size
             ? limits->machine->dynamic_shared_memory_size
             : limits->shared_memory_size;
}

// Each block of a cluster has as many whole tiles of the depth, and as many rows of each thread's to finish.
static bool can_split(const tern_simt_shape_t *shape, const tern_gpu_limits_t *limits,
                      const tern_simt_config_t *config) {
  return config->split == 1 ||
         (limits->machine->cluster_size >= config->split && config->warps[2] == 1 &&
          shape->k % (config->tile[2] * config->split) == 0 && tern_simt_rows(config) % config->split == 0);
}

bool tern_simt_choose_config(const tern_simt_shape_t *shape, const tern_gpu_limits_t *limits, tern_simt_config_t *out) {
  int64_t processors = limits->machine->multiprocessors > 0 ? limits->machine->multiprocessors : 64;
  // Fewer rows are those of --gpu-skinny-matmul.
  if (shape->m < LEAST_ROWS || shape->n < LEAST_ROWS) return false;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    tern_simt_config_t config = rows[i].config;
    if (rows[i].element_size != shape->element_size || (shape->is_single && !rows[i].takes_single)) continue;
    int64_t blocks = ceildiv(shape->m, config.tile[0]) * ceildiv(shape->n, config.tile[1]);
    int64_t least_depth = config.split > 1 ? LEAST_SPLIT_BYTES / shape->element_size : LEAST_DEPTH;
    if (!can_split(shape, limits, &config) || shape->k < config.split * least_depth) continue;
    blocks *= config.split;
    if (tern_gpu_saturated_mul(blocks, shape->batch) < processors * rows[i].blocks / 100) continue;
    if (tern_simt_shared_bytes(&config, shape->element_size) > shared_limit(limits)) continue;
    *out = config;
    return true;
  }
  return false;
}

// --- the attribute ---

static bool is_size(int64_t value) { return value > 0 && value <= 1024; }

// Do the parts fit together?
static bool check(const tern_op_t *op, const tern_simt_shape_t *shape, const tern_gpu_limits_t *limits,
                  const tern_simt_config_t *config) {
  // Depths that are multiplied at once: a vector, or what tensor cores take of f64.
  int64_t step = shape->element_size == 8 && limits->machine->has_deep_mma_f64 ? 8 : 4;
  int64_t vector = 16 / shape->element_size, rows_unit = config->warps[0] * config->lanes[0] * vector;
  if (shape->element_size == 8 && (config->lanes[0] != 8 || config->lanes[1] != 4)) {
    return tern_op_error(op, "'" TERN_SIMT_CONFIG "' needs lanes of [8, 4] for f64, as tensor cores have them");
  }
  if (config->lanes[0] * config->lanes[1] != WARP) {
    return tern_op_error(op, "'" TERN_SIMT_CONFIG "' has lanes that are not the %d of a warp", WARP);
  }
  if (config->warps[0] * config->warps[1] * config->warps[2] > MAX_WARPS) {
    return tern_op_error(op, "'" TERN_SIMT_CONFIG "' has more than the %d warps of a block", MAX_WARPS);
  }
  if (config->tile[0] % rows_unit || config->tile[1] % (config->warps[1] * config->lanes[1] * vector) ||
      config->tile[2] % (config->warps[2] * step)) {
    return tern_op_error(
        op, "'" TERN_SIMT_CONFIG "' has a tile that its warps, lanes and vectors of %" PRId64 " do not divide", vector);
  }
  if (tern_simt_rows(config) > TERN_SIMT_MAX_ROWS || tern_simt_columns(config) > TERN_SIMT_MAX_VECTORS * vector) {
    return tern_op_error(
        op, "'" TERN_SIMT_CONFIG "' gives a thread %" PRId64 " x %" PRId64 " sums; %d x %" PRId64 " is the most",
        tern_simt_rows(config), tern_simt_columns(config), TERN_SIMT_MAX_ROWS, TERN_SIMT_MAX_VECTORS * vector);
  }
  if (!can_split(shape, limits, config)) {
    return tern_op_error(op,
                         "'" TERN_SIMT_CONFIG "' splits a depth of %" PRId64 " among %" PRId64
                         " blocks: they need sm_90, one warp along k, whole tiles and whole rows of a thread each",
                         shape->k, config->split);
  }
  int64_t bytes = tern_simt_shared_bytes(config, shape->element_size);
  return bytes <= shared_limit(limits) ||
         tern_op_error(op, "'" TERN_SIMT_CONFIG "' needs %" PRId64 " bytes of shared memory, the target has %" PRId64,
                       bytes, shared_limit(limits));
}

bool tern_simt_read_config(const tern_op_t *op, const tern_simt_shape_t *shape, const tern_gpu_limits_t *limits,
                           tern_simt_config_t *config) {
  static const char *const known[] = {"tile", "warps", "lanes", "stages", "group", "wide", "ahead", "split", NULL};
  static const char three[] = "3 numbers from 1 to 1024", two[] = "2 numbers from 1 to 1024";
  tern_gpu_config_reader_t reader;
  if (!tern_gpu_config_open(op, TERN_SIMT_CONFIG, known, &reader)) return false;
  if (!reader.dictionary) return true;
  config->split = 1;
  return tern_gpu_config_list(&reader, "tile", 3, is_size, three, config->tile) &&
         tern_gpu_config_list(&reader, "warps", 3, is_size, three, config->warps) &&
         tern_gpu_config_list(&reader, "lanes", 2, is_size, two, config->lanes) &&
         tern_gpu_config_number(&reader, "stages", 2, MAX_STAGES, &config->stages) &&
         tern_gpu_config_number(&reader, "group", 1, 1024, &config->group) &&
         tern_gpu_config_number(&reader, "wide", 0, 1, &config->is_wide) &&
         tern_gpu_config_number(&reader, "ahead", 0, 1, &config->loads_ahead) &&
         tern_gpu_config_number(&reader, "split", 1, MAX_SPLIT, &config->split) && check(op, shape, limits, config);
}
