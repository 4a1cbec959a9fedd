// --gpu-simt-matmul: products of matrices for CUDA devices in f32, by fused multiply-adds, and f64, on tensor cores.
// A function of one product, the fill before it and element-wise ops behind it becomes a kernel:
//
//   linalg.fill ...                   block's tile by its number; sums of a thread's rows and vectors of columns: zeros
//   linalg.matmul ins(%a, %b)    ==>  first tiles of %a and %b begin their way to shared memory (nvgpu.device_async_copy)
//         outs(%c)                    scf.for %t over tiles along the reduction {
//   linalg.generic ...                  wait for tile %t; barrier; the tile `stages - 1` further on begins its way
//                                       vector.load fragments of both tiles, vector.fma into the sums
//                                     }
//                                     element-wise ops on the sums, stores
//
// A thread has rows x columns of the result, dealt so that a warp reads few different 16 bytes of either tile at once.
// A is read as vectors along the reduction where it lies so in shared memory, else as vectors of rows; B as vectors of
// columns. What a tile has beyond the matrix is filled with zeros by the copies: the loop has no guards.
//
// Sources: Volkov, Demmel: Benchmarking GPUs to Tune Dense Linear Algebra; NVIDIA CUTLASS, "Efficient GEMM in CUDA"
// (blocks, warps and threads; multistage pipelines; slices along k).

#include "convert/gpu/simt/simt.h"
#include "convert/gpu/cluster.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "pass/pass.h"

enum { WARP = 32, ALL_REGISTERS = 65536, OTHER_REGISTERS = 64 };

static int64_t ceildiv(int64_t a, int64_t b) { return a / b + (a % b > 0); }

static void split(tern_builder_t *b, tern_value_t *linear, int64_t outer, int64_t inner, tern_value_t **out_outer,
                  tern_value_t **out_inner) {
  tern_value_t *const extents[] = {tern_build_index(b, outer), tern_build_index(b, inner)};
  tern_value_t *places[2];
  tern_gpu_build_delinearized(b, linear, extents, 2, places);
  *out_outer = places[0];
  *out_inner = places[1];
}

static tern_value_t *scaled(tern_builder_t *b, tern_value_t *value, int64_t factor) {
  return tern_build_index_mul(b, value, tern_build_index(b, factor));
}

// --- who computes what ---

// Blocks follow each other down a column of `group` tiles, then go on to the next column: those that run at one time
// share rows of A and columns of B in the L2 cache. The last group may have fewer rows.
static void place_block(tern_simt_kernel_t *kernel) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_builder_t *b = kernel->b;
  int64_t rows = ceildiv(matmul->extents[0], matmul->config.tile[0]);
  int64_t columns = ceildiv(matmul->extents[1], matmul->config.tile[1]);
  int64_t group = matmul->config.group < rows ? matmul->config.group : rows;
  tern_value_t *which, *in_group, *row, *column, *id = tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), 0);
  split(b, id, ceildiv(rows, group), group * columns, &which, &in_group);
  tern_value_t *first = scaled(b, which, group);
  if (rows % group == 0) {
    split(b, in_group, columns, group, &column, &row);
  } else {
    tern_value_t *left = tern_build_index_sub(b, tern_build_index(b, rows), first);
    tern_value_t *size = tern_build_index_min(b, left, tern_build_index(b, group));
    column = tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(in_group, size));
    row = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(in_group, size));
  }
  kernel->tile_begin[0] = scaled(b, tern_build_index_add(b, first, row), matmul->config.tile[0]);
  kernel->tile_begin[1] = scaled(b, column, matmul->config.tile[1]);
  if (matmul->batch_count == 0) return;
  tern_value_t *extents[TERN_SIMT_MAX_BATCH];
  for (size_t i = 0; i < matmul->batch_count; ++i) extents[i] = tern_build_index(b, matmul->batch_extents[i]);
  tern_gpu_build_delinearized(b, tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), 1), extents, matmul->batch_count,
                              kernel->batch);
}

