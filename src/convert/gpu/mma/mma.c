// --gpu-pipeline-matmul: kernels that are one product of matrices, or a convolution, with tensor cores by mma.sync
// (sm_80 and later).
//
//   linalg.fill, linalg.matmul, linalg.generic (element-wise)
// becomes, for the tile of C that a block has:
//   copies of the first tiles of A and B                     // nvgpu.device_async_copy, a group for each stage
//   scf.for %k iter_args(%stage, %sums, %fragments) {
//     copies of the tile some stages ahead
//     nvgpu.ldmatrix, nvgpu.mma.sync                         // this tile's products, step by step
//     nvgpu.device_async_wait; gpu.barrier                   // the next tile has come, and this one is no longer read
//     nvgpu.ldmatrix, nvgpu.mma.sync                         // the next tile's first fragments, this tile's last step
//   }
//   sums over the warps along k, element-wise ops, stores
//
// (Source of the scheme: NVIDIA's CUTLASS, "multistage" pipelines.) The parts: problem.c (what is computed), padding.c,
// copy.c, products.c (f32: fma.c), exchange.c, results.c; tiles are chosen by analysis/gpu/tile_mma.h. What the pass does
// not take is left as it is.
// Nothing has to divide anything: copies put zeros where the operands end, and what lies outside of the result is not
// stored.

#include "convert/gpu/mma/mma.h"
#include "convert/gpu/cluster.h"

#include "base/arena.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/hal/entry_points.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/linalg/linalg.h"
#include "dialect/llvm/llvm.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/spirv/spirv.h"
#include "dialect/vector/vector.h"
#include "pass/pass.h"

#define ENTRY_POINT_ABI "spirv.entry_point_abi"

// Rows of tiles that blocks go through together, so that what they read of B is still in the cache.
enum { WARP = 32, BAND = 8 };

typedef tern_matmul_kernel_t kernel_t;

static tern_value_t *build_constant(tern_builder_t *b, int64_t value) { return tern_build_index(b, value); }

// --- which tile ---

// x / y and x mod y.
static tern_value_t *build_split(const kernel_t *kernel, tern_value_t *x, tern_value_t *y, tern_value_t **out_rest) {
  return tern_matmul_build_split(kernel->b, x, y, true, out_rest);
}

static tern_value_t *build_tile_count(const kernel_t *kernel, tern_matmul_axis_t axis, int64_t size) {
  return tern_build_index_ceildiv(kernel->b, kernel->matmul->groups[axis].extent, build_constant(kernel->b, size));
}

// The block's tile from its number: down bands of BAND rows of tiles, batch after batch.
static void build_block_place(kernel_t *kernel, tern_value_t *tiles_m, tern_value_t *tiles_n) {
  tern_builder_t *b = kernel->b;
  const int64_t *tile = kernel->matmul->config.tile;
  tern_value_t *block = tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), 0), *in_batch, *in_band, *m, *n;
  kernel->batch = build_constant(b, 0);
  in_batch = block;
  if (kernel->matmul->groups[TERN_MATMUL_BATCH].count > 0) {
    kernel->batch = build_split(kernel, block, tern_build_index_mul(b, tiles_m, tiles_n), &in_batch);
  }
  int64_t rows;
  bool is_known = tern_index_constant(tiles_m, &rows);
  if (is_known && rows == 1) {
    kernel->row = build_constant(b, 0);
    kernel->column = tern_build_index_mul(b, in_batch, build_constant(b, tile[1]));
    return;
  }
  tern_value_t *band_size = tern_build_index_mul(b, tiles_n, build_constant(b, BAND));
  tern_value_t *band = build_split(kernel, in_batch, band_size, &in_band);
  tern_value_t *first = tern_build_index_mul(b, band, build_constant(b, BAND)), *height = build_constant(b, BAND);
  if (!is_known || rows % BAND != 0) height = tern_build_index_min(b, tern_build_index_sub(b, tiles_m, first), height);
  n = build_split(kernel, in_band, height, &m);
  m = tern_build_index_add(b, first, m);
  kernel->row = tern_build_index_mul(b, m, build_constant(b, tile[0]));
  kernel->column = tern_build_index_mul(b, n, build_constant(b, tile[1]));
}

