// The kernel of a product for warp groups: one warp group copies, the others multiply (source of the scheme: NVIDIA's
// CUTLASS, "Efficient GEMM in CUDA: warp specialization").
//
// Stages of workgroup memory go round. A stage is full when the bytes have come that its barrier `full` was told of,
// and empty when each of the multiplying warp groups has arrived at its barrier `empty`:
//
//   copying, one thread:            wait empty[s]; expect bytes at full[s]; copies of A and B to stage s
//   multiplying, each warp group:   wait full[s]; products of stage s begin; wait for those of stage s - 1;
//                                   arrive at empty[s - 1]
//
// The parity of a round says which use of a stage is meant. Workgroups take tiles one after the other, as many apart as
// there are workgroups, so that copies for the next tile are under way while results are stored. Tiles follow each
// other down a few rows of tiles before they go on to the right: workgroups that run at the same time read the same
// parts of A and B.
//
// Boxes that reach over the edge of a matrix are filled with zeros.
//
// Where there are fewer tiles than multiprocessors, the workgroups of a cluster share one: each sums up a part of k
// (sharing.c).

#include "convert/gpu/kernel.h"
#include "convert/gpu/cluster.h"
#include "convert/gpu/warpgroup/warpgroup.h"
#include "convert/llvm/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/context.h"

enum { MAX_ROW_TILES = TERN_WARPGROUP_MAX_PIECES, MAX_STEPS = 4, WARP_SIZE = 32 };
// Registers of a thread that copies, and of one that multiplies, by the number of warp groups that do (65536 in all).
static const struct {
  int64_t copying, multiplying;
} registers[] = {{0, 0}, {0, 0}, {40, 232}, {32, 160}};
// Columns of tiles that are gone through together.
enum { RASTER_ROWS = 8 };

typedef struct emitter {
  tern_builder_t *b;
  const tern_warpgroup_plan_t *plan;
  tern_warpgroup_operand_t a, b_operand;
  tern_value_t *thread, *full, *empty;
  tern_value_t *extent_m, *extent_n, *tiles_m, *tiles_n, *tiles, *rounds;
  tern_value_t *first_tile, *tile_step;
  tern_value_t *rank, *first_round;  // in the cluster, and of that workgroup's part of k; NULL: there are no clusters
  tern_warpgroup_sharing_t sharing;
  tern_value_t *staging;
  tern_warpgroup_registers_t registers;
} emitter_t;

// --- small things ---

static tern_value_t *number(const emitter_t *e, int64_t value) { return tern_build_index(e->b, value); }

static tern_value_t *compute(const emitter_t *e, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(e->b, row, .operands = TERN_VALUES(lhs, rhs));
}

static tern_value_t *divide(const emitter_t *e, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t divisor;
  if (tern_index_constant(rhs, &divisor) && divisor == 1) return lhs;
  return compute(e, TERN_ARITH(DIVUI), lhs, rhs);
}

static tern_value_t *remainder_of(const emitter_t *e, tern_value_t *lhs, tern_value_t *rhs) {
  return compute(e, TERN_ARITH(REMUI), lhs, rhs);
}

static tern_value_t *truth(const emitter_t *e, bool value) {
  return tern_build_constant(e->b, tern_integer_attr_get(tern_i_type_get(e->b->context, 1), value));
}

// --- barriers ---

tern_value_t *tern_warpgroup_build_barriers(tern_builder_t *b, int64_t count) {
  const tern_attr_t *space =
      tern_enum_attr_get(b->context, TERN_GPU_ENUM(ADDRESS_SPACE), TERN_GPU_ADDRESS_SPACE_WORKGROUP);
  const uint64_t params[] = {(uint64_t)(uintptr_t)space, (uint64_t)count};
  const tern_type_t *type = tern_dialect_type_get(b->context, &tern_nvgpu_types[TERN_NVGPU_TYPE_MBARRIER_GROUP], params,
                                                  sizeof params / sizeof params[0]);
  return tern_build_value(b, TERN_NVGPU(MBARRIER_CREATE), .types = TERN_TYPES(type));
}