// The thread's first row and column within the block's tile.
static void place_thread(tern_simt_kernel_t *kernel) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  const tern_simt_config_t *config = &matmul->config;
  tern_builder_t *b = kernel->b;
  int64_t per_slice = config->warps[0] * config->warps[1];
  kernel->thread = tern_gpu_build_id(b, TERN_GPU(THREAD_ID), 0);
  kernel->slice_thread = kernel->thread;
  if (config->warps[2] > 1)
    split(b, kernel->thread, config->warps[2], per_slice * WARP, &kernel->slice, &kernel->slice_thread);
  tern_value_t *warp, *lane, *warps[2];
  split(b, kernel->slice_thread, per_slice, WARP, &warp, &lane);
  split(b, warp, config->warps[0], config->warps[1], &warps[0], &warps[1]);
  kernel->rows = tern_simt_rows(config);
  kernel->vectors = tern_simt_columns(config) / matmul->lanes;
  tern_layout_t sums = tern_simt_sums_layout(kernel);
  kernel->sums = tern_gpu_build_places(b, &sums, TERN_GPU_INPUTS({TERN_LAYOUT_LANE, lane}));
  for (size_t f = 0; f < 2; ++f) {
    const char *own_dim = tern_layout_dim_name(f);
    tern_layout_t factor = tern_simt_factor_layout(kernel, f);
    tern_value_t *first = scaled(b, warps[f], config->tile[f] / config->warps[f]);
    kernel->factors[f] = tern_gpu_build_places(b, &factor, TERN_GPU_INPUTS({TERN_LAYOUT_LANE, lane}));
    tern_gpu_places_begin_at(&kernel->factors[f], own_dim, first);
    tern_gpu_places_begin_at(&kernel->sums, own_dim, tern_build_index_add(b, kernel->tile_begin[f], first));
  }
}

// Where blocks of a cluster share the reduction, their sums take the place of the tiles in the end.
static void make_memory(tern_simt_kernel_t *kernel) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  const tern_simt_config_t *config = &matmul->config;
  int64_t sizes[2];
  for (size_t f = 0; f < 2; ++f) {
    sizes[f] = config->stages * tern_simt_stage_elements(matmul, f);
    kernel->flat[f] = tern_lone_contraction_flat(kernel->b, matmul->factors[f].memref);
    if (config->split == 1) kernel->tiles[f] = tern_gpu_build_shared_memory(kernel->b, matmul->element, sizes[f]);
  }
  if (config->split == 1) return;
  int64_t sums = config->tile[0] * config->tile[1];
  kernel->tiles[0] = kernel->tiles[1] =
      tern_gpu_build_shared_memory(kernel->b, matmul->element, sizes[0] + sizes[1] > sums ? sizes[0] + sizes[1] : sums);
  kernel->tile_offsets[1] = sizes[0];
  kernel->rank = tern_gpu_build_id(kernel->b, TERN_GPU(BLOCK_ID), 2);
  kernel->first_depth = scaled(kernel->b, kernel->rank, matmul->extents[2] / config->split);
}

// --- the loop ---

static void build_commit(tern_builder_t *b) { tern_build(b, TERN_NVVM(CP_ASYNC_COMMIT_GROUP), .regions = 0); }

static void build_wait(tern_builder_t *b, int64_t groups) {
  tern_build(b, TERN_NVVM(CP_ASYNC_WAIT_GROUP),
             .attrs = TERN_ATTRS({"n", tern_integer_attr_get(tern_i_type_get(b->context, 32), groups)}));
  tern_build(b, TERN_GPU(BARRIER), .regions = 0);
}

// The stage behind `stage`, around.
static tern_value_t *build_next(tern_builder_t *b, tern_value_t *stage, int64_t stages) {
  tern_value_t *next = tern_build_index_add(b, stage, tern_build_index(b, 1)), *zero = tern_build_index(b, 0);
  tern_value_t *is_inside = tern_gpu_build_less(b, next, tern_build_index(b, stages));
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_inside, next, zero));
}

// What the loop carries: stages to read and to write, sums, and the first fragment of the tile where it is loaded
// ahead.
typedef struct carried {
  tern_value_t *read, *write;
  tern_value_t **sums;
  tern_simt_fragment_t first;
} carried_t;

static size_t pack(const tern_simt_kernel_t *kernel, const carried_t *carried, tern_value_t **out_values) {
  size_t count = 0;
  out_values[count++] = carried->read;
  out_values[count++] = carried->write;
  for (int64_t i = 0; i < kernel->rows * kernel->vectors; ++i) out_values[count++] = carried->sums[i];
  for (int64_t i = 0; i < TERN_SIMT_MAX_FRAGMENTS; ++i) {
    if (carried->first.rows[i]) out_values[count++] = carried->first.rows[i];
  }
  for (int64_t j = 0; j < TERN_SIMT_MAX_FRAGMENTS; ++j) {
    if (carried->first.columns[j]) out_values[count++] = carried->first.columns[j];
  }
  return count;
}