static void build_warp_place(kernel_t *kernel) {
  tern_builder_t *b = kernel->b;
  const int64_t *warps = kernel->matmul->config.warps;
  tern_value_t *rest = kernel->thread;
  kernel->lane = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(rest, build_constant(b, WARP)));
  rest = tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(rest, build_constant(b, WARP)));
  tern_value_t **places[] = {&kernel->warp_n, &kernel->warp_m, &kernel->warp_k};
  const int64_t counts[] = {warps[1], warps[0], warps[2]};
  for (size_t i = 0; i < 3; ++i) {
    *places[i] = build_constant(b, 0);
    if (counts[i] == 1) continue;
    tern_value_t *count = build_constant(b, counts[i]);
    *places[i] = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(rest, count));
    rest = tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(rest, count));
  }
}

// The part of the reduction that the block has of its cluster's.
static void build_depths(kernel_t *kernel) {
  tern_builder_t *b = kernel->b;
  const tern_mma_config_t *config = &kernel->matmul->config;
  tern_value_t *extent = kernel->matmul->groups[TERN_MATMUL_K].extent;
  kernel->block_k = kernel->first_depth = build_constant(b, 0);
  kernel->last_depth = extent;
  if (config->split == 1) return;
  tern_value_t *part = tern_build_index_ceildiv(b, extent, build_constant(b, config->tile[2] * config->split));
  part = tern_build_index_mul(b, part, build_constant(b, config->tile[2]));
  kernel->block_k = tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), 1);
  kernel->first_depth = tern_build_index_min(b, tern_build_index_mul(b, kernel->block_k, part), extent);
  kernel->last_depth = tern_build_index_min(b, tern_build_index_add(b, kernel->first_depth, part), extent);
}

// --- the loop ---

static void allocate_tiles(kernel_t *kernel) {
  tern_builder_t *b = kernel->b;
  const tern_attr_t *space = tern_integer_attr_get(tern_i_type_get(b->context, 64), 3);
  for (size_t i = 0; i < 2; ++i) {
    tern_matmul_tile_t *tile = &kernel->tiles[i];
    const tern_type_t *element = tern_type_element(kernel->matmul->operands[i].flat->type);
    int64_t size = kernel->matmul->config.stages * tile->lines * tile->columns;
    tile->memory = tern_build_value(
        b, TERN_MEMREF(ALLOC), .types = TERN_TYPES(tern_memref_type_get(element, &size, 1, NULL, space)),
        .segments = (int32_t[]){0, 0},
        .attrs = TERN_ATTRS({"alignment", tern_integer_attr_get(tern_i_type_get(b->context, 64), 128)}));
  }
}

static tern_value_t *build_group(tern_builder_t *b) {
  return tern_build_value(b, TERN_NVGPU(DEVICE_ASYNC_CREATE_GROUP), .operands = {0},
                          .types = TERN_TYPES(tern_matmul_token_type(b->context)));
}

static void build_stages(kernel_t *kernel, tern_value_t *slot, tern_value_t *out_stages[2]) {
  for (size_t i = 0; i < 2; ++i) {
    const tern_matmul_tile_t *tile = &kernel->tiles[i];
    out_stages[i] = tern_build_index_mul(kernel->b, slot, build_constant(kernel->b, tile->lines * tile->columns));
  }
}

// What a tile's copies have in registers.
typedef struct fetch {
  tern_value_t *is_there;  // the tile is one of the operand's; NULL: known to be
  tern_value_t *values[2][TERN_MATMUL_MAX_COPIES];
  size_t counts[2];
} fetch_t;

static size_t build_all_loads(kernel_t *kernel, tern_value_t *depth, tern_value_t **out_values, size_t counts[2]) {
  counts[0] = tern_matmul_build_loads(kernel, 0, depth, out_values);
  counts[1] = tern_matmul_build_loads(kernel, 1, depth, out_values + counts[0]);
  return counts[0] + counts[1];
}

