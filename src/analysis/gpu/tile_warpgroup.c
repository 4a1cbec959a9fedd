// How a product is dealt to warp groups; see the header.

#include "analysis/gpu/tile_warpgroup.h"

#include <stddef.h>

#include "analysis/gpu/tile_choices.h"
#include "base/integer.h"

enum { ROW_BYTES = 128, INSTRUCTION_ROWS = 64, INSTRUCTION_BYTES = 32, WARPGROUP = 128, SUM_BYTES = 4 };
enum { MAX_STAGES = 8, ENOUGH_STAGES = 3, MAX_SPLIT = 8, MAX_SUMS = 256, MAX_SUMS_OF_BOTH = 384, FEW_ROWS = 32 };
// The barriers of the pipeline, and what aligns the stages behind them.
enum { RESERVED_BYTES = 1024 };

#define TILE(...) {__VA_ARGS__},
static const struct {
  int64_t m, n, consumers;
  double rate, register_rate;
  bool has_two_sums;
} choices[] = {
#include "analysis/gpu/warpgroup_tiles.def"
};

bool tern_gpu_allows_tf32(const tern_op_t *op) {
  for (; op; op = tern_op_parent(op)) {
    const tern_attr_t *attr = tern_op_attr(op, "tern.allow_tf32");
    if (attr) return !tern_attr_is_integer(attr) || tern_integer_attr_value(attr) != 0;
  }
  return false;
}

static int64_t count_stages(const tern_warpgroup_shape_t *shape, int64_t m, int64_t n, int64_t consumers, int64_t split,
                            const tern_gpu_limits_t *limits) {
  int64_t sums = (split - 1) * m * n * SUM_BYTES;
  if (shape->stages_results) sums += consumers * TERN_WARPGROUP_STAGING_BYTES;
  int64_t stages = (limits->machine->dynamic_shared_memory_size - RESERVED_BYTES - sums) / ((m + n) * ROW_BYTES);
  return tern_gpu_min(stages, MAX_STAGES);
}

int64_t tern_warpgroup_count_tiles(const tern_warpgroup_shape_t *shape, int64_t m, int64_t n) {
  int64_t tiles = shape->batch == TERN_DYNAMIC ? 1 : shape->batch;
  if (shape->m != TERN_DYNAMIC) tiles = tern_gpu_saturated_mul(tiles, tern_ceil_div(shape->m, m));
  return tern_gpu_saturated_mul(tiles, tern_ceil_div(shape->n, n));
}

// Only as many tiles as fit at once are shared: clusters do not come back for more. Larger clusters leave some
// processors of their kind's groups alone.
static bool can_split(const tern_warpgroup_shape_t *shape, int64_t m, int64_t n, int64_t split,
                      const tern_gpu_limits_t *limits) {
  if (split == 1) return true;
  if (shape->m == TERN_DYNAMIC || shape->batch == TERN_DYNAMIC) return false;
  int64_t tiles = tern_warpgroup_count_tiles(shape, m, n);
  int64_t reached = split > 2 ? limits->machine->multiprocessors -
                                    limits->machine->multiprocessors / limits->machine->rates->left_by_clusters
                              : limits->machine->multiprocessors;
  return tiles <= reached && tiles * split <= reached;
}

// Boxes of a factor with rows along m are as wide as the swizzle.
static bool has_boxes(const tern_warpgroup_shape_t *shape, int64_t m) {
  return !shape->has_registers || m * shape->element_size % ROW_BYTES == 0;
}

static bool has_registers(const tern_warpgroup_shape_t *shape, int64_t rows, int64_t n) {
  int64_t pieces = rows / INSTRUCTION_ROWS;
  return shape->has_two_sums ? (pieces + 1) * n <= MAX_SUMS_OF_BOTH : pieces * n <= MAX_SUMS;
}

// Nanoseconds that a tile and a way to share it would take: its products, or the bytes that are read for it.
static double estimate(const tern_warpgroup_shape_t *shape, size_t choice, int64_t split,
                       const tern_gpu_limits_t *limits) {
  const tern_gpu_rates_t *rates = limits->machine->rates;
  int64_t tiles = tern_warpgroup_count_tiles(shape, choices[choice].m, choices[choice].n);
  if (shape->m == TERN_DYNAMIC) tiles = tern_gpu_saturated_mul(tiles, limits->machine->multiprocessors);
  double rounds = (double)tern_ceil_div(tiles, limits->machine->multiprocessors);
  double products =
      (double)choices[choice].m * (double)choices[choice].n * (double)shape->k * (double)shape->element_size;
  double part = shape->has_registers ? choices[choice].register_rate : choices[choice].rate;
  double time = rounds * products / (double)split / part / rates->wgmma_bytes;
  double elements = (double)(shape->m == TERN_DYNAMIC ? 0 : shape->m) + (double)shape->n;
  double bytes = elements * (double)shape->k * (double)shape->element_size;
  double rate = rates->read_by_one * (double)tern_gpu_min(tiles * split, limits->machine->multiprocessors);
  if (rate > rates->read_by_all) rate = rates->read_by_all;
  // Rows of 128 bytes are read a little slower than longer ones.
  if (choices[choice].n * shape->element_size <= ROW_BYTES) rate /= 1.1;
  if (shape->batch > 1) bytes *= (double)shape->batch;
  // What takes less time is not wholly hidden.
  double reading = bytes / rate, longer = reading > time ? reading : time;
  time = longer + (reading + time - longer) / 10;
  return split > 1 ? time + rates->sharing_nanoseconds : time;
}