// Before anybody waits: one thread does it, and all see it.
static void initialize_barriers(emitter_t *e) {
  e->full = tern_warpgroup_build_barriers(e->b, e->plan->tile.stages);
  e->empty = tern_warpgroup_build_barriers(e->b, e->plan->tile.stages);
  if (e->rank) tern_warpgroup_build_sharing(e->b, e->plan, &e->sharing);
  tern_value_t *zero = number(e, 0), *one = number(e, 1), *consumers = number(e, e->plan->tile.consumers);
  tern_op_t *if_op = tern_gpu_build_if(e->b, tern_arith_cmpi(e->b, TERN_CMPI_EQ, e->thread, zero), (tern_types_t){0});
  tern_build(e->b, TERN_NVGPU(TMA_PREFETCH_DESCRIPTOR), .operands = TERN_VALUES(e->a.map));
  tern_build(e->b, TERN_NVGPU(TMA_PREFETCH_DESCRIPTOR), .operands = TERN_VALUES(e->b_operand.map));
  for (int64_t i = 0; i < e->plan->tile.stages; ++i) {
    tern_value_t *stage = number(e, i);
    tern_build(e->b, TERN_NVGPU(MBARRIER_INIT), .operands = TERN_VALUES(e->full, one, stage));
    tern_build(e->b, TERN_NVGPU(MBARRIER_INIT), .operands = TERN_VALUES(e->empty, consumers, stage));
  }
  if (e->rank) tern_warpgroup_initialize_sharing(e->b, e->plan, &e->sharing);
  tern_build(e->b, TERN_NVVM(FENCE_MBARRIER_INIT), .operands = {0});
  tern_gpu_build_if_end(e->b, if_op, (tern_values_t){0});
  if (e->rank) {
    tern_gpu_build_cluster_barrier(e->b);
  } else {
    tern_build(e->b, TERN_GPU(BARRIER), .regions = 0);
  }
}

static void wait_for(const emitter_t *e, tern_value_t *barriers, tern_value_t *stage, tern_value_t *parity) {
  tern_build(e->b, TERN_NVGPU(MBARRIER_TRY_WAIT_PARITY),
             .operands = TERN_VALUES(barriers, parity, number(e, 10000000), stage));
}

// The next stage, and the parity of its use.
static void advance(const emitter_t *e, tern_value_t *stage, tern_value_t *parity, tern_value_t **out_next) {
  tern_value_t *next = tern_build_index_add(e->b, stage, number(e, 1));
  tern_value_t *is_round = tern_arith_cmpi(e->b, TERN_CMPI_EQ, next, number(e, e->plan->tile.stages));
  out_next[0] = tern_build_value(e->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_round, number(e, 0), next),
                                 .types = TERN_TYPES(next->type));
  out_next[1] = compute(e, TERN_ARITH(XORI), parity, is_round);
}

// --- tiles ---

static void build_grid(emitter_t *e) {
  const tern_gpu_product_t *product = &e->plan->product;
  size_t first = product->has_batch;
  e->extent_m = tern_gpu_product_build_extent(e->b, product, first + product->is_exchanged);
  e->extent_n = tern_gpu_product_build_extent(e->b, product, first + !product->is_exchanged);
  e->tiles_m = tern_build_index_ceildiv(e->b, e->extent_m, number(e, e->plan->tile.m));
  e->tiles_n = tern_build_index_ceildiv(e->b, e->extent_n, number(e, e->plan->tile.n));
  e->tiles = tern_build_index_mul(e->b, e->tiles_m, e->tiles_n);
  if (product->has_batch) {
    e->tiles = tern_build_index_mul(e->b, e->tiles, tern_gpu_product_build_extent(e->b, product, 0));
  }
  e->first_tile = tern_gpu_build_id(e->b, TERN_GPU(BLOCK_ID), 0);
  e->tile_step = tern_gpu_build_id(e->b, TERN_GPU(GRID_DIM), 0);
  int64_t split = e->plan->tile.split, rounds = (product->k + e->plan->tile.k - 1) / e->plan->tile.k;
  rounds = (rounds + split - 1) / split;
  e->rounds = number(e, rounds);
  if (split == 1) return;
  // Neighbours are a cluster. Where k ends before their parts do, they read zeros.
  e->rank = remainder_of(e, e->first_tile, number(e, split));
  e->first_tile = divide(e, e->first_tile, number(e, split));
  e->tile_step = divide(e, e->tile_step, number(e, split));
  e->first_round = tern_build_index_mul(e->b, e->rank, number(e, rounds));
}