// Begins to bring the tile number `step` to the stage `slot`, if there is such a tile. False: there is none.
static bool begin_fetch(kernel_t *kernel, tern_value_t *step, tern_value_t *slot, tern_value_t *steps, fetch_t *fetch) {
  tern_builder_t *b = kernel->b;
  int64_t number, total;
  bool is_known = tern_index_constant(step, &number) && tern_index_constant(steps, &total);
  *fetch = (fetch_t){0};
  if (is_known && number >= total) return false;
  tern_value_t *values[2 * TERN_MATMUL_MAX_COPIES], *stages[2];
  const tern_type_t *types[2 * TERN_MATMUL_MAX_COPIES];
  size_t count = build_all_loads(kernel, NULL, values, fetch->counts);
  for (size_t i = 0; i < count; ++i) types[i] = values[i]->type;
  tern_op_t *guard = NULL;
  if (!is_known) {
    fetch->is_there = tern_gpu_build_less(b, step, steps);
    guard = tern_gpu_build_if(b, fetch->is_there, (tern_types_t){types, count});
  }
  tern_value_t *depth = tern_build_index_mul(b, step, build_constant(b, kernel->matmul->config.tile[2]));
  depth = tern_build_index_add(b, depth, kernel->first_depth);
  build_stages(kernel, slot, stages);
  for (size_t i = 0; i < 2; ++i) tern_matmul_build_copies(kernel, i, depth, stages[i]);
  build_all_loads(kernel, depth, values, fetch->counts);
  if (guard) {
    if (count > 0) {
      tern_value_t *zeros[2 * TERN_MATMUL_MAX_COPIES];
      tern_gpu_build_else(b, guard, (tern_values_t){values, count});
      build_all_loads(kernel, NULL, zeros, fetch->counts);
      tern_gpu_build_if_end(b, guard, (tern_values_t){zeros, count});
      for (size_t i = 0; i < count; ++i) values[i] = tern_op_result(guard, i);
    } else {
      tern_gpu_build_if_end(b, guard, (tern_values_t){0});
    }
  }
  for (size_t i = 0; i < count; ++i) {
    bool is_first = i < fetch->counts[0];
    fetch->values[is_first ? 0 : 1][is_first ? i : i - fetch->counts[0]] = values[i];
  }
  return true;
}

static void end_fetch(kernel_t *kernel, tern_value_t *slot, const fetch_t *fetch) {
  tern_builder_t *b = kernel->b;
  if (fetch->counts[0] + fetch->counts[1] == 0) return;
  tern_op_t *guard = fetch->is_there ? tern_gpu_build_if(b, fetch->is_there, (tern_types_t){0}) : NULL;
  tern_value_t *stages[2];
  build_stages(kernel, slot, stages);
  for (size_t i = 0; i < 2; ++i) tern_matmul_build_stores(kernel, i, stages[i], fetch->values[i]);
  if (guard) tern_gpu_build_if_end(b, guard, (tern_values_t){0});
}

static tern_value_t *build_next(tern_builder_t *b, tern_value_t *slot, int64_t count) {
  tern_value_t *next = tern_build_index_add(b, slot, build_constant(b, 1));
  tern_value_t *is_inside = tern_gpu_build_less(b, next, build_constant(b, count));
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_inside, next, build_constant(b, 0)));
}

// Waits for the tile that comes next, of all threads' copies; the one before it is no longer read then.
static void build_wait(kernel_t *kernel, tern_value_t *token) {
  tern_builder_t *b = kernel->b;
  const tern_attr_t *pending =
      tern_integer_attr_get(tern_i_type_get(b->context, 32), kernel->matmul->config.stages - 2);
  tern_build(b, TERN_NVGPU(DEVICE_ASYNC_WAIT), .operands = TERN_VALUES(token),
             .attrs = TERN_ATTRS({"numGroups", pending}));
  tern_build(b, TERN_GPU(BARRIER), .regions = 0);
}

// A tile that is on its way while another is multiplied.
typedef struct turn {
  tern_value_t *token;
  tern_value_t *slot;       // where the tile on its way goes
  tern_value_t *stages[2];  // of the tile that is multiplied
  tern_value_t *next[2];    // of the one behind it
  fetch_t fetch;
} turn_t;

