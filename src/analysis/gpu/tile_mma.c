// The table of tiles for mma.sync, and how a shape picks one.

#include "analysis/gpu/tile_mma.h"

#include <inttypes.h>

#include "analysis/gpu/config_reader.h"
#include "analysis/gpu/tile_choices.h"
#include "ir/diagnostic.h"

enum {
  WARP = 32,
  STEP_BYTES = 32,
  FRAGMENT = 16,
  MAX_WARP_FRAGMENTS = 128,
  MAX_STEPS = 16,
  MAX_STAGES = 16,
  MAX_COPIES = 16,    // of a thread for a tile
  MAX_ELEMENTS = 24,  // that it copies one by one
  MAX_WORDS = 16,     // that it transposes
  MAX_THREADS = 1024
};

// What a row is for.
typedef enum use {
  ALL,
  NARROW,    // operands that are copied by 4 bytes or less at a time: few of them for each thread
  VERSIONS,  // kernels with another version, which copies 32 bytes of each line by elements
} use_t;

// A tile m x n of a block; lines along k are of `depth` bytes.
typedef struct row {
  int64_t m, n, depth, warps[3], stages, split;
  use_t use;
} row_t;

#define TILE(...) {__VA_ARGS__},
#define FMA_TILE(...)
static const row_t rows[] = {
#include "analysis/gpu/mma_tiles.def"
};
#undef TILE
#undef FMA_TILE
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

#define TILE(...)
#define FMA_TILE(...) {__VA_ARGS__},
static const row_t fma_rows[] = {
#include "analysis/gpu/mma_tiles.def"
};
enum { FMA_ROW_COUNT = sizeof fma_rows / sizeof fma_rows[0] };

int64_t tern_mma_shared_bytes(const tern_mma_config_t *config, int64_t element_size) {
  const int64_t *tile = config->tile, *warps = config->warps;
  int64_t stage = (tile[0] + tile[1]) * tile[2] * element_size;
  bool is_shared = warps[2] * config->split > 1;
  return config->stages * stage + (is_shared ? warps[2] * tile[0] * tile[1] * 4 : 0);
}

static tern_mma_config_t config_of(const row_t *row, int64_t element_size) {
  return (tern_mma_config_t){.tile = {row->m, row->n, row->depth / element_size},
                             .warps = {row->warps[0], row->warps[1], row->warps[2]},
                             .stages = row->stages,
                             .split = row->split};
}

static int64_t count_tiles(int64_t extent, int64_t tile, int64_t otherwise) {
  if (extent == TERN_DYNAMIC) extent = otherwise;
  return extent / tile + (extent % tile > 0);
}

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

// How many blocks a multiprocessor holds: by shared memory and by registers, which are the sums and about 110 more.
static double resident_blocks(const row_t *row, const tern_mma_config_t *config, const tern_mma_shape_t *shape,
                              const tern_gpu_limits_t *limits) {
  const int64_t *warps = row->warps;
  int64_t threads = WARP * warps[0] * warps[1] * warps[2];
  int64_t registers = row->m * row->n / (warps[0] * warps[1] * WARP) + 110;
  int64_t by_memory =
      limits->machine->dynamic_shared_memory_size / (tern_mma_shared_bytes(config, shape->element_size) + 1024);
  int64_t by_registers = 65536 / (threads * (registers < 256 ? registers : 256));
  return (double)larger((double)(by_memory < by_registers ? by_memory : by_registers), 1);
}

// Clock cycles that the kernel takes, roughly: rounds of blocks, each as long as the slowest of products, reads from
// the cache and reads from shared memory take.
static double estimate(const row_t *row, const tern_mma_config_t *config, const tern_mma_shape_t *shape,
                       const tern_gpu_limits_t *limits) {
  const tern_gpu_rates_t *rates = limits->machine->rates;
  double depth =
      (double)(shape->k == TERN_DYNAMIC ? 1024 : shape->k) * (double)shape->element_size / (double)row->split;
  int64_t tiles = tern_gpu_saturated_mul(count_tiles(shape->m, row->m, 1024), count_tiles(shape->n, row->n, 1024));
  double blocks = (double)tern_gpu_saturated_mul(tiles, shape->batch == TERN_DYNAMIC ? 1 : shape->batch);
  blocks *= (double)row->split;
  // Clusters of more than two blocks do not fill all groups of multiprocessors.
  double processors = (double)limits->machine->multiprocessors * (row->split > 2 ? rates->in_clusters : 1.0);
  double resident = smaller(resident_blocks(row, config, shape, limits), (double)(int64_t)(blocks / processors) + 1);
  double rounds = (double)(int64_t)((blocks - 1) / (processors * resident)) + 1;
  double warps = resident * (double)(row->warps[0] * row->warps[1] * row->warps[2]);
  double efficiency = warps >= 8 ? 1 : warps >= 4 ? rates->four_warps : rates->each_warp * warps;
  double width = smaller(rates->most_cache_bytes, rates->cache_bytes * processors / smaller(blocks, processors));
  double lines = (double)((row->m / row->warps[0] + row->n / row->warps[1]) * row->warps[0] * row->warps[1]);
  double products =
      resident * (double)(row->m * row->n) * depth / (shape->is_fma ? rates->fma_bytes : rates->mma_bytes) / efficiency;
  double reads = resident * (double)(row->m + row->n) * depth / width,
         fetches = resident * lines * depth / rates->shared_bytes;
  double slowest = larger(products, larger(reads, fetches));
  double fixed = rates->block_cycles + (row->split > 1 ? rates->exchange_cycles : 0) +
                 (double)(row->m * row->n) / rates->stored_elements;
  return rounds * (slowest + 0.25 * (products + reads + fetches - slowest) + fixed);
}