// First row and column of tile number `tile`, and its batch (NULL: there is none).
static void build_place(const emitter_t *e, tern_value_t *tile, tern_value_t **out_row, tern_value_t **out_column,
                        tern_value_t **out_batch) {
  *out_batch = NULL;
  if (e->plan->product.has_batch) {
    tern_value_t *each = tern_build_index_mul(e->b, e->tiles_m, e->tiles_n);
    *out_batch = divide(e, tile, each);
    tile = remainder_of(e, tile, each);
  }
  int64_t rows;
  tern_value_t *row, *column;
  bool is_known = tern_index_constant(e->tiles_m, &rows);
  if (is_known && rows <= RASTER_ROWS) {
    row = rows == 1 ? number(e, 0) : remainder_of(e, tile, e->tiles_m);
    column = divide(e, tile, e->tiles_m);
  } else {
    tern_value_t *width = tern_build_index_mul(e->b, e->tiles_n, number(e, RASTER_ROWS));
    tern_value_t *band = divide(e, tile, width), *height = number(e, RASTER_ROWS);
    tern_value_t *first = tern_build_index_mul(e->b, band, height), *within = remainder_of(e, tile, width);
    if (!is_known || rows % RASTER_ROWS != 0) {
      height = tern_build_index_min(e->b, height, tern_build_index_sub(e->b, e->tiles_m, first));
    }
    row = tern_build_index_add(e->b, first, remainder_of(e, within, height));
    column = divide(e, within, height);
  }
  *out_row = tern_build_index_mul(e->b, row, number(e, e->plan->tile.m));
  *out_column = tern_build_index_mul(e->b, column, number(e, e->plan->tile.n));
}

// --- copying ---

// The boxes of a stage: `k` is where it begins, `place` the row of A or column of B.
static void copy_operand(const emitter_t *e, const tern_warpgroup_operand_t *operand, tern_value_t *stage,
                         tern_value_t *batch, tern_value_t *place, tern_value_t *k) {
  int64_t width = TERN_WARPGROUP_ROW_BYTES / e->plan->element_size;
  for (int64_t i = 0; i < operand->boxes; ++i) {
    tern_value_t *at = tern_build_index_add(e->b, place, number(e, i * width));
    // Coordinates go from the innermost dimension outwards.
    tern_value_t *operands[4 + TERN_GPU_PRODUCT_MAX_RANK] = {tern_warpgroup_build_box(e->b, e->plan, operand, stage, i),
                                                             e->full, operand->map};
    size_t count = 3;
    operands[count++] = operand->is_k_minor ? k : at;
    operands[count++] = operand->is_k_minor ? at : k;
    if (operand->has_batch) operands[count++] = batch;
    int32_t rank = (int32_t)count - 3;
    operands[count++] = stage;
    tern_build(e->b, TERN_NVGPU(TMA_ASYNC_LOAD), .operands = {operands, count},
               .segments = (int32_t[]){1, 1, 1, rank, 1, 0, 0});
  }
}