// All steps of a tile. `fragments` are those of the first step; at the end, those of the next tile's first step.
static void build_steps(kernel_t *kernel, const turn_t *turn, tern_value_t **fragments, tern_value_t **sums) {
  int64_t steps = tern_matmul_step_count(kernel->matmul);
  bool is_late = kernel->matmul->config.stages > 2;  // nobody waits for the tile yet
  for (int64_t step = 0; step < steps; ++step) {
    tern_value_t *next[TERN_MATMUL_MAX_FACTORS];
    bool is_last = step + 1 == steps;
    if (is_last && !is_late) end_fetch(kernel, turn->slot, &turn->fetch);
    if (is_last) build_wait(kernel, turn->token);
    size_t count =
        tern_matmul_build_fragments(kernel, is_last ? turn->next : turn->stages, is_last ? 0 : step + 1, next);
    tern_matmul_build_products(kernel, fragments, sums);
    for (size_t i = 0; i < count; ++i) fragments[i] = next[i];
  }
  if (is_late) end_fetch(kernel, turn->slot, &turn->fetch);
}

// The first tiles.
static tern_value_t *build_prologue(kernel_t *kernel, tern_value_t *steps) {
  tern_builder_t *b = kernel->b;
  tern_value_t *token = NULL;
  for (int64_t s = 0; s + 1 < kernel->matmul->config.stages; ++s) {
    tern_value_t *number = build_constant(b, s);
    fetch_t fetch;
    if (begin_fetch(kernel, number, number, steps, &fetch)) end_fetch(kernel, number, &fetch);
    token = build_group(b);
  }
  build_wait(kernel, token);
  return token;
}

static void build_loop(kernel_t *kernel, tern_value_t **sums) {
  enum { MOST = 2 + TERN_MATMUL_MAX_FRAGMENTS + TERN_MATMUL_MAX_FACTORS };
  tern_builder_t *b = kernel->b;
  int64_t count = kernel->matmul->config.stages;
  tern_value_t *extent = tern_build_index_sub(b, kernel->last_depth, kernel->first_depth);
  tern_value_t *steps = tern_build_index_ceildiv(b, extent, build_constant(b, kernel->matmul->config.tile[2]));
  turn_t turn = {.token = build_prologue(kernel, steps)};
  tern_value_t *carried[MOST] = {build_constant(b, 0), build_constant(b, count - 1)};
  size_t sum_count = tern_matmul_build_zeros(kernel, carried + 2);
  tern_value_t **fragments = carried + 2 + sum_count;
  build_stages(kernel, carried[0], turn.stages);
  size_t total = 2 + sum_count + tern_matmul_build_fragments(kernel, turn.stages, 0, fragments);
  tern_op_t *loop =
      tern_build_scf_for(b, build_constant(b, 0), steps, build_constant(b, 1), (tern_values_t){carried, total});
  for (size_t i = 0; i < total; ++i) carried[i] = tern_scf_for_carried(loop, i);
  turn.slot = carried[1];
  tern_value_t *ahead = tern_build_index_add(b, tern_scf_for_iv(loop), build_constant(b, count - 1));
  begin_fetch(kernel, ahead, turn.slot, steps, &turn.fetch);
  build_group(b);
  build_stages(kernel, carried[0], turn.stages);
  carried[0] = build_next(b, carried[0], count);
  carried[1] = build_next(b, carried[1], count);
  build_stages(kernel, carried[0], turn.next);
  build_steps(kernel, &turn, fragments, carried + 2);
  tern_build_scf_for_end(b, loop, (tern_values_t){carried, total});
  // What tensor cores multiply is rounded to fewer digits than their sums lose.
  bool is_exact = kernel->matmul->number == TERN_MATMUL_F32;
  for (size_t i = 0; i < total; ++i) carried[i] = tern_op_result(loop, i);
  if (is_exact) tern_gpu_split_product(loop, 2, sum_count, kernel->matmul->config.tile[2], carried);
  for (size_t i = 0; i < sum_count; ++i) sums[i] = carried[2 + i];
}

// --- the kernel ---

enum { SHORT_TILE = 16, BLOCKS_OF_SHORT_TILES = 4 };