static void unpack(const tern_simt_kernel_t *kernel, tern_value_t *const *values, carried_t *carried) {
  carried->read = *values++;
  carried->write = *values++;
  for (int64_t i = 0; i < kernel->rows * kernel->vectors; ++i) carried->sums[i] = *values++;
  for (int64_t i = 0; i < TERN_SIMT_MAX_FRAGMENTS; ++i) {
    if (carried->first.rows[i]) carried->first.rows[i] = *values++;
  }
  for (int64_t j = 0; j < TERN_SIMT_MAX_FRAGMENTS; ++j) {
    if (carried->first.columns[j]) carried->first.columns[j] = *values++;
  }
}

// The tile `stages - 1` after the one at `depth` begins its way, if there is one.
static void build_copies_ahead(tern_simt_kernel_t *kernel, tern_value_t *depth, tern_value_t *stage, int64_t trips) {
  const tern_simt_config_t *config = &kernel->matmul->config;
  tern_builder_t *b = kernel->b;
  tern_value_t *ahead = tern_build_index_add(b, depth, tern_build_index(b, (config->stages - 1) * config->tile[2]));
  tern_value_t *is_there = tern_gpu_build_less(b, ahead, tern_build_index(b, trips * config->tile[2]));
  tern_op_t *if_op = tern_gpu_build_if(b, is_there, (tern_types_t){0});
  tern_simt_build_copies(kernel, ahead, stage);
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  build_commit(b);
}

// One tile. Where fragments are loaded ahead, each is while the one before it is multiplied, and the last wait is for
// the tile that comes next.
static void build_tile(tern_simt_kernel_t *kernel, tern_value_t *at, int64_t trips, carried_t *carried) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_builder_t *b = kernel->b;
  int64_t stages = matmul->config.stages, depth = matmul->config.tile[2] / matmul->config.warps[2];
  int64_t step = tern_simt_depth_step(matmul), steps = depth / step;
  bool is_ahead = tern_simt_loads_ahead(matmul);
  if (!is_ahead) build_wait(b, stages - 2);
  tern_value_t *bases[2] = {tern_simt_build_base(kernel, 0, carried->read),
                            tern_simt_build_base(kernel, 1, carried->read)};
  tern_value_t *next = build_next(b, carried->read, stages);
  tern_simt_fragment_t fragments[2] = {carried->first};
  if (!is_ahead) build_copies_ahead(kernel, at, carried->write, trips);
  for (int64_t k = 0; k < steps; ++k) {
    if (!is_ahead) {
      tern_simt_load_fragment(kernel, bases, k * step, &fragments[0]);
      tern_simt_build_products(kernel, &fragments[0], k * step, carried->sums);
      continue;
    }
    if (k + 1 == steps) {
      build_wait(b, stages - 2);
      for (size_t f = 0; f < 2; ++f) bases[f] = tern_simt_build_base(kernel, f, next);
    }
    tern_simt_load_fragment(kernel, bases, (k + 1) % steps * step, &fragments[(k + 1) % 2]);
    if (k == 0) build_copies_ahead(kernel, at, carried->write, trips);
    tern_simt_build_products(kernel, &fragments[k % 2], k * step, carried->sums);
  }
  if (is_ahead) carried->first = fragments[steps % 2];
  carried->read = next;
  carried->write = build_next(b, carried->write, stages);
}

static void build_loop(tern_simt_kernel_t *kernel, tern_value_t **sums) {
  const tern_simt_matmul_t *matmul = kernel->matmul;
  tern_builder_t *b = kernel->b;
  int64_t stages = matmul->config.stages, depth = matmul->config.tile[2];
  int64_t trips = ceildiv(matmul->extents[2] / matmul->config.split, depth);
  tern_value_t *values[2 + TERN_SIMT_MAX_SUMS + 2 * TERN_SIMT_MAX_FRAGMENTS];
  for (int64_t s = 0; s + 1 < stages; ++s) {
    if (s < trips) tern_simt_build_copies(kernel, tern_build_index(b, s * depth), tern_build_index(b, s));
    build_commit(b);
  }
  carried_t carried = {.read = tern_build_index(b, 0), .write = tern_build_index(b, stages - 1), .sums = sums};
  if (tern_simt_loads_ahead(matmul)) {
    build_wait(b, stages - 2);
    tern_value_t *const bases[] = {tern_simt_build_base(kernel, 0, carried.read),
                                   tern_simt_build_base(kernel, 1, carried.read)};
    tern_simt_load_fragment(kernel, bases, 0, &carried.first);
  }
  size_t count = pack(kernel, &carried, values);
  tern_op_t *loop = tern_build_scf_for(b, tern_build_index(b, 0), tern_build_index(b, trips * depth),
                                       tern_build_index(b, depth), (tern_values_t){values, count});
  for (size_t i = 0; i < count; ++i) values[i] = tern_scf_for_carried(loop, i);
  unpack(kernel, values, &carried);
  build_tile(kernel, tern_scf_for_iv(loop), trips, &carried);
  pack(kernel, &carried, values);
  tern_build_scf_for_end(b, loop, (tern_values_t){values, count});
  tern_gpu_split_product(loop, 2, (size_t)(kernel->rows * kernel->vectors), depth, values);
  unpack(kernel, values, &carried);
}