static void emit_copying(const emitter_t *e) {
  tern_builder_t *b = e->b;
  tern_value_t *zero = number(e, 0), *one = number(e, 1), *row, *column, *batch, *next[2];
  tern_value_t *bytes = number(e, e->a.stage_bytes + e->b_operand.stage_bytes);
  // The first use of each stage waits for the phase before the first, which is over.
  tern_op_t *tiles = tern_build_scf_for(b, e->first_tile, e->tiles, e->tile_step, TERN_VALUES(zero, truth(e, true)));
  build_place(e, tern_scf_for_iv(tiles), &row, &column, &batch);
  tern_op_t *rounds = tern_build_scf_for(b, zero, e->rounds, one,
                                         TERN_VALUES(tern_scf_for_carried(tiles, 0), tern_scf_for_carried(tiles, 1)));
  tern_value_t *stage = tern_scf_for_carried(rounds, 0), *parity = tern_scf_for_carried(rounds, 1);
  wait_for(e, e->empty, stage, parity);
  tern_build(b, TERN_NVGPU(MBARRIER_ARRIVE_EXPECT_TX), .operands = TERN_VALUES(e->full, bytes, stage));
  tern_value_t *k = tern_scf_for_iv(rounds);
  if (e->first_round) k = tern_build_index_add(b, e->first_round, k);
  k = tern_build_index_mul(b, k, number(e, e->plan->tile.k));
  copy_operand(e, &e->a, stage, batch, row, k);
  copy_operand(e, &e->b_operand, stage, batch, column, k);
  advance(e, stage, parity, next);
  tern_build_scf_for_end(b, rounds, (tern_values_t){next, 2});
  tern_build_scf_for_end(b, tiles, TERN_VALUES(tern_op_result(rounds, 0), tern_op_result(rounds, 1)));
}

// --- multiplying ---

static const tern_attr_t *enum_of(const emitter_t *e, tern_nvvm_enum_t id, int64_t value) {
  return tern_nvvm_enum_get(e->b->context, id, value);
}

static tern_value_t *build_instruction(const emitter_t *e, tern_value_t *sums, tern_value_t *a, tern_value_t *b,
                                       bool is_first) {
  const tern_warpgroup_plan_t *plan = e->plan;
  int64_t rows_a = plan->product.is_a_transposed ? TERN_NVVM_MMA_LAYOUT_COL : TERN_NVVM_MMA_LAYOUT_ROW;
  int64_t rows_b = plan->product.is_b_transposed ? TERN_NVVM_MMA_LAYOUT_COL : TERN_NVVM_MMA_LAYOUT_ROW;
  const tern_named_attr_t attrs[] = {
      {"shape", tern_nvvm_shape_get(e->b->context, TERN_WARPGROUP_ROWS, plan->tile.n, plan->tile.step)},
      {"typeA", enum_of(e, TERN_NVVM_ENUM_WGMMA_TYPE, plan->type_a)},
      {"typeB", enum_of(e, TERN_NVVM_ENUM_WGMMA_TYPE, plan->type_b)},
      {"typeD", enum_of(e, TERN_NVVM_ENUM_WGMMA_TYPE, TERN_NVVM_WGMMA_TYPE_F32)},
      {"scaleD", enum_of(e, TERN_NVVM_ENUM_WGMMA_SCALE_OUT,
                         is_first ? TERN_NVVM_WGMMA_SCALE_OUT_ZERO : TERN_NVVM_WGMMA_SCALE_OUT_ONE)},
      {"scaleA", enum_of(e, TERN_NVVM_ENUM_WGMMA_SCALE_IN, TERN_NVVM_WGMMA_SCALE_IN_ONE)},
      {"scaleB", enum_of(e, TERN_NVVM_ENUM_WGMMA_SCALE_IN, TERN_NVVM_WGMMA_SCALE_IN_ONE)},
      {"layoutA", enum_of(e, TERN_NVVM_ENUM_MMA_LAYOUT, rows_a)},
      {"layoutB", enum_of(e, TERN_NVVM_ENUM_MMA_LAYOUT, rows_b)},
  };
  return tern_build_value(e->b, TERN_NVVM(WGMMA_MMA_ASYNC), .operands = TERN_VALUES(sums, a, b),
                          .types = TERN_TYPES(sums->type), .attrs = {attrs, sizeof attrs / sizeof attrs[0]});
}

// How far a descriptor moves for the next instruction along k.
static int64_t step_units(const emitter_t *e, const tern_warpgroup_operand_t *operand) {
  int64_t step = e->plan->tile.step;
  return (operand->is_k_minor ? step * e->plan->element_size : step * TERN_WARPGROUP_ROW_BYTES) >>
         TERN_WARPGROUP_UNIT_BITS;
}