bool tern_gpu_choose_warpgroup_tile(const tern_warpgroup_shape_t *shape, const tern_gpu_limits_t *limits,
                                    tern_warpgroup_tile_t *out_tile) {
  if (!limits->machine->has_wgmma) return false;
  // Instructions of a warp waste less on so few; but they do not turn bytes.
  bool turns_bytes = shape->has_registers && shape->element_size == 1;
  if ((shape->m != TERN_DYNAMIC && shape->m <= FEW_ROWS) || (shape->n <= FEW_ROWS && !turns_bytes)) return false;
  double best = 0;
  *out_tile = (tern_warpgroup_tile_t){0};
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; ++i) {
    for (int64_t split = 1; split <= MAX_SPLIT; split *= 2) {
      int64_t m = choices[i].m, n = choices[i].n,
              stages = count_stages(shape, m, n, choices[i].consumers, split, limits);
      if (!can_split(shape, m, n, split, limits) || stages < ENOUGH_STAGES) continue;
      if (choices[i].has_two_sums && !shape->has_two_sums) continue;
      if (!has_boxes(shape, m) || !has_registers(shape, m / choices[i].consumers, n)) continue;
      double time = estimate(shape, i, split, limits);
      if (best > 0 && time >= best) continue;
      best = time;
      *out_tile = (tern_warpgroup_tile_t){.m = m,
                                          .n = n,
                                          .k = ROW_BYTES / shape->element_size,
                                          .step = INSTRUCTION_BYTES / shape->element_size,
                                          .consumers = choices[i].consumers,
                                          .stages = stages,
                                          .split = split};
    }
  }
  return best > 0;
}

const char *tern_warpgroup_tile_read(const tern_gpu_tile_config_t *config, size_t m, size_t n, size_t k,
                                     const tern_warpgroup_shape_t *shape, const tern_gpu_limits_t *limits,
                                     tern_warpgroup_tile_t *out_tile) {
  int64_t element_size = shape->element_size;
  tern_warpgroup_tile_t tile = {.m = config->workgroup_tile[m],
                                .n = config->workgroup_tile[n],
                                .k = config->reduction_tile[k],
                                .step = config->fragment[2],
                                .stages = config->buffers,
                                .split = config->cluster[0] ? config->cluster[0] : 1};
  int64_t rows = config->subgroup_tile[m] ? config->subgroup_tile[m] : INSTRUCTION_ROWS;
  if (tile.k != ROW_BYTES / element_size || tile.step != INSTRUCTION_BYTES / element_size) {
    return "the depth of a stage has to be 128 bytes, and that of the instruction 32";
  }
  if (rows % INSTRUCTION_ROWS != 0 || tile.m == 0 || tile.m % rows != 0 || tile.m > 256) {
    return "the tile has to have rows for whole instructions of 64, at most 256";
  }
  if (!has_boxes(shape, tile.m)) return "a factor that is turned in registers needs a tile with rows of 128 bytes";
  if (tile.n != config->fragment[1] || tile.n % 8 != 0 || tile.n < 8 || tile.n > 256) {
    return "the tile has to have the columns of the instruction, a multiple of 8, at most 256";
  }
  tile.consumers = tile.m / rows;
  // Sums of a warp group, and the rest of what a thread holds, in 64K registers.
  if (!has_registers(shape, rows, tile.n) || tile.consumers > 3 || tile.consumers * rows * tile.n > 256 * 192) {
    return "a warp group has no registers for so many sums";
  }
  bool is_line = config->cluster[0] == 0 || (config->cluster[1] == 1 && config->cluster[2] == 1);
  if (!is_line || tile.split > MAX_SPLIT || !can_split(shape, tile.m, tile.n, tile.split, limits)) {
    return "clusters have to be of 1 to 8 workgroups in a line, and all tiles must be under way at once";
  }
  int64_t most_stages = count_stages(shape, tile.m, tile.n, tile.consumers, tile.split, limits);
  if (tile.stages < 2 || tile.stages > MAX_STAGES || tile.stages > most_stages) {
    return "the stages of the pipeline do not fit workgroup memory, or are fewer than two";
  }
  int64_t threads = (tile.consumers + 1) * WARPGROUP;
  if (config->workgroup_size[0] &&
      (config->workgroup_size[0] != threads || config->workgroup_size[1] != 1 || config->workgroup_size[2] != 1)) {
    return "the workgroup has to be a warp group that copies and those that multiply";
  }
  *out_tile = tile;
  return NULL;
}