// --- the pass ---

// Blocks that a processor has registers for, at most two: left to itself, the assembler would rather spill than have
// fewer.
static int64_t count_blocks(const tern_simt_matmul_t *matmul) {
  int64_t sums = tern_simt_rows(&matmul->config) * tern_simt_columns(&matmul->config);
  int64_t registers = sums * (16 / matmul->lanes) / 4 + OTHER_REGISTERS;
  int64_t blocks = ALL_REGISTERS / (registers * tern_simt_threads(&matmul->config));
  return blocks >= 2 ? 2 : 1;
}

static void write_kernel(const tern_simt_matmul_t *matmul) {
  tern_builder_t b = tern_builder_before(tern_op_body(matmul->around.func, 0)->last_op);
  tern_simt_kernel_t kernel = {.b = &b, .matmul = matmul};
  tern_value_t *sums[TERN_SIMT_MAX_SUMS];
  int64_t blocks[3] = {1, 1, matmul->config.split};
  for (size_t i = 0; i < 2; ++i) blocks[0] *= ceildiv(matmul->extents[i], matmul->config.tile[i]);
  for (size_t i = 0; i < matmul->batch_count; ++i) blocks[1] *= matmul->batch_extents[i];
  place_block(&kernel);
  place_thread(&kernel);
  make_memory(&kernel);
  tern_simt_prepare_copies(&kernel);
  tern_simt_build_start(&kernel, sums);
  build_loop(&kernel, sums);
  tern_simt_build_results(&kernel, sums);
  tern_op_set_attr(matmul->around.func, "nvvm.minctasm",
                   tern_integer_attr_get(tern_i_type_get(b.context, 32), count_blocks(matmul)));
  if (matmul->config.split > 1) {
    const int32_t cluster[] = {1, 1, (int32_t)matmul->config.split};
    tern_op_set_attr(matmul->around.func, "hal.kernel_cluster", tern_dense_i32_array_attr_get(b.context, cluster, 3));
  }
  tern_lone_contraction_finish(&matmul->around, tern_simt_threads(&matmul->config), blocks);
}

static bool rewrite(tern_lone_contraction_t *contraction, bool *out_is_error) {
  tern_simt_matmul_t matmul;
  if (!tern_simt_match(contraction, &matmul, out_is_error)) return false;
  write_kernel(&matmul);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  int64_t made = tern_lone_contraction_rewrite(root, rewrite);
  if (made > 0) tern_pass_count(pass, 0, made);
  return made >= 0;
}

static const tern_dialect_t *const dialects[] = {&tern_nvgpu_dialect, &tern_nvvm_dialect, &tern_vector_dialect,
                                                 &tern_gpu_dialect,   &tern_scf_dialect,  NULL};

const tern_pass_def_t tern_nvgpu_simt_matmul_pass = {
    .name = "GPUSimtMatmul",
    .flag = "gpu-simt-matmul",
    .alias = "nvgpu-simt-matmul",  // as it was called until November 2026
    .summary = "Compute products of f32 and f64 matrices by fused multiply-adds of register tiles on CUDA devices",
    .description =
        "A kernel of one product, with the fill of its result and element-wise ops behind it, is written as a whole: "
        "tiles go to shared memory by asynchronous copies, several of them at a time, and each thread sums up rows and "
        "vectors of columns in registers. Needs the module's nvvm.target.",
    .anchor = "builtin.module",
    .statistics = (const char *const[]){"num-kernels - kernels that were written", NULL},
    .dialects = dialects,
    .run = run,
};