static tern_value_t *build_word(const emitter_t *e, tern_value_t *base, int64_t units) {
  tern_value_t *moved = tern_build_index_add(e->b, base, number(e, units));
  return tern_build_value(e->b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(moved),
                          .types = TERN_TYPES(tern_i_type_get(e->b->context, 64)));
}

// Pieces of 64 rows of a warp group that are multiplied together.
typedef struct pieces {
  int64_t first, count;
} pieces_t;

// The products of one instruction of each piece; `step`: which along k, an index.
static void build_step(const emitter_t *e, tern_value_t *const base[2], tern_value_t *step, bool is_first,
                       pieces_t pieces, tern_value_t **sums) {
  const tern_warpgroup_operand_t *both[] = {&e->a, &e->b_operand};
  tern_value_t *places[2];
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *distance = tern_build_index_mul(e->b, step, number(e, step_units(e, both[i])));
    places[i] = tern_build_index_add(e->b, base[i], distance);
  }
  tern_value_t *b = build_word(e, places[1], 0);
  for (int64_t i = 0; i < pieces.count; ++i) {
    tern_value_t *a = build_word(e, places[0], (pieces.first + i) * TERN_WARPGROUP_BOX_UNITS);
    sums[i] = build_instruction(e, sums[i], a, b, is_first);
  }
}

// All steps of a stage: where they are alike, in a loop. Assemblers take as long for one such instruction, with its hundreds
// of registers, as for all the rest of a kernel.
static void build_steps(const emitter_t *e, tern_value_t *const base[2], bool is_first, pieces_t pieces,
                        tern_value_t **sums) {
  size_t count = (size_t)pieces.count;
  tern_value_t *zero = number(e, 0), *one = number(e, 1);
  int64_t steps = e->plan->tile.k / e->plan->tile.step;
  if (is_first) {
    for (int64_t k = 0; k < steps; ++k) build_step(e, base, number(e, k), k == 0, pieces, sums);
    return;
  }
  tern_op_t *loop = tern_build_scf_for(e->b, zero, number(e, steps), one, (tern_values_t){sums, count});
  for (size_t i = 0; i < count; ++i) sums[i] = tern_scf_for_carried(loop, i);
  build_step(e, base, tern_scf_for_iv(loop), false, pieces, sums);
  tern_build_scf_for_end(e->b, loop, (tern_values_t){sums, count});
  for (size_t i = 0; i < count; ++i) sums[i] = tern_op_result(loop, i);
}

// The same with the first operand in registers, all of which are loaded before.
static void build_register_steps(const emitter_t *e, tern_value_t *stage, tern_value_t *base, bool is_first,
                                 pieces_t pieces, tern_value_t **sums) {
  int64_t steps = e->plan->tile.k / e->plan->tile.step;
  tern_value_t *words[MAX_STEPS][MAX_ROW_TILES][4];
  for (int64_t k = 0; k < steps; ++k) {
    for (int64_t i = 0; i < pieces.count; ++i) {
      tern_warpgroup_load_registers(e->b, e->plan, &e->registers, stage, pieces.first + i, k, words[k][i]);
    }
  }
  tern_build(e->b, TERN_NVVM(WGMMA_FENCE_ALIGNED), .operands = {0});
  for (int64_t k = 0; k < steps; ++k) {
    tern_value_t *b = build_word(e, base, k * step_units(e, &e->b_operand));
    for (int64_t i = 0; i < pieces.count; ++i) {
      bool is_start = is_first && k == 0;
      sums[i] = tern_warpgroup_build_register_instruction(e->b, e->plan, sums[i], words[k][i], b, is_start);
    }
  }
}