static void build_grid(kernel_t *kernel, tern_value_t *tiles_m, tern_value_t *tiles_n) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_t *matmul = kernel->matmul;
  tern_value_t *total =
      tern_build_index_mul(b, tern_build_index_mul(b, tiles_m, tiles_n), matmul->groups[TERN_MATMUL_BATCH].extent);
  tern_workgroup_extent_t extents[3] = {{.extent = total, .divisor = 1}};
  if (matmul->config.split > 1) {
    const int32_t cluster[] = {1, (int32_t)matmul->config.split, 1};
    extents[1] = (tern_workgroup_extent_t){.extent = build_constant(b, matmul->config.split), .divisor = 1};
    tern_op_set_attr(matmul->func, "hal.kernel_cluster", tern_dense_i32_array_attr_get(b->context, cluster, 3));
  }
  const int64_t *warps = matmul->config.warps;
  const int32_t size[] = {(int32_t)(WARP * warps[0] * warps[1] * warps[2]), 1, 1};
  tern_op_set_attr(matmul->func, ENTRY_POINT_ABI, tern_spirv_entry_point_abi_get(b->context, size));
  // Left to itself, the assembler spills where the tiles are this short, to have one block more.
  if (matmul->config.tile[0] == SHORT_TILE) {
    tern_op_set_attr(matmul->func, "nvvm.minctasm",
                     tern_integer_attr_get(tern_i_type_get(b->context, 32), BLOCKS_OF_SHORT_TILES));
  }
  tern_workgroup_count_build(matmul->func, extents, INT32_MAX);
}

static void erase_ops(const tern_matmul_t *matmul) {
  for (size_t i = matmul->epilogue_count; i-- > 0;) tern_op_destroy(matmul->epilogue[i]);
  tern_op_destroy(matmul->op);
  if (matmul->fill) tern_op_destroy(matmul->fill);
  tern_block_for_each_op_safe(tern_op_body(matmul->func, 0), op) {
    bool is_unused = op->result_count == 1 && !tern_value_has_uses(tern_op_result(op, 0));
    if (is_unused && tern_matmul_is_temporary(tern_op_result(op, 0)) && tern_op_is(op, TERN_MEMREF(ALLOCA))) {
      tern_op_destroy(op);
    }
  }
}

static void build_body(kernel_t *kernel) {
  const tern_mma_config_t *config = &kernel->matmul->config;
  tern_value_t *sums[TERN_MATMUL_MAX_FRAGMENTS];
  for (size_t i = 0; i < 2; ++i) tern_matmul_prepare_copies(kernel, i);
  tern_matmul_prepare_products(kernel);
  build_loop(kernel, sums);
  if (config->warps[2] * config->split == 1) {
    tern_matmul_build_results(kernel, sums);
    return;
  }
  tern_matmul_unit_t units[2 * TERN_MATMUL_MAX_FRAGMENTS];
  size_t count = tern_matmul_build_exchange(kernel, sums, units);
  tern_matmul_build_unit_results(kernel, units, count);
  // A block's memory is gone when it ends, which others may still read.
  if (config->split > 1) tern_gpu_build_cluster_barrier(kernel->b);
}

// The version that copies by elements has one step a tile, so that there are few of them.
static tern_mma_config_t other_config(const tern_matmul_t *matmul) {
  tern_mma_config_t config = matmul->config;
  config.tile[2] = 32 / matmul->bytes * config.warps[2];
  return config;
}

// Where only the host knows how far rows are apart, the kernel asks whether they begin at multiples of 16 bytes: one
// loop copies by 16 bytes then, the other by elements.
static void build_versions(kernel_t *kernel, tern_matmul_t *matmul) {
  if (!matmul->has_versions) {
    build_body(kernel);
    return;
  }
  tern_value_t *is_aligned = tern_matmul_build_alignment_check(kernel->b, matmul);
  tern_op_t *versions = tern_gpu_build_if(kernel->b, is_aligned, (tern_types_t){0});
  matmul->assumes_alignment = true;
  build_body(kernel);
  tern_gpu_build_else(kernel->b, versions, (tern_values_t){0});
  matmul->assumes_alignment = false;
  matmul->config = other_config(matmul);
  tern_matmul_plan_copies(matmul, kernel->tiles);
  build_depths(kernel);
  build_body(kernel);
  tern_gpu_build_if_end(kernel->b, versions, (tern_values_t){0});
}