// Blocks that may share a sum: those of a cluster.
static int64_t most_split(const tern_gpu_limits_t *limits) {
  return limits->machine->cluster_size ? limits->machine->cluster_size : 1;
}

// Are there registers for the places of what a thread copies, and for what it carries?
static bool fits_registers(const row_t *row, const tern_mma_shape_t *shape) {
  int64_t threads = WARP * row->warps[0] * row->warps[1] * row->warps[2], copies = 0;
  const int64_t sizes[] = {row->m, row->n};
  bool is_gathered = false;
  for (size_t i = 0; i < 2; ++i) {
    copies += sizes[i] * row->depth / shape->unit[i];
    is_gathered |= shape->unit[i] < 4;
    if (shape->is_transposed[i] && sizes[i] * row->depth / 4 > MAX_WORDS * threads) return false;
  }
  if (is_gathered && row->use != NARROW) return false;
  return copies <= (is_gathered ? MAX_ELEMENTS : MAX_COPIES) * threads;
}

bool tern_mma_choose_config(const tern_mma_shape_t *shape, const tern_gpu_limits_t *limits, tern_mma_config_t *out) {
  double best = 0;
  if (!limits->machine->has_mma) return false;
  const row_t *table = shape->is_fma ? fma_rows : rows;
  for (size_t i = 0; i < (shape->is_fma ? (size_t)FMA_ROW_COUNT : (size_t)ROW_COUNT); ++i) {
    tern_mma_config_t config = config_of(&table[i], shape->element_size);
    bool is_narrow = shape->unit[0] <= 4 || shape->unit[1] <= 4;
    if ((table[i].use == NARROW && !is_narrow) || config.split > most_split(limits)) continue;
    if (tern_mma_shared_bytes(&config, shape->element_size) > limits->machine->dynamic_shared_memory_size) continue;
    if (!fits_registers(&table[i], shape) || (table[i].use == VERSIONS) != shape->has_versions) continue;
    double cycles = estimate(&table[i], &config, shape, limits);
    // Larger tiles stand first and are kept unless a smaller one is clearly better.
    if (best > 0 && cycles >= 0.95 * best) continue;
    best = cycles;
    *out = config;
  }
  return best > 0;
}

// --- the attribute ---

static bool is_power(int64_t value) { return value > 0 && value <= 1024 && (value & (value - 1)) == 0; }

static bool check_config(const tern_op_t *op, const tern_mma_shape_t *shape, const tern_gpu_limits_t *limits,
                         const tern_mma_config_t *config) {
  const int64_t *tile = config->tile, *warps = config->warps;
  int64_t threads = WARP * warps[0] * warps[1] * warps[2];
  int64_t own_m = tile[0] / warps[0], own_n = tile[1] / warps[1], steps = tile[2] * shape->element_size / STEP_BYTES;
  if (own_m < FRAGMENT || own_n < FRAGMENT || own_m > 16 * FRAGMENT || own_n > 16 * FRAGMENT ||
      own_m / FRAGMENT * (own_n / 8) > MAX_WARP_FRAGMENTS) {
    return tern_op_error(op,
                         "'" TERN_MMA_CONFIG "' gives a warp %" PRId64 " x %" PRId64
                         " elements; it can have 16 x 16 to 256 x 256, and 16384 in all",
                         own_m, own_n);
  }
  if (steps < warps[2] || steps / warps[2] > MAX_STEPS) {
    return tern_op_error(
        op, "'" TERN_MMA_CONFIG "' has %" PRId64 " steps of 32 bytes along k for %" PRId64 " warps; each needs 1 to 16",
        steps, warps[2]);
  }
  if (threads > MAX_THREADS) {
    return tern_op_error(op, "'" TERN_MMA_CONFIG "' has %" PRId64 " threads; a block has %d at most", threads,
                         MAX_THREADS);
  }
  int64_t shares = warps[2] * config->split, units = own_m / 8 * (own_n / (shape->is_fma ? 16 : 8));
  if (units % shares != 0) {
    return tern_op_error(op,
                         "'" TERN_MMA_CONFIG "' lets %" PRId64
                         " warps share a reduction, which is more than the %" PRId64 " pairs that each has",
                         shares, units);
  }
  if (config->split > most_split(limits)) {
    return tern_op_error(op, "'" TERN_MMA_CONFIG "' splits the reduction over a cluster; sm_%" PRId64 " has none",
                         limits->machine->architecture);
  }
  int64_t bytes = tern_mma_shared_bytes(config, shape->element_size);
  return bytes <= limits->machine->dynamic_shared_memory_size ||
         tern_op_error(op, "'" TERN_MMA_CONFIG "' takes %" PRId64 " bytes of shared memory; the target has %" PRId64,
                       bytes, limits->machine->dynamic_shared_memory_size);
}

bool tern_mma_read_config(const tern_op_t *op, const tern_mma_shape_t *shape, const tern_gpu_limits_t *limits,
                          tern_mma_config_t *config) {
  static const char *const known[] = {"tile", "warps", "stages", "split", NULL};
  static const char powers[] = "three powers of two up to 1024";
  tern_gpu_config_reader_t reader;
  if (!tern_gpu_config_open(op, TERN_MMA_CONFIG, known, &reader)) return false;
  if (!reader.dictionary) return true;
  return tern_gpu_config_list(&reader, "tile", 3, is_power, powers, config->tile) &&
         tern_gpu_config_list(&reader, "warps", 3, is_power, powers, config->warps) &&
         tern_gpu_config_number(&reader, "stages", 2, MAX_STAGES, &config->stages) &&
         tern_gpu_config_number(&reader, "split", 1, 8, &config->split) && check_config(op, shape, limits, config);
}