// Begins the products of a stage. `first_row`: the first of the warp group's, as a distance in A's stage.
static void begin_products(const emitter_t *e, tern_value_t *stage, tern_value_t *first_row, bool is_first,
                           pieces_t pieces, tern_value_t **sums) {
  tern_value_t *base[2];
  const tern_warpgroup_operand_t *both[] = {&e->a, &e->b_operand};
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *distance =
        tern_build_index_mul(e->b, stage, number(e, both[i]->stage_bytes >> TERN_WARPGROUP_UNIT_BITS));
    base[i] = tern_build_index_add(e->b, both[i]->descriptor, distance);
  }
  if (e->plan->has_registers) {
    build_register_steps(e, stage, base[1], is_first, pieces, sums);
  } else {
    base[0] = tern_build_index_add(e->b, base[0], first_row);
    tern_build(e->b, TERN_NVVM(WGMMA_FENCE_ALIGNED), .operands = {0});
    build_steps(e, base, is_first, pieces, sums);
  }
  tern_build(e->b, TERN_NVVM(WGMMA_COMMIT_GROUP_SYNC_ALIGNED), .operands = {0});
}

static void wait_for_products(const emitter_t *e, int64_t left) {
  const tern_attr_t *group = tern_integer_attr_get(tern_i_type_get(e->b->context, 64), left);
  tern_build(e->b, TERN_NVVM(WGMMA_WAIT_GROUP_SYNC_ALIGNED), .attrs = TERN_ATTRS({"group", group}));
}

// One thread says for its warp group that a stage is no longer read.
static void release(const emitter_t *e, tern_value_t *is_speaker, tern_value_t *stage) {
  tern_op_t *if_op = tern_gpu_build_if(e->b, is_speaker, (tern_types_t){0});
  const tern_type_t *token =
      tern_dialect_type_get(e->b->context, &tern_nvgpu_types[TERN_NVGPU_TYPE_MBARRIER_TOKEN], NULL, 0);
  tern_build(e->b, TERN_NVGPU(MBARRIER_ARRIVE), .operands = TERN_VALUES(e->empty, stage), .types = TERN_TYPES(token));
  tern_gpu_build_if_end(e->b, if_op, (tern_values_t){0});
}

typedef struct multiplier {
  tern_value_t *thread, *is_speaker;  // in the warp group
  tern_value_t *first_row;            // of the warp group in the tile
  tern_value_t *distance;             // of that row in A's stage
  tern_value_t *nothing, *zeros;      // sums that were not begun, and those of no products
  size_t row_tiles;
} multiplier_t;

// The sums of a stage added to those so far, in f32.
static tern_value_t *build_total(const emitter_t *e, tern_value_t *sums, tern_value_t *more) {
  tern_value_t *total = tern_llvm_make_poison(e->b, sums->type);
  for (int64_t i = 0; i < e->plan->tile.n / 2; ++i) {
    tern_value_t *sides[] = {tern_llvm_make_extract(e->b, sums, &i, 1), tern_llvm_make_extract(e->b, more, &i, 1)};
    total = tern_llvm_make_insert(e->b, total, compute(e, TERN_ARITH(ADDF), sides[0], sides[1]), &i, 1);
  }
  return total;
}

// The products of a stage. Those that must be over before anything else is done with the stage or the sums are waited
// for. Sums of a stage alone are of one piece after the other, for which there are registers.
static void emit_stage(const emitter_t *e, const multiplier_t *m, tern_value_t *stage, tern_value_t *parity,
                       tern_value_t **sums) {
  wait_for(e, e->full, stage, parity);
  if (!e->plan->adds_stages) {
    begin_products(e, stage, m->distance, false, (pieces_t){0, (int64_t)m->row_tiles}, sums);
    if (tern_warpgroup_waits_for_stage(e->plan)) wait_for_products(e, 0);
    return;
  }
  for (size_t i = 0; i < m->row_tiles; ++i) {
    tern_value_t *own = m->nothing;
    begin_products(e, stage, m->distance, true, (pieces_t){(int64_t)i, 1}, &own);
    wait_for_products(e, 0);
    sums[i] = build_total(e, sums[i], own);
  }
}