static void build_kernel(tern_matmul_t *matmul, const tern_matmul_tile_t tiles[2]) {
  tern_builder_t b = tern_builder_before(tern_op_body(matmul->func, 0)->last_op);
  b.loc = matmul->op->loc;
  const tern_mma_config_t *config = &matmul->config;
  tern_matmul_build_operands(&b, matmul);
  kernel_t *kernel = tern_calloc(1, sizeof *kernel);
  *kernel = (kernel_t){.b = &b,
                       .matmul = matmul,
                       .tiles = {tiles[0], tiles[1]},
                       .fragments_m = config->tile[0] / config->warps[0] / 16,
                       .fragments_n = config->tile[1] / config->warps[1] / 8};
  tern_value_t *tiles_m = build_tile_count(kernel, TERN_MATMUL_M, config->tile[0]);
  tern_value_t *tiles_n = build_tile_count(kernel, TERN_MATMUL_N, config->tile[1]);
  build_grid(kernel, tiles_m, tiles_n);
  kernel->thread = tern_gpu_build_id(&b, TERN_GPU(THREAD_ID), 0);
  build_block_place(kernel, tiles_m, tiles_n);
  build_warp_place(kernel);
  build_depths(kernel);
  allocate_tiles(kernel);
  build_versions(kernel, matmul);
  free(kernel);
  erase_ops(matmul);
}

// --- the pass ---

static tern_mma_shape_t shape_of(const tern_matmul_t *matmul) {
  const tern_matmul_group_t *groups = matmul->groups;
  tern_mma_shape_t shape = {.m = groups[TERN_MATMUL_M].range,
                            .n = groups[TERN_MATMUL_N].range,
                            .k = groups[TERN_MATMUL_K].range,
                            .batch = groups[TERN_MATMUL_BATCH].range,
                            .element_size = matmul->bytes,
                            .has_versions = matmul->has_versions,
                            .is_fma = matmul->number == TERN_MATMUL_F32};
  for (size_t i = 0; i < 2; ++i) shape.unit[i] = tern_matmul_copied_bytes(matmul, i, &shape.is_transposed[i]);
  return shape;
}

// Lays out the tiles. False: some thread would have too much to copy.
static bool plan_tiles(tern_matmul_t *matmul, tern_matmul_tile_t tiles[2]) {
  if (matmul->has_versions) {
    tern_matmul_t other = *matmul;
    other.assumes_alignment = false;
    other.config = other_config(matmul);
    if (!tern_matmul_plan_copies(&other, tiles)) return false;
  }
  return tern_matmul_plan_copies(matmul, tiles);
}

static bool convert_function(tern_op_t *func, tern_pass_t *pass) {
  (void)pass;
  tern_matmul_t *matmul = tern_calloc(1, sizeof *matmul);
  bool is_right = true;
  if (tern_matmul_match(func, matmul)) {
    tern_matmul_tile_t tiles[2] = {0};
    matmul->assumes_alignment = matmul->has_versions = tern_matmul_depends_on_alignment(matmul);
    tern_mma_shape_t shape = shape_of(matmul);
    if (tern_mma_choose_config(&shape, &matmul->limits, &matmul->config)) {
      is_right = tern_mma_read_config(matmul->op, &shape, &matmul->limits, &matmul->config);
      if (is_right && plan_tiles(matmul, tiles)) build_kernel(matmul, tiles);
    }
  }
  free(matmul);
  return is_right;
}

static bool run(tern_op_t *root, tern_pass_t *pass) { return tern_entry_points_convert(root, pass, convert_function); }

static const tern_dialect_t *const dialects[] = {
    &tern_arith_dialect, &tern_gpu_dialect,    &tern_memref_dialect, &tern_nvgpu_dialect,
    &tern_scf_dialect,   &tern_vector_dialect, &tern_llvm_dialect,   NULL};

const tern_pass_def_t tern_nvgpu_pipeline_matmul_pass = {
    .name = "GPUPipelineMatmul",
    .flag = "gpu-pipeline-matmul",
    .alias = "nvgpu-pipeline-matmul",  // as it was called until November 2026
    .summary = "Compute products and convolutions with mma.sync, fed through a pipeline of copies to shared memory",
    .description =
        "A function whose one product (f16, bf16, 8-bit floats and integers; f32 where the program allows tf32) may "
        "have a fill before it and element-wise ops behind it becomes the code of a kernel. The module says what "
        "processor it is for: nvvm.target = #nvvm.target<chip = \"sm_80\"> or later. Tiles are those of the attribute "
        "mma_config, or of the cost model.",
    .anchor = "builtin.module",
    .dialects = dialects,
    .run = run,
};