// All products of a tile. `state`: stage and parity, moved on.
static void emit_sums(const emitter_t *e, const multiplier_t *m, tern_value_t **state, tern_value_t **sums) {
  tern_value_t *zero = number(e, 0), *carried[3 + MAX_ROW_TILES] = {state[0], state[1], state[0]}, *next[2];
  for (size_t i = 0; i < m->row_tiles; ++i) carried[3 + i] = m->zeros;
  size_t count = 3 + m->row_tiles;
  tern_op_t *loop = tern_build_scf_for(e->b, zero, e->rounds, number(e, 1), (tern_values_t){carried, count});
  tern_value_t *stage = tern_scf_for_carried(loop, 0), *parity = tern_scf_for_carried(loop, 1);
  for (size_t i = 0; i < m->row_tiles; ++i) sums[i] = tern_scf_for_carried(loop, 3 + i);
  emit_stage(e, m, stage, parity, sums);
  // While the products of this stage are under way, those of the one before, if there is one, are over.
  if (!tern_warpgroup_waits_for_stage(e->plan)) wait_for_products(e, 1);
  tern_value_t *has_stage = tern_arith_cmpi(e->b, TERN_CMPI_UGT, tern_scf_for_iv(loop), zero);
  release(e, tern_gpu_build_and(e->b, m->is_speaker, has_stage), tern_scf_for_carried(loop, 2));
  advance(e, stage, parity, next);
  carried[0] = next[0];
  carried[1] = next[1];
  carried[2] = stage;
  for (size_t i = 0; i < m->row_tiles; ++i) carried[3 + i] = sums[i];
  tern_build_scf_for_end(e->b, loop, (tern_values_t){carried, count});
  for (size_t i = 0; i < m->row_tiles; ++i) sums[i] = tern_op_result(loop, 3 + i);
  wait_for_products(e, 0);
  release(e, m->is_speaker, tern_op_result(loop, 2));
  state[0] = tern_op_result(loop, 0);
  state[1] = tern_op_result(loop, 1);
}

static const tern_type_t *sums_type(const emitter_t *e) {
  const tern_type_t *members[128], *f32 = tern_float_type_get(e->b->context, TERN_TYPE_F32);
  size_t count = (size_t)e->plan->tile.n / 2;
  for (size_t i = 0; i < count; ++i) members[i] = f32;
  return tern_llvm_struct_type(e->b->context, (tern_types_t){members, count}, false);
}

static tern_value_t *build_zeros(const emitter_t *e) {
  tern_value_t *sums = tern_llvm_make_poison(e->b, sums_type(e));
  tern_value_t *zero = tern_build_number(e->b, tern_float_type_get(e->b->context, TERN_TYPE_F32), 0);
  for (int64_t i = 0; i < e->plan->tile.n / 2; ++i) sums = tern_llvm_make_insert(e->b, sums, zero, &i, 1);
  return sums;
}

static void emit_multiplying(emitter_t *e, tern_value_t *warpgroup) {
  const tern_warpgroup_tile_t *tile = &e->plan->tile;
  int64_t rows = tile->m / tile->consumers;
  tern_value_t *zero = number(e, 0), *index = tern_build_index_sub(e->b, warpgroup, number(e, 1));
  multiplier_t m = {.thread = remainder_of(e, e->thread, number(e, TERN_WARPGROUP_THREADS)),
                    .first_row = tern_build_index_mul(e->b, index, number(e, rows)),
                    .row_tiles = (size_t)(rows / TERN_WARPGROUP_ROWS)};
  m.is_speaker = tern_arith_cmpi(e->b, TERN_CMPI_EQ, m.thread, zero);
  if (e->plan->has_registers) {
    tern_warpgroup_build_registers(e->b, e->plan, e->a.memory, m.thread, m.first_row, &e->registers);
  }
  m.distance = tern_build_index_mul(e->b, index, number(e, rows / TERN_WARPGROUP_ROWS * TERN_WARPGROUP_BOX_UNITS));
  tern_value_t *sums[MAX_ROW_TILES];
  m.nothing = tern_llvm_make_poison(e->b, sums_type(e));
  m.zeros = build_zeros(e);
  tern_op_t *tiles =
      tern_build_scf_for(e->b, e->first_tile, e->tiles, e->tile_step, TERN_VALUES(zero, truth(e, false)));
  tern_warpgroup_result_t result = {.thread = m.thread, .extent_m = e->extent_m, .extent_n = e->extent_n, .sums = sums};
  if (e->staging) {
    result.staging = e->staging;
    result.slot = tern_build_index_sub(e->b, e->thread, number(e, TERN_WARPGROUP_THREADS));
    result.slot = divide(e, result.slot, number(e, WARP_SIZE));
  }
  build_place(e, tern_scf_for_iv(tiles), &result.row, &result.column, &result.batch);
  result.row = tern_build_index_add(e->b, result.row, m.first_row);
  tern_value_t *state[] = {tern_scf_for_carried(tiles, 0), tern_scf_for_carried(tiles, 1)};
  emit_sums(e, &m, state, sums);
  tern_op_t *if_first = NULL;
  if (e->rank) {
    tern_value_t *thread = tern_build_index_sub(e->b, e->thread, number(e, TERN_WARPGROUP_THREADS));
    if_first = tern_warpgroup_share(e->b, e->plan, &e->sharing, e->rank, thread, sums);
  }
  tern_warpgroup_emit_results(e->b, e->plan, &result);
  if (if_first) tern_gpu_build_if_end(e->b, if_first, (tern_values_t){0});
  tern_build_scf_for_end(e->b, tiles, (tern_values_t){state, 2});
}

// --- the kernel ---

static void set_registers(const emitter_t *e, int64_t count, int64_t action) {
  if (count == 0) return;
  tern_build(e->b, TERN_NVVM(SETMAXREGISTER),
             .attrs = TERN_ATTRS({"regCount", tern_integer_attr_get(tern_i_type_get(e->b->context, 32), count)},
                                 {"action", tern_nvvm_enum_get(e->b->context, TERN_NVVM_ENUM_ACTION, action)}));
}

tern_value_t *tern_warpgroup_emit(const tern_warpgroup_plan_t *plan) {
  const tern_gpu_product_t *product = &plan->product;
  tern_builder_t b = tern_builder_before(tern_op_body(product->func, 0)->last_op);
  b.loc = product->op->loc;
  emitter_t e = {.b = &b, .plan = plan};
  tern_warpgroup_build_operand(e.b, plan, &e.a, product->a, product->a_has_batch, !product->is_a_transposed,
                               plan->tile.m);
  tern_warpgroup_build_operand(e.b, plan, &e.b_operand, product->b, product->b_has_batch, product->is_b_transposed,
                               plan->tile.n);
  if (plan->stages_results) e.staging = tern_warpgroup_build_staging(e.b, plan);
  build_grid(&e);
  e.thread = tern_gpu_build_id(&b, TERN_GPU(THREAD_ID), 0);
  initialize_barriers(&e);
  tern_value_t *zero = number(&e, 0);
  tern_value_t *warpgroup = divide(&e, e.thread, number(&e, TERN_WARPGROUP_THREADS));
  tern_op_t *roles = tern_gpu_build_if(&b, tern_arith_cmpi(&b, TERN_CMPI_EQ, warpgroup, zero), (tern_types_t){0});
  set_registers(&e, registers[plan->tile.consumers].copying, TERN_NVVM_ACTION_DECREASE);
  tern_op_t *one_thread = tern_gpu_build_if(&b, tern_arith_cmpi(&b, TERN_CMPI_EQ, e.thread, zero), (tern_types_t){0});
  emit_copying(&e);
  tern_gpu_build_if_end(&b, one_thread, (tern_values_t){0});
  tern_gpu_build_else(&b, roles, (tern_values_t){0});
  set_registers(&e, registers[plan->tile.consumers].multiplying, TERN_NVVM_ACTION_INCREASE);
  emit_multiplying(&e, warpgroup);
  tern_gpu_build_if_end(&b, roles, (tern_values_t){0});
  if (!e.rank) return e.tiles;
  return tern_build_index_mul(&b, e.tiles, number(&e, plan->tile.split));
}
